// Contacts of two shapes of which one is a mesh, or both: the surfaces of the meshes are walked against the other shape's field, the features of what
// is no mesh against the mesh's field, and what was found near enough is made into contacts. See the contact trees paper for the first.

import type { ContactTree } from '../../distance-field/contact-tree.js';
import type { PlacedShape } from '../../shapes/placed-shape.js';
import { SPHERE } from '../../shapes/shape-kinds.js';
import type { ContactBudget } from '../narrow-phase/contact-budget.js';
import type { ContactList } from '../narrow-phase/contact-list.js';
import { thinOut } from './choose-contacts.js';
import { fieldAt, placePoint } from './placed-field.js';
import { polishContacts } from './polish.js';
import { RawContacts } from './raw-contacts.js';
import { walkPrimitive } from './walk-primitive.js';
import { walkSurface } from './walk-surface.js';

/** So many times the allowed errors apart, two samples of the same normal are next to each other [1]. */
const NEXT = 2;
/** Raw contacts that are made into contacts, as a multiple of the budget [1]. */
const MORE_THAN_BUDGET = 6;
const raw = new RawContacts();
const point = new Float64Array(3);
const found = new Float64Array(5);

/** [0]: 1 when the last treeContacts() left something out that is within reach, since it does not come closer in the step to come. */
export const passedBy = new Int32Array(1);

/**
 * How close to each other contacts of two shapes must be to say the same [m]. The finer tree says so: by the coarser one, corners of what is small
 * in something large would be left out.
 */
export function contactSpacing(a: PlacedShape, b: PlacedShape): number {
  const ofA = a.tree?.allowedError ?? 0;
  const ofB = b.tree?.allowedError ?? 0;
  return NEXT * (ofA > 0 && ofB > 0 ? 2 * Math.min(ofA, ofB) : ofA + ofB);
}

/**
 * Appends the contacts of a and b with a gap of at most `reach`; `envelope` is the gap that counts as touching [m]. Beyond it only those are wanted
 * that may close in the step to come (prepareMotion() of foresee-contacts.ts). There may be some times more than the budget says: chooseContacts() leaves the best, once it is known which of them matter.
 */
export function treeContacts(
  a: PlacedShape,
  b: PlacedShape,
  reach: number,
  envelope: number,
  budget: Readonly<ContactBudget>,
  out: ContactList,
): void {
  raw.count = 0;
  raw.passedBy = 0;
  if (a.tree !== null && b.tree !== null) walkBoth(a, b, reach, envelope, budget);
  else if (a.tree !== null) {
    walkPrimitive(b, a, -1, reach, envelope, raw);
    // The sides of the mesh about a ball's middle are all there is.
    if (b.kind !== SPHERE) walkSurface(a, b, 1, reach, envelope, budget, raw);
  } else {
    walkPrimitive(a, b, 1, reach, envelope, raw);
    if (a.kind !== SPHERE) walkSurface(b, a, -1, reach, envelope, budget, raw);
  }
  passedBy[0] = raw.passedBy;
  const spacing = contactSpacing(a, b);
  thinOut(raw, spacing, envelope, MORE_THAN_BUDGET * budget.contacts);
  polishContacts(a, b, reach, envelope, spacing, raw, out);
}

/**
 * The surface of each against the field of the other, the smaller one first. Two surfaces are as far from each other as each is from the other: if no
 * part of the first is within reach of the second solid, no part of the second is within reach of the first, unless it is inside it as a whole.
 */
function walkBoth(a: PlacedShape, b: PlacedShape, reach: number, envelope: number, budget: Readonly<ContactBudget>): void {
  const isAFirst = (a.tree as ContactTree).reach <= (b.tree as ContactTree).reach;
  const first = isAFirst ? a : b;
  const second = isAFirst ? b : a;
  const side = isAFirst ? 1 : -1;
  const isAnyWithin = walkSurface(first, second, side, reach, envelope, budget, raw);
  if (isAnyWithin || isInside(second, first)) walkSurface(second, first, -side, reach, envelope, budget, raw);
}

/** Whether a point of a mesh's surface is inside another one. */
function isInside(mesh: PlacedShape, other: PlacedShape): boolean {
  placePoint(mesh, (mesh.tree as ContactTree).mesh.positions, 0, point);
  fieldAt(other, point, found);
  return found[0] - found[4] <= 0;
}
