// Straight courses of bricks, one upon the other: wall and pyramid.
//
// In disorder there are joints between the bricks of a course, which leave each room of its own.

import type { SceneBody } from '../src/scene/scene.js';
import { disorder, roomInCourse } from './disorder.js';
import { BRICK, brick } from './parts.js';

/** Between neighbours in a course at full noise [m]. */
export const NOISY_JOINT = 0.02;
export const BRICK_ROOM = roomInCourse(NOISY_JOINT, BRICK[2]);

/** Courses of as many bricks as `counts` says, from the ground up, each in the middle of the one below. */
export function courses(counts: readonly number[], noise: number, seed: number): SceneBody[] {
  const spacing = BRICK[0] + NOISY_JOINT * noise;
  const disturb = disorder(noise, seed);
  const bricks: SceneBody[] = [];
  counts.forEach((count, course) => {
    const y = BRICK[1] * (course + 0.5);
    for (let i = 0; i < count; i++)
      bricks.push(disturb(brick(bricks.length, [spacing * (i - (count - 1) / 2), y, 0]), BRICK_ROOM));
  });
  return bricks;
}
