// A flat pyramid: courses of bricks, each one shorter than the one below and shifted by half a brick.

import { number } from '../src/input/fields.js';
import type { Scene, SceneBody } from '../src/scene/scene.js';
import type { About, SceneOptions } from './parts.js';
import { BRICK, brick, stoneScene } from './parts.js';

export interface PyramidOptions extends SceneOptions {
  /** Bricks of the lowest course [1]. */
  base?: number;
}

export const about: About<PyramidOptions> = {
  name: 'pyramid',
  description: 'A flat pyramid of 120 bricks on a base of 15.',
  source: 'velocity-based shock propagation, section 1 (dense structured stacking)',
  options: { base: number('Bricks of the lowest course [1]', { min: 1, max: 200, integer: true }) },
};

export function pyramid({ base = 15 }: PyramidOptions): Scene {
  const bricks: SceneBody[] = [];
  for (let course = 0; course < base; course++) {
    const count = base - course;
    const y = BRICK[1] * (course + 0.5);
    for (let i = 0; i < count; i++) bricks.push(brick(bricks.length, [BRICK[0] * (i - (count - 1) / 2), y, 0]));
  }
  return stoneScene(about, bricks);
}
