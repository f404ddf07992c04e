// What a command says on its way: lines where there is no terminal, and what was done so far when it is interrupted.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ProgressLines } from '../../cli/progress.js';
import { CLI, drystone, temporaryFolder } from './command.js';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));

describe('progress without a terminal', () => {
  it('is a line every ten seconds, with the time to go', () => {
    let now = 5000;
    const said: string[] = [];
    const progress = new ProgressLines(
      1000,
      () => now,
      (line) => said.push(line),
    );
    for (let step = 1; step <= 1000; step++) {
      now += 50;
      progress.update(step);
    }
    progress.stop();
    expect(said).toEqual(
      [200, 400, 600, 800, 1000].map((done) => `drystone: ${done} of 1000 (${done / 10} %), ${(1000 - done) / 20} s to go`),
    );
  });

  it('has no more than tenths of what is no whole number', () => {
    let now = 0;
    const said: string[] = [];
    const progress = new ProgressLines(
      468.2279999999998,
      () => now,
      (line) => said.push(line),
    );
    now = 20_000;
    progress.update(172.29500000000002);
    expect(said).toEqual(['drystone: 172.3 of 468.2 (36 %), 34 s to go']);
  });

  it('is nothing of what is over soon', () => {
    const { code, stderr } = drystone('run', 'lintel', '--seconds', '0.1');
    expect([code, stderr]).toEqual([0, '']);
  });
});

describe.skipIf(process.platform === 'win32')('Ctrl+C', () => {
  it('ends a run, and what was done so far is printed and written', async () => {
    const poses = join(folder, 'poses.jsonl');
    // An hour of it would take minutes.
    const program = spawn(process.execPath, [
      CLI,
      'run',
      'stack',
      '--seconds',
      '3600',
      '--json',
      '--poses',
      poses,
      '--every',
      '1000',
    ]);
    const [out, error] = [program.stdout, program.stderr].map((stream) => {
      const parts: Buffer[] = [];
      stream.on('data', (part) => parts.push(part));
      return parts;
    });
    // It writes poses into a file beside the one that is to be; before it makes that, it has begun to listen.
    while (readdirSync(folder).length === 0 && program.exitCode === null) await new Promise((then) => setTimeout(then, 20));
    program.kill('SIGINT');
    const [code] = await once(program, 'close');
    const text = Buffer.concat(error).toString();
    expect(text).toMatch(/drystone: interrupted after \d+ of 360000 steps; what is printed and written is of these\.\n$/);
    const { steps, hash, seconds } = JSON.parse(Buffer.concat(out).toString());
    expect(text).toContain(` ${steps} of `);
    expect(steps).toBeLessThan(360_000);
    expect(seconds).toBeCloseTo(steps / 100, 9);
    expect(hash).toMatch(/^[0-9a-f]{16}$/);
    expect(code).toBe(130);
    expect(existsSync(poses)).toBe(true);
  });
});

describe('a scene file with a field that is wrong', () => {
  const path = join(folder, 'scene.json');
  const check = (text: string) => {
    writeFileSync(path, text);
    return drystone('check', path).stderr;
  };

  it('is told by line and column, as compilers do it', () => {
    const scene =
      '{\n  "drystone": 1,\n  "name": "s",\n  "bodies": [\n    { "shapes": [{ "kind": "sphere", "radius": 1 }] },\n    { "mass": -1, "shapes": [{ "kind": "sphere", "radius": 1 }] }\n  ]\n}';
    expect(check(scene)).toBe(`drystone: ${path}:6:7: bodies[1].mass is -1, but must be a finite number above 0.\n`);
    expect(check(scene.replace('"mass": -1', '"mass": 1').replace('"radius": 1 }] },', '"radios": 1 }] },'))).toMatch(
      new RegExp(`^drystone: ${path}:5:38: bodies\\[0\\].shapes\\[0\\].radios is not a field`),
    );
  });

  it('is told by the file alone where it is missing, and by line and column where it is no JSON', () => {
    expect(check('{ "drystone": 1 }')).toMatch(new RegExp(`^drystone: ${path}: name is missing`));
    expect(check('{ "drystone": 1,\n }')).toContain('must be at line 2, column 2');
  });
});
