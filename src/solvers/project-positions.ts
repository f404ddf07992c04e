// The projection of penetration (46), also where there is no room.
//
// Where bodies have less room than they need, no displacement frees them all. Sweeps then push them through each other, the last
// pair always winning. So where a solver leaves more overlap than there was, contacts are made to yield by the relaxation (41), all
// alike: the overlap is shared out, and nothing is moved for the worse. Two bodies alone have room: where their contacts contradict
// each other, as those of meshes deep in each other do, whichever wins moves them apart in the end.

import { CORRECTION_LAMBDA, GAP, INVERSE_DIAGONAL, RECORD_LENGTH } from './contact-record.js';
import { applyRow, rowVelocity, sweepPositions, YIELDING } from './projected-gauss-seidel.js';
import type { Solver, VelocityProblem } from './solver.js';

/** Iterates on the displacements `u`, which may hold some already, by the solver; by yielding sweeps where that makes things worse. */
export function projectPositions(solver: Solver, problem: VelocityProblem, iterations: number): void {
  const before = overlapOf(problem);
  solver.solvePositions(problem, iterations);
  if (isPair(problem) || overlapOf(problem) <= before) return;
  const { count, record, movers, u } = problem;
  for (let i = 0; i < count; i++) {
    const k = i * RECORD_LENGTH;
    applyRow(record, k, 0, -record[k + CORRECTION_LAMBDA], u, movers[2 * i], movers[2 * i + 1]);
    record[k + CORRECTION_LAMBDA] = 0;
  }
  for (let i = 0; i < iterations; i++) sweepPositions(count, record, movers, u, YIELDING);
}

/** Whether all contacts are of the same two bodies. */
function isPair({ count, movers }: VelocityProblem): boolean {
  for (let i = 2; i < 2 * count; i++) if (movers[i] !== movers[i - 2]) return false;
  return true;
}

/** Half the sum of squares of what overlaps, each contact's by what it takes to part it [kg m^2]. */
export function overlapOf({ count, record, movers, u }: VelocityProblem): number {
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const k = i * RECORD_LENGTH;
    const gap = record[k + GAP] + rowVelocity(record, k, 0, u, movers[2 * i], movers[2 * i + 1]);
    if (gap < 0) sum += gap * gap * record[k + INVERSE_DIAGONAL];
  }
  return 0.5 * sum;
}
