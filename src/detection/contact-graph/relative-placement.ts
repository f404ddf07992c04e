// xform(e) of the contact graph paper: where B is, seen from A.

import type { NODE_SCHEMA } from '../../bodies/node-table.js';
import type { Columns } from '../../table/table.js';

/** Numbers of a placement: position, then orientation. */
export const PLACEMENT_SIZE = 7;

/** Writes the position [m] and orientation [1] of node b in the frame of node a to out[k ..]. */
export function relativePlacement(nodes: Columns<typeof NODE_SCHEMA>, a: number, b: number, out: Float64Array, k: number): void {
  const { position, orientation, rotation } = nodes;
  const dx = position[3 * b] - position[3 * a];
  const dy = position[3 * b + 1] - position[3 * a + 1];
  const dz = position[3 * b + 2] - position[3 * a + 2];
  const r = 9 * a;
  out[k] = rotation[r] * dx + rotation[r + 3] * dy + rotation[r + 6] * dz;
  out[k + 1] = rotation[r + 1] * dx + rotation[r + 4] * dy + rotation[r + 7] * dz;
  out[k + 2] = rotation[r + 2] * dx + rotation[r + 5] * dy + rotation[r + 8] * dz;
  const ax = -orientation[4 * a];
  const ay = -orientation[4 * a + 1];
  const az = -orientation[4 * a + 2];
  const aw = orientation[4 * a + 3];
  const bx = orientation[4 * b];
  const by = orientation[4 * b + 1];
  const bz = orientation[4 * b + 2];
  const bw = orientation[4 * b + 3];
  out[k + 3] = aw * bx + ax * bw + ay * bz - az * by;
  out[k + 4] = aw * by - ax * bz + ay * bw + az * bx;
  out[k + 5] = aw * bz + ax * by - ay * bx + az * bw;
  out[k + 6] = aw * bw - ax * bx - ay * by - az * bz;
}
