// Time can be rolled back: every step of a scene, undone and done again, gives the same bits, wherever the world has been in
// between.

import { describe, expect, it } from 'vitest';
import { SCENES } from '../../scenes/index.js';
import { Simulation } from '../../src/scene/simulation.js';
import { SMALL } from './small-scenes.js';

describe('rewind and redo', () => {
  it.each(Object.keys(SCENES))('%s: every step, redone, gives the same hash', (name) => {
    const { world, dt } = new Simulation(SCENES[name].make({ seed: 3, ...SMALL[name] }));
    for (let step = 0; step < 40; step++) {
      const before = world.snapshot();
      world.step(dt);
      const hash = world.hash();
      world.step(dt);
      world.restore(before);
      world.step(dt);
      expect(world.hash()).toBe(hash);
    }
  });

  it('goes back over many steps, bodies that came and went, and on from there', () => {
    const { world } = new Simulation(SCENES.wall.make({ seed: 3 }));
    const hashes: string[] = [];
    for (let step = 0; step < 20; step++) world.step(0.01);
    const start = world.snapshot();
    for (let step = 0; step < 30; step++) {
      world.step(0.01);
      hashes.push(world.hash());
    }
    world.find('brick-100')?.remove();
    for (let i = 0; i < 50; i++) world.createBody({ position: [i, 20, 0], shapes: [{ kind: 'sphere', radius: 0.4 }] });
    for (let step = 0; step < 10; step++) world.step(0.01);
    world.restore(start);
    for (const hash of hashes) {
      world.step(0.01);
      expect(world.hash()).toBe(hash);
    }
    expect([...world.bodies()].length).toBe(201);
  });
});
