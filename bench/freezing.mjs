// Table 1 of the fast impulsive contact suite: what freezing saves, for stack, cubejam and cs-stack, and figure 6 of cubejam.
// As in the paper, collisions are left to the QP here (c_b = 0), frames are of 1/30 s, and c_f is 1, in cubejam 3.

import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SCENES } from '../dist/scenes/index.js';
import { plotSuite, Simulation, SuiteStatistics } from '../dist/src/index.js';
import { processorTime } from './processor-time.mjs';

const DT = 1 / 30;
/** Until all has come to rest, and some time after: the paper's had about 490, 820 and 480. */
const CASES = [
  { scene: 'stack', frames: 600, freezeAfter: 1 },
  { scene: 'cubejam', frames: 900, freezeAfter: 3 },
  { scene: 'cs-stack', frames: 480, freezeAfter: 1 },
];

/** { rows }: two a scene, without freezing and with it. */
export function measureFreezing(say) {
  const rows = [];
  for (const { scene, frames, freezeAfter } of CASES) {
    // Once to warm up the compilers: the runs with freezing are short.
    if (frames < 900) for (const freezing of ['off', 'on']) run(scene, freezing, freezeAfter, frames);
    const [without, with_] = ['off', 'on'].map((freezing) => {
      say(`${scene}, freezing ${freezing}, ${frames} frames`);
      const { statistics, heights, milliseconds } = run(scene, freezing, freezeAfter, frames);
      if (scene === 'cubejam') draw(statistics, freezing);
      return { scene, freezing, ...statistics.summarise(), ...heights, milliseconds };
    });
    rows.push({ ...without, speedUp: null }, { ...with_, speedUp: without.totalTime / with_.totalTime });
  }
  return { rows };
}

function run(scene, freezing, freezeAfter, frames) {
  const settings = { 'impulsive.freezing': freezing, 'impulsive.freezeAfter': freezeAfter, 'impulsive.bounces': 0 };
  const simulation = new Simulation(SCENES[scene].make({ seed: 1 }), { method: 'impulsive', dt: DT, settings });
  const { world } = simulation;
  world.profiler.clock = processorTime;
  const statistics = new SuiteStatistics(world);
  const start = processorTime();
  for (let frame = 0; frame < frames; frame++) {
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
