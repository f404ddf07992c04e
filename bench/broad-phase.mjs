// Time of the broad phase per box, on cubes of about 1 m that fill a quarter of their space: with everything forgotten before
// each call, and at rest. Run after a build; another build folder can be given as argument.

import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const build = resolve(process.argv[2] ?? fileURLToPath(new URL('../dist', import.meta.url)));
const { BroadPhase } = await import(pathToFileURL(`${build}/src/detection/broad-phase/broad-phase.js`).href);
const { Random } = await import(pathToFileURL(`${build}/src/math/random.js`).href);

function randomBounds(count) {
  const random = new Random(1);
  const bounds = new Float64Array(6 * count);
  const space = Math.cbrt(4 * count);
  for (let box = 0; box < count; box++) {
    const edge = random.uniform(0.5, 1.5);
    for (let k = 0; k < 3; k++) {
      bounds[6 * box + k] = random.uniform(0, space);
      bounds[6 * box + 3 + k] = bounds[6 * box + k] + edge;
    }
  }
  return bounds;
}

/** Median time of a call. [ns] */
function time(call, repetitions) {
  const times = [];
  for (let i = 0; i < repetitions; i++) {
    const start = performance.now();
    call();
    times.push(1e6 * (performance.now() - start));
  }
  times.sort((a, b) => a - b);
  return times[repetitions >> 1];
}

console.log('   boxes    pairs  rebuild [ns/box]  at rest [ns/box]');
for (const count of [1e2, 1e3, 1e4, 1e5]) {
  const bounds = randomBounds(count);
  const mobility = new Int32Array(count).fill(2);
  const broadPhase = new BroadPhase();
  const repetitions = Math.max(15, Math.round(2e6 / count));
  const atRest = () => broadPhase.update(bounds, count, mobility);
  const rebuild = () => {
    broadPhase.invalidate();
    atRest();
  };
  // The first round warms up the compiler.
  time(rebuild, repetitions);
  time(atRest, repetitions);
  const columns = [broadPhase.pairCount, time(rebuild, repetitions) / count, time(atRest, repetitions) / count];
  console.log(`${count}`.padStart(8), ...columns.map((x, i) => x.toFixed(i === 0 ? 0 : 1).padStart([8, 17, 17][i])));
}
