// The operations of vector.ts in a form that writes to an existing vector, with the same bits, for steps, which must
// not allocate. The result may be one of the operands.

import type { Quat, Vec3 } from './vector.js';

type V = Readonly<Vec3>;

export function put(out: Vec3, x: number, y: number, z: number): void {
  out[0] = x;
  out[1] = y;
  out[2] = z;
}
export function copyInto(out: Vec3, a: V): void {
  put(out, a[0], a[1], a[2]);
}
/** Reads the vector at column[k ..]. */
export function readInto(out: Vec3, column: Float64Array, k: number): void {
  put(out, column[k], column[k + 1], column[k + 2]);
}
export function addInto(out: Vec3, a: V, b: V): void {
  put(out, a[0] + b[0], a[1] + b[1], a[2] + b[2]);
}
export function subtractInto(out: Vec3, a: V, b: V): void {
  put(out, a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
export function scaleInto(out: Vec3, a: V, s: number): void {
  put(out, a[0] * s, a[1] * s, a[2] * s);
}
/** a + s b */
export function addScaledInto(out: Vec3, a: V, b: V, s: number): void {
  put(out, a[0] + b[0] * s, a[1] + b[1] * s, a[2] + b[2] * s);
}
export function crossInto(out: Vec3, a: V, b: V): void {
  put(out, a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]);
}
export function rotateInto(out: Vec3, q: Readonly<Quat>, v: V): void {
  const tx = (q[1] * v[2] - q[2] * v[1]) * 2;
  const ty = (q[2] * v[0] - q[0] * v[2]) * 2;
  const tz = (q[0] * v[1] - q[1] * v[0]) * 2;
  put(
    out,
    v[0] + tx * q[3] + (q[1] * tz - q[2] * ty),
    v[1] + ty * q[3] + (q[2] * tx - q[0] * tz),
    v[2] + tz * q[3] + (q[0] * ty - q[1] * tx),
  );
}
