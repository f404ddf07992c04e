// Motors, limits and friction of joints.

import { describe, expect, it } from 'vitest';
import type { Body, CoordinateDescriptor, Joint, World } from '../../../src/index.js';
import { G, run } from '../laboratory.js';
import { coordinateOf, makeBall, makeJointWorld, makeRod, momentAboutEnd, velocityOf } from './linkage.js';

const DT = 1 / 60;
const DEGREE = Math.PI / 180;

/** A rod of 1 kg and 1 m that sticks out to the right of a hinge; its weight turns it by -G / 2 [N m]. */
function arm(angle: CoordinateDescriptor, dt = DT): { world: World; rod: Body; joint: Joint; dt: number } {
  const world = makeJointWorld();
  const rod = makeRod(world, [0, 0, 0], [1, 0, 0]);
  const joint = world.createJoint({ kind: 'revolute', bodyB: rod, anchor: [0, 0, 0], axis: [0, 0, 1], coordinates: { angle } });
  return { world, rod, joint, dt };
}

describe('limits', () => {
  it.each([1 / 60, 1 / 240])('hold ten times the load within 0.1 degree, at dt = %s', (dt) => {
    const { world, rod, joint } = arm({ limits: [-0.3, 1] });
    let lowest = 0;
    const note = () => {
      lowest = Math.min(lowest, coordinateOf(joint));
    };
    run(world, 2, dt, note);
    expect(coordinateOf(joint)).toBeCloseTo(-0.3, 6);
    run(world, 2, dt, () => {
      rod.applyForce([0, -10 * G, 0], [Math.cos(0.3), -Math.sin(0.3), 0]);
      note();
    });
    expect(lowest).toBeGreaterThan(-0.3 - 0.1 * DEGREE);
    expect(Math.abs(velocityOf(joint))).toBeLessThan(1e-6);
  });

  it('stop what comes fast, from both sides, and do not throw it back', () => {
    for (const speed of [-20, 20]) {
      const world = makeJointWorld([0, 0, 0]);
      const ball = makeBall(world, [0, 0, 0]);
      const joint = world.createJoint({
        kind: 'prismatic',
        bodyB: ball,
        anchor: [0, 0, 0],
        coordinates: { slide: { limits: [-1, 0.5] } },
      });
      ball.velocity = [speed, 0, 0];
      run(world, 1, DT, () => {
        expect(coordinateOf(joint)).toBeGreaterThan(-1 - 1e-9);
        expect(coordinateOf(joint)).toBeLessThan(0.5 + 1e-9);
      });
      expect(coordinateOf(joint)).toBeCloseTo(speed < 0 ? -1 : 0.5, 9);
      expect(Math.abs(velocityOf(joint))).toBeLessThan(1e-9);
    }
  });

  it('beyond half a turn and beyond a turn are where they are', () => {
    const world = makeJointWorld([0, 0, 0]);
    const rod = makeRod(world, [0, 0, 0], [1, 0, 0]);
    const joint = world.createJoint({
      kind: 'revolute',
      bodyB: rod,
      anchor: [0, 0, 0],
      axis: [0, 0, 1],
      coordinates: { angle: { limits: [-1, 15], motor: { kind: 'velocity', target: 5, maxForce: 100 } } },
    });
    run(world, 5, DT);
    expect(coordinateOf(joint)).toBeCloseTo(15, 6);
    joint.coordinate('angle').target = -5;
    run(world, 5, DT);
    expect(coordinateOf(joint)).toBeCloseTo(-1, 6);
  });

  it('of a reach cone hold a rod inside it, whichever way it falls', () => {
    for (const heading of [0, 1, 2, 4]) {
      const world = makeJointWorld();
      const rod = makeRod(world, [0, 0, 0], [0, 1, 0]);
      const joint = world.createJoint({
        kind: 'ball',
        bodyB: rod,
        anchor: [0, 0, 0],
        axis: [0, 1, 0],
        coordinates: { swing: { limits: [0, 0.6] } },
      });
      rod.angularVelocity = [0.5 * Math.cos(heading), 0, 0.5 * Math.sin(heading)];
      let farthest = 0;
      run(world, 4, DT, () => {
        farthest = Math.max(farthest, coordinateOf(joint, 1));
      });
      expect(farthest).toBeLessThan(0.6 + 0.1 * DEGREE);
      expect(coordinateOf(joint, 1)).toBeGreaterThan(0.6 - 0.1 * DEGREE);
    }
  });
});

describe('motors', () => {
  it('hold a velocity against a load that they can bear', () => {
    const { world, joint } = arm({ motor: { kind: 'velocity', target: 2, maxForce: 100 } });
    run(world, 3, DT, () => expect(velocityOf(joint)).toBeCloseTo(2, 9));
    expect(coordinateOf(joint)).toBeCloseTo(6, 1);
  });

  it('give no more than their largest force', () => {
    const world = makeJointWorld([0, 0, 0]);
    const rod = makeRod(world, [0, 0, 0], [1, 0, 0]);
    const joint = world.createJoint({
      kind: 'revolute',
      bodyB: rod,
      anchor: [0, 0, 0],
      axis: [0, 0, 1],
      coordinates: { angle: { motor: { kind: 'velocity', target: 100, maxForce: 0.5 } } },
    });
    run(world, 2, DT);
    expect(velocityOf(joint)).toBeCloseTo((0.5 * 2) / momentAboutEnd(1, 1), 6);
  });

  it('that are too weak let the load sink', () => {
    const { world, joint } = arm({ motor: { kind: 'velocity', target: 0, maxForce: 0.99 * 0.5 * G } });
    run(world, 1, DT);
    expect(coordinateOf(joint)).toBeLessThan(-0.01);
  });

  it('pull to a position, and stay below it by load over stiffness', () => {
    const { world, joint } = arm({ motor: { kind: 'position', target: 0.5, stiffness: 200, damping: 40, maxForce: 1000 } });
    run(world, 10, DT);
    const angle = coordinateOf(joint);
    expect(200 * (0.5 - angle)).toBeCloseTo(0.5 * G * Math.cos(angle), 6);
  });

  it('follow a position more than a turn away', () => {
    const world = makeJointWorld([0, 0, 0]);
    const rod = makeRod(world, [0, 0, 0], [1, 0, 0]);
    const joint = world.createJoint({
      kind: 'revolute',
      bodyB: rod,
      anchor: [0, 0, 0],
      axis: [0, 0, 1],
      coordinates: { angle: { motor: { kind: 'position', target: -20, stiffness: 100, damping: 20, maxForce: 20 } } },
    });
    run(world, 15, DT);
    expect(coordinateOf(joint)).toBeCloseTo(-20, 4);
  });

  it('give the torque they are told to', () => {
    const { world, joint } = arm({ motor: { kind: 'force', target: 0.5 * G, maxForce: 100 } });
    run(world, 3, DT);
    // The torque of the weight at rest, and the rod stays at rest.
    expect(Math.abs(coordinateOf(joint))).toBeLessThan(1e-9);
  });
});

describe('friction', () => {
  it('holds up to its torque', () => {
    const { world, joint } = arm({ friction: 1.001 * 0.5 * G });
    run(world, 5, DT);
    expect(Math.abs(coordinateOf(joint))).toBeLessThan(1e-9);
  });

  it('and no further', () => {
    const { world, joint } = arm({ friction: 0.999 * 0.5 * G });
    run(world, 2, DT);
    expect(coordinateOf(joint)).toBeLessThan(-1e-3);
  });

  it('stops a spinning rod in the time that its torque takes', () => {
    const world = makeJointWorld([0, 0, 0]);
    const rod = makeRod(world, [-0.5, 0, 0], [0.5, 0, 0], 2);
    const moment = (2 * (1 + 0.05 ** 2)) / 12;
    const joint = world.createJoint({
      kind: 'revolute',
      bodyB: rod,
      anchor: [0, 0, 0],
      axis: [0, 0, 1],
      coordinates: { angle: { friction: 0.5 } },
    });
    rod.angularVelocity = [0, 0, 6];
    run(world, 1, DT);
    expect(velocityOf(joint)).toBeCloseTo(6 - 0.5 / moment, 6);
    run(world, 2, DT);
    expect(Math.abs(velocityOf(joint))).toBeLessThan(1e-9);
    // By 6^2 / (2 * 0.5 / moment) [rad]: the step forgets at most its own length.
    expect(Math.abs(coordinateOf(joint) - (36 * moment) / (2 * 0.5))).toBeLessThan(6 * DT);
  });

  it('of a slide that is pulled is its force', () => {
    const world = makeJointWorld([0, 0, 0]);
    const ball = makeBall(world, [0, 0, 0], 2);
    const joint = world.createJoint({
      kind: 'prismatic',
      bodyB: ball,
      anchor: [0, 0, 0],
      coordinates: { slide: { friction: 3 } },
    });
    run(world, 1, DT, () => ball.applyForce([2.99, 5, 0]));
    expect(Math.abs(velocityOf(joint))).toBeLessThan(1e-9);
    run(world, 1, DT, () => ball.applyForce([5, 5, 0]));
    expect(velocityOf(joint)).toBeCloseTo(1, 1);
  });
});
