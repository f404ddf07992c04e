// Pairs with a mesh that hardly move are not tested again in every step, and meet nothing that they have not looked at.

import { describe, expect, it } from 'vitest';
import { World } from '../../../src/world.js';

const STEP = 0.01;
/** Half an edge [m], and the envelope and tolerance that it makes [m]. */
const HALF = 0.5;
const { settings } = new World();
const ENVELOPE = settings['detection.envelope'] * HALF;
const TOLERANCE = settings['detection.coherenceTolerance'] * ENVELOPE;

const VERTICES = Array.from({ length: 24 }, (_, i) => (((i / 3) >> (i % 3)) & 1 ? HALF : -HALF));
const TRIANGLES = [
  [0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6],
  [0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3],
  [0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5],
].flat();

/** A cube that floats along x, at so many metres from the wall before it, both of them meshes. */
function beforeTheWall(gap: number, speed: number) {
  const world = new World({ settings: { gravity: [0, 0, 0] } });
  world.createMesh('cube', { vertices: VERTICES, triangles: TRIANGLES });
  const shapes = [{ kind: 'mesh' as const, mesh: 'cube' }];
  world.createBody({ kind: 'fixed', position: [2 * HALF + gap, 0, 0], shapes });
  const cube = world.createBody({ position: [0, 0, 0], velocity: [speed, 0, 0], shapes });
  return { world, cube, gap: () => gap - cube.position[0] };
}

function testsOf(world: World, steps: number): number {
  let tests = 0;
  for (let step = 0; step < steps; step++) {
    world.step(STEP);
    tests += world.report.narrowPhaseTests;
  }
  return tests;
}

describe('a mesh that creeps along', () => {
  // In front of the envelope, where it is neither touched nor out of reach.
  const AHEAD = ENVELOPE + 2e-4;

  it('is tested once for the way that a pair may move unseen', () => {
    const speed = 0.01;
    const { world, cube } = beforeTheWall(AHEAD, speed);
    testsOf(world, 2);
    const steps = Math.floor((4 * TOLERANCE) / (speed * STEP));
    expect(testsOf(world, steps)).toBeLessThanOrEqual(4);
    expect(cube.position[0]).toBeCloseTo(speed * STEP * (steps + 2), 9);
  });

  it('stops at the wall', () => {
    const { world, cube, gap } = beforeTheWall(AHEAD, 0.05);
    testsOf(world, 60);
    expect(Math.abs(cube.velocity[0])).toBeLessThan(1e-5);
    expect(gap()).toBeGreaterThan(-1e-6);
    expect(gap()).toBeLessThan(2 * TOLERANCE);
  });

  it.each([0.2, 2, 20])('meets the wall within the step in which it goes at %d m/s', (speed) => {
    const { world, cube, gap } = beforeTheWall(AHEAD, 0.01);
    testsOf(world, 20);
    cube.velocity = [speed, 0, 0];
    const way = gap() / STEP;
    world.step(STEP);
    if (speed > way) expect(cube.velocity[0]).toBeLessThanOrEqual(way);
    expect(gap()).toBeGreaterThan(-1e-6);
    testsOf(world, 40);
    expect(gap()).toBeGreaterThan(-1e-6);
    expect(cube.velocity[0]).toBeLessThan(0.01);
  });
});
