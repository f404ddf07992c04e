// Links that are meshes, on a ground that is one: the hinge stays closed, energy does not rise, and all comes to rest
// on the ground.

import { expect, it } from 'vitest';
import type { MethodName } from '../../../src/index.js';
import { METHODS, World } from '../../../src/index.js';
import { energyOf, gapOf } from './linkage.js';

const KNOWING = (Object.keys(METHODS) as MethodName[]).filter((name) => METHODS[name].blocks?.includes('joint'));
/** Half the height of a brick [m]. */
const HALF = 0.15;

/** A box of triangles, of these half sizes [m]. */
function boxMesh(half: readonly number[]) {
  const corners = Array.from({ length: 8 }, (_, i) => [0, 1, 2].map((k) => ((i >> k) & 1 ? half[k] : -half[k])));
  const faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]]; // biome-ignore format: six faces
  return { vertices: corners.flat(), triangles: faces.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]) };
}

it.each(KNOWING)('%s', (method) => {
  const world = new World({ stepper: METHODS[method] });
  world.createMesh('slab', boxMesh([4, 0.5, 4]));
  world.createMesh('brick', boxMesh([0.3, HALF, 0.2]));
  world.createBody({ kind: 'fixed', position: [0, -0.5, 0], shapes: [{ kind: 'mesh', mesh: 'slab' }] });
  const [a, b] = [-0.35, 0.35].map((x) =>
    world.createBody({ position: [x, 0.6, 0], shapes: [{ kind: 'mesh', mesh: 'brick' }], mass: 2, velocity: [0, 0, x] }),
  );
  const hinge = world.createJoint({ kind: 'revolute', bodyA: a, bodyB: b, anchor: [0, 0.6, 0], axis: [0, 0, 1] });
  let [widest, rise, before] = [0, 0, energyOf(world)];
  for (let i = 0; i < 120; i++) {
    world.step(1 / 60);
    widest = Math.max(widest, gapOf(hinge));
    rise = Math.max(rise, energyOf(world) - before);
    before = energyOf(world);
  }
  expect(widest).toBeLessThan(1e-9);
  expect(rise).toBeLessThan(1e-6);
  for (const { position, velocity } of [a, b]) {
    expect(position[1]).toBeCloseTo(HALF, 2);
    expect(Math.hypot(...velocity)).toBeLessThan(1e-3);
  }
});
