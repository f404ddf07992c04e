// With speedups.subgrouping by gsp: bodies sleep each by itself, and wake with those that a push really moves.

import { describe, expect, test } from 'vitest';
import type { Body, Settings } from '../../../src/index.js';
import { World } from '../../../src/index.js';
import { run, sleepers } from './sleepers.js';

const CUBE = { kind: 'box', size: [1, 1, 1] } as const;

function makeWorld(settings: Partial<Settings> = {}): World {
  const world = new World({ settings: { 'sleeping.enabled': 'on', 'speedups.subgrouping': 'on', ...settings } });
  world.createBody({ name: 'ground', kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  return world;
}

function cube(world: World, x: number, y: number): Body {
  return world.createBody({ shapes: [CUBE], position: [x, y, 0] });
}

/** A wall of columns of cubes, each touching its neighbours: one island. */
function makeWall(world: World, columns: number, height: number): Body[][] {
  return Array.from({ length: columns }, (_, i) => Array.from({ length: height }, (_, j) => cube(world, i, 0.5 + j)));
}

describe('a push wakes', () => {
  test('the body and its neighbours, and not the rest of a wall of one island', () => {
    const world = makeWorld();
    const wall = makeWall(world, 12, 3);
    run(world, 60);
    expect(sleepers(world)).toBe(36);
    wall[0][2].velocity = [-0.3, 0, 0];
    let most = 0;
    for (let i = 0; i < 200; i++) {
      world.step(0.01);
      most = Math.max(most, 36 - sleepers(world));
      expect(world.hanging()).toEqual([]);
    }
    expect(wall[0][2].position[0]).toBeLessThan(-0.001);
    expect(most).toBeGreaterThanOrEqual(2);
    expect(most).toBeLessThanOrEqual(6);
    expect(sleepers(world)).toBe(36);
  });

  test('the whole island without subgrouping', () => {
    const world = makeWorld({ 'speedups.subgrouping': 'off' });
    const wall = makeWall(world, 12, 3);
    run(world, 60);
    wall[0][2].velocity = [-0.3, 0, 0];
    expect(sleepers(world)).toBe(0);
  });
});

describe('nobody is left hanging', () => {
  test.each([0, 1, 2])('when cube %i of a stack is removed, those above it fall, and come to rest', (removed) => {
    const world = makeWorld();
    const [stack] = makeWall(world, 1, 5);
    run(world, 60);
    expect(sleepers(world)).toBe(5);
    stack[removed].remove();
    run(world, 150);
    expect(world.hanging()).toEqual([]);
    stack.forEach((body, i) => {
      if (i === removed) return;
      // Bodies come to rest within a millimetre of what they land on.
      expect(Math.abs(body.position[1] - (i < removed ? 0.5 + i : i - 0.5))).toBeLessThan(5e-3);
    });
  });

  test('when a support is driven out from under a stack that nobody woke by hand', () => {
    const world = makeWorld();
    const low = world.createBody({ shapes: [{ kind: 'box', size: [1, 0.5, 1] }], position: [0, 0.25, 0] });
    const stack = [cube(world, 0, 1), cube(world, 0, 2), cube(world, 0, 3)];
    run(world, 60);
    expect(sleepers(world)).toBe(4);
    // Through friction with what lies on it.
    for (let i = 0; i < 100; i++) {
      low.velocity = [0, 0, 3];
      world.step(0.01);
    }
    run(world, 100);
    expect(low.position[2]).toBeGreaterThan(1);
    stack.forEach((body, i) => {
      expect(body.position[1]).toBeLessThan(0.75 + i);
    });
    expect(world.hanging()).toEqual([]);
  });

  test('when the load on a seesaw grows through a sleeping cube', () => {
    const world = makeWorld();
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'box', size: [0.2, 1, 1] }], position: [0, 0.5, 0] });
    const plank = world.createBody({ shapes: [{ kind: 'box', size: [5, 0.2, 1] }], position: [0, 1.1, 0] });
    const [left] = [cube(world, -2, 1.7), cube(world, 2, 1.7)];
    run(world, 80);
    expect(plank.sleep.asleep).toBe(true);
    expect(left.sleep.asleep).toBe(true);
    // Put down without a fall: it is slow when it touches the cube below.
    cube(world, -2, 2.7);
    run(world, 150);
    expect(plank.orientation[2]).toBeGreaterThan(0.05);
    expect(world.hanging()).toEqual([]);
  });
});

describe('a ball that spins on the spot below a plate', () => {
  function makeTable(world: World) {
    const legs = [cube(world, -2, 0.5), cube(world, 2, 0.5)];
    const ball = world.createBody({
      shapes: [{ kind: 'sphere', radius: 0.5 }],
      position: [0, 0.5, 0],
      angularVelocity: [0, 5, 0],
    });
    const plate = world.createBody({ shapes: [{ kind: 'box', size: [5, 0.2, 1] }], position: [0, 1.1, 0] });
    const stack = [1.7, 2.7, 3.7].map((y) => cube(world, 0, y));
    run(world, 100);
    return { legs, ball, plate, stack };
  }

  test('keeps nobody awake but those that it touches', () => {
    const { legs, ball, plate, stack } = makeTable(makeWorld());
    expect(ball.angularVelocity[1]).toBeGreaterThan(4);
    expect(plate.sleep.asleep).toBe(false);
    for (const body of [...legs, ...stack]) expect(body.sleep.asleep).toBe(true);
  });

  test('and when a leg goes, plate and stack fall', () => {
    const world = makeWorld();
    const { legs, ball, stack } = makeTable(world);
    legs[0].remove();
    ball.remove();
    run(world, 150);
    expect(stack[0].position[1]).toBeLessThan(1.5);
    expect(world.hanging()).toEqual([]);
  });
});

describe('a blow keeps its momentum', () => {
  /** A row of cubes of 1 kg that touch each other, asleep on smooth ground. */
  function makeRow(world: World): Body[] {
    world.createMaterial('default', { friction: 0, restitution: 0 });
    const row = Array.from({ length: 8 }, (_, i) => world.createBody({ shapes: [CUBE], mass: 1, position: [i, 0.5, 0] }));
    run(world, 60);
    expect(sleepers(world)).toBe(8);
    return row;
  }

  const momentum = (bodies: readonly Body[]) => bodies.reduce((sum, { mass, velocity }) => sum + mass * velocity[0], 0);

  test.each([1, 100])('of a ball of %i kg on a row that sleeps', (mass) => {
    const world = makeWorld();
    const row = makeRow(world);
    const ball = world.createBody({
      shapes: [{ kind: 'sphere', radius: 0.4 }],
      mass,
      position: [-1, 0.5, 0],
      velocity: [5, 0, 0],
    });
    for (let i = 0; i < 20; i++) {
      world.step(0.01);
      expect(momentum([ball, ...row])).toBeCloseTo(5 * mass, 9);
    }
    expect(sleepers(world)).toBe(0);
  });

  test('that goes through a cube that is awake', () => {
    const world = makeWorld();
    const row = makeRow(world);
    row[0].thaw();
    row[1].thaw();
    const ball = world.createBody({
      shapes: [{ kind: 'sphere', radius: 0.4 }],
      mass: 1,
      position: [-1, 0.5, 0],
      velocity: [5, 0, 0],
    });
    run(world, 20);
    expect(momentum([ball, ...row])).toBeCloseTo(5, 9);
  });

  test('and a ball that spins on the spot gives none', () => {
    const world = makeWorld();
    const far = makeRow(world).slice(2);
    const since = far.map(({ sleep }) => sleep.since);
    world.createBody({
      shapes: [{ kind: 'sphere', radius: 0.5 }],
      mass: 1,
      position: [-1, 0.5, 0],
      velocity: [0.01, 0, 0],
      angularVelocity: [0, 3, 0],
    });
    run(world, 20);
    expect(far.map(({ sleep }) => sleep.since)).toEqual(since);
  });

  test('and wakes nobody beside its way', () => {
    const world = makeWorld();
    const row = makeRow(world);
    const beside = [2, 3, 4, 5, 6, 7].map((x) => world.createBody({ shapes: [CUBE], mass: 1, position: [x, 0.5, 3] }));
    run(world, 60);
    world.createBody({ shapes: [{ kind: 'sphere', radius: 0.4 }], mass: 1, position: [-1, 0.5, 0], velocity: [5, 0, 0] });
    run(world, 20);
    expect(row.some((body) => body.sleep.asleep)).toBe(false);
    expect(row[7].sleep.why).toBe('contact');
    expect(beside.every((body) => body.sleep.asleep)).toBe(true);
  });

  test('a scripted paddle moves the whole row', () => {
    const world = makeWorld();
    const row = makeRow(world);
    const motion = {
      kind: 'keyframes',
      keyframes: [
        { time: 0.65, position: [-1, 0.5, 0] },
        { time: 2.65, position: [1, 0.5, 0] },
      ],
    } as const;
    world.createBody({ kind: 'scripted', shapes: [CUBE], position: [-1, 0.5, 0], motion: motion as never });
    run(world, 30);
    for (const { velocity } of row) expect(velocity[0]).toBeCloseTo(1, 2);
  });
});

test('a ball that lands on a sleeping stack wakes it, and both come to rest', () => {
  const world = makeWorld();
  const [stack] = makeWall(world, 1, 3);
  run(world, 60);
  const ball = world.createBody({ shapes: [{ kind: 'sphere', radius: 0.3 }], position: [0, 4, 0] });
  const reasons = new Set<string>();
  for (let i = 0; i < 60; i++) {
    world.step(0.01);
    reasons.add(stack[2].sleep.why);
  }
  expect(reasons).toContain('contact');
  expect(ball.position[1]).toBeGreaterThan(3.2);
  expect(world.kineticEnergy()).toBeLessThan(1);
});

test('the same bits after going back to a snapshot while part of a wall sleeps', () => {
  const world = makeWorld();
  const wall = makeWall(world, 6, 3);
  run(world, 60);
  wall[5][2].velocity = [2, 0, 0];
  run(world, 5);
  expect(sleepers(world)).toBeGreaterThan(0);
  expect(sleepers(world)).toBeLessThan(18);
  const snapshot = world.snapshot();
  run(world, 60);
  const hash = world.hash();
  world.restore(snapshot);
  run(world, 60);
  expect(world.hash()).toBe(hash);
});
