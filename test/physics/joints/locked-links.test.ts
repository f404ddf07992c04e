// Links with locked axes among links without: locks hold what joints bring to them, and joints hold what is locked.

import { describe, expect, it } from 'vitest';
import type { AxisLock, CoordinateDescriptor, JointKind } from '../../../src/index.js';
import { METHODS as STEPPERS, World } from '../../../src/index.js';
import type { Vec3 } from '../../../src/math/vector.js';
import { length } from '../../../src/math/vector.js';
import { G } from '../laboratory.js';
import { gapOf, makeJointWorld, makeRod, momentAboutEnd } from './linkage.js';

const METHODS = ['gsp', 'ncp', 'substeps', 'impulsive'];
const PLACES: readonly AxisLock[] = ['x', 'y', 'z'];
const TURNS: readonly AxisLock[] = ['rx', 'ry', 'rz'];

it('what is fixed to a body that can turn and not move swings about it, with the inertia of both', () => {
  const world = makeJointWorld();
  // The rod comes first: it is the link with the lower number.
  const rod = makeRod(world, [0, 0, 0], [0, -1, 0]);
  const hub = world.createBody({ shapes: [{ kind: 'sphere', radius: 0.2 }], mass: 2, locks: PLACES });
  const joint = world.createJoint({ kind: 'fixed', bodyA: rod, bodyB: hub, anchor: [0, 0, 0] });
  const angle = () => Math.atan2(rod.position[0], -rod.position[1]);
  rod.angularVelocity = [0, 0, 0.2];
  rod.velocity = [0.1, 0, 0];
  hub.angularVelocity = [0, 0, 0.2];
  const passed: number[] = [];
  const dt = 1 / 240;
  for (let i = 1; i < 1500; i++) {
    const before = angle();
    world.step(dt);
    if (before < 0 && angle() >= 0) passed.push((i + 1 - angle() / (angle() - before)) * dt);
  }
  const inertia = momentAboutEnd(1, 1) + 0.4 * 2 * 0.2 * 0.2;
  const swing = Math.atan2(0.2, Math.sqrt((0.5 * G) / inertia)); // small: its square shows in the period by a 16th
  const period = 2 * Math.PI * Math.sqrt(inertia / (0.5 * G)) * (1 + swing ** 2 / 16);
  expect((passed[passed.length - 1] - passed[0]) / (passed.length - 1) / period).toBeCloseTo(1, 3);
  expect(length(hub.position)).toBe(0);
  expect(gapOf(joint)).toBeLessThan(1e-10);
});

const TWO: [JointKind, Record<string, CoordinateDescriptor>][] = [
  ['revolute', { angle: { limits: [-0.8, 0.8] } }],
  ['universal', { angle1: { limits: [-0.8, 0.8] }, angle2: { limits: [-0.8, 0.8] } }],
  ['ball', { swing: { limits: [0, 0.8] } }],
  ['generic', { slideZ: { limits: [-0.1, 0.1] }, turnX: {}, turnZ: { limits: [-0.8, 0.8] } }],
];

describe.each<[readonly AxisLock[]]>([[['rx']], [['rx', 'ry']], [TURNS], [PLACES], [['z', 'rx', 'ry']]])('of %j', (locks) => {
  it.each(TWO)('limits hold between such a link and a free one, and joints stay closed: %s', (kind, coordinates) => {
    for (const method of METHODS) {
      const world = makeJointWorld([0, 0, 0], method);
      const shapes = [{ kind: 'box', size: [0.1, 0.2, 0.12] }] as const;
      const bodyA = world.createBody({ position: [0, 0, 0.25], shapes, mass: 13 });
      const bodyB = world.createBody({ position: [0, 0, -0.25], shapes, mass: 8, locks });
      const axes = { axis: [0.6, 0.48, 0.64], axis2: [0.8, -0.36, -0.48] } as const;
      const joint = world.createJoint({ kind, bodyA, bodyB, anchor: [0, 0, 0], axis: axes.axis, axis2: axes.axis2, coordinates });
      bodyA.velocity = [-0.2, 3, -3];
      bodyA.angularVelocity = [-17, 2, -2];
      world.step(1 / 60);
      let energy = world.kineticEnergy();
      const most = energy;
      for (let i = 0; i < 90; i++) {
        world.step(1 / 60);
        expect(world.kineticEnergy(), `${method}, step ${i}`).toBeLessThan(energy + 1e-3 * most);
        energy = world.kineticEnergy();
        expect(gapOf(joint), `${method}, step ${i}`).toBeLessThan(1e-6);
        for (const { name, value, limits } of joint.coordinates) {
          if (limits === undefined) continue;
          expect(value, `${method}, step ${i}, ${name}`).toBeLessThan(limits[1] + 1e-3);
          expect(value, `${method}, step ${i}, ${name}`).toBeGreaterThan(limits[0] - 1e-3);
        }
      }
    }
  });
});

it.each(METHODS)('a rope of links between two that cannot move carries its weight, half at each, by %s', (method) => {
  const world = makeJointWorld([0, -G, 0], method);
  const corners: Vec3[] = [0, 1, 2, 3, 4, 5, 6].map((i) => [0.4 * i, -0.3 * Math.min(i, 6 - i), 0]);
  const links = corners.slice(1).map((corner, i) => makeRod(world, corners[i], corner));
  for (const link of links) {
    link.linearDamping = 2;
    link.angularDamping = 2;
  }
  const posts = [corners[0], corners[6]].map((position) =>
    world.createBody({
      position: [position[0], position[1], 0],
      shapes: [{ kind: 'sphere', radius: 0.1 }],
      mask: 0,
      locks: PLACES,
    }),
  );
  const chain = [posts[0], ...links, posts[1]];
  const joints = corners.map((anchor, i) => world.createJoint({ kind: 'ball', bodyA: chain[i], bodyB: chain[i + 1], anchor }));
  for (let i = 0; i < 900; i++) world.step(1 / 60);
  for (const joint of joints) expect(gapOf(joint)).toBeLessThan(1e-6);
  expect(joints[0].wrench.force[1]).toBeCloseTo(3 * G, 1);
  expect(joints[6].wrench.force[1]).toBeCloseTo(-3 * G, 1);
});

it.each(METHODS)(
  'a script that pulls a chain away from a link that cannot move gives it no more than its ways show, by %s',
  (method) => {
    const world = makeJointWorld([0, -G, 0], method);
    const shapes = [{ kind: 'box', size: [0.1, 0.1, 0.1] }] as const;
    const motion = { kind: 'oscillation', translation: [0.5, 0, 0], frequency: 0.5 } as const;
    let bodyA = world.createBody({ kind: 'scripted', position: [0, 2, 0], shapes, mask: 0, motion });
    for (let i = 1; i <= 3; i++) {
      const locks = i === 3 ? ([...PLACES, ...TURNS] as const) : [];
      const bodyB = world.createBody({ position: [0.4 * i, 2, 0], shapes, mass: 1, mask: 0, locks });
      world.createJoint({ kind: 'ball', bodyA, bodyB, anchor: [0.4 * i - 0.2, 2, 0] });
      bodyA = bodyB;
    }
    for (let i = 0; i < 240; i++) {
      world.step(1 / 60);
      expect(world.kineticEnergy(), `step ${i}`).toBeLessThan(1e4); // two links at 70 m/s: half a metre in a step, three times as fast
    }
  },
);

it.each(['gsp', 'substeps'] as const)(
  'by %s a script that pulls at a link that cannot follow gives it no energy to speak of',
  (method) => {
    const world = new World({ stepper: STEPPERS[method] });
    const translation = [0.15, 0.105, 0.045] as const;
    world.createBody({
      kind: 'scripted',
      name: 'hook',
      position: [0, 1.6, 0],
      shapes: [{ kind: 'sphere', radius: 0.02 }],
      motion: { kind: 'oscillation', translation, frequency: 1 },
      mask: 0,
    });
    const link = world.createBody({ position: [-0.4, 1.6, 0.2], shapes: [{ kind: 'box', size: [0.2, 0.15, 0.1] }], mass: 4 });
    link.locks = ['x', 'y', 'z'];
    const joint = world.createJoint({
      kind: 'planar',
      bodyA: 'hook',
      bodyB: link,
      anchor: [0, 1.6, 0],
      axis: [0.5, 0.3, 0.8],
      coordinates: { slide1: { limits: [-0.09, 0.2] }, slide2: { limits: [-0.2, 0.3] }, angle: { limits: [-0.6, 0.6] } },
    });
    let [most, largest] = [0, 0];
    for (let i = 0; i < 120; i++) {
      world.step(1 / 60);
      most = Math.max(most, world.kineticEnergy());
      largest = Math.max(largest, Math.hypot(...joint.wrench.force));
    }
    // The hook goes at 1.2 m/s at the most. It had come to 30 kJ by one method and to 1.5 GJ by the other, at 1e21 N.
    expect(most).toBeLessThan(200);
    expect(largest).toBeLessThan(1e6);
  },
);
