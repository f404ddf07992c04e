// Sweeps on this machine, from end to end: the same bits as one after the other, whatever is killed, fails, hangs or is changed.

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { makerOfRuns } from '../../cli/sweep/serve-runs.js';
import { SCENES } from '../../scenes/index.js';
import { decodeRecording, Simulation } from '../../src/index.js';
import { CLI, drystone, drystoneIn, temporaryFolder } from '../cli/command.js';
import { openReport } from '../cli/open-report.js';
import { provideBrowser } from '../studio/provide-browser.js';
import { countRows, rowsOf, shortStudy, waitForRows, writeStudy } from './results.js';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, maxRetries: 5, retryDelay: 100 }));
const place = (name: string) => join(folder, name);
const sweep = (file: string, out: string, ...words: string[]) => drystone('sweep', file, '--out', out, '--jobs', '2', ...words);

/** Ids of the processes that a process has started. */
function childrenOf(pid: number): number[] {
  const all = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const pairs = all
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.filter(([, parent]) => parent === pid).map(([child]) => child);
}

describe('a study of many short runs', () => {
  const file = writeStudy(folder, 'short.json', shortStudy(200));
  const out = place('short');
  const isPosix = process.platform !== 'win32';

  test.skipIf(!isPosix)(
    'whose processes are killed, and then the program itself, goes on and loses and repeats nothing',
    async () => {
      const first = spawn(process.execPath, [CLI, 'sweep', file, '--out', out, '--jobs', '2'], { stdio: 'ignore' });
      await waitForRows(out, 20);
      for (const child of childrenOf(first.pid as number)) process.kill(child, 'SIGKILL');
      await waitForRows(out, 60);
      first.kill('SIGKILL');
      await once(first, 'exit');
      const before = readFileSync(join(out, 'rows.jsonl'), 'utf8');
      // As if it had been cut off in the middle of a line.
      appendFileSync(join(out, 'rows.jsonl'), '{"run": 7, "key"');

      expect(sweep(file, out)).toMatchObject({ code: 0, stderr: expect.not.stringMatching(/cannot|changed|failed/) });
      expect(readFileSync(join(out, 'rows.jsonl'), 'utf8').startsWith(before.slice(0, before.lastIndexOf('\n') + 1))).toBe(true);
      expect(rowsOf(out).map(({ run }) => run)).toEqual(Array.from({ length: 200 }, (_, i) => i));
      expect(existsSync(join(out, 'lock'))).toBe(false);
    },
  );

  it('has the bits of runs one after the other in one process', () => {
    if (!isPosix) sweep(file, out);
    const rows = rowsOf(out);
    for (const { run, gap, seed, hash, status, 'top.y': height } of rows.filter(({ run }) => run % 20 === 0)) {
      const simulation = new Simulation(SCENES.stack.make({ seed: seed as number, gap }));
      for (let i = 0; i < 3; i++) simulation.step();
      const y = [...simulation.world.bodies()].find(({ name }) => name === 'cube-9')?.position[1];
      expect([run, status, hash, height]).toEqual([run, 'done', simulation.world.hash(), y]);
    }
    expect(new Set(rows.map(({ hash }) => hash)).size).toBe(200);
  });

  it('has them with joints too, by each way that time advances, and a row for a method that knows none', () => {
    const methods = ['gsp', 'ncp', 'vsp'] as const;
    const schedulers = ['fixed', 'timewarp', 'conservative'] as const;
    const study = { sweep: 1, name: 'joints', scene: 'ragdolls', fixed: { count: 1 }, seconds: 0.03 };
    const joints = writeStudy(folder, 'joints.json', { ...study, parameters: { method: methods, scheduler: schedulers } });
    expect(sweep(joints, place('joints')).code).toBe(0);
    const rows = rowsOf(place('joints'));
    const wanted = methods.flatMap((method) =>
      schedulers.map((scheduler) => {
        if (method === 'vsp') return [method, scheduler, 'failed', null];
        const simulation = new Simulation(SCENES.ragdolls.make({ seed: 1, count: 1 }), { method, scheduler });
        for (let i = 0; i < 3; i++) simulation.step();
        return [method, scheduler, 'done', simulation.world.hash()];
      }),
    );
    expect(rows.map(({ method, scheduler, status, hash }) => [method, scheduler, status, hash])).toEqual(wanted);
    expect(rows.at(-1)?.error).toContain('The method of this world is "vsp", which knows no joints');
  });

  it('does nothing when all is done, and says what is new when it has changed', () => {
    const before = statSync(join(out, 'rows.jsonl')).mtimeMs;
    expect(sweep(file, out).stderr).toBe('');
    expect(statSync(join(out, 'rows.jsonl')).mtimeMs).toBe(before);
    const hashes = rowsOf(out).map(({ hash }) => hash);

    const more = writeStudy(folder, 'short-more.json', shortStudy(205));
    const { stderr } = sweep(more, out);
    expect(stderr).toContain('The study has changed since it was run: samples.');
    expect(stderr).toContain('Of 205 runs 200 are finished already and 5 are new.');
    expect(
      rowsOf(out)
        .slice(0, 200)
        .map(({ hash }) => hash),
    ).toEqual(hashes);

    const other = writeStudy(folder, 'short-other.json', { ...shortStudy(5), measures: { drift: 'drift.max' } });
    const changed = sweep(other, out).stderr;
    expect(changed).toContain('measures.top, measures.energy, measures.drift');
    expect(changed).toMatch(
      /Of 5 runs 0 are finished already and 5 are new\. 205 finished runs are no part of it any more, and are kept in .*rows\.before-1\.jsonl\./,
    );
    expect(readFileSync(join(out, 'rows.before-1.jsonl'), 'utf8').split('\n')).toHaveLength(206);
    expect(rowsOf(out)).toHaveLength(5);
  });

  it('does a line again that is damaged, and says so', () => {
    const path = join(out, 'rows.jsonl');
    const lines = readFileSync(path, 'utf8').split('\n');
    const [hash, run] = [JSON.parse(lines[1]).hash, JSON.parse(lines[1]).run];
    writeFileSync(path, [lines[0], `${lines[1].slice(0, 40)}#`, ...lines.slice(2)].join('\n'));
    expect(sweep(place('short-other.json'), out).stderr).toContain(
      '1 line of rows.jsonl cannot be read; what it told of is done again.',
    );
    expect(rowsOf(out).map((row) => row.run)).toEqual([0, 1, 2, 3, 4]);
    expect(rowsOf(out)[run].hash).toBe(hash);
  });

  it('refuses a study.json that is damaged, and counts rows by what they are of where it is gone', () => {
    const about = join(out, 'study.json');
    for (const damaged of ['{}', '{"study":', 'null']) {
      writeFileSync(about, damaged);
      const { code, stderr } = sweep(place('short-other.json'), out);
      expect(code).toBe(2);
      expect(stderr).toContain('study.json" is damaged: --fresh begins anew.');
    }
    rmSync(about);
    const { stderr } = sweep(place('short-other.json'), out);
    expect(stderr).toContain('study.json is gone: rows count as far as they are of this study.');
    expect(stderr).toContain('Of 5 runs 5 are finished already and 0 are new.');
    rmSync(about);
    const another = writeStudy(folder, 'another.json', { ...shortStudy(5), seconds: 0.03 });
    expect(sweep(another, out).stderr).toContain('Of 5 runs 0 are finished already and 5 are new. 5 finished runs are no part');
  });

  it('takes over a lock of who was killed, also before it could say who it was', () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    for (const holder of ['', `${hostname()} ${pid}`]) {
      writeFileSync(join(out, 'lock'), holder);
      expect(sweep(place('another.json'), out).code).toBe(0);
    }
    writeFileSync(join(out, 'lock'), 'elsewhere 1');
    expect(sweep(place('another.json'), out).stderr).toContain('is worked on by process 1 of elsewhere. Remove');
    rmSync(join(out, 'lock'));
  });

  it('is worked on by one program at a time', async () => {
    const other = place('locked');
    const first = spawn(process.execPath, [CLI, 'sweep', writeStudy(folder, 'long.json', shortStudy(5000)), '--out', other], {
      stdio: 'ignore',
    });
    try {
      await waitForRows(other, 1);
      const { code, stderr } = sweep(file, other);
      expect(code).toBe(2);
      expect(stderr).toMatch(new RegExp(`is worked on by process ${first.pid} of `));
    } finally {
      first.kill('SIGINT');
      await once(first, 'exit');
    }
    expect(first.exitCode).toBe(130);
    const finished = countRows(other);
    expect(rowsOf(other)).toHaveLength(finished);
    expect(finished).toBeLessThan(5000);
  });
});

describe('a study of a module', () => {
  const out = place('module');
  const text = `
import { World } from 'drystone';
import { boxStack } from 'drystone/scenes';
const grow = (list) => { for (;;) list.push(new Array(1e5).fill(list.length)); };
export default {
  sweep: 1, name: 'module', seconds: 0.02, keep: 'failures', limits: { seconds: 1, memory: 128 },
  scene({ what }, { seed }) {
    if (what === 'throw') throw new Error('no scene today');
    if (what === 'refuse') return { ...boxStack({ seed, count: 2 }), bodies: [{ shapes: [] }] };
    return boxStack({ seed, count: 2 });
  },
  parameters: { what: ['fine', 'throw', 'refuse', 'measure', 'hang', 'memory', 'exit', 'odd', 'last'] },
  measures: {
    bodies: ({ world }) => [...world.bodies()].length,
    isWorld: ({ world }) => typeof new World().step === 'function' && world.time > 0,
    mood: { text: ({ parameters: { what } }) => 'it is ' + what },
    moody({ parameters: { what } }) {
      if (what === 'measure') throw new Error('not in the mood');
      if (what === 'odd') return 'seven';
      if (what === 'hang') for (;;);
      if (what === 'memory') grow([]);
      if (what === 'exit') process.exit(3);
      return 7;
    },
  },
};
`;
  const file = writeStudy(folder, 'module.mjs', text);
  let rows: ReturnType<typeof rowsOf>;

  it('has a row with a sentence for each run that throws, hangs, ends or is out of memory', () => {
    const { code, stderr } = sweep(file, out);
    expect(code).toBe(0);
    expect(stderr).toContain('7 of 9 runs failed; each has a row that says why.');
    rows = rowsOf(out);
    expect(rows.map(({ what, status }) => [what, status])).toEqual([
      ['fine', 'done'],
      ['throw', 'failed'],
      ['refuse', 'failed'],
      ['measure', 'failed'],
      ['hang', 'timeout'],
      ['memory', 'died'],
      ['exit', 'died'],
      ['odd', 'failed'],
      ['last', 'done'],
    ]);
    expect(rows.map(({ error }) => error)).toEqual([
      null,
      'The run threw Error: no scene today.',
      'bodies[0].shapes is an empty list, but a rigid body without shapes needs both mass and inertia.',
      'measures.moody threw: not in the mood.',
      'The run took longer than 1 s within a step or a function, and was torn off.',
      'The process of the run ended because its memory of 128 MiB was used up.',
      'The process of the run ended by exit code 3, each time it was tried.',
      'measures.moody returned "seven", but must return a number, true, false or null; { text: ... } returns words.',
      null,
    ]);
  });

  it('has what could be measured, and the same hash wherever it got as far', () => {
    expect(rows[0]).toMatchObject({ bodies: 3, isWorld: 1, mood: 'it is fine', moody: 7, steps: 2 });
    expect(rows[3]).toMatchObject({ bodies: 3, mood: 'it is measure' });
    expect(rows[3].moody).toBeUndefined();
    expect(new Set([0, 3, 7, 8].map((i) => rows[i].hash)).size).toBe(1);
    expect(rows[0].hash).toMatch(/^[0-9a-f]{16}$/);
  });

  it('keeps recordings of the failures that can be recorded, which come to the hash of their rows', () => {
    expect(readdirSync(join(out, 'recordings')).sort()).toEqual(['run-3.drystone', 'run-7.drystone']);
    const { steps, origin } = decodeRecording(readFileSync(join(out, 'recordings', 'run-3.drystone')));
    expect(steps.at(-1)?.hash).toBe(rows[3].hash);
    expect(origin).toMatchObject({ scene: { name: 'box-stack' } });
  });

  it('does failed runs again where that is wanted', () => {
    expect(
      sweep(
        writeStudy(folder, 'module-2.mjs', text.replace("'throw', 'refuse', ", '').replace("'hang', 'memory', 'exit', ", '')),
        out,
      ).stderr,
    ).toContain('The study has changed since it was run: parameters.what.');
    const done = rowsOf(out).filter(({ status }) => status === 'done');
    const { stderr } = sweep(place('module-2.mjs'), out, '--retry');
    expect(stderr).toContain('2 of 4 runs failed');
    const again = rowsOf(out);
    expect(again).toHaveLength(4);
    for (const row of done) expect(again[row.run]).toEqual(row);
  });
});

describe('results', () => {
  const out = place('results');
  const study = {
    sweep: 1,
    name: 'results',
    description: 'A <b>few</b> runs.',
    scene: 'heavy-on-light',
    seconds: 0.1,
    parameters: {
      ratio: { from: 1, to: 1e4, count: 3, scale: 'log' },
      method: ['gsp', 'ncp'],
      friction: { latin: [0.2, 0.9], path: 'materials.default.friction' },
      solver: ['pgs', 'qp'],
    },
    samples: 4,
    measures: { drift: 'drift.max', top: { pose: 'box-9' }, touch: { firstContact: ['box-0', 'box-1'] } },
    moment: 'touch',
    keep: 'extremes',
  };
  const file = writeStudy(folder, 'results.json', study);

  it('are a row a run, of which those fail whose solver does not suit the method', () => {
    const { code, stdout, stderr } = sweep(file, out);
    expect([code, stdout]).toEqual([0, `${join(out, 'report.html')}\n`]);
    expect(stderr).toContain('24 of 48 runs failed');
    const rows = rowsOf(out);
    for (const { solver, status, error, touch } of rows) {
      expect(status).toBe(solver === 'pgs' ? 'done' : 'failed');
      if (solver === 'qp') expect(error).toMatch(/^solver is "qp", but method \w+ works with "pgs"/);
      else expect(touch).toBeLessThan(0.02);
    }
    // The scene has the friction that is varied: the run again, with it in place.
    const row = rows.find(({ method, ratio }) => method === 'ncp' && ratio === 1e4) as (typeof rows)[number];
    const scene = SCENES['heavy-on-light'].make({ seed: 1, ratio: 1e4 });
    const materials = { default: { ...scene.materials?.default, friction: row.friction as number } };
    const simulation = new Simulation({ ...scene, materials }, { method: 'ncp', solver: 'pgs' });
    for (let i = 0; i < 10; i++) simulation.step();
    expect(simulation.world.hash()).toBe(row.hash);
  });

  it('are served to the studio, each with the scene that it had', async () => {
    const make = await makerOfRuns(out);
    const row = rowsOf(out)[5];
    const { source, choices } = JSON.parse(make('/runs/5.json') as string);
    expect(JSON.parse(source.text).materials.default.friction).toBe(row.friction);
    expect(choices).toEqual({ method: row.method, solver: row.solver, settings: {} });
    expect([make('/runs/48.json'), make('/runs/x.json'), make('/index.html')]).toEqual([null, null, null]);
  });

  const duckDb = drystone('sweep', 'show', out).stderr.includes('cannot be loaded') ? null : 'there';
  test.skipIf(duckDb === null)('can be asked by SQL, as a table, JSON and CSV', () => {
    const ask = (...words: string[]) => drystone('sweep', 'show', out, ...words);
    const rows = rowsOf(out);
    const sql = `SELECT method, count(*) AS n, max(drift) AS most FROM runs WHERE status = 'done' GROUP BY method ORDER BY method`;
    const answer = ask('--sql', sql, '--json')
      .stdout.trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const most = (method: string) =>
      Math.max(...rows.filter((row) => row.method === method && row.status === 'done').map(({ drift }) => drift as number));
    expect(answer).toEqual([
      { method: 'gsp', n: 12, most: most('gsp') },
      { method: 'ncp', n: 12, most: most('ncp') },
    ]);
    expect(ask('--sql', 'SELECT run, method FROM runs ORDER BY run LIMIT 1').stdout).toBe('run  method\n0    gsp\n');
    expect(ask('--sql', 'SELECT run, hash FROM runs WHERE run = 0', '--csv').stdout).toBe(`run,hash\r\n0,${rows[0].hash}\r\n`);
    expect(ask().stdout).toMatch(/results: 48 runs[\s\S]*done +24[\s\S]*solver is "qp"[\s\S]*top\.x +DOUBLE/);
    expect(ask('--sql', 'SELEC').code).toBe(2);
    expect(ask('--sql', 'SELEC').stderr).toMatch(/^drystone: DuckDB says: Parser Error: .*\.\n$/);
    expect(drystone('sweep', 'show', place('nowhere')).stderr).toMatch(/there are no results of a sweep in/);
    const types = ask(
      '--sql',
      `SELECT typeof(ratio) AS a, typeof(method) AS b, typeof(finished) AS c FROM runs LIMIT 1`,
      '--json',
    ).stdout;
    expect(JSON.parse(types)).toEqual({ a: 'DOUBLE', b: 'VARCHAR', c: 'TIMESTAMP' });
    // Parquet, as others read it: it begins and ends with its mark.
    const parquet = readFileSync(join(out, 'runs.parquet'));
    expect([parquet.toString('latin1', 0, 4), parquet.toString('latin1', parquet.length - 4)]).toEqual(['PAR1', 'PAR1']);
  });

  const browser = provideBrowser();
  test.skipIf(browser === null || duckDb === null)('make a report that opens without network, light and dark', async () => {
    const running = await chromium.launch({ executablePath: browser as string });
    try {
      const papers: string[] = [];
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await openReport(running, join(out, 'report.html'), colorScheme);
        expect(await page.locator('h3').allTextContents()).toEqual([
          'Response',
          'Scatter of 24 runs',
          'Distribution',
          'Extremes',
          'Failures',
          'Slowest runs',
        ]);
        expect(await page.locator('figure > svg').count()).toBeGreaterThanOrEqual(12);
        for (const svg of await page.locator('figure > svg').all()) expect((await svg.boundingBox())?.height).toBeGreaterThan(50);
        expect(await page.locator('body').innerText()).toContain('A <b>few</b> runs.');
        papers.push(String(await page.evaluate('getComputedStyle(document.body).backgroundColor')));
        // A place of the scene is varied, so that the studio asks whoever serves it.
        const links = await page
          .locator('a')
          .evaluateAll((all) =>
            all.map((link) => (link as unknown as { getAttribute(name: string): string }).getAttribute('href')),
          );
        expect(links.filter((link) => /^http:\/\/127\.0\.0\.1:5178\/#run=\d+(&at=[\d.]+)?$/.test(link)).length).toBeGreaterThan(
          10,
        );
        for (const link of links.filter((one) => one.startsWith('recordings'))) expect(existsSync(join(out, link))).toBe(true);
      }
      expect(new Set(papers).size).toBe(2);
    } finally {
      await running.close();
    }
  });

  it('are rows all the same where DuckDB is not installed', () => {
    // The packed command line alone, as in a folder without any package.
    const alone = place('alone');
    cpSync(dirname(CLI), join(alone, 'dist', 'cli'), { recursive: true });
    writeFileSync(join(alone, 'package.json'), '{ "type": "module" }');
    const study = writeStudy(alone, 'short.json', shortStudy(3));
    const run = (...words: string[]) => {
      const options = { cwd: alone, encoding: 'utf8' } as const;
      return spawnSync(process.execPath, [join(alone, 'dist', 'cli', 'drystone.js'), ...words], options);
    };
    const { status, stdout, stderr } = run('sweep', study);
    expect([status, stdout]).toEqual([0, `${join(alone, 'short.sweep', 'rows.jsonl')}\n`]);
    expect(stderr).toMatch(
      /needs the package @duckdb\/node-api, which is not installed: "npm install @duckdb\/node-api" installs it/,
    );
    expect(rowsOf(join(alone, 'short.sweep'))).toHaveLength(3);
    expect(run('sweep', 'show', 'short.json')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^drystone: drystone sweep show needs the package @duckdb/),
    });
    expect(run('worker', '--queue', 'redis://127.0.0.1:1')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^drystone: A queue needs the package bullmq/),
    });
  });
});

describe('a disk that is full', () => {
  // A file system of its own takes root; elsewhere files may not grow beyond a limit, which fails in the same place.
  const disk = place('disk');
  let isMounted = false;
  beforeAll(() => {
    mkdirSync(disk);
    if (process.platform !== 'linux') return;
    isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=96k', 'tmpfs', disk], { stdio: 'ignore' }).status === 0;
  });
  afterAll(() => {
    if (isMounted) spawnSync('umount', [disk]);
  });

  test.skipIf(process.platform === 'win32')('ends the sweep by a sentence, and loses nothing', () => {
    const file = writeStudy(folder, 'full.json', shortStudy(1500));
    const out = join(disk, 'out');
    const words = `'${process.execPath}' '${CLI}' sweep '${file}' --out '${out}' --jobs 2`;
    const { status, stderr } = spawnSync('sh', ['-c', isMounted ? words : `ulimit -f 64; ${words}`], { encoding: 'utf8' });
    expect(status).toBe(2);
    expect(stderr).toMatch(
      isMounted
        ? /rows\.jsonl" cannot be written: the disk is full\. What is finished is kept, \d+ of 1500 runs; the same command goes on\./
        : /rows\.jsonl" cannot be written: /,
    );
    const kept = rowsOf(out);
    expect(kept.length).toBeGreaterThan(20);
    expect(kept.length).toBeLessThan(1500);
    expect(Number(/is kept, (\d+) of/.exec(stderr)?.[1])).toBe(kept.length);
    expect(new Set(kept.map(({ run }) => run)).size).toBe(kept.length);
  });
});

test('ready studies are listed, and each can be set up', () => {
  const { code, stdout } = drystone('sweep');
  expect(code).toBe(0);
  for (const name of ['angle-of-repose', 'stack-height', 'broken-arch', 'solver-comparison'])
    expect(stdout).toMatch(new RegExp(`^${name} +\\S`, 'm'));
  expect(drystoneIn({ ...process.env }, 'sweep', '--help').stdout).toContain('the same command goes on where it was');
});
