// Springs on joints: frequencies, losses, and where they rest.

import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../../src/math/vector.js';
import { G, run } from '../laboratory.js';
import { coordinateOf, makeBall, makeJointWorld, makeRod, momentAboutEnd, periodOf } from './linkage.js';

const DT = 1 / 60;
const NO_GRAVITY: Vec3 = [0, 0, 0];

describe('the frequency of a spring is right to 0.5 %', () => {
  it.each([0.5, 1, 2, 4])('of a ball on a slide: %s Hz', (frequency) => {
    const world = makeJointWorld(NO_GRAVITY);
    const ball = makeBall(world, [0, 0, 0], 3);
    const stiffness = 3 * (2 * Math.PI * frequency) ** 2;
    const joint = world.createJoint({
      kind: 'prismatic',
      bodyB: ball,
      anchor: [0, 0, 0],
      coordinates: { slide: { spring: { stiffness, rest: 0.2 } } },
    });
    expect(Math.abs(periodOf(world, 20, DT, () => coordinateOf(joint) - 0.2) * frequency - 1)).toBeLessThan(5e-3);
  });

  it.each([0.5, 1, 2, 4])('of two balls between which it is: %s Hz', (frequency) => {
    const world = makeJointWorld(NO_GRAVITY);
    const a = makeBall(world, [0, 0, 0], 1);
    const b = makeBall(world, [1, 0, 0], 3);
    const stiffness = 0.75 * (2 * Math.PI * frequency) ** 2;
    const coordinates = { slide: { spring: { stiffness, rest: 0.2 } } };
    const joint = world.createJoint({ kind: 'prismatic', bodyA: a, bodyB: b, anchor: [0.5, 0, 0], coordinates });
    expect(Math.abs(periodOf(world, 20, DT, () => coordinateOf(joint) - 0.2) * frequency - 1)).toBeLessThan(5e-3);
  });

  it.each([0.5, 1, 2, 4])('of a long rod that it turns about its end: %s Hz', (frequency) => {
    const world = makeJointWorld(NO_GRAVITY);
    const rod = makeRod(world, [0, 0, 0], [2, 0, 0], 5);
    const stiffness = momentAboutEnd(5, 2) * (2 * Math.PI * frequency) ** 2;
    const coordinates = { angle: { spring: { stiffness, rest: 0.2 } } };
    const joint = world.createJoint({ kind: 'revolute', bodyB: rod, anchor: [0, 0, 0], axis: [0, 0, 1], coordinates });
    expect(Math.abs(periodOf(world, 20, DT, () => coordinateOf(joint) - 0.2) * frequency - 1)).toBeLessThan(5e-3);
  });

  it.each([0.5, 1, 2])('of a light link that carries a heavy load far away: %s Hz', (frequency) => {
    const world = makeJointWorld(NO_GRAVITY);
    const link = makeRod(world, [0, 0, 0], [0.2, 0, 0], 0.1);
    const load = makeBall(world, [2, 0, 0], 10);
    world.createJoint({ kind: 'fixed', bodyA: link, bodyB: load, anchor: [0.2, 0, 0] });
    const moment = momentAboutEnd(0.1, 0.2) + 10 * (4 + 0.4 * 0.01);
    const stiffness = moment * (2 * Math.PI * frequency) ** 2;
    const coordinates = { angle: { spring: { stiffness, rest: 0.1 } } };
    const joint = world.createJoint({ kind: 'revolute', bodyB: link, anchor: [0, 0, 0], axis: [0, 0, 1], coordinates });
    expect(Math.abs(periodOf(world, 20, DT, () => coordinateOf(joint) - 0.1) * frequency - 1)).toBeLessThan(5e-3);
  });

  it('of a ball on a spring between two points', () => {
    const world = makeJointWorld();
    const ball = makeBall(world, [0, -1, 0], 2);
    const stiffness = 2 * (2 * Math.PI) ** 2;
    const coordinates = { length: { spring: { stiffness, rest: 1 } } };
    const joint = world.createJoint({ kind: 'distance', bodyB: ball, frameA: { position: [0, 0, 0] }, coordinates });
    const middle = 1 + (2 * G) / stiffness;
    expect(Math.abs(periodOf(world, 20, DT, () => coordinateOf(joint) - middle) - 1)).toBeLessThan(5e-3);
  });
});

describe('springs', () => {
  it.each([10, 1e3, 1e5, 1e7])('with a damper come to rest where statics says: %s N/m', (stiffness) => {
    const world = makeJointWorld();
    const ball = makeBall(world, [0, 0, 0], 2);
    const coordinates = { slide: { spring: { stiffness, damping: 2 * Math.sqrt(2 * stiffness), rest: 0.1 } } };
    const joint = world.createJoint({ kind: 'prismatic', bodyB: ball, anchor: [0, 0, 0], axis: [0, 1, 0], coordinates });
    run(world, 15, DT);
    expect(coordinateOf(joint)).toBeCloseTo(0.1 - (2 * G) / stiffness, 9);
  });

  it.each([100, 1e4, 1e6, 1e8])('without a damper do not swing farther with time: %s N/m', (stiffness) => {
    const world = makeJointWorld(NO_GRAVITY);
    const ball = makeBall(world, [0, 0, 0]);
    const joint = world.createJoint({
      kind: 'prismatic',
      bodyB: ball,
      anchor: [0, 0, 0],
      coordinates: { slide: { spring: { stiffness, rest: 0.1 } } },
    });
    let farthest = 0;
    run(world, 30, DT, () => {
      farthest = Math.max(farthest, Math.abs(coordinateOf(joint) - 0.1));
    });
    expect(farthest).toBeLessThan(0.1 + 1e-9);
  });

  it('with a damper lose height as the closed form says', () => {
    const world = makeJointWorld(NO_GRAVITY);
    const ball = makeBall(world, [0, 0, 0]);
    const omega = 2 * Math.PI;
    const coordinates = { slide: { spring: { stiffness: omega ** 2, damping: 0.2 * omega } } };
    const joint = world.createJoint({ kind: 'prismatic', bodyB: ball, anchor: [0, 0, 0], coordinates });
    const damped = omega * Math.sqrt(1 - 0.1 ** 2);
    ball.velocity = [damped, 0, 0];
    for (let i = 1; i <= 120; i++) {
      world.step(DT);
      expect(coordinateOf(joint)).toBeCloseTo(Math.exp(-0.1 * omega * i * DT) * Math.sin(damped * i * DT), 2);
    }
  });

  it('and dampers between two free bodies keep their momentum', () => {
    const world = makeJointWorld(NO_GRAVITY);
    const a = makeBall(world, [0, 0, 0], 1);
    const b = makeBall(world, [1, 0, 0], 3);
    a.velocity = [1, 2, 0];
    world.createJoint({
      kind: 'distance',
      bodyA: a,
      bodyB: b,
      coordinates: { length: { spring: { stiffness: 50, damping: 2, rest: 1 } } },
    });
    run(world, 10, DT);
    for (let i = 0; i < 3; i++) expect(a.velocity[i] + 3 * b.velocity[i]).toBeCloseTo([1, 2, 0][i], 10);
  });
});

describe('armature', () => {
  it('slows a pendulum down as a flywheel on its axis would', () => {
    const world = makeJointWorld();
    const rod = makeRod(world, [0, 0, 0], [Math.sin(0.05), -Math.cos(0.05), 0]);
    world.createJoint({
      kind: 'revolute',
      bodyB: rod,
      anchor: [0, 0, 0],
      axis: [0, 0, 1],
      coordinates: { angle: { armature: 2 } },
    });
    const period = 2 * Math.PI * Math.sqrt((momentAboutEnd(1, 1) + 2) / (G * 0.5)) * (1 + 0.05 ** 2 / 16);
    expect(Math.abs(periodOf(world, 60, DT, () => rod.centerOfMass[0]) / period - 1)).toBeLessThan(1e-3);
  });
});
