// What a closed system keeps: every contact impulse acts on two bodies with opposite signs at one point, so momentum and angular
// momentum are kept whether or not the solver has converged.

import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../src/math/vector.js';
import { add, length, scale, subtract } from '../../src/math/vector.js';
import { linearMomentum, makeWorld } from './laboratory.js';
import { drift, throwTogether } from './throw-together.js';

const DT = 1 / 100;

describe.each(['cone', 'pyramid'] as const)('bodies thrown together, with the friction of a %s,', (friction) => {
  const material = { friction: 0.5, restitution: 0.3 };

  it.each([1, 10])('keep their momentum, at %i sweeps a step', (iterations) => {
    const world = makeWorld({ gravity: [0, 0, 0], 'ncp.iterations': iterations, 'contact.friction': friction }, material);
    throwTogether(world, 1);
    const { linear, contacts } = drift(world);
    expect(contacts).toBeGreaterThan(1000);
    expect(linear).toBeLessThan(1e-13);
  });

  it('keep their angular momentum to rounding when penetration is left alone', () => {
    const world = makeWorld({ gravity: [0, 0, 0], 'ncp.correctionIterations': 0, 'contact.friction': friction }, material);
    throwTogether(world, 2);
    const { linear, angular, contacts } = drift(world);
    expect(contacts).toBeGreaterThan(1000);
    expect(linear).toBeLessThan(1e-13);
    expect(angular).toBeLessThan(1e-13);
  });

  // The projection that mends penetration displaces bodies without changing their velocities: the sum of m x is kept, but m dx X
  // v and the turned inertia are not. So the error is that of first order in the depth mended.
  it('keep their angular momentum but for what mending penetration displaces', () => {
    const world = makeWorld({ gravity: [0, 0, 0], 'contact.friction': friction }, material);
    throwTogether(world, 2);
    const { linear, angular } = drift(world);
    expect(linear).toBeLessThan(1e-13);
    expect(angular).toBeLessThan(1e-4);
  });
});

describe('the centre of mass of an isolated system', () => {
  it('moves in a straight line whatever collides', () => {
    const world = makeWorld({ gravity: [0, 0, 0] }, { friction: 0.5, restitution: 0.3 });
    throwTogether(world, 3);
    const center = (): { mass: number; at: Vec3 } => {
      let mass = 0;
      let at: Vec3 = [0, 0, 0];
      for (const body of world.bodies()) {
        mass += body.mass;
        at = add(at, scale(body.centerOfMass, body.mass));
      }
      return { mass, at: scale(at, 1 / mass) };
    };
    const start = center();
    const velocity = scale(linearMomentum(world), 1 / start.mass);
    for (let i = 0; i < 200; i++) world.step(DT);
    expect(length(subtract(center().at, add(start.at, scale(velocity, 200 * DT))))).toBeLessThan(1e-11);
  });
});

describe('energy', () => {
  it('never grows in collisions without restitution, and friction takes some of it', () => {
    const world = makeWorld({ gravity: [0, 0, 0], 'ncp.iterations': 200 }, { friction: 0.5, restitution: 0 });
    throwTogether(world, 4);
    let before = world.kineticEnergy();
    const start = before;
    for (let i = 0; i < 200; i++) {
      world.step(DT);
      const now = world.kineticEnergy();
      expect(now - before).toBeLessThan(1e-3 * start);
      before = now;
    }
    expect(before).toBeLessThan(0.5 * start);
  });
});
