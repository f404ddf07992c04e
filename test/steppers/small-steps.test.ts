// Small steps: closed forms of mechanics, what isolated systems keep, and that 64 substeps are a reference to be trusted.

import { describe, expect, it } from 'vitest';
import type { ShapeDescriptor } from '../../src/index.js';
import { axisAngle } from '../../src/index.js';
import { scale } from '../../src/math/vector.js';
import {
  addGround,
  addOnSlope,
  addSlope,
  along,
  expectVector,
  G,
  makeSlope,
  makeWorld,
  relativeError,
  run,
} from '../physics/laboratory.js';
import { drift, throwTogether } from '../physics/throw-together.js';
import type { Choice } from './behaviours.js';
import { angleOfSeesaw, apexes, readScale, slideOnSlope, speedsOfSled, timeToTopple } from './behaviours.js';

const DT = 1 / 100;
const METHOD = 'substeps';
const FEW: Choice = { method: METHOD };
const MANY: Choice = { method: METHOD, settings: { 'substeps.count': 64 } };
const BALL: ShapeDescriptor = { kind: 'sphere', radius: 0.25 };

describe('a free body', () => {
  it.each([1, 8, 64])('falls along the parabola in %i substeps', (count) => {
    const world = makeWorld({ 'substeps.count': count }, {}, METHOD);
    const body = world.createBody({ shapes: [BALL], position: [0, 100, 0] });
    run(world, 1, DT);
    expect(relativeError(100 - body.position[1], G / 2)).toBeLessThan(1e-12);
    expect(relativeError(-body.velocity[1], G)).toBeLessThan(1e-12);
  });
});

describe('the spring of a contact', () => {
  // At rest, w^2 depth = g for a body on one contact; the sweep without springs keeps it from moving.
  it.each([20, 30, 60])('of %i Hz gives by g / (2 pi f)^2 under a ball', (hertz) => {
    const world = makeWorld({ 'substeps.hertz': hertz }, {}, METHOD);
    addGround(world);
    const ball = world.createBody({ shapes: [BALL], position: [0, 0.25, 0] });
    run(world, 3, DT);
    expect(relativeError(0.25 - ball.position[1], G / (2 * Math.PI * hertz) ** 2)).toBeLessThan(1e-6);
  });

  it('is no stiffer than a sixth of the rate of substeps allows', () => {
    const depth = (count: number) => {
      const world = makeWorld({ 'substeps.count': count, 'substeps.hertz': 1e9 }, {}, METHOD);
      addGround(world);
      const ball = world.createBody({ shapes: [BALL], position: [0, 0.25, 0] });
      run(world, 1, DT);
      return 0.25 - ball.position[1];
    };
    for (const count of [4, 8, 64]) {
      expect(relativeError(depth(count), G / ((2 * Math.PI * count) / (6 * DT)) ** 2)).toBeLessThan(1e-6);
    }
  });

  // 6 half thicknesses of 0.25 m in a second.
  it('pushes out no faster than told', () => {
    const world = makeWorld({}, {}, METHOD);
    addGround(world);
    const ball = world.createBody({ shapes: [BALL], position: [0, 0.05, 0] });
    world.step(DT);
    expect(ball.position[1]).toBeGreaterThan(0.051);
    expect(ball.position[1] - 0.05).toBeLessThanOrEqual(6 * 0.25 * DT);
    run(world, 1, DT);
    expect(Math.abs(ball.position[1] - 0.25)).toBeLessThan(1e-3);
    expect(Math.abs(ball.velocity[1])).toBeLessThan(1e-6);
  });
});

describe.each([
  [8, FEW],
  [64, MANY],
])('with %i substeps', (count, choice) => {
  it('the ground reads the weight of what stands on it, of 25 cubes and of a heavy one on nine', () => {
    expect(relativeError(readScale(choice), 1)).toBeLessThan(1e-3);
    expect(relativeError(readScale(choice, 10, 100), 1)).toBeLessThan(count === 64 ? 1e-3 : 0.01);
  });

  it('a cube that slides onto a plate on ice shares its momentum with it', () => {
    const { cube, plate } = speedsOfSled(choice);
    expect(Math.abs(cube - 1)).toBeLessThan(1e-9);
    expect(Math.abs(plate - 1)).toBeLessThan(1e-9);
  });

  it('a slab sticks below the limit of friction, and slides at g (sin a - mu cos a) above it', () => {
    for (const degrees of [10, 25, 35]) {
      const sine = Math.sin((degrees * Math.PI) / 180);
      expect(slideOnSlope(choice, degrees, 1.01).moved).toBeLessThan(1e-4);
      for (const share of [0, 0.5, 0.99]) {
        expect(relativeError(slideOnSlope(choice, degrees, share).acceleration, G * sine * (1 - share))).toBeLessThan(1e-6);
      }
    }
  });

  // Above 2/7 tan a a ball rolls, with 5/7 of g sin a.
  it('a ball rolls down a slope at 5/7 g sin a', () => {
    for (const [degrees, heading] of [
      [15, 0],
      [30, 2],
    ]) {
      const slope = makeSlope((degrees * Math.PI) / 180, heading);
      const world = makeWorld({ 'substeps.count': count }, { friction: 0.5 }, METHOD);
      addSlope(world, slope, 'box');
      const ball = addOnSlope(world, slope, 0.25, 0, { shapes: [BALL] });
      run(world, 1.5, DT);
      const speed = 1.5 * (5 / 7) * G * Math.sin((degrees * Math.PI) / 180);
      expectVector(ball.velocity, scale(slope.downhill, speed), 1e-3 * speed);
      expect(relativeError(along(ball.angularVelocity, slope.across), speed / 0.25)).toBeLessThan(1e-3);
    }
  });

  // The speed of the impact is known to g h, its place to v h.
  it.each([0.3, 0.5, 0.9, 1])('what is dropped with e = %f rises to e^2 of its height, ball and box', (e) => {
    for (const shape of [BALL, { kind: 'box', size: [1, 0.5, 0.7] } as const]) {
      const found = apexes({ method: METHOD, settings: { 'substeps.count': count } }, e, shape, 1 / 1000);
      expect(found.length).toBeGreaterThanOrEqual(1);
      // From the third bounce on a box may rock.
      found.slice(0, 2).forEach((height, i) => {
        expect(Math.abs(height - e ** (2 * (i + 1)))).toBeLessThan(3e-3 * (i + 1));
      });
    }
  });
});

// A box that tips about its lower edge is a pendulum: angle'' = (m g R / I) sin angle from the balance, with R the distance of
// the centre from the edge and I the inertia about it.
describe('a tall box past its balance', () => {
  const size = [0.5, 2, 0.5] as const;
  const R = Math.sqrt(0.25 * 0.25 + 1);
  const inertia = R * R + (0.25 + 4) / 12;
  const start = 0.05;

  function pendulum(seconds: number): number {
    let angle = start;
    let rate = 0;
    const h = 1e-5;
    for (let i = 0; i < seconds / h; i++) {
      rate += ((h * G * R) / inertia) * Math.sin(angle);
      angle += h * rate;
    }
    return angle;
  }

  it.each([
    [8, 0.01],
    [64, 0.002],
  ])('falls as a pendulum does, with %i substeps', (count, tolerance) => {
    const world = makeWorld({ 'substeps.count': count }, { friction: 1 }, METHOD);
    addGround(world);
    const balance = Math.atan2(0.25, 1);
    const turn = -(balance + start);
    // The lower edge at the origin.
    const position = [R * Math.sin(start), R * Math.cos(start), 0] as const;
    const box = world.createBody({ shapes: [{ kind: 'box', size }], position, orientation: axisAngle([0, 0, 1], turn) });
    run(world, 1.1, DT);
    const [, , z, w] = box.orientation;
    const angle = -2 * Math.atan2(z, w) - balance;
    expect(angle).toBeGreaterThan(0.4);
    expect(relativeError(angle, pendulum(1.1))).toBeLessThan(tolerance);
  });
});

describe('an isolated system', () => {
  it.each([1, 8])('keeps momentum and angular momentum to rounding, with %i substeps', (count) => {
    const world = makeWorld({ gravity: [0, 0, 0], 'substeps.count': count }, { friction: 0.5, restitution: 0.3 }, METHOD);
    throwTogether(world, 2);
    const { linear, angular, contacts } = drift(world);
    expect(contacts).toBeGreaterThan(1000);
    expect(linear).toBeLessThan(1e-13);
    expect(angular).toBeLessThan(1e-13);
  });

  it('does not gain energy in collisions', () => {
    const world = makeWorld({ gravity: [0, 0, 0] }, { friction: 0.5, restitution: 0 }, METHOD);
    throwTogether(world, 4);
    const start = world.kineticEnergy();
    let before = start;
    run(world, 2, DT, () => {
      const now = world.kineticEnergy();
      expect(now - before).toBeLessThan(1e-3 * start);
      before = now;
    });
    expect(before).toBeLessThan(0.5 * start);
  });
});

describe('as a reference', () => {
  it('64 substeps agree with 128 on when a leaning stack falls, and whether', () => {
    const time = timeToTopple(MANY);
    expect(time).toBeGreaterThan(1.8);
    expect(time).toBeLessThan(2);
    expect(relativeError(timeToTopple({ method: METHOD, settings: { 'substeps.count': 128 } }), time)).toBeLessThan(0.01);
    expect(relativeError(timeToTopple(FEW), time)).toBeLessThan(0.05);
    expect(timeToTopple(MANY, 0.08)).toBe(Number.POSITIVE_INFINITY);
  });

  it('the seesaw goes down on the heavier side, alike with 8 and with 64', () => {
    for (const seconds of [0.6, 0.9]) {
      const angle = angleOfSeesaw(MANY, seconds);
      expect(angle).toBeGreaterThan(5);
      expect(Math.abs(angleOfSeesaw(FEW, seconds) - angle)).toBeLessThan(0.1);
    }
  });
});
