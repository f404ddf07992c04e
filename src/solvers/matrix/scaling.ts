// What section 3.2 of the VSP paper does to a problem before it is solved: diagonal scaling (39)-(40) and relaxation (41).
//
// Where we differ: the paper has C^2 = 1/diag(A); with its A' = C^-1 A C^-T the diagonal becomes 1 for C^2 = diag(A), which is
// what is meant. Partners that share a disc share their scale as well, or the disc would become an ellipse.

import type { BoxedProblem } from './boxed-problem.js';
import { checkProblem } from './boxed-problem.js';
import { checkSize } from './refuse.js';
import type { SparseMatrix } from './sparse-matrix.js';
import { entryOf } from './sparse-matrix.js';

export interface ScaledProblem {
  readonly problem: BoxedProblem;
  /** The diagonal of C^-1: lambda of the given problem is this times lambda of the scaled one, row by row. */
  readonly scale: Float64Array;
}

/** The same problem in other units: A' = C^-1 A C^-1 with a diagonal of 1, b' = C^-1 b, lambda' = C lambda. */
export function scaleDiagonally(problem: BoxedProblem): ScaledProblem {
  checkProblem(problem);
  const { A, b, lo, hi, mu, normal, partner } = problem;
  const scale = b.map((_, i) => {
    const own = entryOf(A, i, i);
    return 1 / Math.sqrt(partner[i] < 0 ? own : 0.5 * (own + entryOf(A, partner[i], partner[i])));
  });
  return {
    scale,
    problem: {
      A: mapEntries(A, (value, i, j) => value * scale[i] * scale[j]),
      b: b.map((value, i) => value * scale[i]),
      lo: lo.map((value, i) => value / scale[i]),
      hi: hi.map((value, i) => value / scale[i]),
      mu: mu.map((value, i) => (normal[i] < 0 ? value : (value * scale[normal[i]]) / scale[i])),
      normal,
      partner,
    },
  };
}

/** The problem with A' = A + gamma I (41): easier to solve, and damped: its lambdas are smaller than they should be (figure 7). */
export function relaxProblem(problem: BoxedProblem, gamma: number): BoxedProblem {
  checkProblem(problem);
  checkSize('gamma', gamma);
  return { ...problem, A: mapEntries(problem.A, (value, i, j) => (i === j ? value + gamma : value)) };
}

function mapEntries(A: SparseMatrix, change: (value: number, row: number, column: number) => number): SparseMatrix {
  const value = A.value.slice();
  for (let i = 0; i < A.rows; i++) {
    for (let k = A.start[i]; k < A.start[i + 1]; k++) value[k] = change(value[k], i, A.column[k]);
  }
  return { ...A, value };
}
