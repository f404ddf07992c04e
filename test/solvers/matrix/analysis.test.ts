// Eigenvalues against known ones, and figures 3 and 4 of the paper as properties.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/math/random.js';
import type { Complex } from '../../../src/solvers/index.js';
import {
  analyseMatrix,
  eigenvaluesOf,
  iterationMatrix,
  makeBoxedProblem,
  makeSparseMatrix,
  plotMatrices,
  rowsOfSparse,
  solveByGaussSeidel,
  sparseOfRows,
  spectralRadius,
} from '../../../src/solvers/index.js';
import { expectClose } from '../../numerics/conditions.js';
import { sceneProblem } from './scene-problems.js';

const byValue = (one: Complex, other: Complex) => one.re - other.re || one.im - other.im;

describe('eigenvalues', () => {
  it('are the diagonal of a triangle', () => {
    const found = eigenvaluesOf([
      [3, 1, 4, 1],
      [0, -5, 9, 2],
      [0, 0, 6, 5],
      [0, 0, 0, 3],
    ]);
    expectClose(
      found.map(({ re }) => re).sort((a, b) => a - b),
      [-5, 3, 3, 6],
      1e-7,
    );
  });

  it('are the roots of the polynomial of a companion matrix, complex ones too', () => {
    // (x - 1)(x - 2)(x + 3)(x^2 - 4x + 13)
    const coefficients = [-4, 6, 34, -115, 78];
    const rows = coefficients.map((_, i) => coefficients.map((c, j) => (i === 0 ? -c : i === j + 1 ? 1 : 0)));
    const found = eigenvaluesOf(rows).sort(byValue);
    const expected = [
      { re: -3, im: 0 },
      { re: 1, im: 0 },
      { re: 2, im: -3 },
      { re: 2, im: 0 },
      { re: 2, im: 3 },
    ].sort(byValue);
    expectClose(
      found.map(({ re }) => re),
      expected.map(({ re }) => re),
      1e-12,
    );
    expectClose(found.map(({ im }) => Math.abs(im)).sort(), [0, 0, 0, 3, 3], 1e-12);
  });

  it('of a rotation in the plane, and of a cycle of rows, are on the unit circle', () => {
    const [c, s] = [Math.cos(0.3), Math.sin(0.3)];
    const turn = eigenvaluesOf([
      [c, -s],
      [s, c],
    ]);
    expectClose(
      turn.flatMap(({ re, im }) => [re, Math.abs(im)]),
      [c, s, c, s],
      1e-15,
    );
    const cycle = eigenvaluesOf(
      Array.from({ length: 7 }, (_, i) => Array.from({ length: 7 }, (_, j) => ((j + 1) % 7 === i ? 1 : 0))),
    );
    for (const { re, im } of cycle) expect(Math.hypot(re, im)).toBeCloseTo(1, 12);
    expect(new Set(cycle.map(({ re, im }) => Math.round((Math.atan2(im, re) * 7) / (2 * Math.PI)))).size).toBe(7);
  });

  it('of a symmetric matrix made with given ones are those, many alike among them', () => {
    fc.assert(
      fc.property(fc.nat(1e6), fc.integer({ min: 1, max: 14 }), (seed, n) => {
        const random = new Random(seed);
        const given = Array.from({ length: n }, () => Math.round(random.uniform(-2, 2)));
        const rows = given.map((value, i) => given.map((_, j) => (i === j ? value : 0)));
        // Turned by rotations in all pairs of coordinates.
        for (let p = 0; p < n; p++) {
          for (let q = p + 1; q < n; q++) {
            const angle = random.uniform(0, 6);
            const [c, s] = [Math.cos(angle), Math.sin(angle)];
            for (const row of rows) [row[p], row[q]] = [c * row[p] - s * row[q], s * row[p] + c * row[q]];
            for (let j = 0; j < n; j++)
              [rows[p][j], rows[q][j]] = [c * rows[p][j] - s * rows[q][j], s * rows[p][j] + c * rows[q][j]];
          }
        }
        const found = eigenvaluesOf(rows);
        expectClose(
          found.map(({ re }) => re).sort((a, b) => a - b),
          given.sort((a, b) => a - b),
          1e-12,
        );
        expect(Math.max(...found.map(({ im }) => Math.abs(im)))).toBeLessThan(1e-12);
      }),
      { numRuns: 60 },
    );
  });

  it('of any matrix have its trace as their sum, that of its square as the sum of their squares, and come in conjugates', () => {
    fc.assert(
      fc.property(fc.nat(1e6), fc.integer({ min: 1, max: 16 }), (seed, n) => {
        const random = new Random(seed);
        const rows = Array.from({ length: n }, () => Array.from({ length: n }, () => random.uniform(-1, 1)));
        const found = eigenvaluesOf(rows);
        expect(found.length).toBe(n);
        const trace = rows.reduce((sum, row, i) => sum + row[i], 0);
        const square = rows.reduce((sum, row, i) => sum + row.reduce((part, value, j) => part + value * rows[j][i], 0), 0);
        expect(found.reduce((sum, { re }) => sum + re, 0)).toBeCloseTo(trace, 10);
        expect(found.reduce((sum, { im }) => sum + im, 0)).toBeCloseTo(0, 10);
        expect(found.reduce((sum, { re, im }) => sum + re * re - im * im, 0)).toBeCloseTo(square, 9);
      }),
      { numRuns: 100 },
    );
  });
});

describe('eigenvalues of matrices on which QR steps stall', () => {
  const multiply = (a: number[][], b: number[][]) =>
    a.map((row) => b[0].map((_, j) => row.reduce((sum, value, k) => sum + value * b[k][j], 0)));

  it('are found: zeros in long chains, cycles, ones that are many times over, and very uneven entries', () => {
    fc.assert(
      fc.property(fc.nat(1e6), fc.integer({ min: 2, max: 24 }), fc.constantFrom(0, 1, 2, 3), (seed, n, kind) => {
        const random = new Random(seed);
        const of = (entry: (i: number, j: number) => number) =>
          Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => entry(i, j)));
        const base = [
          of((i, j) => (j === i + 1 ? 1 : 0)),
          of((i, j) => (i === (j + 1) % n ? 1 : 0)),
          of((i, j) => (i === j ? Math.round(random.uniform(0, 1)) : 0)),
          of(() => 10 ** random.uniform(-12, 3) * random.uniform(-1, 1)),
        ][kind];
        // A permutation and shears hide the form; both have inverses that are known.
        const p = of((i, j) =>
          i === j ? 1 : j < i ? Math.round(random.uniform(-1, 1)) * (random.uniform(0, 1) < 0.2 ? 1 : 0) : 0,
        );
        const inverse = of((i, j) => (i === j ? 1 : 0));
        for (let i = 0; i < n; i++)
          for (let k = 0; k < i; k++) for (let j = 0; j < n; j++) inverse[i][j] -= p[i][k] * inverse[k][j];
        const rows = multiply(multiply(p, base), inverse);
        const found = eigenvaluesOf(rows);
        expect(found.length).toBe(n);
        const size = Math.sqrt(rows.flat().reduce((sum, value) => sum + value * value, 0));
        const trace = rows.reduce((sum, row, i) => sum + row[i], 0);
        expect(Math.abs(found.reduce((sum, { re }) => sum + re, 0) - trace)).toBeLessThanOrEqual(1e-11 * size * n);
        // An error of rounding's size moves a zero that is there n times over by its n-th root.
        if (kind === 0) for (const { re, im } of found) expect(Math.hypot(re, im)).toBeLessThan(3 * (1e-14 * size) ** (1 / n));
      }),
      { numRuns: 200, seed: 3 },
    );
  });

  it('of a million-fold range in a symmetric matrix are those of its blocks', () => {
    const rows = [
      [1e6, 1e3, 0, 0],
      [1e3, 2, 0, 0],
      [0, 0, 1e-6, 1e-7],
      [0, 0, 1e-7, 0],
    ];
    const two = (a: number, b: number, d: number) => {
      const root = Math.sqrt(((a - d) / 2) ** 2 + b * b);
      return [(a + d) / 2 - root, (a + d) / 2 + root];
    };
    const expected = [...two(1e6, 1e3, 2), ...two(1e-6, 1e-7, 0)].sort((a, b) => a - b);
    expectClose(
      eigenvaluesOf(rows).map(({ re }) => re),
      expected,
      1e-9,
    );
  });
});

describe('T', () => {
  it('is what a Gauss-Seidel iteration without limits multiplies lambda by (34)', () => {
    const rows = [
      [4, 1, -2],
      [1, 3, 0.5],
      [-2, 0.5, 5],
    ];
    const problem = makeBoxedProblem({ A: sparseOfRows(rows), b: [0, 0, 0], lo: new Array(3).fill(Number.NEGATIVE_INFINITY) });
    const lambda = [1, -2, 3];
    const next = solveByGaussSeidel(problem, { iterations: 1, lambda }).lambda;
    const T = rowsOfSparse(iterationMatrix(problem.A));
    expectClose(
      T.map((row) => row.reduce((sum, value, j) => sum + value * lambda[j], 0)),
      next,
      1e-15,
    );
  });
});

describe.each([
  // Every ball of the grid touches its neighbours: 12 + 4 contacts of 8 balls. Every brick has 6 degrees of freedom.
  ['ball-grid', { side: 2 }, 48, 0.25],
  ['ball-grid', { side: 3 }, 189, 0.06],
  ['wall', { courses: 3, length: 3 }, 192, 0.4],
  ['box-stack', { count: 8 }, 96, 0.3],
] as const)('the matrices of %s %o', (name, options, rows, mostFill) => {
  const problem = sceneProblem(name, options);
  const analysis = analyseMatrix(problem);

  it('are sparse and symmetric, and A is positive semidefinite (figures 3 and 4)', () => {
    expect(problem.b.length).toBe(rows);
    expect(analysis.A.fill).toBeLessThan(mostFill);
    expect(analysis.A.asymmetry).toBe(0);
    const largest = analysis.A.eigenvalues[rows - 1];
    expect(analysis.A.eigenvalues[0]).toBeGreaterThan(-1e-14 * largest);
  });

  it('are blocked: contacts that share no body have nothing in common, and the blocks are alike on both sides', () => {
    const A = rowsOfSparse(problem.A);
    const contacts = rows / 3;
    const isBlock = (i: number, j: number) => [0, 1, 2].some((p) => [0, 1, 2].some((q) => A[3 * i + p][3 * j + q] !== 0));
    let blocks = 0;
    for (let i = 0; i < contacts; i++) {
      expect(isBlock(i, i)).toBe(true);
      for (let j = 0; j < contacts; j++) {
        expect(isBlock(i, j)).toBe(isBlock(j, i));
        if (isBlock(i, j)) blocks++;
      }
    }
    expect(blocks).toBeLessThan(0.6 * contacts * contacts);
  });

  it('have null spaces, and Gauss-Seidel an eigenvalue of 1 for every dimension of them', () => {
    expect(analysis.A.nullity).toBeGreaterThan(0);
    expect(analysis.T.ones).toBe(analysis.A.nullity);
    expect(analysis.T.spectralRadius).toBeCloseTo(1, 10);
  });

  it('are drawn, entry by entry and eigenvalue by eigenvalue', () => {
    const picture = plotMatrices(analysis, name);
    expect(picture.match(/<circle/g)?.length).toBe(2 * rows);
    expect(picture).toContain(`>A: ${analysis.A.matrix.value.length} entries, ${rows} rows</text>`);
    expect(picture).toContain(`>T = -(D + L)^-1 U: ${analysis.T.matrix.value.length} entries, ${rows} rows</text>`);
    // The bars of A together are as long as it has entries.
    const [, path] = picture.match(/<path d="([^"]*)"/) ?? [];
    const lengths = [...path.matchAll(/h([\d.]+)/g)].map(([, length]) => Number(length));
    const cell = 240 / rows;
    expect(lengths.reduce((sum, length) => sum + length, 0) / cell).toBeCloseTo(analysis.A.matrix.value.length, -2);
  });
});

describe('problems of some hundred rows', () => {
  it.each([
    ['ball-grid', { side: 4 }, 480],
    ['pyramid', { base: 5 }, 420],
  ])('are analysed: %s %o', (name, options, rows) => {
    const problem = sceneProblem(name, options);
    expect(problem.b.length).toBe(rows);
    const { A, T } = analyseMatrix(problem);
    expect(T.ones).toBe(A.nullity);
    expect(A.nullity).toBeGreaterThan(0);
    expect(T.spectralRadius).toBeCloseTo(1, 10);
    const traceOf = ({ rows, start, column, value }: typeof A.matrix) => {
      let sum = 0;
      for (let i = 0; i < rows; i++) for (let k = start[i]; k < start[i + 1]; k++) if (column[k] === i) sum += value[k];
      return sum;
    };
    const sumOf = (values: ArrayLike<number>) => Array.from(values).reduce((sum, value) => sum + value, 0);
    expect(sumOf(A.eigenvalues)).toBeCloseTo(traceOf(A.matrix), 10);
    expect(sumOf(T.eigenvalues.map(({ re }) => re))).toBeCloseTo(traceOf(T.matrix), 8);
    expect(sumOf(T.eigenvalues.map(({ im }) => im))).toBeCloseTo(0, 10);
    // Gauss-Seidel on a semidefinite matrix never goes away from the solution.
    for (const { re, im } of T.eigenvalues) expect(re * re + im * im).toBeLessThan(1 + 1e-9);
  });

  it('have the eigenvalues of T that T written out has', () => {
    const problem = sceneProblem('ball-grid', { side: 2 });
    const sizes = (values: readonly Complex[]) => values.map(({ re, im }) => Math.hypot(re, im)).sort((a, b) => a - b);
    const found = sizes(analyseMatrix(problem).T.eigenvalues);
    const direct = sizes(eigenvaluesOf(rowsOfSparse(iterationMatrix(problem.A))));
    // Those at zero hang together in chains, which blur them.
    found.forEach((value, i) => {
      if (direct[i] > 1e-2) expect(value).toBeCloseTo(direct[i], 8);
      else expect(value).toBeLessThan(2e-2);
    });
  });

  it('that are not symmetric, or not semidefinite, are analysed as they are', () => {
    const { A, T } = analyseMatrix(
      makeBoxedProblem({
        A: sparseOfRows([
          [1, 2],
          [2, 1],
        ]),
        b: [0, 0],
      }),
    );
    expectClose(A.eigenvalues, [-1, 3], 1e-12);
    expect(T.spectralRadius).toBeCloseTo(4, 12);
    const skew = analyseMatrix(
      makeBoxedProblem({
        A: sparseOfRows([
          [1, 1],
          [-1, 1],
        ]),
        b: [0, 0],
      }),
    );
    expect(skew.A.asymmetry).toBe(2);
    expect(skew.T.spectralRadius).toBeCloseTo(1, 12);
    expect(analyseMatrix(makeBoxedProblem({ A: sparseOfRows([]), b: [] })).T.eigenvalues).toEqual([]);
  });
});

describe('A at the sizes of the paper', () => {
  it.each([
    ['ball-grid', 975, 0.012],
    ['wall', 5400, 0.025],
  ])('is extremely sparse: %s', (name, leastRows, mostFill) => {
    const { A } = sceneProblem(name);
    expect(A.rows).toBeGreaterThanOrEqual(leastRows);
    expect(A.value.length / A.rows / A.rows).toBeLessThan(mostFill);
  });
});

describe('the rank of A', () => {
  it('is that of the degrees of freedom that the contacts hold: six a box', () => {
    const { A } = analyseMatrix(sceneProblem('box-stack', { count: 8 }));
    expect(A.matrix.rows - A.nullity).toBe(6 * 8);
  });

  it('of independent contacts is full, and T is nothing', () => {
    const { A, T } = analyseMatrix(
      makeBoxedProblem({
        A: makeSparseMatrix(2, 2, [
          [0, 0, 2],
          [1, 1, 3],
        ]),
        b: [-1, -1],
      }),
    );
    expect([A.nullity, T.ones, T.spectralRadius, T.fill]).toEqual([0, 0, 0, 0]);
    expect(spectralRadius(T.eigenvalues)).toBe(0);
    expect(plotMatrices({ A, T })).toMatch(/^<svg [\s\S]*<\/svg>$/);
  });
});
