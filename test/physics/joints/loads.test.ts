// Forces in joints as statics has them, and joints that break.

import { describe, expect, it } from 'vitest';
import type { Joint, JointKind } from '../../../src/index.js';
import type { Vec3 } from '../../../src/math/vector.js';
import { length } from '../../../src/math/vector.js';
import { G, run } from '../laboratory.js';
import { coordinateOf, makeBall, makeJointWorld, makeRod } from './linkage.js';

const DT = 1 / 60;

describe('the force in a joint is the weight of what hangs below, to 0.1 %', () => {
  it.each(['ball', 'revolute', 'universal', 'fixed'] as const)('in a chain of ten links: %s', (kind: JointKind) => {
    const world = makeJointWorld();
    const joints: Joint[] = [];
    let above = undefined as ReturnType<typeof makeRod> | undefined;
    for (let i = 0; i < 10; i++) {
      const link = makeRod(world, [0, -0.5 * i, 0], [0, -0.5 * (i + 1), 0], 1 + i);
      const ends = above === undefined ? { bodyB: link } : { bodyA: above, bodyB: link };
      joints.push(world.createJoint({ kind, ...ends, anchor: [0, -0.5 * i, 0], axis: [0, 0, 1] }));
      above = link;
    }
    run(world, 1, DT);
    joints.forEach((joint, i) => {
      let weight = 0;
      for (let j = i; j < 10; j++) weight += (1 + j) * G;
      const { force, torque } = joint.wrench;
      expect(force[1] / weight).toBeCloseTo(1, 3);
      expect(Math.hypot(force[0], force[2]) / weight).toBeLessThan(1e-3);
      expect(length(torque)).toBeLessThan(1e-3 * weight);
    });
  });

  it('of a bracket, with the moment of its load', () => {
    const world = makeJointWorld();
    const bracket = makeRod(world, [0, 0, 0], [1, 0, 0], 2);
    const load = makeBall(world, [1.5, 0.3, 0], 5);
    const wall = world.createJoint({ kind: 'fixed', bodyB: bracket, anchor: [0, 0, 0] });
    world.createJoint({ kind: 'fixed', bodyA: bracket, bodyB: load, anchor: [1, 0, 0] });
    run(world, 1, DT);
    const { force, torque } = wall.wrench;
    expect(force[1] / (7 * G)).toBeCloseTo(1, 3);
    expect(torque[2] / ((2 * 0.5 + 5 * 1.5) * G)).toBeCloseTo(1, 3);
  });

  it('of two ropes at an angle, by the parallelogram', () => {
    const world = makeJointWorld();
    const ball = makeBall(world, [0, 0, 0], 4);
    const ropes = [
      [-1, 1, 0],
      [2, 1, 0],
    ].map((position) =>
      world.createJoint({
        kind: 'distance',
        bodyB: ball,
        frameA: { position: position as Vec3 },
        coordinates: { length: { limits: [0, Math.hypot(...position)] } },
      }),
    );
    run(world, 2, DT);
    const tensions = ropes.map((rope) => length(rope.wrench.force));
    // Horizontally T1 / sqrt 2 = T2 2 / sqrt 5, vertically T1 / sqrt 2 + T2 / sqrt 5 = 4 G.
    const second = (4 * G * Math.sqrt(5)) / 3;
    expect(tensions[1] / second).toBeCloseTo(1, 3);
    expect(tensions[0] / ((second * 2 * Math.SQRT2) / Math.sqrt(5))).toBeCloseTo(1, 3);
  });
});

describe('a joint that can bear so much', () => {
  it.each([
    ['holds a load of 0.99 of that', 0.99, false],
    ['breaks at 1.01 of that', 1.01, true],
  ])('%s', (_, share, isBroken) => {
    const world = makeJointWorld();
    const ball = makeBall(world, [0, 0, 0], 3);
    const joint = world.createJoint({ kind: 'ball', bodyB: ball, anchor: [0, 0, 0], breakForce: (3 * G) / share });
    run(world, 2, DT);
    expect(joint.isBroken).toBe(isBroken);
    expect(ball.centerOfMass[1] < -1).toBe(isBroken);
    // What has broken carries nothing any more.
    expect(joint.wrench.force[1] / (3 * G)).toBeCloseTo(isBroken ? 0 : 1, 3);
  });

  it.each([
    ['holds a moment of 0.99 of that', 0.99, false],
    ['breaks at 1.01 of that', 1.01, true],
  ])('%s', (_, share, isBroken) => {
    const world = makeJointWorld();
    const rod = makeRod(world, [0, 0, 0], [2, 0, 0], 3);
    const joint = world.createJoint({ kind: 'fixed', bodyB: rod, anchor: [0, 0, 0], breakTorque: (3 * G) / share });
    run(world, 2, DT);
    expect(joint.isBroken).toBe(isBroken);
  });

  it.each(['gsp', 'ncp', 'substeps', 'impulsive'])('is told so while it carries, asleep: %s', (method) => {
    const world = makeJointWorld([0, -G, 0], method);
    world.set('sleeping.enabled', 'on');
    const ball = makeBall(world, [0, 0, 0], 3);
    const joint = world.createJoint({ kind: 'ball', bodyB: ball, anchor: [0, 0, 0] });
    run(world, 2, DT);
    joint.breakForce = (3 * G) / 0.99;
    run(world, 2, DT);
    expect(joint.isBroken).toBe(false);
    expect(ball.sleep.asleep).toBe(true);
    joint.breakForce = (3 * G) / 1.01;
    run(world, 2 * DT, DT);
    expect(joint.isBroken).toBe(true);
    run(world, 1, DT);
    expect(ball.velocity[1]).toBeLessThan(-0.9 * G);
  });

  it('is told so while it swings, and told otherwise', () => {
    const world = makeJointWorld();
    const ball = makeBall(world, [1, 0, 0]);
    const joint = world.createJoint({ kind: 'revolute', bodyB: ball, anchor: [0, 0, 0], axis: [0, 0, 1], breakForce: 1.2 * G });
    world.step(1 / 240);
    joint.breakForce = undefined;
    // Twice through the lowest point, where the pull is 3 G.
    run(world, 2.4, 1 / 240);
    expect(joint.isBroken).toBe(false);
    joint.breakForce = 2.9 * G;
    run(world, 2.4, 1 / 240);
    expect(joint.isBroken).toBe(true);
  });

  it('lets go of a pendulum where its pull is greatest', () => {
    const world = makeJointWorld();
    const ball = makeBall(world, [1, 0, 0]);
    const rod = world.createJoint({
      kind: 'distance',
      bodyB: ball,
      frameA: { position: [0, 0, 0] },
      coordinates: { length: { limits: [1, 1] } },
      breakForce: 2.9 * G,
    });
    // Let go from the side, the pull is 3 G sin(angle below).
    for (let i = 0; i < 600 && !rod.isBroken; i++) world.step(1 / 240);
    expect(rod.isBroken).toBe(true);
    const sine = -ball.centerOfMass[1] / coordinateOf(rod);
    expect(3 * sine).toBeCloseTo(2.9, 1);
  });
});
