// Springs and motors that lift what rides on them, from rest: what contacts carry moves as if it were part of the link.

import { describe, expect, it } from 'vitest';
import type { CoordinateDescriptor } from '../../../src/joints/descriptors.js';
import { METHODS } from '../../../src/methods.js';
import { World } from '../../../src/world.js';
import { G, run } from '../laboratory.js';
import { coordinateOf, periodOf } from './linkage.js';

const DT = 1 / 60;
const KNOWING = ['gsp', 'ncp', 'substeps', 'impulsive'] as const;
const [LIFT, LOAD] = [1, 3];

/** A plate on a vertical slide with a box on it. */
function makeLift(method: (typeof KNOWING)[number], slide: CoordinateDescriptor) {
  const world = new World({ stepper: METHODS[method] });
  const plate = world.createBody({ position: [0, 1, 0], mass: LIFT, shapes: [{ kind: 'box', size: [1, 0.1, 1] }] });
  const load = world.createBody({ position: [0, 1.3, 0], mass: LOAD, shapes: [{ kind: 'box', size: [0.5, 0.5, 0.5] }] });
  const joint = world.createJoint({
    kind: 'prismatic',
    bodyB: plate,
    anchor: [0, 1, 0],
    axis: [0, 1, 0],
    coordinates: { slide },
  });
  return { world, plate, load, joint };
}

describe.each(KNOWING)('by %s', (method) => {
  it.each([1.1, 1.5, 3])('a force of %s times the weight lifts plate and box at what is left of it', (ratio) => {
    const target = ratio * (LIFT + LOAD) * G;
    const { world, plate, load } = makeLift(method, { motor: { kind: 'force', target, maxForce: 1e4 } });
    run(world, 0.5, DT);
    for (const body of [plate, load]) expect(body.velocity[1] / ((ratio - 1) * G * 0.5)).toBeCloseTo(1, 3);
  });

  it('a motor with 1.2 times the weight lifts plate and box at a fifth of g, and then at the speed it is told', () => {
    const maxForce = 1.2 * (LIFT + LOAD) * G;
    const { world, plate, load } = makeLift(method, { motor: { kind: 'velocity', target: 0.5, maxForce } });
    run(world, 0.2, DT);
    for (const body of [plate, load]) expect(body.velocity[1] / (0.2 * G * 0.2)).toBeCloseTo(1, 3);
    run(world, 0.3, DT);
    for (const body of [plate, load]) expect(body.velocity[1]).toBeCloseTo(0.5, 6);
  });

  it.each([0.01, 0.3])('a motor goes to a position %s m higher with a stack on it, and all come to rest there', (target) => {
    const stiffness = 20_000;
    const { world, joint, load } = makeLift(method, {
      motor: { kind: 'position', target, stiffness, damping: 2000, maxForce: 1e4 },
    });
    const top = world.createBody({ position: [0, 1.65, 0], mass: LOAD, shapes: [{ kind: 'box', size: [0.2, 0.2, 0.2] }] });
    run(world, 4, DT);
    const sag = ((LIFT + 2 * LOAD) * G) / stiffness;
    expect(Math.abs(coordinateOf(joint) - target + sag)).toBeLessThan(2e-4);
    for (const body of [load, top]) expect(Math.hypot(...body.velocity)).toBeLessThan(1e-6);
  });

  it('a box that rides on a spring swings with it: the frequency to 0.5 %, the amplitude to 5 %', () => {
    const stiffness = 400;
    const amplitude = 0.05;
    const rest = ((LIFT + LOAD) * G) / stiffness - amplitude;
    const { world, joint } = makeLift(method, { spring: { stiffness, rest } });
    const period = 2 * Math.PI * Math.sqrt((LIFT + LOAD) / stiffness);
    expect(Math.abs(periodOf(world, 10, DT, () => coordinateOf(joint) + amplitude) / period - 1)).toBeLessThan(5e-3);
    let highest = 0;
    for (let i = 0; i < period / DT; i++) {
      world.step(DT);
      highest = Math.max(highest, coordinateOf(joint) + amplitude);
    }
    expect(highest / amplitude).toBeGreaterThan(0.95);
    expect(highest / amplitude).toBeLessThan(1.05);
  });

  it('a car that lands on its springs comes to rest where they carry it', () => {
    const world = new World({ stepper: METHODS[method] });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    const chassis = world.createBody({ position: [0, 1, 0], mass: 400, shapes: [{ kind: 'box', size: [2, 0.4, 1] }] });
    const wheels = [-0.8, 0.8].flatMap((x) =>
      [-0.6, 0.6].map((z) => {
        const anchor = [x, 0.6, z] as const;
        const wheel = world.createBody({ position: anchor, mass: 10, shapes: [{ kind: 'sphere', radius: 0.3 }] });
        const coordinates = {
          suspension: { spring: { stiffness: 20_000, damping: 2000 } },
          steering: { limits: [0, 0] },
        } as const;
        return world.createJoint({
          kind: 'wheel',
          bodyA: chassis,
          bodyB: wheel,
          anchor,
          axis: [0, 0, 1],
          axis2: [0, 1, 0],
          coordinates,
        });
      }),
    );
    run(world, 4, DT);
    for (const wheel of wheels) {
      const { value, force } = wheel.coordinate('suspension');
      expect(value / ((100 * G) / 20_000)).toBeCloseTo(1, 4);
      expect(force / (-100 * G)).toBeCloseTo(1, 4);
    }
  });
});
