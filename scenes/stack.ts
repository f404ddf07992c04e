// Ten cubes that drop onto each other and come to rest as a stack.

import { number } from '../src/input/fields.js';
import type { Scene } from '../src/scene/scene.js';
import { COLUMN_ROOM } from './column.js';
import { disorder, noiseField } from './disorder.js';
import type { About, SceneOptions } from './parts.js';
import { BOX, EDGE, stone, stoneScene } from './parts.js';

export interface StackOptions extends SceneOptions {
  /** Free height below each cube at the start [m]. */
  gap?: number;
  /** Disorder, from 0 to 1 [1]. */
  noise?: number;
}

export const about: About<StackOptions> = {
  name: 'stack',
  description: 'Ten cubes drop onto each other and come to rest as a stack.',
  source: 'fast impulsive contact suite, section 6 ("stack")',
  options: { gap: number('Free height below each cube at the start [m]', { min: 0, max: 100 }), noise: noiseField },
};

export function stack({ seed, gap = 0.1, noise = 0 }: StackOptions): Scene {
  const disturb = disorder(noise, seed);
  const cubes = Array.from({ length: 10 }, (_, i) =>
    disturb(stone(`cube-${i}`, BOX, [0, gap + EDGE / 2 + i * (EDGE + gap), 0]), COLUMN_ROOM),
  );
  return stoneScene(about, cubes);
}
