// A wall in running bond: every brick lies over the joint of two bricks below. Courses of 13 and 12 bricks alternate, so that all
// 200 bricks are alike and the ends of the wall are toothed, as a mason leaves them.

import { number } from '../src/input/fields.js';
import type { Scene, SceneBody } from '../src/scene/scene.js';
import type { About, SceneOptions } from './parts.js';
import { BRICK, brick, stoneScene } from './parts.js';

export interface WallOptions extends SceneOptions {
  /** Layers of bricks [1]. */
  courses?: number;
  /** Bricks of the lowest course; the next has one fewer [1]. */
  length?: number;
}

export const about: About<WallOptions> = {
  name: 'wall',
  description: 'A wall of 200 bricks in running bond, 16 courses high.',
  source: 'velocity-based shock propagation, figure 10',
  options: {
    courses: number('Layers of bricks [1]', { min: 1, max: 1000, integer: true }),
    length: number('Bricks of the lowest course; the next has one fewer [1]', { min: 2, max: 1000, integer: true }),
  },
};

export function wall({ courses = 16, length = 13 }: WallOptions): Scene {
  const bricks: SceneBody[] = [];
  for (let course = 0; course < courses; course++) {
    const count = length - (course % 2);
    const y = BRICK[1] * (course + 0.5);
    for (let i = 0; i < count; i++) bricks.push(brick(bricks.length, [BRICK[0] * (i - (count - 1) / 2), y, 0]));
  }
  return stoneScene(about, bricks);
}
