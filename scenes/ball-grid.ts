// 125 balls in columns of five, each touching its neighbours on all sides. The columns are in equilibrium, but no more than that.

import { number } from '../src/input/fields.js';
import type { Scene, SceneBody } from '../src/scene/scene.js';
import type { About, SceneOptions } from './parts.js';
import { BALL, EDGE, stone, stoneScene } from './parts.js';

export interface BallGridOptions extends SceneOptions {
  /** Balls along each edge of the grid [1]. */
  side?: number;
}

export const about: About<BallGridOptions> = {
  name: 'ball-grid',
  description: 'A cubic grid of 125 touching balls, five to a column.',
  source: 'velocity-based shock propagation, figure 13',
  options: { side: number('Balls along each edge of the grid [1]', { min: 1, max: 30, integer: true }) },
};

export function ballGrid({ side = 5 }: BallGridOptions): Scene {
  const balls: SceneBody[] = [];
  const middle = (side - 1) / 2;
  for (let j = 0; j < side; j++) {
    for (let k = 0; k < side; k++) {
      for (let i = 0; i < side; i++) {
        balls.push(stone(`ball-${balls.length}`, BALL, [EDGE * (i - middle), EDGE * (j + 0.5), EDGE * (k - middle)]));
      }
    }
  }
  return stoneScene(about, balls);
}
