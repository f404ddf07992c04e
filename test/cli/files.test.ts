// What is read and written: bounded, within the scene's folder, as a whole, never over what was read, and printed so that no terminal acts upon it.

import { spawnSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContactTree } from '../../src/distance-field/contact-tree.js';
import { describeGltf, packGltf, writeObj } from '../mesh-files/writers.js';
import { boxMesh, triangleMesh } from '../shapes/mesh-samples.js';
import { CLI, drystone, type Outcome, temporaryFolder } from './command.js';

const folder = temporaryFolder();
const inner = join(folder, 'inner');
const cache = join(folder, 'cache');
mkdirSync(inner);
const usualCache = process.env.XDG_CACHE_HOME;
beforeAll(() => {
  process.env.XDG_CACHE_HOME = cache;
});
afterAll(() => {
  if (usualCache === undefined) delete process.env.XDG_CACHE_HOME;
  else process.env.XDG_CACHE_HOME = usualCache;
  rmSync(folder, { recursive: true });
});

const CUBE = triangleMesh(boxMesh());
const path = (name: string) => join(inner, name);

function write(name: string, content: object | string | Uint8Array): string {
  const isPlain = typeof content === 'string' || content instanceof Uint8Array;
  writeFileSync(path(name), isPlain ? content : JSON.stringify(content));
  return path(name);
}

function sceneOf(file: string): object {
  return {
    drystone: 1,
    name: 'of a file',
    seconds: 0.05,
    meshes: { block: { file, ...(!file.endsWith('.tree') && { error: 0.1 }) } },
    bodies: [{ shapes: [{ kind: 'mesh', mesh: 'block' }] }],
  };
}

function expectRefusal({ code, stdout, stderr }: Outcome, says: RegExp): void {
  expect(stderr).toMatch(says);
  expect(stderr).toMatch(/^drystone: [^\n]+\.\n$/);
  expect([code, stdout]).toEqual([2, '']);
}

describe('a file without end, or too long', () => {
  writeFileSync(path('long.json'), '');
  truncateSync(path('long.json'), 2 ** 33);
  for (const ending of ['obj', 'tree', 'gltf']) symlinkSync('/dev/zero', path(`zero.${ending}`));
  spawnSync('mkfifo', [path('pipe.json')]);

  it.each<[string, RegExp, ...string[]]>([
    ['a scene without end', /it is not a file with a size, but a device or a pipe/, 'run', '/dev/zero'],
    ['a pipe', /a device or a pipe/, 'check', path('pipe.json')],
    ['a scene of 8 GB', /it has 8589934592 bytes, but must have at most 67108864/, 'check', path('long.json')],
    ['a mesh without end', /it is not a file with a size/, 'tree', path('zero.obj')],
    ['a tree without end', /it is not a file with a size/, 'tree', path('zero.tree')],
    [
      'a scene with a mesh without end',
      /it is not a file with a size/,
      'check',
      write('zero.json', sceneOf('zero.obj')),
      '--allow-outside',
    ],
    [
      'a scene with a tree without end',
      /it is not a file with a size/,
      'check',
      write('zero2.json', sceneOf('zero.tree')),
      '--allow-outside',
    ],
  ])('%s', (_, says, ...words) => {
    expectRefusal(drystone(...words), says);
  });

  it('a buffer without end that a glTF file names', () => {
    symlinkSync('/dev/zero', path('zero.bin'));
    const gltf = write('endless.gltf', packGltf(describeGltf(CUBE.positions, CUBE.triangles), 'zero.bin'));
    expectRefusal(drystone('tree', gltf), /outside the folder/);
    expectRefusal(drystone('tree', gltf, '--allow-outside'), /it is not a file with a size/);
  });
});

describe('meshes outside the folder of the scene', () => {
  writeFileSync(join(folder, 'outside.obj'), writeObj(CUBE));
  writeFileSync(join(folder, 'secret.obj'), 'v secret 0 0\nf 1 1 1\n');
  writeFileSync(join(folder, 'outside.bin'), describeGltf(CUBE.positions, CUBE.triangles).buffer);
  symlinkSync(join(folder, 'outside.obj'), path('link.obj'));
  symlinkSync(folder, path('up'));
  write('inside.gltf', packGltf(describeGltf(CUBE.positions, CUBE.triangles), '../outside.bin'));
  const outside =
    /which cannot be read: it lies outside the folder of the file that names it, ".*inner"; --allow-outside lets it be read/;

  it.each([
    ['by ..', '../outside.obj'],
    ['by an absolute path', join(folder, 'outside.obj')],
    ['by a link', 'link.obj'],
    ['by a link to a folder', 'up/outside.obj'],
    ['by a way in and out', 'up/inner/../outside.obj'],
    ['that is not there', '../nowhere.obj'],
    ['by a glTF file', 'inside.gltf'],
  ])('are refused: %s', (what, file) => {
    const { code, stderr } = drystone('check', write('out.json', sceneOf(file)));
    expect(stderr).toMatch(what === 'by a glTF file' ? /it lies outside the folder/ : outside);
    expect(code).toBe(2);
  });

  it('are read where that is allowed, and what is wrong with them is not repeated', () => {
    for (const file of ['../outside.obj', 'link.obj', 'inside.gltf'])
      expect(drystone('check', write('out.json', sceneOf(file)), '--allow-outside')).toMatchObject({ code: 0, stderr: '' });
    const { stderr } = drystone('check', write('out.json', sceneOf('../secret.obj')), '--allow-outside');
    expect(stderr).toMatch(/line 1 is "v \.\.\. 0 0", but a vertex needs three finite numbers/);
  });
});

describe('outputs', () => {
  const scene = write('scene.json', sceneOf('cube.obj'));
  write('cube.obj', writeObj(CUBE));
  linkSync(scene, path('same.json'));
  symlinkSync(path('cube.obj'), path('also.obj'));

  it.each([
    ['the scene', 'run', scene, '--poses', scene],
    ['the scene by another name', 'run', scene, '--poses', path('same.json')],
    ['its mesh by a link', 'run', scene, '--poses', path('also.obj')],
    ['the mesh of a tree', 'tree', path('cube.obj'), '--error', '0.1', '-o', path('cube.obj')],
  ])('do not overwrite what is read: %s', (_, ...words) => {
    const before = [scene, path('cube.obj')].map((name) => readFileSync(name, 'utf8'));
    expectRefusal(drystone(...words), /^drystone: --(poses|output) is ".*", which is a file that is read\.\n$/);
    expect([scene, path('cube.obj')].map((name) => readFileSync(name, 'utf8'))).toEqual(before);
  });

  it('are there as a whole, or as they were', () => {
    const poses = path('poses.jsonl');
    writeFileSync(poses, 'as it was', { mode: 0o640 });
    const bodies = [0, 1, 2].map((i) => ({
      position: [1.1 * i, 1, 0],
      velocity: [1e15 * (1 - i), 0, 0],
      angularVelocity: [1e14, 1e14 * i, -1e14],
      shapes: [{ kind: 'box', size: [1, 1, 1] }],
    }));
    const failing = write('failing.json', { drystone: 1, name: 'too fast', method: 'substeps', bodies });
    expect(drystone('run', failing, '--poses', poses).code).toBe(1);
    expect(readFileSync(poses, 'utf8')).toBe('as it was');
    expect(drystone('run', 'stack', '--seconds', '0.05', '--poses', poses).code).toBe(0);
    expect(readFileSync(poses, 'utf8').trim().split('\n').length).toBe(7);
    expect(statSync(poses).mode & 0o777).toBe(0o640);
    expect(readdirSync(inner).filter((name) => name.startsWith('poses.jsonl'))).toEqual(['poses.jsonl']);
  });

  it('through a link replace what it leads to, and a device is written to', () => {
    symlinkSync(path('target.json'), path('link.json'));
    writeFileSync(path('target.json'), '');
    expect(drystone('scenes', 'stack', '-o', path('link.json')).code).toBe(0);
    expect(JSON.parse(readFileSync(path('target.json'), 'utf8')).name).toBe('stack');
    expect(drystone('scenes', 'stack', '-o', '/dev/null').code).toBe(0);
    expect(statSync('/dev/null').isFile()).toBe(false);
  });
});

describe('the cache', () => {
  const run = (home: string, xdg: string) => {
    const env = { ...process.env, HOME: home, XDG_CACHE_HOME: xdg, LOCALAPPDATA: '' };
    return spawnSync(process.execPath, [CLI, 'tree', path('cube.obj'), '--error', '0.1', '--json'], {
      cwd: home,
      env,
      encoding: 'utf8',
    });
  };

  it('is where it is by the XDG specification: what is empty or relative counts as not given', () => {
    for (const [i, xdg] of ['', 'relative'].entries()) {
      const home = join(folder, `home-${i}`);
      mkdirSync(home);
      expect(JSON.parse(run(home, xdg).stdout)).toMatchObject({ wasCached: false });
      expect(readdirSync(home)).toEqual(['.cache']);
      expect(JSON.parse(run(home, xdg).stdout)).toMatchObject({ wasCached: true });
    }
  });

  it('does not give the tree of another mesh, or of other options', () => {
    const home = join(folder, 'home-0');
    const trees = join(home, '.cache', 'drystone', readdirSync(join(home, '.cache', 'drystone'))[0]);
    const [name] = readdirSync(trees);
    const right = readFileSync(join(trees, name));
    const others = [
      ContactTree.build(triangleMesh(boxMesh(1, 1, 0.9)), { error: 0.1 }),
      ContactTree.build(CUBE, { error: 0.12 }),
    ];
    for (const other of others) {
      writeFileSync(join(trees, name), other.toBytes());
      expect(JSON.parse(run(home, '').stdout)).toMatchObject({ wasCached: false });
      expect(Buffer.compare(readFileSync(join(trees, name)), right)).toBe(0);
    }
  });

  it('is not asked for the tree that a scene names', () => {
    const tree = ContactTree.build(CUBE, { error: 0.07, depth: 9 });
    write('cube.tree', tree.toBytes());
    const empty = join(folder, 'empty');
    const env = { ...process.env, XDG_CACHE_HOME: empty };
    const scene = write('tree.json', sceneOf('cube.tree'));
    const { status, stderr } = spawnSync(process.execPath, [CLI, 'run', scene], { env, encoding: 'utf8' });
    expect([status, stderr, existsSync(empty)]).toEqual([0, '', false]);
    const described = spawnSync(process.execPath, [CLI, 'tree', path('cube.tree'), '--json'], { env, encoding: 'utf8' });
    expect(JSON.parse(described.stdout)).toMatchObject({ digest: tree.digest, allowedError: 0.07, wasCached: true });
    expect(existsSync(empty)).toBe(false);
  });
});

describe('what is printed', () => {
  const evil = '\u001b]0;title\u0007\u001b[31mred\u009b2J\r\nforged row';
  const scene = {
    drystone: 1,
    name: evil,
    materials: { [evil]: {} },
    bodies: [{ name: evil, shapes: [{ kind: 'sphere', radius: 1 }] }],
  };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  const acted = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/;

  it('has nothing in it that a terminal acts upon', () => {
    const good = write('evil.json', { ...scene, seconds: 0.02 });
    const key = write('evil-key.json', { ...scene, [evil]: 1 });
    const value = write('evil-value.json', { ...scene, method: evil });
    const outcomes = [
      drystone('check', good),
      drystone('check', good, '--json'),
      drystone('run', good),
      drystone('run', good, '--json'),
      drystone('check', key),
      drystone('check', value),
      drystone('run', evil),
      drystone('run', good, '--set', `${evil}=1`),
      drystone('run', good, `--${evil}`),
      drystone('tree', evil),
    ];
    for (const { stdout, stderr } of outcomes) {
      expect(stdout).not.toMatch(acted);
      expect(stderr).not.toMatch(acted);
      expect(stdout).not.toMatch(/^forged row/m);
    }
    expect(JSON.parse(outcomes[1].stdout).scene).toBe(evil);
    expect(JSON.parse(outcomes[3].stdout).scene).toBe(evil);
  });
});

describe('check', () => {
  const box = (name: string | undefined, x: number) => ({
    ...(name !== undefined && { name }),
    position: [x, 0, 0],
    shapes: [{ kind: 'box', size: [1, 1, 1] }],
  });

  it('names the pairs that overlap, and by how much', () => {
    const scene = write('overlap.json', {
      drystone: 1,
      name: 'overlap',
      bodies: [box('left', 0), box('right', 0.2), box(undefined, 5), box('touching', 6), box('barely', 6.996)],
      rules: [],
    });
    const { code, stdout } = drystone('check', scene);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^penetration +800 mm at the start$/m);
    expect(stdout).toMatch(
      /^overlaps +1 pair of bodies, by more than 1 % of the thinner one's half thickness\n +left and right: 800 mm$/m,
    );
    const found = JSON.parse(drystone('check', scene, '--json').stdout);
    expect(found).toMatchObject({ bodies: { total: 5, rigid: 5 }, penetration: expect.closeTo(0.8, 12) });
    expect(found.overlaps).toEqual({
      beyond: 0.01,
      count: 1,
      pairs: [{ a: 'left', b: 'right', depth: expect.closeTo(0.8, 12) }],
    });
  });

  it('names the deepest of many, and how many more there are', () => {
    const scene = write('many.json', {
      drystone: 1,
      name: 'many',
      bodies: Array.from({ length: 12 }, (_, i) => box(undefined, 0.9 * i)),
    });
    const { stdout } = drystone('check', scene);
    expect(stdout).toMatch(/^overlaps +11 pairs of bodies/m);
    expect(stdout).toMatch(/bodies\[\d+\] and bodies\[\d+\]: 100 mm\n.* and 1 more$/m);
  });

  it('gives line and column of what is not JSON', () => {
    const scene = write('broken.json', '{\n  "drystone": 1,\n  "name": "a"\n  "bodies": []\n}');
    expectRefusal(
      drystone('check', scene),
      /broken\.json: The scene is not valid JSON: a comma or "}" must be at line 4, column 3, in "\\"bodies\\": \[\]"\.\n$/,
    );
  });
});
