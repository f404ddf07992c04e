// Contacts of two shapes of which one is a mesh, or both: the surfaces of the meshes are walked against the other shape's field, the features of what
// is no mesh against the mesh's field, and what was found near enough is made into contacts. See the contact trees paper for the first.

import type { ContactTree } from '../../distance-field/contact-tree.js';
import type { PlacedShape } from '../../shapes/placed-shape.js';
import { SPHERE, SURFACE } from '../../shapes/shape-kinds.js';
import type { ContactList } from '../narrow-phase/contact-list.js';
import type { PairAtHand } from '../narrow-phase/pair-at-hand.js';
import { ContactChoice, thinOut } from './choose-contacts.js';
import { FieldProbe, fieldAt, placePoint } from './placed-field.js';
import { Polish, polishContacts } from './polish.js';
import { RawContacts } from './raw-contacts.js';
import { PrimitiveWalk, walkPrimitive } from './walk-primitive.js';
import { SurfaceWalk, walkSurface } from './walk-surface.js';
import { findNearMesh, TriangleWalk, walkTriangles } from './walk-triangles.js';

/** So many times the allowed errors apart, two samples of the same normal are next to each other [1]. */
const NEXT = 2;

/** What finding and choosing the contacts of a pair works on. */
export class TreeWorkspace {
  readonly raw = new RawContacts();
  readonly surfaceWalk = new SurfaceWalk();
  readonly primitiveWalk = new PrimitiveWalk();
  readonly triangleWalk = new TriangleWalk();
  readonly choice = new ContactChoice();
  readonly polish = new Polish();
  readonly probe = new FieldProbe();
  readonly point = new Float64Array(3);
  readonly found = new Float64Array(5);
}

/**
 * Sets how close to each other contacts of a pair must be to say the same. The finer tree says so: by the coarser one, corners of what
 * is small in something large would be left out.
 */
export function setSpacing(pair: PairAtHand): void {
  const ofA = pair.a.tree?.allowedError ?? 0;
  const ofB = pair.b.tree?.allowedError ?? 0;
  pair.spacing = NEXT * (ofA > 0 && ofB > 0 ? 2 * Math.min(ofA, ofB) : ofA + ofB);
}

/**
 * Appends the contacts of a pair within its reach; beyond its envelope only those are wanted that may close in the step to come.
 * There may be some times more than the budget says: chooseContacts() leaves the best, once it is known which of them matter.
 * Returns whether something within reach was left out, since it does not come closer.
 */
export function treeContacts(work: TreeWorkspace, pair: PairAtHand, out: ContactList): boolean {
  const { raw, primitiveWalk, surfaceWalk } = work;
  const { a, b } = pair;
  raw.count = 0;
  raw.passedBy = 0;
  if (a.kind === SURFACE || b.kind === SURFACE) walkOnSurface(work, pair);
  else if (a.tree !== null && b.tree !== null) walkBoth(work, pair);
  else if (a.tree !== null) {
    walkPrimitive(primitiveWalk, pair, b, a, -1, raw);
    // The sides of the mesh about a ball's middle are all there is.
    if (b.kind !== SPHERE) walkSurface(surfaceWalk, pair, a, b, 1, raw);
  } else {
    walkPrimitive(primitiveWalk, pair, a, b, 1, raw);
    if (a.kind !== SPHERE) walkSurface(surfaceWalk, pair, b, a, -1, raw);
  }
  thinOut(work.choice, raw, pair);
  polishContacts(work.polish, pair, raw, out);
  return raw.passedBy === 1;
}

/**
 * The surface of each against the field of the other, the smaller one first. Two surfaces are as far from each other as each is from the other: if no
 * part of the first is within reach of the second solid, no part of the second is within reach of the first, unless it is inside it as a whole.
 */
function walkBoth(work: TreeWorkspace, pair: PairAtHand): void {
  const { surfaceWalk, raw } = work;
  const { a, b } = pair;
  const isAFirst = (a.tree as ContactTree).reach <= (b.tree as ContactTree).reach;
  const first = isAFirst ? a : b;
  const second = isAFirst ? b : a;
  const side = isAFirst ? 1 : -1;
  const isAnyWithin = walkSurface(surfaceWalk, pair, first, second, side, raw);
  if (isAnyWithin || isInside(work, second, first)) walkSurface(surfaceWalk, pair, second, first, -side, raw);
}

/** The samples of the mesh against the triangles near by, and their ridges, peaks and rims against the field of the mesh. */
function walkOnSurface({ triangleWalk, primitiveWalk, surfaceWalk, raw }: TreeWorkspace, pair: PairAtHand): void {
  const isA = pair.a.kind === SURFACE;
  const placed = isA ? pair.a : pair.b;
  const mesh = isA ? pair.b : pair.a;
  findNearMesh(triangleWalk, placed, mesh, pair.reach);
  if (triangleWalk.near.count === 0) return;
  walkTriangles(triangleWalk, primitiveWalk, pair, placed, mesh, isA ? 1 : -1, raw);
  walkSurface(surfaceWalk, pair, mesh, placed, isA ? -1 : 1, raw);
}

/** Whether a point of a mesh's surface is inside another one. */
function isInside({ probe, point, found }: TreeWorkspace, mesh: PlacedShape, other: PlacedShape): boolean {
  placePoint(mesh, (mesh.tree as ContactTree).mesh.positions, 0, point);
  fieldAt(probe, other, point, found);
  return found[0] - found[4] <= 0;
}
