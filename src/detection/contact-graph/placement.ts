// Where one body is to another, and how far it has moved since: xform(e) of the contact graph paper, section 3. The kernel compiles it too.

import { type F64, type I32, INFINITE, type Numbers } from '../../kernels/shared/numbers.js';

/** Less than this of two turns is alike, by the cosine of half the angle between them: a body that has turned so far has moved far [1]. */
const ALIKE: F64 = 0.9;
/** Numbers of a placement: PLACEMENT_SIZE of edge-table.ts. */
const SIZE: I32 = 7;

/** Writes the position [m] and orientation [1] of node b in the frame of node a to out[k ..]. */
export function writePlacement(
  position: Numbers,
  orientation: Numbers,
  rotation: Numbers,
  a: I32,
  b: I32,
  out: Numbers,
  k: I32,
): void {
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

/** Whether two placements, at was[k ..] and now[p ..], are the same to the last bit. */
export function isSamePlacement(was: Numbers, k: I32, now: Numbers, p: I32): boolean {
  for (let j = 0; j < SIZE; j++) if (was[k + j] !== now[p + j]) return false;
  return true;
}

/**
 * How far the points of the smaller body have moved against the other body from one placement of B in A's frame to another, at the most [m]:
 * the motion of the centre of that body, and the turn times its reach [m]. Infinite where it has turned far.
 */
export function motionBetween(was: Numbers, k: I32, now: Numbers, p: I32, reachA: F64, reachB: F64): F64 {
  // The turn, as a rotation vector in A's frame: twice the vector part of q' conj(q).
  const qx = was[k + 3];
  const qy = was[k + 4];
  const qz = was[k + 5];
  const qw = was[k + 6];
  const x = now[p + 3];
  const y = now[p + 4];
  const z = now[p + 5];
  const w = now[p + 6];
  const cosine = x * qx + y * qy + z * qz + w * qw;
  if (cosine < ALIKE) return INFINITE;
  const tx = 2 * (-w * qx + x * qw - y * qz + z * qy);
  const ty = 2 * (-w * qy + x * qz + y * qw - z * qx);
  const tz = 2 * (-w * qz - x * qy + y * qx + z * qw);
  let dx = now[p] - was[k];
  let dy = now[p + 1] - was[k + 1];
  let dz = now[p + 2] - was[k + 2];
  let arm = reachB;
  if (reachA < arm) {
    dx -= ty * was[k + 2] - tz * was[k + 1];
    dy -= tz * was[k] - tx * was[k + 2];
    dz -= tx * was[k + 1] - ty * was[k];
    arm = reachA;
  }
  return Math.sqrt(dx * dx + dy * dy + dz * dz) + arm * Math.sqrt(tx * tx + ty * ty + tz * tz);
}
