// What lasts from step to step under schedulers of time: anchors are state, and nothing else is.

import { describe, expect, it } from 'vitest';
import type { Body, Scheduler, TimeScheduler } from '../../../src/index.js';
import { decodeSnapshot, encodeSnapshot, METHODS, SCHEDULERS, World } from '../../../src/index.js';
import { motion } from '../../detection/contact-graph/parts.js';
import { addLattice, addRoom, allSchedulers, emptyWorld } from './worlds.js';

const NAMES = ['retroactive', 'conservative', 'timewarp'] as const;

function makeWorld(name: keyof ReturnType<typeof allSchedulers>): World {
  const world = emptyWorld(allSchedulers()[name], 1, 0.2, { gravity: [0, -1, 0] });
  addRoom(world, 1);
  addLattice(world, 2, 6, (i) => [i % 2 === 0 ? { kind: 'sphere', radius: 0.1 } : { kind: 'box', size: [0.2, 0.15, 0.1] }]);
  return world;
}

function steps(world: World, count: number, dt = 1 / 32): string[] {
  return Array.from({ length: count }, () => {
    world.step(dt);
    return world.hash();
  });
}

describe.each(Object.keys(allSchedulers()))('%s', (name) => {
  it('goes on from a snapshot as it did, in the same world, in another one, and from bytes', () => {
    const world = makeWorld(name);
    steps(world, 15);
    const snapshot = world.snapshot();
    const after = steps(world, 25);
    world.restore(snapshot);
    expect(steps(world, 25)).toEqual(after);
    for (const by of NAMES) {
      const other = makeWorld(by);
      other.restore(decodeSnapshot(encodeSnapshot(snapshot)));
      expect(steps(other, 25), by).toEqual(after);
    }
  });

  it('shows the same states, whatever the steps at the end of which they are shown', () => {
    const [coarse, fine] = [makeWorld(name), makeWorld(name)];
    for (let i = 0; i < 10; i++) {
      steps(coarse, 1, 1 / 8);
      steps(fine, 4, 1 / 32);
      expect(motion(fine)).toEqual(motion(coarse));
    }
  });

  it('follows what is done to bodies between steps', () => {
    const [world, first] = [makeWorld(name), makeWorld('retroactive')];
    for (let i = 0; i < 30; i++) {
      for (const each of [world, first]) {
        const bodies = [...each.bodies()].filter(({ kind, active }) => kind === 'rigid' && active);
        if (i % 5 === 1) bodies[i % bodies.length].applyForce([3, 20, -5]);
        if (i % 7 === 2) bodies[i % bodies.length].applyTorque([0.01, 0.02, 0]);
        if (i === 8) bodies[3].velocity = [1, 2, 3];
        if (i === 11) each.remove(bodies[1]);
        if (i === 12) each.createBody({ position: [0, 0, 0], velocity: [0.5, 0, 0], shapes: [{ kind: 'sphere', radius: 0.03 }] });
        if (i === 20) each.set('gravity', [0, 1, 0]);
        if (i === 24) bodies[2].active = false;
        each.step(1 / 40);
      }
      expect(world.hash(), `step ${i}`).toBe(first.hash());
    }
  });

  it('leaves the world as it was where a step fails, and goes on from there', () => {
    const make = () => {
      const world = makeWorld(name);
      world.createBody({
        kind: 'scripted',
        position: [0, -3, 0],
        shapes: [{ kind: 'sphere', radius: 0.1 }],
        motion: {
          kind: 'function',
          pose: (time) => {
            if (time > 0.3 && isBroken.value) throw new Error('broken');
          },
        },
      });
      return world;
    };
    const isBroken = { value: false };
    const [world, twin] = [make(), make()];
    for (const each of [world, twin]) steps(each, 9);
    const before = world.hash();
    isBroken.value = true;
    expect(() => world.step(1 / 32)).toThrow('broken');
    expect(world.hash()).toBe(before);
    isBroken.value = false;
    expect(steps(world, 10)).toEqual(steps(twin, 10));
  });
});

it('forces fall as the textbook says: a constant force for one step, then none', () => {
  for (const name of NAMES) {
    const world = new World({ scheduler: SCHEDULERS[name], settings: { gravity: [0, -10, 0] } });
    const body: Body = world.createBody({ mass: 2, shapes: [{ kind: 'sphere', radius: 0.1 }] });
    body.applyForce([8, 0, 0]);
    world.step(0.5);
    expect(body.velocity[0]).toBeCloseTo(2, 12);
    expect(body.position[0]).toBeCloseTo(0.5, 12);
    expect(body.position[1]).toBeCloseTo(-1.25, 12);
    world.step(0.5);
    expect(body.position[0]).toBeCloseTo(1.5, 12);
    expect(body.position[1]).toBeCloseTo(-5, 12);
  }
});

it('go with every method', () => {
  for (const name of NAMES)
    for (const stepper of Object.values(METHODS)) expect(() => new World({ scheduler: SCHEDULERS[name], stepper })).not.toThrow();
});

it.each(NAMES)(
  '%s: a lift ends each step with the velocity of the whole step, though hits cut those of the boxes on it',
  (name) => {
    const make = (scheduler: Scheduler | TimeScheduler, isLoaded: boolean) => {
      const world = emptyWorld(scheduler, 0.7, 0.5, { gravity: [0, -10, 0] });
      const motion = { kind: 'oscillation', translation: [0.1, 0.3, 0], rotation: [0, 0.2, 0], frequency: 0.7 } as const;
      const lift = world.createBody({ kind: 'scripted', shapes: [{ kind: 'box', size: [3, 0.2, 3] }], motion });
      for (let i = 0; i < (isLoaded ? 3 : 0); i++) {
        world.createBody({ position: [i - 1, 0.35, 0], shapes: [{ kind: 'box', size: [0.5, 0.5, 0.5] }] });
        world.createBody({ position: [i - 1, 1.5 + 0.4 * i, 0], shapes: [{ kind: 'sphere', radius: 0.2 }] });
      }
      return { world, lift };
    };
    const [loaded, empty] = [make(SCHEDULERS[name], true), make(SCHEDULERS.fixed, false)];
    for (let i = 0; i < 60; i++) {
      for (const { world } of [loaded, empty]) world.step(1 / 60);
      expect(loaded.lift.velocity, `step ${i}`).toEqual(empty.lift.velocity);
      expect(loaded.lift.angularVelocity, `step ${i}`).toEqual(empty.lift.angularVelocity);
    }
    expect(loaded.world.timeStatistics?.collisions).toBeGreaterThan(5);
  },
);
