// Points of a shape as contacts with a half-space, and the corners of a box. The kernel compiles this too.

import type { F64, I32, Numbers } from '../../kernels/shared/numbers.js';
import type { PlacedShape } from '../../shapes/placed-shape.js';
import type { PrincipalContact } from '../narrow-phase/principal-contact.js';
import type { Manifold } from './manifold.js';
import { CORNER_OF_A, featureId, MAX_RAW_CONTACTS } from './manifold.js';

/** Where the next contact goes: the end of the list or, when that is full, the place of the shallowest. */
function place(out: Manifold, gap: F64): I32 {
  if (out.count < MAX_RAW_CONTACTS) return out.count++;
  let shallowest = 0;
  for (let i = 1; i < out.count; i++) if (out.gap[i] > out.gap[shallowest]) shallowest = i;
  return gap < out.gap[shallowest] ? shallowest : -1;
}

/** Adds `point` as a contact when it is near enough to the plane. */
export function addPoint(point: Numbers, principal: PrincipalContact, envelope: F64, corner: I32, out: Manifold): void {
  const { nx, ny, nz } = principal;
  const gap = (principal.bx - point[0]) * nx + (principal.by - point[1]) * ny + (principal.bz - point[2]) * nz;
  if (gap > envelope) {
    out.beyond = Math.min(out.beyond, gap);
    return;
  }
  const i = place(out, gap);
  if (i < 0) return;
  out.gap[i] = gap;
  out.feature[i] = featureId(CORNER_OF_A, corner, 0);
  out.pointA[3 * i] = point[0];
  out.pointA[3 * i + 1] = point[1];
  out.pointA[3 * i + 2] = point[2];
  out.pointB[3 * i] = point[0] + gap * nx;
  out.pointB[3 * i + 1] = point[1] + gap * ny;
  out.pointB[3 * i + 2] = point[2] + gap * nz;
}

/** Sets `point` from the shape's own frame. */
export function setPoint(point: Numbers, shape: PlacedShape, x: F64, y: F64, z: F64): void {
  const r = shape.r;
  point[0] = shape.x + r[0] * x + r[1] * y + r[2] * z;
  point[1] = shape.y + r[3] * x + r[4] * y + r[5] * z;
  point[2] = shape.z + r[6] * x + r[7] * y + r[8] * z;
}

/** The corners of a box; `point` is what it works on. */
export function addCorners(point: Numbers, box: PlacedShape, principal: PrincipalContact, envelope: F64, out: Manifold): void {
  for (let corner = 0; corner < 8; corner++) {
    const x = (corner & 1) === 0 ? -box.a : box.a;
    const y = (corner & 2) === 0 ? -box.b : box.b;
    const z = (corner & 4) === 0 ? -box.c : box.c;
    setPoint(point, box, x, y, z);
    addPoint(point, principal, envelope, corner, out);
  }
}
