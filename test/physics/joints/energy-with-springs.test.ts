// Energy never rises with motors off, whatever springs, stops and loops do in the same step.

import { expect, it } from 'vitest';
import type { Vec3 } from '../../../src/index.js';
import { World } from '../../../src/index.js';
import { angularMomentum } from '../laboratory.js';

/** Of bodies and springs [J]. */
function energyOf(world: World): number {
  let energy = world.kineticEnergy() + world.potentialEnergy();
  for (const { coordinates } of world.joints()) {
    for (const { spring, value } of coordinates) if (spring) energy += 0.5 * spring.stiffness * (value - (spring.rest ?? 0)) ** 2;
  }
  return energy;
}

/** The most by which energy is above the lowest that was there before, in so many steps [J]. */
function riseOf(world: World, dt: number, steps: number): number {
  let lowest = energyOf(world);
  let rise = 0;
  for (let i = 0; i < steps; i++) {
    world.step(dt);
    const energy = energyOf(world);
    rise = Math.max(rise, energy - lowest);
    lowest = Math.min(lowest, energy);
  }
  return rise;
}

it('of a link that a spring swings between stops that it does not meet', () => {
  const world = new World();
  world.createBody({ name: 'link', position: [0.1, 0, 0], shapes: [{ kind: 'sphere', radius: 0.1 }], mass: 0.023 });
  const slide = { limits: [-0.3, 0.3], spring: { stiffness: 20, damping: 0.02, rest: 0 } } as const;
  world.createJoint({
    kind: 'prismatic',
    bodyB: 'link',
    frameA: { position: [0, 0, 0] },
    frameB: { position: [0, 0, 0] },
    coordinates: { slide },
  });
  const first = energyOf(world);
  expect(riseOf(world, 1 / 100, 200)).toBeLessThan(0.01 * first);
});

it('of a link that slides on a spring and turns about where a stop throws it', () => {
  const world = new World();
  world.createBody({
    name: 'link',
    position: [0.2, 0.1, 0.25],
    velocity: [-4, 3, 9],
    shapes: [{ kind: 'box', size: [0.1, 0.2, 0.1] }],
    mass: 1,
  });
  world.createJoint({
    kind: 'generic',
    bodyB: 'link',
    frameA: { position: [0, 0, 0] },
    frameB: { position: [-0.2, -0.1, -0.25] },
    coordinates: {
      slideY: { limits: [-0.3, 0.3], spring: { stiffness: 80, damping: 0.2, rest: 0 } },
      slideZ: { limits: [-0.3, 0.05] },
      turnX: {},
      turnZ: { friction: 0.1 },
    },
  });
  const first = energyOf(world);
  expect(riseOf(world, 1 / 60, 120)).toBeLessThan(5e-3 * first);
});

it('of a free hinge that a rod holds at full stretch, whose angular momentum stays', () => {
  const world = new World({ settings: { gravity: [0, 0, 0] } });
  const body = (name: string, position: Vec3, velocity: Vec3, mass: number) =>
    world.createBody({ name, position, velocity, shapes: [{ kind: 'box', size: [0.1, 0.12, 0.15] }], mass });
  body('a', [0, 0, 0], [0, 3, 0], 20);
  body('b', [0.5, 0, 0], [0, 3, 0], 8);
  body('c', [-0.3, 0.2, 0.3], [0, -5, 2], 20);
  world.createJoint({ kind: 'revolute', bodyA: 'a', bodyB: 'b', anchor: [0.25, 0, 0], axis: [0, 0, 1] });
  world.createJoint({ kind: 'ball', bodyA: 'a', bodyB: 'c', anchor: [-0.15, 0.1, 0.15], axis: [1, 0, 0] });
  world.createJoint({
    kind: 'distance',
    bodyA: 'a',
    bodyB: 'b',
    frameA: { position: [0, 0, 0] },
    frameB: { position: [0, 0, 0] },
    coordinates: { length: { limits: [0.5, 0.5] } },
  });
  world.step(1 / 240);
  const before = angularMomentum(world);
  const first = energyOf(world);
  const rise = riseOf(world, 1 / 240, 240);
  const after = angularMomentum(world);
  expect(rise).toBeLessThan(0.01 * first);
  for (let i = 0; i < 3; i++) expect(after[i]).toBeCloseTo(before[i], 6);
});
