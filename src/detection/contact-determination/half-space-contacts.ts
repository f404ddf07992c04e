// Contacts of a bounded shape (A) with a half-space (B): every corner within the envelope. Round shapes have a few points
// instead: the ends of a capsule, and of a cylinder either the two ends of its lowest line or points of the rim of its lower cap.

import type { PlacedShape } from '../../shapes/placed-shape.js';
import { BOX, HULL } from '../../shapes/shape-kinds.js';
import type { PrincipalContact } from '../narrow-phase/principal-contact.js';
import type { Manifold } from './manifold.js';
import { CORNER_OF_A, featureId, MAX_RAW_CONTACTS } from './manifold.js';
import { SupportingFeature, supportingFeature } from './supporting-feature.js';

/** What finding them works on. */
export class HalfSpaceWorkspace {
  readonly feature = new SupportingFeature();
  readonly normal = new Float64Array(3);
  readonly point = new Float64Array(3);
}

/** Where the next contact goes: the end of the list or, when that is full, the place of the shallowest. */
function place(out: Manifold, gap: number): number {
  if (out.count < MAX_RAW_CONTACTS) return out.count++;
  let shallowest = 0;
  for (let i = 1; i < out.count; i++) if (out.gap[i] > out.gap[shallowest]) shallowest = i;
  return gap < out.gap[shallowest] ? shallowest : -1;
}

/** Adds `point` as a contact when it is near enough to the plane. */
function addPoint(work: HalfSpaceWorkspace, principal: PrincipalContact, envelope: number, corner: number, out: Manifold): void {
  const { point } = work;
  const { nx, ny, nz } = principal;
  const gap = (principal.bx - point[0]) * nx + (principal.by - point[1]) * ny + (principal.bz - point[2]) * nz;
  if (gap > envelope) return;
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
function setPoint(work: HalfSpaceWorkspace, shape: PlacedShape, x: number, y: number, z: number): void {
  const { point } = work;
  const r = shape.r;
  point[0] = shape.x + r[0] * x + r[1] * y + r[2] * z;
  point[1] = shape.y + r[3] * x + r[4] * y + r[5] * z;
  point[2] = shape.z + r[6] * x + r[7] * y + r[8] * z;
}

export function halfSpaceContacts(
  work: HalfSpaceWorkspace,
  a: PlacedShape,
  principal: PrincipalContact,
  envelope: number,
  out: Manifold,
): void {
  const { normal, feature, point } = work;
  const hull = a.hull;
  if (a.kind === BOX) {
    for (let corner = 0; corner < 8; corner++) {
      setPoint(work, a, (corner & 1) === 0 ? -a.a : a.a, (corner & 2) === 0 ? -a.b : a.b, (corner & 4) === 0 ? -a.c : a.c);
      addPoint(work, principal, envelope, corner, out);
    }
    return;
  }
  if (a.kind === HULL && hull !== null) {
    const v = hull.vertices;
    for (let corner = 0; 3 * corner < v.length; corner++) {
      setPoint(work, a, v[3 * corner], v[3 * corner + 1], v[3 * corner + 2]);
      addPoint(work, principal, envelope, corner, out);
    }
    return;
  }
  normal[0] = principal.nx;
  normal[1] = principal.ny;
  normal[2] = principal.nz;
  supportingFeature(a, normal, 1, feature);
  const points = feature.hasTips ? feature.tips : feature.points;
  for (let i = 0; i < feature.count; i++) {
    for (let k = 0; k < 3; k++) point[k] = points[3 * i + k];
    addPoint(work, principal, envelope, feature.corners[i], out);
  }
}
