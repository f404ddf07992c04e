// A column of ten boxes, the top one much heavier than the others. Iterative solvers converge the slower the larger the ratio.

import { number } from '../src/input/fields.js';
import type { Scene, SceneBody } from '../src/scene/scene.js';
import { COLUMN_ROOM, column } from './column.js';
import { disorder, noiseField } from './disorder.js';
import type { About, SceneOptions } from './parts.js';
import { STONE, stoneScene } from './parts.js';

export interface HeavyOnLightOptions extends SceneOptions {
  /** Mass of the top box over that of each other [1]. */
  ratio?: number;
  /** Disorder, from 0 to 1 [1]. */
  noise?: number;
}

export const about: About<HeavyOnLightOptions> = {
  name: 'heavy-on-light',
  description: 'Ten boxes in a stack, the top one 100 times as heavy as the others.',
  source: 'velocity-based shock propagation, section 3 (large mass ratios)',
  options: { ratio: number('Mass of the top box over that of each other [1]', { above: 0, max: 1e9 }), noise: noiseField },
};

export function heavyOnLight({ seed, ratio = 100, noise = 0 }: HeavyOnLightOptions): Scene {
  const disturb = disorder(noise, seed);
  const boxes = heavyColumn(ratio).map((box) => disturb(box, COLUMN_ROOM));
  return stoneScene(about, boxes);
}

/** Ten boxes, the top one `ratio` times as heavy as each other. */
export function heavyColumn(ratio: number): SceneBody[] {
  const boxes = column(10);
  boxes[9] = { ...boxes[9], density: STONE * ratio };
  return boxes;
}
