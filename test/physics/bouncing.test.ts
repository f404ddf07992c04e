// Newton's law of impact: what leaves does so at e times the speed it came with, so an apex is e^2 times the one before.

import { describe, expect, it } from 'vitest';
import type { Body, ShapeDescriptor, World } from '../../src/index.js';
import type { Vec3 } from '../../src/math/vector.js';
import { add, distance, dot, length, normalize, scale, subtract } from '../../src/math/vector.js';
import {
  addGround,
  addSlope,
  along,
  expectVector,
  G,
  linearMomentum,
  makeSlope,
  makeWorld,
  relativeError,
  run,
} from './laboratory.js';

const DT = 1 / 2000;
const DROP = 1;
const SHAPES: readonly { name: string; shape: ShapeDescriptor }[] = [
  { name: 'sphere', shape: { kind: 'sphere', radius: 0.25 } },
  { name: 'box dropped flat', shape: { kind: 'box', size: [1, 0.5, 0.7] } },
];

/** Drops the body's underside from a height of DROP. */
function drop(shape: ShapeDescriptor, restitution: number): { world: World; body: Body } {
  const world = makeWorld({}, { restitution });
  addGround(world);
  return { world, body: world.createBody({ shapes: [shape], position: [0, 0.25 + DROP, 0] }) };
}

/** Heights of the underside at the turning points, for a time. */
function apexes(world: World, body: Body, seconds: number): number[] {
  const found: number[] = [];
  let before = body.velocity[1];
  run(world, seconds, DT, () => {
    const now = body.velocity[1];
    if (before > 0 && now <= 0) found.push(body.position[1] - 0.25);
    before = now;
  });
  return found;
}

describe.each(SHAPES)('a $name', ({ shape }) => {
  // Within a step of the impact the place is not known better than v dt and the speed than g dt: v dt / h = 0.2 % a bounce.
  it.each([0.3, 0.5, 0.9, 1])('with e = %f rises to e^2 of its height, again and again', (e) => {
    const { world, body } = drop(shape, e);
    const fall = Math.sqrt((2 * DROP) / G);
    const found = apexes(world, body, fall * (1 + 2 * e + (e > 0.5 ? 2 * e * e : 0)));
    expect(found.length).toBeGreaterThanOrEqual(1);
    found.forEach((height, i) => {
      expect(Math.abs(height / DROP - e ** (2 * (i + 1)))).toBeLessThan(4e-3 * (i + 1));
    });
  });

  it('with e = 0 stays on the ground', () => {
    const { world, body } = drop(shape, 0);
    run(world, 1, DT, () => {
      if (world.time > Math.sqrt((2 * DROP) / G) + 2 * DT) expect(Math.abs(body.position[1] - 0.25)).toBeLessThan(2e-3);
    });
    expect(Math.abs(body.velocity[1])).toBeLessThan(1e-9);
  });

  it('with e = 1 keeps its energy through five bounces', () => {
    const { world, body } = drop(shape, 1);
    const start = world.kineticEnergy() + world.potentialEnergy();
    // Semi-implicit Euler keeps v^2 / 2 + g y - g v dt / 2, and an elastic bounce the first two terms.
    const most = (body.mass * G * Math.sqrt(2 * G * DROP) * DT) / 2;
    run(world, 10 * Math.sqrt((2 * DROP) / G), DT, () => {
      expect(Math.abs(world.kineticEnergy() + world.potentialEnergy() - start)).toBeLessThan(2.01 * most);
    });
  });

  it('comes to rest in the end when e < 1', () => {
    const { world, body } = drop(shape, 0.5);
    run(world, 3, DT);
    expect(length(body.velocity)).toBeLessThan(1e-9);
    expect(Math.abs(body.position[1] - 0.25)).toBeLessThan(1e-3);
  });
});

describe('an oblique bounce without friction', () => {
  // The normal component is reversed and scaled by e, the tangential one is kept.
  it.each([0.4, 1])('with e = %f mirrors the velocity at the plane', (restitution) => {
    for (const heading of [0, 1, 2.5]) {
      const world = makeWorld({ gravity: [0, 0, 0] }, { friction: 0, restitution });
      const slope = makeSlope(0.5, heading);
      addSlope(world, slope);
      const velocity: Vec3 = [2, -5, 1];
      const ball = world.createBody({ shapes: [{ kind: 'sphere', radius: 0.25 }], position: scale(slope.normal, 0.5), velocity });
      run(world, 0.5, 1 / 100);
      expectVector(ball.velocity, add(velocity, scale(slope.normal, -(1 + restitution) * along(velocity, slope.normal))), 1e-12);
    }
  });
});

// Central impact of two balls: v1' = (m1 v1 + m2 v2 - m2 e (v1 - v2)) / (m1 + m2), and the same with the roles exchanged.
describe('a head-on collision', () => {
  it.each([0, 0.5, 1])('of unequal masses with e = %f follows the closed form', (restitution) => {
    for (const [m1, m2, v1, v2] of [
      [1, 1, 3, 0],
      [1, 5, 3, -1],
      [1000, 1, 2, 0],
      [1, 1000, 2, 0],
      [2, 3, 4, 1],
    ]) {
      const world = makeWorld({ gravity: [0, 0, 0], 'contact.restitutionThreshold': 1 }, { friction: 0.5, restitution });
      const axis = normalize([1, 2, -0.5]);
      const ball = { kind: 'sphere', radius: 0.5 } as const;
      const first = world.createBody({ shapes: [ball], mass: m1, velocity: scale(axis, v1) });
      const second = world.createBody({ shapes: [ball], mass: m2, position: scale(axis, 1.3), velocity: scale(axis, v2) });
      run(world, 1, 1 / 1000);
      const common = m1 * v1 + m2 * v2;
      const speed = Math.abs(v1) + Math.abs(v2);
      expectVector(first.velocity, scale(axis, (common - m2 * restitution * (v1 - v2)) / (m1 + m2)), 1e-12 * speed);
      expectVector(second.velocity, scale(axis, (common + m1 * restitution * (v1 - v2)) / (m1 + m2)), 1e-12 * speed);
      expectVector(first.angularVelocity, [0, 0, 0], 1e-12);
    }
  });

  it('of boxes face to face follows it too', () => {
    const world = makeWorld({ gravity: [0, 0, 0], 'ncp.iterations': 200 }, { friction: 0.5, restitution: 0.8 });
    const cube = { kind: 'box', size: [1, 1, 1] } as const;
    const first = world.createBody({ shapes: [cube], mass: 1, velocity: [3, 0, 0] });
    const second = world.createBody({ shapes: [cube], mass: 4, position: [1.3, 0, 0] });
    run(world, 0.5, 1 / 1000);
    expectVector(first.velocity, [(3 - 4 * 0.8 * 3) / 5, 0, 0], 1e-9);
    expectVector(second.velocity, [(3 + 0.8 * 3) / 5, 0, 0], 1e-9);
    expect(length(first.angularVelocity)).toBeLessThan(1e-9);
  });
});

// Equal frictionless balls, e = 1: the struck one leaves along the line of centres, the other at right angles to it.
describe('billiards', () => {
  it.each([0, 0.2, 0.5, 0.8])('an off-centre hit with impact parameter %f d parts at 90 degrees', (offset) => {
    const world = makeWorld({ gravity: [0, 0, 0] }, { friction: 0, restitution: 1 });
    const ball = { kind: 'sphere', radius: 0.5 } as const;
    const struck = world.createBody({ shapes: [ball], mass: 2 });
    const cue = world.createBody({ shapes: [ball], mass: 2, position: [-3, 0, offset], velocity: [4, 0, 0] });
    const energy = world.kineticEnergy();
    run(world, 1, 1 / 10000);
    expectVector(linearMomentum(world), [8, 0, 0], 1e-12);
    expect(relativeError(world.kineticEnergy(), energy)).toBeLessThan(1e-12);
    expect(Math.abs(dot(cue.velocity, struck.velocity))).toBeLessThan(1e-12 * 16);
    expect(distance(cue.position, struck.position)).toBeGreaterThan(1);
    expectVector(cue.velocity, subtract([4, 0, 0], struck.velocity), 1e-12);
  });

  // The direction is that of the centres when the contact is seen: at a distance d' within the envelope or one step's motion of
  // touching, where sin t = b / d'. The velocity 4 cos t (cos t, sin t) changes with t at the rate 4.
  it.each([0, 0.2, 0.5, 0.8])(
    'an off-centre hit with impact parameter %f d sends the struck ball along the line of centres',
    (offset) => {
      const dt = 1 / 10000;
      const envelope = 0.002;
      const world = makeWorld({ gravity: [0, 0, 0], 'detection.envelope': envelope }, { friction: 0, restitution: 1 });
      const ball = { kind: 'sphere', radius: 0.5 } as const;
      const struck = world.createBody({ shapes: [ball], mass: 2 });
      world.createBody({ shapes: [ball], mass: 2, position: [-3, 0, offset], velocity: [4, 0, 0] });
      run(world, 1, dt);
      const cosine = Math.sqrt(1 - offset * offset);
      const early = 0.5 * envelope + 4 * dt;
      expectVector(struck.velocity, scale([cosine, 0, -offset], 4 * cosine), 4 * (offset / cosine) * early + 1e-12);
    },
  );
});
