// Links that fly towards something are seen before they are in it, however thin they are: nothing moves them out again but
// their tree.

import { describe, expect, it } from 'vitest';
import type { World } from '../../../src/world.js';
import { makeJointWorld } from './linkage.js';

const DT = 1 / 60;
const SPEED = 8;
/** Two plates with a hinge between them [m]. A step takes them five half thicknesses on. */
const PLATE = [0.3, 0.05, 0.2] as const;

function throwPlates(world: World, height: number): void {
  const [a, b] = [-1, 1].map((side) =>
    world.createBody({
      position: [side * 0.16, height, 0],
      velocity: [0, -SPEED, 0],
      shapes: [{ kind: 'box', size: [...PLATE] }],
    }),
  );
  world.createJoint({ kind: 'revolute', bodyA: a, bodyB: b, anchor: [0, height, 0], axis: [0, 0, 1] });
}

/** The deepest that anything is in something else in the first steps after the throw [m]. */
function deepestOf(world: World): number {
  let deepest = 0;
  for (let i = 0; i < 12; i++) {
    world.step(DT);
    deepest = Math.max(deepest, world.measurePenetration());
  }
  return deepest;
}

describe.each(['gsp', 'ncp', 'substeps', 'impulsive'])('hinged plates by %s', (method) => {
  it.each([0, 1, 2, 3, 4])('stop on the ground and on a box, start phase %d', (phase) => {
    const height = 0.5 + (phase / 5) * SPEED * DT;
    const ground = makeJointWorld(undefined, method);
    ground.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    throwPlates(ground, height);
    expect(deepestOf(ground)).toBeLessThan(1e-3);
    const box = makeJointWorld(undefined, method);
    box.createBody({ kind: 'fixed', position: [0, -0.1, 0], shapes: [{ kind: 'box', size: [2, 0.2, 2] }] });
    throwPlates(box, height);
    expect(deepestOf(box)).toBeLessThan(1e-3);
  });

  it('stop on links that lie there', () => {
    const world = makeJointWorld(undefined, method);
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    throwPlates(world, 0.55);
    const lying = [-1, 1].map((side) =>
      world.createBody({ position: [side * 0.16, 0.1, 0], shapes: [{ kind: 'box', size: [0.3, 0.2, 0.3] }] }),
    );
    world.createJoint({ kind: 'revolute', bodyA: lying[0], bodyB: lying[1], anchor: [0, 0.1, 0], axis: [0, 0, 1] });
    expect(deepestOf(world)).toBeLessThan(1e-3);
  });
});
