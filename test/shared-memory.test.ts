// Worlds over memory that threads share have the bits of worlds over memory of their own. What one thread has stepped another reads
// from the very memory, and worlds of two threads in one memory do not know of each other.

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import type { MethodName, Scene, SharedBlock } from '../src/index.js';
import { decodeSnapshot, encodeSnapshot, InputError, METHODS, MemoryError, Random, Simulation, World } from '../src/index.js';

const NAMES = Object.keys(METHODS) as MethodName[];
const STEPS = 25;
const CUBE = { shapes: [{ kind: 'box', size: [1, 1, 1] }] } as const;
const FIRST_BYTES = 4 * 65536;
const { Memory: Block } = (globalThis as unknown as { WebAssembly: { Memory: new (descriptor: object) => object } }).WebAssembly;

const workers: Worker[] = [];
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.terminate();
});

function startWorker(workerData: object): Worker {
  const worker = new Worker(new URL('shared-memory.worker.mjs', import.meta.url), { workerData });
  workers.push(worker);
  return worker;
}

/** Boxes and balls that fall in a heap; and posts that stand about, so that the memory has to grow. */
function heap(seed: number): Scene {
  const random = new Random(seed);
  const size = [0.3, 0.2, 0.25] as const;
  const falling = Array.from({ length: 24 }, (_, i) => ({
    position: [
      0.3 * (i % 2) + random.uniform(0, 0.1),
      0.13 + 0.3 * (i >> 2),
      0.3 * ((i >> 1) % 2) + random.uniform(0, 0.1),
    ] as const,
    shapes: [i % 3 === 0 ? ({ kind: 'sphere', radius: 0.12 } as const) : ({ kind: 'box', size } as const)],
  }));
  const ground = { kind: 'fixed', position: [0, -0.5, 0], shapes: [{ kind: 'box', size: [9, 1, 9] }] } as const;
  const posts = Array.from({ length: 80 }, (_, i) => ({
    kind: 'fixed' as const,
    position: [2 + i, 0, 0] as const,
    shapes: [{ kind: 'sphere', radius: 0.12 } as const],
  }));
  return { drystone: 1, name: 'heap', bodies: [ground, ...posts, ...falling] };
}

function make(method: MethodName, memory: 'own' | 'shared', seed = 1): Simulation {
  return new Simulation(heap(seed), { method, memory });
}

function stepAndHash(simulation: Simulation, steps = STEPS, before: (step: number) => void = () => {}): string[] {
  return Array.from({ length: steps }, (_, i) => {
    before(i + 1);
    simulation.step();
    return simulation.world.hash();
  });
}

function refusal(act: () => void): string {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as Error).message;
  }
  throw new Error('It was not refused.');
}

describe.each(NAMES)('over shared memory, by %s', (method) => {
  it('a world has the bits of one over its own, and goes back in time to them', () => {
    const shared = make(method, 'shared');
    const { world } = shared;
    const hashes = stepAndHash(make(method, 'own'));
    expect(stepAndHash(shared, STEPS - 1)).toEqual(hashes.slice(0, -1));
    expect((world.memory as SharedBlock).buffer.byteLength).toBeGreaterThan(FIRST_BYTES);
    const snapshot = structuredClone(world.snapshot());
    shared.step();
    expect(world.hash()).toBe(hashes.at(-1));
    for (const before of [snapshot, decodeSnapshot(encodeSnapshot(snapshot))]) {
      world.restore(before);
      shared.step();
      expect(world.hash()).toBe(hashes.at(-1));
    }
  });
});

describe('shared memory', () => {
  it.each(['gsp', 'vsp', 'impulsive'] as const)(
    'worlds of two threads that step at the same time in one memory by %s have the bits of worlds that step alone',
    async (method) => {
      const alone = [stepAndHash(make(method, 'own')), stepAndHash(make(method, 'own', 2))];
      const here = make(method, 'shared');
      const begun = new Int32Array(new SharedArrayBuffer(8));
      const { memory } = here.world;
      const worker = startWorker({ task: 'step', memory, begun, method, scene: heap(2), steps: STEPS });
      const answer = once(worker, 'message');
      const hashes = stepAndHash(here, STEPS, (step) => {
        Atomics.store(begun, 0, step);
        Atomics.notify(begun, 0);
        for (let other = 0; other < step; other = Atomics.load(begun, 1)) Atomics.wait(begun, 1, other);
      });
      expect([hashes, (await answer)[0]]).toEqual(alone);
    },
  );

  it('shows another thread where bodies are, while the world that has them goes on', async () => {
    const { world } = make('gsp', 'shared');
    const { position } = world.store.nodes.columns;
    const worker = startWorker({ task: 'read', position });
    const bodies = [...world.bodies()].filter(({ kind }) => kind === 'rigid');
    expect(bodies.length).toBeGreaterThan(10);
    const rows = bodies.map((body) => world.store.nodes.rowOf(body.id));
    const before = [...position];
    for (let i = 0; i < 5; i++) {
      for (let step = 0; step < 5; step++) world.step(0.01);
      // The table has not grown, so the view that the other thread has is still where the poses are.
      expect(world.store.nodes.columns.position.byteOffset).toBe(position.byteOffset);
      worker.postMessage(rows);
      const [seen] = await once(worker, 'message');
      expect(seen).toEqual(rows.map((row) => [...position.subarray(3 * row, 3 * row + 3)]));
    }
    expect([...position]).not.toEqual(before);
  });

  it('grows in place: views of what has not moved stay good', () => {
    const world = new World({ memory: 'shared' });
    world.createBody({ kind: 'fixed', ...CUBE });
    const { position } = world.store.nodes.columns;
    const { memory } = world as { memory: SharedBlock };
    const { buffer } = memory;
    for (let i = 0; i < 60; i++) world.createBody({ ...CUBE, position: [0, 0.99 * i, 0] });
    world.step(0.01);
    expect(memory.buffer.byteLength).toBeGreaterThan(buffer.byteLength);
    expect(world.memory).toBe(memory);
    position[0] = 7;
    expect(world.store.nodes.columns.position[0]).toBe(7);
  });

  it('takes no more than limits.memory was when it was made', () => {
    const world = new World({ memory: 'shared', settings: { 'limits.memory': 8 } });
    for (let i = 0; i < 150; i++) world.createBody(CUBE);
    const before = world.hash();
    const said = refusal(() => world.step(0.01));
    expect(said).toMatch(/ Bodies, pairs and contacts would take \d+ MiB, but limits\.memory allows 8\.$/);
    world.set('limits.memory', 256);
    expect(refusal(() => world.step(0.01))).toMatch(/ would take \d+ MiB, but the shared memory was made for 8 at most\.$/);
    expect(() => world.step(0.01)).toThrow(MemoryError);
    expect([world.hash(), world.stepCount]).toEqual([before, 0]);
    expect((world.memory as SharedBlock).buffer.byteLength).toBeLessThanOrEqual(8 << 20);
    for (const [i, body] of [...world.bodies()].entries()) body.position = [3 * i, 0, 0];
    world.step(0.01);
    expect(world.stepCount).toBe(1);
  });

  it('is that of a world, or refused', () => {
    const allowed = 'but must be "own", "shared" or the memory of a world that was made with "shared".';
    const strange = new Block({ initial: 4, maximum: 8, shared: true });
    for (const memory of ['mine', null, {}, strange, new Block({ initial: 4 })])
      expect(refusal(() => new World({ memory: memory as never }))).toContain(allowed);
    expect(new World().memory).toBeUndefined();
    expect(new World({ memory: 'own' }).memory).toBeUndefined();
  });

  it('is refused where the platform has none', () => {
    const kept = globalThis.SharedArrayBuffer;
    try {
      globalThis.SharedArrayBuffer = undefined as never;
      expect(refusal(() => new World({ memory: 'shared' }))).toBe(
        'options.memory is "shared", but threads share no memory here: a page must be cross-origin isolated for that; allowed is "own".',
      );
      expect(new World().kernel).toBe('compiled');
    } finally {
      globalThis.SharedArrayBuffer = kept;
    }
  });
});
