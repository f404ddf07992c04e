// A ball rests on the ground and another on top of it, a little off its middle: whatever the paper calls resting, the upper ball must
// roll off. A method that freezes what moves slowly may keep it up there for ever.

import { number } from '../src/input/fields.js';
import type { Scene } from '../src/scene/scene.js';
import type { About, SceneOptions } from './parts.js';
import { BALL, EDGE, stone, stoneScene } from './parts.js';

export interface UnstableSpheresOptions extends SceneOptions {
  /** How far the upper ball's middle is beside the lower one's [m]. */
  offset?: number;
}

export const about: About<UnstableSpheresOptions> = {
  name: 'unstable-spheres',
  description: 'A ball at rest on top of another, a little off its middle, must roll off.',
  source: 'fast impulsive contact suite, figure 4 and section 5.2',
  options: { offset: number("How far the upper ball's middle is beside the lower one's [m]", { min: 0, max: 0.5 }) },
};

export function unstableSpheres({ offset = 0.01 }: UnstableSpheresOptions): Scene {
  const height = Math.sqrt(EDGE * EDGE - offset * offset);
  return stoneScene(about, [stone('lower', BALL, [0, EDGE / 2, 0]), stone('upper', BALL, [offset, EDGE / 2 + height, 0])]);
}
