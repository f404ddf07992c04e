// The problems of a group, on which sweeps have not converged, solved exactly (solvers/sparse-newton.ts), where that costs little:
// bodies one behind the other, as the links of a chain are, or few of them.

import { findContactsNow } from '../detection/contacts-ahead.js';
import type { Detection } from '../detection/detection.js';
import { ContactList } from '../detection/narrow-phase/contact-list.js';
import type { Settings } from '../settings.js';
import { POSITION_ROWS, VELOCITY_ROWS } from '../solvers/row-set.js';
import type { VelocityProblem } from '../solvers/solver.js';
import { projectedGaussSeidel } from '../solvers/solver.js';
import type { SparseNewton } from '../solvers/sparse-newton.js';
import type { ContactProblem } from './contact-problem.js';
import { addRecord, buildProblemOfManifolds, predictGaps, storeImpulses, takeImpulses } from './contact-problem.js';
import type { ContactStream } from './contact-stream.js';
import { LANES } from './contact-stream.js';

/** Most updates of blocks that a factorization may take: a tenth of a millisecond or so. */
const MOST_UPDATES = 1000;

const MOST_ROUNDS = 1;
const SWEEPS = 20;

/** Makes records of the manifolds of a group. Returns whether an exact solution of their problem costs little. */
export function prepareExactly(
  newton: SparseNewton,
  problem: ContactProblem,
  stream: ContactStream,
  detection: Detection,
  group: number,
  arrays: VelocityProblem,
): boolean {
  const { firstLane, packCount } = stream.groups.columns;
  buildProblemOfManifolds(problem, detection, stream.lanes.columns.manifold, firstLane[group], LANES * packCount[group], 0);
  arrays.count = problem.table.size;
  arrays.record = problem.table.columns.record;
  arrays.movers = problem.table.columns.movers;
  return newton.analyse(arrays) <= MOST_UPDATES;
}

/** Goes on from the impulses of the contacts, which have been applied, until nothing is wrong by more than the tolerance [m/s]. */
export function solveExactly(
  newton: SparseNewton,
  problem: ContactProblem,
  detection: Detection,
  arrays: VelocityProblem,
  tolerance: number,
): number {
  const { velocity, inverseInertia } = detection.bodies.nodes.columns;
  takeImpulses(problem, detection);
  arrays.u = velocity;
  let done = 0;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    done += newton.solve(arrays, VELOCITY_ROWS, inverseInertia, tolerance);
    if (projectedGaussSeidel.solveVelocities(arrays, SWEEPS, tolerance, false) < SWEEPS) break;
  }
  storeImpulses(problem, detection);
  return done;
}

/** The projection (46) on the gaps as they will be at the end of the step, added to what has been corrected already. */
export function correctExactly(
  newton: SparseNewton,
  problem: ContactProblem,
  detection: Detection,
  arrays: VelocityProblem,
  dt: number,
  tolerance: number,
): void {
  const { velocity, correction, inverseInertia } = detection.bodies.nodes.columns;
  predictGaps(problem, velocity, dt);
  arrays.u = correction;
  newton.solve(arrays, POSITION_ROWS, inverseInertia, tolerance);
}

const list = new ContactList();

/**
 * Moves the bodies of a group, which have been moved for the step, out of each other where they have come to be: what turns while much
 * pulls at it goes in by its curvature, which contacts of the step's beginning cannot know. Returns how deep they were [m].
 */
export function settleExactly(
  newton: SparseNewton,
  problem: ContactProblem,
  detection: Detection,
  group: number,
  arrays: VelocityProblem,
  settings: Settings,
  slop: number,
): number {
  const { bodies, graph, groups } = detection;
  const nodes = bodies.nodes.columns;
  const { firstEdge, edgeCount } = groups.table.columns;
  const { nodes: ends } = graph.edges.columns;
  problem.table.size = 0;
  let deepest = 0;
  for (let i = firstEdge[group]; i < firstEdge[group] + edgeCount[group]; i++) {
    const edge = groups.edges.columns.member[i];
    list.count = 0;
    findContactsNow(detection, edge, settings, list);
    const { gap, normal, pointA, pointB } = list;
    for (let row = 0; row < list.count; row++) {
      deepest = Math.max(deepest, -gap[row]);
      for (let k = 3 * row; k < 3 * row + 3; k++) pointA[k] = 0.5 * (pointA[k] + pointB[k]);
      addRecord(problem, nodes, nodes.mover[ends[2 * edge]], nodes.mover[ends[2 * edge + 1]], pointA, normal, 3 * row, gap[row]);
    }
  }
  if (deepest <= slop) return deepest;
  arrays.count = problem.table.size;
  arrays.record = problem.table.columns.record;
  arrays.movers = problem.table.columns.movers;
  arrays.u = nodes.correction;
  newton.analyse(arrays);
  newton.solve(arrays, POSITION_ROWS, nodes.inverseInertia, slop);
  return deepest;
}
