// The reference solver: it must come to the solution, to rounding, where others only come near.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BoxedProblem, Solution } from '../../../src/solvers/index.js';
import {
  assembleProblem,
  computeMerit,
  computeResidual,
  makeBoxedProblem,
  makeSparseMatrix,
  scaleDiagonally,
  solveByConjugateGradient,
  solveByGaussSeidel,
  solveByNewton,
  VELOCITY_ROWS,
} from '../../../src/solvers/index.js';
import { largestViolation } from '../../numerics/conditions.js';
import { randomProblem } from '../random-contacts.js';
import { sceneProblem } from './scene-problems.js';

/** theta of a solution against theta of doing nothing, in units in which all rows are alike. */
function relativeMerit(problem: BoxedProblem, lambda: Float64Array): number {
  const { problem: scaled, scale } = scaleDiagonally(problem);
  const scaledLambda = lambda.map((value, i) => value / scale[i]);
  return computeMerit(scaled, scaledLambda) / computeMerit(scaled, new Float64Array(lambda.length));
}

describe('random contact problems', () => {
  it.each(['pyramid', 'cone'])('with friction up to 0.8 and the %s are solved to rounding, every one', (friction) => {
    fc.assert(
      fc.property(
        fc.nat(1e6),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 0, max: 80 }).map((percent) => percent / 100),
        (seed, contacts, mu) => {
          const { problem } = assembleProblem(randomProblem(seed, contacts, 6, mu), VELOCITY_ROWS, friction === 'pyramid');
          const { lambda, merit } = solveByNewton(problem, { iterations: 60 });
          expect(merit).toBeLessThan(1e-22);
          expect(largestViolation(problem, lambda, 1e-10)).toBeLessThan(1e-10);
        },
      ),
      { numRuns: 200, seed: 8 },
    );
  });
});

describe('problems of scenes', () => {
  const CASES: [string, Record<string, unknown>, number][] = [
    ['lintel', {}, 10],
    ['heavy-on-light', {}, 3],
    ['cs-stack', {}, 20],
    ['ball-grid', { side: 2 }, 0],
    ['wall', { courses: 2, length: 3 }, 3],
    // Cubes that land on each other: corners whose velocities no rigid body can have all at once.
    ['stack', {}, 30],
    ['stack', {}, 40],
    ['stack', {}, 65],
  ];

  it.each(CASES.flatMap((scene) => [[...scene, 'pyramid'] as const, [...scene, 'cone'] as const]))(
    '%s %o after %i steps with the %s: solved to rounding',
    (name, options, steps, friction) => {
      const problem = sceneProblem(name, options, steps, friction);
      const { lambda, stop } = solveByNewton(problem, { iterations: 40 });
      expect(stop).toBe('settled');
      expect(relativeMerit(problem, lambda)).toBeLessThan(1e-22);
    },
  );

  it('a box on nine that are 1000 times lighter: a thousand sweeps bear a tenth of it, Newton steps all', () => {
    const problem = sceneProblem('heavy-on-light', { ratio: 1000 });
    const bricks = 10 * 1000 + 45; // Under the top box lie ten joints; the others bear 9 + 8 + ... + 1 light ones.
    const load = bricks * 2000 * 9.81 * 0.01;
    const borne = (solve: (problem: BoxedProblem, options: { iterations: number }) => Solution) => {
      const { lambda } = solve(problem, { iterations: 1000 });
      return lambda.reduce((sum, value, i) => (i % 3 === 0 ? sum + value : sum), 0) / load;
    };
    expect(borne(solveByNewton)).toBeCloseTo(1, 10);
    expect(borne(solveByGaussSeidel)).toBeLessThan(0.2);
    expect(borne(solveByConjugateGradient)).toBeCloseTo(1, 1);
  });
});

describe('a problem whose rows contradict each other', () => {
  it('is solved by letting go: four supports of a bar, one of them with a velocity that would bend it', () => {
    // Bars of unit mass that can lift and tip, with four supports along them: rank two, four rows.
    const places = [-3, -1, 1, 3];
    const entries = places.flatMap((x, i) => places.map((y, j) => [i, j, 1 + (x * y) / 3] as const));
    for (const bent of [1e-3, 1e-6, 1e-9]) {
      const bias = [0, bent, 0, 0];
      const problem = problemOf(entries, bias);
      const { lambda, w, merit } = solveByNewton(problem);
      expect(merit).toBeLessThan(1e-28);
      // The bar stays down on the outer supports; the one that it cannot follow bears nothing.
      expect(lambda[1]).toBeLessThan(1e-15);
      expect(w[1]).toBeGreaterThan(0.5 * bent);
      expect(lambda.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 9);
    }
  });
});

function problemOf(entries: readonly (readonly [number, number, number])[], bias: readonly number[]): BoxedProblem {
  return makeBoxedProblem({ A: makeSparseMatrix(4, 4, entries), b: bias.map((value) => value - 1) });
}

describe('an accuracy', () => {
  it('is met by the velocities of all rows, and not to rounding', () => {
    const problem = sceneProblem('stack', {}, 30, 'cone');
    const { problem: scaled, scale } = scaleDiagonally(problem);
    const errorOf = (lambda: Float64Array) =>
      computeResidual(
        scaled,
        lambda.map((value, i) => value / scale[i]),
      ).reduce((most, h, i) => Math.max(most, Math.abs(h) / scale[i]), 0);
    const coarse = solveByNewton(problem, { iterations: 40, accuracy: 1e-3 });
    expect(coarse.stop).toBe('converged');
    expect(errorOf(coarse.lambda)).toBeLessThanOrEqual(1e-3);
    const fine = solveByNewton(problem, { iterations: 40 });
    expect(errorOf(fine.lambda)).toBeLessThan(1e-3 * errorOf(coarse.lambda));
  });

  it('is refused below zero', () => {
    const problem = sceneProblem('wall', { courses: 2, length: 3 }, 0, 'cone');
    expect(() => solveByNewton(problem, { accuracy: -1 })).toThrow(/^accuracy is -1, but must be a number of at least 0/);
  });
});

describe('the limit of work', () => {
  const problem = sceneProblem('stack', {}, 40, 'cone');
  const start = computeMerit(problem, new Float64Array(problem.b.length));
  const step = problem.b.length ** 3;

  it('ends a solve that has not come to its end, with the best of what was met, and says so', () => {
    const merits: number[] = [];
    for (const work of [1, step, 4 * step, 1e10]) {
      const { stop, merit, lambda } = solveByNewton(problem, { work, iterations: 1000 });
      expect(stop === 'work' || stop === 'settled').toBe(true);
      expect(merit).toBe(computeMerit(problem, lambda));
      merits.push(merit);
    }
    expect(solveByNewton(problem, { work: 1, iterations: 1000 }).stop).toBe('work');
    // Sweeps alone bring it far down, and what has work enough is solved.
    expect(merits[0]).toBeLessThan(0.01 * start);
    expect(merits[3]).toBeLessThan(1e-20 * start);
  });

  it('gives back what was started from where nothing better is met', () => {
    const { lambda } = solveByNewton(problem);
    const again = solveByNewton(problem, { lambda: lambda.map((value) => value * (1 + 1e-9)), work: 1, iterations: 1 });
    expect(again.stop).toBe('work');
    expect(again.merit).toBeLessThan(1e-15 * start);
  });

  it('is refused where it is none', () => {
    expect(() => solveByNewton(problem, { work: 0 })).toThrow(/^work is 0, but must be a number above 0/);
    expect(() => solveByNewton(problem, { work: Number.NaN })).toThrow(/^work is NaN/);
  });

  it('is not met by a pyramid of 420 rows, and does not keep 2700 from ending', () => {
    const pyramid = sceneProblem('pyramid', { base: 5 }, 0, 'cone');
    const solved = solveByNewton(pyramid, { iterations: 20 });
    expect(solved.stop).toBe('settled');
    expect(relativeMerit(pyramid, solved.lambda)).toBeLessThan(1e-22);
    const wall = sceneProblem('wall', { courses: 12, length: 8 }, 0, 'cone');
    expect(wall.b.length).toBeGreaterThan(2154);
    const swept = solveByNewton(wall, { iterations: 20 });
    expect([swept.stop, swept.iterations]).toEqual(['work', 1]);
    expect(relativeMerit(wall, swept.lambda)).toBeLessThan(0.1);
  });
});
