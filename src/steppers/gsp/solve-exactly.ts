// The problems of an island on which sweeps have not converged, solved exactly by Newton's method
// (solvers/sparse-newton.ts). That costs little where few bodies touch, or where they touch one behind the other, as
// the links of a chain do.

import { addRecord, handOver, storeImpulses, takeImpulses } from '../../contact-problem/contact-problem.js';
import type { ContactProblem } from '../../contact-problem/problem-table.js';
import { findContactsNow } from '../../detection/contacts-now.js';
import type { Detection } from '../../detection/detection.js';
import type { Island } from '../../detection/islands/island.js';
import { ContactList } from '../../detection/narrow-phase/contact-list.js';
import type { Settings } from '../../settings.js';
import { CORRECTION_LAMBDA, GAP, RECORD_LENGTH } from '../../solvers/contact-record.js';
import { applyRow, rowVelocity } from '../../solvers/projected-gauss-seidel.js';
import { POSITION_ROWS, VELOCITY_ROWS } from '../../solvers/row-set.js';
import type { VelocityProblem } from '../../solvers/solver.js';
import { gaussSeidelSweeps } from '../../solvers/solver.js';
import { SparseNewton } from '../../solvers/sparse-newton.js';
import type { ContactStream } from './contact-stream.js';
import { buildProblemOfIsland } from './reference-sweeps.js';

/**
 * Most updates of blocks that a factorization may take for each body: where none touches more than it hangs on, there
 * are three [1].
 */
const MOST_UPDATES = 4;
/** Sweeps after a solution, for what is left of it [1]. */
const LAST_SWEEPS = 20;
/** A correction is exact to this share of what counts as closed [1]. */
const SHARE_OF_HAIR = 0.1;

/** What exact solutions work on. */
export class ExactSolution {
  readonly newton = new SparseNewton();
  /** By contact, three rows each: how its bodies were displaced against each other before a projection [m]. */
  displaced = new Float64Array(0);
  /** Contacts of the edge at hand, where its bodies have come to. */
  readonly contacts = new ContactList();
}

/** Makes records of the manifolds of an island. Returns whether an exact solution of their problem costs little. */
export function prepareExactly(
  exact: ExactSolution,
  problem: ContactProblem,
  stream: ContactStream,
  detection: Detection,
  island: Island,
  arrays: VelocityProblem,
): boolean {
  buildProblemOfIsland(problem, stream, detection, island, 0);
  handOver(problem, arrays, arrays.u);
  return exact.newton.analyse(arrays) <= MOST_UPDATES * exact.newton.bodies;
}

/**
 * Goes on from the impulses of the contacts, which have been applied, until no velocity is wrong by more than the
 * tolerance [m/s].
 */
export function solveExactly(
  exact: ExactSolution,
  problem: ContactProblem,
  detection: Detection,
  arrays: VelocityProblem,
  tolerance: number,
): number {
  const { velocity, inverseInertia } = detection.bodies.nodes.columns;
  takeImpulses(problem, detection);
  arrays.u = velocity;
  const done = exact.newton.solve(arrays, VELOCITY_ROWS, inverseInertia, tolerance);
  if (done === 0) return 0;
  gaussSeidelSweeps.solveVelocities(arrays, LAST_SWEEPS, tolerance, false);
  storeImpulses(problem, detection);
  return done;
}

/**
 * The projection (46) of records whose gaps are those at the end of the step, added to what has been corrected already.
 */
export function correctExactly(exact: ExactSolution, detection: Detection, arrays: VelocityProblem, tolerance: number): void {
  projectExactly(exact, arrays, detection.bodies.nodes.columns.inverseInertia, tolerance);
}

/**
 * Solves a projection that was analysed. Contacts that contradict each other, or all but do, would throw bodies far
 * away to gain a hair. No contact needs to open by more than all of them overlap: a solution in which one does is
 * scaled down to that.
 */
function projectExactly(exact: ExactSolution, problem: VelocityProblem, inverseInertia: Float64Array, tolerance: number): void {
  const { count, record, movers, u } = problem;
  if (exact.displaced.length < 3 * count) exact.displaced = new Float64Array(6 * count);
  const { displaced } = exact;
  let overlap = 0;
  for (let i = 0; i < 3 * count; i++) displaced[i] = displacementOf(problem, i);
  for (let i = 0; i < count; i++) overlap += Math.max(0, -record[i * RECORD_LENGTH + GAP] - displaced[3 * i]);
  exact.newton.solve(problem, POSITION_ROWS, inverseInertia, tolerance);
  let square = 0;
  for (let i = 0; i < count; i++) {
    let own = 0;
    for (let row = 3 * i; row < 3 * i + 3; row++) {
      const way = displacementOf(problem, row) - displaced[row];
      own += way * way;
    }
    square = Math.max(square, own);
  }
  if (square <= overlap * overlap) return;
  const back = overlap / Math.sqrt(square) - 1;
  for (let i = 0; i < count; i++) {
    const k = i * RECORD_LENGTH;
    const gain = back * record[k + CORRECTION_LAMBDA];
    applyRow(record, k, 0, gain, u, movers[2 * i], movers[2 * i + 1]);
    record[k + CORRECTION_LAMBDA] += gain;
  }
}

/** Displacement of a contact along one of its three directions, counted through all contacts [m]. */
function displacementOf({ record, movers, u }: VelocityProblem, row: number): number {
  const i = Math.floor(row / 3);
  return rowVelocity(record, i * RECORD_LENGTH, row - 3 * i, u, movers[2 * i], movers[2 * i + 1]);
}

/**
 * Whether bodies of an island turn so far in a step dt [s] that contacts of its beginning do not tell where they come
 * to.
 */
export function isTurningFar(detection: Detection, island: Island, settings: Settings, dt: number): boolean {
  const { firstEdge, edgeCount } = island;
  const { member } = detection.groups.edges.columns;
  const share = settings['contact.touching'] * settings['detection.envelope'];
  for (let i = firstEdge; i < firstEdge + edgeCount; i++) if (turnsFar(detection, member[i], share, dt)) return true;
  return false;
}

/**
 * Whether two bodies that push each other turn far in a step dt [s]: so far that a point, going along a shape that is
 * as round as it is thick, goes in by more than a share of the half thickness of the thinner shape.
 */
function turnsFar({ bodies, graph }: Detection, edge: number, share: number, dt: number): boolean {
  const { movers, firstContact, contactCount } = graph.edges.columns;
  const { shapes, impulse } = graph.contacts.columns;
  const { thickness, reach } = bodies.shapes.columns;
  const { velocity: u } = bodies.nodes.columns;
  if (!isBearing(firstContact[edge], contactCount[edge], impulse)) return false;
  const a = 6 * movers[2 * edge] + 3;
  const b = 6 * movers[2 * edge + 1] + 3;
  const turn =
    dt *
    (Math.sqrt(u[a] * u[a] + u[a + 1] * u[a + 1] + u[a + 2] * u[a + 2]) +
      Math.sqrt(u[b] * u[b] + u[b + 1] * u[b + 1] + u[b + 2] * u[b + 2]));
  for (let c = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
    if (impulse[4 * c] === 0) continue;
    const thinner = Math.min(thickness[shapes[2 * c]], thickness[shapes[2 * c + 1]]);
    const way = turn * Math.min(reach[shapes[2 * c]], reach[shapes[2 * c + 1]]);
    if (0.5 * way * way > share * thinner * thinner) return true;
  }
  return false;
}

function isBearing(first: number, count: number, impulse: Float64Array): boolean {
  for (let c = first; c < first + count; c++) if (impulse[4 * c] !== 0) return true;
  return false;
}

/** A gap that counts as closed between shapes of which the thinner has that half thickness [m]. */
function hairOf(settings: Settings, thinner: number): number {
  return settings['contact.touching'] * settings['detection.envelope'] * thinner;
}

/**
 * Finds the contacts of an edge where its bodies have come to, and adds them to the problem. Returns whether one is
 * deeper than a share of the half thickness of the thinner shape.
 */
function addContactsNow(
  { contacts }: ExactSolution,
  problem: ContactProblem,
  detection: Detection,
  edge: number,
  settings: Settings,
  share: number,
): boolean {
  const nodes = detection.bodies.nodes.columns;
  const { movers, firstContact } = detection.graph.edges.columns;
  const { shapes } = detection.graph.contacts.columns;
  const { thickness } = detection.bodies.shapes.columns;
  const c = firstContact[edge];
  const depth = share * Math.min(thickness[shapes[2 * c]], thickness[shapes[2 * c + 1]]);
  let isDeep = false;
  contacts.count = 0;
  findContactsNow(detection, edge, settings, contacts);
  const { gap, normal, pointA, pointB } = contacts;
  for (let row = 0; row < contacts.count; row++) {
    if (-gap[row] > depth) isDeep = true;
    for (let k = 3 * row; k < 3 * row + 3; k++) pointA[k] = 0.5 * (pointA[k] + pointB[k]);
    addRecord(problem, nodes, movers[2 * edge], movers[2 * edge + 1], pointA, normal, 3 * row, gap[row]);
  }
  return isDeep;
}

/**
 * Finds corrections that move the bodies of an island out of each other where they have come to. A body that turns
 * while much pulls at it goes in by its curvature, of which the contacts of the step's beginning know nothing. The
 * bodies must have been moved for the step, and their rotations be up to date. Returns whether there are any
 * corrections.
 */
export function correctAgain(
  exact: ExactSolution,
  problem: ContactProblem,
  detection: Detection,
  island: Island,
  arrays: VelocityProblem,
  settings: Settings,
): boolean {
  const { bodies, graph, groups } = detection;
  const nodes = bodies.nodes.columns;
  const { firstEdge, edgeCount } = island;
  const { firstContact, contactCount } = graph.edges.columns;
  const { shapes } = graph.contacts.columns;
  const { thickness } = bodies.shapes.columns;
  problem.table.size = 0;
  let isDeep = false;
  let slop = Number.POSITIVE_INFINITY;
  for (let i = firstEdge; i < firstEdge + edgeCount; i++) {
    const edge = groups.edges.columns.member[i];
    if (contactCount[edge] === 0) continue;
    const c = firstContact[edge];
    const hair = hairOf(settings, Math.min(thickness[shapes[2 * c]], thickness[shapes[2 * c + 1]]));
    slop = Math.min(slop, SHARE_OF_HAIR * hair);
    if (addContactsNow(exact, problem, detection, edge, settings, settings['contact.touching'] * settings['detection.envelope']))
      isDeep = true;
  }
  if (!isDeep) return false;
  handOver(problem, arrays, nodes.correction);
  exact.newton.analyse(arrays);
  projectExactly(exact, arrays, nodes.inverseInertia, slop);
  return true;
}
