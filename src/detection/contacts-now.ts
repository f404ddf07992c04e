// The contacts of some pairs of bodies where these have come to in the midst of a step, apart from the contact graph, which stays as it is.

import type { Bodies } from '../bodies/bodies.js';
import type { Settings } from '../settings.js';
import { MESH, SURFACE } from '../shapes/shape-kinds.js';
import { determineContacts, ManifoldWorkspace } from './contact-determination/determine-contacts.js';
import { Manifold } from './contact-determination/manifold.js';
import type { ContactGraph } from './contact-graph/contact-graph.js';
import { setSpacing, treeContacts } from './contact-trees/tree-contacts.js';
import { closest } from './narrow-phase/closest.js';
import type { ContactList } from './narrow-phase/contact-list.js';
import { ContactBudget, PairAtHand, setBudget } from './narrow-phase/pair-at-hand.js';
import type { NarrowPhase } from './narrow-phase/pair-workspace.js';
import { PrincipalContact } from './narrow-phase/principal-contact.js';
import { placeInWorld } from './place-shape.js';
import { surfaceContacts } from './surfaces/surface-contacts.js';

/** What finding contacts in the midst of a step works on. */
export class ContactsNow {
  readonly pair = new PairAtHand();
  readonly budget = new ContactBudget();
  readonly principal = new PrincipalContact();
  readonly manifold = new Manifold();
  readonly manifolds = new ManifoldWorkspace();
  /** Of a contact as bodies have taken it along: its points on A and on B, and its normal. */
  readonly carried = new Float64Array(9);
}

/** What contacts are found among, and what finding them works on. */
interface ContactsNowSite {
  readonly bodies: Bodies;
  readonly graph: ContactGraph;
  readonly narrowPhase: NarrowPhase;
  readonly contactsNow: ContactsNow;
}

/**
 * Appends the contacts of those shapes of an edge between which it has contacts, within the envelope. Points and normals are the
 * world's. The rotations of both nodes must be up to date.
 */
export function findContactsNow(detection: ContactsNowSite, edge: number, settings: Settings, out: ContactList): void {
  const { firstContact, contactCount } = detection.graph.edges.columns;
  const { shapes } = detection.graph.contacts.columns;
  const { thickness } = detection.bodies.shapes.columns;
  const end = firstContact[edge] + contactCount[edge];
  for (let contact = firstContact[edge]; contact < end; contact++) {
    const a = shapes[2 * contact];
    const b = shapes[2 * contact + 1];
    // Contacts of two shapes are one behind the other.
    if (contact > firstContact[edge] && a === shapes[2 * contact - 2] && b === shapes[2 * contact - 1]) continue;
    findContactsOfShapes(detection, a, b, settings['detection.envelope'] * Math.min(thickness[a], thickness[b]), settings, out);
  }
}

/** The same for two shapes, within a margin [m] of each other. */
export function findContactsOfShapes(
  { bodies, contactsNow, narrowPhase }: ContactsNowSite,
  a: number,
  b: number,
  margin: number,
  settings: Settings,
  out: ContactList,
): void {
  const { kind, thickness, material } = bodies.shapes.columns;
  const { pair, budget, principal, manifold, manifolds } = contactsNow;
  const { pairs } = narrowPhase;
  placeInWorld(bodies, a, pair.a);
  placeInWorld(bodies, b, pair.b);
  if (kind[a] === MESH || kind[b] === MESH) {
    pair.thinner = Math.min(thickness[a], thickness[b]);
    pair.envelope = settings['detection.envelope'] * pair.thinner;
    pair.reach = margin;
    setBudget(budget, bodies.materials, material[a], material[b], settings, pair);
    pair.budget = budget;
    setSpacing(pair);
    treeContacts(pairs.trees, pair, out);
  } else if (kind[a] === SURFACE || kind[b] === SURFACE) {
    const isA = kind[a] === SURFACE;
    surfaceContacts(pairs.surfaces, isA ? pair.b : pair.a, isA ? pair.a : pair.b, isA, margin, pairs, out);
  } else if (closest(pair.a, pair.b, margin, principal, pairs)) {
    determineContacts(manifolds, pair.a, pair.b, principal, margin, settings['detection.maxContacts'], manifold);
    for (let i = 0; i < manifold.count; i++) addPoint(manifold, i, out);
  }
}

function addPoint(manifold: Manifold, i: number, out: ContactList): void {
  const row = out.add();
  out.gap[row] = manifold.gap[i];
  out.normal[3 * row] = manifold.nx;
  out.normal[3 * row + 1] = manifold.ny;
  out.normal[3 * row + 2] = manifold.nz;
  for (let k = 0; k < 3; k++) {
    out.pointA[3 * row + k] = manifold.pointA[3 * i + k];
    out.pointB[3 * row + k] = manifold.pointB[3 * i + k];
  }
}

/** Appends a contact of an edge as it was found, where both bodies have taken it: good for bodies that have not turned far since. */
export function carryContact(detection: ContactsNowSite, edge: number, contact: number, out: ContactList): void {
  const { carried } = detection.contactsNow;
  const row = out.add();
  out.gap[row] = carriedGap(detection, edge, contact);
  for (let k = 0; k < 3; k++) {
    out.pointA[3 * row + k] = carried[k];
    out.pointB[3 * row + k] = carried[3 + k];
    out.normal[3 * row + k] = carried[6 + k];
  }
}

/** The gap of such a contact [m]. */
export function carriedGap({ bodies, graph, contactsNow }: ContactsNowSite, edge: number, contact: number): number {
  const { carried } = contactsNow;
  const { rotation: r, position: x } = bodies.nodes.columns;
  const { nodes: ends } = graph.edges.columns;
  const { anchorA, anchorB, normal } = graph.contacts.columns;
  const c = 3 * contact;
  const a = ends[2 * edge];
  const b = ends[2 * edge + 1];
  let gap = 0;
  for (let k = 0; k < 3; k++) {
    const i = 9 * a + 3 * k;
    const j = 9 * b + 3 * k;
    const pointA = x[3 * a + k] + r[i] * anchorA[c] + r[i + 1] * anchorA[c + 1] + r[i + 2] * anchorA[c + 2];
    const pointB = x[3 * b + k] + r[j] * anchorB[c] + r[j + 1] * anchorB[c + 1] + r[j + 2] * anchorB[c + 2];
    const n = r[i] * normal[c] + r[i + 1] * normal[c + 1] + r[i + 2] * normal[c + 2];
    carried[k] = pointA;
    carried[3 + k] = pointB;
    carried[6 + k] = n;
    gap += n * (pointB - pointA);
  }
  return gap;
}

/** How deep two convex shapes are in each other [m]; 0 where they are apart. */
export function depthOfConvex({ bodies, contactsNow, narrowPhase }: ContactsNowSite, a: number, b: number): number {
  const { pair, principal } = contactsNow;
  placeInWorld(bodies, a, pair.a);
  placeInWorld(bodies, b, pair.b);
  return closest(pair.a, pair.b, 0, principal, narrowPhase.pairs) ? -principal.gap : 0;
}
