// Contact determination of one pair: the full set of contacts of two shapes whose closest points and normal the narrow phase has found,
// and which of the contacts that their edge had before they are.
//
// The supporting features of both shapes along the normal are laid over each other; every corner of their overlap within the
// envelope is a contact. Should the closest points themselves not be among these (a sphere, crossing edges, a corner over a
// cylinder's cap but not over the polygon that stands for it), they are a contact too.

import { PlacedShape } from '../../shapes/placed-shape.js';
import { HALF_SPACE, SPHERE } from '../../shapes/shape-kinds.js';
import type { ContactGraph } from '../contact-graph/contact-graph.js';
import { mirror, PrincipalContact } from '../narrow-phase/principal-contact.js';
import { SupportingFeature } from './box-feature.js';
import { addClosest, holdsClosest, makeUnique, mirrorManifold, singleContact } from './complete-manifold.js';
import { HalfSpaceWorkspace, halfSpaceContacts } from './half-space-contacts.js';
import { featureId, Manifold, Reduction, reduce, SINGLE } from './manifold.js';
import { OverlapWorkspace, overlap } from './projected-overlap.js';
import { supportingFeature } from './supporting-feature.js';

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

/** What contact determination works on. */
export class ContactDetermination {
  readonly shapeA = new PlacedShape();
  readonly shapeB = new PlacedShape();
  readonly principal = new PrincipalContact();
  readonly manifold = new Manifold();
  readonly manifolds = new ManifoldWorkspace();
  readonly before = new FormerContacts();
  /** While contacts are moved: for each row the row it is taken from, or -1. */
  source = new Int32Array(64);
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
  out.beyond = Number.POSITIVE_INFINITY;
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

/** So many names are looked through one by one; more are found by a hash table, so that the time stays proportional to them. */
const FEW = 16;

/** The contacts that an edge had before its contacts are determined anew, found by name: their shapes and feature. */
export class FormerContacts {
  count = 0;
  /** Four numbers a contact, as in the contact table [N s]. */
  loads = new Float64Array(4 * FEW);
  /** 1 where the contact bore an impulse in the last step. */
  wasBearing = new Int32Array(FEW);
  /** Two shapes and a feature each. */
  #names = new Int32Array(3 * FEW);
  /** Number of the contact plus one, 0 for an empty slot; open addressing, at least half of the slots empty. */
  #slots = new Int32Array(4 * FEW);
  #mask = 0;

  remember(graph: ContactGraph, edge: number): void {
    const { firstContact, contactCount } = graph.edges.columns;
    const { shapes, feature, load, impulse } = graph.contacts.columns;
    this.count = contactCount[edge];
    if (this.count > this.wasBearing.length) this.#makeRoom(2 * this.count);
    const names = this.#names;
    const { loads, wasBearing, count } = this;
    for (let i = 0; i < count; i++) {
      const contact = firstContact[edge] + i;
      names[3 * i] = shapes[2 * contact];
      names[3 * i + 1] = shapes[2 * contact + 1];
      names[3 * i + 2] = feature[contact];
      wasBearing[i] = impulse[4 * contact] > 0 ? 1 : 0;
      for (let k = 0; k < 4; k++) loads[4 * i + k] = load[4 * contact + k];
    }
    if (count > FEW) this.#fillSlots();
  }

  /** The number of the contact of that name, or -1. */
  find(a: number, b: number, feature: number): number {
    const names = this.#names;
    if (this.count <= FEW) {
      for (let i = 0; i < this.count; i++) {
        if (names[3 * i + 2] === feature && names[3 * i] === a && names[3 * i + 1] === b) return i;
      }
      return -1;
    }
    const slots = this.#slots;
    for (let slot = slotOf(a, b, feature) & this.#mask; slots[slot] !== 0; slot = (slot + 1) & this.#mask) {
      const i = slots[slot] - 1;
      if (names[3 * i + 2] === feature && names[3 * i] === a && names[3 * i + 1] === b) return i;
    }
    return -1;
  }

  #fillSlots(): void {
    let size = 4 * FEW;
    while (size < 2 * this.count) size *= 2;
    if (size > this.#slots.length) this.#slots = new Int32Array(size);
    this.#mask = size - 1;
    const slots = this.#slots;
    const names = this.#names;
    slots.fill(0, 0, size);
    for (let i = 0; i < this.count; i++) {
      let slot = slotOf(names[3 * i], names[3 * i + 1], names[3 * i + 2]) & this.#mask;
      while (slots[slot] !== 0) slot = (slot + 1) & this.#mask;
      slots[slot] = i + 1;
    }
  }

  #makeRoom(count: number): void {
    this.loads = new Float64Array(4 * count);
    this.wasBearing = new Int32Array(count);
    this.#names = new Int32Array(3 * count);
  }
}

/** Where the search for a name begins. */
function slotOf(a: number, b: number, feature: number): number {
  let hash = Math.imul(feature, 0x9e3779b1) ^ Math.imul(a, 0x85ebca77) ^ Math.imul(b, 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x297a2d39);
  return hash ^ (hash >>> 13);
}
