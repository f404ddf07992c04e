// Contact groups under the schedulers of time: soft collisions fuse, what has parted flies again, and all schedulers agree.

import { describe, expect, it } from 'vitest';
import type { TimeScheduler, World } from '../../../src/index.js';
import { Random, SCHEDULERS } from '../../../src/index.js';
import { allSchedulers, emptyWorld } from './worlds.js';

function grounded(scheduler: TimeScheduler, restitution = 0.3): World {
  const world = emptyWorld(scheduler, restitution, 0.5, { gravity: [0, -9.81, 0] });
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  return world;
}

const WORLDS: Record<string, (scheduler: TimeScheduler) => World> = {
  'boxes that fall on each other': (scheduler) => {
    const world = grounded(scheduler);
    for (let i = 0; i < 3; i++)
      world.createBody({ position: [0.05 * i, 0.7 + 1.2 * i, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] });
    return world;
  },
  'a ball that hits a pile hard': (scheduler) => {
    const world = grounded(scheduler, 0.2);
    for (let i = 0; i < 3; i++)
      world.createBody({ position: [0, 0.25 + 0.501 * i, 0], shapes: [{ kind: 'box', size: [0.5, 0.5, 0.5] }] });
    world.createBody({ position: [-3, 1.2, 0.1], velocity: [6, 1, 0], mass: 20, shapes: [{ kind: 'sphere', radius: 0.15 }] });
    return world;
  },
  'stacks that rest when a ball comes, and one that it misses': (scheduler) => {
    const world = grounded(scheduler, 0);
    for (let i = 0; i < 6; i++)
      world.createBody({
        position: [2 * (i % 3), 0.25 + 0.5 * Math.floor(i / 3), 0],
        shapes: [{ kind: 'box', size: [0.5, 0.5, 0.5] }],
      });
    world.createBody({ position: [-5, 3.4, 0], velocity: [5.5, 2, 0], mass: 5, shapes: [{ kind: 'sphere', radius: 0.2 }] });
    return world;
  },
  'a heap of balls and boxes': (scheduler) => {
    const world = grounded(scheduler);
    const random = new Random(3);
    for (let i = 0; i < 8; i++) {
      world.createBody({
        position: [random.uniform(-0.3, 0.3), 0.4 + 0.45 * i, random.uniform(-0.3, 0.3)],
        angularVelocity: [random.uniform(-2, 2), 0, random.uniform(-2, 2)],
        shapes: [i % 2 === 0 ? { kind: 'box', size: [0.4, 0.3, 0.35] } : { kind: 'sphere', radius: 0.18 }],
      });
    }
    return world;
  },
  'a chain that a ball falls on': (scheduler) => {
    const world = grounded(scheduler, 0.2);
    const links = [0, 1, 2, 3].map((i) =>
      world.createBody({ position: [0.5 * i, 1, 0], shapes: [{ kind: 'box', size: [0.4, 0.2, 0.2] }] }),
    );
    for (let i = 0; i < 3; i++) {
      const anchor: [number, number, number] = [0.5 * i + 0.25, 1, 0];
      world.createJoint({ kind: 'revolute', bodyA: links[i], bodyB: links[i + 1], anchor, axis: [0, 0, 1] });
    }
    world.createBody({ position: [0.7, 3, 0.03], shapes: [{ kind: 'sphere', radius: 0.2 }] });
    return world;
  },
  'a box on a lift': (scheduler) => {
    const world = grounded(scheduler, 0.1);
    world.createBody({
      kind: 'scripted',
      position: [0, 1, 0],
      shapes: [{ kind: 'box', size: [2, 0.2, 2] }],
      motion: { kind: 'oscillation', translation: [0, 0.2, 0], frequency: 0.5 },
    });
    world.createBody({ position: [0, 1.5, 0], shapes: [{ kind: 'box', size: [0.4, 0.4, 0.4] }] });
    return world;
  },
};

describe.each(Object.entries(WORLDS))('%s', (_, make) => {
  it('have the same states by every scheduler, though they are taken back to a snapshot and go on from there', () => {
    const worlds = Object.entries(allSchedulers()).map(([name, scheduler]) => ({ name, world: make(scheduler) }));
    for (let step = 0; step < 90; step++) {
      for (const { world } of worlds) world.step(1 / 60);
      if (step % 9 === 4) {
        const [{ world }] = worlds;
        const snapshot = world.snapshot();
        for (let i = 0; i < 3; i++) world.step(1 / 60);
        world.restore(snapshot);
      }
      const [first, ...others] = worlds.map(({ world }) => world.hash());
      others.forEach((hash, i) => {
        expect(hash, `${worlds[i + 1].name}, step ${step}`).toBe(first);
      });
    }
    for (const { world } of worlds) {
      expect(world.timeStatistics?.fusions).toBeGreaterThan(0);
      expect(world.measurePenetration()).toBeLessThan(2e-3);
    }
  });
});

it.each(['timewarp', 'conservative', 'retroactive'] as const)('%s: a stack comes to rest where `fixed` has it', (name) => {
  const world = WORLDS['boxes that fall on each other'](SCHEDULERS[name] as TimeScheduler);
  for (let i = 0; i < 120; i++) world.step(1 / 60);
  const bodies = [...world.bodies()].filter(({ kind }) => kind === 'rigid');
  bodies.forEach(({ position, velocity }, i) => {
    expect(position[1]).toBeCloseTo(0.5 + i, 2);
    expect(velocity).toEqual([0, 0, 0]);
  });
});

it('stacks that rest are not stepped, though what touches is told in every step, and they fall when the ground goes', () => {
  const world = grounded(SCHEDULERS.timewarp as TimeScheduler, 0);
  world.set('events.persistent', 'on');
  for (let i = 0; i < 12; i++)
    world.createBody({ position: [2 * (i % 4), 0.5 + Math.floor(i / 4), 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] });
  for (let i = 0; i < 30; i++) world.step(1 / 60);
  const { groupEvents, integrations } = world.timeStatistics ?? { groupEvents: 0, integrations: 0 };
  const states = [...world.bodies()].map(({ position, velocity }) => [position, velocity]);
  for (let i = 0; i < 30; i++) {
    const { time: begin } = world;
    world.step(1 / 60);
    expect(world.events.countOf('persistent-touching')).toBe(12);
    for (const { time } of world.events) expect(time).toBe(begin);
  }
  expect(world.timeStatistics).toMatchObject({ groupEvents, integrations });
  expect([...world.bodies()].map(({ position, velocity }) => [position, velocity])).toEqual(states);
  for (const body of world.bodies()) if (body.kind === 'fixed') body.remove();
  for (let i = 0; i < 30; i++) world.step(1 / 60);
  for (const { velocity } of world.bodies()) expect(velocity[1]).toBeCloseTo(-9.81 / 2, 4);
});

it('a bullet of 1000 m/s takes 50 thin plates along: the row that it pushes is solved to its end', () => {
  const speed = 1000 / 51;
  const hashes = (['timewarp', 'retroactive', 'conservative'] as const).map((name) => {
    const world = emptyWorld(SCHEDULERS[name] as TimeScheduler, 0, 0.5);
    world.createBody({
      position: [-0.1, 0, 0],
      velocity: [1000, 0, 0],
      mass: 1e-3,
      shapes: [{ kind: 'sphere', radius: 0.0025 }],
    });
    for (let i = 0; i < 50; i++)
      world.createBody({ position: [0.1 * i, 0, 0], mass: 1e-3, shapes: [{ kind: 'box', size: [0.005, 0.1, 0.1] }] });
    for (let i = 0; i < 15; i++) world.step(0.01);
    expect(world.timeStatistics?.fusions, name).toBe(50);
    expect(world.measurePenetration(), name).toBeLessThan(1e-9);
    for (const { velocity } of world.bodies()) expect(Math.abs(velocity[0] / speed - 1), name).toBeLessThan(1e-8);
    return world.hash();
  });
  expect(new Set(hashes).size).toBe(1);
});

it('a bullet of 1000 m/s takes ten thin plates along, without gravity too: what does not bounce stays together', () => {
  const speed = 1000 / 11;
  const hashes = Object.entries(allSchedulers()).map(([name, scheduler]) => {
    const world = emptyWorld(scheduler, 0, 0.5);
    world.createBody({
      position: [-0.1, 0, 0],
      velocity: [1000, 0, 0],
      mass: 1e-3,
      shapes: [{ kind: 'sphere', radius: 0.0025 }],
    });
    for (let i = 0; i < 10; i++)
      world.createBody({ position: [0.1 * i, 0, 0], mass: 1e-3, shapes: [{ kind: 'box', size: [0.005, 0.1, 0.1] }] });
    for (let i = 0; i < 2; i++) world.step(0.01);
    expect(world.timeStatistics?.fusions, name).toBe(10);
    for (const { velocity } of world.bodies()) expect(Math.abs(velocity[0] / speed - 1), name).toBeLessThan(1e-5);
    return world.hash();
  });
  expect(new Set(hashes).size).toBe(1);
});

it('what is thrown off a pile flies on its parabola', () => {
  const world = grounded(SCHEDULERS.timewarp as TimeScheduler, 0);
  const box = world.createBody({ position: [0, 0.5, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] });
  for (let i = 0; i < 30; i++) world.step(1 / 60);
  // It stood from the beginning: a group that nothing has fused.
  expect(world.timeStatistics).toMatchObject({ groups: 1, fusions: 0 });
  box.velocity = [1, 6, 0];
  const { position: start } = box;
  for (let i = 0; i < 60; i++) world.step(1 / 60);
  expect(world.timeStatistics?.fissions).toBe(1);
  expect(box.position[0] - start[0]).toBeCloseTo(1, 6);
  expect(box.position[1] - start[1]).toBeCloseTo(6 - 0.5 * 9.81, 6);
});

it.each(Object.entries(allSchedulers()))('%s tells what touches and what does not, once, and in order', (_, scheduler) => {
  const world = WORLDS['a heap of balls and boxes'](scheduler);
  let touching = new Set<string>();
  let count = 0;
  for (let i = 0; i < 90; i++) {
    world.step(1 / 60);
    let last = 0;
    for (const { kind, a, b, time } of world.events) {
      expect(time).toBeGreaterThanOrEqual(last);
      last = time;
      const pair = `${a} ${b}`;
      if (!kind.endsWith('touching')) continue;
      expect(touching.has(pair), `${kind} at ${time}`).toBe(kind !== 'new-touching');
      if (kind === 'new-touching') count++;
      touching = new Set(kind === 'vanishing-touching' ? [...touching].filter((other) => other !== pair) : [...touching, pair]);
    }
  }
  expect(count).toBeGreaterThan(8);
});
