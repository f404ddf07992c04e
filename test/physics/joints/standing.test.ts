// Machines that stand: an arm parked on a table that stands itself, a crane with a load on boxes of which none is fixed, and
// a chain of planks with a stack on it.
// By `gsp` they are held to the bit; by other methods they stay where they are. Nothing of them stays where its support goes.

import { describe, expect, it } from 'vitest';
import type { Body, Joint, MethodName, MultibodyOptions, ShapeDescriptor, Vec3 } from '../../../src/index.js';
import { METHODS, type World } from '../../../src/index.js';
import { add, axisAngle, scale } from '../../../src/math/vector.js';
import { G, run } from '../laboratory.js';
import { gapOf, makeJointWorld } from './linkage.js';

const DT = 1 / 60;
const KNOWING = (Object.keys(METHODS) as MethodName[]).filter((name) => METHODS[name].blocks?.includes('joint'));
const HELD = { motor: { kind: 'velocity', target: 0, maxForce: 1e5 } } as const;

const box = (size: Vec3, position: Vec3 = [0, 0, 0]): ShapeDescriptor => ({ kind: 'box', size, position });

function makeGround(method: string): World {
  const world = makeJointWorld([0, -G, 0], method);
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  return world;
}

interface Machine {
  world: World;
  /** What it stands on. */
  support: Body;
  /** What it carries. */
  load: Body;
  /** Everything that its first joint carries [kg], and everything that moves. */
  carried: number;
  total: number;
}

const massOf = (bodies: Iterable<Body>) => [...bodies].reduce((sum, { mass }) => sum + (Number.isFinite(mass) ? mass : 0), 0);

/** A table of 30 kg on four legs; on it an arm of three links on a foot, with a box on its hand. */
function makeArm(method: string): Machine {
  const world = makeGround(method);
  const legs = [-0.55, 0.55].flatMap((x) => [-0.35, 0.35].map((z) => box([0.06, 0.7, 0.06], [x, -0.375, z])));
  const support = world.createBody({ position: [0, 0.725, 0], mass: 30, shapes: [box([1.2, 0.05, 0.8]), ...legs] });
  const arm: MultibodyOptions = {
    name: 'arm',
    links: [
      { position: [-0.3, 0.8, 0], mass: 12, shapes: [box([0.3, 0.1, 0.3])] },
      { position: [-0.3, 1.05, 0], mass: 3, shapes: [box([0.08, 0.36, 0.08])] },
      { position: [-0.1, 1.27, 0], mass: 2, shapes: [box([0.4, 0.06, 0.08])] },
      { position: [0.2, 1.27, 0], mass: 1, shapes: [box([0.16, 0.06, 0.16])] },
    ],
    joints: [
      { kind: 'revolute', bodyA: 0, bodyB: 1, anchor: [-0.3, 0.86, 0], axis: [0, 0, 1], coordinates: { angle: HELD } },
      { kind: 'revolute', bodyA: 1, bodyB: 2, anchor: [-0.3, 1.27, 0], axis: [0, 0, 1], coordinates: { angle: HELD } },
      { kind: 'revolute', bodyA: 2, bodyB: 3, anchor: [0.11, 1.27, 0], axis: [0, 0, 1], coordinates: { angle: HELD } },
    ],
  };
  world.createMultibody(arm);
  const load = world.createBody({ position: [0.2, 1.35, 0], mass: 1.5, shapes: [box([0.1, 0.1, 0.1])] });
  return { world, support, load, carried: 3 + 2 + 1 + 1.5, total: massOf(world.bodies()) };
}

/** A mast on a ballast of two tonnes, on two boxes; its jib has a counterweight, and half a tonne hangs on a rope from it. */
function makeCrane(method: string): Machine {
  const world = makeGround(method);
  // The one on the side of the load comes first.
  const [support] = [0.7, -0.7].map((x) => world.createBody({ position: [x, 0.2, 0], mass: 200, shapes: [box([0.5, 0.4, 2])] }));
  const damping = { linearDamping: 3, angularDamping: 3 };
  world.createMultibody({
    name: 'crane',
    links: [
      { position: [0, 0.6, 0], mass: 2000, shapes: [box([2, 0.4, 2]), box([0.4, 4, 0.4], [0, 2.2, 0])] },
      { position: [0.5, 5, 0], mass: 400, shapes: [box([6, 0.3, 0.3]), box([0.8, 0.8, 0.8], [-2.5, 0, 0])] },
    ],
    joints: [{ kind: 'revolute', bodyA: 0, bodyB: 1, anchor: [0, 4.8, 0], axis: [0, 1, 0], coordinates: { angle: HELD } }],
  });
  const jib = [...world.bodies()].find(({ mass }) => mass === 400) as Body;
  const load = world.createBody({ position: [2.5, 2.35, 0], mass: 500, shapes: [box([0.6, 0.6, 0.6])], ...damping });
  world.createJoint({
    name: 'rope',
    kind: 'distance',
    bodyA: jib,
    bodyB: load,
    frameA: { position: [2, -0.15, 0] },
    frameB: { position: [0, 0.3, 0] },
    coordinates: { length: { limits: [0, 2.2] } },
  });
  return { world, support, load, carried: 900, total: massOf(world.bodies()) };
}

/** Seven planks on an arc, hinged to each other and to the world, with three boxes on the middle one. */
function makeBridge(method: string): { world: World; hinges: Joint[]; stack: Body[]; mass: number; outer: number[] } {
  const world = makeJointWorld([0, -G, 0], method);
  const radius = 4;
  const turn = 2 * Math.asin(0.25 / radius);
  const pin = (i: number): Vec3 => [radius * Math.sin((i - 3.5) * turn), 3 - radius * Math.cos((i - 3.5) * turn), 0];
  const planks = Array.from({ length: 7 }, (_, i) => {
    const middle = scale(add(pin(i), pin(i + 1)), 0.5);
    const orientation = axisAngle([0, 0, 1], (i - 3) * turn);
    return world.createBody({ position: middle, orientation, mass: 5, shapes: [box([0.44, 0.06, 0.6])] });
  });
  const coordinates = { angle: { friction: 20, damping: 20 } };
  const hinges = Array.from({ length: 8 }, (_, i) => {
    const ends = i === 0 ? { bodyB: planks[0] } : i === 7 ? { bodyB: planks[6] } : { bodyA: planks[i - 1], bodyB: planks[i] };
    return world.createJoint({ kind: 'revolute', ...ends, anchor: pin(i), axis: [0, 0, 1], coordinates });
  });
  const top = planks[3].position[1] + 0.03;
  const stack = [0, 1, 2].map((i) =>
    world.createBody({ position: [0, top + 0.2 * (i + 0.5), 0], mass: 10, shapes: [box([0.3, 0.2, 0.3])] }),
  );
  return { world, hinges, stack, mass: massOf(world.bodies()), outer: [pin(0)[0], pin(7)[0]] };
}

const posesOf = (world: World) => [...world.bodies()].flatMap(({ position, orientation }) => [...position, ...orientation]);
const speedOf = (world: World) =>
  Math.max(...[...world.bodies()].map(({ velocity, angularVelocity }) => Math.hypot(...velocity, ...angularVelocity)));

/** What presses on the ground, by all contacts with what is fixed [N]. */
function pressureOf(world: World): number {
  let sum = 0;
  for (const { kind, contacts } of world.graph.edges())
    if (kind.includes('fixed')) for (const { impulseOnB } of contacts) sum += Math.abs(impulseOnB[1]) / DT;
  return sum;
}

describe.each(KNOWING)('by %s', (method) => {
  it.each([
    ['an arm on a table', makeArm],
    ['a crane on boxes', makeCrane],
  ])('%s stands with its load, weighs what it weighs, and falls with its support', (_, make) => {
    const { world, support, load, carried, total } = make(method);
    const starts = [...world.bodies()].map(({ position }) => position);
    run(world, 4, DT);
    expect(speedOf(world)).toBeLessThan(1e-4);
    const before = posesOf(world);
    run(world, 6, DT);
    if (method === 'gsp') expect(posesOf(world)).toEqual(before);
    for (const [i, { position }] of [...world.bodies()].entries())
      expect(Math.hypot(...position.map((x, k) => x - starts[i][k]))).toBeLessThan(5e-3);
    const [first] = [...world.multibodies()][0].joints;
    expect(first.wrench.force[1] / (carried * G)).toBeCloseTo(1, 3);
    expect(pressureOf(world) / (total * G)).toBeCloseTo(1, 3);
    const height = load.position[1];
    support.remove();
    run(world, 0.3, DT);
    expect(height - load.position[1]).toBeGreaterThan(0.01);
  });

  it('a chain bridge carries a stack, whose weight is on the hinges at its ends, and falls when it is cut', () => {
    const { world, hinges, stack, mass, outer } = makeBridge(method);
    run(world, 8, DT);
    expect(speedOf(world)).toBeLessThan(1e-3);
    const before = stack.map(({ position }) => position);
    run(world, 8, DT);
    if (method === 'gsp') expect(stack.map(({ position }) => position)).toEqual(before);
    for (const [i, { position }] of stack.entries())
      expect(Math.hypot(...position.map((x, k) => x - before[i][k]))).toBeLessThan(1e-3);
    for (const joint of hinges) expect(gapOf(joint)).toBeLessThan(1e-6);
    const [first, last] = [hinges[0], hinges[hinges.length - 1]];
    expect((first.wrench.force[1] + last.wrench.force[1]) / (mass * G)).toBeCloseTo(1, 3);
    // Moments about the middle: no more is left than friction bears in the two outer hinges, 20 N m each.
    const lean = first.wrench.force[1] * outer[0] + last.wrench.force[1] * outer[1];
    expect(Math.abs(lean)).toBeLessThan(2 * 20);
    first.breakForce = 1;
    const height = stack[2].position[1];
    run(world, 0.3, DT);
    expect(first.isBroken).toBe(true);
    expect(height - stack[2].position[1]).toBeGreaterThan(0.05);
  });
});
