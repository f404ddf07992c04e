// Tops on a smooth floor against the closed form of steady precession: they keep their spin, their tilt, their energy and their height.

import { describe, expect, it } from 'vitest';
import type { Quat, Vec3 } from '../../src/math/vector.js';
import { axisAngle, cross, dot, rotate } from '../../src/math/vector.js';
import { METHODS } from '../../src/methods.js';
import type { ShapeDescriptor } from '../../src/shapes/shape-kinds.js';
import { World } from '../../src/world.js';

const G = 9.81;
const MASS = 0.3;
/** From the tip to the centre of mass [m]; moments about the axis and across it [kg m^2]; tilt [rad]. */
const LENGTH = 0.1;
const ABOUT = 4e-4;
const ACROSS = 3e-4;
const TILT = (20 * Math.PI) / 180;

/** Tips: a small ball, and the corner of a cone. */
const TIPS: Record<string, { radius: number; shape: ShapeDescriptor }> = {
  ball: { radius: 0.005, shape: { kind: 'sphere', radius: 0.005, position: [0, -LENGTH, 0] } },
  cone: {
    radius: 0,
    shape: {
      kind: 'hull',
      points: [
        [0, -LENGTH, 0],
        ...[0, 1, 2, 3, 4, 5, 6, 7].map((k) => rotate(axisAngle([0, 1, 0], (k * Math.PI) / 4), [0.08, 0.05, 0])),
      ],
    },
  },
};

/** The slow rate at which the axis goes round, from L Omega - I Omega^2 cos(tilt) = m g l [rad/s]. */
function precessionOf(spin: number): number {
  const momentum = ABOUT * spin;
  const c = Math.cos(TILT);
  return (momentum - Math.sqrt(momentum ** 2 - 4 * ACROSS * c * MASS * G * LENGTH)) / (2 * ACROSS * c);
}

/** What two seconds do to a top in steady precession. */
function spinTop(method: keyof typeof METHODS, tip: string, spin: number, dt: number) {
  const world = new World({ stepper: METHODS[method] });
  world.createMaterial('default', { friction: 0 });
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  const { radius, shape } = TIPS[tip];
  const rate = precessionOf(spin);
  const axis: Vec3 = [Math.sin(TILT), Math.cos(TILT), 0];
  const top = world.createBody({
    shapes: [shape],
    position: [LENGTH * axis[0], radius + LENGTH * axis[1], 0],
    orientation: axisAngle([0, 0, 1], -TILT),
    centerOfMass: [0, 0, 0],
    mass: MASS,
    inertia: [ACROSS, ABOUT, ACROSS, 0, 0, 0],
    angularVelocity: [axis[0] * (spin - rate * axis[1]), axis[1] * (spin - rate * axis[1]) + rate, 0],
  });
  const axisNow = () => rotate(top.orientation as Quat, [0, 1, 0]);
  const energy = world.kineticEnergy() + world.potentialEnergy();
  let azimuth = 0;
  let before = axisNow();
  let [tilted, gained, deepest] = [0, 0, 0];
  const steps = Math.round(2 / dt);
  for (let i = 0; i < steps; i++) {
    world.step(dt);
    const now = axisNow();
    azimuth += Math.atan2(cross(before, now)[1], before[0] * now[0] + before[2] * now[2]);
    before = now;
    tilted = Math.max(tilted, Math.abs(Math.acos(now[1]) - TILT));
    gained = Math.max(gained, Math.abs(world.kineticEnergy() + world.potentialEnergy() - energy));
    deepest = Math.max(deepest, world.measurePenetration());
  }
  return {
    spin: dot(top.angularVelocity, axisNow()),
    rate: azimuth / (steps * dt) / rate,
    tilted: (tilted * 180) / Math.PI,
    gained: gained / (MASS * G * LENGTH),
    deepest,
  };
}

describe.each(['gsp', 'ncp'] as const)('%s', (method) => {
  describe.each(Object.keys(TIPS))('a top that stands on a %s', (tip) => {
    it.each([1 / 60, 1 / 100, 1 / 240])('goes round as it should, with steps of %f s', (dt) => {
      for (const spin of [100, 200, 500]) {
        const { rate, tilted, deepest, gained, ...end } = spinTop(method, tip, spin, dt);
        expect(Math.abs(end.spin / spin - 1)).toBeLessThan(1e-4);
        expect(Math.abs(rate - 1)).toBeLessThan(0.005);
        expect(tilted).toBeLessThan(0.6);
        expect(gained).toBeLessThan(0.006);
        expect(deepest).toBeLessThan(5e-5);
      }
    });
  });
});

it('is the precession of a fast top, m g l / L', () => {
  expect(precessionOf(500) / ((MASS * G * LENGTH) / (ABOUT * 500))).toBeCloseTo(1, 2);
});
