// A round tower: rings of 20 bricks, each ring turned by half a brick against the one below. Neighbours in a ring are a narrow
// joint apart at their inner edges, so that the tower stands by its bond alone.

import { number } from '../src/input/fields.js';
import { cos, sin } from '../src/math/portable.js';
import type { Scene, SceneBody } from '../src/scene/scene.js';
import { BRICK_ROOM, NOISY_JOINT } from './courses.js';
import { disorder, noiseField } from './disorder.js';
import type { About, SceneOptions } from './parts.js';
import { BRICK, brick, rotation, stoneScene } from './parts.js';

export interface TowerOptions extends SceneOptions {
  /** Rings [1]. */
  layers?: number;
  /** Disorder, from 0 to 1 [1]. */
  noise?: number;
}

export const about: About<TowerOptions> = {
  name: 'tower',
  description: 'A round tower of 320 bricks, 16 rings of 20.',
  source: 'velocity-based shock propagation, figure 11',
  options: { layers: number('Rings [1]', { min: 1, max: 1000, integer: true }), noise: noiseField },
};

const BRICKS_PER_RING = 20;
/** Between the inner edges of neighbours in a ring; noise widens it [m]. */
const JOINT = 0.01;

export function tower({ seed, layers = 16, noise = 0 }: TowerOptions): Scene {
  return stoneScene(about, towerBricks(layers, BRICKS_PER_RING, noise, seed));
}

/** The bricks of a tower of `layers` rings of `ring` bricks about the y axis, from the ground up. */
export function towerBricks(layers: number, ring: number, noise: number, seed: number): SceneBody[] {
  const radius = ringRadius(ring, noise);
  const disturb = disorder(noise, seed);
  const bricks: SceneBody[] = [];
  for (let layer = 0; layer < layers; layer++) {
    const y = BRICK[1] * (layer + 0.5);
    for (let i = 0; i < ring; i++) {
      const angle = (2 * Math.PI * (i + (layer % 2) / 2)) / ring;
      const orientation = rotation([0, 1, 0], angle);
      bricks.push(disturb(brick(bricks.length, [radius * sin(angle), y, radius * cos(angle)], { orientation }), BRICK_ROOM));
    }
  }
  return bricks;
}

/** From the axis to the middle of a brick, such that the inner edges of neighbours are a joint apart [m]. */
function ringRadius(ring: number, noise: number): number {
  const half = Math.PI / ring;
  const joint = JOINT + NOISY_JOINT * noise;
  return (BRICK[0] * cos(half) + joint) / (2 * sin(half)) + BRICK[2] / 2;
}

/** From the axis to the outer edges of the bricks, as they are without disorder [m]. */
export function ringReach(ring: number, noise: number): number {
  const outer = ringRadius(ring, noise) + BRICK[2] / 2;
  return Math.sqrt(outer * outer + (BRICK[0] * BRICK[0]) / 4);
}
