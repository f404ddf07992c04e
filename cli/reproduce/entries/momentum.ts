// Figure 3 of the fast impulsive contact suite: the motion of equal balls in a row that another ball hits, with
// collisions resolved one by one and all at once.

import type { MethodName } from '../../../src/methods.js';
import type { Settings } from '../../../src/settings.js';
import { drawChart, short } from '../../page/charts.js';
import type { Json } from '../entry.js';
import { defineEntry } from '../entry.js';
import { makeSimulation, takeSteps } from '../simulate.js';

type Options = {
  readonly name: string;
  readonly method: MethodName;
  readonly settings: { readonly [name: string]: Json };
  readonly balls: number;
};
/**
 * Final velocities of the balls in the order of the row [m/s]; final momentum and energy relative to the initial ones
 * [1].
 */
type Result = { readonly velocities: number[]; readonly momentum: number; readonly energy: number };

const SPEED = 5;
const CHOICES: readonly Omit<Options, 'balls'>[] = [
  { name: 'one by one (PQ, step 1)', method: 'impulsive', settings: {} },
  { name: 'all at once (QP, step 2)', method: 'impulsive', settings: { 'impulsive.bounces': 0 } },
  { name: 'gsp', method: 'gsp', settings: {} },
];

export const momentum = defineEntry<Options, Result>({
  name: 'impulsive-suite-figure-3',
  paper: 'impulsive-suite',
  title: 'Figure 3: momentum of balls in a row',
  published:
    'Three aligned balls of equal mass: (a) in nature and by sequential impulses "the right, incoming ball stops and only the leftmost ball bounces off"; (b) by the simultaneous QP "although the total momentum is conserved, all balls are in motion after the collision". With s balls, c_b = s - 1 sequential bounces give the desired outcome.',
  sizes: {
    full: 'The office toy with 3 and with 5 elastic balls, one of which arrives at 5 m/s; 1 s at 0.01 s.',
    quick: 'The office toy with 3 and with 5 elastic balls, one of which arrives at 5 m/s; 1 s at 0.01 s.',
  },
  plan: () =>
    [3, 5].flatMap((balls) =>
      CHOICES.map((choice, i) => ({ id: `${balls}-balls-${i}`, options: { ...choice, balls }, seconds: 1 })),
    ),
  async run({ method, settings, balls }, task) {
    const simulation = makeSimulation(
      'office-toy',
      { balls, speed: SPEED },
      { method, settings: settings as Partial<Settings>, dt: 0.01 },
    );
    const { world } = simulation;
    const bodies = [...world.bodies()].filter(({ mass }) => mass > 0);
    const momentumNow = () => bodies.reduce((total, { mass, velocity }) => total + mass * velocity[0], 0);
    const [momentum, energy] = [momentumNow(), world.kineticEnergy()];
    await takeSteps(simulation, 100, task, () => {});
    return {
      velocities: bodies.map(({ velocity }) => short(velocity[0])),
      momentum: short(momentumNow() / momentum),
      energy: short(world.kineticEnergy() / energy),
    };
  },
  present(runs) {
    const ofThree = runs.filter(({ options }) => options.balls === 3);
    return {
      blocks: [
        {
          kind: 'table',
          name: 'velocities',
          caption:
            'Velocity of each ball after the collisions [m/s]; the first arrived at 5 m/s. Momentum and energy over what they were.',
          data: {
            columns: ['balls', 'how', 'velocities [m/s]', 'momentum kept', 'energy kept'],
            rows: [
              [3, 'the paper, nature and (a)', '0, 0, 5', 1, 1],
              ...runs.map(({ options, result }) => [
                options.balls,
                options.name,
                result.velocities.map((value) => Number(value.toFixed(3))).join(', '),
                result.momentum,
                result.energy,
              ]),
            ],
          },
        },
        drawChart({
          name: 'figure-3',
          caption: 'Figure 3: velocities of three balls after the collision.',
          x: { label: 'ball', min: 0, max: 4 },
          y: { label: 'velocity [m/s]' },
          series: ofThree.map(({ options, result }) => ({
            name: options.name,
            points: result.velocities.map((value, i): [number, number] => [i + 1, value]),
            look: 'both' as const,
          })),
          height: 240,
        }),
      ],
      remark:
        "The same as in the paper: one by one the last ball takes all of it, at once all balls move, and momentum is kept to rounding either way. gsp solves simultaneously too, as Newton's law of impact for several contacts has it. The row is mirrored: our ball comes from the left.",
    };
  },
});
