// Gears, screws, Hooke's joint and wheels, by their closed forms.

import { describe, expect, it } from 'vitest';
import type { MethodName } from '../../../src/index.js';
import { METHODS } from '../../../src/index.js';
import type { Vec3 } from '../../../src/math/vector.js';
import { axisAngle, rotate } from '../../../src/math/vector.js';
import { G, run } from '../laboratory.js';
import { coordinateOf, makeBall, makeJointWorld, makeRod, periodOf, velocityOf } from './linkage.js';

const DT = 1 / 60;
const KNOWING = (Object.keys(METHODS) as MethodName[]).filter((name) => METHODS[name].blocks?.includes('joint'));

describe('gears', () => {
  it.each(KNOWING)('turn each other by their ratio, and share a torque by their inertia, by %s', (method) => {
    const world = makeJointWorld([0, 0, 0], method);
    const [first, second] = [0, 1].map((i) => {
      const wheel = world.createBody({
        position: [3 * i, 0, 0],
        mass: 1,
        inertia: [0.5, 0.5, 0.5, 0, 0, 0],
        shapes: [{ kind: 'sphere', radius: 0.1 }],
      });
      const motor = { kind: 'force', target: i === 0 ? 1 : 0, maxForce: 10 } as const;
      return world.createJoint({
        kind: 'revolute',
        bodyB: wheel,
        anchor: [3 * i, 0, 0],
        axis: [0, 0, 1],
        coordinates: { angle: { motor } },
      });
    });
    world.createCoupling({
      first: { joint: first, coordinate: 'angle' },
      second: { joint: second, coordinate: 'angle' },
      ratio: -2,
      offset: 0,
    });
    run(world, 10, DT);
    // The second turns twice as fast: it counts four times.
    expect(velocityOf(first)).toBeCloseTo(10 / (0.5 + 4 * 0.5), 6);
    expect(coordinateOf(second)).toBeCloseTo(-2 * coordinateOf(first), 6);
  });
});

describe('a gear of which a joint is gone', () => {
  it.each(KNOWING)('acts no more once it has broken, while it is passive, and again when it is back, by %s', (method) => {
    const world = makeJointWorld([0, 0, 0], method);
    const [first, second] = [0, 1].map((i) => {
      const wheel = world.createBody({
        position: [3 * i, 0, 0],
        mass: 1,
        inertia: [0.5, 0.5, 0.5, 0, 0, 0],
        shapes: [{ kind: 'sphere', radius: 0.1 }],
      });
      return world.createJoint({ kind: 'revolute', bodyB: wheel, anchor: [3 * i, 0, 0], axis: [0, 0, 1] });
    });
    const [a, b] = [first, second].map((joint) => ({ joint, coordinate: 'angle' }));
    world.createCoupling({ first: a, second: b, ratio: 1 });
    first.coordinate('angle').motor = { kind: 'force', target: 1, maxForce: 10 };
    /** What the first wheel gains in half a second [rad/s]. */
    const gain = () => {
      const before = velocityOf(first);
      run(world, 0.5, DT);
      return velocityOf(first) - before;
    };
    expect(gain()).toBeCloseTo(0.5, 6);
    second.active = false;
    expect(gain()).toBeCloseTo(1, 6);
    // It is geared again where the two stand then, at the speed that both have together.
    second.bodyB.angularVelocity = first.bodyB.angularVelocity;
    second.bodyB.orientation = first.bodyB.orientation;
    second.active = true;
    expect(gain()).toBeCloseTo(0.5, 4);
    second.breakForce = 1;
    second.bodyB.applyForce([0, 100, 0]);
    world.step(DT);
    expect(second.isBroken).toBe(true);
    expect(gain()).toBeCloseTo(1, 6);
  });
});

describe('a mimic joint', () => {
  it.each(KNOWING)('comes to its ratio and offset, and carries the load of the other, by %s', (method) => {
    const world = makeJointWorld(undefined, method);
    const slides = [0, 1].map((x) => {
      const ball = makeBall(world, [x, 0, 0], 2 + x);
      return world.createJoint({ kind: 'prismatic', bodyB: ball, anchor: [x, 0, 0], axis: [0, 1, 0] });
    });
    const motor = { kind: 'position', target: 0.5, stiffness: 400, damping: 60, maxForce: 1000 } as const;
    slides[0].coordinate('slide').motor = motor;
    const [first, second] = slides.map((joint) => ({ joint, coordinate: 'slide' }));
    world.createCoupling({ first, second, ratio: -0.5, offset: 0.25 });
    run(world, 6, DT);
    const [a, b] = slides.map((slide) => coordinateOf(slide));
    expect(b).toBeCloseTo(0.25 - 0.5 * a, 9);
    // The motor bears the first ball less half the weight of the second.
    expect(400 * (0.5 - a)).toBeCloseTo((2 - 0.5 * 3) * G, 4);
  });
});

describe('a screw', () => {
  it.each(KNOWING)('under a load unwinds as its lead says, by %s', (method) => {
    const world = makeJointWorld(undefined, method);
    const lead = 0.2;
    const nut = world.createBody({ mass: 2, inertia: [0.01, 0.01, 0.01, 0, 0, 0], shapes: [{ kind: 'sphere', radius: 0.1 }] });
    const screw = world.createJoint({ kind: 'cylindrical', bodyB: nut, anchor: [0, 0, 0], axis: [0, 1, 0] });
    world.createCoupling({
      first: { joint: screw, coordinate: 'angle' },
      second: { joint: screw, coordinate: 'slide' },
      ratio: lead / (2 * Math.PI),
    });
    run(world, 2, DT);
    // Each metre of fall turns it by 2 pi / lead.
    const effective = 2 + 0.01 * ((2 * Math.PI) / lead) ** 2;
    const fall = 0.5 * ((2 * G) / effective) * 2 ** 2;
    expect(coordinateOf(screw, 0) / -fall).toBeCloseTo(1, 3);
    expect(coordinateOf(screw, 1) / ((-fall * 2 * Math.PI) / lead)).toBeCloseTo(1, 3);
  });
});

describe("Hooke's joint", () => {
  it('turns a shaft at an angle by the closed form', () => {
    const bend = 0.6;
    const world = makeJointWorld([0, 0, 0]);
    const driver = makeRod(world, [-1.2, 0, 0], [-0.2, 0, 0], 2);
    const direction = rotate(axisAngle([0, 1, 0], bend), [1, 0, 0]);
    const driven = makeRod(world, direction.map((x) => 0.2 * x) as Vec3, direction.map((x) => 1.2 * x) as Vec3, 0.001);
    const input = world.createJoint({
      kind: 'revolute',
      bodyB: driver,
      anchor: [-0.5, 0, 0],
      axis: [1, 0, 0],
      coordinates: { angle: { motor: { kind: 'velocity', target: 2, maxForce: 1e3 } } },
    });
    const output = world.createJoint({ kind: 'revolute', bodyB: driven, anchor: direction, axis: direction });
    // The cross has one arm on each shaft: across the driver along y, across the driven along z' in the plane of both.
    world.createJoint({
      kind: 'universal',
      bodyA: driver,
      bodyB: driven,
      anchor: [0, 0, 0],
      axis: [0, 1, 0],
      axis2: rotate(axisAngle([0, 1, 0], bend), [0, 0, 1]),
    });
    run(world, 3, 1 / 240, () => {
      const turned = coordinateOf(input);
      // With that arm of the driver perpendicular to the plane of the shafts: tan(output) = tan(input) cos(bend).
      const expected = Math.atan2(Math.sin(turned) * Math.cos(bend), Math.cos(turned));
      const difference = coordinateOf(output) - expected;
      expect(Math.abs(difference - 2 * Math.PI * Math.round(difference / (2 * Math.PI)))).toBeLessThan(1e-6);
    });
  });
});

describe('a wheel joint', () => {
  it('springs along its suspension, steers about it and spins about its axle at the same time', () => {
    const world = makeJointWorld([0, 0, 0]);
    const hub = makeBall(world, [0, 0, 0], 2, 0.3);
    const frequency = 1.5;
    const joint = world.createJoint({
      kind: 'wheel',
      bodyB: hub,
      anchor: [0, 0, 0],
      axis: [0, 0, 1],
      axis2: [0, 1, 0],
      coordinates: {
        suspension: { spring: { stiffness: 2 * (2 * Math.PI * frequency) ** 2, rest: 0.1 } },
        steering: { motor: { kind: 'position', target: 0.4, stiffness: 500, damping: 50, maxForce: 1000 } },
        spin: { motor: { kind: 'velocity', target: 20, maxForce: 100 } },
      },
    });
    const period = periodOf(world, 20, DT, () => coordinateOf(joint) - 0.1);
    expect(period * frequency).toBeCloseTo(1, 2);
    expect(coordinateOf(joint, 1)).toBeCloseTo(0.4, 3);
    expect(velocityOf(joint, 2)).toBeCloseTo(20, 3);
    expect(coordinateOf(joint, 2)).toBeGreaterThan(390);
    expect(hub.centerOfMass[0]).toBeCloseTo(0, 9);
    expect(hub.centerOfMass[2]).toBeCloseTo(0, 9);
  });
});

describe('a planar joint', () => {
  it('lets a disc slide and turn in its plane as if it were free, and no further', () => {
    const world = makeJointWorld([1, -9.81, 0.5]);
    const disc = makeBall(world, [0, 0, 0], 2);
    world.createJoint({ kind: 'planar', bodyB: disc, anchor: [0, 0, 0], axis: [0, 1, 0] });
    disc.angularVelocity = [0, 3, 0];
    disc.velocity = [0, 0, 1];
    run(world, 2, DT);
    [2, 0, 3].forEach((value, i) => {
      expect(disc.centerOfMass[i]).toBeCloseTo(value, 6);
    });
    expect(disc.angularVelocity[1]).toBeCloseTo(3, 9);
  });
});
