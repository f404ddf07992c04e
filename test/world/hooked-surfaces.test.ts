// Contact hooks that give surfaces a velocity, against twins: worlds whose fixed bodies have that velocity themselves.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../src/index.js';
import { METHODS, World } from '../../src/index.js';
import { length } from '../../src/math/vector.js';
import type { MethodName } from '../../src/methods.js';
import { ball, cube, GROUND } from '../detection/contact-graph/parts.js';

const DT = 1 / 64;
const NAMES = Object.keys(METHODS) as MethodName[];

const motionOf = (world: World) =>
  [...world.bodies()]
    .filter(({ kind }) => kind === 'rigid')
    .map(({ position, orientation, velocity, angularVelocity }) => [position, orientation, velocity, angularVelocity]);

/** Balls and boxes above a floor and a fixed box, whose surfaces move in one of the worlds. */
function pile(method: MethodName, places: readonly number[], velocity: Vec3, restitution: number): World {
  const world = new World({ stepper: METHODS[method], history: { seconds: 3 } });
  world.createMaterial('default', { friction: 0.6, restitution });
  world.createBody({ ...GROUND, surfaceVelocity: velocity });
  world.createBody({
    kind: 'fixed',
    position: [0.5, 0.4, 0],
    shapes: [{ kind: 'box', size: [1, 0.8, 3] }],
    surfaceVelocity: velocity,
  });
  places.forEach((x, i) => {
    world.createBody((i % 2 === 0 ? ball : cube)([0.4 * x, 1.4 + 1.05 * i, 0.1 * x], { velocity: [x, 0, 0] }));
  });
  return world;
}

describe('a hook that gives surfaces a velocity', () => {
  it.each(NAMES)('%s: gives the same bits as conveyor belts of this velocity: random piles', (method) => {
    const speed = fc.integer({ min: -3, max: 3 });
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -2, max: 2 }), { minLength: 1, maxLength: 5 }),
        fc.tuple(speed, fc.constant(0), speed),
        fc.constantFrom(0, 0.4),
        (places, velocity, restitution) => {
          const [hooked, twin] = [pile(method, places, [0, 0, 0], restitution), pile(method, places, velocity, restitution)];
          hooked.hookContacts((pair) => {
            if (pair.bodyA.kind === 'fixed') pair.surfaceVelocity = velocity;
          });
          twin.hookContacts(() => {});
          for (let i = 0; i < 60; i++) for (const world of [hooked, twin]) world.step(DT);
          expect(motionOf(hooked)).toEqual(motionOf(twin));
        },
      ),
      { numRuns: 5 },
    );
  });

  it.each(['gsp', 'ncp', 'substeps', 'impulsive'] as const)('%s: gives the same bits to what joints tie', (method) => {
    const make = (velocity: Vec3): World => {
      const world = pile(method, [0, 1], velocity, 0);
      const [a, b] = [cube([4, 0.5, 0]), cube([5.2, 0.5, 0.1])].map((body) => world.createBody(body));
      world.createJoint({ kind: 'ball', bodyA: a, bodyB: b, anchor: [4.6, 0.5, 0] });
      return world;
    };
    const [hooked, twin] = [make([0, 0, 0]), make([1, 0, 2])];
    hooked.hookContacts((pair) => {
      if (pair.bodyA.kind === 'fixed') pair.surfaceVelocity = [1, 0, 2];
    });
    twin.hookContacts(() => {});
    for (let i = 0; i < 60; i++) for (const world of [hooked, twin]) world.step(DT);
    expect(motionOf(hooked)).toEqual(motionOf(twin));
  });

  it.each(NAMES)('%s: gives each pair its own: two boxes on one floor go their own ways', (method) => {
    const world = new World({ stepper: METHODS[method], settings: { gravity: [0, -10, 0] } });
    world.createMaterial('default', { friction: 0.5 });
    world.createBody(GROUND);
    const boxes = [-2, 1, 0].map((v, i) => ({ v, body: world.createBody(cube([0, 0.5, 3 * i])) }));
    world.hookContacts((pair) => {
      pair.surfaceVelocity = [boxes.find(({ body }) => body === pair.bodyB)?.v ?? 0, 0, 0];
    });
    for (let i = 0; i < 64; i++) world.step(DT);
    for (const { v, body } of boxes) expect(body.velocity[0]).toBeCloseTo(v, 2);
    expect(length(boxes[2].body.velocity)).toBeLessThan(2e-3);
  });

  it.each(['gsp', 'ncp'] as const)('%s: rewinding and restoring give the same hash', (method) => {
    const world = pile(method, [0, 1, -1, 2], [0, 0, 0], 0.2);
    // Of the time and of velocities: both are state.
    world.hookContacts((pair) => {
      if (pair.bodyA.kind === 'fixed') pair.surfaceVelocity = [pair.time > 0.5 ? 2 : -1, 0, pair.bodyB.velocity[0] > 0 ? 1 : 0];
    });
    for (let i = 0; i < 20; i++) world.step(DT);
    const snapshot = world.snapshot();
    const { time } = world;
    for (let i = 0; i < 40; i++) world.step(DT);
    const hash = world.hash();
    world.rewind(time);
    for (let i = 0; i < 40; i++) world.step(DT);
    expect(world.hash()).toBe(hash);
    world.restore(snapshot);
    for (let i = 0; i < 40; i++) world.step(DT);
    expect(world.hash()).toBe(hash);
  });

  it('reads the velocity of the body until one is given, and stops a belt', () => {
    const world = pile('gsp', [2], [2, 0, 0], 0);
    const seen: Vec3[] = [];
    world.hookContacts((pair) => {
      seen.push(pair.surfaceVelocity);
      pair.surfaceVelocity = [0, 0, 0];
      seen.push(pair.surfaceVelocity);
    });
    world.createBody(cube([-3, 0.5, 0]));
    for (let i = 0; i < 10; i++) world.step(DT);
    expect(seen.slice(0, 2)).toEqual([
      [2, 0, 0],
      [0, 0, 0],
    ]);
    expect([...world.bodies()].at(-1)?.velocity).toEqual([0, 0, 0]);
  });

  it.each([
    [[0, 1], 'surfaceVelocity is [0, 1], but must be'],
    [[0, Number.NaN, 1], 'surfaceVelocity[1] is NaN, but must be'],
    ['fast', 'surfaceVelocity is "fast", but must be'],
  ])('refuses %j, and the step is not taken', (velocity, words) => {
    const world = pile('gsp', [0], [0, 0, 0], 0);
    world.createBody(cube([-3, 0.5, 0]));
    world.hookContacts((pair) => {
      pair.surfaceVelocity = velocity as never;
    });
    const hash = world.hash();
    expect(() => world.step(DT)).toThrow(words);
    expect([world.hash(), world.stepCount]).toEqual([hash, 0]);
  });

  it('refuses a velocity for two bodies that both can move', () => {
    const world = new World();
    world.createBody(cube([0, 0.5, 0]));
    world.createBody(cube([0, 1.5, 0]));
    world.hookContacts((pair) => {
      pair.surfaceVelocity = [1, 0, 0];
    });
    expect(() => world.step(DT)).toThrow('surfaceVelocity is given to a pair without a fixed body');
  });
});
