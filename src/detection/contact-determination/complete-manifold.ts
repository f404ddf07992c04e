// What becomes of a manifold beside its overlap: the closest points are in it, and no two contacts have one name. The kernel compiles
// this too.

import { type F64, type I32, INFINITE } from '../../kernels/shared/numbers.js';
import type { PrincipalContact } from '../narrow-phase/principal-contact.js';
import type { Manifold } from './manifold.js';
import { featureId, MAX_RAW_CONTACTS, mirroredFeatureId, SINGLE } from './manifold.js';

/** The closest points are among the contacts when one is as deep but for this share of the envelope and of the depth [1]. */
const AS_DEEP = 1e-3;

/** The manifold of (b, a) becomes that of (a, b). */
export function mirrorManifold(m: Manifold): void {
  m.nx = -m.nx;
  m.ny = -m.ny;
  m.nz = -m.nz;
  for (let k = 0; k < 3 * m.count; k++) {
    const ofB = m.pointA[k];
    m.pointA[k] = m.pointB[k];
    m.pointB[k] = ofB;
  }
  for (let i = 0; i < m.count; i++) m.feature[i] = mirroredFeatureId(m.feature[i]);
}

/** Whether the closest points are among the contacts of a manifold. */
export function holdsClosest(principal: PrincipalContact, envelope: F64, m: Manifold): boolean {
  const deep = principal.gap + AS_DEEP * (envelope + Math.abs(principal.gap));
  for (let i = 0; i < m.count; i++) if (m.gap[i] <= deep) return true;
  return false;
}

export function addClosest(principal: PrincipalContact, id: I32, m: Manifold): void {
  const i = m.count < MAX_RAW_CONTACTS ? m.count++ : MAX_RAW_CONTACTS - 1;
  m.pointA[3 * i] = principal.ax;
  m.pointA[3 * i + 1] = principal.ay;
  m.pointA[3 * i + 2] = principal.az;
  m.pointB[3 * i] = principal.bx;
  m.pointB[3 * i + 1] = principal.by;
  m.pointB[3 * i + 2] = principal.bz;
  m.gap[i] = principal.gap;
  m.feature[i] = id;
}

/** Only rounding in a degenerate overlap can have named two contacts alike; the later one is renamed. */
export function makeUnique(m: Manifold): void {
  for (let i = 1; i < m.count; i++) {
    for (let j = 0; j < i; j++) {
      if (m.feature[i] !== m.feature[j]) continue;
      m.feature[i] += 1;
      j = -1;
    }
  }
}

/** The contact of two shapes of which one is a ball. */
export function singleContact(principal: PrincipalContact, out: Manifold): void {
  out.count = 0;
  out.beyond = INFINITE;
  out.nx = principal.nx;
  out.ny = principal.ny;
  out.nz = principal.nz;
  addClosest(principal, featureId(SINGLE, 0, 0), out);
}
