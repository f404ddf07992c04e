// Time of the broad phase per box, on cubes of about 1 m that fill a quarter of their space: with everything forgotten before
// each call, and at rest.

import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const COUNTS = [1e2, 1e3, 1e4, 1e5];
const MOVING = 2;

function randomBounds(Random, count) {
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

/** Rows of { boxes, pairs [1], rebuild, atRest [ns a box] }: medians of several repeats. */
export async function broadPhase(build = fileURLToPath(new URL('../dist', import.meta.url))) {
  const from = (path) => import(pathToFileURL(`${resolve(build)}/src/${path}`).href);
  const { BroadPhase } = await from('detection/broad-phase/broad-phase.js');
  const { Random } = await from('math/random.js');
  return COUNTS.map((boxes) => {
    const bounds = randomBounds(Random, boxes);
    const mobility = new Int32Array(boxes).fill(MOVING);
    const phase = new BroadPhase();
    const repetitions = Math.max(15, Math.round(2e6 / boxes));
    const rest = () => phase.update(bounds, boxes, mobility);
    const rebuild = () => {
      phase.invalidate();
      rest();
    };
    // The first round warms up the compiler.
    time(rebuild, repetitions);
    time(rest, repetitions);
    return {
      boxes,
      pairs: phase.pairCount,
      rebuild: time(rebuild, repetitions) / boxes,
      atRest: time(rest, repetitions) / boxes,
    };
  });
}
