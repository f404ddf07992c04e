// A world that was disposed of gives its memory to the next one: which has the bits of one in memory that is new, while nothing of the
// former world is left, and nothing can be done with it.

import { describe, expect, it } from 'vitest';
import { boxStack } from '../../scenes/box-stack.js';
import { chain } from '../../scenes/chain.js';
import { silo } from '../../scenes/silo.js';
import type { Scene } from '../../src/index.js';
import { InputError, Simulation, World } from '../../src/index.js';
import { Memory } from '../../src/table/memory.js';

const FIRST_BYTES = 8 * 65536;
const CUBE = { position: [0, 0.5, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] } as const;

function stepAndHash(scene: Scene, steps: number, isDisposedOf: boolean): string {
  const simulation = new Simulation(scene);
  for (let i = 0; i < steps; i++) simulation.step();
  const hash = simulation.world.hash();
  if (isDisposedOf) simulation.world.dispose();
  return hash;
}

describe('memory of a world that was disposed of', () => {
  it('is that of the next world, which has the same bits', () => {
    const scenes = [
      ...[0, 0.4, 1].map((noise) => boxStack({ seed: 3, noise })),
      chain({ seed: 1, links: 12 }),
      // Of more than fits the first block.
      silo({ seed: 1, count: 100 }),
    ];
    const fresh = scenes.map((scene) => stepAndHash(scene, 20, false));
    expect(new Set(fresh).size).toBe(scenes.length);
    for (let round = 0; round < 2; round++) expect(scenes.map((scene) => stepAndHash(scene, 20, true))).toEqual(fresh);
  });

  it('is zeros, whatever was there, and is given once', () => {
    const memory = new Memory();
    const { block } = memory;
    memory.allocate(1000);
    new Uint8Array(memory.buffer, 0, 1000).fill(7);
    memory.release();
    const next = new Memory();
    expect(next.block).toBe(block);
    expect(new Uint8Array(next.buffer).every((byte) => byte === 0)).toBe(true);
    expect(new Memory().block).not.toBe(block);
  });

  it('that has grown is left to the garbage collector', () => {
    const memory = new Memory();
    memory.allocate(2 * FIRST_BYTES);
    memory.release();
    expect(new Memory().buffer.byteLength).toBe(FIRST_BYTES);
  });

  it('leaves other worlds as they are', () => {
    const [kept, alone] = [new Simulation(boxStack({ seed: 5, noise: 0.7 })), new Simulation(boxStack({ seed: 5, noise: 0.7 }))];
    for (let i = 0; i < 30; i++) alone.step();
    for (let i = 0; i < 30; i++) {
      kept.step();
      stepAndHash(boxStack({ seed: i, noise: 1 }), 2, true);
    }
    expect(kept.world.hash()).toBe(alone.world.hash());
  });
});

describe('a world that was disposed of', () => {
  it('has no bodies, and refuses steps, changes and snapshots by a sentence', () => {
    const world = new World();
    const body = world.createBody(CUBE);
    const before = world.snapshot();
    world.step(0.01);
    world.dispose();
    world.dispose();
    const other = new World();
    const another = other.createBody(CUBE);
    other.step(0.01);
    const hash = other.hash();
    expect([...world.bodies()]).toEqual([]);
    expect(body.isAlive).toBe(false);
    expect(world.kineticEnergy()).toBe(0);
    const acts = [
      () => world.step(0.01),
      () => world.createBody(CUBE),
      () => world.set('gravity', [0, 0, 0]),
      () => world.snapshot(),
      () => world.restore(before),
      () => world.detect(),
      () => world.contactProblems(0.01),
    ];
    for (const act of acts) expect(act).toThrow(InputError);
    const gone = [() => body.position, () => world.moveTo(body, [0, 1, 0], [0, 0, 0, 1])];
    for (const act of gone) expect(act).toThrow('The node of id 16777216 is no longer in the world.');
    expect(acts[0]).toThrow('The world was disposed of; nothing can be done with it any more.');
    expect([other.hash(), another.isAlive]).toEqual([hash, true]);
  });

  it('is not within a step, nor while it tells its events', () => {
    const world = new World();
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    world.createBody(CUBE);
    const said: string[] = [];
    const note = () => {
      try {
        world.dispose();
      } catch (error) {
        said.push((error as Error).message);
      }
    };
    world.hookContacts(note);
    world.events.on('new-touching', note);
    world.step(0.01);
    expect(said.length).toBeGreaterThan(1);
    expect(new Set(said)).toEqual(
      new Set([
        'The world is in the middle of a step; change it between steps.',
        'The world is telling its events; step it, restore it or rewind it after that.',
      ]),
    );
    world.step(0.01);
    expect(world.stepCount).toBe(2);
  });
});
