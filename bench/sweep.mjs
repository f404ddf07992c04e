// What sweeps cost: against a plain loop in one process, by a queue against this machine's processes, and with a million rows.
//
//   npm run build && node bench/sweep.mjs                    all of it
//   node bench/sweep.mjs --only engines --repeats 5          engines | rows
//   node bench/sweep.mjs --only engines --seconds 1          runs of so long; of 10 s, as sweeps have them, else
//
// Times by the clock are those of a machine that nobody else uses: where others do, take the processor times, and the ratios of the
// fastest of several repeats. A queue needs redis-server or valkey-server.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'rolldown';
import { readOptions } from '../scripts/read-options.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const CLI = join(root, 'dist/cli/drystone.js');
const values = readOptions({
  only: { type: 'string' },
  repeats: { type: 'string', default: '3' },
  seconds: { type: 'string', default: '10' },
});
const folder = mkdtempSync(join(tmpdir(), 'drystone-bench-'));
const PORT = 7399;
const RUNS = 1000;
/** Of what is short: what both cost besides runs is the same, and falls out of the difference. */
const FEW = 100;
const MILLION = 1e6;
/** What Linux counts the time of processes in [1/s]. */
const TICKS = 100;

const study = {
  sweep: 1,
  name: 'bench',
  scene: 'box-stack',
  seconds: Number(values.seconds),
  parameters: { noise: { random: [0, 1] } },
  samples: RUNS,
  measures: { drift: 'drift.max', energy: 'energy.end' },
};

/** The same runs, one after the other, with nothing about them. */
const LOOP = `
import { CONTROLS, SCENES } from ${JSON.stringify(pathToFileURL(join(root, 'dist/scenes/index.js')).href)};
import { Simulation } from ${JSON.stringify(pathToFileURL(join(root, 'dist/src/index.js')).href)};
let sum = 0;
for (let i = 0; i < Number(process.argv[2]); i++) {
  const simulation = new Simulation(SCENES['box-stack'].make({ seed: 1, noise: ((i * 0.618034) % 1) }), { controls: CONTROLS });
  for (let k = 0; k < ${100 * Number(values.seconds)}; k++) simulation.step();
  sum += simulation.world.kineticEnergy() + simulation.world.hash().length;
}
`;

/**
 * Time by the clock, of the processors with all children, and of the longest chain: the first thread of the program, and the child that had
 * the most. That is what the clock would show where nobody else wanted the processors; Linux alone tells it [s].
 */
async function time(...words) {
  const start = performance.now();
  const child = spawn(process.execPath, words, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (data) => {
    said += data;
  });
  const had = { all: 0, first: 0 };
  const children = new Map();
  const look = setInterval(() => {
    try {
      const threads = `/proc/${child.pid}/task/${child.pid}`;
      Object.assign(had, { all: processorTime(`/proc/${child.pid}`), first: processorTime(threads) });
      for (const pid of readFileSync(`${threads}/children`, 'utf8').split(' '))
        if (pid !== '') children.set(pid, processorTime(`/proc/${pid}`));
    } catch {
      // It has ended.
    }
  }, 5);
  const [code] = await once(child, 'exit');
  clearInterval(look);
  if (code !== 0) throw new Error(`${words.join(' ')}: ${said}`);
  const sum = [...children.values()].reduce((all, one) => all + one, 0);
  const chain = had.first + Math.max(0, ...children.values());
  return { clock: (performance.now() - start) / 1000, processor: had.all + sum, chain };
}

/** Of a process or a thread so far [s]. */
function processorTime(path) {
  const stat = readFileSync(`${path}/stat`, 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) / TICKS;
}

async function measureEngines(repeats) {
  writeFileSync(join(folder, 'loop.mjs'), LOOP);
  writeFileSync(join(folder, 'bench.json'), JSON.stringify(study));
  writeFileSync(join(folder, 'few.json'), JSON.stringify({ ...study, samples: FEW }));
  const redis = ['redis-server', 'valkey-server']
    .flatMap((name) => [...(process.env.PATH ?? '').split(delimiter), '/usr/bin'].map((path) => join(path, name)))
    .find(existsSync);
  const best = {};
  const note = (name, times) => {
    const { clock, processor, chain } = times;
    best[name] = Object.fromEntries(Object.entries(times).map(([kind, t]) => [kind, Math.min(t, best[name]?.[kind] ?? t)]));
    const [c, p, l] = [clock, processor, chain].map((t) => t.toFixed(2));
    console.log(`  ${name}: ${c} s by the clock, ${p} s of processors, ${l} s of them one after the other`);
  };
  for (let i = 0; i < repeats; i++) {
    note('a loop in one process', await time('loop.mjs', String(RUNS)));
    note('a short loop', await time('loop.mjs', String(FEW)));
    note('a short sweep, one process', await time(CLI, 'sweep', 'few.json', '--fresh', '--jobs', '1'));
    note('sweep, one process', await time(CLI, 'sweep', 'bench.json', '--fresh', '--jobs', '1'));
    note('sweep, two processes', await time(CLI, 'sweep', 'bench.json', '--fresh', '--jobs', '2'));
    if (redis !== undefined) note('sweep by a queue, two processes', await byQueue(redis));
  }
  const { 'a loop in one process': loop, 'sweep, two processes': two, 'sweep, one process': one } = best;
  const queue = best['sweep by a queue, two processes'];
  const times = (slow, kind) => (slow[kind] / two[kind]).toFixed(2);
  for (const [kind, by] of [
    ['clock', 'by the clock'],
    ['chain', 'where nobody else is'],
  ]) {
    console.log(
      `Two processes are ${times(loop, kind)} times as fast as the loop, and ${times(one, kind)} times as one (${by}).`,
    );
  }
  const fixed = best['a short sweep, one process'].processor;
  const more = (one.processor - fixed - (loop.processor - best['a short loop'].processor)) / (RUNS - FEW);
  console.log(`A run costs ${(1000 * more).toFixed(2)} ms more than in the loop (of processors).`);
  if (queue !== undefined)
    console.log(`By a queue it takes ${(queue.clock / two.clock).toFixed(2)} times as long as here (by the clock).`);
}

/** A server and a worker of two processes, warm before the clock starts. */
async function byQueue(program) {
  mkdirSync(join(folder, 'redis'), { recursive: true });
  const server = spawn(
    program,
    ['--port', String(PORT), '--dir', join(folder, 'redis'), '--bind', '127.0.0.1', '--appendonly', 'yes', '--save', ''],
    { stdio: 'ignore' },
  );
  const queue = `redis://127.0.0.1:${PORT}`;
  await new Promise((resolve) => setTimeout(resolve, 500));
  const worker = spawn(process.execPath, [CLI, 'worker', '--queue', queue, '--jobs', '2'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await once(worker.stdout, 'data');
    return await time(CLI, 'sweep', 'bench.json', '--fresh', '--queue', queue, '--out', 'by-queue');
  } finally {
    worker.kill('SIGKILL');
    server.kill('SIGKILL');
    rmSync(join(folder, 'redis'), { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** A sweep of so many runs of which all but the last ones are finished; the most memory of who runs it [MiB], and the seconds it took. */
async function continueSweep(total) {
  const name = `rows-${total}`;
  const out = join(folder, name);
  const file = join(folder, `${name}.json`);
  const rows = {
    ...study,
    name,
    scene: 'stack',
    seconds: 0.01,
    samples: total,
    parameters: { gap: { random: [0, 1] }, method: ['gsp'] },
  };
  writeFileSync(file, JSON.stringify({ ...rows, samples: total }));
  // Interrupted at once: then there is all that says what the study is.
  const begun = spawn(process.execPath, [CLI, 'sweep', file, '--out', out, '--jobs', '1'], { stdio: 'ignore' });
  while (!existsSync(join(out, 'rows.jsonl')) || readFileSync(join(out, 'rows.jsonl')).length === 0)
    await new Promise((resolve) => setTimeout(resolve, 20));
  begun.kill('SIGKILL');
  await once(begun, 'exit');
  const [line] = readFileSync(join(out, 'rows.jsonl'), 'utf8').split('\n');
  const row = JSON.parse(line);
  writeFileSync(join(out, 'rows.jsonl'), '');
  let text = '';
  for (let run = 0; run < total - 200; run++) {
    const gap = (run * 0.61803398875) % 1;
    const drift = gap * gap + ((run * 0.7548776662) % 1) * 0.1;
    text += `${JSON.stringify({ ...row, run, sample: run, gap, drift, energy: 1000 * drift, milliseconds: 1 + drift })}\n`;
    if (text.length < 1 << 22) continue;
    appendFileSync(join(out, 'rows.jsonl'), text);
    text = '';
  }
  appendFileSync(join(out, 'rows.jsonl'), text);
  const start = performance.now();
  const sweep = spawn(process.execPath, [CLI, 'sweep', file, '--out', out, '--jobs', '1'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const peaks = { running: 0, all: 0 };
  const look = setInterval(() => {
    try {
      const [, kib] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${sweep.pid}/status`, 'utf8')) ?? [];
      if (kib === undefined) return;
      peaks.all = Math.max(peaks.all, Number(kib) / 1024);
      if (!existsSync(join(out, 'runs.parquet.new')) && !existsSync(join(out, 'runs.parquet'))) peaks.running = peaks.all;
    } catch {
      // It has ended.
    }
  }, 10);
  await once(sweep, 'exit');
  clearInterval(look);
  return { out, peaks, seconds: (performance.now() - start) / 1000 };
}

async function measureRows() {
  const small = await continueSweep(MILLION / 100);
  const large = await continueSweep(MILLION);
  const show = ({ peaks, seconds }) =>
    `${peaks.running.toFixed(0)} MiB until the last run, ${peaks.all.toFixed(0)} MiB with Parquet and report, ${seconds.toFixed(1)} s`;
  console.log(`${MILLION / 100} rows: ${show(small)}`);
  console.log(`${MILLION} rows: ${show(large)}`);
  await build({
    input: join(root, 'cli/sweep/report/queries.ts'),
    platform: 'node',
    external: ['@duckdb/node-api'],
    logLevel: 'silent',
    output: { file: join(root, 'dist/bench-queries.mjs'), format: 'esm' },
  });
  try {
    const { allQueries } = await import(pathToFileURL(join(root, 'dist/bench-queries.mjs')).href);
    const { DuckDBInstance } = await import('@duckdb/node-api');
    const connection = await (await DuckDBInstance.create(':memory:', { memory_limit: '256MB' })).connect();
    await connection.run(`CREATE VIEW runs AS SELECT * FROM read_parquet('${join(large.out, 'runs.parquet')}')`);
    const about = JSON.parse(readFileSync(join(large.out, 'study.json'), 'utf8'));
    for (const [name, sql] of Object.entries(allQueries(about))) {
      const before = performance.now();
      await connection.runAndReadAll(sql);
      console.log(`  ${name}: ${(performance.now() - before).toFixed(0)} ms`);
    }
  } finally {
    rmSync(join(root, 'dist/bench-queries.mjs'), { force: true });
  }
}

try {
  if (values.only !== 'rows') await measureEngines(Number(values.repeats));
  if (values.only !== 'engines') await measureRows();
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
