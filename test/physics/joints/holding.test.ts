// What contacts and joints can carry is held: it does not move by a bit, weighs what it weighs, and moves again as soon
// as something gives way.

import { describe, expect, it } from 'vitest';
import { SCENES } from '../../../scenes/index.js';
import type { Body, CoordinateDescriptor, Joint, Vec3, World } from '../../../src/index.js';
import { Simulation } from '../../../src/index.js';
import { energyOf, makeJointWorld, makeRod, WIDTH } from './linkage.js';

const DT = 1 / 60;
const G = 9.81;

function run(world: World, seconds: number): void {
  for (let i = 0; i < Math.round(seconds / DT); i++) world.step(DT);
}

function posesOf(world: World): number[] {
  return [...world.bodies()].flatMap(({ position, orientation }) => [...position, ...orientation]);
}

function isStill(world: World): boolean {
  return [...world.bodies()].every(({ velocity, angularVelocity }) => Math.hypot(...velocity, ...angularVelocity) === 0);
}

/** Steps until nothing has moved for three steps; returns how long that took [s]. */
function runToRest(world: World, most: number): number {
  const start = world.time;
  for (let still = 0; still < 3 && world.time < start + most; still = isStill(world) ? still + 1 : 0) world.step(DT);
  return world.time - start;
}

/** Steps on, and wants every pose to stay as it is to the bit. */
function expectNoDrift(world: World, seconds: number): void {
  const before = posesOf(world);
  run(world, seconds);
  expect(posesOf(world)).toEqual(before);
  expect(isStill(world)).toBe(true);
}

interface Arm {
  world: World;
  links: Body[];
  joints: Joint[];
}

/** Three rods one behind the other from a hinge at that height on; each turns against the one before as `angle` says. */
function makeArm(height: number, angle: CoordinateDescriptor): Arm {
  const world = makeJointWorld();
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }], name: 'ground' });
  const links = [0, 1, 2].map((i) => makeRod(world, [0.5 * i, height, 0], [0.5 * (i + 1), height, 0]));
  const joints = links.map((bodyB, i) =>
    world.createJoint({
      kind: 'revolute',
      bodyA: links[i - 1],
      bodyB,
      anchor: [0.5 * i, height, 0],
      axis: [0, 0, 1],
      coordinates: { angle },
    }),
  );
  return { world, links, joints };
}

describe('an arm', () => {
  it('that is parked on the ground stays there to the bit', () => {
    const { world } = makeArm(0.3, { damping: 0.1 });
    expect(runToRest(world, 5)).toBeLessThan(4);
    expectNoDrift(world, 10);
    expect(world.measurePenetration()).toBeLessThan(1e-5);
  });

  it('that dry friction holds stays where it is, and carries its weight', () => {
    const { world, joints } = makeArm(2, { friction: 30 });
    world.step(DT);
    expectNoDrift(world, 10);
    // Three rods of 1 kg, 0.5 m each.
    expect(joints[0].wrench.force[1]).toBeCloseTo(3 * G, 9);
    expect(joints[0].coordinates[0].force).toBeCloseTo(3 * G * 0.75, 7);
    expect(joints[2].coordinates[0].force).toBeCloseTo(G * 0.25, 7);
  });

  it('that friction does not hold sinks', () => {
    const { world, links } = makeArm(2, { friction: 20 });
    run(world, 1);
    expect(links[2].position[1]).toBeLessThan(1.9);
  });

  it('that motors hold stays where it is, and sinks in the next step when they are off', () => {
    const { world, links, joints } = makeArm(2, { motor: { kind: 'velocity', target: 0, maxForce: 40 } });
    world.step(DT);
    expectNoDrift(world, 10);
    const height = links[2].position[1];
    for (const { coordinates } of joints) coordinates[0].motor = undefined;
    world.step(DT);
    for (const { velocity } of links) expect(velocity[1]).toBeLessThan(0);
    run(world, 0.2);
    expect(links[2].position[1]).toBeLessThan(height - 0.05);
  });

  it('that motors pull to a pose comes to rest below it', () => {
    const motor = { kind: 'position', target: 0, stiffness: 2000, damping: 200, maxForce: 1000 } as const;
    const { world, joints } = makeArm(2, { motor });
    expect(runToRest(world, 10)).toBeLessThan(8);
    expectNoDrift(world, 10);
    expect(joints[2].coordinates[0].value).toBeLessThan(0);
    expect(joints[0].wrench.force[1]).toBeCloseTo(3 * G, 7);
    joints[0].coordinates[0].target = 0.1;
    world.step(DT);
    expect(isStill(world)).toBe(false);
    expect(runToRest(world, 10)).toBeLessThan(8);
  });

  it('that a control moves is not left alone', () => {
    const world = makeJointWorld();
    const links = [makeRod(world, [0, 1, 0], [0.5, 1, 0])];
    const motor = { kind: 'position', target: 0, stiffness: 2000, damping: 200, maxForce: 1000 } as const;
    const hinge = { kind: 'revolute', bodyB: links[0], anchor: [0, 1, 0] as Vec3, axis: [0, 0, 1] as Vec3 } as const;
    const made = world.createMultibody({
      links,
      joints: [{ ...hinge, coordinates: { angle: { motor } } }],
      control: ({ joints }, t) => {
        joints[0].coordinates[0].target = t > 8 ? 0.5 : 0;
      },
    });
    run(world, 7.9);
    expect(isStill(world)).toBe(true);
    run(world, 1);
    expect(made.joints[0].coordinates[0].value).toBeGreaterThan(0.3);
  });
});

describe('what stands on links', () => {
  /** A plank that two fixed rods carry by hinges, with boxes on it. */
  function makeShelf(boxes: number): { world: World; plank: Body; stack: Body[]; hinges: Joint[] } {
    const world = makeJointWorld();
    const plank = world.createBody({ position: [0, 1, 0], mass: 5, shapes: [{ kind: 'box', size: [2, 0.1, 0.6] }] });
    const hinges = [-1, 1].map((side) => world.createJoint({ kind: 'ball', bodyB: plank, anchor: [side, 1, 0] }));
    const stack = Array.from({ length: boxes }, (_, i) =>
      world.createBody({
        position: [0.01 * (i % 2), 1.05 + 0.3 * (i + 0.5), 0],
        mass: 10,
        shapes: [{ kind: 'box', size: [0.3, 0.3, 0.3] }],
      }),
    );
    return { world, plank, stack, hinges };
  }

  it('is a stack that does not creep, with its weight on the joints', () => {
    const { world, hinges } = makeShelf(5);
    expect(runToRest(world, 1)).toBeLessThan(1);
    expectNoDrift(world, 10);
    const carried = hinges[0].wrench.force[1] + hinges[1].wrench.force[1];
    expect(carried).toBeCloseTo(55 * G, 6);
  });

  it('falls in the next step when a joint goes, and when the plank goes', () => {
    for (const what of ['joint', 'plank']) {
      const { world, plank, stack, hinges } = makeShelf(3);
      runToRest(world, 1);
      expect(isStill(world)).toBe(true);
      if (what === 'joint') hinges[0].remove();
      else plank.remove();
      world.step(DT);
      for (const { velocity } of stack) expect(velocity[1]).toBeLessThan(-0.5 * (what === 'plank' ? G * DT : 0));
      const energy = energyOf(world);
      run(world, 0.2);
      expect(energyOf(world)).toBeLessThan(energy + 1e-6);
    }
  });

  it('moves when gravity leans further than friction bears', () => {
    const { world, stack } = makeShelf(2);
    runToRest(world, 1);
    world.set('gravity', [0.3 * G, -G, 0]);
    run(world, 0.5);
    expect(isStill(world)).toBe(true);
    world.set('gravity', [0.7 * G, -G, 0]);
    world.step(DT);
    expect(stack[0].velocity[0]).toBeGreaterThan(0);
  });

  it('comes to rest with a bridge on ropes that swings, and hardly creeps', () => {
    const simulation = new Simulation(SCENES.bridge.make({ seed: 1, planks: 5, boxes: 5 }));
    const { world } = simulation;
    const runOn = (seconds: number) => {
      for (let i = 0; i < Math.round(seconds / simulation.dt); i++) simulation.step();
    };
    for (const body of world.bodies()) if (body.name?.startsWith('plank')) body.velocity = [0, -0.2, 0];
    // Its ropes tighten in turn until all of them carry.
    runOn(10);
    const before = posesOf(world);
    const energy = energyOf(world);
    runOn(30);
    posesOf(world).forEach((x, i) => {
      expect(Math.abs(x - before[i])).toBeLessThan(1e-5);
    });
    // Where it is not held, ropes are closed by displacements.
    expect(energyOf(world) - energy).toBeLessThan(1e-3);
    expect(isStill(world)).toBe(true);
  });
});

describe('a part of an island', () => {
  it('is held while the rest of it moves: a stack below a plank on which something swings', () => {
    const world = makeJointWorld();
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    const shapes = [{ kind: 'box', size: [0.5, 0.5, 0.5] }] as const;
    const offsets = [0, 0.009, 0.013, 0.011, 0.004, -0.006];
    const stack = offsets.map((x, i) => world.createBody({ position: [x, 0.25 + 0.5 * i, -x], mass: 10, shapes }));
    const plank = world.createBody({ position: [0, 3.05, 0], mass: 20, shapes: [{ kind: 'box', size: [1, 0.1, 0.5] }] });
    const bob = world.createBody({ position: [0.4, 3.6, 0], mass: 1, shapes: [{ kind: 'sphere', radius: 0.1 }] });
    world.createJoint({ kind: 'revolute', bodyA: plank, bodyB: bob, anchor: [0, 3.6, 0], axis: [0, 0, 1] });
    run(world, 1);
    const before = stack.map(({ position }) => position);
    let rise = 0;
    for (let i = 0; i < 240; i++) {
      const energy = energyOf(world);
      world.step(DT);
      rise = Math.max(rise, energyOf(world) - energy);
    }
    expect(Math.hypot(...bob.velocity)).toBeGreaterThan(0.1);
    for (const [i, { position }] of stack.entries()) {
      expect(Math.hypot(...position.map((x, k) => x - before[i][k]))).toBeLessThan(5e-4);
    }
    expect(rise).toBeLessThan(1e-3);
  });
});

describe('what hangs', () => {
  function makePendulum(linearDamping: number): { world: World; load: Body } {
    const world = makeJointWorld();
    const load = world.createBody({
      position: [0.5, 1, 0],
      mass: 2000,
      linearDamping,
      angularDamping: linearDamping,
      shapes: [{ kind: 'box', size: [1, 1, 1] }],
    });
    const hook = world.createBody({ position: [0, 3, 0], mass: 1, shapes: [{ kind: 'sphere', radius: WIDTH }] });
    world.createJoint({ kind: 'ball', bodyB: hook, anchor: [0, 3, 0], coordinates: { swing: { friction: 0.1 } } });
    const frameB = { position: [0, 0.5, 0] as Vec3 };
    world.createJoint({ kind: 'distance', bodyA: hook, bodyB: load, frameB, coordinates: { length: { limits: [0, 1.6] } } });
    return { world, load };
  }

  it('swings on without a damper, at its turning points too', () => {
    const { world, load } = makePendulum(0);
    run(world, 5);
    let still = 0;
    for (let i = 0; i < 600; i++) {
      world.step(DT);
      if (isStill(world)) still++;
    }
    expect(still).toBe(0);
    expect(Math.hypot(...load.velocity)).toBeGreaterThan(0);
  });

  it('comes to rest with one, below its hook, with its whole weight on it', () => {
    const { world, load } = makePendulum(3);
    expect(runToRest(world, 60)).toBeLessThan(50);
    expectNoDrift(world, 10);
    expect(Math.abs(load.position[0])).toBeLessThan(1e-7);
  });
});

describe('what is held', () => {
  it('has the same bits whether it is left alone, checked in every step, or restored', () => {
    const make = () => new Simulation(SCENES.ragdolls.make({ seed: 1, count: 1 })).world;
    const [alone, checked, restored] = [make(), make(), make()];
    for (let i = 0; i < 150; i++) {
      for (const world of [alone, checked, restored]) world.step(DT);
      checked.set('damping.linear', checked.settings['damping.linear']);
      if (i % 10 === 0) restored.restore(restored.snapshot());
    }
    expect(isStill(alone)).toBe(true);
    expect(checked.hash()).toBe(alone.hash());
    expect(restored.hash()).toBe(alone.hash());
  });

  it('holds gears, whose torques pass from one to the other', () => {
    const world = makeJointWorld();
    const rods = [0, 2].map((x) => makeRod(world, [x, 1, 0], [x + 0.5, 1, 0]));
    const hinges = rods.map((bodyB, i) =>
      world.createJoint({
        kind: 'revolute',
        bodyB,
        anchor: [2 * i, 1, 0],
        axis: [0, 0, 1],
        coordinates: { angle: i === 0 ? { friction: 10 } : {} },
      }),
    );
    const [first, second] = hinges.map((joint) => ({ joint, coordinate: 'angle' }));
    world.createCoupling({ first, second, ratio: 2 });
    world.step(DT);
    expectNoDrift(world, 2);
    // Its own torque, and twice that of the other.
    expect(hinges[0].coordinates[0].force).toBeCloseTo(3 * 0.25 * G, 6);
  });
});
