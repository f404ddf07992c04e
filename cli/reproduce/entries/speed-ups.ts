// Table 5 and figures 15, 16 and 17 of contact graphs: all valid combinations of the speed-ups, the deviation of the
// motion from that of brute force, and bodies left hanging.

import type { SolverName } from '../../../src/methods.js';
import type { Settings } from '../../../src/settings.js';
import type { World } from '../../../src/world.js';
import { processorTime } from '../../machine.js';
import { drawChart } from '../../page/charts.js';
import type { FinishedRun, Task } from '../entry.js';
import { defineEntry, resultOf } from '../entry.js';
import { makeSimulation, mean, sum, takeSteps } from '../simulate.js';
import { compareSteps } from '../step-twice.js';

const SWITCHES = ['caching', 'tweaking', 'reduction', 'zeroing', 'damping', 'subgrouping', 'fixation'] as const;
type Switch = (typeof SWITCHES)[number];
/** The speed-ups that are on. */
type Combination = readonly Switch[];

type Size = { readonly count: number; readonly seconds: number };
type Options = Size & {
  /** Brute force, one combination with its motion, or many. */
  readonly what: 'brute' | 'followed' | 'many';
  readonly combinations: readonly Combination[];
};
type Sample = { readonly time: number; readonly ms: number; readonly places: readonly number[] };
type Outcome = { readonly ms: number; readonly asleep: number; readonly hanging: number };
type Result = { readonly outcomes: Outcome[]; readonly samples: Sample[] };

const DT = 0.01;
const SAMPLES = 20;
/** Number of runs among which the other combinations are divided, so that an interrupted run loses little. */
const PARTS = { quick: 16, full: 23 } as const;
/** [s] */
const WARM_UP = 1;
/** The paper's brute force and its best combination [s]. */
const PUBLISHED = { brute: 28424, best: 134.679 };
/** Combinations in order of increasing effect on the motion. */
const FOLLOWED: readonly Combination[] = [
  ['caching'],
  ['caching', 'tweaking', 'reduction'],
  ['caching', 'tweaking', 'zeroing', 'damping'],
  ['caching', 'zeroing', 'damping', 'subgrouping', 'fixation'],
];

export const speedUps = defineEntry<Options, Result>({
  name: 'contact-graphs-table-5',
  paper: 'contact-graphs',
  title: 'Table 5 and figures 15, 16 and 17: the speed-ups, alone and together',
  published:
    'All sensible combinations of the speed-ups on the scene of table 4, sleepy groups in all of them: 135 to 1115 s with fixation, 28,424 s by brute force, so 210 times as fast at best. Contact groups, caching and sleepy groups "do not change the motion of the brute force method, but all other speed ups" do (figure 15); with subgrouping and fixation a sleepy sphere is left hanging (figure 17). Figures 15, 16 and 17 are captions alone.',
  sizes: {
    full: 'The scene diku with 120 balls for 10 s at 0.01 s by ncp with the solver direct, at most 500 iterations to 1e-6 (one with tweaking): 96 combinations, and brute force without sleeping, of which every 50th step is taken.',
    quick:
      'The scene diku with 120 balls for its first 2 s at 0.01 s by ncp with the solver direct, at most 500 iterations to 1e-6 (one with tweaking): 96 combinations, and brute force without sleeping, of which every 10th step is taken.',
  },
  plan(size) {
    const choice: Size = { count: 120, seconds: size === 'quick' ? 2 : 10 };
    const long = size === 'quick' ? 5 : 18;
    const followed = FOLLOWED.map(describe);
    const others = sensibleCombinations().filter((combination) => !followed.includes(describe(combination)));
    const parts = Array.from({ length: PARTS[size] }, (_, part) => others.filter((_combination, i) => i % PARTS[size] === part));
    return [
      { id: 'brute', options: { ...choice, what: 'brute' as const, combinations: [[]] }, seconds: 4 * long },
      ...FOLLOWED.map((combination, i) => ({
        id: `followed-${i + 1}`,
        options: { ...choice, what: 'followed' as const, combinations: [combination] },
        seconds: long,
      })),
      ...parts.map((combinations, i) => ({
        id: `combinations-${i + 1}`,
        options: { ...choice, what: 'many' as const, combinations },
        seconds: combinations.length * long,
      })),
    ];
  },
  async run({ what, count, seconds, combinations }, task) {
    const outcomes: Outcome[] = [];
    const samples: Sample[] = [];
    if (what === 'brute') return simulateBrute({ count, seconds }, task);
    // A warm-up run, so that the first combination does not include compilation.
    await simulate(settingsOf(['caching']), { count, seconds: WARM_UP }, { pulse: () => task.pulse(0) }, undefined);
    for (const [i, combination] of combinations.entries()) {
      const part = { pulse: (share: number) => task.pulse((i + share) / combinations.length) };
      outcomes.push(await simulate(settingsOf(combination), { count, seconds }, part, what === 'many' ? undefined : samples));
    }
    return { outcomes, samples };
  },
  present(runs) {
    const brute = resultOf(runs, 'brute');
    const rows = tableRows(runs);
    const best = Math.min(...rows.map((row) => Number(row[SWITCHES.length])));
    const gain = sum(brute.outcomes.map(({ ms }) => ms)) / 1000 / best;
    const followed = FOLLOWED.map((combination, i) => ({
      name: describe(combination),
      samples: resultOf(runs, `followed-${i + 1}`).samples,
    }));
    const hanging = resultOf(runs, `followed-${FOLLOWED.length}`).outcomes[0].hanging;
    return {
      blocks: [
        {
          kind: 'table',
          name: 'table-5',
          caption:
            'Table 5: processor time of the whole run, balls asleep at its end and balls that rest although nothing carries them.',
          data: { columns: [...SWITCHES, 'time [s]', 'times as fast as brute force', 'asleep', 'left hanging'], rows },
        },
        drawChart({
          name: 'departure',
          caption: 'Figure 15: how far a ball is from where brute force has it, the mean of all.',
          x: { label: 'time [s]', min: 0 },
          y: { label: 'distance [m]' },
          series: followed.map(({ name, samples }) => ({ name, points: departures(samples, brute.samples) })),
        }),
        drawChart({
          name: 'times',
          caption: 'Figure 16: processor time of a step, the mean of a stretch.',
          x: { label: 'time [s]', min: 0 },
          y: { label: 'time [ms]', isLogarithmic: true },
          series: [{ name: 'brute force', samples: brute.samples }, ...followed].map(({ name, samples }) => ({
            name,
            points: samples.map(({ time, ms }): [number, number] => [time, ms]),
          })),
        }),
      ],
      remark: `The fastest combination is ${gain.toFixed(1)} times as fast as brute force by the same solver; in the paper it is ${Math.round(PUBLISHED.brute / PUBLISHED.best)} times. The solver in the place of PATH is the direct one of table 4. Tweaking leaves PATH 15 iterations of a linear system each; ours has up to 30 in one, so it is left one. Brute force is without caching and sleeping, as the paper has it; its motion is that of contact groups to the tolerance, and the figures compare with that. Quick runs end before the balls lie in a heap: the one problem of brute force is small then, and detection is a larger share of all. At the end ${hanging} balls are left hanging with caching, zeroing, damping, subgrouping and fixation, where the paper has figure 17: a sleeper that its contacts cannot carry any more wakes. Of all combinations the most that are left hanging is ${Math.max(...rows.map((row) => Number(row[row.length - 1])))}: without caching a solve starts from nothing, and the loads it leaves, by which we judge, are not those of rest.`,
    };
  },
});

/**
 * The paper's tweaking limits PATH to 15 iterations, each with one linear system. One iteration of the direct solver
 * has up to 30, so a limit of one iteration is the closest.
 */
const SOLVING = { 'ncp.iterations': 500, 'ncp.tolerance': 1e-6, 'speedups.tweakedIterations': 1 } as const;
const BRUTE: Partial<Settings> = { ...SOLVING, 'speedups.caching': 'off' };

/** All combinations in which fixation occurs only with subgrouping. */
function sensibleCombinations(): Combination[] {
  let all: Combination[] = [[]];
  for (const name of SWITCHES) all = [...all, ...all.map((others) => [...others, name])];
  return all.filter((combination) => !combination.includes('fixation') || combination.includes('subgrouping'));
}

function settingsOf(combination: Combination): Partial<Settings> {
  const isOn = (name: Switch) => (combination.includes(name) ? 'on' : 'off');
  const switches = Object.fromEntries(SWITCHES.map((name) => [`speedups.${name}`, isOn(name)]));
  return { ...SOLVING, 'sleeping.enabled': 'on', ...switches };
}

/**
 * Brute force, without caching and sleeping. Its motion equals that by groups, to the tolerance (see table 4). So steps
 * are taken by groups and sweeps, which is faster, and only some are also taken by brute force, to measure their time.
 */
async function simulateBrute({ count, seconds }: Size, task: Task): Promise<Result> {
  const make = (solver: SolverName) =>
    makeSimulation('diku', { count, plate: 'boxes' }, { method: 'ncp', solver, dt: DT, settings: BRUTE });
  const walked = make('pgs');
  const steps = Math.round(seconds / DT);
  const stretch = Math.round(steps / SAMPLES);
  const places: number[][] = [];
  const note = (step: number) => {
    if (step % stretch === 0) places.push(placesOf(walked.world));
  };
  const compared = await compareSteps(walked, make('direct'), steps, { first: stretch, every: stretch }, task, note);
  const ms = stretch * sum(compared.map(({ bruteMs }) => bruteMs));
  const samples = compared.map(({ time, bruteMs }, i) => ({ time, ms: bruteMs, places: places[i] }));
  return { outcomes: [{ ms, asleep: 0, hanging: 0 }], samples };
}

function placesOf(world: World): number[] {
  const balls = [...world.bodies()].filter(({ kind }) => kind === 'rigid');
  return balls.flatMap(({ position }) => position.map(rounded));
}

async function simulate(
  settings: Partial<Settings>,
  { count, seconds }: Size,
  task: Task,
  samples: Sample[] | undefined,
): Promise<Outcome> {
  const simulation = makeSimulation('diku', { count, plate: 'boxes' }, { method: 'ncp', solver: 'direct', dt: DT, settings });
  const { world } = simulation;
  const steps = Math.round(seconds / DT);
  const stretch = Math.round(steps / SAMPLES);
  let total = 0;
  let begun = processorTime();
  await takeSteps(simulation, steps, task, (step) => {
    if (step % stretch !== 0) return;
    const ms = processorTime() - begun;
    total += ms;
    samples?.push({ time: world.time, ms: ms / stretch, places: placesOf(world) });
    begun = processorTime();
  });
  return { ms: total, asleep: world.report.asleep, hanging: world.hanging().length };
}

/** Rounds to a tenth of a millimetre, below the resolution of a picture. */
function rounded(value: number): number {
  return Math.round(1e4 * value) / 1e4;
}

function departures(samples: readonly Sample[], brute: readonly Sample[]): [number, number][] {
  return samples.map(({ time, places }, i) => {
    const ways = [];
    for (let k = 0; k < places.length; k += 3)
      ways.push(Math.hypot(...[0, 1, 2].map((axis) => places[k + axis] - brute[i].places[k + axis])));
    return [time, mean(ways)];
  });
}

function tableRows(runs: readonly FinishedRun<Options, Result>[]): (string | number)[][] {
  const bruteMs = resultOf(runs, 'brute').outcomes[0].ms;
  const grouped = runs.filter(({ options }) => options.what !== 'brute');
  const rows = grouped.flatMap(({ options, result }) =>
    options.combinations.map((combination, i) => {
      const { ms, asleep, hanging } = result.outcomes[i];
      return [...SWITCHES.map((name) => (combination.includes(name) ? '+' : '-')), ms / 1000, bruteMs / ms, asleep, hanging];
    }),
  );
  return rows.sort((a, b) => Number(a[SWITCHES.length]) - Number(b[SWITCHES.length]));
}

function describe(combination: Combination): string {
  return combination.join(', ');
}
