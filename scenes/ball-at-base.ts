// A ball flies against the lowest box of a stack. The box must move, under the weight of all that stands on it: a method that
// fixes what is below while it deals with what is above, or holds a stack by its base, does not let it.
//
// Without bounce, a ball of mass m at speed v and a box of mass M go on together at u = v m / (m + M), 4.2 m/s of the ball's 20. Nothing
// but friction opposes them, under the nine boxes above and the ten on the ground, so the box comes to rest after about
// u^2 (m + M) / (2 mu g (9 + 10) M) = 0.12 m, and the stack stays upright. Very small steps give 0.13 m: the second box follows a
// little way.

import { number } from '../src/input/fields.js';
import type { Scene } from '../src/scene/scene.js';
import { column } from './column.js';
import type { About, SceneOptions } from './parts.js';
import { EDGE, stone, stoneScene } from './parts.js';

export interface BallAtBaseOptions extends SceneOptions {
  /** Boxes [1]. */
  count?: number;
  /** Speed of the ball [m/s]. */
  speed?: number;
}

export const about: About<BallAtBaseOptions> = {
  name: 'ball-at-base',
  description: 'A ball hits the lowest of ten boxes in a stack.',
  source: 'not in the papers; whether a blow moves what carries a stack, velocity-based shock propagation, section 4',
  options: {
    count: number('Boxes [1]', { min: 1, max: 1000, integer: true }),
    speed: number('Speed of the ball [m/s]', { min: 0, max: 100 }),
  },
};

/** Smaller than the box, so that it flies clear of the ground [m]. */
const BALL_RADIUS = 0.4;
/** Free way of the ball [m]. */
const APPROACH = 0.5;

export function ballAtBase({ count = 10, speed = 20 }: BallAtBaseOptions): Scene {
  const ball = stone('ball', { kind: 'sphere', radius: BALL_RADIUS }, [-EDGE / 2 - APPROACH - BALL_RADIUS, EDGE / 2, 0], {
    velocity: [speed, 0, 0],
  });
  return stoneScene(about, [...column(count), ball]);
}
