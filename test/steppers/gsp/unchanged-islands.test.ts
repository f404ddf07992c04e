// Islands at rest are left alone while others move: they cost nothing, and nothing differs from a world that finds everything anew.

import { expect, test } from 'vitest';
import { World } from '../../../src/index.js';

const DT = 0.01;
const STACKS = 6;

/** Stacks of three boxes a metre wide in a row, and a ball that rolls past them; a box on a lift that goes down after a second. */
function makeWorld(): World {
  const world = new World();
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  for (let stack = 0; stack < STACKS; stack++) {
    for (let i = 0; i < 3; i++)
      world.createBody({ position: [3 * stack, i + 0.5, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] });
  }
  const motion = {
    kind: 'function' as const,
    pose(time: number, position: { [axis: number]: number }) {
      position[1] = 2 - Math.max(0, time - 1) ** 2;
    },
  };
  world.createBody({ kind: 'scripted', position: [0, 2, 5], motion, shapes: [{ kind: 'box', size: [2, 0.2, 2] }] });
  world.createBody({ position: [0, 2.6, 5], shapes: [{ kind: 'box', size: [1, 1, 1] }] });
  const ball = { position: [-3, 0.3, 2] as const, velocity: [2, 0, 0] as const, angularVelocity: [0, 0, -2 / 0.3] as const };
  world.createBody({ ...ball, shapes: [{ kind: 'sphere', radius: 0.3 }] });
  return world;
}

/** How many islands are solved in the next step. */
function countSolved(world: World): number {
  let count = 0;
  world.profiler.probe = (phase) => {
    if (phase === 'integrate') count++;
  };
  world.step(DT);
  world.profiler.probe = null;
  return count;
}

test('stacks at rest are passed over while a ball rolls, and are solved again when one is touched', () => {
  const world = makeWorld();
  for (let i = 0; i < 20; i++) world.step(DT);
  expect(countSolved(world)).toBe(1);
  const [first] = [...world.bodies()].filter(({ kind }) => kind === 'rigid');
  first.applyImpulse([0, 0, 0.001]);
  expect(countSolved(world)).toBe(2 + STACKS);
});

test('nothing differs from a world that was restored before each step', () => {
  const world = makeWorld();
  const twin = makeWorld();
  const bodies = [...world.bodies()];
  for (let i = 0; i < 200; i++) {
    twin.restore(world.snapshot());
    // The ball is thrown at a stack after a while.
    if (i === 120) for (const one of [bodies, [...twin.bodies()]]) (one.at(-1) as (typeof bodies)[0]).velocity = [0, 3, -6];
    world.step(DT);
    twin.step(DT);
    expect(twin.hash()).toBe(world.hash());
  }
});
