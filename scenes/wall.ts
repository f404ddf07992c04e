// A wall in running bond: every brick lies over the joint of two bricks below. Courses of 13 and 12 bricks alternate, so that all
// 200 bricks are alike and the ends of the wall are toothed, as a mason leaves them.

import { number, refuse } from '../src/input/fields.js';
import type { Scene } from '../src/scene/scene.js';
import { courses as bricksOf } from './courses.js';
import { noiseField } from './disorder.js';
import type { About, SceneOptions } from './parts.js';
import { stoneScene } from './parts.js';

export interface WallOptions extends SceneOptions {
  /** Layers of bricks [1]. */
  courses?: number;
  /** Bricks of the lowest course; the next has one fewer [1]. */
  length?: number;
  /** Disorder, from 0 to 1 [1]. */
  noise?: number;
}

export const about: About<WallOptions> = {
  name: 'wall',
  description: 'A wall of 200 bricks in running bond, 16 courses high.',
  source: 'velocity-based shock propagation, figure 10',
  options: {
    courses: number('Layers of bricks [1]', { min: 1, max: 1000, integer: true }),
    length: number('Bricks of the lowest course; the next has one fewer [1]', { min: 2, max: 1000, integer: true }),
    noise: noiseField,
  },
};

export function wall({ seed, courses = 16, length = 13, noise = 0 }: WallOptions): Scene {
  // The end bricks of a longer course lie on the edge of their support, and only the course above holds them there.
  if (noise > 0 && courses > 1 && courses % 2 === 1) refuse('courses', courses, 'an even number, or 1, of a wall with noise');
  const counts = Array.from({ length: courses }, (_, course) => length - (course % 2));
  return stoneScene(about, bricksOf(counts, noise, seed));
}
