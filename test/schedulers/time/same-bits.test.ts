// Retroactive detection, conservative advancement and time warp find the same history to the last bit, whatever the
// order in which time warp takes its events: where flights are free between collisions.

import { describe, expect, it } from 'vitest';
import { makeTimeWarp, Random, SCHEDULERS, type TimeScheduler, type Vec3, type World } from '../../../src/index.js';
import type { ShapeDescriptor } from '../../../src/shapes/shape-kinds.js';
import { addLattice, addRoom, allSchedulers, emptyWorld, momentumOf } from './worlds.js';

const KINDS: ShapeDescriptor[] = [
  { kind: 'sphere', radius: 0.06 },
  { kind: 'box', size: [0.12, 0.1, 0.08] },
  { kind: 'capsule', radius: 0.04, length: 0.06 },
  { kind: 'cylinder', radius: 0.05, height: 0.08 },
  {
    kind: 'hull',
    points: [
      [0.06, 0, 0],
      [-0.06, 0, 0],
      [0, 0.06, 0],
      [0, -0.06, 0],
      [0, 0, 0.06],
      [0, 0, -0.06],
    ],
  },
];

/** Every world that all schedulers must agree on. */
const WORLDS: Record<string, (scheduler: TimeScheduler) => World> = {
  'a gas of balls': (scheduler) => {
    const world = emptyWorld(scheduler);
    addRoom(world, 1);
    addLattice(world, 3, 1, () => [{ kind: 'sphere', radius: 0.08 }]);
    return world;
  },
  'shapes of all kinds that fall, rub and lose energy': (scheduler) => {
    const world = emptyWorld(scheduler, 0.9, 0.3, { gravity: [0, -1, 0] });
    addRoom(world, 1);
    addLattice(world, 2, 5, (i) => [KINDS[i % KINDS.length]]);
    return world;
  },
  'bodies of several shapes, and composites': (scheduler) => {
    const world = emptyWorld(scheduler, 1, 0.2);
    addRoom(world, 1);
    addLattice(world, 2, 9, () => [
      { kind: 'sphere', radius: 0.05, position: [-0.05, 0, 0] },
      { kind: 'box', size: [0.08, 0.08, 0.08], position: [0.05, 0, 0] },
    ]);
    const members = [...world.bodies()].filter(({ kind }) => kind === 'rigid').slice(0, 2);
    world.createComposite({ members });
    return world;
  },
  'balls that hit a lattice all at once': (scheduler) => {
    const world = emptyWorld(scheduler);
    for (let i = 0; i < 27; i++) {
      const position: [number, number, number] = [i % 3, Math.floor(i / 3) % 3, Math.floor(i / 9)];
      world.createBody({ position, velocity: [1 - position[0], 1 - position[1], 1 - position[2]], shapes: [ball(0.3)] });
    }
    return world;
  },
  'a cradle whose balls touch': (scheduler) => {
    const world = emptyWorld(scheduler);
    for (let i = 0; i < 5; i++) world.createBody({ position: [0.2 * i, 0, 0], shapes: [ball(0.1)] });
    world.createBody({ position: [-1, 0, 0], velocity: [2, 0, 0], shapes: [ball(0.1)] });
    world.createBody({ position: [2, 0, 0], velocity: [-1, 0, 0], shapes: [ball(0.1)] });
    return world;
  },
  billiards: (scheduler) => {
    const world = emptyWorld(scheduler, 0.95, 0.1);
    addRoom(world, 1.5);
    for (let row = 0; row < 4; row++) {
      for (let k = 0; k <= row; k++)
        world.createBody({ position: [0.0501 * row, 0, 0.058 * (k - row / 2)], shapes: [ball(0.0285)] });
    }
    world.createBody({ position: [-0.5, 0, 0.003], velocity: [3, 0, 0.02], angularVelocity: [0, 20, 0], shapes: [ball(0.0285)] });
    return world;
  },
  'a bullet through free plates': (scheduler) => {
    const world = emptyWorld(scheduler, 1);
    for (let i = 0; i < 10; i++)
      world.createBody({ position: [0.1 * i, 0, 0], mass: 0.01, shapes: [{ kind: 'box', size: [0.004, 0.2, 0.2] }] });
    world.createBody({ position: [-1, 0, 0], velocity: [1000, 0, 0], mass: 0.01, shapes: [ball(0.01)] });
    return world;
  },
  'a piston and a paddle among balls': (scheduler) => {
    const world = emptyWorld(scheduler, 1, 0.1);
    addRoom(world, 1);
    world.createBody({
      kind: 'scripted',
      position: [0, -0.5, 0],
      shapes: [{ kind: 'box', size: [1, 0.1, 1] }],
      motion: { kind: 'oscillation', translation: [0, 0.1, 0], frequency: 1.5 },
    });
    world.createBody({
      kind: 'scripted',
      shapes: [{ kind: 'box', size: [0.3, 0.05, 0.05] }],
      motion: { kind: 'oscillation', rotation: [0, 2, 1], frequency: 0.7 },
    });
    addLattice(world, 2, 4, () => [ball(0.07)]);
    return world;
  },
};

function ball(radius: number): ShapeDescriptor {
  return { kind: 'sphere', radius };
}

describe.each(Object.entries(WORLDS))('%s', (_, make) => {
  it('have the same states at all times, by every scheduler', () => {
    const worlds = Object.entries(allSchedulers()).map(([by, scheduler]) => ({
      by,
      world: make(scheduler),
    }));
    for (let step = 0; step < 40; step++) {
      for (const { world } of worlds) world.step(1 / 40);
      const [first, ...others] = worlds.map(({ world }) => world.hash());
      others.forEach((hash, i) => {
        expect(hash, `${worlds[i + 1].by}, step ${step}`).toBe(first);
      });
    }
    const counts = worlds.map(({ world }) => world.timeStatistics?.collisions ?? 0);
    expect(counts[0]).toBeGreaterThan(5);
    expect(counts[1]).toBe(counts[0]);
    for (const { by, world } of worlds) expect(world.measurePenetration(), by).toBe(0);
  });
});

it.each(Object.entries(allSchedulers()))(
  '%s keeps energy and momentum of an elastic gas, and lets nothing out',
  (_, scheduler) => {
    const world = emptyWorld(scheduler, 1, 0, { gravity: [0, -2, 0] });
    addRoom(world, 1);
    addLattice(world, 3, 2, (i) => [KINDS[i % 2]]);
    const energy = world.kineticEnergy() + world.potentialEnergy();
    for (let i = 0; i < 60; i++) world.step(1 / 60);
    expect((world.kineticEnergy() + world.potentialEnergy()) / energy).toBeCloseTo(1, 8);
    for (const { kind, position } of world.bodies())
      if (kind === 'rigid') for (const x of position) expect(Math.abs(x)).toBeLessThan(0.5);
  },
);

it.each(Object.entries(allSchedulers()))('%s keeps the momentum of bodies that are alone', (_, scheduler) => {
  const world = emptyWorld(scheduler, 0.6, 0.4);
  addLattice(world, 3, 8, (i) => [KINDS[i % KINDS.length]]);
  for (const body of world.bodies()) body.velocity = body.position.map((x) => -x) as [number, number, number];
  const before = momentumOf(world);
  for (let i = 0; i < 50; i++) world.step(1 / 50);
  momentumOf(world).forEach((sum, k) => {
    expect(sum).toBeCloseTo(before[k], 10);
  });
  expect(world.timeStatistics?.collisions).toBeGreaterThan(10);
});

it('leaves nothing of a group that came about in a history that was undone', () => {
  const run = (scheduler: TimeScheduler) => {
    const random = new Random(31);
    const world = emptyWorld(scheduler);
    for (let side = 0; side < 6; side++) {
      const along = (value: number, others: number) => [0, 1, 2].map((k) => (k === side >> 1 ? value : others)) as Vec3;
      const position = along(side % 2 === 0 ? -1.01 : 1.01, 0);
      world.createBody({ kind: 'fixed', position, shapes: [{ kind: 'box', size: along(0.02, 2.4) }] });
    }
    const shapes: ShapeDescriptor[] = [
      ball(0.1),
      { kind: 'box', size: [0.2, 0.1, 0.15] },
      { kind: 'capsule', radius: 0.06, length: 0.15 },
    ];
    const draw = (size: number): Vec3 => [random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)];
    for (let i = 0; i < 18; i++) {
      const position: Vec3 = [0.5 * ((i % 3) - 1), 0.5 * ((Math.floor(i / 3) % 3) - 1), 0.5 * (Math.floor(i / 9) - 1)];
      world.createBody({ position, velocity: draw(6), angularVelocity: [random.uniform(-3, 3), 0, 0], shapes: [shapes[i % 3]] });
    }
    const hashes = [];
    for (let i = 0; i < 14; i++) {
      world.step(1 / 60);
      hashes.push(world.hash());
    }
    return { hashes, groups: world.timeStatistics?.groupEvents ?? 0 };
  };
  const inOrder = run(SCHEDULERS.timewarp);
  const lastFirst = run(makeTimeWarp({ pick: (count) => count - 1, window: 0.05 }));
  expect(inOrder.groups).toBe(0);
  expect(lastFirst.groups).toBeGreaterThan(0);
  expect(lastFirst.hashes).toEqual(inOrder.hashes);
});
