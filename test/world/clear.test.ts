// A world that was cleared is as a new one: what is made in it then has the same bits, ids and events.

import { describe, expect, it } from 'vitest';
import { CONTROLS, SCENES } from '../../scenes/index.js';
import { fillWorld } from '../../src/scene/build-world.js';
import type { Scene } from '../../src/scene/scene.js';
import { World } from '../../src/world.js';

const STEP = 0.01;

function follow(world: World, scene: Scene, steps: number): { hashes: string[]; ids: number[]; events: number[][] } {
  fillWorld(world, scene, CONTROLS);
  const events: number[][] = [];
  const stop = world.events.on('new-touching', ({ nodeA, nodeB, time }) => events.push([nodeA?.id ?? -1, nodeB?.id ?? -1, time]));
  const hashes = Array.from({ length: steps }, () => {
    world.step(STEP);
    return world.hash();
  });
  stop();
  return { hashes, ids: [...world.bodies()].map(({ id }) => id), events };
}

describe('a world that was cleared', () => {
  const scenes = [
    SCENES.stack.make({ seed: 1, gap: 0.1 }),
    SCENES.ragdolls.make({ seed: 2, count: 1 }),
    SCENES.chain.make({ seed: 1, links: 8 }),
  ];

  it.each([undefined, { seconds: 1 }])('has the bits, ids and events of a new one (history: %s)', (history) => {
    const settings = scenes[0].settings ?? {};
    const make = () => new World({ settings, ...(history && { history }) });
    const world = make();
    for (const scene of [...scenes, ...scenes.toReversed()]) {
      expect(follow(world, scene, 20)).toEqual(follow(make(), scene, 20));
      world.clear();
    }
    expect([[...world.bodies()].length, world.time, world.stepCount]).toEqual([0, 0, 0]);
    expect(world.hash()).toBe(make().hash());
  });

  it('leaves its history behind, and keeps who listens', () => {
    const world = new World({ history: { seconds: 1 } });
    let touches = 0;
    world.events.on('new-touching', () => {
      touches++;
    });
    const counts = [0, 1].map(() => {
      fillWorld(world, scenes[0]);
      for (let i = 0; i < 30; i++) world.step(STEP);
      expect(world.history?.from).toBe(0);
      world.rewind(0.1);
      world.step(STEP);
      world.clear();
      return touches;
    });
    expect(counts[0]).toBeGreaterThan(0);
    expect(counts[1]).toBe(2 * counts[0]);
  });

  it('is not cleared while it tells events', () => {
    const world = new World();
    fillWorld(world, scenes[0]);
    world.events.on('new-touching', () => world.clear());
    expect(() => {
      for (let i = 0; i < 100; i++) world.step(STEP);
    }).toThrow(/is telling its events/);
  });
});
