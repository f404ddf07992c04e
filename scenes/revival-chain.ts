// Cubes in a row, each touching the next, at rest on the ground for two seconds, until a ball hits the first: every one of them must
// move, the last as well. A method that freezes what rests has to revive all of them, in that step.
//
// The ball has no friction with anything, so it arrives at the height of the cubes' middles and strikes along the row. Blow by blow, with
// restitution e, it gives the first cube v (1 + e) m / (m + M), and each cube gives the next (1 + e) / 2 of what it got: of 10 m/s, the first of
// five gets 6.2 m/s, the last 4.1 m/s.

import { number } from '../src/input/fields.js';
import type { Scene } from '../src/scene/scene.js';
import type { About, SceneOptions } from './parts.js';
import { BALL, BOX, EDGE, stone, stoneScene } from './parts.js';

export interface RevivalChainOptions extends SceneOptions {
  /** Cubes [1]. */
  count?: number;
  /** Speed of the ball [m/s]. */
  speed?: number;
}

export const about: About<RevivalChainOptions> = {
  name: 'revival-chain',
  description: 'A ball hits the first of five cubes at rest in a touching row; all must move.',
  source: 'fast impulsive contact suite, figure 5 and section 5.2',
  options: {
    count: number('Cubes [1]', { min: 1, max: 20, integer: true }),
    speed: number('Speed of the ball [m/s]', { above: 0, max: 20 }),
  },
};

/** When the ball arrives [s]. */
const ARRIVAL = 2;

export function revivalChain({ count = 5, speed = 10 }: RevivalChainOptions): Scene {
  const cubes = Array.from({ length: count }, (_, i) => stone(`cube-${i}`, BOX, [i * EDGE, EDGE / 2, 0]));
  const ball = stone('ball', BALL, [-EDGE - speed * ARRIVAL, EDGE / 2, 0], { velocity: [speed, 0, 0], material: 'smooth' });
  return stoneScene(about, [...cubes, ball], {
    seconds: 4,
    materials: { default: { friction: 0.1, restitution: 0.8 }, smooth: { friction: 0, restitution: 0.8 } },
  });
}
