// The f64 twin of the compiled kernel: the same manifolds in the same order, as contact records swept by
// projected-gauss-seidel.ts. It is the reference the kernel is tested against, and serves where there is none.

import { buildProblemOfManifolds, handOver, predictGaps, storeImpulses } from '../../contact-problem/contact-problem.js';
import type { ContactProblem } from '../../contact-problem/problem-table.js';
import { solveResisting } from '../../contact-problem/resistances.js';
import type { Detection } from '../../detection/detection.js';
import type { Island } from '../../detection/islands/island.js';
import { COARSE, LONGEST, MOST, TOLERANCE } from '../../kernels/shared/plan-sweeps.js';
import type { CarriedSweeps } from '../../solvers/carried-sweeps.js';
import { dropPositionImpulses } from '../../solvers/project-positions.js';
import { applyImpulses, sweepPositions } from '../../solvers/projected-gauss-seidel.js';
import type { VelocityProblem } from '../../solvers/solver.js';
import { gaussSeidelSweeps } from '../../solvers/solver.js';
import type { ContactStream } from './contact-stream.js';
import { LANES } from './contact-stream.js';

/** Makes records of the manifolds of an island, with that share of their loads to start from. */
export function buildProblemOfIsland(
  problem: ContactProblem,
  { lanes, islands }: ContactStream,
  detection: Detection,
  { number }: Island,
  share: number,
): void {
  const { firstLane, packCount } = islands.columns;
  const count = LANES * packCount[number];
  buildProblemOfManifolds(problem, detection, lanes.columns.manifold, firstLane[number], count, share);
}

/**
 * Makes records of the manifolds of an island, and applies a share of their loads to the velocities: the warm start.
 */
export function applyLoadsOfRecords(
  problem: ContactProblem,
  stream: ContactStream,
  detection: Detection,
  island: Island,
  arrays: VelocityProblem,
  share: number,
): void {
  buildProblemOfIsland(problem, stream, detection, island, share);
  handOver(problem, arrays, detection.bodies.nodes.columns.velocity);
  applyImpulses(arrays.count, arrays.record, arrays.movers, arrays.u);
}

/** Sweeps by a plan. The loads must have been applied. Impulses go to the contacts. Returns how many sweeps it took. */
export function sweepRecords(
  problem: ContactProblem,
  detection: Detection,
  carried: CarriedSweeps,
  arrays: VelocityProblem,
  plan: Float64Array,
): number {
  const iterations = plan[MOST];
  const tolerance = plan[TOLERANCE];
  const longest = plan[LONGEST];
  const coarse = plan[COARSE];
  let done = 0;
  if (problem.resistances === 0) done = carried.sweepUntil(arrays, iterations, tolerance, longest, coarse);
  else {
    done = solveResisting(problem, arrays, gaussSeidelSweeps, iterations - 1, tolerance, false);
    if (done === iterations - 1) done += solveResisting(problem, arrays, gaussSeidelSweeps, longest - done, coarse, false);
  }
  storeImpulses(problem, detection);
  return done;
}

/** Makes the gaps as they will be at the end of the step those of the records, and corrections what is solved for. */
export function predictRecords(problem: ContactProblem, detection: Detection, arrays: VelocityProblem, dt: number): void {
  const { velocity, correction } = detection.bodies.nodes.columns;
  predictGaps(problem, velocity, dt);
  arrays.u = correction;
}

/**
 * The projection (46) of such records, added to what has been corrected already; by contacts that yield by a relaxation
 * (41).
 */
export function correctRecords(arrays: VelocityProblem, iterations: number, relaxation: number): void {
  dropPositionImpulses(arrays);
  const { count, record, movers, u } = arrays;
  let isChanged = true;
  for (let i = 0; i < iterations && isChanged; i++) isChanged = sweepPositions(count, record, movers, u, relaxation);
}
