// Figures 4 and 5 of the fast impulsive contact suite: a ball on top of another, which must not be frozen too early,
// and frozen cubes that are thawed.

import { drawChart, short } from '../../page/charts.js';
import { defineEntry } from '../entry.js';
import { makeSimulation, takeSteps } from '../simulate.js';

type Options =
  | { readonly kind: 'unstable'; readonly freezeAfter: number; readonly seconds: number }
  | { readonly kind: 'revival'; readonly bounces: number | 'auto'; readonly seconds: number };

/** By frame: height of the upper ball [m], or number of frozen cubes. `moved`: final displacement of each cube [m]. */
type Result = { readonly times: number[]; readonly values: number[]; readonly moved: number[] };

const DT = 1 / 30;

export const thawing = defineEntry<Options, Result>({
  name: 'impulsive-suite-figures-4-5',
  paper: 'impulsive-suite',
  title: 'Figures 4 and 5: what must not freeze, and what must thaw',
  published:
    'Figure 4: a sphere on another is "clearly an unstable configuration"; "selecting c_f too small will allow the upper sphere to be frozen, maintaining the unstable configuration indefinitely", and with c_f large enough it rolls off. Figure 5: a body C hits B of a frozen pair A and B; the QP "will unfreeze only body B", while PQ "will first unfreeze B and then unfreeze A". The text has no numbers.',
  sizes: {
    full: 'unstable-spheres for 6 s with c_f of 1 to 60, and revival-chain for 4 s with collisions one by one and by the QP alone; frames of 1/30 s.',
    quick:
      'unstable-spheres for 6 s with c_f of 1 to 60, and revival-chain for 4 s with collisions one by one and by the QP alone; frames of 1/30 s.',
  },
  plan: () => [
    ...[1, 5, 15, 30, 60].map((freezeAfter) => ({
      id: `unstable-${freezeAfter}`,
      options: { kind: 'unstable' as const, freezeAfter, seconds: 6 },
      seconds: 1,
    })),
    ...(['auto', 0] as const).map((bounces) => ({
      id: `revival-${bounces}`,
      options: { kind: 'revival' as const, bounces, seconds: 4 },
      seconds: 1,
    })),
  ],
  async run(options, task) {
    const isRevival = options.kind === 'revival';
    const settings = isRevival
      ? { 'impulsive.bounces': options.bounces, 'impulsive.freezeAfter': 3 }
      : { 'impulsive.freezeAfter': options.freezeAfter };
    const simulation = makeSimulation(
      isRevival ? 'revival-chain' : 'unstable-spheres',
      {},
      { method: 'impulsive', dt: DT, settings },
    );
    const bodies = [...simulation.world.bodies()].filter(({ mass }) => mass > 0);
    const cubes = bodies.filter(({ name }) => name?.startsWith('cube'));
    const from = cubes.map(({ position }) => position[0]);
    const upper = bodies.find(({ name }) => name === 'upper');
    const result: Result = { times: [], values: [], moved: [] };
    await takeSteps(simulation, Math.round(options.seconds / DT), task, (step) => {
      result.times.push(short(step * DT));
      result.values.push(isRevival ? cubes.filter(({ isFrozen }) => isFrozen).length : short(upper?.position[1] ?? 0));
    });
    result.moved.push(...cubes.map(({ position }, i) => short(position[0] - from[i])));
    return result;
  },
  present(runs) {
    const unstable = runs.filter(({ options }) => options.kind === 'unstable');
    const revival = runs.filter(({ options }) => options.kind === 'revival');
    const nameOf = (options: Options) =>
      options.kind === 'unstable' ? `c_f = ${options.freezeAfter}` : options.bounces === 0 ? 'QP alone' : 'one by one, then QP';
    const curve = ({ times, values }: Result) => times.map((time, i): [number, number] => [time, values[i]]);
    return {
      blocks: [
        drawChart({
          name: 'figure-4',
          caption: 'Figure 4: height of the upper ball; 0.5 m is on the ground.',
          x: { label: 'time [s]', min: 0 },
          y: { label: 'height [m]', min: 0 },
          series: unstable.map(({ options, result }) => ({ name: nameOf(options), points: curve(result) })),
          height: 260,
        }),
        drawChart({
          name: 'figure-5',
          caption: 'Figure 5: how many of five cubes in a row are frozen; the ball arrives at 2 s.',
          x: { label: 'time [s]', min: 0 },
          y: { label: 'cubes frozen', min: 0, max: 5 },
          series: revival.map(({ options, result }) => ({ name: nameOf(options), points: curve(result) })),
          height: 240,
        }),
        {
          kind: 'table',
          name: 'outcome',
          caption: 'Whether the upper ball has rolled off in the end, and how far each cube has moved [m].',
          data: {
            columns: ['run', 'outcome'],
            rows: [
              ...unstable.map(({ options, result }) => [
                nameOf(options),
                (result.values.at(-1) ?? 0) < 0.75 ? 'rolled off' : 'hangs on top',
              ]),
              ...revival.map(({ options, result }) => [nameOf(options), result.moved.map((way) => way.toFixed(3)).join(', ')]),
            ],
          },
        },
      ],
      remark:
        'As the paper warns, a small c_f may freeze the ball on top, and a large one lets it roll; our default is 30. In the row of cubes the collisions that are resolved one by one thaw them all in the frame of the impact, and the QP alone thaws only the cube that is hit: the others stand as if fixed, so that none moves. That is what the paper warns of.',
    };
  },
});
