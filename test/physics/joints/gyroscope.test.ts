// A gyroscope in gimbals by its closed forms.

import { describe, expect, it } from 'vitest';
import type { Body, Joint, World } from '../../../src/index.js';
import type { Vec3 } from '../../../src/math/vector.js';
import { G, run } from '../laboratory.js';
import { coordinateOf, makeJointWorld, periodOf } from './linkage.js';

/** Moments of the rotor about its axis and across it, and of each gimbal [kg m^2]. */
const ALONG = 0.05;
const ACROSS = 0.03;
const GIMBAL = 0.02;
/** The inner gimbal is heavier in front [kg], by this far [m]. */
const MASS = 0.5;
const LEVER = 0.1;

interface Gyroscope {
  readonly world: World;
  /** About the vertical, and about a horizontal axis. */
  readonly outer: Joint;
  readonly inner: Joint;
  readonly bodies: readonly [Body, Body, Body];
}

/** The outer gimbal turns about y, the inner one in it about x, the rotor in that about z. */
function makeGyroscope(gravity: Vec3, lever: number): Gyroscope {
  const world = makeJointWorld(gravity);
  const part = (moments: Vec3, center: number, place: number) =>
    world.createBody({
      mass: MASS,
      centerOfMass: [0, 0, center],
      inertia: [...moments, 0, 0, 0],
      // Parts do not touch each other.
      shapes: [{ kind: 'sphere', radius: 0.01, position: [0, place, 0] }],
    });
  const outerGimbal = part([GIMBAL, GIMBAL, GIMBAL], 0, 1);
  const innerGimbal = part([GIMBAL, GIMBAL, GIMBAL], lever, 2);
  const rotor = part([ACROSS, ACROSS, ALONG], 0, 3);
  const anchor: Vec3 = [0, 0, 0];
  const outer = world.createJoint({ kind: 'revolute', bodyB: outerGimbal, anchor, axis: [0, 1, 0] });
  const inner = world.createJoint({ kind: 'revolute', bodyA: outerGimbal, bodyB: innerGimbal, anchor, axis: [1, 0, 0] });
  world.createJoint({ kind: 'revolute', bodyA: innerGimbal, bodyB: rotor, anchor, axis: [0, 0, 1] });
  return { world, outer, inner, bodies: [outerGimbal, innerGimbal, rotor] };
}

describe('a gyroscope in gimbals', () => {
  it.each([1 / 120, 1 / 240])('precesses by weight over spin, to a thousandth, and does not nod, at dt = %s', (dt) => {
    const spin = 60;
    const { world, outer, inner, bodies } = makeGyroscope([0, -G, 0], LEVER);
    const precession = (MASS * G * LEVER) / (ALONG * spin);
    for (const body of bodies) body.angularVelocity = [0, precession, 0];
    bodies[1].velocity = [precession * LEVER, 0, 0];
    bodies[2].angularVelocity = [0, precession, spin];
    run(world, 10, dt, () => expect(Math.abs(coordinateOf(inner))).toBeLessThan(1e-3));
    expect(coordinateOf(outer) / (10 * precession)).toBeCloseTo(1, 3);
  });

  it('nods at the frequency that its spin and the inertia of its gimbals say', () => {
    const spin = 20;
    const { world, inner, bodies } = makeGyroscope([0, 0, 0], 0);
    bodies[2].angularVelocity = [0.2, 0, spin];
    bodies[1].angularVelocity = [0.2, 0, 0];
    const aboutOuter = 2 * GIMBAL + ACROSS;
    const aboutInner = GIMBAL + ACROSS;
    const frequency = (ALONG * spin) / Math.sqrt(aboutOuter * aboutInner) / (2 * Math.PI);
    expect(periodOf(world, 10, 1 / 240, () => coordinateOf(inner) - 1e-12) * frequency).toBeCloseTo(1, 2);
  });
});
