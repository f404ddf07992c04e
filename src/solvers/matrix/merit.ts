// How far an iterate is from solving a boxed problem: H (37) and the merit theta (38) of the VSP paper.
//
// H is written as lambda - project(lambda - w), which is (37) for the paper's limits and makes sense for the disc as well.

import type { BoxedProblem } from './boxed-problem.js';
import { clampToLimits, computeW, frictionLimit } from './boxed-problem.js';

/** H of (37); zero where lambda solves the problem. */
export function computeResidual(problem: BoxedProblem, lambda: Float64Array): Float64Array {
  const w = computeW(problem, lambda);
  const H = new Float64Array(w.length);
  for (let i = 0; i < H.length; i++) {
    const other = problem.partner[i];
    if (other < 0) {
      H[i] = lambda[i] - clampToLimits(problem, lambda, i, lambda[i] - w[i]);
    } else {
      const x = lambda[i] - w[i];
      const y = lambda[other] - w[other];
      const limit = frictionLimit(problem, lambda, i);
      const length = Math.sqrt(x * x + y * y);
      H[i] = lambda[i] - (length > limit ? (limit / length) * x : x);
    }
  }
  return H;
}

/** theta of (38): half the squared length of H. */
export function computeMerit(problem: BoxedProblem, lambda: Float64Array): number {
  return 0.5 * computeResidual(problem, lambda).reduce((sum, h) => sum + h * h, 0);
}
