// Figures 29 and 30 of velocity-based shock propagation: the potential energy of cows. It rises slowly and drops
// suddenly if a solver repeatedly pushes the cows out of the ground's envelope.

import type { MethodName } from '../../../src/methods.js';
import { drawChart, short } from '../../page/charts.js';
import { defineEntry } from '../entry.js';
import { makeSimulation, takeSteps } from '../simulate.js';

type Options =
  | {
      readonly kind: 'pile';
      readonly method: MethodName;
      readonly count: number;
      readonly seconds: number;
      readonly watched: readonly number[];
    }
  | { readonly kind: 'single'; readonly method: MethodName; readonly dt: number; readonly seconds: number };

/** Times [s]; at each, the potential energy of each watched cow, followed by the kinetic energy of all [J]. */
type Result = { readonly times: number[]; readonly energies: number[][] };

const METHODS_SHOWN: readonly MethodName[] = ['vsp', 'gsp'];
/** Largest number of stored values of a run. */
const MOST_VALUES = 600;
const GRAVITY = 9.81;

export const cowEnergy = defineEntry<Options, Result>({
  name: 'shock-propagation-figures-29-30',
  paper: 'shock-propagation',
  title: 'Figures 29 and 30: potential energy of cows',
  published:
    'The potential energy of two cows of the pile "slowly increases over time, and then almost instantaneously drop[s]", a saw-tooth at a step of 0.01 s; of a single cow on fixed ground the saw-tooth is "diminished with decreasing timestep size". The text has no numbers beside the captions.',
  sizes: {
    full: 'A pile of 60 cows dropped from 6 m, of which two are watched from 5 s to 12 s at 0.01 s, and one cow on the ground for 4 s at steps of 0.02, 0.01, 0.005 and 0.001 s.',
    quick:
      'A pile of 8 cows dropped from 2 m, of which two are watched from 1.5 s to 3 s, and one cow on the ground for 1 s at steps of 0.02, 0.01 and 0.005 s.',
  },
  plan(size) {
    const isQuick = size === 'quick';
    const pile = isQuick ? { count: 8, seconds: 3, watched: [0, 4] } : { count: 60, seconds: 12, watched: [0, 30] };
    const steps = isQuick ? [0.02, 0.01, 0.005] : [0.02, 0.01, 0.005, 0.001];
    const seconds = isQuick ? 1 : 4;
    return METHODS_SHOWN.flatMap((method) => [
      { id: `pile-${method}`, options: { kind: 'pile', method, ...pile } as const, seconds: isQuick ? 2 : 20 },
      ...steps.map((dt) => ({
        id: `single-${method}-${dt}`,
        options: { kind: 'single', method, dt, seconds } as const,
        seconds: (0.005 * seconds) / dt,
      })),
    ]);
  },
  async run(options, task) {
    const dt = options.kind === 'pile' ? 0.01 : options.dt;
    const scene =
      options.kind === 'pile' ? { count: options.count, height: options.count > 20 ? 6 : 2 } : { count: 1, height: 0 };
    const simulation = makeSimulation('cow-pile', scene, { method: options.method, dt });
    const cows = [...simulation.world.bodies()].filter((body) => body.mass > 0);
    const watched = (options.kind === 'pile' ? options.watched : [0]).map((i) => cows[i]);
    if (options.kind === 'single') standUp(watched[0]);
    const steps = Math.round(options.seconds / dt);
    const every = Math.max(1, Math.floor(steps / MOST_VALUES));
    const result: Result = { times: [], energies: watched.map(() => []) };
    await takeSteps(simulation, steps, task, (step) => {
      if (step % every !== 0) return;
      result.times.push(short(step * dt));
      watched.forEach((cow, i) => {
        result.energies[i].push(short(cow.mass * GRAVITY * cow.centerOfMass[1]));
      });
    });
    return result;
  },
  present(runs) {
    const piles = runs.filter(({ options }) => options.kind === 'pile');
    const singles = runs.filter(({ options }) => options.kind === 'single');
    const pileChart = drawChart({
      name: 'figure-29',
      caption: 'Figure 29: potential energy of two cows of the pile, above its least, over the second half of the run.',
      x: { label: 'time [s]' },
      y: { label: 'potential energy above its least [J]' },
      series: piles.flatMap(({ options, result }) =>
        result.energies.map((energies, i) => ({
          name: `${options.method}, cow ${i + 1}`,
          points: aboveLeast(result.times, energies, options.seconds / 2),
        })),
      ),
    });
    const charts = METHODS_SHOWN.map((method) =>
      drawChart({
        name: `figure-30-${method}`,
        caption: `Figure 30 by ${method}: potential energy of a single cow on fixed ground, above its least.`,
        x: { label: 'time [s]' },
        y: { label: 'potential energy above its least [J]' },
        series: singles
          .filter(({ options }) => options.method === method)
          .map(({ options, result }) => ({
            name: `step ${options.kind === 'single' ? options.dt : 0} s`,
            points: aboveLeast(result.times, result.energies[0], options.seconds / 4),
          })),
        height: 260,
      }),
    );
    const rows = singles.map(({ options, result }) => {
      const energies = aboveLeast(result.times, result.energies[0], options.seconds / 2).map(([, energy]) => energy);
      const drops = energies.slice(1).filter((energy, i) => energy < energies[i] - 1e-9 * (1 + energies[i])).length;
      return [options.method, options.kind === 'single' ? options.dt : null, Math.max(...energies), drops];
    });
    return {
      blocks: [
        pileChart,
        ...charts,
        {
          kind: 'table',
          name: 'amplitude',
          caption:
            'A single cow, the second half of its run: from the least to the greatest potential energy, and how often it falls.',
          data: { columns: ['method', 'step [s]', 'range [J]', 'falls'], rows },
        },
      ],
      remark: `${describeVsp(rows)} By gsp a cow that stands has velocity zero: what holds it is solved exactly, so that nothing lifts it and nothing lets it fall. Contacts of ours come from the exact distance to the mesh and are kept while the gap is small, and our cow is another mesh, so energies are not those of the paper.`,
    };
  },
});

/** Puts a cow on its hooves; the scene gives it a random orientation. */
function standUp(cow: { position: readonly number[]; orientation: readonly number[] }): void {
  cow.orientation = [0, 0, 0, 1];
  cow.position = [0, 0.9, 0];
}

/** Points from a time on [s], relative to their minimum. */
function aboveLeast(times: readonly number[], energies: readonly number[], from: number): [number, number][] {
  const points = times.map((time, i): [number, number] => [time, energies[i]]).filter(([time]) => time >= from);
  const least = points.reduce((low, [, energy]) => Math.min(low, energy), Number.POSITIVE_INFINITY);
  return points.map(([time, energy]) => [time, energy - least]);
}

/** Summary of the table's rows of vsp. */
function describeVsp(rows: readonly (readonly (string | number | null)[])[]): string {
  const own = rows.filter(([method]) => method === 'vsp');
  const falls = own.reduce((total, row) => total + Number(row[3]), 0);
  const [coarse, fine] = [own[0], own[own.length - 1]];
  const range = (row: readonly (string | number | null)[]) => `${Number(row[2]).toPrecision(2)} J at ${row[1]} s`;
  const shape = falls === 0 ? 'it creeps, and there is no saw-tooth' : `it falls ${falls} times from one value to the next`;
  return `By vsp, the paper's method, the energy of a standing cow is not constant: it ranges over ${range(coarse)} and ${range(fine)}; in all of these runs ${shape}.`;
}
