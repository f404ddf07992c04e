// The f64 twin of the compiled kernel: the same manifolds in the same order, as contact records swept by
// projected-gauss-seidel.ts. It is the reference the kernel is tested against, and serves where there is none.

import type { ContactProblem } from '../../contact-problem/contact-problem.js';
import { buildProblemOfManifolds, predictGaps, storeImpulses } from '../../contact-problem/contact-problem.js';
import type { Island } from '../../detection/contact-graph/island.js';
import type { Detection } from '../../detection/detection.js';
import { dropPositionImpulses } from '../../solvers/project-positions.js';
import { applyImpulses, sweepPositions } from '../../solvers/projected-gauss-seidel.js';
import type { SolverWorkspace, VelocityProblem } from '../../solvers/solver.js';
import type { ContactStream } from './contact-stream.js';
import { LANES } from './contact-stream.js';

/** Makes records of the manifolds of a group, and applies the share of their loads that is started from to the velocities. */
export function applyLoadsOfRecords(
  problem: ContactProblem,
  stream: ContactStream,
  detection: Detection,
  island: Island,
  arrays: VelocityProblem,
  share: number,
): void {
  const { firstLane, packCount } = stream.islands.columns;
  buildProblemOfManifolds(
    problem,
    detection,
    stream.lanes.columns.manifold,
    firstLane[island.number],
    LANES * packCount[island.number],
    share,
  );
  const { record, movers } = problem.table.columns;
  arrays.count = problem.table.size;
  arrays.record = record;
  arrays.movers = movers;
  arrays.u = detection.bodies.nodes.columns.velocity;
  applyImpulses(arrays.count, record, movers, arrays.u);
}

/**
 * Sweeps, from the loads, which have been applied, until nothing changes by more than the tolerance [m/s], and then on,
 * up to `longest` sweeps in all, while something changes by more than a coarse one; returns how many it took. Impulses go to the contacts.
 */
export function sweepRecords(
  problem: ContactProblem,
  detection: Detection,
  solver: SolverWorkspace,
  arrays: VelocityProblem,
  iterations: number,
  tolerance: number,
  longest: number,
  coarse: number,
): number {
  let done = solver.solveVelocities(arrays, iterations - 1, tolerance, false);
  if (done === iterations - 1) done += solver.solveVelocities(arrays, longest - done, coarse, false);
  storeImpulses(problem, detection);
  return done;
}

/** Makes the gaps as they will be at the end of the step those of the records, and corrections what is solved for. */
export function predictRecords(problem: ContactProblem, detection: Detection, arrays: VelocityProblem, dt: number): void {
  const { velocity, correction } = detection.bodies.nodes.columns;
  predictGaps(problem, velocity, dt);
  arrays.u = correction;
}

/** The projection (46) of such records, added to what has been corrected already; by contacts that yield by a relaxation (41). */
export function correctRecords(arrays: VelocityProblem, iterations: number, relaxation: number): void {
  dropPositionImpulses(arrays);
  for (let i = 0; i < iterations; i++) sweepPositions(arrays.count, arrays.record, arrays.movers, arrays.u, relaxation);
}
