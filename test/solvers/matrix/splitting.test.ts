// Jacobi, Gauss-Seidel, over-relaxation and conjugate gradients against what theory says of them.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/math/random.js';
import type { BoxedProblem } from '../../../src/solvers/index.js';
import {
  assembleProblem,
  computeMerit,
  eigenvaluesOf,
  makeBoxedProblem,
  rowsOfSparse,
  solveByConjugateGradient,
  solveByGaussSeidel,
  solveByJacobi,
  solveByNewton,
  solveByOverRelaxation,
  sparseOfRows,
  spectralRadius,
  VELOCITY_ROWS,
} from '../../../src/solvers/index.js';
import { expectClose, largestViolation } from '../../numerics/conditions.js';
import { randomProblem } from '../random-contacts.js';
import { sceneProblem } from './scene-problems.js';

/** Symmetric, positive definite, with entries of about the size of the diagonal; no limits. */
function randomLinearProblem(seed: number, n: number): BoxedProblem {
  const random = new Random(seed);
  const B = Array.from({ length: n }, () => Array.from({ length: n }, () => random.uniform(-1, 1)));
  const share = random.uniform(0.05, 1);
  return makeBoxedProblem({
    A: sparseOfRows(B.map((p, i) => B.map((q, j) => p.reduce((sum, x, k) => sum + x * q[k], i === j ? share : 0)))),
    b: Array.from({ length: n }, () => random.uniform(-1, 1)),
    lo: new Array(n).fill(Number.NEGATIVE_INFINITY),
  });
}

/** Spectral radius of D^-1 (L + U): what an iteration of Jacobi multiplies the error by, at worst. */
function jacobiRadius({ A }: BoxedProblem): number {
  return spectralRadius(eigenvaluesOf(rowsOfSparse(A).map((row, i) => row.map((value, j) => (i === j ? 0 : -value / row[i])))));
}

describe('Jacobi without limits', () => {
  it('converges where the spectral radius is below 1 and diverges where it is above', () => {
    const seen = [0, 0];
    fc.assert(
      fc.property(fc.nat(1e6), fc.integer({ min: 2, max: 6 }), (seed, n) => {
        const problem = randomLinearProblem(seed, n);
        const radius = jacobiRadius(problem);
        fc.pre(Math.abs(radius - 1) > 0.05);
        const { stop, merit } = solveByJacobi(problem, { iterations: 20000, tolerance: 1e-20 });
        expect(stop).toBe(radius < 1 ? 'converged' : 'diverged');
        expect(Number.isFinite(merit)).toBe(radius < 1);
        seen[radius < 1 ? 0 : 1]++;
      }),
      { numRuns: 100, seed: 5 },
    );
    for (const count of seen) expect(count).toBeGreaterThan(15);
  });

  it('loses its error at the rate of the spectral radius', () => {
    const problem = makeBoxedProblem({
      A: sparseOfRows([
        [2, 1, 0],
        [1, 3, 1],
        [0, 1, 2],
      ]),
      b: [1, -2, 3],
      lo: new Array(3).fill(Number.NEGATIVE_INFINITY),
    });
    const { merits } = solveByJacobi(problem, { iterations: 40, recordMerits: true });
    const rate = jacobiRadius(problem);
    expect(rate).toBeCloseTo(Math.sqrt(1 / 3), 12);
    expect((merits[30] / merits[20]) ** (1 / 20)).toBeCloseTo(rate, 6);
  });
});

describe('theta', () => {
  it('is computed on the way only where it is kept or decides when to end', () => {
    const problem = sceneProblem('lintel', {}, 3);
    /** How often the lower limits are looked up: once a sweep, and once a row by theta. */
    const lookUps = (options: object) => {
      let count = 0;
      const watched = Object.defineProperty({ ...problem }, 'lo', {
        get: () => {
          count++;
          return problem.lo;
        },
      });
      const { merit, lambda } = solveByGaussSeidel(watched, { iterations: 40, ...options });
      expect(merit).toBe(computeMerit(problem, lambda));
      return count;
    };
    const unasked = lookUps({});
    expect(unasked).toBeLessThan(10 * problem.b.length);
    expect(lookUps({ recordMerits: true })).toBeGreaterThan(2 * unasked);
    expect(lookUps({ tolerance: 1e-30 })).toBeGreaterThan(2 * unasked);
  });

  it('does not change what the sweeps come to', () => {
    const problem = sceneProblem('lintel', {}, 3);
    for (const iterations of [1, 7, 40]) {
      const plain = solveByGaussSeidel(problem, { iterations });
      const kept = solveByGaussSeidel(problem, { iterations, recordMerits: true });
      expect([plain.lambda, plain.merit, plain.stop]).toEqual([kept.lambda, kept.merit, 'iterations']);
      expect(plain.merits).toEqual([]);
    }
  });

  it('of a problem without rows is zero', () => {
    const nothing = makeBoxedProblem({ A: sparseOfRows([]), b: [] });
    for (const solve of [solveByJacobi, solveByGaussSeidel, solveByConjugateGradient, solveByNewton]) {
      const { stop, merit, iterations } = solve(nothing);
      expect([stop, merit, iterations]).toEqual(['converged', 0, 0]);
    }
  });

  it('is small, or the solver says that it is not, with twins of contacts, no friction and mass ratios of a million', () => {
    fc.assert(
      fc.property(fc.nat(1e6), fc.constantFrom(0, 0.5), fc.constantFrom(1, 1e3, 1e6), (seed, mu, ratio) => {
        const { problem } = assembleProblem(randomProblem(seed, 6, 4, mu), VELOCITY_ROWS, false);
        // Each contact twice over, and every other one of bodies that are `ratio` times as heavy.
        const n = problem.b.length;
        const rows = rowsOfSparse(problem.A);
        const size = (i: number) => (Math.floor((i % n) / 3) % 2 === 0 ? 1 : 1 / Math.sqrt(ratio));
        const twice = (values: ArrayLike<number>) => Array.from({ length: 2 * n }, (_, i) => values[i % n]);
        const shifted = (values: ArrayLike<number>) =>
          Array.from({ length: 2 * n }, (_, i) => (values[i % n] < 0 ? -1 : values[i % n] + (i < n ? 0 : n)));
        const doubled = makeBoxedProblem({
          A: sparseOfRows(
            Array.from({ length: 2 * n }, (_, i) => twice(rows[i % n]).map((value, j) => value * size(i) * size(j))),
          ),
          b: twice(problem.b).map((value, i) => value * size(i)),
          lo: twice(problem.lo),
          hi: twice(problem.hi),
          mu: twice(problem.mu),
          normal: shifted(problem.normal),
          partner: shifted(problem.partner),
        });
        const before = computeMerit(doubled, new Float64Array(2 * n));
        for (const solve of [solveByGaussSeidel, solveByConjugateGradient, solveByNewton]) {
          const { stop, merit, lambda } = solve(doubled, { iterations: 60 });
          expect(merit).toBe(computeMerit(doubled, lambda));
          expect(lambda.every(Number.isFinite)).toBe(true);
          expect(['converged', 'settled', 'iterations']).toContain(stop);
          if (stop === 'settled') expect(merit).toBeLessThan(1e-20 * Math.max(1, before));
        }
      }),
      { numRuns: 60, seed: 4 },
    );
  });
});

describe('Gauss-Seidel and over-relaxation', () => {
  it('converge on every positive definite problem, for every omega below 2 (Ostrowski)', () => {
    fc.assert(
      fc.property(fc.nat(1e6), fc.integer({ min: 2, max: 6 }), fc.integer({ min: 1, max: 18 }), (seed, n, tenths) => {
        const problem = randomLinearProblem(seed, n);
        const { stop } = solveByOverRelaxation(problem, { iterations: 50000, tolerance: 1e-18, omega: tenths / 10 });
        expect(stop).toBe('converged');
      }),
      { numRuns: 60, seed: 6 },
    );
  });

  it('are the same, bit for bit, with omega = 1, and as (31), (29), (30) written out', () => {
    for (const problem of [sceneProblem('lintel', {}, 3), sceneProblem('stack', {}, 30)]) {
      const sweeps = 7;
      const { A, b, lo, hi, mu, normal } = problem;
      const rows = rowsOfSparse(A);
      const lambda = new Float64Array(b.length);
      for (let sweep = 0; sweep < sweeps; sweep++) {
        for (let i = 0; i < b.length; i++) {
          const w = b[i] + rows[i].reduce((sum, value, j) => sum + value * lambda[j], 0);
          const limit = normal[i] < 0 ? 0 : mu[i] * lambda[normal[i]];
          const [low, high] = normal[i] < 0 ? [lo[i], hi[i]] : [-limit, limit];
          lambda[i] = Math.min(Math.max(low, lambda[i] - w / rows[i][i]), high);
        }
      }
      expect(solveByGaussSeidel(problem, { iterations: sweeps }).lambda).toEqual(lambda);
      expect(solveByOverRelaxation(problem, { iterations: sweeps, omega: 1 }).lambda).toEqual(lambda);
    }
  });

  it('go on from a given lambda as if they had never stopped', () => {
    const problem = sceneProblem('lintel', {}, 5, 'cone');
    for (const solve of [solveByJacobi, solveByGaussSeidel]) {
      const half = solve(problem, { iterations: 4 });
      const rest = solve(problem, { iterations: 3, lambda: half.lambda });
      expect(rest.lambda).toEqual(solve(problem, { iterations: 7 }).lambda);
      expect(rest.lambda).not.toEqual(half.lambda);
    }
  });

  it('tell what they did', () => {
    const problem = sceneProblem('lintel', {}, 3);
    const solution = solveByGaussSeidel(problem, { iterations: 12, recordMerits: true });
    expect(solution).toMatchObject({ iterations: 12, stop: 'iterations' });
    expect(solution.merits.length).toBe(13);
    expect(solution.merits[0]).toBe(computeMerit(problem, new Float64Array(problem.b.length)));
    expect(solution.merits[12]).toBe(solution.merit);
    expect(solution.merit).toBe(computeMerit(problem, solution.lambda));
    expect(solveByGaussSeidel(problem, { iterations: 12 }).merits).toEqual([]);
    expect(solveByGaussSeidel(problem, { tolerance: solution.merits[5] })).toMatchObject({ iterations: 5, stop: 'converged' });
  });
});

describe('random contact problems', () => {
  const cases = fc.record({
    seed: fc.nat(1e6),
    contacts: fc.integer({ min: 1, max: 6 }),
    friction: fc.integer({ min: 0, max: 50 }).map((percent) => percent / 100),
    pyramid: fc.boolean(),
  });

  it.each([
    ['Gauss-Seidel', solveByGaussSeidel],
    ['conjugate gradients', solveByConjugateGradient],
  ])('are solved by %s wherever it ends', (_, solve) => {
    let ended = 0;
    fc.assert(
      fc.property(cases, ({ seed, contacts, friction, pyramid }) => {
        const { problem } = assembleProblem(randomProblem(seed, contacts, 6, friction), VELOCITY_ROWS, pyramid);
        const { lambda, stop } = solve(problem, { iterations: 5000, tolerance: 1e-22 });
        if (stop === 'iterations') return; // Friction on random directions need not converge; what has ended must be right.
        ended++;
        expect(largestViolation(problem, lambda, 1e-7)).toBeLessThan(1e-7);
      }),
      { numRuns: 100, seed: 3 },
    );
    expect(ended).toBeGreaterThan(90);
  });
});

describe('conjugate gradients', () => {
  it('need fewer iterations than Gauss-Seidel on stacks', () => {
    for (const [scene, options] of [
      ['box-stack', { count: 6 }],
      ['lintel', {}],
      ['cs-stack', {}],
      ['ball-grid', { side: 3 }],
    ] as const) {
      const problem = sceneProblem(scene, options, 4);
      const tolerance = 1e-8 * computeMerit(problem, new Float64Array(problem.b.length));
      const [sweeps, conjugate] = [solveByGaussSeidel, solveByConjugateGradient].map((solve) =>
        solve(problem, { iterations: 20000, tolerance }),
      );
      expect([sweeps.stop, conjugate.stop]).toEqual(['converged', 'converged']);
      expect(conjugate.iterations).toBeLessThan(0.6 * sweeps.iterations);
    }
  });

  it('return what is within its limits, whenever they end', () => {
    const problem = sceneProblem('box-stack', { count: 5 }, 2, 'cone');
    for (let iterations = 1; iterations < 30; iterations++) {
      const { lambda } = solveByConjugateGradient(problem, { iterations });
      for (let i = 0; i < lambda.length; i += 3) {
        expect(lambda[i]).toBeGreaterThanOrEqual(0);
        expect(Math.hypot(lambda[i + 1], lambda[i + 2])).toBeLessThanOrEqual(0.5 * lambda[i] * (1 + 1e-12));
      }
    }
  });
});

describe('gamma that vanishes as the iterations go on (41)', () => {
  it('ends at the solution of the problem as it is', () => {
    const problem = sceneProblem('ball-grid', { side: 2 });
    const exact = solveByNewton(problem);
    const { w, merit } = solveByGaussSeidel(problem, { iterations: 2000, gamma: (k) => 1e-3 * 0.9 ** k });
    expect(merit).toBeLessThan(1e-20);
    expectClose(w, exact.w, 1e-10);
  });
});
