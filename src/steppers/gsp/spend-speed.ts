// The energy that lifts bodies has to come from somewhere. Bodies that are pushed apart and upwards at the end of a
// step have fallen less far than gravity made them faster for: a wedge that drops into a crack would be put back in
// every step, and be faster each time. Where an island ends a step with more energy than it began with, the contacts
// that pushed take what they have lifted from the speed at which they still close.
//
// A push lambda [kg m] along the normal row J does the work W = -lambda J g against gravity. An impulse p along such a
// row takes the energy a p - p^2 / (2 D) from a contact that closes at the speed a, where 1 / D = J M^-1 J^T. So p = D
// (a - sqrt(a^2 - 2 W / D)) takes just W, and p = D a, which stops the contact, takes all there is. Impulses of a step
// act where bodies are when it begins. So each impulse is that of the contact that would have been found then, had it
// been foreseen, and its edge has that contact from now on.

import type { NODE_SCHEMA } from '../../bodies/node-table.js';
import { DETECTED_SIZE } from '../../bodies/node-table.js';
import type { Detection } from '../../detection/detection.js';
import type { Island } from '../../detection/islands/island.js';
import type { ContactList } from '../../detection/narrow-phase/contact-list.js';
import { CORRECTION_LAMBDA, GAP, NORMAL, RECORD_LENGTH } from '../../solvers/contact-record.js';
import type { VelocityProblem } from '../../solvers/solver.js';
import { fillRange } from '../../table/fill-range.js';
import type { Memory } from '../../table/memory.js';
import type { Columns } from '../../table/table.js';
import { f64, i32, Table } from '../../table/table.js';
import { kineticEnergyOf } from '../bounces.js';

type Nodes = Columns<typeof NODE_SCHEMA>;
type Gravity = readonly [number, number, number];

/** One row an island: its kinetic energy when the step began, and what it has gained since, of both kinds [J]. */
const GAIN_SCHEMA = { before: f64(1, 'scratch'), gained: f64(1, 'scratch') } as const;

/** One row a contact of the round at hand: its edge and shapes, and where it is [m]. */
const PLACE_SCHEMA = { edge: i32(1, 'scratch'), shapes: i32(2, 'scratch'), point: f64(3, 'scratch') } as const;

/** One row a push that lifted something: its place when the step began [m], normal [1], gap then [m] and work [J]. */
const LIFT_SCHEMA = {
  edge: i32(1, 'scratch'),
  shapes: i32(2, 'scratch'),
  /** The same point of A in A's frame and of B in B's [m]. */
  anchors: f64(6, 'scratch'),
  point: f64(3, 'scratch'),
  normal: f64(3, 'scratch'),
  gap: f64(1, 'scratch'),
  work: f64(1, 'scratch'),
} as const;

/** In place of the edge of two shapes that detection has not paired: what they lift is not taken from their speed. */
export const NO_EDGE = -1;
/** No feature of a shape has this name. */
const UNFORESEEN = -1;

export class Lifts {
  readonly islands: Table<typeof GAIN_SCHEMA>;
  readonly places: Table<typeof PLACE_SCHEMA>;
  readonly table: Table<typeof LIFT_SCHEMA>;
  /** Where the point of the contact at hand was when the step began, as one of A's and as one of B's [m]. */
  readonly pointOfA = new Float64Array(3);
  readonly pointOfB = new Float64Array(3);
  /** Of the row at hand, when the step began: -r x n of A and r x n of B [m], and I^-1 of both. */
  readonly turnsA = new Float64Array(3);
  readonly turnsB = new Float64Array(3);
  readonly spinsA = new Float64Array(3);
  readonly spinsB = new Float64Array(3);
  /** The impulse that it takes [N s]. */
  readonly impulse = new Float64Array(1);

  constructor(memory: Memory) {
    this.islands = new Table(memory, GAIN_SCHEMA);
    this.places = new Table(memory, PLACE_SCHEMA);
    this.table = new Table(memory, LIFT_SCHEMA);
  }
}

/** Makes room for all islands of a step, which are at rest as long as nothing else is noted. */
export function beginLifts({ islands, table }: Lifts, detection: Detection): void {
  const count = detection.groups.count + 1;
  islands.ensureCapacity(count);
  fillRange(islands.columns.before, 0, 0, count);
  table.size = 0;
}

/** Takes note of the kinetic energy that an island begins the step with. */
export function noteEnergy({ islands }: Lifts, detection: Detection, island: Island): void {
  islands.columns.before[island.number] = kineticEnergyOf(detection, island);
}

/** Finds the energy that each island has gained in the step, where it is now. */
export function findGains({ islands }: Lifts, detection: Detection, gravity: Gravity): void {
  const { before, gained } = islands.columns;
  const { list, count } = detection.groups;
  const { member } = detection.groups.movers.columns;
  const { position: x, detected, mass, gravityScale } = detection.bodies.nodes.columns;
  for (let island = 0; island < count; island++) {
    const { firstBody, bodyCount } = list[island];
    let work = 0;
    for (let i = firstBody; i < firstBody + bodyCount; i++) {
      const row = member[i];
      const weight = mass[row] * gravityScale[row];
      for (let j = 0; j < 3; j++) work += weight * gravity[j] * (x[3 * row + j] - detected[DETECTED_SIZE * row + j]);
    }
    gained[island] = kineticEnergyOf(detection, list[island]) - before[island] - work;
  }
}

/**
 * Takes note of which contact the next record is: its edge and shapes at sides[at ..], and where it is, half way
 * between the surfaces.
 */
export function notePlace(
  { places }: Lifts,
  sides: Int32Array,
  at: number,
  { pointA, pointB }: ContactList,
  contact: number,
): void {
  const row = places.size++;
  const { edge, shapes, point } = places.columns;
  edge[row] = sides[at];
  shapes[2 * row] = sides[at + 1];
  shapes[2 * row + 1] = sides[at + 2];
  for (let j = 0; j < 3; j++) point[3 * row + j] = 0.5 * (pointA[3 * contact + j] + pointB[3 * contact + j]);
}

/**
 * Lists what the pushes that the records hold, one for each place, do against gravity; bodies are still where they
 * were.
 */
export function noteLifts(
  { islands, places, table, pointOfA, pointOfB }: Lifts,
  { count, record, movers }: VelocityProblem,
  detection: Detection,
  gravity: Gravity,
): void {
  const nodes = detection.bodies.nodes.columns;
  const { nodes: ends, contactCount } = detection.graph.edges.columns;
  const { edge: edges, shapes, point: points } = places.columns;
  const { edge, shapes: ownShapes, anchors, point, normal, gap, work } = table.columns;
  for (let i = 0; i < count; i++) {
    const ofA = workOn(movers[2 * i] / 6, -1, record, i * RECORD_LENGTH, nodes, gravity);
    const ofB = workOn(movers[2 * i + 1] / 6, 1, record, i * RECORD_LENGTH, nodes, gravity);
    const island = Math.max(nodes.group[movers[2 * i] / 6], nodes.group[movers[2 * i + 1] / 6]);
    if (island >= 0) islands.columns.gained[island] += ofA + ofB;
    const done = Math.max(ofA, ofB);
    if (done <= 0 || edges[i] === NO_EDGE || contactCount[edges[i]] === 0) continue;
    const row = table.size++;
    const k = i * RECORD_LENGTH;
    edge[row] = edges[i];
    work[row] = done;
    gap[row] = record[k + GAP];
    for (let side = 0; side < 2; side++) {
      const node = ends[2 * edges[i] + side];
      writeAnchor(nodes, node, points, 3 * i, anchors, 6 * row + 3 * side);
      placeBefore(nodes, node, anchors, 6 * row + 3 * side, side === 0 ? pointOfA : pointOfB);
    }
    for (let j = 0; j < 3; j++) {
      normal[3 * row + j] = record[k + NORMAL + j];
      point[3 * row + j] = 0.5 * (pointOfA[j] + pointOfB[j]);
      gap[row] += record[k + NORMAL + j] * (pointOfB[j] - pointOfA[j]);
    }
    for (let j = 0; j < 2; j++) ownShapes[2 * row + j] = shapes[2 * i + j];
  }
}

/**
 * What the push of a record at k does against gravity on the body that it moves along its normal, or against it [J].
 */
function workOn(row: number, sign: number, record: Float64Array, k: number, nodes: Nodes, gravity: Gravity): number {
  if (nodes.inverseMass[row] === 0) return 0;
  const n = k + NORMAL;
  const along = record[n] * gravity[0] + record[n + 1] * gravity[1] + record[n + 2] * gravity[2];
  return -sign * record[k + CORRECTION_LAMBDA] * along * nodes.gravityScale[row];
}

/** Writes the point at point[at ..] in a node's frame to anchors[to ..]. */
function writeAnchor(
  { position: x, rotation: r }: Nodes,
  node: number,
  point: Float64Array,
  at: number,
  anchors: Float64Array,
  to: number,
): void {
  const px = point[at] - x[3 * node];
  const py = point[at + 1] - x[3 * node + 1];
  const pz = point[at + 2] - x[3 * node + 2];
  for (let j = 9 * node; j < 9 * node + 3; j++) anchors[to + j - 9 * node] = r[j] * px + r[j + 3] * py + r[j + 6] * pz;
}

/** Where the point at anchors[at ..] of a node was when the step began. */
function placeBefore({ detected: d }: Nodes, node: number, anchors: Float64Array, at: number, out: Float64Array): void {
  const l = DETECTED_SIZE * node;
  const x = d[l + 3];
  const y = d[l + 4];
  const z = d[l + 5];
  const w = d[l + 6];
  const tx = 2 * (y * anchors[at + 2] - z * anchors[at + 1]);
  const ty = 2 * (z * anchors[at] - x * anchors[at + 2]);
  const tz = 2 * (x * anchors[at + 1] - y * anchors[at]);
  out[0] = d[l] + anchors[at] + w * tx + y * tz - z * ty;
  out[1] = d[l + 1] + anchors[at + 1] + w * ty + z * tx - x * tz;
  out[2] = d[l + 2] + anchors[at + 2] + w * tz + x * ty - y * tx;
}

/** Takes from the velocities of bodies what was listed, as far as their islands have gained by it. */
export function spendLifts(lifts: Lifts, detection: Detection): void {
  const { islands, table } = lifts;
  const { mover, group } = detection.bodies.nodes.columns;
  for (let row = 0; row < table.size; row++) {
    const { edge, work } = table.columns;
    const { nodes: ends } = detection.graph.edges.columns;
    const a = mover[ends[2 * edge[row]]];
    const b = mover[ends[2 * edge[row] + 1]];
    // A body that flew by itself has its work alone.
    const g = Math.max(group[a], group[b]);
    const most = g >= 0 ? Math.min(work[row], islands.columns.gained[g]) : work[row];
    if (most <= 0) continue;
    const taken = slowDown(lifts, row, detection.bodies.nodes.columns, a, b, most);
    if (g >= 0) islands.columns.gained[g] -= taken;
    if (taken > 0) addUnforeseen(lifts, row, detection);
  }
}

/** Lets two movers close more slowly, so that they lose an energy [J], or what they have. Returns what they lose. */
function slowDown(
  { table, turnsA, turnsB, spinsA, spinsB, impulse }: Lifts,
  row: number,
  nodes: Nodes,
  a: number,
  b: number,
  energy: number,
): number {
  const { point, normal: n } = table.columns;
  const { velocity: u, inverseMass } = nodes;
  const k = 3 * row;
  writeTurns(nodes, a, point, n, k, -1, turnsA, spinsA);
  writeTurns(nodes, b, point, n, k, 1, turnsB, spinsB);
  let closing = 0;
  let inverse = inverseMass[a] + inverseMass[b];
  for (let j = 0; j < 3; j++) {
    closing -= n[k + j] * (u[6 * b + j] - u[6 * a + j]) + turnsA[j] * u[6 * a + 3 + j] + turnsB[j] * u[6 * b + 3 + j];
    inverse += turnsA[j] * spinsA[j] + turnsB[j] * spinsB[j];
  }
  if (closing <= 0) return 0;
  const left = Math.sqrt(Math.max(0, closing * closing - 2 * energy * inverse));
  const p = (closing - left) / inverse;
  impulse[0] = p;
  for (let j = 0; j < 3; j++) {
    u[6 * a + j] -= p * inverseMass[a] * n[k + j];
    u[6 * b + j] += p * inverseMass[b] * n[k + j];
    u[6 * a + 3 + j] += p * spinsA[j];
    u[6 * b + 3 + j] += p * spinsB[j];
  }
  return (0.5 * (closing * closing - left * left)) / inverse;
}

/** Writes sign r x n of a mover, with its arm r when the step began, and I^-1 of it. */
function writeTurns(
  { detected: d, inverseInertia: s }: Nodes,
  row: number,
  point: Float64Array,
  n: Float64Array,
  at: number,
  sign: number,
  turns: Float64Array,
  spins: Float64Array,
): void {
  const rx = point[at] - d[DETECTED_SIZE * row];
  const ry = point[at + 1] - d[DETECTED_SIZE * row + 1];
  const rz = point[at + 2] - d[DETECTED_SIZE * row + 2];
  const x = sign * (ry * n[at + 2] - rz * n[at + 1]);
  const y = sign * (rz * n[at] - rx * n[at + 2]);
  const z = sign * (rx * n[at + 1] - ry * n[at]);
  const k = 6 * row;
  turns[0] = x;
  turns[1] = y;
  turns[2] = z;
  spins[0] = s[k] * x + s[k + 3] * y + s[k + 4] * z;
  spins[1] = s[k + 3] * x + s[k + 1] * y + s[k + 5] * z;
  spins[2] = s[k + 4] * x + s[k + 5] * y + s[k + 2] * z;
}

/**
 * Gives the edge of a lift the contact that was not foreseen, with the impulse at hand, which is not expected to last.
 */
function addUnforeseen({ table, impulse }: Lifts, row: number, { graph, bodies }: Detection): void {
  const { edge, shapes, anchors, point, normal: n, gap } = table.columns;
  const c = graph.addContact(edge[row]);
  const to = graph.contacts.columns;
  const { rotation: r } = bodies.nodes.columns;
  const a = 9 * graph.edges.columns.nodes[2 * edge[row]];
  const k = 3 * row;
  for (let j = 0; j < 3; j++) {
    to.anchorA[3 * c + j] = anchors[6 * row + j];
    to.anchorB[3 * c + j] = anchors[6 * row + 3 + j];
    to.normal[3 * c + j] = r[a + j] * n[k] + r[a + 3 + j] * n[k + 1] + r[a + 6 + j] * n[k + 2];
    to.worldPoint[3 * c + j] = point[k + j];
    to.worldNormal[3 * c + j] = n[k + j];
  }
  for (let side = 0; side < 2; side++) to.shapes[2 * c + side] = shapes[2 * row + side];
  to.feature[c] = UNFORESEEN;
  to.passing[c] = 0;
  to.gap[c] = gap[row];
  for (let j = 0; j < 4; j++) to.load[4 * c + j] = to.impulse[4 * c + j] = 0;
  to.impulse[4 * c] = impulse[0];
}
