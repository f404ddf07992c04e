// Time of a step of the built-in scenes, by phase, and what is left of the narrow phase by coherence.

import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Scenes, and seconds to simulate [s]: the first half is for coming to rest.
 * @type {[string, number][]}
 */
const RUNS = [
  ['box-stack', 10],
  ['wall', 10],
  ['tower', 10],
  ['ball-grid', 10],
  ['pyramid', 10],
  ['arch', 10],
  ['diku', 10],
  ['silo', 2],
];

/**
 * Rows of { scene, bodies, contacts [1], median [ms a step], skipped [1], phases [ms a step] } over the second half of each run.
 */
export async function sceneSteps(onScene = (/** @type {string} */ _scene) => {}) {
  const from = (path) => import(pathToFileURL(fileURLToPath(new URL(`../dist/${path}`, import.meta.url))).href);
  const { CONTROLS, SCENES } = await from('scenes/index.js');
  const { PHASES, Simulation } = await from('src/index.js');
  return RUNS.map(([scene, seconds]) => {
    onScene(scene);
    const simulation = new Simulation(SCENES[scene].make({ seed: 1 }), { controls: CONTROLS });
    const { world, dt } = simulation;
    const half = Math.round(seconds / dt / 2);
    for (let step = 0; step < half; step++) simulation.step();
    world.profiler.clock = () => performance.now();
    const times = [];
    let tests = 0;
    let skipped = 0;
    let contacts = 0;
    for (let step = 0; step < half; step++) {
      const start = performance.now();
      simulation.step();
      times.push(performance.now() - start);
      tests += world.report.narrowPhaseTests;
      skipped += world.report.narrowPhaseSkipped;
      contacts += world.report.contacts / half;
    }
    times.sort((a, b) => a - b);
    const phases = Object.fromEntries(PHASES.map((phase, i) => [phase, world.profiler.milliseconds[i] / half]));
    return {
      scene,
      bodies: [...world.bodies()].length,
      contacts,
      median: times[half >> 1],
      skipped: skipped / (tests + skipped),
      phases,
    };
  });
}
