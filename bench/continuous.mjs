// What continuous detection costs a scene without fast bodies: the last look, timed within the steps that take it. Both of its parts
// count: who was where when the step began is written down, and who may have passed something since is found.
//
// Steps of one and the same run are compared with themselves, since two runs, one with the look and one without, differ by several
// percent for other reasons: where memory happens to lie, and what is compiled when. A run is repeated, and goes through the same bits
// each time. Every step counts by the least time it took, and so does every look: what else runs on the machine has little part in
// either. Half of the repeats give an answer of their own, and the other half another: what these differ by is how far the measure
// can be trusted. What reading the clock takes counts as a part of the look.
//
// The first steps, which find everything anew and take hundreds of others, are left out.
//
//   npm run build && node bench/continuous.mjs [SCENE ...]

import { CONTROLS, SCENES } from '../dist/scenes/index.js';
import { Impacts } from '../dist/src/detection/time-of-impact/impacts.js';
import { Simulation } from '../dist/src/index.js';

/** Scenes, and how long they run [s]. */
const RUNS = { wall: 20, 'roof-tower': 3, 'cow-pile': 3, cubejam: 12, silo: 0.5 };
const REPEATS = 8;
/** Steps that do not count. */
const FIRST = 10;
/** Methods of a step that are there for the look alone. */
const PARTS = ['anchorAtHand', 'lookBack'];

/** Time that the parts of the look have taken so far [ms]. */
let looking = 0;

/** Times the parts of the look from now on. Returns what ends that. */
function timeLooks() {
  const originals = PARTS.map((name) => Impacts.prototype[name]);
  PARTS.forEach((name, i) => {
    Impacts.prototype[name] = function (...given) {
      const start = performance.now();
      const result = originals[i].apply(this, given);
      looking += performance.now() - start;
      return result;
    };
  });
  return () => {
    PARTS.forEach((name, i) => {
      Impacts.prototype[name] = originals[i];
    });
  };
}

/**
 * { share: what continuous detection adds to a step [1], halves: by one half of the repeats and the other, ms: a step without it }
 */
export function measureContinuous(scene, seconds, repeats = REPEATS) {
  const halves = [newTimes(), newTimes()];
  const stop = timeLooks();
  try {
    for (let repeat = 0; repeat < repeats; repeat++) takeTimes(halves[repeat % 2], scene, seconds);
  } finally {
    stop();
  }
  const all = { steps: leastOf(halves[0].steps, halves[1].steps), looks: leastOf(halves[0].looks, halves[1].looks) };
  return { share: shareOf(all), halves: halves.map(shareOf), ms: (sum(all.steps) - sum(all.looks)) / all.steps.length };
}

/** Least times of each step, and of the look in it [ms]. */
function newTimes() {
  return { steps: /** @type {number[]} */ ([]), looks: /** @type {number[]} */ ([]) };
}

function takeTimes({ steps, looks }, scene, seconds) {
  const simulation = new Simulation(SCENES[scene].make({ seed: 1 }), { controls: CONTROLS });
  const count = Math.round(seconds / simulation.dt);
  for (let step = -FIRST; step < count; step++) {
    looking = 0;
    const start = performance.now();
    simulation.step();
    const time = performance.now() - start;
    if (step < 0) continue;
    steps[step] = Math.min(time, steps[step] ?? Number.POSITIVE_INFINITY);
    looks[step] = Math.min(looking, looks[step] ?? Number.POSITIVE_INFINITY);
  }
}

function leastOf(some, others) {
  return some.map((time, i) => Math.min(time, others[i]));
}

function shareOf({ steps, looks }) {
  return sum(looks) / (sum(steps) - sum(looks));
}

function sum(times) {
  return times.reduce((total, time) => total + time, 0);
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
