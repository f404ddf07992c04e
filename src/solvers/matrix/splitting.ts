// Matrix splitting with projection (VSP paper, section 3, (28)-(31)): Jacobi, Gauss-Seidel and successive over-relaxation on a
// boxed problem. They are one sweep, which differs in what it reads, the old iterate or the one it is writing, and how far it goes.
//
// The relaxation gamma of (41), which is to vanish as the iterations go on, is added to the diagonal during the sweep alone; a
// constant gamma is another problem, and relaxProblem of scaling.ts makes it.

import type { BoxedProblem } from './boxed-problem.js';
import { clampToLimits, frictionLimit } from './boxed-problem.js';
import type { Solution, SolveOptions } from './iteration.js';
import { iterate } from './iteration.js';
import { refuse } from './refuse.js';
import { entryOf, multiplyRow } from './sparse-matrix.js';

export interface SplittingOptions extends SolveOptions {
  /** gamma of (41) in iteration 0, 1, ...; default 0 throughout. */
  gamma?: (iteration: number) => number;
}

export interface OverRelaxationOptions extends SplittingOptions {
  /** How far past the solution of each row to go: 1 is Gauss-Seidel, above 1 is over-relaxation, below 1 under-relaxation [1]. */
  omega: number;
}

/** Every row from the old iterate. Converges only where the spectral radius of D^-1 (L + U) is below 1 (section 3.1). */
export function solveByJacobi(problem: BoxedProblem, options: SplittingOptions = {}): Solution {
  const old = new Float64Array(problem.b.length);
  return iterate(problem, options, (lambda, iteration) => {
    old.set(lambda);
    return relaxRows(problem, old, lambda, 1, gammaOf(options, iteration));
  });
}

/** Every row from what the rows before it have come to. */
export function solveByGaussSeidel(problem: BoxedProblem, options: SplittingOptions = {}): Solution {
  return solveByOverRelaxation(problem, { ...options, omega: 1 });
}

/** Gauss-Seidel with each step lengthened by omega. */
export function solveByOverRelaxation(problem: BoxedProblem, options: OverRelaxationOptions): Solution {
  const { omega } = options;
  if (!(omega > 0 && omega < 2)) refuse('omega', omega, 'a number above 0 and below 2');
  return iterate(problem, options, (lambda, iteration) => relaxRows(problem, lambda, lambda, omega, gammaOf(options, iteration)));
}

/** gamma of an iteration, checked. */
export function gammaOf({ gamma }: SplittingOptions, iteration: number): number {
  const value = gamma === undefined ? 0 : gamma(iteration);
  if (!(value >= 0 && value < Number.POSITIVE_INFINITY)) refuse(`gamma(${iteration})`, value, 'a finite number of at least 0');
  return value;
}

/**
 * Solves each row in turn as if the others, as `from` has them, were right (31), and projects it (29), (30), into `to`. Returns
 * false where that changes nothing, and will not.
 */
export function relaxRows(problem: BoxedProblem, from: Float64Array, to: Float64Array, omega: number, gamma: number): boolean {
  const { A, b, partner } = problem;
  // What a relaxed problem has come to may still change once gamma does.
  let changed = gamma > 0;
  for (let i = 0; i < b.length; i++) {
    const old = from[i];
    if (partner[i] < 0) {
      const w = b[i] + multiplyRow(A, i, from) + gamma * old;
      const step = (omega * w) / (entryOf(A, i, i) + gamma);
      to[i] = clampToLimits(problem, from, i, old - step);
      if (to[i] !== old) changed = true;
    } else if (partner[i] > i) {
      const other = from[partner[i]];
      relaxPartners(problem, i, partner[i], from, to, omega, gamma);
      if (to[i] !== old || to[partner[i]] !== other) changed = true;
    }
  }
  return changed;
}

/**
 * Two rows that share a disc, solved as one block; where that leaves the disc, by a gradient step onto its rim, whose fixed point
 * opposes the sliding exactly.
 */
function relaxPartners(
  problem: BoxedProblem,
  i: number,
  j: number,
  from: Float64Array,
  to: Float64Array,
  omega: number,
  gamma: number,
): void {
  const { A, b } = problem;
  const wi = omega * (b[i] + multiplyRow(A, i, from) + gamma * from[i]);
  const wj = omega * (b[j] + multiplyRow(A, j, from) + gamma * from[j]);
  const aii = entryOf(A, i, i) + gamma;
  const ajj = entryOf(A, j, j) + gamma;
  const aij = entryOf(A, i, j);
  const determinant = aii * ajj - aij * aij;
  const limit = frictionLimit(problem, from, i);
  let x = from[i] - (ajj * wi - aij * wj) / determinant;
  let y = from[j] - (aii * wj - aij * wi) / determinant;
  if (!(x * x + y * y <= limit * limit)) {
    const half = 0.5 * (aii - ajj);
    const largest = 0.5 * (aii + ajj) + Math.sqrt(half * half + aij * aij);
    x = from[i] - wi / largest;
    y = from[j] - wj / largest;
    const length = Math.sqrt(x * x + y * y);
    const shrink = length > limit ? limit / length : 1;
    x *= shrink;
    y *= shrink;
  }
  to[i] = x;
  to[j] = y;
}
