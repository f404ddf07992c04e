// What a solution of a boxed problem must be, row by row, said without the solvers' own arithmetic.

import { expect } from 'vitest';
import type { BoxedProblem } from '../../src/solvers/index.js';

/** The largest violation of (15), with w = A lambda + b worked out here: in lambda of limits, in w of its sign or of being zero. */
export function largestViolation(problem: BoxedProblem, lambda: ArrayLike<number>, margin: number): number {
  const { lo, hi, mu, normal, partner } = problem;
  const w = multiplyOut(problem, lambda);
  let worst = 0;
  for (let i = 0; i < w.length; i++) {
    if (partner[i] >= 0) {
      const [x, y] = [lambda[i], lambda[partner[i]]];
      const limit = mu[i] * lambda[normal[i]];
      const length = Math.hypot(x, y);
      worst = Math.max(worst, length - limit);
      // Within the disc nothing slides; on its rim, friction opposes the sliding.
      const speed = Math.hypot(w[i], w[partner[i]]);
      if (length < limit - margin) worst = Math.max(worst, speed);
      else if (limit > margin) worst = Math.max(worst, Math.abs(w[i] + (speed * x) / length));
    } else {
      const limit = normal[i] < 0 ? 0 : mu[i] * lambda[normal[i]];
      const [low, high] = normal[i] < 0 ? [lo[i], hi[i]] : [-limit, limit];
      worst = Math.max(worst, low - lambda[i], lambda[i] - high);
      if (lambda[i] > low + margin) worst = Math.max(worst, w[i]);
      if (lambda[i] < high - margin) worst = Math.max(worst, -w[i]);
    }
  }
  return worst;
}

export function multiplyOut({ A, b }: BoxedProblem, lambda: ArrayLike<number>): number[] {
  return Array.from(b, (value, i) => {
    let sum = value;
    for (let k = A.start[i]; k < A.start[i + 1]; k++) sum += A.value[k] * lambda[A.column[k]];
    return sum;
  });
}

export function expectClose(found: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number): void {
  expect(found.length).toBe(expected.length);
  const worst = Array.from(found).reduce((most, value, i) => Math.max(most, Math.abs(value - expected[i])), 0);
  expect(worst).toBeLessThan(tolerance);
}
