// Boxed problems whose solution is known without any of the solvers: by trying all ways in which rows can be at their limits, or
// by statics.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/random.js';
import type { BoxedProblem, Solution } from '../../src/solvers/index.js';
import {
  makeBoxedProblem,
  solveByConjugateGradient,
  solveByGaussSeidel,
  solveByJacobi,
  solveByNewton,
  solveByOverRelaxation,
  sparseOfRows,
} from '../../src/solvers/index.js';
import { addGround, addOnSlope, addSlope, G, makeSlope, makeWorld } from '../physics/laboratory.js';
import { expectClose, largestViolation } from './conditions.js';

const SOLVERS: Record<string, (problem: BoxedProblem) => Solution> = {
  'Gauss-Seidel': (problem) => solveByGaussSeidel(problem, { iterations: 20000, tolerance: 1e-28 }),
  'over-relaxation': (problem) => solveByOverRelaxation(problem, { iterations: 20000, tolerance: 1e-28, omega: 1.4 }),
  'conjugate gradients': (problem) => solveByConjugateGradient(problem, { iterations: 20000, tolerance: 1e-28 }),
  Newton: (problem) => solveByNewton(problem),
};

/** A = B B^T + I / 2, well above singular; limits on either side, some rows without any. */
function randomBoxedProblem(seed: number, n: number): { problem: BoxedProblem; rows: number[][] } {
  const random = new Random(seed);
  const draw = () => random.uniform(-1, 1);
  const B = Array.from({ length: n }, () => Array.from({ length: n }, draw));
  const rows = B.map((p, i) => B.map((q, j) => p.reduce((sum, x, k) => sum + x * q[k], i === j ? 0.5 : 0)));
  const kinds = Array.from({ length: n }, () => random.uniform(0, 1));
  const problem = makeBoxedProblem({
    A: sparseOfRows(rows),
    b: Array.from({ length: n }, () => 3 * draw()),
    lo: kinds.map((kind) => (kind < 0.2 ? Number.NEGATIVE_INFINITY : kind < 0.6 ? 0 : random.uniform(-1, 0))),
    hi: kinds.map((kind) => (kind < 0.6 ? Number.POSITIVE_INFINITY : random.uniform(0, 1))),
  });
  return { problem, rows };
}

/** Tries lower limit, upper limit and w = 0 for every row, and returns the lambda for which all conditions hold. */
function solveByTrying({ b, lo, hi }: BoxedProblem, rows: number[][]): number[] {
  const n = b.length;
  for (let code = 0; code < 3 ** n; code++) {
    const states = Array.from({ length: n }, (_, i) => Math.floor(code / 3 ** i) % 3);
    const equations = rows.map((row, i) =>
      states[i] === 2 ? [...row, -b[i]] : [...row.map((_, j) => (i === j ? 1 : 0)), states[i] === 0 ? lo[i] : hi[i]],
    );
    if (equations.some((row) => !row.every(Number.isFinite))) continue;
    const lambda = solveLinear(equations);
    const fits = rows.every((row, i) => {
      const w = row.reduce((sum, value, j) => sum + value * lambda[j], b[i]);
      if (states[i] === 2) return lambda[i] >= lo[i] && lambda[i] <= hi[i];
      return states[i] === 0 ? w >= 0 : w <= 0;
    });
    if (fits) return lambda;
  }
  throw new Error('No solution was found.');
}

/** Gauss elimination of rows [A | right-hand side]. */
function solveLinear(equations: number[][]): number[] {
  const m = equations.map((row) => [...row]);
  const n = m.length;
  for (let k = 0; k < n; k++) {
    const pivot = m.slice(k).reduce((best, row, i) => (Math.abs(row[k]) > Math.abs(m[best][k]) ? k + i : best), k);
    [m[k], m[pivot]] = [m[pivot], m[k]];
    for (let i = 0; i < n; i++) {
      const factor = i === k ? 0 : m[i][k] / m[k][k];
      for (let j = k; j <= n; j++) m[i][j] -= factor * m[k][j];
    }
  }
  return m.map((row, i) => row[n] / row[i]);
}

describe('random positive definite problems', () => {
  it.each(Object.keys(SOLVERS))('have by %s the one solution that trying all limits finds', (name) => {
    fc.assert(
      fc.property(fc.nat(1e6), fc.integer({ min: 1, max: 5 }), (seed, n) => {
        const { problem, rows } = randomBoxedProblem(seed, n);
        expectClose(SOLVERS[name](problem).lambda, solveByTrying(problem, rows), 1e-9);
      }),
      { numRuns: 150, seed: 11 },
    );
  });

  it('are not all alike: rows at either limit and rows at none occur', () => {
    const counts = [0, 0, 0];
    for (let seed = 0; seed < 60; seed++) {
      const { problem, rows } = randomBoxedProblem(seed, 4);
      solveByTrying(problem, rows).forEach((value, i) => {
        counts[value === problem.lo[i] ? 0 : value === problem.hi[i] ? 1 : 2]++;
      });
    }
    for (const count of counts) expect(count).toBeGreaterThan(20);
  });
});

describe('a box on the floor', () => {
  const MASS = 12;
  const DT = 0.01;
  const world = makeWorld({ 'contact.friction': 'pyramid' });
  addGround(world);
  world.createBody({ position: [0, 0.5, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }], mass: MASS });
  const [problem] = world.contactProblems(DT);

  it('is a problem of four contacts under a box that falls with g dt', () => {
    expect(problem.b.length).toBe(12);
    problem.b.forEach((value, i) => {
      expect(value).toBeCloseTo(i % 3 === 0 ? -G * DT : 0, 14);
    });
    // A_nn of a corner of a cube: 1/m + (r x n).I^-1 (r x n), with I = m / 6 and |r x n|^2 = 1/4 + 1/4.
    const diagonal = problem.A.value[problem.A.start[0]];
    expect(problem.A.column[problem.A.start[0]]).toBe(0);
    expect(diagonal).toBeCloseTo((1 + 6 * 0.5) / MASS, 12);
  });

  it.each(Object.keys(SOLVERS))('is borne by %s: the impulses are its weight, and nothing moves', (name) => {
    const { lambda, w } = SOLVERS[name](problem);
    const normals = lambda.filter((_, i) => i % 3 === 0);
    expect(normals.reduce((sum, value) => sum + value, 0)).toBeCloseTo(MASS * G * DT, 10);
    expectClose(w, new Float64Array(12), 1e-12);
  });
});

describe('a ball on a slope', () => {
  const DT = 0.01;
  const MASS = 3;
  const ANGLE = 0.4;

  it.each(
    Object.keys(SOLVERS).flatMap((name) => [
      [name, 0.05],
      [name, 0.9],
    ]) as [string, number][],
  )('slides or rolls by %s as Coulomb says with friction %s', (name, friction) => {
    const world = makeWorld({}, { friction });
    const slope = makeSlope(ANGLE, 0.7);
    addSlope(world, slope);
    addOnSlope(world, slope, 0.5, 0, { shapes: [{ kind: 'sphere', radius: 0.5 }], mass: MASS });
    const [problem] = world.contactProblems(DT);
    const { lambda, w } = SOLVERS[name](problem);
    const normal = MASS * G * DT * Math.cos(ANGLE);
    expect(lambda[0]).toBeCloseTo(normal, 10);
    // A solid ball rolls with two sevenths of the pull as friction; where that is more than there is, it slides.
    const rolling = (2 / 7) * MASS * G * DT * Math.sin(ANGLE);
    const slides = rolling > friction * normal;
    expect(slides).toBe(friction === 0.05);
    expect(Math.hypot(lambda[1], lambda[2])).toBeCloseTo(slides ? friction * normal : rolling, 10);
    const slip = slides ? G * DT * (Math.sin(ANGLE) - 3.5 * friction * Math.cos(ANGLE)) : 0;
    expect(Math.hypot(w[1], w[2])).toBeCloseTo(slip, 10);
    expect(largestViolation(problem, lambda, 1e-9)).toBeLessThan(1e-9);
  });
});

describe('a problem without rows', () => {
  it('is solved as it is', () => {
    const nothing = makeBoxedProblem({ A: sparseOfRows([]), b: [] });
    for (const solve of [solveByJacobi, solveByGaussSeidel, solveByConjugateGradient, solveByNewton]) {
      expect(solve(nothing)).toMatchObject({ iterations: 0, merit: 0, stop: 'converged' });
    }
  });
});
