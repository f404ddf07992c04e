// The solvers on contact problems of another simulator, Erleben's own: 24, 37 and 66 contacts with friction 0.2.

import { describe, expect, it } from 'vitest';
import type { BoxedProblem, Solution, SolveOptions } from '../../src/solvers/index.js';
import {
  analyseMatrix,
  plotConvergence,
  solveByConjugateGradient,
  solveByGaussSeidel,
  solveByJacobi,
  solveByNewton,
  solveByOverRelaxation,
} from '../../src/solvers/index.js';
import { findSharedData } from '../shared-data.js';
import { expectClose, largestViolation, multiplyOut } from './conditions.js';
import { readProblem } from './written-problems.js';

const folder = findSharedData('ncp');
const NAMES = ['72', '111', '198'];

describe.skipIf(folder === undefined)('problems of ../shared/data/ncp (skipped where the folder is absent)', () => {
  const problems = Object.fromEntries(folder === undefined ? [] : NAMES.map((name) => [name, readProblem(`${folder}/${name}`)]));

  describe.each(NAMES)('%s', (name) => {
    const problem = problems[name] as BoxedProblem;
    const exact = problem && solveByNewton(problem);

    it('has as many rows as it is called, three a contact, and is symmetric to rounding', () => {
      expect(problem.b.length).toBe(Number(name));
      problem.normal.forEach((normal, i) => {
        expect(normal).toBe(i % 3 === 0 ? -1 : i - (i % 3));
      });
      expect(analyseMatrix(problem).A.asymmetry).toBeLessThan(1e-15);
    });

    it('is solved to theta <= 1e-12 within 200 Gauss-Seidel iterations', () => {
      const { iterations, merit, stop, lambda, w } = solveByGaussSeidel(problem, { iterations: 200, tolerance: 1e-12 });
      expect(stop).toBe('converged');
      expect(iterations).toBeLessThanOrEqual(200);
      expect(merit).toBeLessThanOrEqual(1e-12);
      expectClose(w, multiplyOut(problem, lambda), 1e-12);
      expect(largestViolation(problem, lambda, 1e-5)).toBeLessThan(1e-5);
    });

    it('is solved to rounding by Newton steps, as good as any number of sweeps', () => {
      expect(exact.merit).toBeLessThan(1e-24);
      expect(exact.iterations).toBeLessThan(5);
      expect(largestViolation(problem, exact.lambda, 1e-12)).toBeLessThan(1e-12);
    });

    it.each([
      ['Gauss-Seidel', solveByGaussSeidel],
      ['over-relaxation', (p: BoxedProblem, o: SolveOptions) => solveByOverRelaxation(p, { ...o, omega: 1.3 })],
      ['conjugate gradients', solveByConjugateGradient],
    ] as const)('has the same velocities and, from rest, the same impulses by %s', (_, solve) => {
      const solution: Solution = solve(problem, { iterations: 400 });
      expect(solution.merit).toBeLessThan(1e-24);
      expectClose(solution.w, exact.w, 1e-12);
      expectClose(solution.lambda, exact.lambda, 1e-12);
    });

    it('is done at once when started from its solution', () => {
      const tolerance = 1e-20;
      for (const solve of [solveByJacobi, solveByGaussSeidel, solveByConjugateGradient, solveByNewton]) {
        const again = solve(problem, { tolerance, lambda: exact.lambda });
        expect(again.iterations).toBe(0);
        expect(again.stop).toBe('converged');
      }
    });
  });

  it('need fewer iterations with conjugate gradients than with Gauss-Seidel, where more than one is needed', () => {
    const iterations = NAMES.map((name) =>
      [solveByGaussSeidel, solveByConjugateGradient].map((solve) => solve(problems[name], { tolerance: 1e-12 }).iterations),
    );
    // 54 against 24, 40 against 20, and the last, whose contacts are independent of each other, is solved by one sweep.
    expect(iterations.filter(([sweeps, conjugate]) => conjugate < 0.6 * sweeps).length).toBe(2);
    expect(iterations[2]).toEqual([1, 1]);
  });

  it('converge linearly under Gauss-Seidel: in figure 5 the logarithm of theta falls along a line', () => {
    const { merits } = solveByGaussSeidel(problems['72'], { iterations: 90, recordMerits: true });
    const slopes = [20, 40, 60, 80].map((i) => Math.log10(merits[i + 10] / merits[i]) / 10);
    for (const slope of slopes) expect(slope / slopes[0]).toBeCloseTo(1, 2);
    expect(slopes[0]).toBeLessThan(-0.2);
  });

  it('are drawn as in figure 5: a falling curve for every problem, its end where its merit says', () => {
    const histories = Object.fromEntries(
      NAMES.map((name) => [name, solveByGaussSeidel(problems[name], { iterations: 50, recordMerits: true }).merits]),
    );
    const picture = plotConvergence(histories, 'Gauss-Seidel');
    const curves = [...picture.matchAll(/<polyline [^>]*points="([^"]*)"/g)].map(([, points]) =>
      points.split(' ').map((point) => point.split(',').map(Number)),
    );
    expect(curves.map((curve) => curve.length)).toEqual(NAMES.map((name) => histories[name].length));
    for (const curve of curves) expect(curve[curve.length - 1][1]).toBeGreaterThan(curve[0][1] + 50);
    // Heights are linear in the logarithm, the same for all curves: two points fix the scale, the others must lie on it.
    const points = curves.flatMap((curve, i) => curve.map(([, y], k) => [Math.log10(histories[NAMES[i]][k]), y]));
    const [[l0, y0], [l1, y1]] = [points[0], points[50]];
    for (const [l, y] of points.filter(([l]) => l > -31.5)) expect(y).toBeCloseTo(y0 + ((l - l0) * (y1 - y0)) / (l1 - l0), 0);
    for (const name of NAMES) expect(picture).toContain(`>${name}</text>`);
  });
});
