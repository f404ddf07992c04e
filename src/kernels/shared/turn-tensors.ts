// The inertia of a link and its inverse in the world's axes. assembly/turn-tensors.ts has the same for both at once.

import { INERTIA, INVERSE_INERTIA, OWN_INERTIA, OWN_INVERSE } from '../flight-layout.js';
import type { F64, I32, Numbers } from './numbers.js';

/** R J R^T and R J^-1 R^T of a link, of whose rotation the numbers from `a` to `i` are the rows. */
export function turnTensorsOfLink(
  m: Numbers,
  at: I32,
  a: F64,
  b: F64,
  c: F64,
  d: F64,
  e: F64,
  f: F64,
  g: F64,
  h: F64,
  i: F64,
): void {
  turnTensor(m, at + OWN_INERTIA, at + INERTIA, a, b, c, d, e, f, g, h, i);
  turnTensor(m, at + OWN_INVERSE, at + INVERSE_INERTIA, a, b, c, d, e, f, g, h, i);
}

function turnTensor(m: Numbers, own: I32, to: I32, a: F64, b: F64, c: F64, d: F64, e: F64, f: F64, g: F64, h: F64, i: F64): void {
  const xx = m[own];
  const yy = m[own + 1];
  const zz = m[own + 2];
  const xy = m[own + 3];
  const xz = m[own + 4];
  const yz = m[own + 5];
  const ax = a * xx + b * xy + c * xz;
  const ay = a * xy + b * yy + c * yz;
  const az = a * xz + b * yz + c * zz;
  const bx = d * xx + e * xy + f * xz;
  const by = d * xy + e * yy + f * yz;
  const bz = d * xz + e * yz + f * zz;
  const cx = g * xx + h * xy + i * xz;
  const cy = g * xy + h * yy + i * yz;
  const cz = g * xz + h * yz + i * zz;
  m[to] = ax * a + ay * b + az * c;
  m[to + 1] = bx * d + by * e + bz * f;
  m[to + 2] = cx * g + cy * h + cz * i;
  m[to + 3] = ax * d + ay * e + az * f;
  m[to + 4] = ax * g + ay * h + az * i;
  m[to + 5] = bx * g + by * h + bz * i;
}
