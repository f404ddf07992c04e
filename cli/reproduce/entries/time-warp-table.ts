// The statistics of the time warp report, of its four scenes.

import type { TimeStatistics } from '../../../src/schedulers/time/statistics.js';
import { timeFigures } from '../../../src/schedulers/time/statistics.js';
import { processorTime } from '../../machine.js';
import type { Json } from '../entry.js';
import { defineEntry } from '../entry.js';
import { makeSimulation, takeSteps } from '../simulate.js';

type Options = { readonly scene: string; readonly options: { readonly [name: string]: Json }; readonly seconds: number };
type Result = {
  readonly statistics: { readonly [K in keyof TimeStatistics]: number };
  readonly bodies: number;
  readonly processorSeconds: number;
};

export const timeWarpTable = defineEntry<Options, Result>({
  name: 'time-warp-table',
  paper: 'time-warp',
  title: 'What time warp does in atoms, cars, robots and avalanche',
  published:
    'Four scenes: atoms (200 spheres and 100 molecules), cars (4 vehicles, 400 pendulums), robots (20 arms of 8 links), avalanche (300 bodies). "The actual integration steps are 2-16 times larger than the average interval between discontinuities." Avalanche: over 16,000 groups, some with as many as 64 moving bodies and 217 simultaneous contacts. The report\'s table itself is not in its text, so these are all the numbers it has.',
  sizes: {
    full: 'The four scenes in full, by timewarp: atoms for 4 s, cars for 4 s, robots for 4 s, avalanche for 8 s, redraws 100 times a second.',
    quick:
      'atoms with 30 balls and 15 molecules for 1 s, 1 car with 20 pendulums for 0.5 s, 2 robots for 0.5 s, avalanche of 20 rocks for 2 s, by timewarp, redraws 100 times a second.',
  },
  plan(size) {
    const isQuick = size === 'quick';
    const cases: { scene: string; options: { [name: string]: Json }; seconds: number; cost: number }[] = isQuick
      ? [
          { scene: 'atoms', options: { balls: 30, molecules: 15 }, seconds: 1, cost: 4 },
          { scene: 'cars', options: { count: 1, pendulums: 20 }, seconds: 0.5, cost: 6 },
          { scene: 'robots', options: { count: 2 }, seconds: 0.5, cost: 6 },
          { scene: 'avalanche', options: { count: 20 }, seconds: 2, cost: 8 },
        ]
      : [
          { scene: 'atoms', options: {}, seconds: 4, cost: 3 },
          { scene: 'cars', options: {}, seconds: 4, cost: 6 },
          { scene: 'robots', options: {}, seconds: 4, cost: 12 },
          { scene: 'avalanche', options: {}, seconds: 8, cost: 35 },
        ];
    return cases.map(({ cost, ...options }) => ({ id: options.scene, options, seconds: cost }));
  },
  async run({ scene, options, seconds }, task) {
    const simulation = makeSimulation(scene, options, { scheduler: 'timewarp', dt: 0.01 });
    const start = processorTime();
    await takeSteps(simulation, Math.round(seconds / simulation.dt), task, () => {});
    const { world } = simulation;
    const bodies = [...world.bodies()].filter(({ mass }) => mass > 0).length;
    return {
      statistics: { ...(world.timeStatistics as TimeStatistics) },
      bodies,
      processorSeconds: (processorTime() - start) / 1000,
    };
  },
  present(runs) {
    const row = (name: string, paper: string | null, pick: (result: Result) => number) => [
      name,
      paper,
      ...runs.map(({ result }) => pick(result)),
    ];
    const figures = (result: Result) => timeFigures(result.statistics);
    return {
      blocks: [
        {
          kind: 'table',
          name: 'statistics',
          caption: 'What timewarp did.',
          data: {
            columns: ['quantity', 'the paper', ...runs.map(({ options }) => options.scene)],
            rows: [
              row('bodies that move', null, ({ bodies }) => bodies),
              row('simulated [s]', null, ({ statistics }) => statistics.simulated),
              row('integration steps', null, ({ statistics }) => statistics.integrations),
              row('collision checks', null, ({ statistics }) => statistics.collisionChecks),
              row('collisions', null, ({ statistics }) => statistics.collisions),
              row('new contacts in groups', null, ({ statistics }) => statistics.newContacts),
              row('fusions', null, ({ statistics }) => statistics.fusions),
              row('fissions', null, ({ statistics }) => statistics.fissions),
              row('mean interval of discontinuities [ms]', null, (result) => 1e3 * figures(result).discontinuityInterval),
              row('mean integration step [ms]', null, (result) => 1e3 * figures(result).integrationStep),
              row('step over interval', '2 to 16', (result) => figures(result).ratio),
              row('rollbacks', null, ({ statistics }) => statistics.rollbacks),
              row('bodies a rollback', null, (result) => figures(result).bodiesPerRollback),
              row('groups formed', 'avalanche: over 16,000', ({ statistics }) => statistics.groups),
              row('bodies of the largest group', 'avalanche: 64', ({ statistics }) => statistics.largestGroup),
              row('most contacts of a group', 'avalanche: 217', ({ statistics }) => statistics.mostContacts),
              row(
                'processor time a simulated second [s]',
                null,
                ({ processorSeconds, statistics }) => processorSeconds / statistics.simulated,
              ),
            ],
          },
        },
      ],
      remark:
        'Bodies of ours fly along closed forms between discontinuities, so an integration step is as long as nothing is in the way, and the ratio of step and interval grows with the number of bodies that fly by themselves; in scenes that are mostly one contact group steps are those of the group. Rocks, cars and arms are of our own making, since the report has no sizes. The ratio of quick runs is small because there are few bodies.',
    };
  },
});
