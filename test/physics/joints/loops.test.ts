// Joints that close loops stay closed.

import { describe, expect, it } from 'vitest';
import type { Joint, MethodName, World } from '../../../src/index.js';
import { METHODS } from '../../../src/index.js';
import type { Vec3 } from '../../../src/math/vector.js';
import { add, cross, normalize, scale, subtract } from '../../../src/math/vector.js';
import { run } from '../laboratory.js';
import { coordinateOf, energyOf, gapOf, makeJointWorld, makeRod, velocityOf } from './linkage.js';

const DT = 1 / 60;
/** The methods that know joints, beside that of all other tests. */
const OTHERS = (Object.keys(METHODS) as MethodName[]).filter((name) => name !== 'gsp' && METHODS[name].blocks?.includes('joint'));

/** Crank, coupler and rocker between two points of the world, one metre apart; all pins are along z. */
function fourBar(world: World): { crank: Joint; joints: Joint[] } {
  // The crank stands up; the coupler's far pin is 1 m from the crank's and 0.7 m from the rocker's.
  const pin: Vec3 = [0, 0.3, 0];
  const way = Math.hypot(1, 0.3);
  const along = (way * way + 1 - 0.49) / (2 * way);
  const up = normalize([0.3, 1, 0]);
  const far = add(add(pin, scale(normalize([1, -0.3, 0]), along)), scale(up, Math.sqrt(1 - along * along)));
  const links = [makeRod(world, [0, 0, 0], pin), makeRod(world, pin, far), makeRod(world, far, [1, 0, 0])];
  const revolute = (anchor: Vec3, bodyB: number, bodyA?: number) =>
    world.createJoint({
      kind: 'revolute',
      ...(bodyA === undefined ? {} : { bodyA: links[bodyA] }),
      bodyB: links[bodyB],
      anchor,
      axis: [0, 0, 1],
    });
  const crank = revolute([0, 0, 0], 0);
  return { crank, joints: [crank, revolute(pin, 1, 0), revolute(far, 2, 1), revolute([1, 0, 0], 2)] };
}

describe('a four-bar loop', () => {
  it('that a motor turns is closed to 1e-6 m for 60 s, and stays in its plane', () => {
    const world = makeJointWorld();
    const { crank, joints } = fourBar(world);
    crank.coordinate('angle').motor = { kind: 'velocity', target: 3, maxForce: 200 };
    let widest = 0;
    run(world, 60, DT, () => {
      for (const joint of joints) widest = Math.max(widest, gapOf(joint));
    });
    expect(widest).toBeLessThan(1e-6);
    expect(velocityOf(crank)).toBeCloseTo(3, 6);
    expect(coordinateOf(crank)).toBeCloseTo(180, 0);
    for (const body of world.bodies()) expect(Math.abs(body.centerOfMass[2])).toBeLessThan(1e-6);
  });

  it.each(OTHERS)('that a motor turns is closed to 1e-6 m, by %s', (method) => {
    const world = makeJointWorld(undefined, method);
    const { crank, joints } = fourBar(world);
    crank.coordinate('angle').motor = { kind: 'velocity', target: 3, maxForce: 200 };
    run(world, 5, DT, () => expect(Math.max(...joints.map(gapOf))).toBeLessThan(1e-6));
    expect(velocityOf(crank)).toBeCloseTo(3, 6);
    expect(coordinateOf(crank)).toBeCloseTo(15, 1);
  });

  it('that swings freely is closed, and keeps its energy within 2 % over 20 s', () => {
    const world = makeJointWorld();
    const { joints } = fourBar(world);
    const before = energyOf(world);
    let widest = 0;
    let worst = 0;
    // From its lowest position it could fall by less than that.
    const scaleOfEnergy = 3 * 9.81 * 0.7;
    run(world, 20, 1 / 240, () => {
      for (const joint of joints) widest = Math.max(widest, gapOf(joint));
      worst = Math.max(worst, Math.abs(energyOf(world) - before));
    });
    expect(widest).toBeLessThan(1e-6);
    expect(worst / scaleOfEnergy).toBeLessThan(0.02);
  });
});

/** A platform on six legs, which are as long as six slides make them. */
function stewartPlatform(world: World): { slides: Joint[]; joints: Joint[] } {
  const ring = (radius: number, height: number, turn: number): Vec3[] =>
    Array.from({ length: 6 }, (_, i) => {
      const angle = (Math.PI / 3) * i + (i % 2 === 0 ? turn : -turn);
      return [radius * Math.cos(angle), height, radius * Math.sin(angle)];
    });
  const feet = ring(1, 0, 0.35);
  const heads = ring(0.6, 1, -0.3);
  const platform = world.createBody({
    position: [0, 1.1, 0],
    mass: 10,
    inertia: [1, 2, 1, 0, 0, 0],
    shapes: [{ kind: 'sphere', radius: 0.05 }],
  });
  const slides: Joint[] = [];
  const joints: Joint[] = [];
  feet.forEach((foot, i) => {
    const head = heads[i];
    const way = subtract(head, foot);
    const lower = makeRod(world, foot, add(foot, scale(way, 0.6)), 0.5);
    const upper = makeRod(world, add(foot, scale(way, 0.4)), head, 0.5);
    const axis = normalize(cross([0, 1, 0], way));
    slides.push(
      world.createJoint({
        kind: 'prismatic',
        bodyA: lower,
        bodyB: upper,
        anchor: add(foot, scale(way, 0.5)),
        axis: normalize(way),
        coordinates: { slide: { motor: { kind: 'position', target: 0, stiffness: 4e4, damping: 2e3, maxForce: 5e3 } } },
      }),
    );
    joints.push(
      world.createJoint({ kind: 'universal', bodyB: lower, anchor: foot, axis, axis2: cross(normalize(way), axis) }),
      world.createJoint({ kind: 'ball', bodyA: upper, bodyB: platform, anchor: head }),
    );
  });
  return { slides, joints };
}

describe('a Stewart platform', () => {
  it('that six motors move is closed to 1e-6 m for 60 s', () => {
    const world = makeJointWorld();
    const { slides, joints } = stewartPlatform(world);
    let widest = 0;
    let time = 0;
    run(world, 60, DT, () => {
      time += DT;
      slides.forEach((slide, i) => {
        slide.coordinate('slide').target = 0.08 * (Math.sin(2 * time + i) - Math.sin(i));
      });
      for (const joint of joints) widest = Math.max(widest, gapOf(joint));
    });
    expect(widest).toBeLessThan(1e-6);
    slides.forEach((slide, i) => {
      expect(coordinateOf(slide)).toBeCloseTo(0.08 * (Math.sin(2 * time + i) - Math.sin(i)), 1);
    });
  });

  it.each(OTHERS)('that its legs hold is closed to 1e-6 m and carries its weight, by %s', (method) => {
    const world = makeJointWorld(undefined, method);
    const { joints } = stewartPlatform(world);
    run(world, 3, DT, () => expect(Math.max(...joints.map(gapOf))).toBeLessThan(1e-6));
    // Ten kilograms of platform, and twelve halves of legs.
    const carried = joints.filter(({ bodyA }) => bodyA === undefined).reduce((sum, { wrench }) => sum + wrench.force[1], 0);
    expect(carried / (16 * 9.81)).toBeCloseTo(1, 3);
  });

  it('whose motors are told to jump stays closed', () => {
    const world = makeJointWorld();
    const { slides, joints } = stewartPlatform(world);
    let widest = 0;
    let step = 0;
    run(world, 5, DT, () => {
      // Far, and to where the legs do not agree.
      if (step++ % 20 === 0) {
        slides.forEach((slide, i) => {
          slide.coordinate('slide').target = 0.5 * Math.sin(7 * i + step);
        });
      }
      for (const joint of joints) widest = Math.max(widest, gapOf(joint));
    });
    expect(widest).toBeLessThan(1e-6);
  });
});
