// Table 1 of the fast impulsive contact suite: what freezing saves, for stack, cubejam and cs-stack, and figure 6 of cubejam.
// As in the paper, collisions are left to the QP here (c_b = 0), frames are of 1/30 s, and c_f is 1, in cubejam 3.

import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SCENES } from '../dist/scenes/index.js';
import { plotSuite, Simulation, SuiteStatistics } from '../dist/src/index.js';
import { processorTime } from './processor-time.mjs';

const DT = 1 / 30;
/** Half a minute of each: all has come to rest by then, in the longest after 26 s. */
const FRAMES = 900;
const CASES = [
  // The short ones several times, of which the fastest counts: the compilers need some to warm up.
  { scene: 'stack', freezeAfter: 1, repeats: 5 },
  { scene: 'cubejam', freezeAfter: 3, repeats: 1 },
  { scene: 'cs-stack', freezeAfter: 1, repeats: 5 },
];

/** { rows }: two a scene, without freezing and with it. */
export function measureFreezing(say) {
  const rows = [];
  for (const { scene, freezeAfter, repeats } of CASES) {
    const [without, frozen] = ['off', 'on'].map((freezing) => {
      say(`${scene}, freezing ${freezing}`);
      const runs = Array.from({ length: repeats }, () => run(scene, freezing, freezeAfter));
      const { statistics, heights, milliseconds } = runs.reduce((best, one) =>
        one.milliseconds < best.milliseconds ? one : best,
      );
      if (scene === 'cubejam') draw(statistics, freezing);
      return { scene, freezing, ...statistics.summarise(), ...heights, milliseconds };
    });
    rows.push({ ...without, speedUp: null }, { ...frozen, speedUp: without.totalTime / frozen.totalTime });
  }
  return { rows };
}

function run(scene, freezing, freezeAfter) {
  const settings = { 'impulsive.freezing': freezing, 'impulsive.freezeAfter': freezeAfter, 'impulsive.bounces': 0 };
  const simulation = new Simulation(SCENES[scene].make({ seed: 1 }), { method: 'impulsive', dt: DT, settings });
  const { world } = simulation;
  world.profiler.clock = processorTime;
  const statistics = new SuiteStatistics(world);
  const start = processorTime();
  for (let frame = 0; frame < FRAMES; frame++) {
    simulation.step();
    statistics.record();
  }
  const milliseconds = processorTime() - start;
  const centres = [...world.bodies()].filter((body) => body.mass > 0).map((body) => body.position[1]);
  const heights = { highest: Math.max(...centres), meanHeight: centres.reduce((sum, y) => sum + y, 0) / centres.length };
  return { statistics, heights, milliseconds };
}

function draw({ frames }, freezing) {
  const folder = fileURLToPath(new URL('results', import.meta.url));
  mkdirSync(folder, { recursive: true });
  const title = `cubejam ${freezing === 'on' ? 'with' : 'without'} freezing`;
  writeFileSync(`${folder}/cubejam-freezing-${freezing}.svg`, plotSuite(frames, title));
}
