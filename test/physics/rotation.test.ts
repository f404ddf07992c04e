// Free and driven rotation of rigid bodies against Euler's equations as solved in Landau & Lifshitz, Mechanics, sections 35 and
// 37.

import { describe, expect, it } from 'vitest';
import type { Body, World } from '../../src/index.js';
import { axisAngle } from '../../src/index.js';
import type { Sym3 } from '../../src/math/symmetric.js';
import { rotateSym } from '../../src/math/symmetric.js';
import type { Quat, Vec3 } from '../../src/math/vector.js';
import {
  add,
  conjugate,
  cross,
  dot,
  length,
  multiply,
  normalize,
  normalizeQuat,
  rotate,
  scale,
  subtract,
} from '../../src/math/vector.js';
import { addGround, expectVector, G, makeWorld, relativeError, run, spinOfBody } from './laboratory.js';

const DT = 1 / 240;
/** m = 12 kg: moments [13, 10, 5] about x, y, z. */
const BRICK = { shapes: [{ kind: 'box', size: [1, 2, 3] }], mass: 12 } as const;
const MOMENTS: Vec3 = [13, 10, 5];

function weightless(): World {
  return makeWorld({ gravity: [0, 0, 0] });
}

/** Angular momentum from the closed form of the inertia, R I R^T w, not from the engine's own sum. */
function brickSpin(body: Body): Vec3 {
  const local = rotate(conjugate(body.orientation), body.angularVelocity);
  return rotate(body.orientation, local.map((w, i) => w * MOMENTS[i]) as Vec3);
}

/** Times at which a function of time crosses zero, by the straight line through the two steps about each. */
function crossings(world: World, seconds: number, dt: number, value: () => number): number[] {
  const times: number[] = [];
  let before = value();
  run(world, seconds, dt, () => {
    const now = value();
    if (before < 0 !== now < 0) times.push(world.time - (dt * now) / (now - before));
    before = now;
  });
  return times;
}

/** Complete elliptic integral of the first kind by the arithmetic-geometric mean: K = pi / (2 agm(1, sqrt(1 - k^2))). */
function completeElliptic(kSquared: number): number {
  let a = 1;
  let b = Math.sqrt(1 - kSquared);
  for (let i = 0; i < 40; i++) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
  return Math.PI / (2 * a);
}

/**
 * Half the period of the angular velocity about the middle axis, 2 K(k) / p, for I1 < I2 < I3 (section 37, eqs 37.8 to 37.12).
 */
function timeBetweenFlips(moments: Vec3, energy: number, momentum: number): number {
  let [i1, i2, i3] = [...moments].sort((a, b) => a - b);
  const l2 = momentum * momentum;
  if (l2 < 2 * energy * i2) [i1, i3] = [i3, i1];
  const p = Math.sqrt(((i3 - i2) * (l2 - 2 * energy * i1)) / (i1 * i2 * i3));
  const kSquared = ((i2 - i1) * (2 * energy * i3 - l2)) / ((i3 - i2) * (l2 - 2 * energy * i1));
  return (2 * completeElliptic(kSquared)) / p;
}

describe('a torque-free box spun about its middle axis', () => {
  it('flips over and over while energy and angular momentum stay', () => {
    const world = weightless();
    const body = world.createBody({ ...BRICK, angularVelocity: [0.01, 5, 0.01] });
    const energy = world.kineticEnergy();
    const spin = brickSpin(body);
    expectVector(spinOfBody(body), spin, 1e-12);
    let flips = 0;
    let side = 1;
    run(world, 10, DT, () => {
      const along = rotate(body.orientation, [0, 1, 0])[1];
      if (along * side < -0.5) {
        flips++;
        side = -side;
      }
      expect(relativeError(world.kineticEnergy(), energy)).toBeLessThan(1e-12);
      expect(length(subtract(brickSpin(body), spin)) / length(spin)).toBeLessThan(1e-11);
    });
    expect(flips).toBeGreaterThanOrEqual(2);
  });

  it.each([1 / 60, 1 / 120, 1 / 240])('keeps its energy to rounding at dt = %f', (dt) => {
    const world = weightless();
    world.createBody({ ...BRICK, angularVelocity: [0.01, 5, 0.01] });
    const energy = world.kineticEnergy();
    run(world, 20, dt, () => expect(relativeError(world.kineticEnergy(), energy)).toBeLessThan(1e-12));
  });

  it.each([[[0.3, 4, 0.2]], [[0.2, 4, 1.5]], [[2, 1, 3]]] as [Vec3][])(
    'started at %j rad/s, flips at the times of the elliptic integral',
    (angularVelocity) => {
      const world = weightless();
      const body = world.createBody({ ...BRICK, angularVelocity });
      const expected = timeBetweenFlips(MOMENTS, world.kineticEnergy(), length(brickSpin(body)));
      const times = crossings(world, 10, 1 / 480, () => rotate(conjugate(body.orientation), body.angularVelocity)[1]);
      expect(times.length).toBeGreaterThanOrEqual(3);
      for (let i = 1; i < times.length; i++) expect(relativeError(times[i] - times[i - 1], expected)).toBeLessThan(5e-6);
    },
  );
});

describe('steady rotation', () => {
  it.each([
    ['x', [7, 0, 0]],
    ['z', [0, 0, 7]],
    ['y', [0, 7, 0]],
  ] as [string, Vec3][])('about the principal axis %s is exact', (_, angularVelocity) => {
    const world = weightless();
    const body = world.createBody({ ...BRICK, angularVelocity });
    run(world, 1, DT);
    expectVector(body.angularVelocity, angularVelocity, 1e-10);
    const expected = axisAngle(angularVelocity, 7);
    expect(1 - Math.abs(multiply(conjugate(expected), body.orientation)[3])).toBeLessThan(1e-12);
  });

  it('of a ball is exact about any axis', () => {
    const world = weightless();
    const angularVelocity: Vec3 = [3, -2, 6];
    const body = world.createBody({ shapes: [{ kind: 'sphere', radius: 1 }], angularVelocity });
    run(world, 1, DT);
    expectVector(body.angularVelocity, angularVelocity, 1e-15);
    expectVector(rotate(body.orientation, [1, 0, 0]), rotate(axisAngle(angularVelocity, 7), [1, 0, 0]), 1e-12);
  });
});

// Regular precession (section 35): the axis of a symmetric body turns about its angular momentum L at the rate L / A, with A the
// moment across the axis, whatever the spin.
describe('a torque-free symmetric body', () => {
  it.each([
    ['a flat cylinder', { kind: 'cylinder', radius: 1, height: 0.3 }],
    ['a long cylinder', { kind: 'cylinder', radius: 0.3, height: 2 }],
    ['a capsule', { kind: 'capsule', radius: 0.4, length: 1 }],
  ] as const)('%s precesses about L at L / A', (_, shape) => {
    const world = weightless();
    const orientation = normalizeQuat([0.3, -0.2, 0.5, 0.8]);
    const body = world.createBody({ shapes: [shape], mass: 3, orientation, angularVelocity: rotate(orientation, [1.5, 6, 0]) });
    const axis = rotate(orientation, [0, 1, 0]);
    const momentum = spinOfBody(body);
    const across = subtract(body.angularVelocity, scale(axis, dot(body.angularVelocity, axis)));
    const transverse = dot(momentum, across) / dot(across, across);
    let worst = 0;
    run(world, 5, DT, () => {
      const expected = rotate(axisAngle(momentum, (length(momentum) / transverse) * world.time), axis);
      worst = Math.max(worst, length(subtract(rotate(body.orientation, [0, 1, 0]), expected)));
    });
    expect(worst).toBeLessThan(1e-3);
    expectVector(spinOfBody(body), momentum, 1e-11 * length(momentum));
  });

  // Moments of a solid cylinder: m r^2 / 2 along, m (3 r^2 + h^2) / 12 across.
  it('has the moments of its closed form', () => {
    const world = weightless();
    const body = world.createBody({
      shapes: [{ kind: 'cylinder', radius: 1, height: 0.3 }],
      mass: 3,
      angularVelocity: [1, 1, 1],
    });
    expectVector(spinOfBody(body), [(3 * (3 + 0.09)) / 12, 1.5, (3 * (3 + 0.09)) / 12], 1e-12);
  });
});

describe('a body whose principal axes are turned against its frame', () => {
  it('moves as the same body does in its principal frame', () => {
    const turned: Quat = normalizeQuat([0.4, 0.1, -0.3, 0.7]);
    const inertia: Sym3 = rotateSym(turned, [...MOMENTS, 0, 0, 0]);
    const angularVelocity: Vec3 = [0.3, 4, 0.2];
    const world = weightless();
    const plain = world.createBody({ ...BRICK, angularVelocity });
    const skewed = world.createBody({
      shapes: [],
      mass: 12,
      inertia,
      orientation: conjugate(turned),
      angularVelocity,
      position: [50, 0, 0],
    });
    const momentum = brickSpin(plain);
    run(world, 4, 1 / 2000);
    expectVector(spinOfBody(skewed), momentum, 1e-10 * length(momentum));
    // The principal axes are taken in the order of their moments, so the two split the rotation alike and differ by rounding
    // only.
    expectVector(skewed.angularVelocity, plain.angularVelocity, 1e-9);
    expectVector(rotate(multiply(skewed.orientation, turned), [1, 0, 0]), rotate(plain.orientation, [1, 0, 0]), 1e-9);
  });
});

// Steady precession of a heavy symmetric top at tilt t, with spin w3 about its axis (Goldstein, Classical Mechanics, section
// 5.7): A cos(t) W^2 - C w3 W + m g l = 0, of which the slow root is taken; the angular velocity is W up + (w3 - W cos t) axis.
describe('a heavy top', () => {
  const mass = 1;
  const arm = 1;
  const [A, C] = [0.3, 0.5];

  function slowRoot(transverse: number, spin: number, tilt: number): number {
    const a = transverse * Math.cos(tilt);
    return (C * spin - Math.sqrt((C * spin) ** 2 - 4 * a * mass * G * arm)) / (2 * a);
  }

  /**
   * Stands a top on a ball-shaped tip of a radius, in steady precession; returns the measured rate and the largest change of
   * tilt.
   */
  function precess(friction: number, tip: number, transverse: number, spin: number, tilt: number, dt: number) {
    const world = makeWorld({}, { friction });
    addGround(world);
    const rate = slowRoot(transverse, spin, tilt);
    const axis: Vec3 = [Math.sin(tilt), Math.cos(tilt), 0];
    const angularVelocity = add([0, rate, 0], scale(axis, spin - rate * Math.cos(tilt)));
    const center = add([0, tip, 0], scale(axis, arm));
    const pinned = friction > 0;
    const top = world.createBody({
      shapes: [{ kind: 'sphere', radius: tip, position: [0, -arm, 0] }],
      mass,
      inertia: [A, C, A, 0, 0, 0],
      centerOfMass: [0, 0, 0],
      position: center,
      orientation: axisAngle([0, 0, 1], -tilt),
      angularVelocity,
      velocity: pinned ? cross(angularVelocity, subtract(center, [0, 0, 0])) : [0, 0, 0],
    });
    let turned = 0;
    let swing = 0;
    let before: Vec3 = axis;
    run(world, 2, dt, () => {
      const now = rotate(top.orientation, [0, 1, 0]);
      turned += Math.asin(cross(normalize([before[0], 0, before[2]]), normalize([now[0], 0, now[2]]))[1]);
      swing = Math.max(swing, Math.abs(Math.acos(now[1]) - tilt));
      before = now;
    });
    return { error: relativeError(turned / 2, rate), swing };
  }

  // Without friction the centre of mass has no horizontal motion, and A is that about the centre of mass.
  it.each([
    [30, 0.3],
    [60, 0.3],
    [30, 1],
  ])('without friction, spun at %f rad/s and tilted by %f rad, precesses at the exact rate', (spin, tilt) => {
    const { error, swing } = precess(0, 0.05, A, spin, tilt, 1 / 1000);
    expect(error).toBeLessThan(0.01);
    expect(swing).toBeLessThan(0.01);
  });

  // With friction that holds the tip, A is that about the pivot: A + m l^2. The tip is a ball and so rolls a little: its radius
  // is kept small.
  it.each([
    [40, 0.3],
    [60, 0.3],
    [60, 1],
  ])('held by friction, spun at %f rad/s and tilted by %f rad, precesses at the exact rate', (spin, tilt) => {
    const { error, swing } = precess(50, 1e-4, A + mass * arm * arm, spin, tilt, 1 / 1000);
    expect(error).toBeLessThan(0.015);
    expect(swing).toBeLessThan(0.015);
  });
});
