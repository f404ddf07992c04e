// What bodies gain is what their contacts and gravity gave them, body by body and step by step, and contacts give no more than they
// can: they push, and their friction stays inside Coulomb's cone. By the default method, whatever it brings to rest.

import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { SCENES } from '../../scenes/index.js';
import type { Body, World } from '../../src/index.js';
import { Random, Simulation } from '../../src/index.js';
import type { Vec3 } from '../../src/math/vector.js';
import { add, cross, length, scale, subtract } from '../../src/math/vector.js';
import { addGround, makeWorld, spinOfBody } from './laboratory.js';

vi.setConfig({ testTimeout: 120_000 });

/** Settings without the one thing that is left out: what is slower than `gsp.still` is at rest. */
const EXACT = { 'gsp.still': 0 };
/** Friction is found in single precision [1]. */
const SINGLE = 1e-6;

/** What a body got in a step: impulse [N s], angular impulse about its centre of mass [N m s], and the sum of their sizes. */
interface Gift {
  linear: Vec3;
  angular: Vec3;
  size: number;
}

interface Worst {
  /** Largest error of a momentum, relative to all that made it [1]. */
  linear: number;
  /** The same of angular momenta, of cubes and balls [1]. */
  angular: number;
  /** Largest friction beyond the cone, relative to what the body got [1]. */
  slip: number;
}

function shareOf(error: number, size: number): number {
  return error === 0 ? 0 : error / size;
}

/** Steps, and compares what moving bodies have gained with what they were given. `isRound`: balls and cubes, whose I w only torques change. */
function stepInBalance(world: World, step: () => void, dt: number, friction: number, isRound: (body: Body) => boolean): Worst {
  const starts = new Map<number, { momentum: Vec3; spin: Vec3; centre: Vec3; gift: Gift }>();
  for (const body of world.bodies()) {
    if (body.kind !== 'rigid') continue;
    const momentum = scale(body.velocity, body.mass);
    const spin = spinOfBody(body);
    const weight = scale(world.settings.gravity, body.mass * dt);
    const gift: Gift = { linear: weight, angular: [0, 0, 0], size: length(momentum) + length(weight) };
    starts.set(body.id, { momentum, spin, centre: body.centerOfMass, gift });
  }
  step();
  const worst: Worst = { linear: 0, angular: 0, slip: 0 };
  for (const { a, b, contacts } of world.graph.edges()) {
    for (const { point, impulseOnA, impulseOnB } of contacts) {
      for (const [id, impulse] of [[a, impulseOnA] as const, [b, impulseOnB] as const]) {
        const start = starts.get(id);
        if (start === undefined) continue;
        start.gift.linear = add(start.gift.linear, impulse);
        start.gift.angular = add(start.gift.angular, cross(subtract(point, start.centre), impulse));
        start.gift.size += length(impulse);
      }
    }
  }
  for (const { a, b, contacts } of world.graph.edges()) {
    const size = Math.max(starts.get(a)?.gift.size ?? 0, starts.get(b)?.gift.size ?? 0);
    for (const { normalImpulse, frictionImpulse } of contacts) {
      expect(normalImpulse).toBeGreaterThanOrEqual(0);
      worst.slip = Math.max(worst.slip, shareOf(length(frictionImpulse) - friction * normalImpulse, size));
    }
  }
  for (const body of world.bodies()) {
    const start = starts.get(body.id);
    if (start === undefined) continue;
    const { momentum, spin, gift } = start;
    const gained = subtract(scale(body.velocity, body.mass), momentum);
    worst.linear = Math.max(worst.linear, shareOf(length(subtract(gained, gift.linear)), gift.size));
    if (!isRound(body)) continue;
    const error = length(subtract(subtract(spinOfBody(body), spin), gift.angular));
    worst.angular = Math.max(worst.angular, shareOf(error, gift.size + length(spin)));
  }
  return worst;
}

function expectBalance({ linear, angular, slip }: Worst, when: string): void {
  expect(linear, `momentum, ${when}`).toBeLessThan(1e-9);
  expect(angular, `angular momentum, ${when}`).toBeLessThan(1e-9);
  expect(slip, `friction, ${when}`).toBeLessThan(SINGLE);
}

const isCubeOrBall = ({ name }: Body): boolean => name !== undefined && /^(cube|ball)/.test(name);

describe('in', () => {
  it.each<[string, Record<string, unknown>, number, number]>([
    ['revival-chain', { count: 5 }, 0.1, 250],
    ['revival-chain', { count: 20 }, 0.1, 250],
    ['stack', { noise: 1 }, 0.5, 150],
    ['cs-stack', { noise: 1 }, 0.5, 150],
    ['heavy-on-light', { ratio: 1000, noise: 1 }, 0.5, 60],
    ['wall', { courses: 6, length: 6, noise: 1 }, 0.5, 60],
    ['jenga', { removed: 8, noise: 1 }, 0.5, 60],
    ['arch', { noise: 1 }, 0.5, 60],
    ['leaning-stack', { lean: 1.2 }, 0.5, 200],
    ['seesaw', {}, 0.5, 200],
    ['ball-at-base', {}, 0.5, 100],
    ['office-toy', {}, 0.5, 100],
    ['unstable-spheres', { offset: 0.01 }, 0.5, 100],
    ['diku', {}, 0.5, 200],
    ['cubejam', {}, 0.5, 400],
  ])('scene %s %o bodies gain what their contacts and gravity give', (name, options, friction, steps) => {
    const simulation = new Simulation(SCENES[name].make({ seed: 1, ...options }), { settings: EXACT });
    const { world, dt } = simulation;
    for (let i = 0; i < steps; i++) {
      const worst = stepInBalance(world, () => simulation.step(), dt, friction, isCubeOrBall);
      expectBalance(worst, `step ${i}`);
    }
  });

  it.each(['arch', 'diku'])('scene %s, what is slower than gsp.still is all that is lost', (name) => {
    const simulation = new Simulation(SCENES[name].make({ seed: 1 }));
    const { world, dt } = simulation;
    for (let i = 0; i < 250; i++) {
      // Relative to the weight, and to more where there is more: each of three components by no more than gsp.still.
      expect(
        stepInBalance(
          world,
          () => simulation.step(),
          dt,
          0.5,
          () => false,
        ).linear,
      ).toBeLessThan(2e-5);
    }
  });
});

describe('a blow', () => {
  it.each([2, 5, 12, 20])('along a row of %i cubes is lost to the friction of the ground alone', (count) => {
    const simulation = new Simulation(SCENES['revival-chain'].make({ seed: 1, count }));
    const { world } = simulation;
    const alongRow = (): number => [...world.bodies()].reduce((sum, { mass, velocity }) => sum + mass * velocity[0], 0);
    const ground = [...world.bodies()].find(({ kind }) => kind === 'fixed') as Body;
    for (let i = 0; i < 230; i++) {
      const before = alongRow();
      simulation.step();
      let load = 0;
      for (const { contacts } of world.graph.edgesOf(ground)) for (const { normalImpulse } of contacts) load += normalImpulse;
      expect(Math.abs(alongRow() - before)).toBeLessThanOrEqual(0.1 * load * (1 + SINGLE));
    }
  });

  const blows = fc.record({
    seed: fc.integer({ min: 1, max: 1e6 }),
    count: fc.integer({ min: 2, max: 14 }),
    kind: fc.constantFrom('row', 'wall', 'pile'),
    speed: fc.constantFrom(0.3, 3, 10, 30),
    restitution: fc.constantFrom(0, 0, 0.5, 0.9),
    friction: fc.constantFrom(0, 0.1, 0.5, 1),
    kernel: fc.constantFrom('compiled' as const, 'reference' as const),
  });

  it('leaves every body of any row, wall or pile with what it was given', () => {
    fc.assert(
      fc.property(blows, ({ seed, count, kind, speed, restitution, friction, kernel }) => {
        const world = makeWorld({ ...EXACT, kernel }, { friction, restitution }, 'gsp');
        const random = new Random(seed);
        addGround(world);
        for (let i = 0; i < count; i++) {
          const noise = (): number => random.uniform(-0.05, 0.05);
          const position: Vec3 =
            kind === 'row'
              ? [i, 0.5, 0]
              : kind === 'wall'
                ? [(i % 4) + 0.5 * (Math.floor(i / 4) % 2), 0.5 + Math.floor(i / 4), 0]
                : [1.05 * (i % 2) + noise(), 0.6 + 1.1 * Math.floor(i / 4), 1.05 * (Math.floor(i / 2) % 2) + noise()];
          const isBall = kind === 'pile' && random.uniform(0, 1) < 0.3;
          const density = 10 ** random.uniform(2, 4);
          const shapes = [isBall ? ({ kind: 'sphere', radius: 0.5 } as const) : ({ kind: 'box', size: [1, 1, 1] } as const)];
          world.createBody({ name: `cube-${i}`, position, shapes, density });
        }
        const dt = 0.01;
        const step = (when: string): void => {
          expectBalance(
            stepInBalance(world, () => world.step(dt), dt, friction, isCubeOrBall),
            when,
          );
        };
        for (let i = 0; i < 15; i++) step(`step ${i}`);
        const from = [-1.01 - speed * dt, random.uniform(0.5, 1.4), random.uniform(-0.2, 0.2)] as const;
        const shapes = [{ kind: 'sphere', radius: 0.5 } as const];
        world.createBody({ name: 'ball', position: from, velocity: [speed, 0, 0], shapes, density: 10 ** random.uniform(3, 5) });
        for (let i = 0; i < 30; i++) step(`step ${i} of the blow`);
      }),
      { numRuns: 80, seed: 1 },
    );
  });
});
