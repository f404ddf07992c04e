// Table 4 and figures 13 and 14 of contact graphs: brute force, with all contacts in one problem, against contact groups.
//
// The paper's solver is PATH, whose work is in linear systems. In its place there is our direct one, Newton's method with dense
// matrices, run to a tolerance: its work grows with the cube of the rows. Beside it there is Gauss-Seidel, whose work grows in
// proportion to them, so that groups gain it little.

import type { SolverName } from '../../../src/methods.js';
import { drawChart } from '../charts.js';
import type { FinishedRun } from '../entry.js';
import { defineEntry, resultOf } from '../entry.js';
import { largest, makeSimulation, sum } from '../simulate.js';
import type { StepTwice } from '../step-twice.js';
import { compareSteps } from '../step-twice.js';

type Options = {
  readonly solver: SolverName;
  readonly caching: 'on' | 'off';
  readonly count: number;
  readonly seconds: number;
  readonly every: number;
};
type Result = { readonly steps: StepTwice[] };

const DT = 0.01;
/** As PATH has it by default, of what gravity adds in a step [1]. */
const TOLERANCE = 1e-6;
/** The paper's totals [s]. */
const PUBLISHED = { brute: 28424, groups: 1011.4 };
/** The paper has no caching in table 4; with it, a solve starts from the last one's solution. */
const CHOICES = [
  { id: 'direct', solver: 'direct', caching: 'off' },
  { id: 'direct-with-caching', solver: 'direct', caching: 'on' },
  { id: 'pgs', solver: 'pgs', caching: 'off' },
] as const;

export const contactGroups = defineEntry<Options, Result>({
  name: 'contact-graphs-table-4',
  paper: 'contact-graphs',
  title: 'Table 4 and figures 13 and 14: contact groups against brute force',
  published:
    '120 spheres on an inclined plane with DIKU engraved, 10 s at a step of 0.01 s: 28,424 s by brute force, 1011.4 s with a contact graph, 28 times as fast. By brute force variables and time of an iteration grow "until the point where the spheres settle down to rest" (figure 13); with groups "the number of variables per contact group is much smaller" (figure 14). Figures 13 and 14 are captions alone.',
  sizes: {
    full: 'The scene diku with 120 balls for 10 s at 0.01 s by ncp, solved by direct and by pgs to 1e-6 of what gravity adds in a step; every 100th step is taken both ways from one state, and totals are those times 100.',
    quick:
      'The scene diku with 60 balls for 3 s at 0.01 s by ncp, solved by direct and by pgs to 1e-6 of what gravity adds in a step; every 30th step is taken both ways from one state, and totals are those times 30.',
  },
  plan(size) {
    const choice = size === 'quick' ? { count: 60, seconds: 3, every: 30 } : { count: 120, seconds: 10, every: 100 };
    return CHOICES.map(({ id, ...how }) => ({
      id,
      options: { ...how, ...choice },
      seconds: (size === 'quick' ? 12 : 150) / (how.solver === 'pgs' ? 10 : 1),
    }));
  },
  async run({ solver, caching, count, seconds, every }, task) {
    const make = (by: SolverName) => {
      const settings = { 'ncp.iterations': 500, 'ncp.tolerance': TOLERANCE, 'speedups.caching': caching } as const;
      return makeSimulation('diku', { count, plate: 'boxes' }, { method: 'ncp', solver: by, dt: DT, settings });
    };
    const measured = make(solver);
    // Without caching a step does not depend on who took the one before, and sweeps get there sooner.
    const walked = caching === 'on' ? measured : make('pgs');
    return { steps: await compareSteps(walked, measured, Math.round(seconds / DT), every, task) };
  },
  present(runs) {
    const { steps } = resultOf(runs, 'direct');
    const points = (pick: (step: StepTwice) => number) => steps.map((step): [number, number] => [step.time, pick(step)]);
    const rows = 3;
    return {
      blocks: [
        {
          kind: 'table',
          name: 'table-4',
          caption:
            'Table 4: the whole run. The last column is the farthest that a step by groups puts a body from where the step by brute force puts it.',
          data: {
            columns: ['solver', 'brute force [s]', 'contact groups [s]', 'times as fast', 'apart [m]'],
            rows: [
              ['PATH, the paper', PUBLISHED.brute, PUBLISHED.groups, PUBLISHED.brute / PUBLISHED.groups, null],
              ...runs.map(rowOf),
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
      remark: `${describeGain(runs)} Work of the direct solver grows with the cube of the variables, that of Gauss-Seidel in proportion to them, so that groups gain it little: they end their sweeps one by one. The paper has no caching in this table; with it, both ways start from the last step's solution, which at rest is the solution already. Both ways put bodies in the same places to what the tolerance allows: it is ${TOLERANCE * 9.81 * DT} m/s, and contacts that share balls may add it up. Our contacts between a ball and the plate are few and exact, where the paper has many from distance fields, so our problems are smaller; quick runs have fewer balls, so that there is less to gain.`,
    };
  },
});

function rowOf({ id, options, result }: FinishedRun<Options, Result>): (string | number)[] {
  const total = (pick: (step: StepTwice) => number) => (options.every * sum(result.steps.map(pick))) / 1000;
  const [brute, groups] = [total(({ bruteMs }) => bruteMs), total(({ byGroupMs }) => byGroupMs)];
  return [id, brute, groups, brute / groups, largest(result.steps.map(({ apart }) => apart))];
}

/** What groups gain, by solver. */
function describeGain(runs: readonly FinishedRun<Options, Result>[]): string {
  const gains = runs.map((run) => `${Number(rowOf(run)[3]).toFixed(1)} by ${run.id}`);
  return `Groups are this many times as fast here: ${gains.join(', ')}; in the paper 28 times.`;
}
