// npm run soak: random worlds to which everything happens, every step redone from a snapshot, for ten minutes a method.
//
//   npm run soak -- --minutes 1 --method gsp,vsp       a shorter one
//   npm run soak -- --method gsp --seed 17 --lives 1   one that went wrong, again

import { performance } from 'node:perf_hooks';
import cliProgress from 'cli-progress';
import { METHODS } from '../dist/src/index.js';
import { readOptions } from '../scripts/read-options.mjs';
import { soak } from './soak.mjs';

const values = readOptions({
  minutes: { type: 'string', default: '10' },
  method: { type: 'string', default: Object.keys(METHODS).join() },
  seed: { type: 'string', default: '1' },
  lives: { type: 'string', default: 'Infinity' },
});
const methods = values.method.split(',');
const [minutes, seed, lives] = [values.minutes, values.seed, values.lives].map(Number);
const unknown = methods.find((method) => METHODS[method] === undefined);
if (unknown !== undefined || !(minutes > 0) || !Number.isSafeInteger(seed) || !(lives > 0)) {
  console.error(`--method must be of ${Object.keys(METHODS).join(', ')}; --minutes and --lives above 0; --seed a whole number.`);
  process.exit(2);
}

for (const method of methods) {
  const result = await soakWithBar(method);
  const [first, last] = [result.heap[0] ?? 0, result.heap.at(-1) ?? 0].map((bytes) => `${(bytes / 1e6).toFixed(1)} MB`);
  const outcome = result.failure === undefined ? 'all the same' : 'FAILED';
  console.log(
    `${method}: ${result.lives} worlds, ${result.steps} steps redone, ${result.refusals} refused, memory ${first} to ${last}: ${outcome}`,
  );
  if (result.failure === undefined) continue;
  console.error(`${result.failure}.`);
  if (result.failedSeed !== undefined)
    console.error(`Again: npm run soak -- --method ${method} --seed ${result.failedSeed} --lives 1`);
  process.exitCode = 1;
}

async function soakWithBar(method) {
  const begin = performance.now();
  const end = begin + 60e3 * minutes;
  const bar = process.stderr.isTTY
    ? new cliProgress.SingleBar({
        stream: process.stderr,
        clearOnComplete: true,
        format: `${method} {bar} {percentage}% | {lives} worlds, {steps} steps`,
        gracefulExit: false,
      })
    : null;
  bar?.start(Math.round(end - begin), 0, { lives: 0, steps: 0 });
  try {
    return await soak(method, seed, (done, steps) => {
      bar?.update(Math.round(performance.now() - begin), { lives: done, steps });
      return done >= lives || performance.now() >= end;
    });
  } finally {
    bar?.stop();
  }
}
