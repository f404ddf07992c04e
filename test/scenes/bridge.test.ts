// The scene bridge: its ropes do not stretch, they carry what hangs on them, the stack on it comes to rest, and it
// falls when it is cut.

import { describe, expect, it } from 'vitest';
import { SCENES } from '../../scenes/index.js';
import { Simulation } from '../../src/scene/simulation.js';
import type { Body, World } from '../../src/world.js';

const GRAVITY = 9.81;

function begin(options: Record<string, unknown>): Simulation {
  return new Simulation(SCENES.bridge.make({ seed: 1, ...options }));
}

/** Runs to a time [s]; returns by how much a rope was too long [m], and by how much energy rose [J], at the most. */
function watch(simulation: Simulation, seconds: number): { stretch: number; rise: number } {
  const { world, dt } = simulation;
  const lengths = [...world.joints()].map((rope) => rope.coordinate('length'));
  const seen = { stretch: 0, rise: 0 };
  let before = world.kineticEnergy() + world.potentialEnergy();
  while (world.time < seconds - dt / 2) {
    simulation.step();
    const now = world.kineticEnergy() + world.potentialEnergy();
    seen.rise = Math.max(seen.rise, now - before);
    before = now;
    for (const { value, limits = [0, 0] } of lengths) seen.stretch = Math.max(seen.stretch, value - limits[1]);
  }
  return seen;
}

function body(world: World, name: string): Body {
  return world.find(name) as Body;
}
function speedOf(world: World): number {
  return Math.max(...[...world.bodies()].map(({ velocity }) => Math.hypot(...velocity)));
}

describe('bridge', () => {
  it.each([
    { planks: 9, boxes: 3 },
    { planks: 21, boxes: 5 },
  ])('hangs still to the bit, with the stack on it: %o', (options) => {
    const simulation = begin(options);
    const { world } = simulation;
    const starts = [...world.bodies()].map(({ position }) => position);
    const { stretch, rise } = watch(simulation, 2);
    expect(stretch).toBeLessThan(1e-9);
    expect(rise).toBe(0);
    expect(speedOf(world)).toBe(0);
    expect([...world.bodies()].map(({ position }) => position)).toEqual(starts);
  });

  it('carries its weight by the ropes at its ends', () => {
    const simulation = begin({ planks: 9, boxes: 3 });
    const { world } = simulation;
    watch(simulation, 0.5);
    const weight = [...world.bodies()].reduce((sum, { mass }) => sum + (Number.isFinite(mass) ? mass : 0), 0) * GRAVITY;
    const ends = ['rope-0-0', 'rope-0-1', 'rope-9-0', 'rope-9-1'].map((name) => world.findJoint(name)?.wrench.force[1] ?? 0);
    expect(ends.reduce((sum, force) => sum + Math.abs(force), 0) / weight).toBeCloseTo(1, 3);
  });

  it('comes to rest after a push, and gains no energy', () => {
    const simulation = begin({ planks: 5, boxes: 1 });
    const { world } = simulation;
    watch(simulation, 0.1);
    for (let i = 0; i < 5; i++) body(world, `plank-${i}`).velocity = [0, 0, 0.5];
    const { stretch, rise } = watch(simulation, 8);
    expect(stretch).toBeLessThan(1e-9);
    expect(rise).toBeLessThan(1e-3);
    expect(speedOf(world)).toBeLessThan(0.02);
    expect(body(world, 'box-0').position[1]).toBeGreaterThan(2);
  });

  it('of full length gains no energy after a push', () => {
    const simulation = begin({});
    const { world } = simulation;
    watch(simulation, 0.1);
    for (let i = 0; i < 21; i++) body(world, `plank-${i}`).velocity = [0, 0, 0.5];
    const { stretch, rise } = watch(simulation, 2);
    expect(stretch).toBeLessThan(1e-9);
    expect(rise).toBeLessThan(1e-6);
  });

  it('falls when it is cut', () => {
    const simulation = begin({ planks: 5, boxes: 1 });
    const { world } = simulation;
    watch(simulation, 0.1);
    const [, height] = body(world, 'box-0').position;
    for (const name of ['rope-1-0', 'rope-1-1']) world.findJoint(name)?.remove();
    watch(simulation, 0.7);
    expect(height - body(world, 'box-0').position[1]).toBeGreaterThan(0.5);
  });
});
