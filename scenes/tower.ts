// A round tower: rings of 20 bricks, each ring turned by half a brick against the one below. Neighbours in a ring are a narrow
// joint apart at their inner edges, so that the tower stands by its bond alone.

import { number } from '../src/input/fields.js';
import { cos, sin } from '../src/math/portable.js';
import type { Scene, SceneBody } from '../src/scene/scene.js';
import type { About, SceneOptions } from './parts.js';
import { BRICK, brick, rotation, stoneScene } from './parts.js';

export interface TowerOptions extends SceneOptions {
  /** Rings [1]. */
  layers?: number;
}

export const about: About<TowerOptions> = {
  name: 'tower',
  description: 'A round tower of 320 bricks, 16 rings of 20.',
  source: 'velocity-based shock propagation, figure 11',
  options: { layers: number('Rings [1]', { min: 1, max: 1000, integer: true }) },
};

const BRICKS_PER_RING = 20;
/** Between the inner edges of neighbours in a ring [m]. */
const JOINT = 0.01;

export function tower({ layers = 16 }: TowerOptions): Scene {
  return stoneScene(about, towerBricks(layers));
}

/** The bricks of a tower of that many rings about the y axis, from the ground up. */
export function towerBricks(layers: number): SceneBody[] {
  const radius = ringRadius();
  const bricks: SceneBody[] = [];
  for (let layer = 0; layer < layers; layer++) {
    const y = BRICK[1] * (layer + 0.5);
    for (let i = 0; i < BRICKS_PER_RING; i++) {
      const angle = (2 * Math.PI * (i + (layer % 2) / 2)) / BRICKS_PER_RING;
      const orientation = rotation([0, 1, 0], angle);
      bricks.push(brick(bricks.length, [radius * sin(angle), y, radius * cos(angle)], { orientation }));
    }
  }
  return bricks;
}

/** From the axis to the middle of a brick, such that the inner edges of neighbours are a joint apart [m]. */
function ringRadius(): number {
  const half = Math.PI / BRICKS_PER_RING;
  return (BRICK[0] * cos(half) + JOINT) / (2 * sin(half)) + BRICK[2] / 2;
}
