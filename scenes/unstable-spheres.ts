// A ball rests on the ground and another on top of it, a little off its middle: the upper ball must roll off. A method that freezes
// what moves slowly may keep it up there for ever.
//
// While neither contact slips, the middles part as offset cosh(k t), k^2 = 35 g / 89 r, k = 2.78/s: 0.01 m become 0.5 m in 1.7 s. Very
// small steps (substeps, 64 a step) let the upper ball leave the lower one after 1.99 s and reach the ground after 2.12 s. For the first
// 1.12 s, 33 frames of 1/30 s, it has less energy than one such frame of free fall gives, and counts as still by the paper's (15);
// from 0.1 m those are 0.34 s, 10 frames, and from 0.3 m 4 frames.

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
