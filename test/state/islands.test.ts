// Islands share nothing: what one undergoes does not depend on which others there are, nor on the world that they are in.

import { describe, expect, it } from 'vitest';
import { METHODS, Random, World } from '../../src/index.js';
import type { MethodName } from '../../src/methods.js';
import { motion } from '../detection/contact-graph/parts.js';

const DT = 1 / 100;
const STEPS = 120;
const NAMES = Object.keys(METHODS) as MethodName[];

/** Boxes, balls, capsules and a composite, thrown together about x [m]: they fall, bounce, slide and come to rest. */
function addPile(world: World, x: number, seed: number): void {
  const random = new Random(seed);
  const shapes = [
    { kind: 'sphere', radius: 0.3 },
    { kind: 'box', size: [0.6, 0.5, 0.7] },
    { kind: 'capsule', radius: 0.2, length: 0.4 },
  ] as const;
  for (let i = 0; i < 9; i++) {
    world.createBody({
      position: [x + random.uniform(-0.5, 0.5), 0.5 + 0.5 * i, random.uniform(-0.5, 0.5)],
      velocity: [random.uniform(-1, 1), -1, random.uniform(-1, 1)],
      shapes: [shapes[i % 3]],
    });
  }
  const members = [0, 1].map((k) =>
    world.createBody({ position: [x + 0.5 * k, 6, 0], shapes: [{ kind: 'box', size: [0.5, 0.4, 0.4] }] }),
  );
  world.createComposite({ members });
}

function makeWorld(method: MethodName, piles: readonly (readonly [number, number])[]): World {
  const world = new World({ stepper: METHODS[method] });
  world.createMaterial('default', { friction: 0.5, restitution: 0.3 });
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  for (const [x, seed] of piles) addPile(world, x, seed);
  return world;
}

/** Poses and velocities of all that moves, pile by pile. */
function piles(world: World): number[][][] {
  const bodies = motion(world).slice(1);
  return [0, 1].map((pile) => bodies.slice(11 * pile, 11 * pile + 11)).filter(({ length }) => length > 0);
}

describe.each(NAMES)('%s', (method) => {
  it('two piles in one world go the same way as each in a world of its own, stepped in turn', () => {
    const both = makeWorld(method, [
      [-64, 1],
      [64, 2],
    ]);
    const left = makeWorld(method, [[-64, 1]]);
    const right = makeWorld(method, [[64, 2]]);
    for (let i = 0; i < STEPS; i++) {
      both.step(DT);
      right.step(DT);
      left.step(DT);
      expect(piles(both), `step ${i}`).toEqual([...piles(left), ...piles(right)]);
    }
    expect(both.report.contacts).toBeGreaterThan(10);
  });
});
