// Ten cubes that drop onto each other and come to rest as a stack.

import { number } from '../src/input/fields.js';
import type { Scene } from '../src/scene/scene.js';
import type { About, SceneOptions } from './parts.js';
import { BOX, EDGE, stone, stoneScene } from './parts.js';

export interface StackOptions extends SceneOptions {
  /** Free height below each cube at the start [m]. */
  gap?: number;
}

export const about: About<StackOptions> = {
  name: 'stack',
  description: 'Ten cubes drop onto each other and come to rest as a stack.',
  source: 'fast impulsive contact suite, section 6 ("stack")',
  options: { gap: number('Free height below each cube at the start [m]', { min: 0, max: 100 }) },
};

export function stack({ gap = 0.1 }: StackOptions): Scene {
  const cubes = Array.from({ length: 10 }, (_, i) => stone(`cube-${i}`, BOX, [0, gap + EDGE / 2 + i * (EDGE + gap), 0]));
  return stoneScene(about, cubes);
}
