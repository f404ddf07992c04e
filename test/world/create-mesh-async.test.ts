// Meshes whose trees are obtained while a program goes on: the same bytes as createMesh() has, on this thread, in a worker, or from a cache.

import { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, it } from 'vitest';
import type { TreeCache } from '../../dist/src/index.js';
import { ContactTree, pageTreeCache, World } from '../../dist/src/index.js';
import { TreeWorker } from '../../dist/src/worker/index.js';
import { torus } from '../mesh/sample-meshes.js';

/** Trees of the same content are built once in a process, so every case has another size. */
let size = 1;
function freshRing(): { vertices: number[]; triangles: number[] } {
  size += 0.01;
  const { positions, triangles } = torus(24, 8, size, size / 3);
  return { vertices: [...positions], triangles: [...triangles] };
}
const worker = new Worker(new URL('../worker/trees.worker.mjs', import.meta.url));
const builder = new TreeWorker(worker);
afterAll(() => worker.terminate());

const bytesOf = (tree: ContactTree) => Buffer.from(tree.toBytes());
const builtHere = ({ vertices, triangles }: ReturnType<typeof freshRing>) =>
  ContactTree.build({ positions: Float64Array.from(vertices), triangles: Uint32Array.from(triangles) });

describe.each([
  ['on this thread', {}],
  ['in a worker', { builder }],
])('a mesh whose tree is built %s', (_, ways) => {
  it('has the bytes of one that was waited for, and tells how far it is', async () => {
    const ring = freshRing();
    const world = new World();
    const shares: number[] = [];
    const { tree } = await world.createMeshAsync('ring', ring, { ...ways, onProgress: (share) => shares.push(share) });
    expect(bytesOf(tree).equals(bytesOf(builtHere(ring)))).toBe(true);
    expect(world.meshes.map(({ name }) => name)).toEqual(['ring']);
    expect(shares.length).toBeGreaterThan(10);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    const body = world.createBody({ shapes: [{ kind: 'mesh', mesh: 'ring' }] });
    expect(body.mass).toBeGreaterThan(0);
  });

  it('lets the world be stepped meanwhile', async () => {
    const world = new World();
    const ball = world.createBody({ position: [0, 9, 0], shapes: [{ kind: 'sphere', radius: 1 }] });
    let isThere = false;
    const mesh = world.createMeshAsync('ring', freshRing(), ways).then(() => {
      isThere = true;
    });
    let steps = 0;
    for (; !isThere; steps++) {
      world.step(0.001);
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    await mesh;
    expect(steps).toBeGreaterThan(3);
    expect(ball.velocity[1]).toBeCloseTo(-9.81 * 0.001 * steps, 9);
  });

  it('mends what is open if asked, says what was done, and names what is wrong otherwise', async () => {
    const { vertices, triangles } = freshRing();
    const open = { vertices, triangles: triangles.slice(0, -3) };
    const world = new World();
    await expect(world.createMeshAsync('open', open, ways)).rejects.toThrow(/^The mesh is open at 3 edges\./);
    const { actions } = await world.createMeshAsync('open', { ...open, repair: true }, ways);
    expect(actions).not.toEqual([]);
    await expect(world.createMeshAsync('coarse', { ...freshRing(), error: 100 }, ways)).rejects.toThrow(/^mesh\.error is 100, /);
    expect(world.meshes.map(({ name }) => name)).toEqual(['open']);
  });

  it('takes arrays as they were when it was called', async () => {
    const ring = freshRing();
    const before = builtHere(ring);
    const mesh = new World().createMeshAsync('ring', ring, ways);
    ring.vertices.fill(0);
    expect(bytesOf((await mesh).tree).equals(bytesOf(before))).toBe(true);
  });
});

/** A cache in memory. */
class MemoryCache implements TreeCache {
  readonly kept = new Map<string, Uint8Array>();
  read(key: string): Promise<Uint8Array | undefined> {
    return Promise.resolve(this.kept.get(key));
  }
  write(key: string, bytes: Uint8Array): Promise<void> {
    this.kept.set(key, bytes);
    return Promise.resolve();
  }
}

describe('a cache of trees', () => {
  it('keeps the bytes of a tree by its content, and gives them back', async () => {
    const cache = new MemoryCache();
    const ring = freshRing();
    await new World().createMeshAsync('ring', ring, { cache });
    const [[key, bytes], ...others] = cache.kept;
    expect(others).toEqual([]);
    expect(key).toMatch(/^[A-Za-z0-9-]+$/);
    expect(Buffer.from(bytes).equals(bytesOf(builtHere(ring)))).toBe(true);
    // This process still knows the tree that it has built. It does not know the next one: what is kept is taken, unseen.
    const shares: number[] = [];
    cache.read = () => Promise.resolve(bytes);
    const { tree } = await new World().createMeshAsync('next', freshRing(), { cache, onProgress: (share) => shares.push(share) });
    expect(bytesOf(tree).equals(bytesOf(builtHere(ring)))).toBe(true);
    expect(shares).toEqual([]);
    expect([...cache.kept.keys()]).toEqual([key]);
  });

  it('has other keys for other meshes, options, and what is to be mended', async () => {
    const cache = new MemoryCache();
    const ring = freshRing();
    for (const mesh of [ring, { ...ring, error: 0.05 }, { ...ring, repair: true }, freshRing()])
      await new World().createMeshAsync('ring', mesh, { cache });
    expect(cache.kept.size).toBe(4);
  });

  it.each([
    ['fails to read', { read: () => Promise.reject(new Error('no disk')) }],
    ['fails to write', { write: () => Promise.reject(new Error('no room')) }],
    ['has damaged bytes', { read: () => Promise.resolve(new Uint8Array(100)) }],
  ])('that %s is as good as none', async (_, fault) => {
    const ring = freshRing();
    const cache = Object.assign(new MemoryCache(), fault);
    const { tree } = await new World().createMeshAsync('ring', ring, { cache });
    expect(bytesOf(tree).equals(bytesOf(builtHere(ring)))).toBe(true);
  });

  it('of a page is there in pages alone', () => expect(pageTreeCache()).toBeUndefined());
});

describe('bad input', () => {
  const ring = freshRing();
  it.each([
    ['a name that is none', '', ring, {}, 'name is "", but must be a text that is not empty.'],
    ['a field that is missing', 'a', { vertices: ring.vertices }, {}, 'mesh.triangles'],
    ['a function that is none', 'a', ring, { onProgress: 7 }, 'options.onProgress is 7, but must be a function.'],
    ['a builder that is none', 'a', ring, { builder: {} }, 'options.builder is an object, but must be a builder of trees.'],
    ['a cache that is none', 'a', ring, { cache: null }, 'options.cache is null, but must be a cache of trees.'],
    ['a name of another field', 'a', ring, { cash: {} }, 'options.cash'],
  ])('%s is refused by a sentence', async (_, name, mesh, options, sentence) => {
    const world = new World();
    await expect(world.createMeshAsync(name, mesh as never, options as never)).rejects.toThrow(sentence);
    expect(world.meshes).toEqual([]);
  });

  it('a name that was taken meanwhile is refused, and the first one stays', async () => {
    const world = new World();
    const late = world.createMeshAsync('ring', freshRing());
    const first = world.createMesh('ring', freshRing());
    await expect(late).rejects.toThrow('name is "ring", but must be unique, and there is a mesh of that name already.');
    expect(world.meshes).toEqual([first]);
  });

  it('a listener that throws ends the building', async () => {
    const onProgress = () => {
      throw new Error('enough');
    };
    await expect(new World().createMeshAsync('ring', freshRing(), { onProgress })).rejects.toThrow('enough');
    await expect(new World().createMeshAsync('ring', freshRing(), { onProgress, builder })).rejects.toThrow('enough');
  });
});
