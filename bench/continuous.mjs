// What continuous detection costs a scene without fast bodies: the same scene with the last look and without, by turns in one run. Both go
// through the same bits. Every step counts by the least processor time that it took in any repeat, so that what else runs on the machine
// has little part in it.
//
//   npm run build && node bench/continuous.mjs [SCENE ...]

import { CONTROLS, SCENES } from '../dist/scenes/index.js';
import { Simulation } from '../dist/src/index.js';
import { processorTime } from './processor-time.mjs';

/** Scenes, and how long they run [s]. */
const RUNS = { wall: 3, 'roof-tower': 3, 'cow-pile': 3, cubejam: 3, silo: 0.5 };
const REPEATS = 8;

/** { share: what continuous detection adds to a step [1], ms: a step without it } */
export function measureContinuous(scene, seconds, repeats = REPEATS) {
  /**
   * By value of the setting: the least time of each step [ms].
   * @type {number[][]}
   */
  const least = [[], []];
  for (let repeat = 0; repeat < repeats; repeat++) {
    const worlds = [0, 1].map((value) => {
      const simulation = new Simulation(SCENES[scene].make({ seed: 1 }), { controls: CONTROLS });
      simulation.world.set('detection.continuous', value);
      return simulation;
    });
    for (let step = 0; step < seconds / worlds[0].dt; step++) {
      // Whoever is first finds the caches cold.
      for (const value of (step + repeat) % 2 === 0 ? [0, 1] : [1, 0]) {
        const start = processorTime();
        worlds[value].step();
        least[value][step] = Math.min(processorTime() - start, least[value][step] ?? Number.POSITIVE_INFINITY);
      }
    }
    if (worlds[0].world.hash() !== worlds[1].world.hash()) throw new Error(`The scene ${scene} has fast bodies.`);
  }
  const [without, look] = least.map((times) => times.reduce((sum, time) => sum + time, 0));
  return { share: look / without - 1, ms: without / least[0].length };
}

if (import.meta.filename === process.argv[1]) {
  const names = process.argv.slice(2);
  for (const scene of names.length > 0 ? names : Object.keys(RUNS)) {
    const { share, ms } = measureContinuous(scene, RUNS[scene] ?? 2);
    console.log(`${scene.padEnd(12)} ${(100 * share).toFixed(2).padStart(6)} % of ${ms.toFixed(2)} ms a step`);
  }
}
