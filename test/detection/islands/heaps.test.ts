// Heaps come to rest: every body sleeps in the end, nobody hangs, and one that is pushed wakes those about it.

import { beforeAll, describe, expect, test } from 'vitest';
import { SCENES } from '../../../scenes/index.js';
import type { Body, Settings, World } from '../../../src/index.js';
import { Simulation } from '../../../src/index.js';
import { run, sleepers } from './sleepers.js';

const COUNT = 60;

/** Steps a scene of so many bodies until all of them sleep. */
function bringToRest(name: string, settings: Partial<Settings>): World {
  const scene = SCENES[name].make({ seed: 1, count: COUNT });
  const { world } = new Simulation({ ...scene, settings: { ...scene.settings, 'sleeping.enabled': 'on', ...settings } });
  for (let step = 0; step < 1500 && sleepers(world) < COUNT; step += 50) run(world, 50, scene.dt);
  return world;
}

function highest(world: World): Body {
  return [...world.bodies()].filter((body) => body.sleep.asleep).reduce((a, b) => (b.position[1] > a.position[1] ? b : a));
}

describe.each([
  ['silo', {}],
  ['silo', { 'speedups.subgrouping': 'on' }],
  ['cubeglass', {}],
  ['cubeglass', { 'speedups.subgrouping': 'on' }],
] as const)('%s with %o', (name, settings) => {
  let world: World;
  beforeAll(() => {
    world = bringToRest(name, settings);
  });

  test('sleeps as a whole, and nobody hangs', () => {
    expect(sleepers(world)).toBe(COUNT);
    expect(world.hanging()).toEqual([]);
  });

  test('stays as it is while all sleep', () => {
    const poses = () => [...world.bodies()].map(({ position, orientation }) => [...position, ...orientation]);
    const before = poses();
    run(world, 20);
    expect(poses()).toEqual(before);
    expect(world.report.contacts).toBe(0);
  });

  test('wakes where it is pushed, and sleeps again', () => {
    const body = highest(world);
    body.velocity = [0, 1, 0];
    run(world, 5);
    expect(body.sleep.asleep).toBe(false);
    if (Object.keys(settings).length > 0) expect(sleepers(world)).toBeGreaterThan(COUNT / 2);
    run(world, 400);
    expect(sleepers(world)).toBe(COUNT);
    expect(world.hanging()).toEqual([]);
  });
});
