// Bodies that touch nothing: gravity, forces, impulses and damping against the recurrences that the method solves exactly.

import { describe, expect, it } from 'vitest';
import { METHODS } from '../../src/index.js';
import type { Vec3 } from '../../src/math/vector.js';
import { add, cross, distance, scale } from '../../src/math/vector.js';
import { expectVector, G, makeWorld, relativeError, run } from './laboratory.js';

const DT = 1 / 100;
const BALL = { kind: 'sphere', radius: 0.5 } as const;
/** m = 12 makes the moments whole numbers: m (y^2 + z^2) / 12 and so on. */
const BRICK = { kind: 'box', size: [1, 2, 3] } as const;
const BRICK_MOMENTS: Vec3 = [13, 10, 5];

describe('free fall', () => {
  // v_n = v_0 + t g, x_n = x_0 + t v_0 + g t^2 / 2.
  it('follows the parabola to rounding, in any direction of gravity', () => {
    const gravity: Vec3 = [1.5, -9, 4];
    const world = makeWorld({ gravity });
    const start: Vec3 = [1, 2, 3];
    const throwing: Vec3 = [3, 7, -2];
    const body = world.createBody({ shapes: [BALL], position: start, velocity: throwing });
    let n = 0;
    run(world, 2, DT, () => {
      n++;
      expectVector(body.velocity, add(throwing, scale(gravity, n * DT)), 1e-12);
      const fallen = (DT * DT * n * n) / 2;
      expectVector(body.position, add(add(start, scale(throwing, n * DT)), scale(gravity, fallen)), 1e-12);
    });
    expect(n).toBe(200);
    expect(world.time).toBeCloseTo(2, 12);
    expect(world.stepCount).toBe(200);
  });

  it.each([1 / 50, 1 / 100, 1 / 200, 1 / 1000])('is the same, and keeps its energy, at dt = %f, by every method', (dt) => {
    for (const method of Object.keys(METHODS)) {
      const world = makeWorld({}, {}, method);
      const body = world.createBody({ shapes: [BALL], velocity: [2, 10, 0] });
      const energy = world.kineticEnergy() + world.potentialEnergy();
      run(world, 2, dt, () => {
        expect(relativeError(world.kineticEnergy() + world.potentialEnergy(), energy), method).toBeLessThan(1e-12);
      });
      expectVector(body.position, [4, 20 - (G * 4) / 2, 0], 1e-11);
    }
  });

  it('does not depend on mass, shape or spin', () => {
    const world = makeWorld();
    const light = world.createBody({ shapes: [BALL], mass: 1e-3 });
    const heavy = world.createBody({ shapes: [BRICK], mass: 1e6, position: [50, 0, 0], angularVelocity: [1, 2, 3] });
    run(world, 1, DT);
    expect(Math.abs(light.position[1] - heavy.position[1])).toBeLessThan(1e-12);
  });

  it.each([-1, 0, 0.5, 2])('is scaled by a gravityScale of %f', (gravityScale) => {
    const world = makeWorld();
    const given = world.createBody({ shapes: [BALL], gravityScale });
    const set = world.createBody({ shapes: [BALL], position: [50, 0, 0] });
    set.gravityScale = gravityScale;
    run(world, 1, DT);
    expectVector(given.velocity, [0, -G * gravityScale, 0], 1e-12);
    expectVector(set.velocity, [0, -G * gravityScale, 0], 1e-12);
  });

  // A body thrown off its origin: the centre of mass flies the parabola, not the origin.
  it('moves the centre of mass of a lopsided spinning body on the parabola', () => {
    const world = makeWorld();
    const body = world.createBody({
      shapes: [BRICK],
      centerOfMass: [0.3, -0.4, 0.5],
      angularVelocity: [3, 5, -2],
      velocity: [1, 0, 0],
    });
    run(world, 1, DT);
    expectVector(body.centerOfMass, [0.3 + 1, -0.4 - G / 2, 0.5], 1e-12);
    expect(distance(body.position, body.centerOfMass)).toBeCloseTo(Math.sqrt(0.5), 12);
  });
});

describe('damping', () => {
  // Implicit: v_(n+1) = (v_n + dt g) / (1 + dt c); its fixed point is free fall's terminal speed g / c.
  it('divides the speed by 1 + dt c each step', () => {
    const world = makeWorld({ gravity: [0, 0, 0] });
    const body = world.createBody({
      shapes: [BALL],
      velocity: [3, -4, 12],
      angularVelocity: [1, 2, -2],
      linearDamping: 0.7,
      angularDamping: 1.9,
    });
    run(world, 1, DT);
    expectVector(body.velocity, scale([3, -4, 12], (1 + 0.7 * DT) ** -100), 1e-12);
    expectVector(body.angularVelocity, scale([1, 2, -2], (1 + 1.9 * DT) ** -100), 1e-12);
  });

  it('comes to exp(-c t) with an error of first order', () => {
    for (const dt of [1 / 100, 1 / 1000]) {
      const world = makeWorld({ gravity: [0, 0, 0] });
      const body = world.createBody({ shapes: [BALL], velocity: [1, 0, 0], linearDamping: 2 });
      run(world, 1, dt);
      // (1 + c dt)^(-t/dt) = exp(-c t) (1 + c^2 t dt / 2 + ...)
      expect(Math.abs(body.velocity[0] / Math.exp(-2) - (1 + 2 * dt))).toBeLessThan(5 * dt * dt);
    }
  });

  it('adds the settings of the world to the body own', () => {
    const world = makeWorld({ gravity: [0, 0, 0], 'damping.linear': 0.4, 'damping.angular': 0.9 });
    const body = world.createBody({ shapes: [BALL], velocity: [1, 0, 0], angularVelocity: [0, 1, 0], linearDamping: 0.6 });
    body.angularDamping = 0.1;
    world.step(DT);
    expectVector(body.velocity, [1 / (1 + DT), 0, 0], 1e-15);
    expectVector(body.angularVelocity, [0, 1 / (1 + DT), 0], 1e-15);
  });

  it('makes a falling body reach its terminal speed g / c, at any rate', () => {
    for (const c of [1, 50, 1e6]) {
      const world = makeWorld();
      const body = world.createBody({ shapes: [BALL], linearDamping: c });
      run(world, 40, 1 / 20);
      expect(Math.abs(body.velocity[1] * c + G)).toBeLessThan(1e-11 * G);
    }
  });
});

describe('forces and impulses', () => {
  const still = { gravity: [0, 0, 0] as Vec3 };

  it('a force acts during one step and no longer', () => {
    const world = makeWorld(still);
    const body = world.createBody({ shapes: [BALL], mass: 4 });
    body.applyForce([8, 0, 0]);
    body.applyForce([0, -20, 0]);
    expectVector(body.velocity, [0, 0, 0], 1e-300);
    world.step(DT);
    expectVector(body.velocity, [2 * DT, -5 * DT, 0], 1e-16);
    world.step(DT);
    expectVector(body.velocity, [2 * DT, -5 * DT, 0], 1e-16);
  });

  // dw = dt I^-1 tau, with the diagonal inertia of an unturned box.
  it('a torque acts during one step and no longer', () => {
    const world = makeWorld(still);
    const body = world.createBody({ shapes: [BRICK], mass: 12 });
    body.applyTorque([13, 0, 0]);
    world.step(DT);
    expectVector(body.angularVelocity, [DT, 0, 0], 1e-15);
    world.step(DT);
    expectVector(body.angularVelocity, [DT, 0, 0], 1e-15);
  });

  it('a force at a point is the force and its moment about the centre of mass', () => {
    const dt = 1e-6;
    const world = makeWorld(still);
    const force: Vec3 = [3, -2, 7];
    const arm: Vec3 = [0.5, 1, -1.5];
    const body = world.createBody({ shapes: [BRICK], mass: 12, position: [4, 5, 6] });
    body.applyForce(force, add([4, 5, 6], arm));
    world.step(dt);
    const moment = cross(arm, force);
    expectVector(scale(body.velocity, 1 / dt), scale(force, 1 / 12), 1e-14);
    // The step also turns the body freely, by w dt ~ dt^2: below rounding here.
    expectVector(scale(body.angularVelocity, 1 / dt), moment.map((m, i) => m / BRICK_MOMENTS[i]) as Vec3, 1e-10);
  });

  it('an impulse acts at once, at the centre or at a point', () => {
    const world = makeWorld(still);
    const impulse: Vec3 = [3, -2, 7];
    const arm: Vec3 = [0.5, 1, -1.5];
    const central = world.createBody({ shapes: [BRICK], mass: 12 });
    central.applyImpulse(impulse);
    expectVector(central.velocity, scale(impulse, 1 / 12), 1e-15);
    expectVector(central.angularVelocity, [0, 0, 0], 1e-300);
    const struck = world.createBody({ shapes: [BRICK], mass: 12, position: [40, 5, 6] });
    struck.applyImpulse(impulse, add([40, 5, 6], arm));
    const moment = cross(arm, impulse);
    expectVector(struck.velocity, scale(impulse, 1 / 12), 1e-15);
    expectVector(struck.angularVelocity, moment.map((m, i) => m / BRICK_MOMENTS[i]) as Vec3, 1e-14);
    struck.applyAngularImpulse(scale(moment, -1));
    expectVector(struck.angularVelocity, [0, 0, 0], 1e-14);
    world.step(DT);
    expectVector(struck.velocity, scale(impulse, 1 / 12), 1e-15);
  });

  // Turned by 90 degrees about z the body's x axis is the world's y: moments [13, 10, 5] become [10, 13, 5].
  it('the inertia turns with the body', () => {
    const world = makeWorld(still);
    const body = world.createBody({ shapes: [BRICK], mass: 12, orientation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] });
    body.applyAngularImpulse([10, 13, 5]);
    expectVector(body.angularVelocity, [1, 1, 1], 1e-14);
    body.orientation = [0, 0, 0, 1];
    body.angularVelocity = [0, 0, 0];
    body.applyAngularImpulse([13, 10, 5]);
    expectVector(body.angularVelocity, [1, 1, 1], 1e-14);
  });

  // The blow that makes the far end of a rod its instant centre of rotation: velocityAt there is zero. Rod of length L struck at
  // its end turns about the point L/6 beyond the middle (m L^2 / 12 = m (L/2) d, d = L / 6).
  it('a rod struck at its end turns about the centre of percussion', () => {
    const world = makeWorld(still);
    const thin = 1e-3;
    const rod = world.createBody({ shapes: [{ kind: 'box', size: [6, thin, thin] }], mass: 2 });
    rod.applyImpulse([0, 0, 5], [3, 0, 0]);
    const inertiaCorrection = (thin * thin) / 36;
    expectVector(rod.velocityAt([-1, 0, 0]), [0, 0, 0], 5 * inertiaCorrection);
    expectVector(rod.velocityAt([3, 0, 0]), [0, 0, (4 * 5) / 2], 1e-6);
  });
});
