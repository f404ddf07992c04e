// Scenes whose outcome has a closed form, and what reads it. None of them needs a method that is good at stacks.

import { describe, expect, it } from 'vitest';
import { loadOn, SCENES } from '../../scenes/index.js';
import { InputError } from '../../src/input/fields.js';
import type { SimulationOptions } from '../../src/scene/simulation.js';
import { Simulation } from '../../src/scene/simulation.js';
import type { Body } from '../../src/world.js';

const G = 9.81;

function simulate(name: string, options: Record<string, unknown> = {}, choices: SimulationOptions = {}) {
  const simulation = new Simulation(SCENES[name].make({ seed: 1, ...options }), choices);
  const { world, dt } = simulation;
  return {
    world,
    dt,
    body(bodyName: string): Body {
      const found = world.find(bodyName) as Body | undefined;
      if (found === undefined) throw new Error(`There is no ${bodyName}.`);
      return found;
    },
    until(time: number): void {
      while (world.time < time - dt / 2) simulation.step();
    },
  };
}

describe('sled', () => {
  it.each([2, 4])('box and sled share the momentum of a box at %d m/s', (speed) => {
    const { body, until } = simulate('sled', { speed });
    const start = body('box').position[0];
    until(2);
    expect(body('box').velocity[0]).toBeCloseTo(speed / 2, 6);
    expect(body('sled').velocity[0]).toBeCloseTo(speed / 2, 6);
    const slid = body('box').position[0] - body('sled').position[0] - start;
    expect(slid / ((speed * speed) / (4 * 0.5 * G))).toBeCloseTo(1, 1);
    expect(body('box').position[1]).toBeCloseTo(1.5, 4);
  });
});

describe('seesaw', () => {
  const angleOf = ({ orientation }: Body) => 2 * Math.atan2(orientation[2], orientation[3]);

  it('turns as one body about the edge, then rests on the ground at asin(1/3)', () => {
    const { body, until, world } = simulate('seesaw');
    // About the edge at height 1: D, S and I of the scene's first lines.
    const pieces = [...world.bodies()].filter(({ kind }) => kind === 'rigid');
    const inertia = pieces.reduce((sum, { name, mass, position: [x, y] }) => {
      const [length, height] = name === 'plank' ? [6, 0.25] : [1, 0.25];
      return sum + mass * ((length * length + height * height) / 12 + x * x + (y - 1) * (y - 1));
    }, 0);
    const D = G * pieces.reduce((sum, { mass, position }) => sum - mass * position[0], 0);
    const S = G * pieces.reduce((sum, { mass, position }) => sum + mass * (position[1] - 1), 0);
    expect(D).toBeCloseTo(2 * G, 9);
    for (const time of [0.5, 0.75, 1]) {
      until(time);
      const expected = (D / S) * (Math.cosh(Math.sqrt(S / inertia) * time) - 1);
      expect(angleOf(body('plank')) / expected).toBeCloseTo(1, 1);
    }
    until(3);
    expect(angleOf(body('plank'))).toBeCloseTo(Math.asin(1 / 3), 2);
  });

  it('goes to the other side when that is heavier', () => {
    const { body, until } = simulate('seesaw', { left: 1, right: 2 });
    until(4);
    expect(angleOf(body('plank'))).toBeCloseTo(-Math.asin(1 / 3), 2);
  });
});

describe('scale', () => {
  it('reads the weight of what stands on it, and so does every box of the stack', () => {
    const { world, dt, until } = simulate('scale', {}, { method: 'ncp', settings: { 'ncp.iterations': 400 } });
    until(0.5);
    expect(loadOn(world, 'plate', dt) / (10 * 2000 * G)).toBeCloseTo(1, 2);
    for (let i = 0; i < 10; i++) expect(loadOn(world, `box-${i}`, dt) / (2000 * G)).toBeCloseTo(9 - i, 1);
    expect(() => loadOn(world, 'box', dt)).toThrow(InputError);
  });

  it('can be loaded with a heavy box on light ones, or with the roof-tower', () => {
    const massOn = (load: string) =>
      [...simulate('scale', { load }).world.bodies()].reduce((sum, { kind, mass }) => (kind === 'rigid' ? sum + mass : sum), 0);
    expect(massOn('heavy-on-light')).toBeCloseTo((9 + 1000) * 2000, 6);
    expect(massOn('roof-tower')).toBeCloseTo(800 * 500, 6);
    expect(() => massOn('elephant')).toThrow(/^load is "elephant", but must be one of "boxes"/);
    for (const load of ['heavy-on-light', 'roof-tower']) expect(simulate('scale', { load }).world.measurePenetration()).toBe(0);
  });
});

describe('ball-at-base', () => {
  it('drives the lowest box from under the others, until friction has used up its speed', () => {
    const { body, until } = simulate('ball-at-base', {}, { method: 'ncp', dt: 0.001, settings: { 'ncp.iterations': 200 } });
    const M = 2000;
    const { mass: m } = body('ball');
    const u = (20 * m) / (m + M);
    until(0.3);
    const expected = (u * u * (m + M)) / (2 * 0.5 * G * (9 + 10) * M);
    const moved = body('box-0').position[0];
    // The second box, which follows a little way, takes part of the friction away.
    expect(moved).toBeGreaterThan(expected);
    expect(moved).toBeLessThan(1.15 * expected);
    expect(body('box-0').velocity[0]).toBeCloseTo(0, 1);
    expect(body('box-9').position[1]).toBeCloseTo(9.5, 1);
  });
});

describe('single-body', () => {
  it('stands on sixteen contacts, and its potential energy stays', () => {
    const { world, until } = simulate('single-body');
    const energy = world.potentialEnergy();
    until(2);
    expect(world.report.contacts).toBe(16);
    expect(Math.abs(world.potentialEnergy() / energy - 1)).toBeLessThan(1e-4);
  });
});

describe('leaning-stack', () => {
  it('topples beyond its limit', () => {
    const { body, until } = simulate('leaning-stack', { lean: 1.2 }, { method: 'ncp', settings: { 'ncp.iterations': 400 } });
    until(4);
    expect(body('box-9').position[1]).toBeLessThan(9);
    expect(body('box-9').position[0]).toBeGreaterThan(2);
  });
});

describe('roof-tower', () => {
  it('gets its block and its ball in the course of the simulation', () => {
    const { world, until } = simulate('roof-tower', { layers: 2, ring: 8 });
    const isThere = () => ['block', 'cannonball'].map((name) => world.find(name) !== undefined);
    until(0.98);
    expect(isThere()).toEqual([false, false]);
    until(1.01);
    expect(isThere()).toEqual([true, false]);
    until(4.01);
    expect(isThere()).toEqual([true, true]);
  });
});
