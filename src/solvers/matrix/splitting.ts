// Matrix splitting with projection (VSP paper, section 3, (28)-(31)): Jacobi, Gauss-Seidel and successive over-relaxation on a
// boxed problem. They are one sweep, which differs in what it reads, the old iterate or the one it is writing, and how far it goes.
//
// The relaxation gamma of (41), which is to vanish as the iterations go on, is added to the diagonal during the sweep alone; a
// constant gamma is another problem, and relaxProblem of scaling.ts makes it.

import type { BoxedProblem } from './boxed-problem.js';
import { frictionLimit } from './boxed-problem.js';
import type { Solution, SolveOptions } from './iteration.js';
import { iterate } from './iteration.js';
import { checkObject, checkReal, checkSize, refuse } from './refuse.js';
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
  return iterate(problem, options, () => {
    const plan = planSweeps(problem);
    const old = new Float64Array(problem.b.length);
    return (lambda, iteration) => {
      old.set(lambda);
      return relaxRows(problem, plan, old, lambda, 1, gammaOf(options, iteration));
    };
  });
}

/** Every row from what the rows before it have come to. */
export function solveByGaussSeidel(problem: BoxedProblem, options: SplittingOptions = {}): Solution {
  checkObject('options', options);
  return solveByOverRelaxation(problem, { ...options, omega: 1 });
}

/** Gauss-Seidel with each step lengthened by omega. */
export function solveByOverRelaxation(problem: BoxedProblem, options: OverRelaxationOptions): Solution {
  checkObject('options', options);
  const { omega } = options;
  checkReal('omega', omega, 'a number above 0 and below 2', (value) => value > 0 && value < 2);
  return iterate(problem, options, () => {
    const plan = planSweeps(problem);
    return (lambda, iteration) => relaxRows(problem, plan, lambda, lambda, omega, gammaOf(options, iteration));
  });
}

/** gamma of an iteration, checked. */
export function gammaOf({ gamma }: SplittingOptions, iteration: number): number {
  if (gamma === undefined) return 0;
  if (typeof gamma !== 'function') refuse('gamma', gamma, 'a function of the iteration');
  const value = gamma(iteration);
  checkSize(`gamma(${iteration})`, value);
  return value;
}

/** What a sweep looks up of A again and again: its diagonal, and for rows that share a disc the entry between them. */
export interface SweepPlan {
  readonly diagonal: Float64Array;
  readonly across: Float64Array;
}

export function planSweeps({ A, partner }: BoxedProblem): SweepPlan {
  return {
    diagonal: Float64Array.from(partner, (_, i) => entryOf(A, i, i)),
    across: Float64Array.from(partner, (other, i) => (other < 0 ? 0 : entryOf(A, i, other))),
  };
}

/**
 * Solves each row in turn as if the others, as `from` has them, were right (31), and projects it (29), (30), into `to`. Returns
 * false where that changes nothing, and will not. The row's product is spelt out: a call a row would cost as much as a short row.
 */
export function relaxRows(
  problem: BoxedProblem,
  plan: SweepPlan,
  from: Float64Array,
  to: Float64Array,
  omega: number,
  gamma: number,
): boolean {
  const { b, lo, hi, mu, normal, partner } = problem;
  const { start, column, value } = problem.A;
  const { diagonal } = plan;
  // What a relaxed problem has come to may still change once gamma does.
  let changed = gamma > 0;
  for (let i = 0; i < b.length; i++) {
    const old = from[i];
    if (partner[i] < 0) {
      let sum = 0;
      const end = start[i + 1];
      for (let k = start[i]; k < end; k++) sum += value[k] * from[column[k]];
      const next = old - (omega * (b[i] + sum + gamma * old)) / (diagonal[i] + gamma);
      let low = lo[i];
      let high = hi[i];
      if (normal[i] >= 0) {
        high = mu[i] * Math.max(0, from[normal[i]]);
        low = -high;
      }
      const now = Math.min(Math.max(low, next), high);
      to[i] = now;
      if (now !== old) changed = true;
    } else if (partner[i] > i) {
      const other = from[partner[i]];
      relaxPartners(problem, plan, i, partner[i], from, to, omega, gamma);
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
  { diagonal, across }: SweepPlan,
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
  const aii = diagonal[i] + gamma;
  const ajj = diagonal[j] + gamma;
  const aij = across[i];
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
