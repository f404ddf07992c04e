// Pendulums by their closed forms, and what jointed bodies keep.

import { describe, expect, it } from 'vitest';
import type { Body } from '../../../src/index.js';
import type { Vec3 } from '../../../src/math/vector.js';
import { add, cross, length, normalize, scale } from '../../../src/math/vector.js';
import { angularMomentum, expectVector, G, linearMomentum, run } from '../laboratory.js';
import { coordinateOf, energyOf, gapOf, makeBall, makeJointWorld, makeRod, momentAboutEnd, periodOf } from './linkage.js';

/** A point of a circle below the origin, `angle` from straight down [rad]. */
const below = (radius: number, angle: number): Vec3 => [radius * Math.sin(angle), -radius * Math.cos(angle), 0];

describe('a pendulum', () => {
  it.each([
    ['revolute', 1 / 60],
    ['ball', 1 / 60],
    ['universal', 1 / 60],
    ['revolute', 1 / 240],
  ] as const)('on a %s joint has its period to a thousandth, at dt = %s', (kind, dt) => {
    const world = makeJointWorld();
    const rod = makeRod(world, [0, 0, 0], below(1, 0.05));
    const joint = world.createJoint({ kind, bodyB: rod, anchor: [0, 0, 0], axis: [0, 0, 1] });
    const period = 2 * Math.PI * Math.sqrt(momentAboutEnd(1, 1) / (G * 0.5)) * (1 + 0.05 ** 2 / 16);
    expect(Math.abs(periodOf(world, 20, dt, () => rod.centerOfMass[0]) / period - 1)).toBeLessThan(1e-3);
    expect(gapOf(joint)).toBeLessThan(1e-9);
  });

  it('swings slower the farther it swings', () => {
    const world = makeJointWorld();
    const rod = makeRod(world, [0, 0, 0], below(1, 2));
    world.createJoint({ kind: 'revolute', bodyB: rod, anchor: [0, 0, 0], axis: [0, 0, 1] });
    // By the arithmetic-geometric mean.
    let [a, b] = [1, Math.cos(1)];
    for (let i = 0; i < 8; i++) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
    const period = (2 * Math.PI * Math.sqrt(momentAboutEnd(1, 1) / (G * 0.5))) / a;
    expect(Math.abs(periodOf(world, 20, 1 / 120, () => rod.centerOfMass[0]) / period - 1)).toBeLessThan(1e-3);
  });

  it('of a ball on a rod without mass has its period, and the rod its length', () => {
    const world = makeJointWorld();
    const ball = makeBall(world, below(2, 0.05));
    const rod = world.createJoint({
      kind: 'distance',
      bodyB: ball,
      frameA: { position: [0, 0, 0] },
      frameB: { position: [0, 0, 0] },
      coordinates: { length: { limits: [2, 2] } },
    });
    const period = 2 * Math.PI * Math.sqrt(2 / G) * (1 + 0.05 ** 2 / 16);
    expect(Math.abs(periodOf(world, 30, 1 / 60, () => ball.centerOfMass[0]) / period - 1)).toBeLessThan(1e-3);
    expect(Math.abs(coordinateOf(rod) - 2)).toBeLessThan(1e-9);
  });

  it('that goes round in a circle keeps its angle and its speed', () => {
    const world = makeJointWorld();
    const ball = makeBall(world, below(1, 0.5));
    const omega = Math.sqrt((G * 0.9999) / Math.cos(0.5));
    world.createJoint({
      kind: 'distance',
      bodyB: ball,
      frameA: { position: [0, 0, 0] },
      coordinates: { length: { limits: [1, 1] } },
    });
    ball.velocity = [0, 0, -Math.sqrt(G / Math.cos(0.5)) * Math.sin(0.5)];
    const period = periodOf(world, 20, 1 / 120, () => ball.centerOfMass[2]);
    expect(Math.abs((period * omega) / (2 * Math.PI) - 1)).toBeLessThan(1e-3);
    expect(ball.centerOfMass[1]).toBeCloseTo(-Math.cos(0.5), 3);
  });

  it('on a rope that is slack falls freely, and swings once the rope is taut', () => {
    const world = makeJointWorld();
    const ball = makeBall(world, [0.6, 0, 0]);
    const rope = world.createJoint({
      kind: 'distance',
      bodyB: ball,
      frameA: { position: [0, 0, 0] },
      coordinates: { length: { limits: [0, 1] } },
    });
    run(world, 0.3, 1 / 240);
    expect(ball.centerOfMass[1]).toBeCloseTo(-0.5 * G * 0.3 ** 2, 6);
    let longest = 0;
    run(world, 10, 1 / 240, () => {
      longest = Math.max(longest, coordinateOf(rope));
    });
    expect(longest).toBeLessThan(1.001);
    expect(longest).toBeGreaterThan(0.999);
  });
});

describe('a double pendulum', () => {
  it.each([
    ['quietly', 0.8, 0.01],
    ['wildly', Math.PI / 2, 0.01],
  ] as const)('keeps its energy over 20 s at 1/240, when it swings %s', (_, angle, share) => {
    const world = makeJointWorld();
    const elbow = below(1, angle);
    const upper = makeRod(world, [0, 0, 0], elbow);
    const lower = makeRod(world, elbow, add(elbow, below(1, angle)));
    const joints = [
      world.createJoint({ kind: 'revolute', bodyB: upper, anchor: [0, 0, 0], axis: [0, 0, 1] }),
      world.createJoint({ kind: 'revolute', bodyA: upper, bodyB: lower, anchor: elbow, axis: [0, 0, 1] }),
    ];
    // Against straight down.
    const lowest = -0.5 * G - 1.5 * G;
    const before = energyOf(world) - lowest;
    let worst = 0;
    run(world, 20, 1 / 240, () => {
      worst = Math.max(worst, Math.abs(energyOf(world) - lowest - before));
    });
    expect(worst / before).toBeLessThan(share);
    for (const joint of joints) expect(gapOf(joint)).toBeLessThan(1e-9);
  });
});

describe('a chain of five links that nothing touches', () => {
  it.each([
    // A whip that is too fast for RATTLE at 1/60 s is stiffened, and loses some.
    ['1/60', 1 / 60, 0.1],
    ['1/240', 1 / 240, 0.01],
  ])('keeps its energy for 20 s at %s s, however its end whips', (_, dt, share) => {
    const world = makeJointWorld();
    let above: Body | undefined;
    const links: Body[] = [];
    for (let i = 0; i < 5; i++) {
      // With the inertia of rods.
      const link = world.createBody({
        position: [0.5 * i + 0.25, 0, 0],
        mass: 1,
        inertia: [0.001, 0.021, 0.021, 0, 0, 0],
        shapes: [{ kind: 'sphere', radius: 0.001 }],
      });
      const ends = { ...(above === undefined ? {} : { bodyA: above }), bodyB: link };
      world.createJoint({ kind: 'ball', ...ends, anchor: [0.5 * i, 0, 0] });
      above = link;
      links.push(link);
    }
    // Links pass each other.
    world.createRule({ kind: 'ignore', between: links, and: links });
    const before = energyOf(world);
    let worst = 0;
    run(world, 20, dt, () => {
      worst = Math.max(worst, Math.abs(energyOf(world) - before));
    });
    // Of what it can fall by.
    expect(worst / (5 * G * 1.25)).toBeLessThan(share);
  });
});

describe('a free tree of links', () => {
  it('keeps momentum and angular momentum to 1e-9, and does not gain energy', () => {
    const world = makeJointWorld([0, 0, 0]);
    const kinds = ['revolute', 'ball', 'universal', 'prismatic', 'fixed'] as const;
    // Links are too far from each other to touch.
    const trunk = makeRod(world, [0, 0, 0], [0, 6, 0], 2);
    kinds.forEach((kind, i) => {
      const out = normalize([Math.cos(1.3 * i), 0.3, Math.sin(1.3 * i)]);
      const from = add([0, 0.2 + 1.4 * i, 0], scale(out, 0.1));
      const link = makeRod(world, from, add(from, scale(out, 0.5)), 0.5 + 0.3 * i);
      link.velocity = [0.3 * i, 0.5, -0.2];
      link.angularVelocity = cross(out, [1, 2, 3 - i]);
      world.createJoint({ kind, bodyA: trunk, bodyB: link, anchor: from, axis: normalize([1, i, 2]) });
    });
    // The first step brings the velocities that were given into agreement with the joints.
    world.step(1 / 120);
    const p = linearMomentum(world);
    const l = angularMomentum(world);
    const energy = energyOf(world, [0, 0, 0]);
    let highest = 0;
    run(world, 10, 1 / 120, () => {
      highest = Math.max(highest, energyOf(world, [0, 0, 0]));
    });
    expectVector(linearMomentum(world), p, 1e-9 * length(p));
    expectVector(angularMomentum(world), l, 1e-9 * length(l));
    expect(highest / energy).toBeLessThan(1 + 1e-11);
  });

  it.each([
    ['turns fast', 6, (i: number): Vec3 => [Math.sin(i), Math.cos(2 * i), 0.3 * i], (i: number): Vec3 => [i, 1, -0.5 * i], 0],
    // The two outer links fold up and meet over the one between them.
    ['folds until its links strike each other', 3, (): Vec3 => [0.3, 0.2, 0.1], (i: number): Vec3 => [0, 0, 1 + 6 * (i - 1)], 1],
  ] as const)('keeps them to 1e-9 while it %s', (_, count, velocityOf, spinOf, strikes) => {
    const world = makeJointWorld([0, 0, 0]);
    const links = Array.from({ length: count }, (_, i) => {
      const link = world.createBody({
        position: [0.5 * i + 0.25, 0, 0],
        shapes: [{ kind: 'box', size: [0.4, 0.1, 0.1] }],
        mass: 1 + i,
        velocity: velocityOf(i),
      });
      link.angularVelocity = spinOf(i);
      return link;
    });
    for (let i = 1; i < links.length; i++) {
      const kind = i % 2 === 1 ? 'ball' : 'revolute';
      world.createJoint({ kind, bodyA: links[i - 1], bodyB: links[i], anchor: [0.5 * i, 0, 0], axis: [0, 0, 1] });
    }
    world.step(1 / 60);
    const p = linearMomentum(world);
    const l = angularMomentum(world);
    let energy = energyOf(world, [0, 0, 0]);
    let blows = 0;
    let rise = 0;
    run(world, 10, 1 / 60, () => {
      if (world.report.contacts > 0) blows++;
      rise = Math.max(rise, energyOf(world, [0, 0, 0]) / energy - 1);
      energy = energyOf(world, [0, 0, 0]);
    });
    expect(blows).toBeGreaterThanOrEqual(strikes);
    expectVector(linearMomentum(world), p, 1e-9 * length(p));
    expectVector(angularMomentum(world), l, 1e-9 * length(l));
    expect(rise).toBeLessThan(1e-12);
  });
});
