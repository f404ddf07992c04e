// One thread against several: time of each phase as a ratio, and whether they are the same bits.
//
//   node bench/threads.mjs [--threads N] [--dist DIST] [kind ...]
//
// The kinds are those of bench/motion/kinds.mjs; default are those that are poured. Each side runs in a process of its own, since
// what one does to the compiler would be felt by the other, and they take turns. Each stretch of the scene counts by its
// shortest time. Threads need cores that nobody else uses: the load of the machine is printed with the result.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus, loadavg } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { motionCases } from './motion/kinds.mjs';
import { rivalOf } from './rivals/drystone.mjs';

const KINDS = ['pit', 'boxes', 'balls', 'filling silo'];
/** Passes over a scene, steps of a stretch, and length of a step [s]. */
const [PASSES, STEPS, DT] = [3, 25, 1 / 100];

/** The part of a process that runs one side: takes so many steps when asked, and tells the time of each phase. */
async function serve(dist, kind, count) {
  const from = (path) => import(pathToFileURL(resolve(dist, path)).href);
  const { World, METHODS, PHASES } = await from('src/index.js');
  const { createThreads } = await from('src/threads/index.js');
  const threads = await createThreads(count);
  class Threaded extends World {
    constructor(options) {
      super({ ...options, threads });
    }
  }
  const [{ plain }] = motionCases([kind], 1);
  const rival = rivalOf({ METHODS, World: Threaded });
  let { world, step } = await begin(rival, plain);
  process.on('message', async (/** @type {{ steps: number, isFirst: boolean }} */ { steps, isFirst }) => {
    if (isFirst) ({ world, step } = await begin(rival, plain));
    world.profiler.clock = () => performance.now();
    world.profiler.reset();
    const before = performance.now();
    for (let i = 0; i < steps; i++) step();
    const whole = performance.now() - before;
    tell({ phases: PHASES, milliseconds: [...world.profiler.milliseconds, whole], hash: world.hash(), threads: threads.count });
  });
  tell({});
}

async function begin(rival, { additions, bodies, ...rest }) {
  const made = await rival.create({ ...rest, dt: DT, settings: rival.settings.default });
  for (const body of bodies) made.addBody(body);
  let time = 0;
  const waiting = [...additions].sort((a, b) => a.at - b.at);
  const step = () => {
    while (waiting.length > 0 && waiting[0].at <= time + DT / 2) for (const body of waiting.shift().bodies) made.addBody(body);
    made.step();
    time += DT;
  };
  return { world: made.world, step };
}

function tell(answer) {
  if (process.send === undefined) throw new Error('--serve is for the processes that this program forks.');
  process.send(answer);
}

const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

async function compare(dist, kind, counts, passes) {
  const children = counts.map((count) => fork(fileURLToPath(import.meta.url), ['--serve', dist, kind, String(count)]));
  await Promise.all(children.map((child) => once(child, 'message')));
  const [{ seconds }] = motionCases([kind], 1);
  const stretches = Math.round(seconds / DT / STEPS);
  const best = counts.map(() => /** @type {number[][]} */ ([]));
  const answers = [];
  let areSame = true;
  for (let turn = 0; turn < passes * stretches; turn++) {
    const stretch = turn % stretches;
    for (const i of turn % 2 === 0 ? [0, 1] : [1, 0]) {
      children[i].send({ steps: STEPS, isFirst: stretch === 0 });
      [answers[i]] = await once(children[i], 'message');
      const { milliseconds } = answers[i];
      if (best[i][stretch] === undefined || milliseconds.at(-1) < best[i][stretch].at(-1)) best[i][stretch] = milliseconds;
    }
    areSame &&= answers[0].hash === answers[1].hash;
  }
  for (const child of children) child.kill();
  const { phases } = answers[0];
  const mean = (of, k) => sum(of.map((milliseconds) => milliseconds[k])) / (stretches * STEPS);
  const rows = [...phases, 'ALL'].map((phase, k) => [phase, mean(best[0], k), mean(best[1], k)]);
  console.log(
    `\n${kind}: ${areSame ? 'same bits' : 'DIFFERENT BITS'}, ${answers.map(({ threads }) => threads).join(' and ')} threads`,
  );
  console.log(`load of the machine ${loadavg()[0].toFixed(1)} on ${cpus().length} cores`);
  const columns = (/** @type {any[]} */ [phase, one, several]) => [
    phase,
    { 'one [ms]': +one.toFixed(3), 'several [ms]': +several.toFixed(3), 'times as fast': +(one / several).toFixed(2) },
  ];
  console.table(Object.fromEntries(rows.filter(([, one]) => one > 0.0005).map(columns)));
}

if (process.argv[2] === '--serve') await serve(process.argv[3], process.argv[4], Number(process.argv[5]));
else {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { threads: { type: 'string', default: '2' }, dist: { type: 'string' }, passes: { type: 'string' } },
  });
  const dist = values.dist ?? fileURLToPath(new URL('../dist', import.meta.url));
  for (const kind of positionals.length > 0 ? positionals : KINDS)
    await compare(dist, kind, [1, Number(values.threads)], Number(values.passes ?? PASSES));
}
