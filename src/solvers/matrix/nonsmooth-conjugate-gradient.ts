// The nonsmooth nonlinear conjugate gradient method of Silcowitz-Hansen, Niebe and Erleben (2010): a Gauss-Seidel sweep is seen
// as a step along the negative gradient of an unknown function, and Fletcher and Reeves' rule carries on along the last direction.
//
// Where we differ: the extrapolation opens an iteration in place of ending it, so that what is returned always comes out of a
// sweep and keeps its limits; and the length of a gradient is measured with the diagonal of A, as an energy, so that the method
// does not depend on the units of single rows.

import type { BoxedProblem } from './boxed-problem.js';
import type { Improve, Solution } from './iteration.js';
import { iterate } from './iteration.js';
import type { SplittingOptions } from './splitting.js';
import { gammaOf, planSweeps, relaxRows } from './splitting.js';

export function solveByConjugateGradient(problem: BoxedProblem, options: SplittingOptions = {}): Solution {
  return iterate(problem, options, () => conjugateSweeps(problem, options));
}

/** Sweeps that remember the direction of those before. */
export function conjugateSweeps(problem: BoxedProblem, options: SplittingOptions): Improve {
  const n = problem.b.length;
  const plan = planSweeps(problem);
  const before = new Float64Array(n);
  const direction = new Float64Array(n);
  const carriedOn = new Float64Array(n);
  let previousNorm = Number.POSITIVE_INFINITY;
  return (lambda, iteration) => {
    for (let i = 0; i < n; i++) lambda[i] += carriedOn[i];
    before.set(lambda);
    const changed = relaxRows(problem, plan, lambda, lambda, 1, gammaOf(options, iteration));
    let norm = 0;
    for (let i = 0; i < n; i++) norm += plan.diagonal[i] * (lambda[i] - before[i]) * (lambda[i] - before[i]);
    // Where residuals grow, the old direction has nothing to say any more.
    const isShrinking = norm < previousNorm;
    const beta = isShrinking ? norm / previousNorm : 0;
    for (let i = 0; i < n; i++) {
      carriedOn[i] = beta * direction[i];
      direction[i] = isShrinking ? carriedOn[i] + lambda[i] - before[i] : 0;
    }
    previousNorm = norm;
    return changed;
  };
}
