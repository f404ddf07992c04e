// The cost of time schedulers against the number of bodies: elastic balls in a box at constant density.

import type { SchedulerName } from '../../../src/methods.js';
import { timeFigures } from '../../../src/schedulers/time/statistics.js';
import { processorTime } from '../../machine.js';
import { drawChart, short } from '../../page/charts.js';
import { defineEntry } from '../entry.js';
import { fitExponent, makeSimulation, takeSteps } from '../simulate.js';

type Options = { readonly scheduler: SchedulerName; readonly count: number; readonly seconds: number };
/** Processor time per body and simulated second [us]; ratio of the step to the interval between discontinuities [1]. */
type Result = { readonly microseconds: number; readonly ratio: number; readonly collisions: number };

const SCHEDULER_NAMES = ['timewarp', 'retroactive', 'conservative'] as const;
const DT = 1 / 60;
/** Number of measured stretches, of which the fastest counts, so that compilation is excluded. */
const STRETCHES = 3;

export const timeScaling = defineEntry<Options, Result>({
  name: 'time-warp-scaling',
  paper: 'time-warp',
  title: 'Time warp against retroactive detection and conservative advancement',
  published:
    'The traditional algorithms "work well for moderate numbers of bodies but scale poorly to systems of hundreds or more": retroactive detection rolls all bodies back at each discontinuity, and conservative advancement stops all of them at each check and "becomes intractable with many bodies". The text has no times.',
  sizes: {
    full: 'Gas of 10 to 1000 elastic balls at 5 % of the volume, no gravity, 60 redraws a second; the best of three stretches of 1 s and more.',
    quick:
      'Gas of 10 to 200 elastic balls at 5 % of the volume, no gravity, 60 redraws a second; the best of three stretches of a quarter of a second and more.',
  },
  plan(size) {
    const isQuick = size === 'quick';
    const counts = isQuick ? [10, 30, 100, 200] : [10, 30, 100, 300, 1000];
    return SCHEDULER_NAMES.flatMap((scheduler) =>
      counts.map((count) => {
        const seconds = Math.max(isQuick ? 0.25 : 1, (isQuick ? 30 : 200) / count);
        const cost = STRETCHES * seconds * count * (scheduler === 'timewarp' ? 2e-4 : 2e-5 * count);
        return { id: `${scheduler}-${count}`, options: { scheduler, count, seconds }, seconds: 1 + cost };
      }),
    );
  },
  async run({ scheduler, count, seconds }, task) {
    const simulation = makeSimulation('gas', { count }, { scheduler, dt: DT });
    const steps = Math.max(1, Math.round(seconds / DT));
    let best = Number.POSITIVE_INFINITY;
    for (let stretch = 0; stretch < STRETCHES; stretch++) {
      const start = processorTime();
      await takeSteps(simulation, steps, task, () => {});
      best = Math.min(best, processorTime() - start);
    }
    const statistics = simulation.world.timeStatistics;
    if (statistics === undefined) throw new Error('A scheduler of time has statistics.');
    return {
      microseconds: short((1e3 * best) / (count * steps * DT)),
      ratio: short(timeFigures(statistics).ratio),
      collisions: statistics.collisions,
    };
  },
  present(runs) {
    const of = (scheduler: string) =>
      runs
        .filter(({ options }) => options.scheduler === scheduler)
        .map(({ options, result }) => ({ count: options.count, ...result }));
    const counts = of('timewarp').map(({ count }) => count);
    const cost = (scheduler: string, count: number) =>
      of(scheduler).find((one) => one.count === count)?.microseconds ?? Number.NaN;
    const exponents = SCHEDULER_NAMES.map((scheduler) => [
      scheduler,
      1 + fitExponent(of(scheduler).map(({ count, microseconds }) => [count, microseconds])),
    ]);
    return {
      blocks: [
        drawChart({
          name: 'scaling',
          caption: 'Processor time for a body and a simulated second against the number of bodies.',
          x: { label: 'bodies', isLogarithmic: true },
          y: { label: 'time [us]', isLogarithmic: true },
          series: SCHEDULER_NAMES.map((scheduler) => ({
            name: scheduler,
            points: of(scheduler).map(({ count, microseconds }): [number, number] => [count, microseconds]),
            look: 'both' as const,
          })),
        }),
        {
          kind: 'table',
          name: 'costs',
          caption:
            'Microseconds of processor time for a body and a simulated second; how many times as fast time warp is as each of the others; its integration step over the interval between discontinuities.',
          data: {
            columns: ['bodies', ...SCHEDULER_NAMES, 'retroactive / timewarp', 'conservative / timewarp', 'step over interval'],
            rows: counts.map((count) => [
              count,
              ...SCHEDULER_NAMES.map((scheduler) => cost(scheduler, count)),
              cost('retroactive', count) / cost('timewarp', count),
              cost('conservative', count) / cost('timewarp', count),
              of('timewarp').find((one) => one.count === count)?.ratio ?? null,
            ]),
          },
        },
        {
          kind: 'table',
          name: 'exponents',
          caption: 'The whole cost grows with the number of bodies to this power.',
          data: { columns: ['scheduler', 'exponent'], rows: exponents },
        },
      ],
      remark:
        'As the report says, the two others stop or roll back all bodies at each discontinuity, so that their cost grows much faster than the number of bodies, and that of time warp about in proportion to it: the exponents are in the table. All three give the same bits. Its baselines are of another program and its text has no times, so factors cannot be set side by side.',
    };
  },
});
