// Newton's method on contact records: it ends where sweeps would, at any ratio of masses, and what it does to momentum is what impulses do.

import { describe, expect, it } from 'vitest';
import { FRICTION, INVERSE_DIAGONAL, LAMBDA, RECORD_LENGTH, TANGENT_STEP } from '../../src/solvers/contact-record.js';
import { applyImpulses, rowVelocity } from '../../src/solvers/projected-gauss-seidel.js';
import { VELOCITY_ROWS } from '../../src/solvers/row-set.js';
import { SparseNewton } from '../../src/solvers/sparse-newton.js';
import type { RandomProblem } from './random-contacts.js';
import { randomProblem } from './random-contacts.js';

const TOLERANCE = 1e-7;

/** Six numbers at the offset of each mover; those of a fixed one are zero. */
function inverseInertiaOf({ masses }: RandomProblem): Float64Array {
  const inverse = new Float64Array(6 * masses.length);
  masses.forEach((mass, i) => {
    for (let j = 0; j < 3; j++) inverse[6 * i + j] = 1 / (0.1 * mass);
  });
  return inverse;
}

/** What one step of a projection would change a relative velocity by, at the most: zero for a solution of (37) [m/s]. */
function errorOf({ count, record, movers, u }: RandomProblem): number {
  let most = 0;
  for (let i = 0; i < count; i++) {
    const k = i * RECORD_LENGTH;
    const [a, b] = [movers[2 * i], movers[2 * i + 1]];
    const [n, t1, t2] = [record[k + LAMBDA], record[k + LAMBDA + 1], record[k + LAMBDA + 2]];
    const w = [0, 1, 2].map((row) => rowVelocity(record, k, row, u, a, b));
    const inverse = record[k + INVERSE_DIAGONAL];
    most = Math.max(most, Math.abs(n - Math.max(0, n - inverse * w[0])) / inverse);
    const step = record[k + TANGENT_STEP];
    const [s1, s2] = [t1 - step * w[1], t2 - step * w[2]];
    const shrink = Math.min(1, (record[k + FRICTION] * n) / Math.max(1e-300, Math.hypot(s1, s2)));
    most = Math.max(most, Math.hypot(t1 - shrink * s1, t2 - shrink * s2) / step);
  }
  return most;
}

/** A problem whose impulses are zero and whose velocities are so. */
function start(seed: number, contacts: number, bodies: number, friction: number): RandomProblem {
  const problem = randomProblem(seed, contacts, bodies, friction);
  for (let i = 0; i < contacts; i++) for (let row = 0; row < 3; row++) problem.record[i * RECORD_LENGTH + LAMBDA + row] = 0;
  return problem;
}

describe.each([0, 0.3])('with friction %d', (friction) => {
  it.each([1, 2, 3, 4, 5, 6])('solves the random problem %d', (seed) => {
    const problem = start(seed, 12, 9, friction);
    const before = Float64Array.from(problem.u);
    const newton = new SparseNewton();
    newton.analyse(problem);
    newton.solve(problem, VELOCITY_ROWS, inverseInertiaOf(problem), TOLERANCE);
    expect(errorOf(problem)).toBeLessThanOrEqual(10 * TOLERANCE);
    // The velocities are what the impulses make of those before, to rounding.
    applyImpulses(problem.count, problem.record, problem.movers, before);
    before.forEach((value, i) => {
      expect(problem.u[i]).toBeCloseTo(value, 10);
    });
    for (let i = 0; i < problem.count; i++) {
      const k = i * RECORD_LENGTH + LAMBDA;
      expect(problem.record[k]).toBeGreaterThanOrEqual(0);
      expect(Math.hypot(problem.record[k + 1], problem.record[k + 2])).toBeLessThanOrEqual(
        friction * problem.record[k] * (1 + 1e-9) + 1e-12,
      );
    }
  });
});

it.each([1, 2, 3, 4, 5, 6])('leaves the random problem %d no worse with friction as strong as the load', (seed) => {
  const problem = start(seed, 12, 9, 1);
  const before = errorOf(problem);
  const newton = new SparseNewton();
  newton.analyse(problem);
  newton.solve(problem, VELOCITY_ROWS, inverseInertiaOf(problem), TOLERANCE);
  expect(errorOf(problem)).toBeLessThan(0.2 * before);
});

it('leaves a problem alone that is solved', () => {
  const problem = start(1, 12, 9, 0.3);
  const newton = new SparseNewton();
  newton.analyse(problem);
  newton.solve(problem, VELOCITY_ROWS, inverseInertiaOf(problem), TOLERANCE);
  const { record, u } = { record: Float64Array.from(problem.record), u: Float64Array.from(problem.u) };
  expect(newton.solve(problem, VELOCITY_ROWS, inverseInertiaOf(problem), TOLERANCE)).toBe(0);
  expect(problem.record).toEqual(record);
  expect(problem.u).toEqual(u);
});
