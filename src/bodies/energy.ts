// The energies of all bodies that move by forces.

import type { Vec3 } from '../math/vector.js';
import { dot } from '../math/vector.js';
import type { Bodies } from './bodies.js';
import { spinOf, vectorAt } from './composite.js';

/** Sum over all bodies of m v^2 / 2 + w.I w / 2 [J]. */
export function kineticEnergy(bodies: Bodies): number {
  const nodes = bodies.nodes.columns;
  let energy = 0;
  for (const row of movers(bodies)) {
    const velocity = vectorAt(nodes.velocity, 6 * row);
    energy += 0.5 * nodes.mass[row] * dot(velocity, velocity);
    energy += 0.5 * dot(vectorAt(nodes.velocity, 6 * row + 3), spinOf(nodes, row));
  }
  return energy;
}

/** Sum over all bodies of -m g.x, zero at the world's origin [J]. */
export function potentialEnergy(bodies: Bodies, gravity: Readonly<Vec3>): number {
  const nodes = bodies.nodes.columns;
  let energy = 0;
  for (const row of movers(bodies)) {
    energy -= nodes.gravityScale[row] * nodes.mass[row] * dot(gravity, vectorAt(nodes.position, 3 * row));
  }
  return energy;
}

function* movers({ nodes }: Bodies): Generator<number> {
  const { mover, mass, active } = nodes.columns;
  for (let row = 0; row < nodes.size; row++) {
    if (nodes.isLive(row) && mover[row] === row && mass[row] > 0 && active[row] !== 0) yield row;
  }
}
