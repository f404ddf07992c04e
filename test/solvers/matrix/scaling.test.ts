// Diagonal scaling (39)-(40) and relaxation (41): what they change and what they must not.

import { describe, expect, it } from 'vitest';
import type { BoxedProblem } from '../../../src/solvers/index.js';
import {
  analyseMatrix,
  computeMerit,
  relaxProblem,
  rowsOfSparse,
  scaleDiagonally,
  solveByGaussSeidel,
  solveByNewton,
} from '../../../src/solvers/index.js';
import { expectClose, multiplyOut } from '../../numerics/conditions.js';
import { sceneProblem } from './scene-problems.js';

const stack = sceneProblem('box-stack', { count: 8 });

describe('diagonal scaling', () => {
  it.each(['pyramid', 'cone'] as const)('makes the diagonal 1 (with the %s, on the mean of partners)', (friction) => {
    const { A } = scaleDiagonally(sceneProblem('lintel', {}, 5, friction)).problem;
    const diagonal = rowsOfSparse(A).map((row, i) => row[i]);
    if (friction === 'pyramid') expectClose(diagonal, new Array(A.rows).fill(1), 1e-14);
    else for (let i = 0; i < A.rows; i += 3) expectClose([diagonal[i], diagonal[i + 1] + diagonal[i + 2]], [1, 2], 1e-14);
  });

  it.each(['pyramid', 'cone'] as const)('changes no iterate of Gauss-Seidel but its units, with the %s', (friction) => {
    const problem = sceneProblem('arch', {}, 5, friction);
    const { problem: scaled, scale } = scaleDiagonally(problem);
    const plain = solveByGaussSeidel(problem, { iterations: 30 });
    const { lambda } = solveByGaussSeidel(scaled, { iterations: 30 });
    const largest = Math.max(...plain.lambda);
    expectClose(
      lambda.map((value, i) => value * scale[i]),
      plain.lambda,
      1e-12 * largest,
    );
  });

  it('has the same solution', () => {
    const { problem: scaled, scale } = scaleDiagonally(stack);
    const found = solveByNewton(scaled).lambda.map((value, i) => value * scale[i]);
    expect(computeMerit(stack, found)).toBeLessThan(1e-22);
  });
});

describe('relaxation', () => {
  const { problem } = scaleDiagonally(stack);
  const length = (lambda: Float64Array) => Math.hypot(...lambda);
  const solutions = [0, 1e-4, 1e-3, 1e-2, 1e-1].map((gamma) => ({ gamma, relaxed: relaxProblem(problem, gamma) }));

  it('damps: the larger gamma, the weaker the impulses (figure 7), down to a fraction of the weight', () => {
    const lengths = solutions.map(({ relaxed }) => length(solveByNewton(relaxed).lambda));
    for (let i = 1; i < lengths.length; i++) expect(lengths[i]).toBeLessThan(lengths[i - 1]);
    expect(lengths[4]).toBeLessThan(0.2 * lengths[0]);
    // The stack sinks: with A as it is, the contacts close at gamma times their impulses.
    const { relaxed, gamma } = solutions[4];
    const { lambda } = solveByNewton(relaxed);
    const w = multiplyOut(problem, lambda);
    for (let i = 0; i < w.length; i += 3) expect(w[i]).toBeCloseTo(-gamma * lambda[i], 12);
    expect(Math.min(...lambda.filter((_, i) => i % 3 === 0))).toBeGreaterThan(0);
  });

  it('makes Gauss-Seidel converge faster, the larger gamma (figure 6)', () => {
    const iterations = solutions.slice(1).map(({ relaxed }) => iterationsTo(1e-8, relaxed));
    for (let i = 1; i < iterations.length; i++) expect(iterations[i]).toBeLessThan(0.7 * iterations[i - 1]);
  });

  it('removes the eigenvalues at 1, and what A maps to zero (figure 8)', () => {
    const before = analyseMatrix(problem);
    const relaxed = analyseMatrix(relaxProblem(problem, 0.01));
    expect(before.T.ones).toBeGreaterThan(40);
    expect(relaxed.T.ones).toBe(0);
    expect(relaxed.A.nullity).toBe(0);
    expect(relaxed.T.spectralRadius).toBeLessThan(0.999);
    // Eigenvalues of A are shifted by gamma, all of them.
    expectClose(
      relaxed.A.eigenvalues,
      before.A.eigenvalues.map((value) => value + 0.01),
      1e-12,
    );
  });
});

/** Gauss-Seidel iterations until the merit has fallen to this share of the start's. */
function iterationsTo(share: number, problem: BoxedProblem): number {
  const start = computeMerit(problem, new Float64Array(problem.b.length));
  const { iterations, stop } = solveByGaussSeidel(problem, { iterations: 20000, tolerance: share * start });
  expect(stop).toBe('converged');
  return iterations;
}
