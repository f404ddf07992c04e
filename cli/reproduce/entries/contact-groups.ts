// Table 4 and figures 13 and 14 of contact graphs: brute force, with all contacts in one problem, against contact
// groups.
//
// The paper's solver is PATH, whose work is in linear systems. We use our direct solver instead, Newton's method with
// dense matrices, run to a tolerance: its work grows with the cube of the number of rows. We also use Gauss-Seidel,
// whose work grows linearly, so that groups gain little.

import type { SolverName } from '../../../src/methods.js';
import { drawChart } from '../../page/charts.js';
import type { FinishedRun } from '../entry.js';
import { defineEntry } from '../entry.js';
import { largest, makeSimulation, sum } from '../simulate.js';
import type { StepTwice } from '../step-twice.js';
import { compareSteps } from '../step-twice.js';

type Options = {
  readonly solver: SolverName;
  readonly count: number;
  readonly seconds: number;
  /**
   * All runs by this solver together take every `every`th step both ways; this run takes part `part` of `parts` of
   * them.
   */
  readonly every: number;
  readonly part: number;
  readonly parts: number;
};
type Result = { readonly steps: StepTwice[] };

const DT = 0.01;
/** Default tolerance of PATH, here relative to the velocity that gravity adds in a step [1]. */
const TOLERANCE = 1e-6;
/** The paper's totals [s]. */
const PUBLISHED = { brute: 28424, groups: 1011.4 };
/** Solvers, with the number of runs among which steps are divided, so that an interrupted run loses little. */
const CHOICES = [
  { solver: 'direct', parts: 5 },
  { solver: 'pgs', parts: 1 },
] as const;
type Choice = (typeof CHOICES)[number];

export const contactGroups = defineEntry<Options, Result>({
  name: 'contact-graphs-table-4',
  paper: 'contact-graphs',
  title: 'Table 4 and figures 13 and 14: contact groups against brute force',
  published:
    '120 spheres on an inclined plane with DIKU engraved, 10 s at a step of 0.01 s: 28,424 s by brute force, 1011.4 s with a contact graph, 28 times as fast. By brute force variables and time of an iteration grow "until the point where the spheres settle down to rest" (figure 13); with groups "the number of variables per contact group is much smaller" (figure 14). Figures 13 and 14 are captions alone.',
  sizes: {
    full: 'The scene diku with 120 balls for 10 s at 0.01 s by ncp, solved by direct and by pgs to 1e-6 of what gravity adds in a step; every 50th step of the whole run is taken both ways from one state, and totals are those times 50.',
    quick:
      'The scene diku with 60 balls for 3 s at 0.01 s by ncp, solved by direct and by pgs to 1e-6 of what gravity adds in a step; every 15th step of the whole run is taken both ways from one state, and totals are those times 15.',
  },
  plan(size) {
    const choice = size === 'quick' ? { count: 60, seconds: 3, every: 15 } : { count: 120, seconds: 10, every: 50 };
    return CHOICES.flatMap(({ solver, parts }) =>
      Array.from({ length: parts }, (_, part) => ({
        id: `${solver}-${part + 1}`,
        options: { solver, ...choice, part, parts },
        seconds: ((size === 'quick' ? 10 : 75) * (solver === 'pgs' ? 0.1 : 1)) / parts,
      })),
    );
  },
  async run({ solver, count, seconds, every, part, parts }, task) {
    // The paper has no caching in table 4.
    const settings = { 'ncp.iterations': 500, 'ncp.tolerance': TOLERANCE, 'speedups.caching': 'off' } as const;
    const make = (by: SolverName) =>
      makeSimulation('diku', { count, plate: 'boxes' }, { method: 'ncp', solver: by, dt: DT, settings });
    // The walked simulation uses sweeps, which are faster; so measured steps do not depend on the solver of earlier
    // ones.
    const walked = make('pgs');
    const sampling = { first: (part + 1) * every, every: parts * every };
    return { steps: await compareSteps(walked, make(solver), Math.round(seconds / DT), sampling, task) };
  },
  present(runs) {
    const steps = stepsBy(CHOICES[0], runs);
    const points = (pick: (step: StepTwice) => number) => steps.map((step): [number, number] => [step.time, pick(step)]);
    const rows = 3;
    return {
      blocks: [
        {
          kind: 'table',
          name: 'table-4',
          caption:
            'Table 4: the whole run. Beside its ratio there is the median of those of single steps, and the share that the dearest fifth of the steps has of brute force. The last column is the farthest that a step by groups puts a body from where the step by brute force puts it.',
          data: {
            columns: [
              'solver',
              'brute force [s]',
              'contact groups [s]',
              'times as fast',
              'median step',
              'dearest fifth [%]',
              'apart [m]',
            ],
            rows: [
              ['PATH, the paper', PUBLISHED.brute, PUBLISHED.groups, PUBLISHED.brute / PUBLISHED.groups, null, null, null],
              ...CHOICES.map((choice) => rowOf(choice, runs)),
            ],
          },
        },
        drawChart({
          name: 'variables',
          caption:
            'Figures 13 and 14: variables of the one problem of brute force, and of the largest and the mean contact group.',
          x: { label: 'time [s]', min: 0 },
          y: { label: 'variables', isLogarithmic: true },
          series: [
            { name: 'brute force', points: points(({ contacts }) => rows * contacts) },
            { name: 'largest group', points: points((step) => rows * step.largest) },
            { name: 'mean group', points: points(({ contacts, groups }) => (rows * contacts) / Math.max(1, groups)) },
          ],
          height: 280,
        }),
        drawChart({
          name: 'times',
          caption: 'Figures 13 and 14: processor time of a step by the solver direct.',
          x: { label: 'time [s]', min: 0 },
          y: { label: 'time [ms]', isLogarithmic: true },
          series: [
            { name: 'brute force', points: points(({ bruteMs }) => bruteMs), look: 'both' },
            { name: 'contact groups', points: points(({ byGroupMs }) => byGroupMs), look: 'both' },
          ],
          height: 280,
        }),
      ],
      remark: `${describeGain(runs)} Work of the direct solver grows with the cube of the variables, that of Gauss-Seidel in proportion to them, so that groups gain it little: they end their sweeps one by one. Newton's method takes more steps for all groups in one problem than for each, since it ends with the last; a step of brute force that meets its limit of work, 1e10 multiplications, is left there, and would have taken longer. Both ways put bodies in the same places to what the tolerance allows: it is ${TOLERANCE * 9.81 * DT} m/s, and contacts that share balls may add it up. Our contacts between a ball and the plate are few and exact, where the paper has many from distance fields, so our problems are smaller; quick runs have fewer balls, so that there is less to gain.`,
    };
  },
});

/** The steps of all runs by a solver, in order of time. */
function stepsBy({ solver }: Choice, runs: readonly FinishedRun<Options, Result>[]): StepTwice[] {
  return runs
    .filter(({ options }) => options.solver === solver)
    .flatMap(({ result }) => result.steps)
    .sort((a, b) => a.time - b.time);
}

function rowOf(choice: Choice, runs: readonly FinishedRun<Options, Result>[]): (string | number)[] {
  const steps = stepsBy(choice, runs);
  const [{ options }] = runs;
  const total = (some: readonly StepTwice[], pick: (step: StepTwice) => number) => (options.every * sum(some.map(pick))) / 1000;
  const ofBrute = ({ bruteMs }: StepTwice) => bruteMs;
  const brute = total(steps, ofBrute);
  const groups = total(steps, ({ byGroupMs }) => byGroupMs);
  const dearest = steps.toSorted((a, b) => b.bruteMs - a.bruteMs).slice(0, Math.round(steps.length / 5));
  const ratios = steps.map(({ bruteMs, byGroupMs }) => bruteMs / byGroupMs).sort((a, b) => a - b);
  const median = ratios[Math.floor(ratios.length / 2)];
  const share = (100 * total(dearest, ofBrute)) / brute;
  return [choice.solver, brute, groups, brute / groups, median, share, largest(steps.map(({ apart }) => apart))];
}

/** The speed-up by groups, for each solver. */
function describeGain(runs: readonly FinishedRun<Options, Result>[]): string {
  const gains = CHOICES.map((choice) => `${Number(rowOf(choice, runs)[3]).toFixed(1)} by ${choice.solver}`);
  return `Groups are this many times as fast here: ${gains.join(', ')}; in the paper 28 times.`;
}
