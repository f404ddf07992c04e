// A pyramid on a square base: every block lies over the corner where four blocks below meet.

import { number } from '../src/input/fields.js';
import type { Vec3 } from '../src/math/vector.js';
import type { Scene, SceneBody } from '../src/scene/scene.js';
import type { About, SceneOptions } from './parts.js';
import { stone, stoneScene } from './parts.js';

export interface SquarePyramidOptions extends SceneOptions {
  /** About so many bodies [1]. */
  bodies?: number;
}

export const about: About<SquarePyramidOptions> = {
  name: 'square-pyramid',
  description: 'A pyramid on a square base, of about 1000 blocks unless told otherwise.',
  source: 'not in the papers; made to be seen with 100,000 blocks on the GPU',
  options: { bodies: number('About so many bodies [1]', { min: 1, max: 1_000_000, integer: true }) },
};

/** A block [m], and the joint between neighbours of a layer, by which loads have one way only: down [m]. */
const BLOCK: Readonly<Vec3> = [1, 0.5, 1];
const JOINT = 0.01;

export function squarePyramid({ bodies = 1000 }: SquarePyramidOptions): Scene {
  const base = baseFor(bodies);
  const spacing = BLOCK[0] + JOINT;
  const blocks: SceneBody[] = [];
  for (let layer = 0; layer < base; layer++) {
    const side = base - layer;
    for (let i = 0; i < side * side; i++) {
      const [column, row] = [i % side, Math.floor(i / side)];
      const place: Vec3 = [spacing * (column - (side - 1) / 2), BLOCK[1] * (layer + 0.5), spacing * (row - (side - 1) / 2)];
      blocks.push(stone(`block-${blocks.length}`, { kind: 'box', size: BLOCK }, place));
    }
  }
  return stoneScene(about, blocks);
}

/** Blocks along the base, so that there are as many as can be had nearest to what is wanted. */
function baseFor(bodies: number): number {
  const count = (base: number) => (base * (base + 1) * (2 * base + 1)) / 6;
  let base = 1;
  while (count(base + 1) - bodies <= bodies - count(base)) base++;
  return base;
}
