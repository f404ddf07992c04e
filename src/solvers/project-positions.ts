// The projection of penetration (46), also where there is no room.
//
// Where bodies have less room than they need, no displacement frees them all. Sweeps then push them through each other, the last
// pair always winning. So where a solver has taken away little of what overlaps, it is asked whether contacts that yield by the
// relaxation (41), all alike, leave less: then the overlap is shared out, and nothing is moved for the worse. Where even that gains
// nothing, bodies stay: packed symmetrically, they would leave their places by rounding alone. Two bodies alone have room: where their
// contacts contradict each other, as those of meshes deep in each other do, whichever wins moves them apart in the end.

import { CORRECTION_LAMBDA, GAP, RECORD_LENGTH } from './contact-record.js';
import { applyRow, rowVelocity, sweepPositions, YIELDING } from './projected-gauss-seidel.js';
import { grown } from './quadratic/grown.js';
import type { SolverWorkspace, VelocityProblem } from './solver.js';

/** Where more than this share of what overlapped is left, there may be no room: sweeps that have room leave next to nothing [1]. */
export const LEFT_WITHOUT_ROOM = 0.25;

/** Less than this share of what overlaps is no reason to move what has no room [1]. */
export const LEAST_GAIN = 1e-6;
/** What yields is swept so many times more often: where sweeps that have not converged end, bodies go on moving [1]. */
const YIELDING_TIMES = 5;

export class PositionProjection {
  /** Impulses of the projection, of whichever way is not the one at hand. */
  #others = new Float64Array(0);

  /**
   * Iterates on the displacements `u`, which may hold some already, by the solver, or by yielding sweeps where these leave less and more
   * than a share of what overlapped is left.
   */
  project(solver: SolverWorkspace, problem: VelocityProblem, iterations: number, leftWithoutRoom = LEFT_WITHOUT_ROOM): void {
    const before = overlapOf(problem);
    solver.solvePositions(problem, iterations);
    const after = overlapOf(problem);
    if (after <= leftWithoutRoom * before || isPair(problem)) return;
    const { count, record, movers, u } = problem;
    this.#others = grown(this.#others, count);
    this.#others.fill(0, 0, count);
    this.#exchangeImpulses(problem);
    let isChanged = true;
    for (let i = 0; i < YIELDING_TIMES * iterations && isChanged; i++)
      isChanged = sweepPositions(count, record, movers, u, YIELDING);
    const left = overlapOf(problem);
    if (left <= after && left <= (1 - LEAST_GAIN) * before) return;
    if (left <= after) this.#others.fill(0, 0, count);
    this.#exchangeImpulses(problem);
  }

  /** Takes back what the impulses of the projection did, and does what the others do. */
  #exchangeImpulses({ count, record, movers, u }: VelocityProblem): void {
    const others = this.#others;
    for (let i = 0; i < count; i++) {
      const k = i * RECORD_LENGTH;
      const lambda = record[k + CORRECTION_LAMBDA];
      applyRow(record, k, 0, others[i] - lambda, u, movers[2 * i], movers[2 * i + 1]);
      record[k + CORRECTION_LAMBDA] = others[i];
      others[i] = lambda;
    }
  }
}

/** Sets the impulses of the projection to nothing, where displacements have been taken back by other means. */
export function dropPositionImpulses({ count, record }: VelocityProblem): void {
  for (let i = 0; i < count; i++) record[i * RECORD_LENGTH + CORRECTION_LAMBDA] = 0;
}

/** Whether all contacts are of the same two bodies. */
function isPair({ count, movers }: VelocityProblem): boolean {
  for (let i = 2; i < 2 * count; i++) if (movers[i] !== movers[i - 2]) return false;
  return true;
}

/** Half the sum of squares of what overlaps [m^2]. */
export function overlapOf({ count, record, movers, u }: VelocityProblem): number {
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const k = i * RECORD_LENGTH;
    const gap = record[k + GAP] + rowVelocity(record, k, 0, u, movers[2 * i], movers[2 * i + 1]);
    if (gap < 0) sum += gap * gap;
  }
  return 0.5 * sum;
}
