// How long a group may go on until the next of its open contacts is hit. The paper leaves this to the simulator around the suite; here
// a group is stepped from impact to impact, so that what bounces does so where it touches, with the speed that it has there, and
// momentum, angular momentum and energy are kept as the bodies really move.

import type { Settings } from '../../settings.js';
import * as layout from '../../solvers/contact-record.js';
import { rowVelocity } from '../../solvers/projected-gauss-seidel.js';
import { grown } from '../../solvers/quadratic/grown.js';
import { contacts, isActive, OPEN, TOUCHING, touch } from './group-contacts.js';

const { RECORD_LENGTH } = layout;

/** Six numbers a row: what forces do to bodies that fly, zero for others [m/s^2]. */
let acceleration = new Float64Array(0);
/** 1 for rows of the group at hand that no contact holds. */
let isFlying = new Int32Array(0);

/** Whether nothing holds the body of a row, of those that findFlight() was last told of. */
export function flies(row: number): boolean {
  return isFlying[row] === 1;
}

/** Finds which of `count` rows fly through the next dt [s]: no contact that touches them will be pressed. */
export function findFlight(rows: Int32Array, count: number, { gravity }: Settings, dt: number): void {
  const { arrays, nodes, touching } = contacts;
  const { record, movers, u } = arrays;
  isFlying = grown(isFlying, nodes.inverseMass.length);
  acceleration = grown(acceleration, 6 * nodes.inverseMass.length);
  for (let end = 0; end < 2 * arrays.count; end++) stand(movers[end] / 6);
  for (let i = 0; i < count; i++) {
    const row = rows[i];
    isFlying[row] = 1;
    for (let c = 0; c < 3; c++) {
      acceleration[6 * row + c] = nodes.gravityScale[row] * gravity[c] + nodes.inverseMass[row] * nodes.force[6 * row + c];
    }
  }
  for (let i = 0; i < arrays.count; i++) {
    if (touching[i] === 0) continue;
    const [a, b] = [movers[2 * i], movers[2 * i + 1]];
    const k = i * RECORD_LENGTH;
    const leaving = rowVelocity(record, k, 0, u, a, b) + dt * rowVelocity(record, k, 0, acceleration, a, b);
    if (leaving > 0) continue;
    isFlying[a / 6] = 0;
    isFlying[b / 6] = 0;
  }
  for (let i = 0; i < count; i++) if (isFlying[rows[i]] === 0) stand(rows[i]);
}

function stand(row: number): void {
  isFlying[row] = 0;
  acceleration.fill(0, 6 * row, 6 * row + 6);
}

/** The time until something hits [s], at most `most`. What hits slower than `slowest` [m/s] is left to the static contacts. */
export function timeToImpact(most: number, slowest: number): number {
  let time = most;
  for (let i = 0; i < contacts.arrays.count; i++) {
    if (contacts.state[i] === OPEN && isActive(i)) time = Math.min(time, timeOf(i, slowest));
  }
  return time;
}

/** What would be hit within dt [s] touches from now on: its gap is taken for closed. */
export function closeGaps(dt: number, slowest: number): void {
  for (let i = 0; i < contacts.arrays.count; i++) {
    if (contacts.state[i] === OPEN && isActive(i) && timeOf(i, slowest) < dt) touch(i, TOUCHING);
  }
}

/** When a gap is closed, by v t + a t^2 / 2; infinite where it never is, or slowly [s]. */
function timeOf(i: number, slowest: number): number {
  const { record, movers, u } = contacts.arrays;
  const k = i * RECORD_LENGTH;
  const gap = contacts.gap[i];
  const v = -rowVelocity(record, k, 0, u, movers[2 * i], movers[2 * i + 1]);
  const a = -rowVelocity(record, k, 0, acceleration, movers[2 * i], movers[2 * i + 1]);
  const squared = v * v + 2 * a * gap;
  if (squared <= slowest * slowest || (v <= 0 && a <= 0)) return Number.POSITIVE_INFINITY;
  // The smaller root, written so that it holds without acceleration too.
  return (2 * gap) / (v + Math.sqrt(squared));
}
