// npm run fuzz: random cases of everything that comes from outside, each from a seed of its own.
//
//   npm run fuzz -- --cases 5000 --kinds scenes,meshes    fewer
//   npm run fuzz -- --seconds 60 --jobs 2                 a minute, two processes
//   npm run fuzz -- --case scenes:17                      one that failed, again

import { availableParallelism } from 'node:os';
import cliProgress from 'cli-progress';
import { readOptions } from '../scripts/read-options.mjs';
import { KINDS, takeTurns } from './cases.mjs';
import { watch } from './watch.mjs';

const values = readOptions({
  cases: { type: 'string', default: '200000' },
  seconds: { type: 'string', default: 'Infinity' },
  seed: { type: 'string', default: '1' },
  kinds: { type: 'string', default: Object.keys(KINDS).join() },
  jobs: { type: 'string', default: '1' },
  case: { type: 'string' },
});
const failures = [];
const [kind, single] = values.case?.split(':') ?? [];
const names = kind === undefined ? values.kinds.split(',') : [kind];
const cases = kind === undefined ? Number(values.cases) : 1;
const seed = Number(single ?? values.seed);
const [seconds, jobs] = [Number(values.seconds), Number(values.jobs)];
const isWrong =
  names.some((name) => !Object.hasOwn(KINDS, name)) ||
  ![cases, seed, jobs].every(Number.isSafeInteger) ||
  !(cases > 0 && seconds > 0 && jobs > 0 && jobs <= availableParallelism());
if (isWrong) {
  console.error(
    `--kinds must be of ${Object.keys(KINDS).join(', ')}; --case of the form KIND:SEED; --cases, --seconds and --jobs above 0; --jobs at most ${availableParallelism()}; --seed a whole number.`,
  );
  process.exit(2);
}

const kinds = takeTurns(names);
const bar = process.stderr.isTTY && cases > 1 ? makeBar() : null;
bar?.start(cases, 0, { failures: 0 });
let done = 0;
const end = performance.now() + 1000 * seconds;
await Promise.all(
  Array.from({ length: jobs }, (_, job) =>
    watch({ kinds, seed, from: job, to: cases, stride: jobs }, end, {
      onCase: () => bar?.update(++done, { failures: failures.length }) ?? done++,
      onFailure: (name, failure) => {
        failures.push(name);
        console.log(`${name}: ${failure}\n  again: npm run fuzz -- --case ${name}`);
      },
    }),
  ),
);
bar?.stop();
console.log(
  `${done} cases of ${names.join(', ')} from seed ${seed}: ${failures.length === 0 ? 'nothing found' : `${failures.length} FAILED`}`,
);
process.exitCode = failures.length === 0 ? 0 : 1;

function makeBar() {
  return new cliProgress.SingleBar({
    stream: process.stderr,
    clearOnComplete: true,
    format: '{bar} {value} of {total} cases | {failures} failed | {eta_formatted} left',
    gracefulExit: false,
  });
}
