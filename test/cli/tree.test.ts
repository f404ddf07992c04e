// drystone tree: what it says, what it writes, what it keeps, and what it refuses.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ContactTree } from '../../src/distance-field/contact-tree.js';
import { boxMesh, insideOut, type MeshLists, torusMesh } from '../shapes/mesh-samples.js';
import { CLI, type Outcome, temporaryFolder } from './command.js';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));
const cache = join(folder, 'cache');

function tree(...words: string[]): Outcome {
  const env = { ...process.env, XDG_CACHE_HOME: cache };
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...words], { encoding: 'utf8', env });
  return { code: status, stdout, stderr };
}

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function obj({ vertices, triangles }: MeshLists): string {
  const lines: string[] = [];
  for (let v = 0; v < vertices.length; v += 3) lines.push(`v ${vertices[v]} ${vertices[v + 1]} ${vertices[v + 2]}`);
  for (let t = 0; t < triangles.length; t += 3)
    lines.push(`f ${triangles[t] + 1} ${triangles[t + 1] + 1} ${triangles[t + 2] + 1}`);
  return `${lines.join('\n')}\n`;
}

const box = file('box.obj', obj(boxMesh(1, 0.7, 0.4)));
const torus = file('torus.obj', obj(torusMesh(1, 0.3, 12, 8)));
const { vertices, triangles } = boxMesh(1, 0.7, 0.4);
const open = file('open.obj', obj({ vertices, triangles: triangles.slice(6) }));

function cached(): string[] {
  return existsSync(cache) ? (readdirSync(cache, { recursive: true }) as string[]).filter((name) => name.endsWith('.tree')) : [];
}

describe('drystone tree', () => {
  it('says cells, depth, error, bytes and time, and writes the tree', () => {
    const path = join(folder, 'torus.tree');
    const { code, stdout, stderr } = tree('tree', torus, '--error', '0.05', '-o', path);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    const built = ContactTree.fromBytes(readFileSync(path));
    expect(stdout).toMatch(/^mesh +.*torus\.obj: 192 triangles, 96 vertices$/m);
    expect(stdout).toMatch(new RegExp(`^cells +${built.cellCount}, of which ${built.leafCount} are leaves$`, 'm'));
    expect(stdout).toMatch(new RegExp(`^depth +${built.depth}$`, 'm'));
    expect(stdout).toMatch(/^error +.*at most, .*allowed within .* of the surface$/m);
    expect(stdout).toMatch(new RegExp(`^size +${built.byteLength} bytes, written to .*torus\\.tree$`, 'm'));
    expect(stdout).toMatch(/^time +.* to build$/m);
    expect(built.options).toEqual({ error: 0.05, depth: 10, margin: 0.2 });
  });

  it('says the same as JSON, with the options that were given', () => {
    const path = join(folder, 'box.tree');
    const words = ['--error', '0.04', '--depth', '8', '--margin', '0.1', '--scale', '2'];
    const { code, stdout } = tree('tree', box, ...words, '-o', path, '--json');
    expect(code).toBe(0);
    const built = ContactTree.fromBytes(readFileSync(path));
    expect(built.options).toEqual({ error: 0.04, depth: 8, margin: 0.1 });
    expect(JSON.parse(stdout)).toMatchObject({
      mesh: box,
      triangles: 12,
      vertices: 8,
      actions: [],
      cells: built.cellCount,
      leaves: built.leafCount,
      depth: built.depth,
      allowedError: 0.04,
      largestError: built.largestError,
      margin: 0.1,
      bytes: readFileSync(path).length,
      wasCached: false,
      digest: built.digest,
    });
    const { volume, buildSeconds } = JSON.parse(stdout);
    expect(volume).toBeCloseTo(8 * 0.28, 7);
    expect(buildSeconds).toBeGreaterThan(0);
  });

  it('finds what it has built before, writes the same, and builds again what was damaged', () => {
    const [first, second, third] = ['a.tree', 'b.tree', 'c.tree'].map((name) => join(folder, name));
    const run = (path: string) => JSON.parse(tree('tree', torus, '--error', '0.06', '-o', path, '--json').stdout);
    const before = cached();
    expect(run(first).wasCached).toBe(false);
    const [added] = cached().filter((name) => !before.includes(name));
    expect(run(second).wasCached).toBe(true);
    expect(readFileSync(second).equals(readFileSync(first))).toBe(true);
    const kept = join(cache, added);
    const whole = readFileSync(kept);
    const damaged = Buffer.from(whole);
    damaged[damaged.length >> 1] ^= 4;
    writeFileSync(kept, damaged);
    expect(run(third).wasCached).toBe(false);
    expect(readFileSync(third).equals(readFileSync(first))).toBe(true);
    expect(readFileSync(kept).equals(whole)).toBe(true);
    writeFileSync(kept, whole.subarray(0, 100));
    expect(run(third).wasCached).toBe(false);
    expect(tree('tree', torus, '--error', '0.06').stdout).toMatch(/to read what was built before/);
  });

  it('builds without a cache where none can be kept', () => {
    const env = { ...process.env, XDG_CACHE_HOME: box };
    const words = [CLI, 'tree', box, '--error', '0.1', '--json'];
    const { status, stdout } = spawnSync(process.execPath, words, { encoding: 'utf8', env });
    expect(status).toBe(0);
    expect(JSON.parse(stdout).wasCached).toBe(false);
  });

  it('takes a tree for a mesh, and builds it anew with other options', () => {
    const fine = join(folder, 'fine.tree');
    const coarse = join(folder, 'coarse.tree');
    tree('tree', box, '--error', '0.03', '-o', fine);
    expect(tree('tree', fine, '--error', '0.1', '-o', coarse).code).toBe(0);
    expect(ContactTree.fromBytes(readFileSync(coarse)).mesh).toEqual(ContactTree.fromBytes(readFileSync(fine)).mesh);
    expect(ContactTree.fromBytes(readFileSync(coarse)).allowedError).toBe(0.1);
  });

  it('--repair says what it did', () => {
    const path = join(folder, 'mended.tree');
    const { code, stdout } = tree('tree', open, '--repair', '--error', '0.05', '-o', path);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^mended +1 hole filled by 2 triangles/m);
    expect(ContactTree.fromBytes(readFileSync(path)).mesh.triangles.length).toBe(36);
    const turned = file('inside-out.obj', obj(insideOut(boxMesh())));
    expect(JSON.parse(tree('tree', turned, '--repair', '--error', '0.1', '--json').stdout).actions.length).toBeGreaterThan(0);
  });

  it('a scene takes the tree as the file of a mesh', () => {
    tree('tree', box, '--error', '0.05', '-o', join(folder, 'stone.tree'));
    const scene = {
      drystone: 1,
      name: 'stone',
      meshes: { stone: { file: 'stone.tree' } },
      bodies: [
        { kind: 'fixed', shapes: [{ kind: 'half-space' }] },
        { name: 'stone', position: [0, 0.4, 0], shapes: [{ kind: 'mesh', mesh: 'stone' }] },
      ],
    };
    const path = file('stone.json', JSON.stringify(scene));
    expect(tree('check', path).code).toBe(0);
    const { code, stdout } = tree('run', path, '--seconds', '1', '--json');
    expect(code).toBe(0);
    const { bodies, penetration, contacts } = JSON.parse(stdout);
    expect(bodies).toBe(2);
    expect(contacts.max).toBeGreaterThanOrEqual(4);
    expect(penetration.end).toBeLessThan(2e-3);
  });
});

describe('bad input ends with code 2 and one sentence, and nothing is written', () => {
  const whole = ContactTree.build(
    { positions: Float64Array.from(vertices), triangles: Uint32Array.from(triangles) },
    { error: 0.1 },
  );
  const bytes = whole.toBytes();
  const altered = bytes.slice();
  altered[altered.length - 9] ^= 1;
  const sub = join(folder, 'sub');
  mkdirSync(sub);

  it.each<[string, RegExp, string, ...string[]]>([
    [
      'no such file',
      /MESH is ".*nowhere\.obj", which cannot be read: there is no such file or folder\./,
      join(folder, 'nowhere.obj'),
    ],
    ['a folder', /cannot be read: it is a folder\./, sub],
    ['an unknown format', /\.txt/, file('mesh.txt', 'v 0 0 0')],
    ['an empty file', /empty\.obj/, file('empty.obj', '')],
    ['no triangles', /it has no faces/, file('points.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\n')],
    ['NaN vertices', /NaN|finite|number/, file('nan.obj', obj(boxMesh()).replace('v 0.5', 'v nan'))],
    ['infinite vertices', /[Ii]nf|finite|number/, file('infinite.obj', obj(boxMesh()).replace('v 0.5', 'v 1e999'))],
    ['indices out of range', /vertex|vertices|9/, file('range.obj', `${obj(boxMesh())}f 1 2 9\n`)],
    ['an open surface', /The mesh is open at 4 edges\. .* around \(0, 0, -0\.2\) from vertex 4\. .*ask for repair/, open],
    ['a truncated tree', /cut short or altered/, file('cut.tree', bytes.subarray(0, 2000))],
    ['an altered tree', /does not match its checksum/, file('altered.tree', altered)],
    ['no tree', /another kind/, file('fake.tree', 'v 0 0 0\n'.repeat(50))],
    [
      'a depth that cannot meet the error',
      /depth is 3, but cells of that depth leave an error of .* allow more depth/,
      box,
      '--depth',
      '3',
      '--error',
      '0.002',
    ],
    ['depth 0', /--depth is 0, but must be/, box, '--depth', '0'],
    ['depth in words', /--depth is "deep", but must be/, box, '--depth', 'deep'],
    ['error 0', /--error is 0, but must be/, box, '--error', '0'],
    [
      'an error larger than the mesh',
      /error is 3, but must be above 0 and below the mesh's largest side, 1 m/,
      box,
      '--error',
      '3',
    ],
    ['a negative margin', /--margin is -1, but must be/, box, '--margin', '-1'],
    ['no scale', /--scale is 0, but must be/, box, '--scale', '0'],
  ])('%s', (_, says, path, ...words) => {
    const [before, output] = [cached(), join(folder, 'refused.tree')];
    const { code, stdout, stderr } = tree('tree', path, ...words, '-o', output);
    expect(stderr).toMatch(says);
    expect(stderr).toMatch(/^drystone: .*\.\n$/);
    expect(stderr.split('\n').length).toBe(2);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(existsSync(output)).toBe(false);
    expect(cached()).toEqual(before);
    expect(readdirSync(folder).filter((name) => name.startsWith('refused'))).toEqual([]);
  });

  it('an output folder that is missing', () => {
    const { code, stdout, stderr } = tree('tree', box, '--error', '0.1', '-o', join(folder, 'missing', 'box.tree'));
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^drystone: --output is ".*", which cannot be written: there is no such file or folder\.\n$/);
  });

  it('a scene with an altered tree', () => {
    const path = file('bad.json', '{"drystone": 1, "name": "bad", "meshes": {"stone": {"file": "altered.tree"}}}');
    const { code, stderr } = tree('check', path);
    expect(code).toBe(2);
    expect(stderr).toMatch(/altered\.tree.*does not match its checksum/);
  });
});
