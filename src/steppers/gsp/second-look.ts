// A second look at the end of a step, at pairs of bodies whose contacts do not tell where the bodies have come to.
//
// Contacts are planes, found where bodies are and where they are going when the step begins. They do not describe three
// kinds of pairs:
// - A body that is pressed and turns or slides far goes in by its curvature: a light box that rocks between two heavy
//   balls by some tenths of a radian a step. Against a face at the half thickness t, a ball of radius R closes the gap
//   by (t + R) a^2 / 2 in a turn a.
// - A body that is struck within the step goes where nobody looked: detection did not know its new velocity.
// - Some bodies were not freed by the sweeps of the projection (46).
// The first two are found by how far bodies have gone, the third by where they have taken their contacts. Bodies that
// overlap are moved apart together with all bodies near them, into which they would else be pushed, and those that were
// moved are looked at once more. Contacts that are still good are carried along; only the others are found anew.
// Positions change only where some overlap is deep, and velocities where that would make energy (spend-speed.ts).
//
// Bodies are shifted and never turned. A light body between heavy ones would be turned out of their way, by angles at
// which its contacts are others, and go in by its curvature once more.

import { COMPOSITE } from '../../bodies/node-kinds.js';
import { placeScripts } from '../../bodies/scripts.js';
import { addShiftRecord, handOver } from '../../contact-problem/contact-problem.js';
import type { ContactProblem } from '../../contact-problem/problem-table.js';
import { moveMembersAtHand, updateRotationsAtHand } from '../../detection/at-hand.js';
import { carriedGap, carryContact, depthOfConvex, findContactsOfShapes } from '../../detection/contacts-now.js';
import type { Detection } from '../../detection/detection.js';
import { ContactList } from '../../detection/narrow-phase/contact-list.js';
import type { Settings } from '../../settings.js';
import { MESH } from '../../shapes/shape-kinds.js';
import { PositionProjection } from '../../solvers/project-positions.js';
import type { VelocityProblem } from '../../solvers/solver.js';
import { gaussSeidelSweeps } from '../../solvers/solver.js';
import { doubled } from '../../table/doubled.js';
import type { Memory } from '../../table/memory.js';
import { f64, i32, Table } from '../../table/table.js';
import { forgetMeetings, MetPairs, meetOthers } from './met-pairs.js';
import { areBallsApart, compareMotion, isBent, MotionInStep, mayBeWithin, writeGone, writeGoneAtHand } from './pair-motion.js';
import { isHeldByJoints, isSolved, listPairsOf, mayTouch, PairsOfBodies, sharePairs } from './pairs-of-bodies.js';
import { findGains, Lifts, NO_EDGE, noteLifts, notePlace, spendLifts } from './spend-speed.js';
import { DEEP, listUncertainPairs, makeUncertainPairs, type UncertainPairs } from './uncertain-pairs.js';

/** How often bodies are moved apart at the most [1]. */
const MOST_ROUNDS = 12;
/** Where more than this share of the deepest overlap is left there is no room for what was moved [1]. */
const LEFT_WITHOUT_ROOM = 0.85;
/**
 * Sweeps of a round: few, since they do less than another round, which knows where bodies have come to; more where
 * there are few contacts, as long as all of them visit no more than this many [1].
 */
const SWEEPS = 5;
const MOST_SWEEPS = 50;
const EFFORT = 500;

// V8 folds constants of the same module but not imported ones.
const TREE = MESH;

const MOVER_SCHEMA = { body: i32(1, 'scratch') } as const;
const KEPT_SCHEMA = { body: i32(1, 'scratch'), position: f64(3, 'scratch') } as const;

/** Numbers of a contact in `sides`. */
const SIDES_LENGTH = 5;

export class SecondLook {
  /** Whether something moves against something else in the step at hand. */
  isWanted = false;
  /** Bodies that may be moved in the round at hand; those that were, once that is done. */
  readonly movers: Table<typeof MOVER_SCHEMA>;
  /** All bodies that have been moved, and where they were before. */
  readonly kept: Table<typeof KEPT_SCHEMA>;
  /** Bodies that are deep in others in the round at hand. */
  readonly deep: Table<typeof MOVER_SCHEMA>;
  /** Bodies of whatever islands that were moved apart in one problem, or could not be, in the last step. */
  readonly together: Table<typeof MOVER_SCHEMA>;
  /** Overlaps of which it is asked in the first round. */
  readonly uncertain: UncertainPairs;
  /** Pairs that detection lists, of the bodies of the round at hand. */
  readonly near = new PairsOfBodies();
  /** Pairs that it does not list. */
  readonly met = new MetPairs();
  readonly projection = new PositionProjection();
  /** How the bodies of the pair at hand have moved. */
  readonly motion = new MotionInStep();
  /** What it does against gravity. */
  readonly lifts: Lifts;
  /** Contacts of the round at hand; the movers of the two bodies of each, its edge or NO_EDGE, and its shapes. */
  readonly contacts = new ContactList();
  sides = new Int32Array(SIDES_LENGTH * 64);
  sideCount = 0;
  /** The deepest overlap of the round at hand [m]. */
  deepest = 0;

  constructor(memory: Memory) {
    this.movers = new Table(memory, MOVER_SCHEMA);
    this.kept = new Table(memory, KEPT_SCHEMA);
    this.deep = new Table(memory, MOVER_SCHEMA);
    this.together = new Table(memory, MOVER_SCHEMA);
    this.uncertain = makeUncertainPairs(memory);
    this.lifts = new Lifts(memory);
  }
}

/**
 * Moves bodies apart that are deep in each other at the end of a step; islands that were solved exactly have been
 * settled as wholes.
 */
export function lookAgain(
  look: SecondLook,
  detection: Detection,
  problem: ContactProblem,
  arrays: VelocityProblem,
  settings: Settings,
  isExact: Int32Array,
): void {
  const { bodies } = detection;
  look.movers.ensureCapacity(bodies.nodes.size);
  look.kept.ensureCapacity(bodies.nodes.size);
  look.deep.ensureCapacity(bodies.nodes.size);
  look.together.ensureCapacity(2 * bodies.nodes.size);
  look.uncertain.ensureCapacity(detection.overlaps.size);
  const nodes = bodies.nodes.columns;
  placeScripts(bodies, detection.atHand.end);
  updateRotationsAtHand(detection);
  moveMembersAtHand(detection);
  writeGoneAtHand(detection);
  expectAllShifted(detection);
  nodes.deep.fill(0, 0, bodies.nodes.size);
  nodes.isKept.fill(0, 0, bodies.nodes.size);
  look.kept.size = 0;
  let before = 0;
  for (let round = 0; ; round++) {
    meetOthers(look.met, detection);
    findDeep(look, detection, round, settings, isExact);
    if (round === 0) addTogether(look, look.deep);
    if (look.deepest === 0 || round >= MOST_ROUNDS) break;
    if (round === 0) {
      before = look.deepest;
      findGains(look.lifts, detection, settings.gravity);
      sharePairs(look.near, detection);
    }
    addContacts(look, detection, problem, settings);
    handOver(problem, arrays, bodies.nodes.columns.correction);
    const enough = Math.min(MOST_SWEEPS, Math.floor(EFFORT / problem.table.size));
    look.projection.project(gaussSeidelSweeps, arrays, Math.max(SWEEPS, enough));
    noteLifts(look.lifts, arrays, detection, settings.gravity);
    moveApart(look, detection);
  }
  forgetMeetings(look.met, detection);
  addTogether(look, look.kept);
  // Where there is no room, what is moved out of one body goes into another.
  if (look.deepest > LEFT_WITHOUT_ROOM * before) takeBack(look, detection);
  else spendLifts(look.lifts, detection);
}

function addTogether(
  { together }: SecondLook,
  some: { readonly size: number; readonly columns: { readonly body: Int32Array } },
): void {
  for (let i = 0; i < some.size; i++) together.columns.body[together.size++] = some.columns.body[i];
}

/** All bodies at hand, and scripts, may have come to anywhere in the step; the others have not moved. */
function expectAllShifted({ atHand: some, bodies }: Detection): void {
  const { shifted } = bodies.nodes.columns;
  shifted.fill(some.areAll ? Number.POSITIVE_INFINITY : 0, 0, bodies.nodes.size);
  if (some.areAll) return;
  for (let i = 0; i < some.count; i++) shifted[some.rows[i]] = Number.POSITIVE_INFINITY;
  for (let i = some.fixedCount; i < some.standingCount; i++) shifted[some.standing[i]] = Number.POSITIVE_INFINITY;
}

/**
 * Marks the bodies that are deep in each other: of all pairs at first, then of those of what was shifted in the round
 * before.
 */
function findDeep(look: SecondLook, detection: Detection, round: number, settings: Settings, isExact: Int32Array): void {
  const { bodies, overlaps, shapePairs } = detection;
  const { edge: edges, nodes: ends, firstPair } = overlaps.columns;
  const { shapes } = shapePairs.columns;
  const { owner } = bodies.shapes.columns;
  const { shifted, mover } = bodies.nodes.columns;
  const { met, near, movers, uncertain } = look;
  look.deepest = 0;
  look.deep.size = 0;
  if (round > 0) listPairsOf(near, detection, movers.columns.body, movers.size);
  else listUncertainPairs(uncertain, detection, settings);
  const count = round > 0 ? near.count : uncertain.size;
  const listed = round > 0 ? near.listed : uncertain.columns.overlap;
  for (let k = 0; k < count; k++) {
    const i = listed[k];
    if (!compareMotion(look.motion, detection, ends[2 * i], ends[2 * i + 1])) continue;
    for (let pair = firstPair[i]; pair < firstPair[i + 1]; pair++) {
      const s = shapes[2 * pair];
      const t = shapes[2 * pair + 1];
      // What costs least and leaves most out comes first.
      if (
        !mayBeDeep(look.motion, detection, edges[i], s, t, settings) ||
        !mayTouch(detection, i) ||
        isSolved(detection, ends[2 * i], ends[2 * i + 1], isExact)
      )
        continue;
      if (isUncertain(look.motion, detection, edges[i], s, t, round, settings)) noteDepth(look, detection, s, t, settings);
    }
  }
  for (let i = 0; i < met.count; i++) {
    const s = met.shapes[2 * i];
    const t = met.shapes[2 * i + 1];
    if (shifted[mover[owner[s]]] === 0 && shifted[mover[owner[t]]] === 0) continue;
    if (isHeldByJoints(detection, owner[s]) || isHeldByJoints(detection, owner[t])) continue;
    if (!areBallsApart(detection, s, t, 0)) noteDepth(look, detection, s, t, settings);
  }
}

/** An overlap of two shapes is deep beyond this [m]. */
function limitOf({ bodies }: Detection, s: number, t: number, settings: Settings): number {
  const { thickness } = bodies.shapes.columns;
  return DEEP * settings['detection.envelope'] * Math.min(thickness[s], thickness[t]);
}

/**
 * Measures how deep two shapes are in each other, and marks their movers where that is deep; nothing moves what no
 * impulse moves.
 */
function noteDepth(look: SecondLook, detection: Detection, s: number, t: number, settings: Settings): void {
  const { mover, inverseMass, deep } = detection.bodies.nodes.columns;
  const { owner } = detection.bodies.shapes.columns;
  const depth = depthNow(look, detection, s, t, settings);
  if (depth <= limitOf(detection, s, t, settings)) return;
  const a = mover[owner[s]];
  const b = mover[owner[t]];
  if (inverseMass[a] === 0 && inverseMass[b] === 0) return;
  look.deepest = Math.max(look.deepest, depth);
  for (let side = 0; side < 2; side++) {
    const row = side === 0 ? a : b;
    if (inverseMass[row] === 0) continue;
    if (deep[row] === 0) look.deep.columns.body[look.deep.size++] = row;
    deep[row] = Math.max(deep[row], depth);
  }
}

/** Whether two shapes may be deep in each other by how far they have moved; of a mesh that is not known. */
function mayBeDeep(motion: MotionInStep, detection: Detection, edge: number, s: number, t: number, settings: Settings): boolean {
  const { kind } = detection.bodies.shapes.columns;
  if (kind[s] >= TREE || kind[t] >= TREE) return true;
  motion.margin = -limitOf(detection, s, t, settings);
  return mayBeWithin(motion, detection, edge, s, t, settings);
}

/** Whether two shapes that may be deep in each other by how far they have moved may be so by their contacts. */
function isUncertain(
  motion: MotionInStep,
  detection: Detection,
  edge: number,
  s: number,
  t: number,
  round: number,
  settings: Settings,
): boolean {
  const { firstContact, contactCount } = detection.graph.edges.columns;
  const { kind } = detection.bodies.shapes.columns;
  const limit = limitOf(detection, s, t, settings);
  const first = firstContact[edge];
  const end = first + contactCount[edge];
  if (kind[s] >= TREE || kind[t] >= TREE) {
    // To ask a mesh of which nothing is known costs as much as all the rest; what is shifted must not be shifted into
    // it.
    if (isBent(motion, detection, s, t, limit) && isPressed(detection, first, end)) return true;
    return round > 0 && isTakenIn(detection, edge, first, end, limit);
  }
  if (first === end) return !areBallsApart(detection, s, t, 0);
  return isBent(motion, detection, s, t, limit) || isTakenIn(detection, edge, first, end, limit);
}

/** Whether one of some contacts presses. */
function isPressed({ graph }: Detection, first: number, end: number): boolean {
  const { impulse } = graph.contacts.columns;
  for (let c = first; c < end; c++) if (impulse[4 * c] > 0) return true;
  return false;
}

/** Whether bodies have taken one of the contacts of their edge deeper in than a limit [m]. */
function isTakenIn(detection: Detection, edge: number, first: number, end: number, limit: number): boolean {
  for (let c = first; c < end; c++) if (-carriedGap(detection, edge, c) > limit) return true;
  return false;
}

/** How deep two shapes are in each other [m]. */
function depthNow({ contacts }: SecondLook, detection: Detection, s: number, t: number, settings: Settings): number {
  const { kind } = detection.bodies.shapes.columns;
  if (kind[s] < TREE && kind[t] < TREE) return depthOfConvex(detection, s, t);
  contacts.count = 0;
  findContactsOfShapes(detection, s, t, 0, settings, contacts);
  let depth = 0;
  for (let row = 0; row < contacts.count; row++) depth = Math.max(depth, -contacts.gap[row]);
  return depth;
}

/**
 * Makes all contacts of the bodies that are deep in others the problem: as far off as these are deep. Contacts are
 * listed before any becomes a record, since tables that grow move all others.
 */
function addContacts(look: SecondLook, detection: Detection, problem: ContactProblem, settings: Settings): void {
  const { bodies, overlaps, shapePairs } = detection;
  const { mover, deep } = bodies.nodes.columns;
  const { edge: edges, nodes: ends, firstPair } = overlaps.columns;
  const { shapes } = shapePairs.columns;
  const { owner } = bodies.shapes.columns;
  const { contacts, met, near } = look;
  contacts.count = 0;
  listPairsOf(near, detection, look.deep.columns.body, look.deep.size);
  for (let k = 0; k < near.count; k++) {
    const i = near.listed[k];
    const a = ends[2 * i];
    const b = ends[2 * i + 1];
    compareMotion(look.motion, detection, a, b);
    look.motion.margin = Math.max(deep[mover[a]], deep[mover[b]]);
    for (let pair = firstPair[i]; pair < firstPair[i + 1]; pair++) {
      const s = shapes[2 * pair];
      const t = shapes[2 * pair + 1];
      findContacts(look, detection, edges[i], s, t, settings);
      noteSides(look, detection, edges[i], s, t);
    }
  }
  for (let i = 0; i < met.count; i++) {
    const s = met.shapes[2 * i];
    const t = met.shapes[2 * i + 1];
    const margin = Math.max(deep[mover[owner[s]]], deep[mover[owner[t]]]);
    if (margin === 0 || areBallsApart(detection, s, t, margin)) continue;
    findContactsOfShapes(detection, s, t, margin, settings, contacts);
    noteSides(look, detection, NO_EDGE, s, t);
  }
  writeRecords(look, detection, problem);
}

/**
 * Appends the contacts of two shapes within the margin: those of their edge where these are good, else as they are now.
 */
function findContacts(
  { motion, contacts }: SecondLook,
  detection: Detection,
  edge: number,
  s: number,
  t: number,
  settings: Settings,
): void {
  const { firstContact, contactCount } = detection.graph.edges.columns;
  const { shapes, passing } = detection.graph.contacts.columns;
  const { kind } = detection.bodies.shapes.columns;
  const before = contacts.count;
  const limit = limitOf(detection, s, t, settings);
  if (motion.margin < settings['contact.touching'] * limit) return;
  let isGood = !isBent(motion, detection, s, t, limit);
  for (let c = firstContact[edge]; isGood && c < firstContact[edge] + contactCount[edge]; c++) {
    if (passing[c] !== 0) isGood = false;
    else if (shapes[2 * c] === s && shapes[2 * c + 1] === t) carryContact(detection, edge, c, contacts);
  }
  if (isGood && contacts.count > before) return;
  contacts.count = before;
  const isMesh = kind[s] >= TREE || kind[t] >= TREE;
  if (isMesh ? contactCount[edge] === 0 : !mayBeWithin(motion, detection, edge, s, t, settings)) return;
  findContactsOfShapes(detection, s, t, motion.margin, settings, contacts);
}

/** Takes note of whose the contacts are that were appended last: of two shapes, and of their edge if they have one. */
function noteSides(look: SecondLook, { bodies }: Detection, edge: number, s: number, t: number): void {
  const { count } = look.contacts;
  const { owner } = bodies.shapes.columns;
  const { mover } = bodies.nodes.columns;
  while (look.sides.length < SIDES_LENGTH * count) look.sides = doubled(look.sides);
  for (; look.sideCount < count; look.sideCount++) {
    const k = SIDES_LENGTH * look.sideCount;
    look.sides[k] = mover[owner[s]];
    look.sides[k + 1] = mover[owner[t]];
    look.sides[k + 2] = edge;
    look.sides[k + 3] = s;
    look.sides[k + 4] = t;
  }
}

/** Makes records of the contacts that were listed, and lists the bodies that may be moved. All room is made first. */
function writeRecords(look: SecondLook, { bodies }: Detection, problem: ContactProblem): void {
  const { contacts, sides, movers, lifts } = look;
  problem.table.size = 0;
  lifts.places.size = 0;
  problem.table.ensureCapacity(contacts.count);
  lifts.places.ensureCapacity(contacts.count);
  lifts.table.ensureCapacity(lifts.table.size + contacts.count);
  const { shifted, inverseMass } = bodies.nodes.columns;
  const { body } = movers.columns;
  shifted.fill(0, 0, bodies.nodes.size);
  movers.size = 0;
  for (let row = 0; row < contacts.count; row++) {
    const k = SIDES_LENGTH * row;
    addShiftRecord(problem, bodies.nodes.columns, sides[k], sides[k + 1], contacts.normal, 3 * row, contacts.gap[row]);
    notePlace(lifts, sides, k + 2, contacts, row);
    for (let side = k; side < k + 2; side++) {
      if (inverseMass[sides[side]] === 0 || shifted[sides[side]] > 0) continue;
      shifted[sides[side]] = Number.MIN_VALUE;
      body[movers.size++] = sides[side];
    }
  }
  look.sideCount = 0;
}

/** Shifts the bodies of a round by their corrections. */
function moveApart({ movers, kept }: SecondLook, detection: Detection): void {
  const { bodies } = detection;
  const { correction: c, position: x, shifted, deep, kind, isKept } = bodies.nodes.columns;
  const { body } = movers.columns;
  let areComposite = false;
  let shiftedCount = 0;
  deep.fill(0, 0, bodies.nodes.size);
  for (let i = 0; i < movers.size; i++) {
    const row = body[i];
    const k = 6 * row;
    if (isHeldByJoints(detection, row)) c.fill(0, k, k + 6);
    shifted[row] = Math.sqrt(c[k] * c[k] + c[k + 1] * c[k + 1] + c[k + 2] * c[k + 2]);
    if (shifted[row] === 0) continue;
    body[shiftedCount++] = row;
    if (isKept[row] === 0) {
      isKept[row] = 1;
      kept.columns.body[kept.size] = row;
      for (let j = 0; j < 3; j++) kept.columns.position[3 * kept.size + j] = x[3 * row + j];
      kept.size++;
    }
    for (let j = 0; j < 3; j++) {
      x[3 * row + j] += c[k + j];
      c[k + j] = 0;
    }
    writeGone(detection, row, row + 1);
    if (kind[row] === COMPOSITE) areComposite = true;
  }
  movers.size = shiftedCount;
  if (!areComposite) return;
  moveMembersAtHand(detection);
  writeGoneAtHand(detection);
}

/** Puts all bodies back to where they were; members of composites follow at the end of the step. */
function takeBack({ kept }: SecondLook, { bodies }: Detection): void {
  const { position: x } = bodies.nodes.columns;
  const { body, position } = kept.columns;
  for (let i = 0; i < kept.size; i++) for (let j = 0; j < 3; j++) x[3 * body[i] + j] = position[3 * i + j];
}
