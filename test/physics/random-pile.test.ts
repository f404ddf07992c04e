// Random piles of every shape in a fixed box: what goes in stays in, comes to rest, and never gains energy on the way.

import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/random.js';
import { length } from '../../src/math/vector.js';
import type { ShapeDescriptor } from '../../src/shapes/shape-kinds.js';
import type { Body } from '../../src/world.js';
import { World } from '../../src/world.js';

const BODIES = 120;
const HALF_WIDTH = 2;

function randomShape(random: Random, kind: number): ShapeDescriptor {
  const side = (): number => random.uniform(0.3, 0.8);
  const within = (): number => random.uniform(-0.45, 0.45);
  if (kind === 0) return { kind: 'sphere', radius: side() / 2 };
  if (kind === 1) return { kind: 'box', size: [side(), side(), side()] };
  if (kind === 2) return { kind: 'capsule', radius: side() / 3, length: side() };
  if (kind === 3) return { kind: 'cylinder', radius: side() / 2, height: side() };
  return { kind: 'hull', points: Array.from({ length: 14 }, () => [within(), within(), within()] as const) };
}

function makeBox(): World {
  const world = new World();
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  for (const [x, z] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ]) {
    const size = x === 0 ? ([6, 20, 1] as const) : ([1, 20, 6] as const);
    const out = HALF_WIDTH + 0.5;
    world.createBody({ kind: 'fixed', position: [out * x, 10, out * z], shapes: [{ kind: 'box', size }] });
  }
  return world;
}

describe('a random pile', () => {
  it.each([
    // The last number: the most that a step may gain, as a share of all. It is what the projection lifts out of an overlap, and
    // overlaps grow with what bodies move in a step.
    [1, 1 / 100, 1e-6],
    [2, 1 / 60, 1e-5],
    [3, 1 / 30, 1e-4],
  ])('seed %i at dt = %f s: stays inside, rests, and loses energy at every step', (seed, dt, lifted) => {
    const world = makeBox();
    const random = new Random(seed);
    const turn = (): number => random.uniform(-1, 1);
    const balls = new Map<Body, number>();
    for (let i = 0; i < BODIES; i++) {
      const descriptor = {
        position: [1.3 * turn(), 0.6 + 0.12 * i, 1.3 * turn()],
        orientation: [turn(), turn(), turn(), 1],
        angularVelocity: [5 * turn(), 5 * turn(), 5 * turn()],
      } as const;
      const shape = randomShape(random, i % 5);
      const body = world.createBody({ ...descriptor, shapes: [shape] });
      if (shape.kind === 'sphere') balls.set(body, shape.radius);
    }
    const start = world.kineticEnergy() + world.potentialEnergy();
    let before = start;
    for (let step = 0; step < 8 / dt; step++) {
      world.step(dt);
      const energy = world.kineticEnergy() + world.potentialEnergy();
      expect(energy - before).toBeLessThan(lifted * start);
      before = energy;
    }
    for (const body of world.bodies()) {
      if (body.kind !== 'rigid') continue;
      const [x, y, z] = body.centerOfMass;
      expect(Math.max(Math.abs(x), Math.abs(z))).toBeLessThan(HALF_WIDTH);
      expect(y).toBeGreaterThan(0);
    }
    // But for balls that spin in their places: at one point, nothing can stop them.
    let spin = 0;
    for (const [{ mass, angularVelocity }, radius] of balls) spin += 0.2 * mass * (radius * length(angularVelocity)) ** 2;
    expect(world.kineticEnergy() - spin).toBeLessThan(1e-5 * start);
    expect(world.measurePenetration()).toBeLessThan(0.01);
  });
});
