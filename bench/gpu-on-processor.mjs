// The processor's side of the curve of bench/gpu.mjs: the same walls and heaps, and what a step takes of one processor.
//
//   node bench/gpu-on-processor.mjs --scenes wall,poured --least 1000 --most 30000 --out FOLDER

import { appendFileSync, mkdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { Simulation } from '../dist/src/scene/simulation.js';
import { readOptions } from '../scripts/read-options.mjs';
import { CURVE, DT, POURING, pouredScene, wallOfAbout } from './gpu-scenes.mjs';
import { processorTime } from './processor-time.mjs';

/** Steps before a wall is timed: what it does then is compiled [1]. */
const STANDING = 60;
const SCENES = { wall: [wallOfAbout, STANDING], poured: [pouredScene, POURING] };

const options = readOptions({
  scenes: { type: 'string', default: Object.keys(SCENES).join() },
  least: { type: 'string', default: '0' },
  most: { type: 'string', default: '30000' },
  out: { type: 'string', default: 'bench/results/gpu' },
  timed: { type: 'string', default: '20' },
});
mkdirSync(options.out, { recursive: true });

function tell(row) {
  console.log(JSON.stringify(row));
  appendFileSync(`${options.out}/processor.jsonl`, `${JSON.stringify(row)}\n`);
}

/** As much as there may be [MiB]. */
const MEMORY = 4096;

function measure(name, scene, before) {
  const simulation = new Simulation(scene, { dt: DT, settings: { 'limits.memory': MEMORY } });
  const timeOf = (steps) => {
    const start = processorTime();
    for (let i = 0; i < steps; i++) simulation.step();
    return (processorTime() - start) / steps;
  };
  const first = timeOf(1);
  for (let i = 1; i < before; i++) simulation.step();
  const bodies = scene.bodies.filter(({ kind }) => kind !== 'fixed').length;
  tell({ part: 'curve', engine: 'processor', scene: name, bodies, first, ms: timeOf(Number(options.timed)) });
}

tell({ part: 'processor', description: cpus()[0].model.trim(), node: process.version });
for (const count of CURVE.filter((count) => count >= Number(options.least) && count <= Number(options.most))) {
  for (const name of options.scenes.split(',')) {
    const [make, before] = SCENES[name];
    try {
      measure(name, make(count), before);
    } catch (error) {
      tell({ part: 'refused', scene: name, count, sentence: String(error) });
    }
  }
}
