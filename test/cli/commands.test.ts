import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { SCENES } from '../../scenes/index.js';
import { formatScene } from '../../src/scene/format-scene.js';
import { parseScene } from '../../src/scene/load-scene.js';
import { sceneSchema } from '../../src/scene/scene-fields.js';
import { fullScene } from '../scene/full-scene.js';
import { CLI, drystone, temporaryFolder } from './command.js';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));

describe('help and version', () => {
  test('alone, the command shows its help', () => {
    const { code, stdout, stderr } = drystone();
    expect([code, stderr]).toEqual([0, '']);
    for (const command of ['run', 'scenes', 'check', 'studio', 'shot']) expect(stdout).toMatch(new RegExp(`^  ${command} `, 'm'));
  });

  test('every flag of run is explained, and every setting listed', () => {
    const { code, stdout } = drystone('run', '--help');
    expect(code).toBe(0);
    for (const flag of ['method', 'scheduler', 'solver', 'seconds', 'dt', 'seed', 'set', 'json', 'poses', 'every']) {
      expect(stdout).toMatch(new RegExp(`^  --${flag}\\b.* \\S`, 'm'));
    }
    expect(stdout).toContain('ncp.iterations');
  });

  test('the version is that of the package', () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(drystone('--version').stdout).toBe(`${version}\n`);
  });
});

describe('drystone scenes', () => {
  test('lists every scene with its description', () => {
    const { code, stdout } = drystone('scenes');
    expect(code).toBe(0);
    for (const { name, description } of Object.values(SCENES))
      expect(stdout).toMatch(new RegExp(`^${name} +${description}$`, 'm'));
  });

  test('lists them as JSON', () => {
    const listed = JSON.parse(drystone('scenes', '--json').stdout);
    expect(listed.map(({ name }: { name: string }) => name)).toEqual(Object.keys(SCENES));
    expect(listed[0].options.count).toMatchObject({ type: 'integer' });
  });

  test('writes a scene to standard output or to a file', () => {
    const expected = SCENES.silo.make({ seed: 5, count: 3000 });
    const words = ['scenes', 'silo', '--seed', '5', '--set', 'count=3000'];
    expect(parseScene(drystone(...words).stdout)).toEqual(expected);
    const path = join(folder, 'silo.json');
    const { code, stdout } = drystone(...words, '-o', path);
    expect([code, stdout]).toEqual([0, '']);
    expect(parseScene(readFileSync(path, 'utf8'))).toEqual(expected);
  });

  test('puts settings into the scene it writes', () => {
    const { stdout } = drystone('scenes', 'lintel', '--set', 'ncp.iterations=50');
    expect(parseScene(stdout).settings).toEqual({ 'ncp.iterations': 50 });
  });
});

test('drystone check says what is in a scene', () => {
  const path = join(folder, 'full.json');
  writeFileSync(path, formatScene(fullScene()));
  const { code, stdout, stderr } = drystone('check', path);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/full\.json is a valid scene\.\n/);
  expect(stdout).toMatch(/^bodies +11: 5 rigid, 1 fixed, 2 scripted, 3 links$/m);
  expect(stdout).toMatch(/^additions +1 body/m);
  expect(stdout).toMatch(/^multibodies +1\njoints +5\ncouplings +1$/m);
});

test('nothing is said when whoever reads has stopped reading', async () => {
  const child = spawn(process.execPath, [CLI, 'scenes', 'silo'], { stdio: ['ignore', 'pipe', 'pipe'] });
  let complaints = '';
  child.stderr.on('data', (data) => {
    complaints += data;
  });
  child.stdout.once('data', () => child.stdout.destroy());
  const [code] = await once(child, 'close');
  expect([code, complaints]).toEqual([0, '']);
});

describe('what is built', () => {
  test('the command line is one executable file that needs nothing but Node', () => {
    accessSync(CLI, constants.X_OK);
    const text = readFileSync(CLI, 'utf8');
    expect(text.startsWith('#!/usr/bin/env node\n')).toBe(true);
    const imports = [...text.matchAll(/^(?:import|export)\b[^;]*?\bfrom "([^"]+)"/gm)].map(([, name]) => name);
    const requires = [...text.matchAll(/\b(?:__require|require)\("([^"]+)"\)/g)].map(([, name]) => name);
    for (const name of [...imports, ...requires]) expect(builtinModules).toContain(name.replace(/^node:/, ''));
  });

  test('the schema of scene files is published', () => {
    const published = JSON.parse(readFileSync(new URL('../../dist/scene-schema.json', import.meta.url), 'utf8'));
    expect(published).toEqual(JSON.parse(JSON.stringify(sceneSchema())));
  });
});
