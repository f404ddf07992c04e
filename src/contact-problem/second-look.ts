// A second look at those pairs of bodies, at the end of a step, of which the contacts of its beginning do not know where they come to.
//
// Contacts are planes, found where bodies are and where they are going. Three kinds of pairs they do not describe:
// - What is pressed and turns far goes in by its curvature: a light box that rocks between two heavy balls by some tenths of a
//   radian a step. With a ball of radius R against a face at the half thickness t the gap falls by (t + R) a^2 / 2.
// - What is struck within the step goes where nobody has looked: its new velocity was not known to the detection.
// - What the sweeps of the projection (46) did not free.
// So pairs that may be of these kinds, by how far they have moved and turned, are looked at where they are now. Those that overlap are moved
// apart together with all that their bodies touch, which would else be pushed into others in their stead; what was moved
// is looked at once more. Nothing but positions changes, and where no two bodies are deeper in each other than the envelope, nothing at all.

import { moveMembers } from '../bodies/composite.js';
import { moveByCorrections, updateRotation, updateRotations } from '../bodies/kinematics.js';
import { COMPOSITE } from '../bodies/node-kinds.js';
import { placeScripts } from '../bodies/scripts.js';
import { isPhysicalEdge } from '../detection/contact-graph/edge-kinds.js';
import { isAllowed } from '../detection/contact-graph/rules.js';
import { depthNow, findContactsOfShapes } from '../detection/contacts-now.js';
import type { Detection } from '../detection/detection.js';
import { ContactList } from '../detection/narrow-phase/contact-list.js';
import type { Settings } from '../settings.js';
import { MESH, SPHERE } from '../shapes/shape-kinds.js';
import { projectPositions } from '../solvers/project-positions.js';
import type { VelocityProblem } from '../solvers/solver.js';
import { projectedGaussSeidel } from '../solvers/solver.js';
import type { Memory } from '../table/memory.js';
import { i32, Table } from '../table/table.js';
import type { ContactProblem } from './contact-problem.js';
import { addRecord } from './contact-problem.js';
import { CENTRED } from '../detection/update-bounds.js';

/** How often bodies are moved apart at the most [1]. */
const MOST_ROUNDS = 3;
/** Sweeps of a round [1]. */
const SWEEPS = 10;

const MOVER_SCHEMA = { body: i32(1, 'scratch') } as const;

export class SecondLook {
  /** Whether something may have come to where nobody looked. */
  isWanted = false;
  /** Bodies that are moved apart in the round at hand. */
  readonly movers: Table<typeof MOVER_SCHEMA>;
  readonly contacts = new ContactList();

  constructor(memory: Memory) {
    this.movers = new Table(memory, MOVER_SCHEMA);
  }
}

/** Of the pair at hand: how far B's centre has moved against A's [m], and the chords of their turns on a ball of radius 1 [1]. */
const motion = new Float64Array(3);
const WAY = 0;
const TURN = 1;
/** The deepest overlap of the round at hand [m]. */
const deepest = new Float64Array(1);
let looked = 0; let found = 0; let recs = 0; let rounds = 0;

/** Moves apart what overlaps by more than the envelope at the end of a step, as far as its contacts did not say so. */
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
  looked = found = recs = rounds = 0;
  if (findOverlaps(detection, settings))
  for (let round = 0; round < MOST_ROUNDS; round++) {
    rounds++;
    if (!addContacts(look, detection, problem, settings)) break;
    recs += problem.table.size;
    arrays.count = problem.table.size;
    arrays.record = problem.table.columns.record;
    arrays.movers = problem.table.columns.movers;
    arrays.u = nodes.correction;
    projectPositions(projectedGaussSeidel, arrays, SWEEPS);
    moveApart(look, detection);
  }
  (globalThis as any).__look?.(looked, found, recs, rounds, detection);
}

/** Marks the bodies that overlap others unawares. Returns whether there are any. */
function findOverlaps(detection: Detection, settings: Settings): boolean {
  const { bodies, graph, overlaps, shapePairs } = detection;
  const nodes = bodies.nodes.columns;
  const { edge: listed, nodes: ends, firstPair } = overlaps.columns;
  const { shapes } = shapePairs.columns;
  const { kind } = graph.edges.columns;
  const { thickness, kind: kinds } = bodies.shapes.columns;
  const share = settings['detection.envelope'];
  nodes.lookedAt.fill(0, 0, bodies.nodes.size);
  deepest[0] = 0;
  for (let i = 0; i < overlaps.size; i++) {
    const a = ends[2 * i];
    const b = ends[2 * i + 1];
    if (!isPhysicalEdge(kind[listed[i]]) || !isUncertain(detection, i, settings) || !isAllowed(graph, a, b)) continue;
    for (let pair = firstPair[i]; pair < firstPair[i + 1]; pair++) {
      const s = shapes[2 * pair];
      const t = shapes[2 * pair + 1];
      if (kinds[s] === MESH || kinds[t] === MESH || isFarOff(detection, s, t)) continue;
      looked++;
      const depth = depthNow(detection, s, t);
      if (depth <= share * Math.min(thickness[s], thickness[t])) continue;
      deepest[0] = Math.max(deepest[0], depth);
      found++;
      for (let side = 0; side < 2; side++) {
        const mover = nodes.mover[ends[2 * i + side]];
        if (nodes.inverseMass[mover] > 0) nodes.lookedAt[mover] = 1;
      }
    }
  }
  return deepest[0] > 0;
}

/** Whether the balls about two shapes are apart. */
function isFarOff({ bodies }: Detection, s: number, t: number): boolean {
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

/** Whether the two bodies of an overlap may be where neither the contacts of the step's beginning nor the lack of them tells. */
function isUncertain(detection: Detection, i: number, settings: Settings): boolean {
  const { bodies, graph, overlaps, shapePairs } = detection;
  const { edge: listed, nodes: ends, firstPair } = overlaps.columns;
  const { shapes } = shapePairs.columns;
  const { thickness, reach, kind, centred } = bodies.shapes.columns;
  const { firstContact, contactCount, gap, travel } = graph.edges.columns;
  const { impulse, gap: gaps } = graph.contacts.columns;
  const edge = listed[i];
  writeMotion(detection, ends[2 * i], ends[2 * i + 1]);
  if (motion[WAY] === 0 && motion[TURN] === 0 && motion[TURN + 1] === 0) return false;
  const end = firstContact[edge] + contactCount[edge];
  let isPressed = false;
  let depth = 0;
  for (let c = firstContact[edge]; c < end; c++) {
    if (impulse[4 * c] > 0) isPressed = true;
    if (-gaps[c] > depth) depth = -gaps[c];
  }
  for (let pair = firstPair[i]; pair < firstPair[i + 1]; pair++) {
    const s = shapes[2 * pair];
    const t = shapes[2 * pair + 1];
    const thinner = Math.min(thickness[s], thickness[t]);
    const envelope = settings['detection.envelope'] * thinner;
    if (isPressed) {
      if (depth > 2 * envelope) return true;
      const way = (motion[TURN] + motion[TURN + 1]) * Math.min(reach[s], reach[t]);
      if (0.5 * way * way > envelope * thinner) return true;
    } else {
      const known = gap[edge] < Number.POSITIVE_INFINITY ? gap[edge] : envelope + Math.min(travel[edge], settings['detection.lookAhead'] * thinner);
      let way = motion[WAY];
      if (motion[TURN] > 0 && !(kind[s] === SPHERE && centred[s] === CENTRED)) way += motion[TURN] * reach[s];
      if (motion[TURN + 1] > 0 && !(kind[t] === SPHERE && centred[t] === CENTRED)) way += motion[TURN + 1] * reach[t];
      if (way > known + envelope) return true;
    }
  }
  return false;
}

/** Since the detection. */
function writeMotion({ bodies }: Detection, a: number, b: number): void {
  const { position: x, orientation: q, detected: d } = bodies.nodes.columns;
  let squared = 0;
  for (let j = 0; j < 3; j++) {
    const way = x[3 * b + j] - d[13 * b + j] - (x[3 * a + j] - d[13 * a + j]);
    squared += way * way;
  }
  motion[WAY] = Math.sqrt(squared);
  for (let side = 0; side < 2; side++) {
    const row = side === 0 ? a : b;
    const k = 4 * row;
    const l = 13 * row + 3;
    const cosine = q[k] * d[l] + q[k + 1] * d[l + 1] + q[k + 2] * d[l + 2] + q[k + 3] * d[l + 3];
    motion[TURN + side] = 2 * Math.sqrt(Math.max(0, 1 - cosine * cosine));
  }
}

/** Makes all contacts of the marked bodies, where they are now, the problem. Returns whether one of them is deep. */
function addContacts(look: SecondLook, detection: Detection, problem: ContactProblem, settings: Settings): boolean {
  const { bodies, graph, overlaps, shapePairs } = detection;
  const { contacts } = look;
  const nodes = bodies.nodes.columns;
  const { edge: listed, nodes: ends, firstPair } = overlaps.columns;
  const { shapes } = shapePairs.columns;
  const { thickness } = bodies.shapes.columns;
  const { kind } = graph.edges.columns;
  const share = settings['detection.envelope'];
  problem.table.size = 0;
  look.movers.size = 0;
  const margin = deepest[0];
  deepest[0] = 0;
  for (let i = 0; i < overlaps.size; i++) {
    const a = nodes.mover[ends[2 * i]];
    const b = nodes.mover[ends[2 * i + 1]];
    if ((nodes.lookedAt[a] & 1) === 0 && (nodes.lookedAt[b] & 1) === 0) continue;
    if (!isPhysicalEdge(kind[listed[i]]) || !isAllowed(graph, ends[2 * i], ends[2 * i + 1])) continue;
    for (let pair = firstPair[i]; pair < firstPair[i + 1]; pair++) {
      const s = shapes[2 * pair];
      const t = shapes[2 * pair + 1];
      contacts.count = 0;
      const envelope = share * Math.min(thickness[s], thickness[t]);
      findContactsOfShapes(detection, s, t, Math.max(margin, envelope), settings, contacts);
      const { gap, normal, pointA, pointB } = contacts;
      for (let row = 0; row < contacts.count; row++) {
        if (-gap[row] > envelope) deepest[0] = Math.max(deepest[0], -gap[row]);
        for (let k = 3 * row; k < 3 * row + 3; k++) pointA[k] = 0.5 * (pointA[k] + pointB[k]);
        addRecord(problem, nodes, a, b, pointA, normal, 3 * row, gap[row]);
      }
      if (contacts.count > 0) {
        noteMover(look, detection, a);
        noteMover(look, detection, b);
      }
    }
  }
  return deepest[0] > 0;
}

/** Lists a body that may be moved in the round at hand, once. */
function noteMover({ movers }: SecondLook, { bodies }: Detection, row: number): void {
  const { lookedAt, inverseMass } = bodies.nodes.columns;
  if (inverseMass[row] === 0 || (lookedAt[row] & 2) !== 0) return;
  lookedAt[row] |= 2;
  movers.ensureCapacity(movers.size + 1);
  movers.columns.body[movers.size++] = row;
}

/** Moves the bodies of a round by their corrections, and marks those for the next that have been moved far. */
function moveApart({ movers }: SecondLook, { bodies }: Detection): void {
  const nodes = bodies.nodes.columns;
  const { body } = movers.columns;
  const { correction: c, lookedAt } = nodes;
  let areComposite = false;
  for (let i = 0; i < movers.size; i++) {
    const row = body[i];
    const k = 6 * row;
    const isMoved = c[k] !== 0 || c[k + 1] !== 0 || c[k + 2] !== 0 || c[k + 3] !== 0 || c[k + 4] !== 0 || c[k + 5] !== 0;
    lookedAt[row] = isMoved ? 1 : 0;
    if (nodes.kind[row] === COMPOSITE) areComposite = true;
  }
  moveByCorrections(nodes, body, 0, movers.size);
  for (let i = 0; i < movers.size; i++) updateRotation(nodes, body[i]);
  if (areComposite) moveMembers(bodies);
}
