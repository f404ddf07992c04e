// How far shapes reach.

import type { Bodies } from '../../bodies/bodies.js';
import { SPHERE } from '../../shapes/shape-kinds.js';

/**
 * How far a shape reaches from the centre of its mover; 0 for what turning leaves where it is, infinitely far for a
 * half-space [m].
 */
export function reachFrom({ nodes, shapes }: Bodies, shape: number, row: number): number {
  const { owner, reach, kind, position: p } = shapes.columns;
  const { position: x } = nodes.columns;
  const own = owner[shape];
  if (own === row) {
    const isBall = kind[shape] === SPHERE && p[3 * shape] === 0 && p[3 * shape + 1] === 0 && p[3 * shape + 2] === 0;
    return isBall ? 0 : reach[shape];
  }
  let square = 0;
  for (let k = 0; k < 3; k++) square += (x[3 * own + k] - x[3 * row + k]) * (x[3 * own + k] - x[3 * row + k]);
  return reach[shape] + Math.sqrt(square);
}
