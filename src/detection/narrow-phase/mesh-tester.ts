// The test of two shapes of which one is a mesh: the contacts of their trees, which are kept for contact determination, and where
// each of them is going: a mesh may meet a body with one of its legs while another passes by.

import type { Settings } from '../../settings.js';
import type { PlacedShape } from '../../shapes/placed-shape.js';
import { signedDistance } from '../../shapes/signed-distance.js';
import { PLACEMENT_SIZE } from '../contact-graph/edge-table.js';
import { chooseContacts } from '../contact-trees/choose-contacts.js';
import { fieldAt } from '../contact-trees/placed-field.js';
import { keepShortestWay } from '../contact-trees/shortest-way.js';
import { setSpacing, treeContacts } from '../contact-trees/tree-contacts.js';
import type { Detection } from '../detection.js';
import { makeUnique } from '../surfaces/surface-contacts.js';
import type { ContactList } from './contact-list.js';
import { readDeepest } from './mesh-pair.js';
import type { PairAtHand, PairMotion } from './pair-at-hand.js';
import {
  addDrives,
  farthestAhead,
  GRAZES,
  IDLE,
  isMoving,
  MEETS,
  setBudget,
  setMotion,
  writeDisplacements,
} from './pair-at-hand.js';
import type { ContactForesight } from './pair-workspace.js';

/** What foreseeContacts() returns, bit by bit: some contact is open; one closes; what was found holds for this motion alone. */
const OPEN = 1;
const CLOSES = 2;
const DEPENDS_ON_MOTION = 4;

export const meshTester = {
  findClosest(detection: Detection, i: number, row: number, settings: Settings): boolean {
    const { bodies, meshContacts: list, candidates, shapePairs, narrowPhase } = detection;
    const { pair, principal, pairs, budget, shortestWay } = narrowPhase;
    const { nodes, relative, placementKnown } = candidates.columns;
    const { shapes, firstContact } = shapePairs.columns;
    const shapeColumns = bodies.shapes.columns;
    const { material } = shapeColumns;
    const first = list.count;
    firstContact[row] = first;
    setMotion(pair.motion, detection, nodes[2 * i], nodes[2 * i + 1], relative, PLACEMENT_SIZE * i);
    addDrives(pair.motion, detection, nodes[2 * i], nodes[2 * i + 1]);
    setBudget(budget, bodies.materials, material[shapes[2 * row]], material[shapes[2 * row + 1]], settings, pair);
    pair.budget = budget;
    setSpacing(pair);
    setRoom(pair, shapeColumns.reach[shapes[2 * row]], shapeColumns.reach[shapes[2 * row + 1]], settings);
    if (treeContacts(pairs.trees, pair, list)) placementKnown[i] = 0;
    keepShortestWay(shortestWay, pair, list, first, pairs);
    return readDeepest(list, first, principal);
  },

  foresee(detection: Detection, i: number, row: number, _settings: Settings, isExact: boolean): void {
    const { meshContacts: list, candidates, shapePairs, narrowPhase } = detection;
    const { pair, pairs, isTrigger, contactForesight } = narrowPhase;
    const { nodes, placementKnown, still } = candidates.columns;
    const { firstContact, contactCount, close } = shapePairs.columns;
    const first = firstContact[row];
    if (!isTrigger) {
      const ahead = foreseeContacts(contactForesight, pair, list, first);
      if ((ahead & CLOSES) !== 0) still[i] = 0;
      if ((ahead & DEPENDS_ON_MOTION) !== 0) placementKnown[i] = 0;
      if ((ahead & OPEN) !== 0 && isExact && isMoving(detection, nodes[2 * i], nodes[2 * i + 1])) placementKnown[i] = 0;
    }
    chooseContacts(pairs.trees.choice, list, first, pair);
    if (pair.a.surface !== null || pair.b.surface !== null) makeUnique(list, first);
    contactCount[row] = list.count - first;
    if (contactCount[row] === 0) close[row] = 0;
  },
};

/**
 * A slow pair is one that moves by less than the tolerance in the step to come. Coherence (contact-graph/coherence.ts) tests it again
 * once it has moved by the tolerance, or is faster by it. So whatever can close before that is within `room` of the envelope.
 */
function setRoom(pair: PairAtHand, reachA: number, reachB: number, settings: Settings): void {
  const tolerance = settings['detection.coherenceTolerance'] * pair.envelope;
  const far = farthestAhead(pair.motion, reachA, reachB);
  if (!(far <= tolerance)) return;
  pair.room = far + 2 * tolerance;
  pair.reach = Math.min(pair.reach, pair.envelope + pair.room);
}

/**
 * Looks at the contacts of a pair from row `first` on. Those beyond its envelope stay only if the two meet there in the
 * step to come; those within it that only pass are marked.
 */
function foreseeContacts(work: ContactForesight, pair: PairAtHand, list: ContactList, first: number): number {
  let kept = first;
  let result = 0;
  for (let i = first; i < list.count; i++) {
    if (list.gap[i] > 0) {
      result |= OPEN;
      const isAhead = list.gap[i] > pair.envelope + pair.room;
      const outcome = foreseeContact(work, pair, list, i);
      if (outcome !== IDLE) result |= CLOSES;
      if (isAhead || outcome !== IDLE) result |= DEPENDS_ON_MOTION;
      if (isAhead && outcome !== MEETS) continue;
      list.passing[i] = outcome === GRAZES && list.isOpposed[i] === 0 ? 1 : 0;
    }
    if (kept < i) list.move(i, kept);
    kept++;
  }
  list.count = kept;
  return result;
}

/** If both move on, or if one of them is stopped, by the motion of both bodies at the contact. */
function foreseeContact(work: ContactForesight, pair: PairAtHand, list: ContactList, i: number): number {
  const { shift, point } = work;
  const { a, b, thinner } = pair;
  const { normal, gap, pointA, pointB, inward } = list;
  const k = 3 * i;
  let outcome = IDLE;
  for (let moving = 1; moving <= 3; moving++) {
    writeShift(work, pair.motion, list, i, (moving & 1) !== 0 ? 1 : 0, (moving & 2) !== 0 ? 1 : 0);
    if (-(shift[0] * normal[k] + shift[1] * normal[k + 1] + shift[2] * normal[k + 2]) <= gap[i]) continue;
    const way = Math.sqrt(shift[0] * shift[0] + shift[1] * shift[1] + shift[2] * shift[2]);
    // No further than to where the thinner one is half way in, or it might be out again on the other side.
    const part = Math.min(1, (gap[i] + thinner) / way);
    outcome = GRAZES;
    for (let j = 0; j < 3; j++) point[j] = pointA[k + j] - part * shift[j];
    if (isInside(work, b, pair)) return MEETS;
    for (let j = 0; j < 3; j++) point[j] = pointB[k + j] + part * shift[j];
    if (isInside(work, a, pair)) return MEETS;
    // A corner that comes down just on an edge moves along the other's side: what is behind the corner gets inside.
    const isOfA = list.side[i] > 0;
    const from = isOfA ? pointA : pointB;
    const forward = isOfA ? -part : part;
    for (let j = 0; j < 3; j++) point[j] = from[k + j] + forward * shift[j] + inward[k + j];
    if (isInside(work, isOfA ? b : a, pair)) return MEETS;
  }
  return outcome;
}

function writeShift(
  { shift, point }: ContactForesight,
  motion: PairMotion,
  { pointA, pointB }: ContactList,
  i: number,
  withA: number,
  withB: number,
): void {
  // Both at the same point, half way, where impulses act as well.
  for (let k = 0; k < 3; k++) point[k] = 0.5 * (pointA[3 * i + k] + pointB[3 * i + k]);
  const { displacements } = motion;
  writeDisplacements(motion, point);
  for (let k = 0; k < 3; k++) shift[k] = withB * displacements[3 + k] - withA * displacements[k];
}

/** Whether `point`, which is lost, is deeper inside a shape than what is no penetration. */
function isInside({ point, distance, probe }: ContactForesight, shape: PlacedShape, { tolerance }: PairAtHand): boolean {
  if (shape.surface !== null) fieldAt(probe, shape, point, distance);
  else if (shape.tree === null) signedDistance(shape, point, distance);
  else {
    const r = shape.r;
    const x = point[0] - shape.x;
    const y = point[1] - shape.y;
    const z = point[2] - shape.z;
    const { tree } = shape;
    point[0] = r[0] * x + r[3] * y + r[6] * z;
    point[1] = r[1] * x + r[4] * y + r[7] * z;
    point[2] = r[2] * x + r[5] * y + r[8] * z;
    distance[0] = tree.distance(point[0], point[1], point[2]);
    // Where the field cannot tell, the mesh does.
    if (Math.abs(distance[0]) <= tree.allowedError + tolerance) {
      tree.exact.writeSignedDistance(point, distance);
    }
  }
  return -distance[0] > tolerance;
}
