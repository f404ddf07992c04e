// Watches over processes that run cases: one that hangs or dies is named and replaced, and the cases behind it go on.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { nameOfCase } from './cases.mjs';

const WORKER = fileURLToPath(new URL('worker.mjs', import.meta.url));
/** A case takes some milliseconds; what takes as long as this on a busy machine hangs [ms]. */
const PATIENCE = 20_000;
/** Of the heap [MB]; typed arrays are counted by the worker itself. */
const HEAP = 512;

/** Runs the cases, in as many processes one after the other as it takes; `end` is when to stop, by the clock of `performance` [ms]. */
export async function watch(cases, end, { onCase, onFailure }) {
  let next = cases.from;
  while (next < cases.to && performance.now() < end) next = await watchOne({ ...cases, from: next }, end, onCase, onFailure);
}

/** Resolves to the number of the case to go on with. */
function watchOne(cases, end, onCase, onFailure) {
  const worker = spawn(process.execPath, [`--max-old-space-size=${HEAP}`, WORKER, JSON.stringify(cases)], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  let at = cases.from - cases.stride;
  let since = performance.now();
  let stopped = '';
  let lastWords = '';
  worker.stderr?.on('data', (data) => {
    lastWords = `${lastWords}${data}`.slice(-2000);
  });
  createInterface({ input: /** @type {any} */ (worker.stdio[3]) }).on('line', (line) => {
    const message = JSON.parse(line);
    since = performance.now();
    if (message.at !== undefined) {
      at = message.at;
      onCase();
    } else onFailure(message.failed, message.failure);
  });
  const clock = setInterval(() => {
    if (performance.now() >= end) stopped = 'end';
    else if (performance.now() - since > PATIENCE) stopped = 'hangs';
    if (stopped !== '') worker.kill('SIGKILL');
  }, 500);
  return new Promise((resolve) => {
    worker.on('close', (code, signal) => {
      clearInterval(clock);
      const name = nameOfCase(cases.kinds[at % cases.kinds.length], cases.seed + at);
      if (stopped === 'hangs') onFailure(name, `it has not ended after ${PATIENCE / 1000} s`);
      else if (stopped === '' && code !== 0)
        onFailure(name, `the process dies (${signal ?? `exit code ${code}`}): ${lastWords.trim()}`);
      resolve(Math.max(at, cases.from) + cases.stride);
    });
  });
}
