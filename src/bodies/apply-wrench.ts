// Application of impulses to the velocity of a body.

import { clearLocked } from '../math/locked-axes.js';
import type { Columns } from '../table/table.js';
import type { NODE_SCHEMA } from './node-table.js';

type Nodes = Columns<typeof NODE_SCHEMA>;

/**
 * Writes the angular impulse r x P to wrench[3 .. 5], for the impulse P in wrench[0 .. 2] and the arm r = (rx, ry, rz)
 * [m].
 */
export function writeMoment(wrench: Float64Array, rx: number, ry: number, rz: number): void {
  wrench[3] = ry * wrench[2] - rz * wrench[1];
  wrench[4] = rz * wrench[0] - rx * wrench[2];
  wrench[5] = rx * wrench[1] - ry * wrench[0];
}

/** u += M^-1 w of a row. The wrench w is an impulse [N s] and an angular impulse about the centre of mass [N m s]. */
export function applyWrench(nodes: Nodes, row: number, wrench: Float64Array): void {
  const { velocity: u, inverseMass, locks } = nodes;
  const k = 6 * row;
  u[k] += inverseMass[row] * wrench[0];
  u[k + 1] += inverseMass[row] * wrench[1];
  u[k + 2] += inverseMass[row] * wrench[2];
  applyTurn(nodes, row, wrench, 3);
  if (locks[row] !== 0) clearLocked(u, k, locks[row]);
}

/** Applies the angular impulse turn[t ..] [N m s] to a row. */
export function applyTurn({ velocity: u, inverseInertia: s }: Nodes, row: number, turn: Float64Array, t: number): void {
  const k = 6 * row;
  const x = turn[t];
  const y = turn[t + 1];
  const z = turn[t + 2];
  u[k + 3] += s[k] * x + s[k + 3] * y + s[k + 4] * z;
  u[k + 4] += s[k + 3] * x + s[k + 1] * y + s[k + 5] * z;
  u[k + 5] += s[k + 4] * x + s[k + 5] * y + s[k + 2] * z;
}
