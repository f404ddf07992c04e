// Symmetric 3x3 matrices as six numbers [xx, yy, zz, xy, xz, yz]: inertia tensors, their inverses and principal axes.

import type { Quat, Vec3 } from './vector.js';
import { normalizeQuat } from './vector.js';

/** [xx, yy, zz, xy, xz, yz] */
export type Sym3 = [number, number, number, number, number, number];
type S = Readonly<Sym3>;

export function addSym(a: S, b: S): Sym3 {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5]];
}
export function scaleSym(a: S, s: number): Sym3 {
  return [a[0] * s, a[1] * s, a[2] * s, a[3] * s, a[4] * s, a[5] * s];
}
export function multiplySym(a: S, v: Readonly<Vec3>): Vec3 {
  return [
    a[0] * v[0] + a[3] * v[1] + a[4] * v[2],
    a[3] * v[0] + a[1] * v[1] + a[5] * v[2],
    a[4] * v[0] + a[5] * v[1] + a[2] * v[2],
  ];
}
export function determinantSym(a: S): number {
  return a[0] * (a[1] * a[2] - a[5] * a[5]) - a[3] * (a[3] * a[2] - a[5] * a[4]) + a[4] * (a[3] * a[5] - a[1] * a[4]);
}
export function invertSym(a: S): Sym3 {
  const d = 1 / determinantSym(a);
  return [
    (a[1] * a[2] - a[5] * a[5]) * d,
    (a[0] * a[2] - a[4] * a[4]) * d,
    (a[0] * a[1] - a[3] * a[3]) * d,
    (a[4] * a[5] - a[3] * a[2]) * d,
    (a[3] * a[5] - a[4] * a[1]) * d,
    (a[3] * a[4] - a[0] * a[5]) * d,
  ];
}

/** Row-major 3x3 matrix of a unit quaternion. */
export function matrixOfQuat(q: Readonly<Quat>): number[] {
  const [x, y, z, w] = q;
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y - w * z),
    2 * (x * z + w * y),
    2 * (x * y + w * z),
    1 - 2 * (x * x + z * z),
    2 * (y * z - w * x),
    2 * (x * z - w * y),
    2 * (y * z + w * x),
    1 - 2 * (x * x + y * y),
  ];
}

/** R a R^T for the rotation R of `q`: transforms a tensor from the local frame to the outer one. */
export function rotateSym(q: Readonly<Quat>, a: S): Sym3 {
  const r = matrixOfQuat(q);
  const m = [a[0], a[3], a[4], a[3], a[1], a[5], a[4], a[5], a[2]];
  const entry = (i: number, j: number): number => {
    let sum = 0;
    for (let k = 0; k < 3; k++) for (let l = 0; l < 3; l++) sum += r[3 * i + k] * m[3 * k + l] * r[3 * j + l];
    return sum;
  };
  return [entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(0, 2), entry(1, 2)];
}

/**
 * Principal moments in ascending order, and the rotation R from the principal frame: a = R diag(moments) R^T, by the
 * cyclic Jacobi method. The order makes the moments independent of the frame in which a body is described.
 */
export function principalAxes(a: S): { moments: Vec3; orientation: Quat } {
  // Most shapes are described in their principal frame.
  if (a[3] === 0 && a[4] === 0 && a[5] === 0 && a[0] <= a[1] && a[1] <= a[2]) {
    return { moments: [a[0], a[1], a[2]], orientation: [0, 0, 0, 1] };
  }
  const m = [
    [a[0], a[3], a[4]],
    [a[3], a[1], a[5]],
    [a[4], a[5], a[2]],
  ];
  const v = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  for (let sweep = 0; sweep < 32; sweep++) {
    const off = m[0][1] * m[0][1] + m[0][2] * m[0][2] + m[1][2] * m[1][2];
    const diagonal = m[0][0] * m[0][0] + m[1][1] * m[1][1] + m[2][2] * m[2][2];
    if (off <= 1e-32 * diagonal) break;
    for (const [p, q] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const) {
      const apq = m[p][q];
      if (apq === 0) continue;
      const theta = (m[q][q] - m[p][p]) / (2 * apq);
      const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
      const c = 1 / Math.sqrt(t * t + 1);
      const s = t * c;
      for (let k = 0; k < 3; k++) {
        const kp = m[k][p];
        const kq = m[k][q];
        m[k][p] = c * kp - s * kq;
        m[k][q] = s * kp + c * kq;
      }
      for (let k = 0; k < 3; k++) {
        const pk = m[p][k];
        const qk = m[q][k];
        m[p][k] = c * pk - s * qk;
        m[q][k] = s * pk + c * qk;
        const vp = v[k][p];
        const vq = v[k][q];
        v[k][p] = c * vp - s * vq;
        v[k][q] = s * vp + c * vq;
      }
    }
  }
  const order = [0, 1, 2].sort((p, q) => m[p][p] - m[q][q]);
  const [p, q, r] = order;
  const axes = v.map((row) => [row[p], row[q], row[r]]);
  // An odd permutation of axes makes the frame left-handed; reversing one axis makes it right-handed again.
  const isOdd = (p > q ? 1 : 0) + (p > r ? 1 : 0) + (q > r ? 1 : 0);
  if (isOdd % 2 === 1) for (const row of axes) row[2] = -row[2];
  return { moments: [m[p][p], m[q][q], m[r][r]], orientation: quatOfMatrix(axes.flat()) };
}

/** The unit quaternion of a rotation given as a row-major 3x3 matrix. */
export function quatOfMatrix(r: readonly number[]): Quat {
  const [a, b, c, d, e, f, g, h, i] = r as [number, number, number, number, number, number, number, number, number];
  const trace = a + e + i;
  if (trace > 0) return normalizeQuat([h - f, c - g, d - b, 1 + trace]);
  if (a >= e && a >= i) return normalizeQuat([1 + a - e - i, b + d, c + g, h - f]);
  if (e >= i) return normalizeQuat([b + d, 1 + e - a - i, f + h, c - g]);
  return normalizeQuat([c + g, f + h, 1 + i - a - e, d - b]);
}

/**
 * Writes the inverse of the symmetric matrix (xx, yy, zz, xy, xz, yz) at from[at ..] to to[k ..]. The two may coincide.
 */
export function invertSymmetric(from: Float64Array, at: number, to: Float64Array, k: number): void {
  const xx = from[at];
  const yy = from[at + 1];
  const zz = from[at + 2];
  const xy = from[at + 3];
  const xz = from[at + 4];
  const yz = from[at + 5];
  const d = 1 / (xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz));
  to[k] = (yy * zz - yz * yz) * d;
  to[k + 1] = (xx * zz - xz * xz) * d;
  to[k + 2] = (xx * yy - xy * xy) * d;
  to[k + 3] = (xz * yz - xy * zz) * d;
  to[k + 4] = (xy * yz - xz * yy) * d;
  to[k + 5] = (xy * xz - yz * xx) * d;
}
