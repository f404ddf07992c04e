// Time can be rolled back: every step of a scene, undone and done again, gives the same bits, wherever the world has been in
// between.

import { describe, expect, it } from 'vitest';
import { CONTROLS, SCENES } from '../../scenes/index.js';
import type { MethodName } from '../../src/methods.js';
import { METHODS } from '../../src/methods.js';
import { Recorder, replay } from '../../src/recording/recording.js';
import { Simulation } from '../../src/scene/simulation.js';
import type { ShapeDescriptor } from '../../src/shapes/shape-kinds.js';
import { World } from '../../src/world.js';
import { SMALL } from './small-scenes.js';

describe('rewind and redo', () => {
  it.each(Object.keys(SCENES))('%s: every step, redone, gives the same hash', (name) => {
    const { world, dt } = new Simulation(SCENES[name].make({ seed: 3, ...SMALL[name] }), { controls: CONTROLS });
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

/** A body of three boxes, of which one hovers where contacts are just not looked for, and a box that lands beside it. */
function tableWorld(method: string, dt: number): World {
  const world = new World({ stepper: METHODS[method as MethodName] });
  const box = (x: number, y: number): ShapeDescriptor => ({ kind: 'box', size: [1, 1, 1], position: [x, y, 0] });
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  world.createBody({ name: 'late', position: [5, 1.5, 0], shapes: [box(0, 0)] });
  const gap = 0.01 + 0.4 * 9.81 * dt * dt;
  world.createBody({ name: 'table', position: [0, 0.5, 0], shapes: [box(-1.2, 0), box(0, gap), box(1.2, 0)] });
  return world;
}

describe('a world that is put back to its own present before every step', () => {
  it.each(Object.keys(METHODS))('%s: goes the same way as one that never is', (method) => {
    for (const dt of [1 / 60, 1 / 30]) {
      const straight = tableWorld(method, dt);
      const restored = tableWorld(method, dt);
      for (let step = 0; step < 1.5 / dt; step++) {
        restored.restore(restored.snapshot());
        straight.step(dt);
        restored.step(dt);
        expect([step, restored.hash()]).toEqual([step, straight.hash()]);
      }
    }
  });

  it.each(Object.keys(METHODS))('%s: a recording that begins late replays in a new world', (method) => {
    const world = tableWorld(method, 1 / 60);
    for (let step = 0; step < 100; step++) world.step(1 / 60);
    const recorder = new Recorder(world);
    for (let step = 0; step < 5; step++) recorder.step(1 / 60);
    expect(replay(recorder.recording, tableWorld(method, 1 / 60))).toBeUndefined();
  });
});
