// Scenes of gas and of collisions between flights: energy, walls, and what kinetic theory says.

import { describe, expect, it } from 'vitest';
import { SCENES } from '../../scenes/index.js';
import { Simulation } from '../../src/scene/simulation.js';
import type { World } from '../../src/world.js';

function run(name: string, seconds: number, options: Record<string, unknown> = {}): World {
  const simulation = new Simulation(SCENES[name].make({ seed: 1, ...options }));
  while (simulation.world.time < seconds - 1e-9) simulation.step();
  return simulation.world;
}

const rigid = (world: World, prefix = '') =>
  [...world.bodies()].filter(({ kind, name }) => kind === 'rigid' && name?.startsWith(prefix));
const square = (v: readonly number[]) => v.reduce((sum, c) => sum + c * c, 0);

describe('gas', () => {
  const world = run('gas', 8, { count: 64 });
  const speeds = rigid(world).map(({ velocity }) => square(velocity));

  it('keeps its energy', () => {
    // All balls begin with 1 m/s.
    expect(Math.abs(speeds.reduce((sum, s) => sum + s, 0) / 64 - 1)).toBeLessThan(1e-5);
  });

  it('comes to the speeds of Maxwell: the mean of v^4 is 5/3 of the square of the mean of v^2', () => {
    const kurtosis = speeds.reduce((sum, s) => sum + s * s, 0) / 64;
    expect(kurtosis).toBeGreaterThan(1.3);
    expect(kurtosis).toBeLessThan(2.1);
  });

  it('stays in its box, which has its size by the density', () => {
    const half = Math.cbrt((64 * 4 * Math.PI * 0.05 ** 3) / 3 / 0.05) / 2;
    for (const { position } of rigid(world)) for (const c of position) expect(Math.abs(c)).toBeLessThan(half - 0.05 + 2e-3);
  });
});

it('atoms: compression by a quarter heats the balls as an adiabatic one does, and the molecules cool', () => {
  const energy = (world: World, prefix: string) => rigid(world, prefix).reduce((sum, { velocity }) => sum + square(velocity), 0);
  const before = run('atoms', 0.5);
  const after = run('atoms', 3.5);
  // T V^(2/3) of an ideal gas is constant: (4/3)^(2/3) = 1.21. Balls that fill 5 % of their room count as less room.
  expect(energy(after, 'ball') / energy(before, 'ball')).toBeGreaterThan(1.18);
  expect(energy(after, 'ball') / energy(before, 'ball')).toBeLessThan(1.4);
  // Theirs grows by a quarter: (4/5)^(1/3) = 0.93 for molecules that turn as well.
  expect(energy(after, 'molecule') / energy(before, 'molecule')).toBeLessThan(1);
});

it('billiards: balls stay in the plane and on the table, and only collisions lose energy', () => {
  const world = run('billiards', 3);
  for (const { position, velocity } of rigid(world)) {
    expect(Math.abs(position[1])).toBe(0);
    expect(Math.abs(velocity[1])).toBe(0);
    expect(Math.abs(position[0])).toBeLessThan(1.27);
    expect(Math.abs(position[2])).toBeLessThan(0.635);
  }
  const energy = rigid(world).reduce((sum, { velocity }) => sum + square(velocity), 0);
  expect(energy).toBeLessThan(64);
  expect(energy).toBeGreaterThan(10);
});

it('avalanche: rocks come down to the foot of the mountain, and none leaves its walls', () => {
  const world = run('avalanche', 12, { count: 40 });
  const rocks = rigid(world);
  expect(rocks.filter(({ position }) => position[0] > 0).length).toBeGreaterThan(20);
  for (const { position } of rocks) {
    expect(position[0]).toBeLessThan(10);
    expect(Math.abs(position[2])).toBeLessThan(8);
    expect(position[1]).toBeGreaterThan(0);
  }
});
