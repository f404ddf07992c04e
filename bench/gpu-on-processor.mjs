// The processor's side of the curve of bench/gpu.mjs: the same walls and heaps, and the time of a step.
//
//   node bench/gpu-on-processor.mjs --most 30000 --out FOLDER

import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Simulation } from '../dist/src/scene/simulation.js';
import { CURVE, DT, POURING, pouredScene, wallOfAbout } from './gpu-scenes.mjs';

const { values: options } = parseArgs({
  options: {
    most: { type: 'string', default: '30000' },
    out: { type: 'string', default: 'bench/results/gpu' },
    timed: { type: 'string', default: '10' },
    /** What is poured falls for so many steps before it is timed. */
    pouring: { type: 'string', default: String(POURING) },
  },
});
mkdirSync(options.out, { recursive: true });
const file = `${options.out}/processor.jsonl`;
writeFileSync(file, '');

function measure(name, scene, before) {
  const simulation = new Simulation(scene, { dt: DT });
  const timeOf = (steps) => {
    const start = performance.now();
    for (let i = 0; i < steps; i++) simulation.step();
    return (performance.now() - start) / steps;
  };
  const first = timeOf(1);
  for (let i = 1; i < before; i++) simulation.step();
  const row = {
    part: 'curve',
    engine: 'processor',
    scene: name,
    bodies: scene.bodies.length - 1,
    first,
    ms: timeOf(Number(options.timed)),
  };
  console.log(JSON.stringify(row));
  appendFileSync(file, `${JSON.stringify(row)}\n`);
}

for (const count of CURVE.filter((count) => count <= Number(options.most))) {
  measure('wall', wallOfAbout(count), 6);
  measure('poured', pouredScene(count), Number(options.pouring));
}
