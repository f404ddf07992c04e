// Contact determination: the full set of contacts of two shapes whose closest points and normal the narrow phase has found.
//
// The supporting features of both shapes along the normal are laid over each other; every corner of their overlap within the
// envelope is a contact. Should the closest points themselves not be among these (a sphere, crossing edges, a corner over a
// cylinder's cap but not over the polygon that stands for it), they are a contact too.

import type { PlacedShape } from '../../shapes/placed-shape.js';
import { HALF_SPACE, SPHERE } from '../../shapes/shape-kinds.js';
import { mirror } from '../narrow-phase/closest.js';
import { PrincipalContact } from '../narrow-phase/principal-contact.js';
import { featureId, mirroredFeatureId, SINGLE } from './feature-id.js';
import { HalfSpaceWorkspace, halfSpaceContacts } from './half-space-contacts.js';
import type { Manifold } from './manifold.js';
import { MAX_RAW_CONTACTS } from './manifold.js';
import { OverlapWorkspace, overlap } from './projected-overlap.js';
import { Reduction, reduce } from './reduce.js';
import { SupportingFeature, supportingFeature } from './supporting-feature.js';

/** The closest points are among the contacts when one is as deep but for this share of the envelope and of the depth [1]. */
const AS_DEEP = 1e-3;

/** What determining the contacts of a pair works on. */
export class ManifoldWorkspace {
  readonly featureA = new SupportingFeature();
  readonly featureB = new SupportingFeature();
  readonly normal = new Float64Array(3);
  readonly mirrored = new PrincipalContact();
  readonly halfSpace = new HalfSpaceWorkspace();
  readonly overlap = new OverlapWorkspace();
  readonly reduction = new Reduction();
}

function copyContact(from: PrincipalContact, to: PrincipalContact): void {
  to.gap = from.gap;
  to.nx = from.nx;
  to.ny = from.ny;
  to.nz = from.nz;
  to.ax = from.ax;
  to.ay = from.ay;
  to.az = from.az;
  to.bx = from.bx;
  to.by = from.by;
  to.bz = from.bz;
}

function mirrorManifold(m: Manifold): void {
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

function holdsClosest(principal: PrincipalContact, envelope: number, m: Manifold): boolean {
  const deep = principal.gap + AS_DEEP * (envelope + Math.abs(principal.gap));
  for (let i = 0; i < m.count; i++) if (m.gap[i] <= deep) return true;
  return false;
}

function addClosest(principal: PrincipalContact, id: number, m: Manifold): void {
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
function makeUnique(m: Manifold): void {
  for (let i = 1; i < m.count; i++) {
    for (let j = 0; j < i; j++) {
      if (m.feature[i] !== m.feature[j]) continue;
      m.feature[i]++;
      j = -1;
    }
  }
}

/** The contact of two shapes of which one is a ball. */
export function singleContact(principal: PrincipalContact, out: Manifold): void {
  out.count = 0;
  out.nx = principal.nx;
  out.ny = principal.ny;
  out.nz = principal.nz;
  addClosest(principal, featureId(SINGLE, 0, 0), out);
}

/** Kinds in ascending order. */
function determineInOrder(
  work: ManifoldWorkspace,
  a: PlacedShape,
  b: PlacedShape,
  principal: PrincipalContact,
  envelope: number,
  out: Manifold,
): void {
  const { featureA, featureB, normal } = work;
  if (a.kind === SPHERE) {
    singleContact(principal, out);
    return;
  }
  if (b.kind === HALF_SPACE) {
    halfSpaceContacts(work.halfSpace, a, principal, envelope, out);
    featureA.id = 0;
    featureB.id = 0;
  } else {
    normal[0] = principal.nx;
    normal[1] = principal.ny;
    normal[2] = principal.nz;
    supportingFeature(a, normal, 1, featureA);
    supportingFeature(b, normal, -1, featureB);
    overlap(work.overlap, featureA, featureB, principal, envelope, out);
  }
  if (!holdsClosest(principal, envelope, out)) addClosest(principal, featureId(SINGLE, featureA.id, featureB.id), out);
}

/**
 * The contacts of shapes a and b, placed in one frame, whose closest points `principal` are within `envelope` [m]; at most
 * `maxContacts` of them, the deepest first when there are too many.
 */
export function determineContacts(
  work: ManifoldWorkspace,
  a: PlacedShape,
  b: PlacedShape,
  principal: PrincipalContact,
  envelope: number,
  maxContacts: number,
  out: Manifold,
): void {
  const { mirrored, reduction } = work;
  const isInOrder = a.kind <= b.kind;
  let contact = principal;
  if (!isInOrder) {
    contact = mirrored;
    copyContact(principal, mirrored);
    mirror(mirrored);
  }
  out.count = 0;
  out.nx = contact.nx;
  out.ny = contact.ny;
  out.nz = contact.nz;
  if (isInOrder) determineInOrder(work, a, b, contact, envelope, out);
  else determineInOrder(work, b, a, contact, envelope, out);
  reduction.envelope = envelope;
  reduce(reduction, out, maxContacts);
  makeUnique(out);
  if (!isInOrder) mirrorManifold(out);
}
