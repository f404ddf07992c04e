// A second look at the end of a step, at those pairs of bodies of which the contacts of its beginning do not tell where they come to.
//
// Contacts are planes, found where bodies are and where they are going. Three kinds of pairs they do not describe:
// - What is pressed and turns or slides far goes in by its curvature: a light box that rocks between two heavy balls by some tenths
//   of a radian a step. Against a face at the half thickness t, a ball of radius R closes the gap by (t + R) a^2 / 2 in a turn a.
// - What is struck within the step goes where nobody looked: detection did not know its new velocity.
// - What the sweeps of the projection (46) did not free.
// The first two are found by how far bodies have gone, the third by where they have taken their contacts. What overlaps is moved
// apart together with all that its bodies are near, into which it would else be pushed, and what was moved is looked at once more. Contacts
// that are still good are carried along; only the others are found anew. Positions change only where some overlap
// is deep, and velocities where that would make energy (spend-speed.ts).

import { moveMembers } from '../bodies/composite.js';
import { moveByCorrections, updateRotation, updateRotations } from '../bodies/kinematics.js';
import { COMPOSITE } from '../bodies/node-kinds.js';
import { placeScripts } from '../bodies/scripts.js';
import { isPhysicalEdge } from '../detection/contact-graph/edge-kinds.js';
import { isAllowed } from '../detection/contact-graph/rules.js';
import { carriedGap, carryContact, depthOfConvex, findContactsOfShapes } from '../detection/contacts-now.js';
import type { Detection } from '../detection/detection.js';
import { ContactList } from '../detection/narrow-phase/contact-list.js';
import { CENTRED } from '../detection/update-bounds.js';
import type { Settings } from '../settings.js';
import { MESH, SPHERE } from '../shapes/shape-kinds.js';
import { projectPositions } from '../solvers/project-positions.js';
import type { VelocityProblem } from '../solvers/solver.js';
import { projectedGaussSeidel } from '../solvers/solver.js';
import type { Memory } from '../table/memory.js';
import { f64, i32, Table } from '../table/table.js';
import type { ContactProblem } from './contact-problem.js';
import { addRecord } from './contact-problem.js';
import { findGains, Lifts, noteLifts, notePlace, spendLifts } from './spend-speed.js';

/** An overlap is deep beyond this many envelopes [1]. */
const DEEP = 2;
/** How often bodies are moved apart at the most: more often where they have few contacts in all the rounds together [1]. */
const MOST_ROUNDS = 6;
const MOST_ROUNDS_OF_FEW = 12;
const FEW_CONTACTS = 1000;
/**
 * Sweeps of a round: few, since they do less than another round, which knows where bodies have come to; more where there are few
 * contacts, as long as all of them visit no more than this many [1].
 */
const SWEEPS = 5;
const MOST_SWEEPS = 50;
const EFFORT = 500;

// V8 folds constants of the same module but not imported ones.
const [BALL, TREE] = [SPHERE, MESH];

const MOVER_SCHEMA = { body: i32(1, 'scratch') } as const;
/** Position [m], orientation [1] and spin [rad/s]. */
const KEPT_SCHEMA = { body: i32(1, 'scratch'), pose: f64(10, 'scratch') } as const;

export class SecondLook {
  /** Whether something moves against something else in the step at hand. */
  isWanted = false;
  /** Bodies that may be moved in the round at hand. */
  readonly movers: Table<typeof MOVER_SCHEMA>;
  /** All bodies that have been moved, as they were before. */
  readonly kept: Table<typeof KEPT_SCHEMA>;
  /** What it does against gravity. */
  readonly lifts: Lifts;
  /** Contacts of the pair at hand. */
  readonly contacts = new ContactList();
  /** The deepest overlap of the round at hand [m]. */
  deepest = 0;

  constructor(memory: Memory) {
    this.movers = new Table(memory, MOVER_SCHEMA);
    this.kept = new Table(memory, KEPT_SCHEMA);
    this.lifts = new Lifts(memory);
  }
}

/** Moves bodies apart that are deep in each other at the end of a step. */
export function lookAgain(
  look: SecondLook,
  detection: Detection,
  problem: ContactProblem,
  arrays: VelocityProblem,
  settings: Settings,
): void {
  const { bodies } = detection;
  const nodes = bodies.nodes.columns;
  placeScripts(bodies);
  updateRotations(nodes, bodies.nodes.size);
  moveMembers(bodies);
  nodes.unsettled.fill(0, 0, 2 * bodies.nodes.size);
  for (let row = 0; row < bodies.nodes.size; row++) writeGone(detection, row);
  if (!findDeep(look, detection, settings)) return;
  const before = look.deepest;
  findGains(look.lifts, detection, settings.gravity);
  let visited = 0;
  let most = MOST_ROUNDS_OF_FEW;
  look.kept.size = 0;
  nodes.isKept.fill(0, 0, bodies.nodes.size);
  for (let round = 0; addContacts(look, detection, problem, settings) && round < most; round++) {
    visited += problem.table.size;
    if (visited > FEW_CONTACTS) most = MOST_ROUNDS;
    arrays.count = problem.table.size;
    arrays.record = problem.table.columns.record;
    arrays.movers = problem.table.columns.movers;
    arrays.u = nodes.correction;
    const enough = Math.min(MOST_SWEEPS, Math.floor(EFFORT / problem.table.size));
    projectPositions(projectedGaussSeidel, arrays, Math.max(SWEEPS, enough));
    noteLifts(look.lifts, arrays, detection, settings.gravity);
    moveApart(look, detection);
  }
  // Where there is no room, what is moved out of one body goes into another.
  if (look.deepest > before) takeBack(look, detection);
  else spendLifts(look.lifts, detection);
}

/** How far a node has gone since the detection. */
function writeGone({ bodies }: Detection, row: number): void {
  const { position: x, orientation: q, detected: d, gone } = bodies.nodes.columns;
  const k = 4 * row;
  const l = 13 * row;
  for (let j = 0; j < 3; j++) gone[k + j] = x[3 * row + j] - d[l + j];
  const cosine = q[k] * d[l + 3] + q[k + 1] * d[l + 4] + q[k + 2] * d[l + 5] + q[k + 3] * d[l + 6];
  gone[k + 3] = 2 * Math.sqrt(Math.max(0, 1 - cosine * cosine));
}

/** Of the pair at hand: how far B's centre has moved against A's [m], and the chords of A's turn and B's [1]. */
const motion = new Float64Array(3);
const WAY = 0;
const TURN_A = 1;
const TURN_B = 2;

/** Returns whether the two nodes have moved at all, but for going the same way. */
function compareMotion({ bodies }: Detection, a: number, b: number): boolean {
  const { gone } = bodies.nodes.columns;
  const x = gone[4 * b] - gone[4 * a];
  const y = gone[4 * b + 1] - gone[4 * a + 1];
  const z = gone[4 * b + 2] - gone[4 * a + 2];
  motion[WAY] = Math.sqrt(x * x + y * y + z * z);
  motion[TURN_A] = gone[4 * a + 3];
  motion[TURN_B] = gone[4 * b + 3];
  return motion[WAY] + motion[TURN_A] + motion[TURN_B] > 0;
}

/** Marks the bodies that are deep in each other. Returns whether there are any. */
function findDeep(look: SecondLook, detection: Detection, settings: Settings): boolean {
  const { bodies, graph, overlaps, shapePairs } = detection;
  const { edge: listed, nodes: ends, firstPair } = overlaps.columns;
  const { shapes } = shapePairs.columns;
  const { kind, proximity } = graph.edges.columns;
  const { thickness } = bodies.shapes.columns;
  const share = DEEP * settings['detection.envelope'];
  look.deepest = 0;
  for (let i = 0; i < overlaps.size; i++) {
    const a = ends[2 * i];
    const b = ends[2 * i + 1];
    // Passive bodies are listed too, without proximity.
    if (!isPhysicalEdge(kind[listed[i]]) || proximity[listed[i]] === 0 || !compareMotion(detection, a, b)) continue;
    for (let pair = firstPair[i]; pair < firstPair[i + 1]; pair++) {
      const s = shapes[2 * pair];
      const t = shapes[2 * pair + 1];
      const limit = share * Math.min(thickness[s], thickness[t]);
      if (!isUncertain(detection, listed[i], s, t, limit, settings) || !isAllowed(graph, a, b)) continue;
      const depth = depthNow(look, detection, s, t, settings);
      if (depth <= limit) continue;
      look.deepest = Math.max(look.deepest, depth);
      unsettle(detection, a, depth, 0);
      unsettle(detection, b, depth, 0);
    }
  }
  return look.deepest > 0;
}

/** Whether two shapes may be deeper in each other than a limit [m]. */
function isUncertain(detection: Detection, edge: number, s: number, t: number, limit: number, settings: Settings): boolean {
  const { firstContact, contactCount } = detection.graph.edges.columns;
  const { kind } = detection.bodies.shapes.columns;
  const { impulse } = detection.graph.contacts.columns;
  const isMesh = kind[s] === TREE || kind[t] === TREE;
  // To ask a mesh of which nothing is known costs as much as all the rest.
  if (contactCount[edge] === 0)
    return !isMesh && mayBeWithin(detection, edge, s, t, -limit, settings) && !areBallsApart(detection, s, t);
  let isPressed = false;
  for (let c = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
    if (impulse[4 * c] > 0) isPressed = true;
    if (!isMesh && -carriedGap(detection, edge, c) > limit) return true;
  }
  return isBent(detection, s, t, limit) && (isPressed || (!isMesh && mayBeWithin(detection, edge, s, t, -limit, settings)));
}

/** Whether two shapes have moved so far that they go in by more than a limit [m]: past what is as round as it is thick. */
function isBent({ bodies }: Detection, s: number, t: number, limit: number): boolean {
  const { thickness, reach } = bodies.shapes.columns;
  const way = motion[WAY] + (motion[TURN_A] + motion[TURN_B]) * Math.min(reach[s], reach[t]);
  return 0.5 * way * way > limit * Math.min(thickness[s], thickness[t]);
}

/** Whether two shapes may have come to within a margin [m] of each other, from where detection saw them. */
function mayBeWithin(
  { bodies, graph }: Detection,
  edge: number,
  s: number,
  t: number,
  margin: number,
  settings: Settings,
): boolean {
  const { thickness, reach, kind, centred } = bodies.shapes.columns;
  const { gap, travel } = graph.edges.columns;
  const thinner = Math.min(thickness[s], thickness[t]);
  // What it did not find was farther apart than it looked (narrow-phase.ts).
  const looked = settings['detection.envelope'] * thinner + Math.min(travel[edge], settings['detection.lookAhead'] * thinner);
  let way = motion[WAY];
  // A ball that turns stays where it is, and a half-space reaches infinitely far but does not turn.
  if (motion[TURN_A] > 0 && (kind[s] !== BALL || centred[s] !== CENTRED)) way += motion[TURN_A] * reach[s];
  if (motion[TURN_B] > 0 && (kind[t] !== BALL || centred[t] !== CENTRED)) way += motion[TURN_B] * reach[t];
  return way + margin > Math.min(gap[edge], looked);
}

/** Whether the balls about two shapes are apart. */
function areBallsApart({ bodies }: Detection, s: number, t: number): boolean {
  const { reach, owner } = bodies.shapes.columns;
  const { position: x } = bodies.nodes.columns;
  const a = 3 * owner[s];
  const b = 3 * owner[t];
  const dx = x[b] - x[a];
  const dy = x[b + 1] - x[a + 1];
  const dz = x[b + 2] - x[a + 2];
  const far = reach[s] + reach[t];
  return dx * dx + dy * dy + dz * dz > far * far;
}

/** How deep two shapes are in each other [m]. */
function depthNow({ contacts }: SecondLook, detection: Detection, s: number, t: number, settings: Settings): number {
  const { kind } = detection.bodies.shapes.columns;
  if (kind[s] !== TREE && kind[t] !== TREE) return depthOfConvex(detection, s, t);
  contacts.count = 0;
  findContactsOfShapes(detection, s, t, 0, settings, contacts);
  let depth = 0;
  for (let row = 0; row < contacts.count; row++) depth = Math.max(depth, -contacts.gap[row]);
  return depth;
}

/** Takes note that the mover of a node is, or was, so deep in others [m]; nothing moves what no impulse moves. */
function unsettle({ bodies }: Detection, node: number, depth: number, round: number): void {
  const { mover, inverseMass, unsettled } = bodies.nodes.columns;
  const k = 2 * mover[node] + round;
  if (inverseMass[mover[node]] > 0 && depth > unsettled[k]) unsettled[k] = depth;
}

/**
 * Makes all contacts of unsettled bodies the problem: as far off as these are, or have been moved. Returns whether one is deep.
 */
function addContacts(look: SecondLook, detection: Detection, problem: ContactProblem, settings: Settings): boolean {
  const { bodies, graph, overlaps, shapePairs } = detection;
  const { mover, unsettled } = bodies.nodes.columns;
  const { edge: listed, nodes: ends, firstPair } = overlaps.columns;
  const { shapes } = shapePairs.columns;
  const { thickness } = bodies.shapes.columns;
  const { kind, proximity } = graph.edges.columns;
  const share = DEEP * settings['detection.envelope'];
  problem.table.size = 0;
  look.lifts.places.size = 0;
  look.movers.size = 0;
  look.deepest = 0;
  for (let i = 0; i < overlaps.size; i++) {
    const a = mover[ends[2 * i]];
    const b = mover[ends[2 * i + 1]];
    const margin = Math.max(unsettled[2 * a], unsettled[2 * b]);
    if (margin === 0 || !isPhysicalEdge(kind[listed[i]]) || proximity[listed[i]] === 0) continue;
    if (!isAllowed(graph, ends[2 * i], ends[2 * i + 1])) continue;
    compareMotion(detection, ends[2 * i], ends[2 * i + 1]);
    for (let pair = firstPair[i]; pair < firstPair[i + 1]; pair++) {
      const s = shapes[2 * pair];
      const t = shapes[2 * pair + 1];
      const limit = share * Math.min(thickness[s], thickness[t]);
      if (margin < settings['ncp.touching'] * limit) continue;
      findContacts(look, detection, listed[i], s, t, limit, margin, settings);
      if (look.contacts.count === 0) continue;
      noteMover(look, detection, a);
      noteMover(look, detection, b);
      const depth = addRecords(look, detection, problem, listed[i], s, t);
      if (depth <= limit) continue;
      look.deepest = Math.max(look.deepest, depth);
      unsettle(detection, a, depth, 1);
      unsettle(detection, b, depth, 1);
    }
  }
  return look.deepest > 0;
}

/** Lists the contacts of two shapes within a margin [m]: those of their edge where these are good, else as they are now. */
function findContacts(
  { contacts }: SecondLook,
  detection: Detection,
  edge: number,
  s: number,
  t: number,
  limit: number,
  margin: number,
  settings: Settings,
): void {
  const { firstContact, contactCount } = detection.graph.edges.columns;
  const { shapes, passing } = detection.graph.contacts.columns;
  const { kind } = detection.bodies.shapes.columns;
  contacts.count = 0;
  let isGood = !isBent(detection, s, t, limit);
  for (let c = firstContact[edge]; isGood && c < firstContact[edge] + contactCount[edge]; c++) {
    if (passing[c] !== 0) isGood = false;
    else if (shapes[2 * c] === s && shapes[2 * c + 1] === t) carryContact(detection, edge, c, contacts);
  }
  if (isGood && contacts.count > 0) return;
  contacts.count = 0;
  if (contactCount[edge] === 0) {
    if (kind[s] === TREE || kind[t] === TREE) return;
    if (!mayBeWithin(detection, edge, s, t, margin, settings)) return;
  }
  findContactsOfShapes(detection, s, t, margin, settings, contacts);
}

/** Makes records of the contacts of two shapes of an edge. Returns how deep the deepest is [m]. */
function addRecords(
  { contacts, lifts }: SecondLook,
  { bodies, graph }: Detection,
  problem: ContactProblem,
  edge: number,
  s: number,
  t: number,
): number {
  const { gap, normal, pointA, pointB } = contacts;
  const nodes = bodies.nodes.columns;
  const { nodes: ends } = graph.edges.columns;
  const a = nodes.mover[ends[2 * edge]];
  const b = nodes.mover[ends[2 * edge + 1]];
  let depth = 0;
  for (let row = 0; row < contacts.count; row++) {
    if (-gap[row] > depth) depth = -gap[row];
    for (let k = 3 * row; k < 3 * row + 3; k++) pointA[k] = 0.5 * (pointA[k] + pointB[k]);
    addRecord(problem, nodes, a, b, pointA, normal, 3 * row, gap[row]);
    notePlace(lifts, edge, s, t, pointA, 3 * row);
  }
  return depth;
}

/** Lists a body that may be moved in the round at hand, once. */
function noteMover({ movers }: SecondLook, { bodies }: Detection, row: number): void {
  const { unsettled, inverseMass } = bodies.nodes.columns;
  if (inverseMass[row] === 0 || unsettled[2 * row + 1] > 0) return;
  unsettled[2 * row + 1] = Number.MIN_VALUE;
  movers.ensureCapacity(movers.size + 1);
  movers.columns.body[movers.size++] = row;
}

/** Moves the bodies of a round by their corrections: as far as that is, or as deep as they were, they are unsettled in the next. */
function moveApart({ movers, kept }: SecondLook, detection: Detection): void {
  const { bodies } = detection;
  const nodes = bodies.nodes.columns;
  const { body } = movers.columns;
  const { correction: c, unsettled, kind } = nodes;
  let areComposite = false;
  kept.ensureCapacity(kept.size + movers.size);
  for (let i = 0; i < movers.size; i++) {
    const row = body[i];
    keepPose(kept, nodes, row);
    const k = 6 * row;
    const moved = Math.sqrt(c[k] * c[k] + c[k + 1] * c[k + 1] + c[k + 2] * c[k + 2]);
    unsettled[2 * row] = Math.max(moved, unsettled[2 * row + 1]);
    unsettled[2 * row + 1] = 0;
    if (kind[row] === COMPOSITE) areComposite = true;
  }
  moveByCorrections(nodes, body, 0, movers.size);
  for (let i = 0; i < movers.size; i++) {
    updateRotation(nodes, body[i]);
    writeGone(detection, body[i]);
  }
  if (!areComposite) return;
  moveMembers(bodies);
  for (let row = 0; row < bodies.nodes.size; row++) writeGone(detection, row);
}

/** Takes note of where a body is before it is moved for the first time. */
function keepPose(kept: SecondLook['kept'], nodes: Detection['bodies']['nodes']['columns'], row: number): void {
  if (nodes.isKept[row] !== 0) return;
  nodes.isKept[row] = 1;
  const { body, pose } = kept.columns;
  const k = 10 * kept.size;
  body[kept.size++] = row;
  for (let j = 0; j < 3; j++) pose[k + j] = nodes.position[3 * row + j];
  for (let j = 0; j < 4; j++) pose[k + 3 + j] = nodes.orientation[4 * row + j];
  for (let j = 0; j < 3; j++) pose[k + 7 + j] = nodes.velocity[6 * row + 3 + j];
}

/** Puts all bodies back to where they were; members of composites follow at the end of the step. */
function takeBack({ kept }: SecondLook, { bodies }: Detection): void {
  const nodes = bodies.nodes.columns;
  const { body, pose } = kept.columns;
  for (let i = 0; i < kept.size; i++) {
    const row = body[i];
    const k = 10 * i;
    for (let j = 0; j < 3; j++) nodes.position[3 * row + j] = pose[k + j];
    for (let j = 0; j < 4; j++) nodes.orientation[4 * row + j] = pose[k + 3 + j];
    for (let j = 0; j < 3; j++) nodes.velocity[6 * row + 3 + j] = pose[k + 7 + j];
    updateRotation(nodes, row);
  }
}
