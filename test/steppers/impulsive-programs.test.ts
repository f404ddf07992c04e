// The impulsive suite with one QP of each kind a step, as published: impacts within the step are no reason for more.

import { expect, test } from 'vitest';
import { SCENES } from '../../scenes/index.js';
import type { Settings } from '../../src/index.js';
import { Simulation } from '../../src/index.js';

/** Falling cubes at the paper's frame, 1/30 s: most QPs of a step of either kind, and how all ends. */
function drop(programs: Settings['impulsive.programs'], position: Settings['impulsive.position'] = 'optimised') {
  const scene = SCENES.stack.make({ seed: 1 });
  const settings = {
    groups: 'all-in-one',
    'impulsive.bounces': 0,
    'impulsive.freezeAfter': 3,
    'impulsive.programs': programs,
    'impulsive.position': position,
  } as const;
  const { world } = new Simulation(scene, { method: 'impulsive', dt: 1 / 30, settings });
  const most = { collision: 0, static: 0, gain: 0 };
  let before = world.kineticEnergy() + world.potentialEnergy();
  const start = before;
  for (let i = 0; i < 300; i++) {
    world.step(1 / 30);
    const { collisionQPs, staticQPs } = world.report.impulsive;
    most.collision = Math.max(most.collision, collisionQPs);
    most.static = Math.max(most.static, staticQPs);
    const energy = world.kineticEnergy() + world.potentialEnergy();
    most.gain = Math.max(most.gain, (energy - before) / start);
    before = energy;
  }
  const moving = [...world.bodies()].filter(({ mass }) => mass > 0);
  return { most, world, moving };
}

test('as needed, a step solves several QPs of a kind: one for each impact that it stops for', () => {
  const { most } = drop('as-needed');
  expect(most.collision).toBeGreaterThan(1);
  expect(most.static).toBeGreaterThan(1);
});

test('with one of each, a step solves no more than that, and cubes come to rest on each other', () => {
  const { most, world, moving } = drop('one-of-each');
  expect(most.collision).toBe(1);
  expect(most.static).toBe(1);
  expect(world.report.asleep).toBe(moving.length);
  // Of cubes of 1 m: gaps that close in a step are found by the next one, and what overlaps then is mended.
  expect(world.measurePenetration()).toBeLessThan(1e-3);
});

test('with one of each, no step gains energy but by lifting out what overlaps', () => {
  expect(drop('one-of-each', 'plain').most.gain).toBeLessThan(1e-12);
});
