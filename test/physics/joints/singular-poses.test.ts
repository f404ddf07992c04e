// Loops in poses where their rows depend on each other: links in one line, flat loops, and chains held taut.

import { describe, expect, it } from 'vitest';
import type { Body, Joint, World } from '../../../src/index.js';
import type { Vec3 } from '../../../src/math/vector.js';
import { G, run } from '../laboratory.js';
import { energyOf, gapOf, makeJointWorld, makeRod } from './linkage.js';

const DT = 1 / 60;

/** Rods from point to point, hinged about z to each other, and to the world at both ends. */
function makeLinkage(world: World, points: readonly Vec3[]): Joint[] {
  const hinge = (anchor: Vec3, bodyA: Body | undefined, bodyB: Body) =>
    world.createJoint({ kind: 'revolute', ...(bodyA === undefined ? {} : { bodyA }), bodyB, anchor, axis: [0, 0, 1] });
  const rods = points.slice(1).map((point, i) => makeRod(world, points[i], point));
  const joints = rods.map((rod, i) => hinge(points[i], rods[i - 1], rod));
  return [...joints, hinge(points[points.length - 1], undefined, rods[rods.length - 1])];
}

/** The widest gap of all joints, the most that energy was above that of the beginning [J], and how far a body came down [m]. */
function watch(world: World, joints: readonly Joint[], seconds: number): { widest: number; gain: number; lowest: number } {
  const before = energyOf(world);
  let widest = 0;
  let gain = 0;
  let lowest = 0;
  run(world, seconds, DT, () => {
    for (const joint of joints) widest = Math.max(widest, gapOf(joint));
    gain = Math.max(gain, energyOf(world) - before);
    for (const body of world.bodies()) lowest = Math.min(lowest, body.centerOfMass[1]);
  });
  return { widest, gain, lowest };
}

describe.each(['gsp', 'substeps'])('by the method %s', (method) => {
  it.each([
    [
      'a parallelogram that lies flat falls',
      [
        [0, 0, 0],
        [0.3, 0, 0],
        [1.3, 0, 0],
        [1, 0, 0],
      ],
    ],
    [
      'a linkage whose rods lie over each other falls',
      [
        [0, 0, 0],
        [0.5, 0, 0],
        [0.2, 0, 0],
        [1, 0, 0],
      ],
    ],
    [
      'a parallelogram that swings passes its flat pose',
      [
        [0, 0, 0],
        [0.3 * Math.cos(1), 0.3 * Math.sin(1), 0],
        [1 + 0.3 * Math.cos(1), 0.3 * Math.sin(1), 0],
        [1, 0, 0],
      ],
    ],
  ] as [string, Vec3[]][])('%s: it stays closed, and its energy does not rise', (_, points) => {
    const world = makeJointWorld([0, -G, 0], method);
    const joints = makeLinkage(world, points);
    const { widest, gain, lowest } = watch(world, joints, 5);
    expect(widest).toBeLessThan(1e-9);
    expect(gain).toBeLessThan(1e-12);
    // It does not stop in the air.
    expect(lowest).toBeLessThan(-0.05);
  });

  it.each([3, 10])('%s rods in one line that are as long as their span stay where they are', (count) => {
    const world = makeJointWorld([0, -G, 0], method);
    const joints = makeLinkage(
      world,
      Array.from({ length: count + 1 }, (_, i): Vec3 => [0.5 * i, 0, 0]),
    );
    const { widest, gain } = watch(world, joints, 3);
    expect(widest).toBeLessThan(1e-6);
    expect(gain / (count * G * 0.5)).toBeLessThan(1e-3);
    for (const body of world.bodies()) expect(Math.abs(body.centerOfMass[1])).toBeLessThan(2e-3);
  });
});

it('a chain of links of one millimetre stays closed in long steps, and its energy does not rise', () => {
  const world = makeJointWorld();
  const size = 1e-3;
  const joints: Joint[] = [];
  let above: Body | undefined;
  for (let i = 0; i < 20; i++) {
    const link = world.createBody({
      position: [(i + 0.5) * size, 0, 0],
      mass: 1e-3,
      shapes: [{ kind: 'box', size: [size, size / 10, size / 10] }],
    });
    const ends = { ...(above === undefined ? {} : { bodyA: above }), bodyB: link };
    joints.push(world.createJoint({ kind: 'ball', ...ends, anchor: [i * size, 0, 0] }));
    above = link;
  }
  const { widest, gain } = watch(world, joints, 2);
  expect(widest).toBeLessThan(1e-9);
  expect(gain / (20e-3 * G * 20 * size)).toBeLessThan(1e-9);
});
