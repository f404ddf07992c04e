// Spheres against shapes whose nearest point is known in closed form. The sphere is always shape A. The
// kernel compiles it too.

import type { F64 } from '../../kernels/shared/numbers.js';
import type { PlacedShape } from '../../shapes/placed-shape.js';
import { leaveApart, type PrincipalContact } from './principal-contact.js';

/** A centre nearer to a surface than this share of the size is on it: the direction to the nearest point would be noise [1]. */
const ON_SURFACE = 1e-9;

/** Fills `out` for a ball of radius `r` about (x, y, z) whose unit normal to the other shape is set, at `gap` from it. */
function finish(out: PrincipalContact, x: F64, y: F64, z: F64, r: F64, gap: F64): void {
  out.gap = gap;
  out.ax = x + r * out.nx;
  out.ay = y + r * out.ny;
  out.az = z + r * out.nz;
  out.bx = out.ax + gap * out.nx;
  out.by = out.ay + gap * out.ny;
  out.bz = out.az + gap * out.nz;
}

function setNormal(out: PrincipalContact, x: F64, y: F64, z: F64): void {
  out.nx = x;
  out.ny = y;
  out.nz = z;
}

export function sphereSphere(a: PlacedShape, b: PlacedShape, envelope: F64, out: PrincipalContact): boolean {
  const x = b.x - a.x;
  const y = b.y - a.y;
  const z = b.z - a.z;
  const square = x * x + y * y + z * z;
  const limit = a.a + b.a + envelope;
  const distance = Math.sqrt(square);
  if (square > limit * limit) return leaveApart(out, distance - limit);
  if (distance > ON_SURFACE * limit) setNormal(out, x / distance, y / distance, z / distance);
  else setNormal(out, 0, 1, 0);
  finish(out, a.x, a.y, a.z, a.a, distance - a.a - b.a);
  return true;
}

export function sphereCapsule(a: PlacedShape, b: PlacedShape, envelope: F64, out: PrincipalContact): boolean {
  const r = b.r;
  let x = b.x - a.x;
  let y = b.y - a.y;
  let z = b.z - a.z;
  const along = Math.max(-b.b, Math.min(b.b, -(x * r[1] + y * r[4] + z * r[7])));
  x += along * r[1];
  y += along * r[4];
  z += along * r[7];
  const square = x * x + y * y + z * z;
  const limit = a.a + b.a + envelope;
  const distance = Math.sqrt(square);
  if (square > limit * limit) return leaveApart(out, distance - limit);
  if (distance > ON_SURFACE * limit) setNormal(out, x / distance, y / distance, z / distance);
  // on the segment: out by the side
  else setNormal(out, r[0], r[3], r[6]);
  finish(out, a.x, a.y, a.z, a.a, distance - a.a - b.a);
  return true;
}

export function sphereBox(a: PlacedShape, b: PlacedShape, envelope: F64, out: PrincipalContact): boolean {
  const r = b.r;
  const dx = a.x - b.x;
  const dy = a.y - b.y;
  const dz = a.z - b.z;
  const x = r[0] * dx + r[3] * dy + r[6] * dz;
  const y = r[1] * dx + r[4] * dy + r[7] * dz;
  const z = r[2] * dx + r[5] * dy + r[8] * dz;
  const ox = x - Math.max(-b.a, Math.min(b.a, x));
  const oy = y - Math.max(-b.b, Math.min(b.b, y));
  const oz = z - Math.max(-b.c, Math.min(b.c, z));
  const square = ox * ox + oy * oy + oz * oz;
  const limit = a.a + envelope;
  const distance = Math.sqrt(square);
  if (square > limit * limit) return leaveApart(out, distance - limit);
  if (distance > ON_SURFACE * (b.a + b.b + b.c)) {
    const nx = -ox / distance;
    const ny = -oy / distance;
    const nz = -oz / distance;
    setNormal(out, r[0] * nx + r[1] * ny + r[2] * nz, r[3] * nx + r[4] * ny + r[5] * nz, r[6] * nx + r[7] * ny + r[8] * nz);
    finish(out, a.x, a.y, a.z, a.a, distance - a.a);
    return true;
  }
  // inside: out by the nearest face
  let axis = 0;
  let outside = Math.abs(x) - b.a;
  let side = x < 0 ? 1 : -1;
  if (Math.abs(y) - b.b > outside) {
    axis = 1;
    outside = Math.abs(y) - b.b;
    side = y < 0 ? 1 : -1;
  }
  if (Math.abs(z) - b.c > outside) {
    axis = 2;
    outside = Math.abs(z) - b.c;
    side = z < 0 ? 1 : -1;
  }
  setNormal(out, side * r[axis], side * r[3 + axis], side * r[6 + axis]);
  finish(out, a.x, a.y, a.z, a.a, outside - a.a);
  return true;
}

export function sphereCylinder(a: PlacedShape, b: PlacedShape, envelope: F64, out: PrincipalContact): boolean {
  const r = b.r;
  const dx = a.x - b.x;
  const dy = a.y - b.y;
  const dz = a.z - b.z;
  const x = r[0] * dx + r[3] * dy + r[6] * dz;
  const y = r[1] * dx + r[4] * dy + r[7] * dz;
  const z = r[2] * dx + r[5] * dy + r[8] * dz;
  const radial = Math.sqrt(x * x + z * z);
  const beyondSide = radial - b.a;
  const beyondCap = Math.abs(y) - b.b;
  const side = Math.max(0, beyondSide);
  const cap = Math.max(0, beyondCap);
  const distance = Math.sqrt(side * side + cap * cap);
  if (distance > a.a + envelope) return leaveApart(out, distance - a.a - envelope);
  // the outward direction as shares of the radial and the axial one
  let radially = 0;
  let axially = 0;
  let gap = distance - a.a;
  if (distance > ON_SURFACE * (b.a + b.b)) {
    radially = side / distance;
    axially = cap / distance;
  } else if (beyondSide > beyondCap) {
    radially = 1;
    gap = beyondSide - a.a;
  } else {
    axially = 1;
    gap = beyondCap - a.a;
  }
  const onAxis = radial <= ON_SURFACE * b.a;
  const nx = onAxis ? -radially : (-radially * x) / radial;
  const ny = y < 0 ? axially : -axially;
  const nz = onAxis ? 0 : (-radially * z) / radial;
  setNormal(out, r[0] * nx + r[1] * ny + r[2] * nz, r[3] * nx + r[4] * ny + r[5] * nz, r[6] * nx + r[7] * ny + r[8] * nz);
  finish(out, a.x, a.y, a.z, a.a, gap);
  return true;
}
