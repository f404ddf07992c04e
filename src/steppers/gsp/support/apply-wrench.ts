// What a wrench does to a body.

import type { NODE_SCHEMA } from '../../../bodies/node-table.js';
import type { Columns } from '../../../table/table.js';

/** Changes the velocity of a mover by an impulse [N s] and an angular impulse [N m s] about its centre of mass. */
export function applyWrench(
  { velocity: u, inverseMass, inverseInertia: s }: Columns<typeof NODE_SCHEMA>,
  body: number,
  wrench: Float64Array,
): void {
  const v = 6 * body;
  const tx = wrench[3];
  const ty = wrench[4];
  const tz = wrench[5];
  u[v] += inverseMass[body] * wrench[0];
  u[v + 1] += inverseMass[body] * wrench[1];
  u[v + 2] += inverseMass[body] * wrench[2];
  u[v + 3] += s[v] * tx + s[v + 3] * ty + s[v + 4] * tz;
  u[v + 4] += s[v + 3] * tx + s[v + 1] * ty + s[v + 5] * tz;
  u[v + 5] += s[v + 4] * tx + s[v + 5] * ty + s[v + 2] * tz;
}
