// Bodies at rest: the impulses of a step are weight times dt, shared as statics demands, equal and opposite.

import { describe, expect, it } from 'vitest';
import type { Body, World } from '../../src/index.js';
import type { Vec3 } from '../../src/math/vector.js';
import { cross, distance, length, scale, subtract } from '../../src/math/vector.js';
import { addGround, contactsBetween, expectVector, G, impulseBetween, makeWorld, relativeError, run } from './laboratory.js';

const DT = 1 / 100;
const CUBE = { kind: 'box', size: [1, 1, 1] } as const;

function addStack(world: World, masses: readonly number[]): Body[] {
  return masses.map((mass, i) => world.createBody({ shapes: [CUBE], mass, position: [0, i + 0.5, 0] }));
}

describe('a body at rest on the ground', () => {
  it.each([
    ['a cube', CUBE, 0.5],
    ['a ball', { kind: 'sphere', radius: 0.5 }, 0.5],
    ['a standing cylinder', { kind: 'cylinder', radius: 0.5, height: 2 }, 1],
    ['a capsule standing', { kind: 'capsule', radius: 0.25, length: 0.5 }, 0.5],
  ] as const)('%s is carried by normal impulses of m g dt', (_, shape, height) => {
    const world = makeWorld();
    const ground = addGround(world);
    const body = world.createBody({ shapes: [shape], mass: 8, position: [0, height, 0] });
    run(world, 1, DT);
    let normal = 0;
    for (const contact of contactsBetween(world, ground, body)) {
      expect(contact.normalImpulse).toBeGreaterThanOrEqual(0);
      normal += contact.normalImpulse;
    }
    expect(relativeError(normal, 8 * G * DT)).toBeLessThan(1e-6);
    expectVector(impulseBetween(world, ground, body), [0, 8 * G * DT, 0], 1e-6 * 8 * G * DT);
    expect(distance(body.position, [0, height, 0])).toBeLessThan(1e-3);
    expect(length(body.velocity)).toBeLessThan(1e-9);
  });

  it('stays where it is under any number of sweeps that suffice', () => {
    const world = makeWorld();
    addGround(world);
    const body = world.createBody({ shapes: [CUBE], position: [3, 0.5, -2] });
    run(world, 5, DT);
    expectVector(body.position, [3, 0.5, -2], 1e-6);
  });
});

describe('a stack at rest', () => {
  const masses = [5, 4, 3, 2, 1];

  it('has at each joint the weight of all that is above it', () => {
    const world = makeWorld({ 'ncp.iterations': 200 });
    const ground = addGround(world);
    const stack = addStack(world, masses);
    run(world, 2, DT);
    let below = ground;
    stack.forEach((body, i) => {
      const above = masses.slice(i).reduce((sum, mass) => sum + mass, 0);
      const impulse = impulseBetween(world, below, body);
      expectVector(impulse, [0, above * G * DT, 0], 1e-3 * above * G * DT);
      expectVector(impulseBetween(world, body, below), scale(impulse, -1), 1e-300);
      below = body;
    });
  });

  it('names the same contacts from A and from B, with opposite impulses and one normal', () => {
    const world = makeWorld();
    addGround(world);
    addStack(world, masses);
    run(world, 0.5, DT);
    let seen = 0;
    for (const edge of world.graph.edges()) {
      for (const contact of edge.contacts) {
        seen++;
        expectVector(contact.impulseOnA, scale(contact.impulseOnB, -1), 1e-300);
        expectVector(subtract(contact.impulseOnB, contact.frictionImpulse), scale(contact.normal, contact.normalImpulse), 1e-12);
        expect(Math.abs(length(contact.normal) - 1)).toBeLessThan(1e-12);
      }
    }
    expect(seen).toBe(20);
  });
});

describe('statics', () => {
  // A beam on two supports: by moments about each, the load is shared in inverse proportion to the distances.
  it('shares the weight of a beam between two supports by the law of the lever', () => {
    const world = makeWorld({ 'ncp.iterations': 200 });
    addGround(world);
    const left = world.createBody({ kind: 'fixed', shapes: [{ kind: 'sphere', radius: 0.5 }], position: [-1, 0.5, 0] });
    const right = world.createBody({ kind: 'fixed', shapes: [{ kind: 'sphere', radius: 0.5 }], position: [3, 0.5, 0] });
    const behind = world.createBody({ kind: 'fixed', shapes: [{ kind: 'sphere', radius: 0.5 }], position: [3, 0.5, 1] });
    const beam = world.createBody({ shapes: [{ kind: 'box', size: [10, 0.2, 2] }], mass: 20, position: [0, 1.1, 0.25] });
    run(world, 1, DT);
    const weight = 20 * G * DT;
    // Three supports at (-1, 0), (3, 0), (3, 1) carry a load at (0, 1/4): the barycentric coordinates are 3/4, 0, 1/4.
    expect(relativeError(impulseBetween(world, left, beam)[1], 0.75 * weight)).toBeLessThan(1e-3);
    expect(Math.abs(impulseBetween(world, right, beam)[1])).toBeLessThan(1e-3 * weight);
    expect(relativeError(impulseBetween(world, behind, beam)[1], 0.25 * weight)).toBeLessThan(1e-3);
  });

  it('balances the moments of a block under an eccentric load', () => {
    const world = makeWorld({ 'ncp.iterations': 200 });
    const ground = addGround(world);
    const block = world.createBody({ shapes: [CUBE], mass: 4, centerOfMass: [0.2, 0, -0.1], position: [0, 0.5, 0] });
    run(world, 1, DT);
    let moment: Vec3 = [0, 0, 0];
    for (const contact of contactsBetween(world, ground, block)) {
      const torque = cross(subtract(contact.point, block.centerOfMass), contact.impulseOnB);
      moment = [moment[0] + torque[0], moment[1] + torque[1], moment[2] + torque[2]];
    }
    expect(length(moment)).toBeLessThan(1e-3 * 4 * G * DT);
  });

  // A block of width b and height h tips on a slope when tan a > b / h; by a push F at its top when F h > m g b / 2.
  it.each([
    [0.97, false],
    [1.03, true],
  ])('a block pushed at its top with %f of m g b / (2 h) tips: %s', (share, tips) => {
    const world = makeWorld({ 'ncp.iterations': 200 }, { friction: 1 });
    addGround(world);
    const block = world.createBody({ shapes: [{ kind: 'box', size: [0.5, 1, 0.5] }], mass: 10, position: [0, 0.5, 0] });
    const force = (share * 10 * G * 0.5) / 2;
    run(world, 1, DT, () => {
      block.applyForce([force, 0, 0], [block.position[0], 1, 0]);
    });
    const tilt = Math.abs(block.orientation[2]);
    if (tips) expect(tilt).toBeGreaterThan(0.02);
    else expect(tilt).toBeLessThan(1e-3);
  });

  // A cube pushed by a force below mu m g stays, above it accelerates with F / m - mu g.
  it('friction gives way at mu m g', () => {
    for (const [share, expected] of [
      [0.99, 0],
      [1.2, 0.2 * 0.5 * G],
    ]) {
      const world = makeWorld({}, { friction: 0.5 });
      addGround(world);
      const cube = world.createBody({ shapes: [{ kind: 'box', size: [1, 0.3, 1] }], mass: 3, position: [0, 0.15, 0] });
      for (let i = 0; i < 100; i++) {
        cube.applyForce([(share * 0.5 * 3 * G) / Math.SQRT2, 0, (share * 0.5 * 3 * G) / Math.SQRT2]);
        world.step(DT);
      }
      expectVector(cube.velocity, [expected / Math.SQRT2, 0, expected / Math.SQRT2], 1e-3 * Math.max(expected, 0.1));
    }
  });
});
