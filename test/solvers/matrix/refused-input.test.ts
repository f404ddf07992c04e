// What makes no problem is refused by a sentence that names the field, the value and what is allowed.

import { describe, expect, it } from 'vitest';
import type { BoxedProblemParts } from '../../../src/solvers/index.js';
import {
  analyseMatrix,
  makeBoxedProblem,
  makeSparseMatrix,
  plotConvergence,
  relaxProblem,
  scaleDiagonally,
  solveByConjugateGradient,
  solveByGaussSeidel,
  solveByJacobi,
  solveByNewton,
  solveByOverRelaxation,
  sparseOfRows,
} from '../../../src/solvers/index.js';

const A = sparseOfRows([
  [2, 1, 0],
  [1, 3, 0],
  [0, 0, 4],
]);
const good: BoxedProblemParts = { A, b: [-1, 0, 0], mu: [0, 0.5, 0.5], normal: [-1, 0, 0], partner: [-1, 2, 1] };
const problem = makeBoxedProblem(good);

describe('a problem', () => {
  const cases: [Partial<BoxedProblemParts>, RegExp][] = [
    [{ b: [1, 2] }, /^length of b is 2, but must be 3, as there are rows of A\.$/],
    [{ lo: [0] }, /^length of lo is 1, but must be 3/],
    [{ hi: [1, 1, 1, 1] }, /^length of hi is 4, but must be 3/],
    [{ b: [Number.NaN, 0, 0] }, /^b\[0\] is NaN, but must be a finite number\.$/],
    [{ b: [0, Number.POSITIVE_INFINITY, 0] }, /^b\[1\] is Infinity, but must be a finite number\.$/],
    [{ lo: [Number.NaN, 0, 0] }, /^lo\[0\] is NaN, but must be a number or -Infinity\.$/],
    [{ lo: [2, 0, 0], hi: [1, 1, 1] }, /^hi\[0\] is 1, but must be at least lo\[0\], which is 2\.$/],
    [{ hi: [Number.NaN, 1, 1] }, /^hi\[0\] is NaN, but must be at least lo\[0\]/],
    [{ mu: [0, -0.5, -0.5] }, /^mu\[1\] is -0\.5, but must be a finite number of at least 0\.$/],
    [{ mu: [0, 0.5, 0.4] }, /^mu\[2\] is 0\.4, but must be that of its partner, row 1, which is 0\.5\.$/],
    [{ normal: [-1, 3, 0] }, /^normal\[1\] is 3, but must be the number of a row, from 0 to 2, or -1\.$/],
    [{ normal: [-1, -2, 0] }, /^normal\[1\] is -2, but must be/],
    [{ normal: [-1, 2, 0], partner: [-1, -1, -1] }, /^normal\[1\] is 2, but must be a row that itself depends on none\.$/],
    [{ normal: [0, -1, -1], partner: [-1, -1, -1] }, /^normal\[0\] is 0, but must be a row that itself depends on none\.$/],
    [{ lo: [-1, 0, 0] }, /^lo\[0\] is -1, but must be at least 0, for row 1 has it as its normal row\.$/],
    [{ partner: [-1, 1, -1] }, /^partner\[1\] is 1, but must be the number of another row, or -1\.$/],
    [{ partner: [-1, 2, -1] }, /^partner\[2\] is -1, but must be 1, whose partner it is\.$/],
    [{ partner: [1, 0, -1] }, /^normal\[1\] is 0, but must be that of its partner, row 0, which is -1\.$/],
    [{ A: sparseOfRows([[1, 2]]) }, /^number of columns of A is 2, but must be 1, as there are rows\.$/],
    [{ A: sparseOfRows([[0]]) }, /^A\[0\]\[0\] is 0, but must be above 0\.$/],
    [{ A: { ...A, start: Int32Array.of(0, 2, 4) } }, /^A\.start is a list of 3, but must be a list of 4 from 0 on\.$/],
    [{ A: { ...A, column: A.column.map((j) => j + 1) } }, /^A\.column\[1\] is 2, but|^A\[0\]\[0\] is 0|^A\.column/],
    [{ A: { ...A, value: A.value.map(() => Number.NaN) } }, /^A\[0\]\[0\] is NaN, but must be a finite number\.$/],
    [{ A: { ...A, value: A.value.slice(1) } }, /^number of entries of A is 4, but must be 5, where the last row ends\.$/],
  ];

  it.each(cases)('%o is refused', (change, sentence) => {
    expect(() => makeBoxedProblem({ ...good, ...change })).toThrow(RangeError);
    expect(() => makeBoxedProblem({ ...good, ...change })).toThrow(sentence);
  });

  it('that was made by hand is checked by every solver, by scaling, relaxing and analysis', () => {
    const bad = { ...problem, b: Float64Array.of(Number.NaN, 0, 0) };
    const users = [solveByJacobi, solveByGaussSeidel, solveByConjugateGradient, solveByNewton, scaleDiagonally, analyseMatrix];
    for (const use of users) expect(() => use(bad)).toThrow(/^b\[0\] is NaN/);
    expect(() => solveByOverRelaxation(bad, { omega: 1 })).toThrow(/^b\[0\] is NaN/);
    expect(() => relaxProblem(bad, 1)).toThrow(/^b\[0\] is NaN/);
  });
});

describe('an entry of a matrix', () => {
  it.each([
    [[[0, 2, 1]], /^column of an entry is 2, but must be a whole number from 0 to 1\.$/],
    [[[-1, 0, 1]], /^row of an entry is -1, but must be/],
    [[[0.5, 0, 1]], /^row of an entry is 0\.5, but must be/],
    [[[0, 0, Number.NaN]], /^A\[0\]\[0\] is NaN, but must be a finite number\.$/],
    [
      [
        [0, 1, 1],
        [0, 1, 2],
      ],
      /^A\[0\]\[1\] is given twice, but must be given once\.$/,
    ],
  ] as [[number, number, number][], RegExp][])('%o is refused', (entries, sentence) => {
    expect(() => makeSparseMatrix(2, 2, entries)).toThrow(sentence);
  });

  it('in rows of different lengths is refused', () => {
    expect(() => sparseOfRows([[1, 2], [3]])).toThrow(/^length of row 1 is 1, but must be 2, as that of row 0\.$/);
    expect(() => makeSparseMatrix(-1, 2, [])).toThrow(/^rows is -1, but must be a whole number of at least 0\.$/);
  });
});

describe('an option', () => {
  it.each([0, -1, 1.5, Number.NaN])('of %s iterations is refused', (iterations) => {
    for (const solve of [solveByJacobi, solveByGaussSeidel, solveByConjugateGradient, solveByNewton]) {
      expect(() => solve(problem, { iterations })).toThrow(
        `iterations is ${iterations}, but must be a whole number of at least 1.`,
      );
    }
  });

  it.each([0, 2, -0.5, 2.5, Number.NaN])('of omega %s is refused', (omega) => {
    expect(() => solveByOverRelaxation(problem, { omega })).toThrow(
      `omega is ${omega}, but must be a number above 0 and below 2.`,
    );
  });

  it.each([-1e-9, Number.NaN, Number.POSITIVE_INFINITY])('of gamma %s is refused', (gamma) => {
    expect(() => relaxProblem(problem, gamma)).toThrow(`gamma is ${gamma}, but must be a finite number of at least 0.`);
    expect(() => solveByGaussSeidel(problem, { gamma: () => gamma })).toThrow(`gamma(0) is ${gamma}, but must be`);
    expect(() => solveByConjugateGradient(problem, { gamma: (k) => (k === 1 ? gamma : 0.1) })).toThrow(`gamma(1) is ${gamma}`);
  });

  it('of a start that does not fit, or a tolerance below zero, is refused', () => {
    expect(() => solveByNewton(problem, { lambda: [1, 2] })).toThrow(
      /^length of lambda is 2, but must be 3, as there are rows of A\.$/,
    );
    expect(() => solveByJacobi(problem, { lambda: [0, Number.NaN, 0] })).toThrow(
      /^lambda\[1\] is NaN, but must be a finite number\.$/,
    );
    expect(() => solveByGaussSeidel(problem, { tolerance: -1 })).toThrow(
      /^tolerance is -1, but must be a number of at least 0\.$/,
    );
  });
});

describe('a plot', () => {
  it('of nothing, or of what is no merit, is refused', () => {
    expect(() => plotConvergence({})).toThrow(/^number of histories is 0, but must be at least 1\.$/);
    expect(() => plotConvergence({ pgs: [] })).toThrow(/^number of merits of pgs is 0, but must be at least 1\.$/);
    expect(() => plotConvergence({ pgs: [1, -1] })).toThrow(
      /^merit 1 of pgs is -1, but must be a finite number of at least 0\.$/,
    );
    expect(() => plotConvergence({ pgs: [Number.POSITIVE_INFINITY] })).toThrow(/^merit 0 of pgs is Infinity/);
  });

  it('of a merit of zero is drawn along the bottom, and names are written as text', () => {
    const picture = plotConvergence({ 'a < b & c': [1, 1e-10, 0, 0] });
    expect(picture).toContain('>a &lt; b &amp; c</text>');
    const [, points] = picture.match(/points="([^"]*)"/) ?? [];
    const heights = points.split(' ').map((point) => Number(point.split(',')[1]));
    expect(heights[2]).toBe(heights[3]);
    expect(heights[2]).toBeGreaterThan(heights[1]);
    expect(heights[1]).toBeGreaterThan(heights[0]);
  });
});
