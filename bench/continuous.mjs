// What continuous detection costs a scene without fast bodies: the same scene with the last look and without, in turns of one run.
// Both go through the same bits.
//
// The first steps, which find everything anew and take hundreds of others, are left out: by them alone one world seemed faster than
// the other by a third. The rest is cut into stretches of some milliseconds: a single step may take less than the clock tells. Each stretch counts by the
// least processor time that it took in any repeat, so that what else runs on the machine has little part in it. The two worlds swap
// their parts from repeat to repeat, so that it does not matter where in memory a world happens to lie, and the one that is first
// swaps from stretch to stretch, since it finds the caches cold. Half of the repeats give an answer of their own, and the other half
// another: what these differ by is how far the measure can be trusted.
//
//   npm run build && node bench/continuous.mjs [SCENE ...]

import { CONTROLS, SCENES } from '../dist/scenes/index.js';
import { Simulation } from '../dist/src/index.js';
import { processorTime } from './processor-time.mjs';

/** Scenes, and how long they run [s]. */
const RUNS = { wall: 20, 'roof-tower': 3, 'cow-pile': 3, cubejam: 12, silo: 0.5 };
const REPEATS = 12;
/** Steps that do not count. */
const FIRST = 10;
/** So long a stretch takes, about [ms]. */
const STRETCH = 5;

/** { share: what continuous detection adds to a step [1], halves: by one half of the repeats and the other, ms: a step without it } */
export function measureContinuous(scene, seconds, repeats = REPEATS) {
  /**
   * By half of the repeats and value of the setting: the least time of each stretch [ms].
   * @type {number[][][]}
   */
  const least = [
    [[], []],
    [[], []],
  ];
  const steps = stepsOfStretch(scene);
  let stepCount = 0;
  for (let repeat = 0; repeat < repeats; repeat++) {
    const simulations = [0, 1].map(() => new Simulation(SCENES[scene].make({ seed: 1 }), { controls: CONTROLS }));
    const withLook = simulations[(repeat >> 1) & 1];
    for (const simulation of simulations) simulation.world.set('detection.continuous', simulation === withLook ? 1 : 0);
    const stretches = Math.max(1, Math.round(seconds / simulations[0].dt / steps));
    stepCount = stretches * steps;
    for (let step = 0; step < FIRST; step++) for (const simulation of simulations) simulation.step();
    const half = least[repeat & 1];
    for (let stretch = 0; stretch < stretches; stretch++) {
      for (const simulation of (stretch + (repeat >> 2)) % 2 === 0 ? simulations : simulations.toReversed()) {
        const times = half[simulation === withLook ? 1 : 0];
        const start = processorTime();
        for (let step = 0; step < steps; step++) simulation.step();
        times[stretch] = Math.min(processorTime() - start, times[stretch] ?? Number.POSITIVE_INFINITY);
      }
    }
    if (simulations[0].world.hash() !== simulations[1].world.hash()) throw new Error(`The scene ${scene} has fast bodies.`);
  }
  const all = [0, 1].map((value) => least[0][value].map((time, i) => Math.min(time, least[1][value][i])));
  return { share: shareOf(all), halves: least.map(shareOf), ms: sum(all[0]) / stepCount };
}

/** @param {number[][]} times of stretches without the look, then with it [s] */
function shareOf([without, look]) {
  return sum(look) / sum(without) - 1;
}

function sum(times) {
  return times.reduce((total, time) => total + time, 0);
}

/** How many steps of a scene take long enough to be measured: as many as a step in the middle of twenty times that long says. */
function stepsOfStretch(scene) {
  const simulation = new Simulation(SCENES[scene].make({ seed: 1 }), { controls: CONTROLS });
  const times = [];
  const begin = processorTime();
  for (let start = begin; start - begin < 40 * STRETCH; ) {
    simulation.step();
    const end = processorTime();
    times.push(end - start);
    start = end;
  }
  return Math.ceil(STRETCH / times.toSorted((a, b) => a - b)[times.length >> 1]);
}

if (import.meta.filename === process.argv[1]) {
  const names = process.argv.slice(2);
  for (const scene of names.length > 0 ? names : Object.keys(RUNS)) {
    const { share, halves, ms } = measureContinuous(scene, RUNS[scene] ?? 2);
    const [low, high] = halves.toSorted((a, b) => a - b).map((half) => (100 * half).toFixed(2));
    console.log(
      `${scene.padEnd(12)} ${(100 * share).toFixed(2).padStart(6)} % (halves ${low} and ${high} %) of ${ms.toFixed(3)} ms a step`,
    );
  }
}
