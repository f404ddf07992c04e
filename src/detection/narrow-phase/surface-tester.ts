// The test of a convex shape and a surface: its contacts where it is, and those where it will be at the end of the step.
//
// Of what is ahead, only what the shape would be inside of at the end of the step becomes a contact, taken back to where the shape is now.
// Of what is near now and would be closed along its normal, only what the shape would be inside of acts: the rest is passed by. So a shape that
// goes fast over small triangles meets the triangle it will come down on, and no other.

import type { Settings } from '../../settings.js';
import { copyShape } from '../../shapes/frames.js';
import type { PlacedShape } from '../../shapes/placed-shape.js';
import { SURFACE } from '../../shapes/shape-kinds.js';
import { PLACEMENT_SIZE } from '../contact-graph/edge-table.js';
import { chooseContacts } from '../contact-trees/choose-contacts.js';
import type { Detection } from '../detection.js';
import { makeUnique, surfaceContacts } from '../surfaces/surface-contacts.js';
import { closest } from './closest.js';
import type { ContactList } from './contact-list.js';
import { readDeepest } from './mesh-pair.js';
import type { PairAtHand, PairMotion } from './pair-at-hand.js';
import { addDrives, isMoving, moveShape, setBudget, setMotion, writeDisplacements } from './pair-at-hand.js';

/** Contacts nearer to each other than this share of the half thickness say the same, if their normals do [1]. */
const NEXT = 0.02;
/** Normals this close are the same, now and at the end of the step: cosine of the angle [1]. */
const SAME_NORMAL = 0.9;
/** Contacts nearer to each other than this share of the half thickness are the same then [1]. */
const SAME_PLACE = 0.5;

export const surfaceTester = {
  findClosest(detection: Detection, i: number, row: number, settings: Settings): boolean {
    const { bodies, meshContacts: list, candidates, shapePairs, narrowPhase } = detection;
    const { pair, principal, pairs, budget, isTrigger } = narrowPhase;
    const { nodes, relative, placementKnown, still } = candidates.columns;
    const { shapes, firstContact } = shapePairs.columns;
    const { material } = bodies.shapes.columns;
    const a = nodes[2 * i];
    const b = nodes[2 * i + 1];
    const first = list.count;
    firstContact[row] = first;
    if (isTrigger) return closest(pair.a, pair.b, pair.reach, principal, pairs);
    setMotion(pair.motion, detection, a, b, relative, PLACEMENT_SIZE * i);
    addDrives(pair.motion, detection, a, b);
    setBudget(budget, bodies.materials, material[shapes[2 * row]], material[shapes[2 * row + 1]], settings, pair);
    pair.budget = budget;
    pair.spacing = NEXT * pair.thinner;
    const isNear = findNow(detection, list);
    if (!isMoving(detection, a, b)) return readDeepest(list, first, principal);
    if (foreseeContacts(detection, list, first)) still[i] = 0;
    // What was found, and what was not, holds for this motion alone.
    if (isNear) placementKnown[i] = 0;
    return readDeepest(list, first, principal);
  },

  foresee(detection: Detection, _i: number, row: number): void {
    const { meshContacts: list, shapePairs, narrowPhase } = detection;
    const { pair, pairs } = narrowPhase;
    const { firstContact, contactCount, close } = shapePairs.columns;
    const first = firstContact[row];
    chooseContacts(pairs.trees.choice, list, first, pair);
    makeUnique(list, first);
    contactCount[row] = list.count - first;
    if (contactCount[row] === 0) close[row] = 0;
  },
};

/** Appends the contacts of the pair at hand within its envelope; returns whether any triangle is within its reach. */
function findNow({ narrowPhase: { pair, pairs } }: Detection, out: ContactList): boolean {
  const isA = pair.a.kind === SURFACE;
  const shape = isA ? pair.b : pair.a;
  return surfaceContacts(pairs.surfaces, shape, isA ? pair.a : pair.b, isA, pair.envelope, pairs, out);
}

/**
 * Marks contacts from row `first` on that are passed by in the step, and appends those that are ahead. Returns whether any closes.
 */
function foreseeContacts({ narrowPhase }: Detection, list: ContactList, first: number): boolean {
  const { pair, pairs, contactsAhead: ahead, shapeAhead } = narrowPhase;
  const isA = pair.a.kind === SURFACE;
  placeAhead(pair, isA, shapeAhead);
  ahead.count = 0;
  surfaceContacts(pairs.surfaces, shapeAhead, isA ? pair.a : pair.b, isA, 0, pairs, ahead);
  let closes = false;
  const now = list.count;
  for (let row = first; row < now; row++) {
    if (!(list.gap[row] > 0) || closingAt(pair.motion, list, row) <= list.gap[row]) continue;
    closes = true;
    if (!hasNormal(ahead, list, row)) list.passing[row] = 1;
  }
  for (let row = 0; row < ahead.count; row++) {
    if (!(ahead.gap[row] < -pair.tolerance) || !takeBack(pair.motion, ahead, row, list)) continue;
    closes = true;
    if (isKnown(list, first, now, SAME_PLACE * pair.thinner)) list.count--;
  }
  return closes;
}

/** Places the shape of the pair, which is B where the surface is A, where it is at the end of the step; no further than contacts are found ahead. */
function placeAhead({ a, b, motion, reach, envelope }: PairAtHand, isA: boolean, out: PlacedShape): void {
  copyShape(isA ? b : a, out);
  moveShape(motion, isA, reach - envelope, out);
}

/** Whether a list has a contact whose normal is that of a row of another list. */
function hasNormal(list: ContactList, other: ContactList, row: number): boolean {
  for (let i = 0; i < list.count; i++) if (areAlong(list.normal, i, other.normal, row)) return true;
  return false;
}

function areAlong(n: Float64Array, i: number, m: Float64Array, j: number): boolean {
  return n[3 * i] * m[3 * j] + n[3 * i + 1] * m[3 * j + 1] + n[3 * i + 2] * m[3 * j + 2] > SAME_NORMAL;
}

/** Whether the last contact of a list is, by its normal and its name or its place, one of those of some rows; places are the shape's. */
function isKnown({ normal, feature, side, pointA, pointB, count }: ContactList, from: number, to: number, near: number): boolean {
  const last = count - 1;
  const points = side[last] > 0 ? pointA : pointB;
  for (let i = from; i < to; i++) {
    if (!areAlong(normal, i, normal, last)) continue;
    const x = points[3 * i] - points[3 * last];
    const y = points[3 * i + 1] - points[3 * last + 1];
    const z = points[3 * i + 2] - points[3 * last + 2];
    if (feature[i] === feature[last] || x * x + y * y + z * z < near * near) return true;
  }
  return false;
}

/** By how much a contact of a list closes in the step; `displacements` of the motion are those of its place [m]. */
function closingAt(motion: PairMotion, { normal: n, pointA, pointB }: ContactList, row: number): number {
  const { displacements: d, point } = motion;
  for (let k = 0; k < 3; k++) point[k] = 0.5 * (pointA[3 * row + k] + pointB[3 * row + k]);
  writeDisplacements(motion, point);
  return n[3 * row] * (d[0] - d[3]) + n[3 * row + 1] * (d[1] - d[4]) + n[3 * row + 2] * (d[2] - d[5]);
}

/** Appends a contact of the end of the step where it is now, if the two come closer there; returns whether they do. */
function takeBack(motion: PairMotion, ahead: ContactList, row: number, list: ContactList): boolean {
  const closing = closingAt(motion, ahead, row);
  if (!(closing > 0)) return false;
  const { displacements: d } = motion;
  const to = list.add();
  for (let k = 0; k < 3; k++) {
    list.pointA[3 * to + k] = ahead.pointA[3 * row + k] - d[k];
    list.pointB[3 * to + k] = ahead.pointB[3 * row + k] - d[3 + k];
    list.normal[3 * to + k] = ahead.normal[3 * row + k];
    list.inward[3 * to + k] = 0;
  }
  list.gap[to] = ahead.gap[row] + closing;
  list.side[to] = ahead.side[row];
  list.rank[to] = ahead.rank[row];
  list.feature[to] = ahead.feature[row];
  return true;
}
