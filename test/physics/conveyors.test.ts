// Conveyor belts, and masses and materials that are changed later, by closed forms and against worlds made so.

import { describe, expect, it } from 'vitest';
import { Character, METHODS, SCHEDULERS, World } from '../../src/index.js';
import type { MethodName } from '../../src/methods.js';
import { ball, cube, GROUND } from '../detection/contact-graph/parts.js';

const DT = 1 / 100;
const MU = 0.4;
const G = 10;
const BELT = 2;
const NAMES = Object.keys(METHODS) as MethodName[];

function belt(method: MethodName, options: ConstructorParameters<typeof World>[0] = {}): World {
  const world = new World({ stepper: METHODS[method], ...options, settings: { gravity: [0, -G, 0], ...options.settings } });
  world.createMaterial('default', { friction: MU });
  world.createBody({ ...GROUND, name: 'belt', surfaceVelocity: [BELT, 0, 0] });
  return world;
}
const run = (world: World, seconds: number): void => {
  for (let i = 0; i < Math.round(seconds / DT); i++) world.step(DT);
};

describe('a conveyor belt', () => {
  it.each(NAMES)('%s: takes a box along by mu g t until it has the speed of the belt, and keeps it there', (method) => {
    const world = belt(method);
    const body = world.createBody(cube([0, 0.5, 0]));
    run(world, 0.25);
    // The suite of quadratic programs lifts a box that slides by a hair, and drops it again.
    expect(Math.abs(body.velocity[0] - MU * G * 0.25)).toBeLessThan(method === 'impulsive' ? 0.25 : 0.05);
    run(world, 0.75);
    expect(body.velocity[0]).toBeCloseTo(BELT, 2);
    const [x] = body.position;
    run(world, 1);
    expect(body.position[0] - x).toBeCloseTo(BELT, 1);
    expect(body.position[1]).toBeCloseTo(0.5, 2);
    expect((world.find('belt') as typeof body).position).toEqual([0, 0, 0]);
  });

  it.each(NAMES)('%s: makes a ball roll against it: it moves by 2/7 of its speed', (method) => {
    const world = belt(method);
    const body = world.createBody(ball([0, 0.5, 0]));
    run(world, 2);
    // m v = F t and I w = -F t r with I = 2/5 m r^2, until v + w r is the speed of the belt.
    expect(body.velocity[0]).toBeCloseTo((2 / 7) * BELT, 2);
  });

  it('carries a character, which walks against it by its own speed over the belt', () => {
    const world = belt('gsp');
    const character = new Character(world, { position: [0, 1, 0] });
    const walk = (speed: number, seconds: number): number => {
      const [x] = character.body.position;
      for (let i = 0; i < Math.round(seconds / DT); i++) {
        character.move([speed, 0, 0], DT);
        world.step(DT);
      }
      return character.body.position[0] - x;
    };
    walk(0, 0.5);
    expect(walk(0, 1)).toBeCloseTo(BELT, 9);
    expect(walk(-BELT, 1)).toBeCloseTo(0, 9);
  });

  it('that is stopped stops what rides on it after v^2 / (2 mu g)', () => {
    const world = belt('gsp');
    const ground = world.find('belt') as ReturnType<World['createBody']>;
    const body = world.createBody(cube([0, 0.5, 0]));
    run(world, 1);
    const [x] = body.position;
    ground.surfaceVelocity = [0, 0, 0];
    run(world, 1);
    expect(body.velocity).toEqual([0, 0, 0]);
    expect(body.position[0] - x).toBeCloseTo((BELT * BELT) / (2 * MU * G), 1);
  });

  it('that is started wakes what sleeps on it', () => {
    const world = belt('gsp', { settings: { 'sleeping.enabled': 'on' } });
    const ground = world.find('belt') as ReturnType<World['createBody']>;
    ground.surfaceVelocity = [0, 0, 0];
    const body = world.createBody(cube([0, 0.5, 0]));
    run(world, 3);
    expect(body.sleep.asleep).toBe(true);
    ground.surfaceVelocity = [BELT, 0, 0];
    run(world, 1);
    expect(body.velocity[0]).toBeCloseTo(BELT, 6);
  });

  it.each(['timewarp', 'conservative', 'retroactive'] as const)('%s: takes a box along as with fixed steps', (name) => {
    const world = belt('gsp', { scheduler: SCHEDULERS[name] });
    const body = world.createBody(cube([0, 0.7, 0]));
    run(world, 2);
    expect(body.velocity[0]).toBeCloseTo(BELT, 2);
    expect(body.position[1]).toBeCloseTo(0.5, 2);
  });

  it('is state: rewinding and snapshots have it', () => {
    const world = belt('gsp', { history: { seconds: 3 } });
    const ground = world.find('belt') as ReturnType<World['createBody']>;
    world.createBody(cube([0, 0.5, 0]));
    run(world, 0.2);
    const { time } = world;
    const hash = world.hash();
    const snapshot = world.snapshot();
    ground.surfaceVelocity = [0, 0, 1];
    expect(world.hash()).not.toBe(hash);
    run(world, 0.2);
    world.rewind(time);
    expect([world.hash(), ground.surfaceVelocity]).toEqual([hash, [BELT, 0, 0]]);
    run(world, 0.2);
    world.restore(snapshot);
    expect([world.hash(), ground.surfaceVelocity]).toEqual([hash, [BELT, 0, 0]]);
  });

  it('is a fixed body', () => {
    const world = new World();
    expect(() => world.createBody({ ...cube([0, 0, 0]), surfaceVelocity: [1, 0, 0] })).toThrow(
      /^surfaceVelocity is \[1, 0, 0\], but only a fixed body/,
    );
    const body = world.createBody(cube([0, 0, 0]));
    expect(() => Object.assign(body, { surfaceVelocity: [1, 0, 0] })).toThrow('surfaceVelocity is given to a rigid body');
    expect(() => Object.assign(world.createBody(GROUND), { surfaceVelocity: [1, 0] })).toThrow(/^surfaceVelocity is \[1, 0\]/);
    expect([...world.bodies()]).toHaveLength(2);
  });
});

describe('a mass that is set', () => {
  it.each(NAMES)('%s: gives the motion of a body that was made so', (method) => {
    const make = (mass: number) => {
      const world = new World({ stepper: METHODS[method] });
      world.createBody(GROUND);
      const bodies = [0, 1, 2].map((i) =>
        world.createBody(cube([0.2 * i, 0.5 + 1.01 * i, 0], { velocity: [i, 0, 0], angularVelocity: [0, i, 1], mass })),
      );
      return { world, bodies };
    };
    const [set, made] = [make(2), make(8)];
    for (const body of set.bodies) body.mass = 8;
    for (let i = 0; i < 60; i++) for (const { world } of [set, made]) world.step(DT);
    // By a factor of four, a power of two: inertia is scaled without rounding.
    expect(set.bodies.map(({ position, velocity }) => [position, velocity])).toEqual(
      made.bodies.map(({ position, velocity }) => [position, velocity]),
    );
    expect(set.bodies[0].mass).toBe(8);
  });

  it('wakes the body, is state, and is refused where there is none to set', () => {
    const world = new World({ settings: { 'sleeping.enabled': 'on' } });
    const ground = world.createBody(GROUND);
    const body = world.createBody(cube([0, 0.5, 0], { mass: 1 }));
    run(world, 3);
    expect(body.sleep.asleep).toBe(true);
    const snapshot = world.snapshot();
    body.mass = 5;
    expect(body.sleep).toMatchObject({ asleep: false, why: 'changed' });
    world.restore(snapshot);
    expect(body.mass).toBe(1);
    for (const mass of [0, -1, Number.NaN, '3']) expect(() => Object.assign(body, { mass })).toThrow(/^mass is /);
    expect(() => Object.assign(ground, { mass: 3 })).toThrow('mass is given to a fixed body');
    expect(body.mass).toBe(1);
  });
});

describe('a material that is set', () => {
  it.each(NAMES)('%s: is that of the next step on: what stood on a slope slides', (method) => {
    const world = new World({ stepper: METHODS[method], settings: { gravity: [3, -10, 0] } });
    world.createMaterial('ice', { friction: 0 });
    world.createBody(GROUND);
    const body = world.createBody(cube([0, 0.5, 0]));
    run(world, 0.5);
    expect(Math.abs(body.velocity[0])).toBeLessThan(0.02);
    body.material = 'ice';
    expect([body.material, body.shapes[0].material]).toEqual(['ice', 'ice']);
    run(world, 0.5);
    expect(body.velocity[0]).toBeCloseTo(1.5, 1);
    expect(() => Object.assign(body, { material: 'butter' })).toThrow(/^material is "butter"/);
    expect(body.material).toBe('ice');
  });
});
