// Runs cases one after the other in a process of its own, and says which one it is at: whoever watches sees where it hangs or dies.
//
//   node fuzz/worker.mjs '{"kinds":["scenes"],"seed":1,"from":0,"to":100,"stride":1}'

import { writeSync } from 'node:fs';
import { nameOfCase, runCase } from './cases.mjs';

/** Everything the watcher reads goes there, a line each. */
const WATCHER = 3;
/** What the process may have come to, in all its cases together [bytes]. */
const MOST_MEMORY = 1.2e9;

const { kinds, seed, from, to, stride } = JSON.parse(process.argv[2]);
for (let i = from; i < to; i += stride) {
  const kind = kinds[i % kinds.length];
  say({ at: i });
  const failure = await runCase(kind, seed + i);
  if (failure !== undefined) say({ failed: nameOfCase(kind, seed + i), failure });
  const memory = 1024 * process.resourceUsage().maxRSS;
  if (memory > MOST_MEMORY) {
    say({ failed: nameOfCase(kind, seed + i), failure: `it takes ${(memory / 1e6).toFixed(0)} MB` });
    // The mark stays; a new process has none.
    break;
  }
}

function say(message) {
  writeSync(WATCHER, `${JSON.stringify(message)}\n`);
}
