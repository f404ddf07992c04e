// Rotations by vectors: of other vectors, and of orientations.

import { cos, sin } from '../math/portable.js';

/** Turns v[at .. at + 3) by the angular velocity w[wAt ..] [rad/s] of dt [s]. */
export function turnVector(v: Float64Array, at: number, w: Float64Array, wAt: number, dt: number): void {
  const ax = dt * w[wAt];
  const ay = dt * w[wAt + 1];
  const az = dt * w[wAt + 2];
  const squared = ax * ax + ay * ay + az * az;
  // sin(a) / a and (1 - cos(a)) / a^2.
  let s = 1;
  let c = 0.5;
  if (squared > 1e-14) {
    const angle = Math.sqrt(squared);
    s = sin(angle) / angle;
    const half = sin(0.5 * angle) / (0.5 * angle);
    c = 0.5 * half * half;
  }
  const x = v[at];
  const y = v[at + 1];
  const z = v[at + 2];
  const bx = ay * z - az * y;
  const by = az * x - ax * z;
  const bz = ax * y - ay * x;
  v[at] = x + s * bx + c * (ay * bz - az * by);
  v[at + 1] = y + s * by + c * (az * bx - ax * bz);
  v[at + 2] = z + s * bz + c * (ax * by - ay * bx);
}

/** q <- exp(v) q for the rotation vector at v[at ..] [rad] in the world's frame. */
export function turnBy(orientation: Float64Array, row: number, v: Float64Array, at: number): void {
  const vx = v[at];
  const vy = v[at + 1];
  const vz = v[at + 2];
  const squared = vx * vx + vy * vy + vz * vz;
  let s = 0.5;
  let c = 1;
  if (squared > 1e-14) {
    const angle = Math.sqrt(squared);
    s = sin(0.5 * angle) / angle;
    c = cos(0.5 * angle);
  }
  const ax = s * vx;
  const ay = s * vy;
  const az = s * vz;
  const k = 4 * row;
  const x = orientation[k];
  const y = orientation[k + 1];
  const z = orientation[k + 2];
  const w = orientation[k + 3];
  orientation[k] = c * x + ax * w + ay * z - az * y;
  orientation[k + 1] = c * y - ax * z + ay * w + az * x;
  orientation[k + 2] = c * z + ax * y - ay * x + az * w;
  orientation[k + 3] = c * w - ax * x - ay * y - az * z;
  normalize(orientation, k);
}

/** Makes the quaternion at q[k ..] of unit length again. */
export function normalize(q: Float64Array, k: number): void {
  const s = 1 / Math.sqrt(q[k] * q[k] + q[k + 1] * q[k + 1] + q[k + 2] * q[k + 2] + q[k + 3] * q[k + 3]);
  for (let i = k; i < k + 4; i++) q[i] *= s;
}
