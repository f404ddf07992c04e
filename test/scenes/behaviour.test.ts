// Scenes whose outcome has a closed form, and what reads it. None of them needs a method that is good at stacks.

import { describe, expect, it } from 'vitest';
import { GLASS_NECK, isInsideGlass, loadOn, SCENES } from '../../scenes/index.js';
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
    const { world, dt, until } = simulate('scale', {}, { method: 'gsp' });
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
    const { body, until } = simulate('leaning-stack', { lean: 1.2 }, { method: 'gsp' });
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

describe('unstable-spheres', () => {
  // Where neither contact slips, the middles part as d cosh(k t), k^2 = 35 g / 89 r, and the lower ball rolls 3/14 of that the other
  // way: T = m (7/10 v^2 + 1/2 (v + u')^2 + 1/5 (u' - v)^2), V = -m g u^2 / 4 r, for the lower ball's speed v and u between the middles.
  const rate = Math.sqrt((35 * G) / (89 * 0.5));

  it.each([
    ['gsp', 0.01],
    ['substeps', 0.01],
    ['gsp', 0.05],
  ] as const)('%s: the upper ball starts as an inverted pendulum does, and rolls off, from %f m', (method, offset) => {
    const { body, until } = simulate('unstable-spheres', { offset }, { method });
    for (const time of [0.2, 0.4, 0.6]) {
      until(time);
      const apart = body('upper').position[0] - body('lower').position[0];
      const expected = offset * Math.cosh(rate * time);
      expect(apart / expected).toBeCloseTo(1, 1);
      expect((body('lower').position[0] * -14) / (3 * (apart - offset))).toBeCloseTo(1, 1);
    }
    until(3);
    expect(body('upper').position[1]).toBeCloseTo(0.5, 2);
  });
});

describe('revival-chain', () => {
  it.each([
    [2, 'gsp'],
    [5, 'gsp'],
    [20, 'gsp'],
    [2, 'ncp'],
    [5, 'ncp'],
    [20, 'ncp'],
  ] as const)('%d cubes rest until the ball has come along the ground, then all move, by %s', (count, method) => {
    const { body, dt, until } = simulate('revival-chain', { count }, { method, settings: { 'ncp.iterations': 400 } });
    const cubes = Array.from({ length: count }, (_, i) => body(`cube-${i}`));
    until(2 - 2 * dt);
    for (const { velocity } of cubes) expect(Math.hypot(...velocity)).toBeLessThan(1e-12);
    const ball = body('ball');
    expect(Math.hypot(ball.velocity[0] - 10, ball.velocity[1], ball.velocity[2])).toBeLessThan(1e-9);
    expect(ball.position[1]).toBeCloseTo(0.5, 9);
    until(2 + 2 * dt);
    for (const { velocity, name } of cubes) expect(velocity[0], name).toBeGreaterThan(G / 30);
    const momentum = cubes.reduce((sum, { mass, velocity }) => sum + mass * velocity[0], ball.mass * ball.velocity[0]);
    // But for the friction of at most four steps.
    expect(10 * ball.mass - momentum).toBeGreaterThanOrEqual(0);
    expect(10 * ball.mass - momentum).toBeLessThanOrEqual(4 * dt * 0.1 * G * 2000 * count * 1.001);
  });
});

describe('cubejam', () => {
  it('all cubes get past the obstacles and come to rest; contacts grow to the end', () => {
    const { world, until, dt } = simulate('cubejam');
    const contacts: number[] = [];
    for (let step = 1; step <= 28 / dt; step++) {
      until(step * dt);
      contacts.push(world.report.contacts);
    }
    const cubes = [...world.bodies()].filter(({ kind }) => kind === 'rigid');
    expect(cubes).toHaveLength(100);
    for (const { position, name } of cubes) {
      expect(Math.max(Math.abs(position[0]), Math.abs(position[2])), name).toBeLessThan(3);
      expect(position[1], name).toBeGreaterThan(0.49);
      expect(position[1], name).toBeLessThan(8);
    }
    const average = (from: number, to: number) => contacts.slice(from, to).reduce((sum, count) => sum + count, 0) / (to - from);
    // The last batch joins in step 648. Until then contacts grow as the cubes do.
    expect(average(0, 648) / average(750, 840)).toBeGreaterThan(0.3);
    expect(average(0, 648) / average(750, 840)).toBeLessThan(0.5);
    expect(average(750, 840)).toBeGreaterThan(500);
    expect(average(750, 840)).toBeLessThan(750);
    expect(world.kineticEnergy()).toBeLessThan(1);
  });
});

describe('cubeglass', () => {
  it('a hundred cubes run through, and none leaves the glass', () => {
    const { world, until } = simulate('cubeglass', { count: 100 });
    for (let time = 1; time <= 12; time++) {
      until(time);
      for (const { kind, position, name } of world.bodies()) {
        if (kind === 'rigid') expect(isInsideGlass(position), `${name} at ${time} s`).toBe(true);
      }
    }
    for (const { kind, position, name } of world.bodies()) {
      if (kind === 'rigid') expect(position[1], name).toBeLessThan(GLASS_NECK.bottom);
    }
  });
});
