// Figures 3, 4 and 8 of velocity-based shock propagation: patterns and eigenvalues of the system matrix A and of the
// iteration matrix T of Gauss-Seidel, of a grid of balls, a wall, and a stack of boxes with and without damping.

import { analyseMatrix } from '../../../src/solvers/matrix/analysis.js';
import { relaxProblem } from '../../../src/solvers/matrix/scaling.js';
import type { Block } from '../../page/blocks.js';
import { colourOf, drawChart, short } from '../../page/charts.js';
import type { Pattern } from '../drawing/pattern.js';
import { drawPatterns, patternOf } from '../drawing/pattern.js';
import { defineEntry } from '../entry.js';
import type { SceneChoice } from '../problems.js';
import { meanDiagonal, problemOf } from '../problems.js';

/** `gamma` is the damping as a fraction of the mean of A's diagonal [1]. */
type Options = SceneChoice & { readonly figure: string; readonly gamma: number };

type Result = {
  readonly A: Pattern;
  readonly T: Pattern;
  readonly fillOfA: number;
  readonly asymmetry: number;
  readonly nullity: number;
  readonly eigenvaluesOfA: number[];
  /** Absolute values, ascending. */
  readonly eigenvaluesOfT: number[];
  readonly ones: number;
  readonly spectralRadius: number;
};

/** Damping as a fraction of the mean of the diagonal: small, as in the paper's "slightly damped" [1]. */
const GAMMA = 0.01;

export const matrixAnalysis = defineEntry<Options, Result>({
  name: 'shock-propagation-figures-3-4-8',
  paper: 'shock-propagation',
  title: 'Figures 3, 4 and 8: the matrices of contact problems',
  published:
    'The matrices A "are extremely sparse, symmetric, and blocked" and "have large null spaces"; of T "many eigenvalues have the value 1". With damping "the large number multiple eigenvalues with value 1 have disappeared" (figure 8). The text has the captions of the plots and no numbers.',
  sizes: {
    full: 'Ball grid of 125 balls, a wall of 6 courses of 5 bricks, the box-stack of 25 boxes; as they are built, in their first step.',
    quick:
      'Ball grid of 27 balls, a wall of 3 courses of 3 bricks, a box-stack of 6 boxes; as they are built, in their first step.',
  },
  plan(size) {
    const isQuick = size === 'quick';
    const grid = { scene: 'ball-grid', options: { side: isQuick ? 3 : 5 } };
    const wall = { scene: 'wall', options: isQuick ? { courses: 3, length: 3 } : { courses: 6, length: 5 } };
    const stack = { scene: 'box-stack', options: { count: isQuick ? 6 : 25 } };
    const seconds = isQuick ? 1 : 5;
    return [
      { id: 'ball-grid', options: { figure: 'Figure 3', gamma: 0, ...grid }, seconds },
      { id: 'wall', options: { figure: 'Figure 4', gamma: 0, ...wall }, seconds },
      { id: 'box-stack', options: { figure: 'Figure 8, undamped', gamma: 0, ...stack }, seconds },
      { id: 'box-stack-damped', options: { figure: 'Figure 8, damped', gamma: GAMMA, ...stack }, seconds },
    ];
  },
  async run({ gamma, ...choice }) {
    const plain = problemOf(choice);
    const problem = gamma > 0 ? relaxProblem(plain, gamma * meanDiagonal(plain)) : plain;
    const { A, T } = analyseMatrix(problem);
    return {
      A: patternOf(A.matrix),
      T: patternOf(T.matrix),
      fillOfA: A.fill,
      asymmetry: A.asymmetry,
      nullity: A.nullity,
      eigenvaluesOfA: Array.from(A.eigenvalues, short),
      eigenvaluesOfT: T.eigenvalues.map(({ re, im }) => short(Math.hypot(re, im))),
      ones: T.ones,
      spectralRadius: T.spectralRadius,
    };
  },
  present(runs) {
    const pictures = runs.flatMap(({ id, options, result }): Block[] => [
      {
        kind: 'figure',
        name: `${id}-patterns`,
        caption: `${options.figure}, ${id}: where A and T have entries.`,
        svg: drawPatterns([
          ['A', result.A, colourOf(0)],
          ['T', result.T, colourOf(1)],
        ]),
        key: [],
        data: {
          columns: ['matrix', 'row of cells', 'first cell', 'cells'],
          rows: [...runsOf('A', result.A), ...runsOf('T', result.T)],
        },
      },
      drawChart({
        name: `${id}-eigenvalues`,
        caption: `${options.figure}, ${id}: eigenvalues of A over the largest, and absolute eigenvalues of T, in rising order.`,
        x: { label: 'number', min: 0 },
        y: { label: 'eigenvalue [1]' },
        series: [
          {
            name: 'A, over its largest',
            points: numbered(result.eigenvaluesOfA, result.eigenvaluesOfA.at(-1) ?? 1),
            look: 'dots',
          },
          { name: 'T', points: numbered(result.eigenvaluesOfT, 1), look: 'dots' },
        ],
        height: 240,
      }),
    ]);
    return {
      blocks: [
        {
          kind: 'table',
          name: 'summary',
          caption: 'The matrices in numbers.',
          data: {
            columns: [
              'problem',
              'rows',
              'entries of A that are not 0 [%]',
              'asymmetry of A',
              'null space of A',
              'eigenvalues of T that are 1',
              'spectral radius of T',
            ],
            rows: runs.map(({ id, result }) => [
              id,
              result.A.rows,
              100 * result.fillOfA,
              result.asymmetry,
              result.nullity,
              result.ones,
              result.spectralRadius,
            ]),
          },
        },
        ...pictures,
      ],
      remark:
        'What the paper sees is there: sparse symmetric blocked matrices with large null spaces, an eigenvalue 1 of T for each dimension of the null space, and none once A + gamma I is damped. Sizes and numbering of contacts are ours, so patterns differ in their order; (35) of the paper lacks a minus sign, with which T has the eigenvalues that its figures show.',
    };
  },
});

function numbered(values: readonly number[], unit: number): [number, number][] {
  return values.map((value, i) => [i + 1, value / unit]);
}

function runsOf(name: string, { runs }: Pattern): (string | number)[][] {
  return Array.from({ length: runs.length / 3 }, (_, i) => [name, ...runs.slice(3 * i, 3 * i + 3)]);
}
