// Contacts of a bounded shape (A) with a half-space (B): every corner within the envelope. Round shapes have a few points
// instead: the ends of a capsule, and of a cylinder either the two ends of its lowest line or points of the rim of its lower cap.

import type { PlacedShape } from '../../shapes/placed-shape.js';
import { BOX, HULL } from '../../shapes/shape-kinds.js';
import type { PrincipalContact } from '../narrow-phase/principal-contact.js';
import { SupportingFeature } from './box-feature.js';
import { addCorners, addPoint, setPoint } from './half-space-points.js';
import type { Manifold } from './manifold.js';
import { supportingFeature } from './supporting-feature.js';

/** What finding them works on. */
export class HalfSpaceWorkspace {
  readonly feature = new SupportingFeature();
  readonly normal = new Float64Array(3);
  readonly point = new Float64Array(3);
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
    addCorners(point, a, principal, envelope, out);
    return;
  }
  if (a.kind === HULL && hull !== null) {
    const v = hull.vertices;
    for (let corner = 0; 3 * corner < v.length; corner++) {
      setPoint(point, a, v[3 * corner], v[3 * corner + 1], v[3 * corner + 2]);
      addPoint(point, principal, envelope, corner, out);
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
    addPoint(point, principal, envelope, feature.corners[i], out);
  }
}
