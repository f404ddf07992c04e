// 125 balls in columns of five, each touching its neighbours on all sides. The columns are in equilibrium, but no more than that:
// noise changes the masses alone, since a ball that is not right above the one below it would roll off.

import { number } from '../src/input/fields.js';
import type { Vec3 } from '../src/math/vector.js';
import type { Scene, SceneBody } from '../src/scene/scene.js';
import { disorder, NO_ROOM, noiseField } from './disorder.js';
import type { About, SceneOptions } from './parts.js';
import { BALL, EDGE, stone, stoneScene } from './parts.js';

export interface BallGridOptions extends SceneOptions {
  /** Balls along each edge of the grid [1]. */
  side?: number;
  /** Disorder, from 0 to 1 [1]. */
  noise?: number;
}

export const about: About<BallGridOptions> = {
  name: 'ball-grid',
  description: 'A cubic grid of 125 touching balls, five to a column.',
  source: 'velocity-based shock propagation, figure 13',
  options: { side: number('Balls along each edge of the grid [1]', { min: 1, max: 30, integer: true }), noise: noiseField },
};

export function ballGrid({ seed, side = 5, noise = 0 }: BallGridOptions): Scene {
  const disturb = disorder(noise, seed);
  const balls: SceneBody[] = [];
  const middle = (side - 1) / 2;
  for (let j = 0; j < side; j++) {
    for (let k = 0; k < side; k++) {
      for (let i = 0; i < side; i++) {
        const place: Vec3 = [EDGE * (i - middle), EDGE * (j + 0.5), EDGE * (k - middle)];
        balls.push(disturb(stone(`ball-${balls.length}`, BALL, place), NO_ROOM));
      }
    }
  }
  return stoneScene(about, balls);
}
