// Figures 5, 6 and 7 of velocity-based shock propagation: the convergence of Gauss-Seidel, and the effect of relaxation
// on convergence and solution.

import { solveByNewton } from '../../../src/solvers/matrix/newton.js';
import { relaxProblem } from '../../../src/solvers/matrix/scaling.js';
import { solveByGaussSeidel } from '../../../src/solvers/matrix/splitting.js';
import { drawChart, short } from '../../page/charts.js';
import { defineEntry } from '../entry.js';
import type { SceneChoice } from '../problems.js';
import { meanDiagonal, problemOf } from '../problems.js';

/** `gammas` are multiples of the mean of A's diagonal [1]. */
type Options = SceneChoice & { readonly iterations: number; readonly gammas: readonly number[]; readonly solves: boolean };

type Result = {
  /** Merits by gamma, in order of iterations. */
  readonly merits: number[][];
  /** Normal impulses of all contacts by gamma, if `solves` [N s]. */
  readonly impulses: number[][];
};

export const convergence = defineEntry<Options, Result>({
  name: 'shock-propagation-figures-5-6-7',
  paper: 'shock-propagation',
  title: 'Figures 5, 6 and 7: convergence of Gauss-Seidel, and relaxation',
  published:
    'Figure 5: "a linear convergence rate of the iterative Gauss-Seidel solver", differing from configuration to configuration. Figure 6: "even a small value of gamma has a large impact on the convergence". Figure 7: "the damping on the solution is just as significant". "Not even 100,000 iterations will work for the box-stack." The text has the captions of the plots and no other numbers.',
  sizes: {
    full: 'Box-stack of 25 boxes, wall of 200 bricks, tower of 320 bricks, ball grid of 125 balls: 2000 iterations from zero, in their first step.',
    quick:
      'Box-stack of 8 boxes, walls and towers of 3 courses, ball grid of 27 balls: 300 iterations from zero, in their first step.',
  },
  plan(size) {
    const isQuick = size === 'quick';
    const iterations = isQuick ? 300 : 2000;
    const plain = { iterations, gammas: [0], solves: false };
    const stack = { scene: 'box-stack', options: { count: isQuick ? 8 : 25 } };
    const seconds = isQuick ? 1 : 2;
    return [
      { id: 'box-stack', options: { ...stack, ...plain }, seconds },
      { id: 'wall', options: { scene: 'wall', options: isQuick ? { courses: 3, length: 5 } : {}, ...plain }, seconds },
      { id: 'tower', options: { scene: 'tower', options: isQuick ? { layers: 3 } : {}, ...plain }, seconds },
      { id: 'ball-grid', options: { scene: 'ball-grid', options: isQuick ? { side: 3 } : {}, ...plain }, seconds },
      {
        id: 'relaxation',
        options: { ...stack, iterations, gammas: [0, 1e-4, 1e-3, 1e-2, 1e-1], solves: true },
        seconds: 2 * seconds,
      },
    ];
  },
  async run({ iterations, gammas, solves, ...choice }, task) {
    const plain = problemOf(choice);
    const size = meanDiagonal(plain);
    const merits: number[][] = [];
    const impulses: number[][] = [];
    for (const gamma of gammas) {
      const problem = gamma > 0 ? relaxProblem(plain, gamma * size) : plain;
      merits.push(solveByGaussSeidel(problem, { iterations, recordMerits: true }).merits.map(short));
      if (solves) impulses.push(normalsOf(solveByNewton(problem).lambda, problem.normal));
      await task.pulse(merits.length / gammas.length);
    }
    return { merits, impulses };
  },
  present(runs) {
    const plain = runs.filter(({ id }) => id !== 'relaxation');
    const relaxed = runs.filter(({ id }) => id === 'relaxation')[0];
    const { gammas } = relaxed.options;
    const nameOf = (gamma: number) => (gamma === 0 ? 'undamped' : `gamma = ${gamma} of the mean diagonal`);
    const rateRow = (name: string, merits: readonly number[]) => [name, merits[0], merits.at(-1) ?? null, rateOf(merits)];
    return {
      blocks: [
        drawChart({
          name: 'figure-5',
          caption: 'Figure 5: merit theta (38) against iterations of Gauss-Seidel.',
          x: { label: 'iterations', min: 0 },
          y: { label: 'theta', isLogarithmic: true },
          series: plain.map(({ id, result }) => ({ name: id, points: numbered(result.merits[0]) })),
        }),
        drawChart({
          name: 'figure-6',
          caption: 'Figure 6: the same of the box-stack with A + gamma I.',
          x: { label: 'iterations', min: 0 },
          y: { label: 'theta', isLogarithmic: true },
          series: gammas.map((gamma, i) => ({ name: nameOf(gamma), points: numbered(relaxed.result.merits[i]) })),
        }),
        drawChart({
          name: 'figure-7',
          caption:
            "Figure 7: normal impulses of the contacts of the box-stack, from the ground up, solved to rounding by Newton's method.",
          x: { label: 'contact', min: 0 },
          y: { label: 'normal impulse [N s]', min: 0 },
          series: gammas.slice(0, 4).map((gamma, i) => ({ name: nameOf(gamma), points: numbered(relaxed.result.impulses[i]) })),
        }),
        {
          kind: 'table',
          name: 'rates',
          caption: 'Theta at the beginning and at the end, and what it is multiplied by in an iteration over the last half.',
          data: {
            columns: ['problem', 'first theta', 'last theta', 'factor an iteration'],
            rows: [
              ...plain.map(({ id, result }) => rateRow(id, result.merits[0])),
              ...gammas.slice(1).map((gamma, i) => rateRow(`box-stack, ${nameOf(gamma)}`, relaxed.result.merits[i + 1])),
            ],
          },
        },
      ],
      remark: `Theta falls about in straight lines in the logarithm, each configuration with its own slope, as in the paper; a grid of balls is solved at once or nearly so. ${describeRelaxation(gammas, relaxed.result.merits)} Damping takes load off the contacts, the more the lower they are. Our merit is in joules and starts from zero impulses, so its values are not those of the paper; solutions of figure 7 are exact, so that nothing in them is the solver's.`,
    };
  },
});

/** The values of normal rows, whose bounds depend on no other row. */
function normalsOf(lambda: Float64Array, normal: Int32Array): number[] {
  return Array.from(lambda)
    .filter((_, i) => normal[i] < 0)
    .map(short);
}

/** Largest number of points of a curve. */
const MOST_POINTS = 400;

function numbered(values: readonly number[]): [number, number][] {
  const every = Math.ceil(values.length / MOST_POINTS);
  return values.map((value, i): [number, number] => [i, value]).filter(([i]) => i % every === 0);
}

/** The mean reduction factor per iteration, over the last half of iterations. */
function rateOf(merits: readonly number[]): number | null {
  const from = Math.floor(merits.length / 2);
  const last = merits.at(-1) ?? 0;
  if (!(last > 0) || merits.length < 4) return null;
  return (last / merits[from]) ** (1 / (merits.length - 1 - from));
}

/** Describes the final merit for each gamma; small ones need not help. */
function describeRelaxation(gammas: readonly number[], merits: readonly (readonly number[])[]): string {
  const left = gammas.map((gamma, i) => `${(merits[i].at(-1) ?? 0).toExponential(1)} at ${gamma}`);
  return `The last theta of the box-stack by gamma: ${left.join(', ')}; the smallest gammas do not speed it up here, larger ones do so by far.`;
}
