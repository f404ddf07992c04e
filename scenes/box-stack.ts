// A column of 25 boxes. With few sweeps, plain Gauss-Seidel cannot carry the weight of 24 boxes down to the lowest one.

import { number } from '../src/input/fields.js';
import type { Scene } from '../src/scene/scene.js';
import { COLUMN_ROOM, column } from './column.js';
import { disorder, noiseField } from './disorder.js';
import type { About, SceneOptions } from './parts.js';
import { stoneScene } from './parts.js';

export interface BoxStackOptions extends SceneOptions {
  /** Boxes [1]. */
  count?: number;
  /** Disorder, from 0 to 1 [1]. */
  noise?: number;
}

export const about: About<BoxStackOptions> = {
  name: 'box-stack',
  description: 'A stack of 25 boxes at rest.',
  source: 'velocity-based shock propagation, figure 9',
  options: { count: number('Boxes [1]', { min: 1, max: 10000, integer: true }), noise: noiseField },
};

export function boxStack({ seed, count = 25, noise = 0 }: BoxStackOptions): Scene {
  const disturb = disorder(noise, seed);
  const boxes = column(count).map((box) => disturb(box, COLUMN_ROOM));
  return stoneScene(about, boxes);
}
