// Kinetic and potential energy of the bodies that impulses move.

import type { Vec3 } from '../math/vector.js';
import { dot, vectorAt } from '../math/vector.js';
import type { Columns } from '../table/table.js';
import type { Bodies } from './bodies.js';
import { spinOf } from './composite.js';
import type { NODE_SCHEMA } from './node-table.js';

type Nodes = Columns<typeof NODE_SCHEMA>;

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

/** Twice the kinetic energy that a body would have with the velocity u[k .. k + 6) [J]. */
export function energyOf({ mass, moments, rotation, principal }: Nodes, row: number, u: Float64Array, k: number): number {
  const square = u[k] * u[k] + u[k + 1] * u[k + 1] + u[k + 2] * u[k + 2];
  // The angular velocity in the principal frame: multiplied by the inverse of the body's rotation, then of `principal`.
  const r = 9 * row;
  const wx = u[k + 3];
  const wy = u[k + 4];
  const wz = u[k + 5];
  const bx = rotation[r] * wx + rotation[r + 3] * wy + rotation[r + 6] * wz;
  const by = rotation[r + 1] * wx + rotation[r + 4] * wy + rotation[r + 7] * wz;
  const bz = rotation[r + 2] * wx + rotation[r + 5] * wy + rotation[r + 8] * wz;
  const px = -principal[4 * row];
  const py = -principal[4 * row + 1];
  const pz = -principal[4 * row + 2];
  const pw = principal[4 * row + 3];
  // v + 2 p x (p x v + w v)
  const cx = py * bz - pz * by + pw * bx;
  const cy = pz * bx - px * bz + pw * by;
  const cz = px * by - py * bx + pw * bz;
  const x = bx + 2 * (py * cz - pz * cy);
  const y = by + 2 * (pz * cx - px * cz);
  const z = bz + 2 * (px * cy - py * cx);
  const spin = moments[3 * row] * x * x + moments[3 * row + 1] * y * y + moments[3 * row + 2] * z * z;
  return mass[row] * square + spin;
}

function* movers({ nodes }: Bodies): Generator<number> {
  const { mover, mass, active } = nodes.columns;
  for (let row = 0; row < nodes.size; row++) {
    if (nodes.isLive(row) && mover[row] === row && mass[row] > 0 && active[row] !== 0) yield row;
  }
}
