// Impulse-based shock propagation: exact where one contact is all there is, lively where there are many.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SCENES } from '../../scenes/index.js';
import type { ShapeDescriptor, Solver } from '../../src/index.js';
import { METHODS, Random, SOLVERS, World } from '../../src/index.js';
import type { Vec3 } from '../../src/math/vector.js';
import { distance, normalize, normalizeQuat, scale } from '../../src/math/vector.js';
import { Simulation } from '../../src/scene/simulation.js';
import {
  addGround,
  addOnSlope,
  addSlope,
  along,
  expectVector,
  G,
  makeSlope,
  makeWorld,
  relativeError,
  run,
} from '../physics/laboratory.js';
import { drift, throwTogether } from '../physics/throw-together.js';
import type { Choice } from './behaviours.js';
import { apexes, readScale, slideOnSlope, timeToTopple } from './behaviours.js';

const DT = 1 / 100;
const unit = fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100);
const METHOD = 'isp';
const ISP: Choice = { method: METHOD };
const BALL = { kind: 'sphere', radius: 0.25 } as const;

describe('one contact', () => {
  it.each([0.3, 0.5, 0.9, 1])('a ball dropped with e = %f rises to e^2 of its height', (e) => {
    const found = apexes(ISP, e, BALL, 1 / 1000);
    expect(found.length).toBeGreaterThanOrEqual(1);
    found.forEach((height, i) => {
      expect(Math.abs(height - e ** (2 * (i + 1)))).toBeLessThan(0.01 * (i + 1));
    });
  });

  // Collisions come before the velocity update: what rests has no velocity to bounce with, so that no threshold is needed.
  it('a ball at rest stays, even if it is perfectly elastic', () => {
    const world = makeWorld({ 'contact.restitutionThreshold': 0 }, { restitution: 1 }, METHOD);
    addGround(world);
    const ball = world.createBody({ shapes: [BALL], position: [0, 0.25, 0] });
    run(world, 1, DT, () => expect(Math.abs(ball.position[1] - 0.25)).toBeLessThan(1e-12));
  });

  it.each([0, 0.5, 1])('a head-on collision with e = %f follows the closed form', (restitution) => {
    for (const [m1, m2, v1, v2] of [
      [1, 1, 3, 0],
      [1, 5, 3, -1],
      [1000, 1, 2, 0],
    ]) {
      const world = makeWorld({ gravity: [0, 0, 0] }, { restitution }, METHOD);
      const axis = normalize([1, 2, -0.5]);
      const first = world.createBody({ shapes: [BALL], mass: m1, velocity: scale(axis, v1) });
      const second = world.createBody({ shapes: [BALL], mass: m2, position: scale(axis, 0.8), velocity: scale(axis, v2) });
      run(world, 1, DT);
      const common = m1 * v1 + m2 * v2;
      expectVector(first.velocity, scale(axis, (common - m2 * restitution * (v1 - v2)) / (m1 + m2)), 1e-12 * m1 * v1);
      expectVector(second.velocity, scale(axis, (common + m1 * restitution * (v1 - v2)) / (m1 + m2)), 1e-12 * m1 * v1);
    }
  });

  // A ball thrown at a wall with friction: the tangential impulse either stops the sliding of its surface, of mass 2/7 m, or is mu
  // times the normal one.
  it.each([
    [0.05, 1],
    [0.2, 1],
    [2, 1],
    [2, 0],
  ])('an oblique collision with mu = %f and e = %f obeys the law of Coulomb', (friction, restitution) => {
    const world = makeWorld({ gravity: [0, 0, 0] }, { friction, restitution }, METHOD);
    addGround(world);
    const velocity: Vec3 = [3, -4, 1.5];
    const ball = world.createBody({ shapes: [BALL], position: [0, 0.25, 0], velocity, mass: 1 });
    world.step(DT);
    const sliding = Math.sqrt(3 * 3 + 1.5 * 1.5);
    const stop = Math.min((2 / 7) * sliding, friction * (1 + restitution) * 4);
    const left = 1 - stop / sliding;
    expectVector(ball.velocity, [3 * left, 4 * restitution, 1.5 * left], 1e-9);
  });

  it('a ball rolls down a slope at 5/7 g sin a', () => {
    for (const heading of [0, 2]) {
      const slope = makeSlope(0.4, heading);
      const world = makeWorld({}, { friction: 0.5 }, METHOD);
      addSlope(world, slope, 'box');
      const ball = addOnSlope(world, slope, 0.25, 0, { shapes: [BALL] });
      run(world, 1, DT);
      expect(relativeError(along(ball.velocity, slope.downhill), (5 / 7) * G * Math.sin(0.4))).toBeLessThan(1e-3);
    }
  });

  it('leaves penetration as it is', () => {
    const world = makeWorld({}, {}, METHOD);
    addGround(world);
    const ball = world.createBody({ shapes: [BALL], position: [0, 0.2, 0] });
    run(world, 1, DT);
    expect(ball.position[1]).toBeCloseTo(0.2, 9);
  });
});

describe('a chain of collisions', () => {
  // Newton's cradle: resolved one after another, a blow passes through a line of equal balls.
  it('hands all of the velocity to the last ball', () => {
    const simulation = new Simulation(SCENES['office-toy'].make({ seed: 1 }), { method: METHOD });
    for (let step = 0; step < 60; step++) simulation.step();
    const speeds = [...simulation.world.bodies()].filter(({ mass }) => mass > 0).map(({ velocity }) => velocity[0]);
    expect(speeds).toHaveLength(5);
    speeds.forEach((speed, i) => {
      expect(Math.abs(speed - (i === 4 ? 5 : 0))).toBeLessThan(1e-9);
    });
  });
});

describe('an isolated system', () => {
  it('keeps momentum and angular momentum to rounding', () => {
    const world = makeWorld({ gravity: [0, 0, 0] }, { friction: 0.5, restitution: 0.3 }, METHOD);
    throwTogether(world, 2);
    const { linear, angular, contacts } = drift(world);
    expect(contacts).toBeGreaterThan(1000);
    expect(linear).toBeLessThan(1e-13);
    expect(angular).toBeLessThan(1e-13);
  });

  it('never gains energy', () => {
    const world = makeWorld({ gravity: [0, 0, 0] }, { friction: 0.5, restitution: 0.5 }, METHOD);
    throwTogether(world, 4);
    const start = world.kineticEnergy();
    let before = start;
    run(world, 2, DT, () => {
      const now = world.kineticEnergy();
      expect(now - before).toBeLessThan(1e-6 * start);
      before = now;
    });
    expect(before).toBeLessThan(0.7 * start);
  });
});

describe('restitution with friction', () => {
  const wedge = [-0.5, 0.5].flatMap((z): Vec3[] => [
    [-0.4, -0.3, z],
    [0.4, -0.3, z],
    [-0.52, 0.3, z],
    [0.52, 0.3, z],
  ]);
  const shapes: ShapeDescriptor[] = [
    { kind: 'sphere', radius: 0.5 },
    { kind: 'box', size: [1, 0.6, 0.8] },
    { kind: 'capsule', radius: 0.3, length: 0.8 },
    { kind: 'cylinder', radius: 0.4, height: 0.9 },
    { kind: 'hull', points: wedge },
  ];

  // Energy is kept by the free rotation of a body only up to its splitting, about a millionth here.
  it.each([1 / 60, 1 / 100, 1 / 240])(
    'makes no energy in random clusters of all shapes, floating or on the ground: dt = %f s',
    (dt) => {
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 1e6 }), fc.boolean(), unit, unit, (seed, isOnGround, friction, restitution) => {
          const gravity = [0, isOnGround ? -G : 0, 0] as const;
          const world = makeWorld({ gravity }, { friction, restitution }, METHOD);
          if (isOnGround) addGround(world);
          const random = new Random(seed);
          const any = (size: number): number => random.uniform(-size, size);
          for (let i = 0; i < 20; i++) {
            const [x, y, z] = [1.1 * (i % 3) - 1.1, 1.1 * Math.floor(i / 9), 1.1 * (Math.floor(i / 3) % 3) - 1.1];
            world.createBody({
              shapes: [shapes[i % 5]],
              mass: 10 ** random.uniform(0, 3),
              position: [x + any(0.08), y + 0.8 + any(0.08), z + any(0.08)],
              orientation: normalizeQuat([any(1), any(1), any(1), 1]),
              velocity: [any(1) - 2 * x, any(1) - 2 * (y - 1), any(1) - 2 * z],
              angularVelocity: [any(3), any(3), any(3)],
            });
          }
          const start = world.kineticEnergy();
          const energy = (): number => world.kineticEnergy() + world.potentialEnergy();
          let before = energy();
          for (let step = 0; step < 0.6 / dt; step++) {
            world.step(dt);
            expect(energy() - before).toBeLessThan(1e-5 * Math.max(start, world.kineticEnergy()));
            before = energy();
          }
        }),
        { numRuns: 30, seed: 1 },
      );
    },
  );
});

describe('many contacts', () => {
  it('a slab slides at g (sin a - mu cos a) to a percent', () => {
    for (const degrees of [15, 35]) {
      const free = G * Math.sin((degrees * Math.PI) / 180);
      for (const share of [0, 0.5]) {
        expect(relativeError(slideOnSlope(ISP, degrees, share).acceleration, free * (1 - share))).toBeLessThan(0.01);
      }
    }
  });

  it.each([
    ['box-stack', {}],
    ['heavy-on-light', { ratio: 1000 }],
    ['ball-grid', {}],
  ])('%s %o stands for two seconds, within 5 cm', (name, options) => {
    const simulation = new Simulation(SCENES[name].make({ seed: 1, ...options }), { method: METHOD });
    const { world } = simulation;
    const starts = new Map([...world.bodies()].map(({ id, position }) => [id, position]));
    for (let step = 0; step < 200; step++) simulation.step();
    expect(world.measurePenetration()).toBeLessThan(1e-3);
    for (const { id, position } of world.bodies()) expect(distance(position, starts.get(id) ?? position)).toBeLessThan(0.05);
  });

  it('the known weaknesses: weight is not felt, and what leans does not fall', () => {
    expect(readScale(ISP)).toBeLessThan(0.15);
    expect(timeToTopple(ISP)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('bad settings', () => {
  it.each([
    ['isp.collisionRounds', 0],
    ['isp.contactRounds', 0],
    ['isp.shockRounds', 2.5],
  ] as const)('%s = %f is refused by name', (name, value) => {
    expect(() => new World({ settings: { [name]: value } })).toThrow(new RegExp(`settings\\.${name.replace('.', '\\.')} is `));
  });

  it('a solver that does not fit is refused', () => {
    const solver: Solver = { ...SOLVERS.pgs, name: 'oracle', abilities: ['velocities'] };
    expect(() => new World({ stepper: METHODS.isp, solver })).toThrow(/solver is "oracle".*method isp/);
  });
});
