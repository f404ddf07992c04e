// The sweep against what the complementarity problem asks for, on problems made by hand and at random.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/random.js';
import * as R from '../../src/solvers/contact-record.js';
import { sweepVelocities } from '../../src/solvers/kernels/sweep-velocities.js';
import { applyImpulses, merit, sweepPositions } from '../../src/solvers/projected-gauss-seidel.js';
import { gaussSeidelSweeps } from '../../src/solvers/solver.js';
import type { RandomProblem } from './random-contacts.js';
import { randomProblem } from './random-contacts.js';

/** w = J u of a row, from the record alone. */
function relativeVelocity({ record, movers, u }: RandomProblem, i: number, row: number): number {
  const k = i * R.RECORD_LENGTH;
  let w = 0;
  for (let j = 0; j < 3; j++) {
    w += record[k + R.NORMAL + 3 * row + j] * (u[movers[2 * i + 1] + j] - u[movers[2 * i] + j]);
    w += record[k + R.ANGULAR + 6 * row + j] * u[movers[2 * i] + 3 + j];
    w += record[k + R.ANGULAR + 6 * row + 3 + j] * u[movers[2 * i + 1] + 3 + j];
  }
  return w;
}

function solve(problem: RandomProblem, iterations: number, pyramid: boolean): void {
  gaussSeidelSweeps.solveVelocities(problem, iterations, 0, pyramid);
}

describe('one contact', () => {
  it('is solved by one sweep: the normal velocity becomes the bias, the tangents stick', () => {
    const problem = randomProblem(3, 1, 2, 1e6);
    problem.record[R.BIAS] = -0.25;
    if (relativeVelocity(problem, 0, 0) > 0) for (let i = 0; i < problem.u.length; i++) problem.u[i] *= -1;
    solve(problem, 400, false);
    expect(relativeVelocity(problem, 0, 0)).toBeCloseTo(0.25, 12);
    expect(relativeVelocity(problem, 0, 1)).toBeCloseTo(0, 12);
    expect(relativeVelocity(problem, 0, 2)).toBeCloseTo(0, 12);
  });

  it('does nothing to bodies that part', () => {
    const problem = randomProblem(3, 1, 2, 0.5);
    if (relativeVelocity(problem, 0, 0) < 0) for (let i = 0; i < problem.u.length; i++) problem.u[i] *= -1;
    const before = problem.u.slice();
    solve(problem, 5, false);
    expect(problem.u).toEqual(before);
    expect(problem.record[R.LAMBDA]).toBe(0);
  });
});

describe('random problems', () => {
  const cases = fc.record({
    seed: fc.nat(1e6),
    contacts: fc.integer({ min: 1, max: 8 }),
    friction: fc.integer({ min: 0, max: 80 }).map((percent) => percent / 100),
  });

  it.each([false, true])('end where the conditions hold: (15) and (29) with pyramid = %s', (pyramid) => {
    fc.assert(
      fc.property(cases, ({ seed, contacts, friction }) => {
        const problem = randomProblem(seed, contacts, 6, friction);
        const iterations = gaussSeidelSweeps.solveVelocities(problem, 20000, 1e-13, pyramid);
        if (iterations === 20000) return; // Friction on random directions need not converge; what has ended must be right.
        for (let i = 0; i < contacts; i++) {
          const [n, t1, t2] = problem.record.subarray(i * R.RECORD_LENGTH + R.LAMBDA, i * R.RECORD_LENGTH + R.LAMBDA + 3);
          const [wn, w1, w2] = [0, 1, 2].map((row) => relativeVelocity(problem, i, row));
          expect(n).toBeGreaterThanOrEqual(0);
          expect(wn).toBeGreaterThan(-1e-9);
          expect(n * wn).toBeLessThan(1e-8);
          const limit = friction * n;
          if (pyramid) {
            for (const [lambda, w] of [
              [t1, w1],
              [t2, w2],
            ]) {
              expect(Math.abs(lambda)).toBeLessThanOrEqual(limit * (1 + 1e-12));
              if (Math.abs(lambda) < limit - 1e-6) expect(Math.abs(w)).toBeLessThan(1e-6);
              else expect(lambda * w).toBeLessThan(1e-6);
            }
          } else {
            expect(Math.hypot(t1, t2)).toBeLessThanOrEqual(limit * (1 + 1e-12));
            if (Math.hypot(t1, t2) < limit - 1e-6) expect(Math.hypot(w1, w2)).toBeLessThan(1e-6);
            // Sliding friction opposes the sliding, direction and all.
            else expect(t1 * w1 + t2 * w2).toBeLessThan(-Math.hypot(t1, t2) * Math.hypot(w1, w2) + 1e-6);
          }
        }
      }),
      { numRuns: 150, seed: 20 },
    );
  });

  it('converge linearly, as figure 5 of the paper shows', () => {
    const problem = randomProblem(12, 24, 8, 0);
    const merits: number[] = [];
    for (let i = 0; i < 60; i++) {
      sweepVelocities(problem.count, problem.record, problem.movers, problem.u, false, 0);
      merits.push(gaussSeidelSweeps.merit(problem, false));
    }
    expect(merits[59]).toBeLessThan(1e-3 * merits[9]);
    const slopes = [20, 30, 40].map((i) => Math.log(merits[i + 10] / merits[i]));
    for (const slope of slopes) expect(slope).toBeLessThan(0);
    expect(Math.max(...slopes) / Math.min(...slopes)).toBeGreaterThan(0.5);
  });

  it('keep linear momentum, and the velocities are those of the impulses', () => {
    const problem = randomProblem(5, 10, 7, 0.4);
    const start = problem.u.slice();
    problem.movers.forEach((offset, i) => {
      if (offset === 0) problem.movers[i] = problem.movers[i ^ 1] === 6 ? 12 : 6;
    });
    for (let i = 0; i < problem.count; i++) {
      const k = i * R.RECORD_LENGTH;
      problem.record[k + R.INVERSE_MASS_A] = 1 / problem.masses[problem.movers[2 * i] / 6];
      problem.record[k + R.INVERSE_MASS_B] = 1 / problem.masses[problem.movers[2 * i + 1] / 6];
    }
    solve(problem, 30, false);
    for (let axis = 0; axis < 3; axis++) {
      let change = 0;
      for (let body = 1; body < 7; body++) change += problem.masses[body] * (problem.u[6 * body + axis] - start[6 * body + axis]);
      expect(change).toBeCloseTo(0, 12);
    }
    const again = start.slice();
    applyImpulses(problem.count, problem.record, problem.movers, again);
    again.forEach((value, i) => {
      expect(value).toBeCloseTo(problem.u[i], 10);
    });
  });
});

describe('the merit', () => {
  it('is half the squared length of (37) as the paper writes it', () => {
    fc.assert(
      fc.property(fc.nat(1e6), (seed) => {
        const problem = randomProblem(seed, 4, 4, 0.6);
        const random = new Random(seed + 1);
        let expected = 0;
        for (let i = 0; i < problem.count; i++) {
          const k = i * R.RECORD_LENGTH + R.LAMBDA;
          problem.record.set([random.uniform(0, 2), random.uniform(-1, 1), random.uniform(-1, 1)], k);
          const limit = 0.6 * problem.record[k];
          for (let row = 0; row < 3; row++) {
            const [low, high] = row === 0 ? [0, Number.POSITIVE_INFINITY] : [-limit, limit];
            const lambda = problem.record[k + row];
            const H = Math.min(lambda - low, Math.max(lambda - high, relativeVelocity(problem, i, row)));
            expected += (H * H) / 2;
          }
        }
        expect(merit(problem.count, problem.record, problem.movers, problem.u, true)).toBeCloseTo(expected, 10);
      }),
      { numRuns: 100 },
    );
  });
});

describe('the projection', () => {
  it('opens every gap that is closed too far, and leaves open ones alone (46)', () => {
    const problem = randomProblem(9, 3, 5, 0);
    problem.u.fill(0);
    [-0.01, -0.002, 0.5].forEach((gap, i) => {
      problem.record[i * R.RECORD_LENGTH + R.GAP] = gap;
    });
    for (let i = 0; i < 2000; i++) sweepPositions(problem.count, problem.record, problem.movers, problem.u);
    for (let i = 0; i < 3; i++) {
      const k = i * R.RECORD_LENGTH;
      const gap = problem.record[k + R.GAP] + relativeVelocity(problem, i, 0);
      expect(gap).toBeGreaterThan(-1e-12);
      expect(problem.record[k + R.CORRECTION_LAMBDA] * gap).toBeLessThan(1e-12);
    }
    expect(problem.record[2 * R.RECORD_LENGTH + R.CORRECTION_LAMBDA]).toBe(0);
  });
});
