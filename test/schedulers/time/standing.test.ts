// Bodies that stand when they are first seen are one group at once, and stay so by every scheduler of time.

import { describe, expect, it } from 'vitest';
import { SCENES } from '../../../scenes/index.js';
import type { World } from '../../../src/index.js';
import { SCHEDULERS, Simulation } from '../../../src/index.js';
import { emptyWorld } from './worlds.js';

const NAMES = ['retroactive', 'conservative', 'timewarp'] as const;
const BOX = [{ kind: 'box', size: [1, 1, 1] }] as const;

function standing(gravity = -9.81): World {
  const world = emptyWorld(SCHEDULERS.timewarp, 0, 0.5, { gravity: [0, gravity, 0] });
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  for (let i = 0; i < 4; i++) world.createBody({ position: [0, 0.5 + i, 0], shapes: BOX });
  return world;
}

describe('what stands', () => {
  it('is one group from the first step on: nothing collides and nothing is taken back', () => {
    const world = new Simulation(SCENES.tower.make({ seed: 1, layers: 3 }), { scheduler: 'timewarp' }).world;
    for (let i = 0; i < 3; i++) world.step(0.01);
    const { groups, fusions, collisions, rollbacks, largestGroup } = world.timeStatistics ?? {};
    expect({ groups, fusions, collisions, rollbacks, largestGroup }).toEqual({
      groups: 1,
      fusions: 0,
      collisions: 0,
      rollbacks: 0,
      largestGroup: 60,
    });
  });

  it('is a group of its own for each stack', () => {
    const world = standing();
    for (let i = 0; i < 4; i++) world.createBody({ position: [1.001, 0.5 + i, 0], shapes: BOX });
    world.step(0.01);
    expect(world.timeStatistics).toMatchObject({ groups: 2, largestGroup: 4, collisions: 0 });
  });

  it('joins the group that a body is put on', () => {
    const world = standing();
    world.step(0.01);
    world.createBody({ position: [0, 4.5, 0], shapes: BOX });
    world.step(0.01);
    expect(world.timeStatistics).toMatchObject({ groups: 2, largestGroup: 5, collisions: 0 });
  });

  it('does not stand without gravity, nor in the air beside another, nor where it moves', () => {
    const weightless = standing(0);
    weightless.step(0.01);
    expect(weightless.timeStatistics).toMatchObject({ groups: 0 });

    const falling = emptyWorld(SCHEDULERS.timewarp, 0, 0.5, { gravity: [0, -9.81, 0] });
    for (let i = 0; i < 4; i++) falling.createBody({ position: [i % 2, 5 + Math.floor(i / 2), 0], shapes: BOX });
    falling.step(0.01);
    expect(falling.timeStatistics).toMatchObject({ groups: 0 });

    const thrown = standing();
    thrown.createBody({ position: [3, 0.5, 0], velocity: [0, 2, 0], shapes: BOX });
    thrown.step(0.01);
    expect(thrown.timeStatistics).toMatchObject({ groups: 1, largestGroup: 4 });
  });
});

describe.each(['box-stack', 'lintel', 'seesaw', 'pyramid', 'arch', 'jenga', 'heavy-on-light', 'leaning-stack', 'scale', 'wall'])(
  'the scene %s',
  (name) => {
    it('is the same to the bit after 5 s by all three', () => {
      const hashes = NAMES.map((scheduler) => {
        const simulation = new Simulation(SCENES[name].make({ seed: 1 }), { scheduler });
        while (simulation.world.time < 5) simulation.step();
        return simulation.world.hash();
      });
      expect(new Set(hashes).size).toBe(1);
    });
  },
);
