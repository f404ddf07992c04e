// The direct solver: the whole problem of a group written out as a matrix and solved by Newton's method (matrix/newton.ts) to the
// tolerance, or to rounding where that is zero. It is the reference that other solvers are measured against, for groups of up to some
// hundred rows: its work grows with the cube of them, and it allocates. Where the limit of that work is met, it applies the best
// that it has, as sweeps do, and the step's residual shows what is left.

import { RECORD_LENGTH } from './contact-record.js';
import { assembleProblem } from './matrix/assemble.js';
import { solveByNewton } from './matrix/newton.js';
import { entryOf } from './matrix/sparse-matrix.js';
import { applyRow } from './projected-gauss-seidel.js';
import type { RowSet } from './row-set.js';
import { POSITION_ROWS, VELOCITY_ROWS } from './row-set.js';
import type { Solver, SolverWorkspace, VelocityProblem } from './solver.js';
import { gaussSeidelSweeps } from './solver.js';

/** What it allocates it keeps for no longer than a call: worlds may share this. */
const workspace: SolverWorkspace = {
  solveVelocities(problem, iterations, tolerance, pyramid) {
    return solveRows(problem, VELOCITY_ROWS, iterations, tolerance, pyramid);
  },
  solvePositions(problem, iterations) {
    if (iterations > 0) solveRows(problem, POSITION_ROWS, iterations, 0, true);
  },
  merit: gaussSeidelSweeps.merit,
};

export const direct: Solver = { name: 'direct', abilities: ['velocities'], makeWorkspace: () => workspace };

function solveRows(arrays: VelocityProblem, set: RowSet, iterations: number, accuracy: number, pyramid: boolean): number {
  const { count, record, movers, u } = arrays;
  const { problem, lambda: start, contacts } = assembleProblem(arrays, set, pyramid);
  const solution = solveByNewton(problem, { iterations, accuracy, lambda: start });
  // Contacts that are not part of the problem do not act.
  const lambda = new Float64Array(set.rows * count);
  contacts.forEach((i, contact) => {
    // An impulse that changes less than the accuracy, or that a contact which opens is left with, is none: who is touched by
    // nothing else flies as if alone.
    const normal = set.rows * contact;
    const change = solution.lambda[normal] * entryOf(problem.A, normal, normal);
    if (change <= Math.max(solution.w[normal], accuracy)) return;
    for (let row = 0; row < set.rows; row++) lambda[set.rows * i + row] = solution.lambda[set.rows * contact + row];
  });
  for (let i = 0; i < count; i++) {
    const k = i * RECORD_LENGTH;
    for (let row = 0; row < set.rows; row++) {
      const change = lambda[set.rows * i + row] - record[k + set.lambda + row];
      record[k + set.lambda + row] = lambda[set.rows * i + row];
      applyRow(record, k, row, change, u, movers[2 * i], movers[2 * i + 1]);
    }
  }
  return solution.iterations;
}
