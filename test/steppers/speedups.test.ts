// The speed-ups of the contact graph paper: what goes together, what each does, and that those which the paper calls exact are.

import { describe, expect, test } from 'vitest';
import { SCENES } from '../../scenes/index.js';
import type { Body, Settings } from '../../src/index.js';
import { METHODS, SCHEDULERS, World } from '../../src/index.js';
import { Simulation } from '../../src/scene/simulation.js';

const ON = { 'sleeping.enabled': 'on' } as const;
const SWITCHES = ['caching', 'tweaking', 'reduction', 'zeroing', 'damping', 'subgrouping', 'fixation'] as const;

function makeWorld(settings: Partial<Settings>, method: keyof typeof METHODS = 'ncp'): World {
  return new World({ stepper: METHODS[method], settings });
}

function steps(world: World, count: number): void {
  for (let i = 0; i < count; i++) world.step(0.01);
}

describe('combinations that make no sense are refused by a sentence', () => {
  test.each<[Partial<Settings>, RegExp]>([
    [{ 'speedups.zeroing': 'on' }, /speedups\.zeroing is "on", but needs sleeping\.enabled/],
    [{ 'speedups.subgrouping': 'on' }, /speedups\.subgrouping is "on", but needs sleeping\.enabled/],
    [{ ...ON, 'speedups.fixation': 'on' }, /speedups\.fixation is "on", but needs speedups\.subgrouping/],
  ])('%o', (settings, sentence) => {
    expect(() => makeWorld(settings)).toThrow(sentence);
  });

  test('when they are set, and then nothing is changed', () => {
    const world = makeWorld(ON);
    expect(() => world.set('speedups.fixation', 'on')).toThrow(/needs speedups\.subgrouping/);
    world.set('speedups.subgrouping', 'on');
    world.set('speedups.fixation', 'on');
    expect(() => world.set('sleeping.enabled', 'off')).toThrow(/needs sleeping\.enabled/);
    expect(world.settings['sleeping.enabled']).toBe('on');
  });

  test('what a method does not know', () => {
    expect(() => makeWorld({ 'speedups.tweaking': 'on' }, 'gsp')).toThrow(/method "gsp" does not know it/);
    expect(() => makeWorld({ ...ON, 'speedups.subgrouping': 'on' }, 'impulsive')).toThrow(/it knows "reduction", "damping"/);
  });

  test('sleeping by schedulers that keep bodies at times of their own', () => {
    for (const name of ['retroactive', 'conservative', 'timewarp'] as const)
      expect(() => new World({ scheduler: SCHEDULERS[name], settings: ON })).toThrow(new RegExp(`scheduler "${name}"`));
  });
});

/** Three heaps, on the first of which a ball falls later; poses of all bodies after that. */
function heaps(settings: Partial<Settings>): number[] {
  const world = makeWorld({ 'ncp.iterations': 2000, 'ncp.tolerance': 1e-7, ...settings });
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  const bodies: Body[] = [];
  const box = { kind: 'box', size: [1, 0.5, 1] } as const;
  for (const x of [0, 4, 8])
    for (let i = 0; i < 3; i++) bodies.push(world.createBody({ shapes: [box], position: [x + 0.1 * i, 0.26 + 0.51 * i, 0] }));
  steps(world, 150);
  bodies.push(world.createBody({ shapes: [{ kind: 'sphere', radius: 0.3 }], position: [0.1, 1.9, 0], velocity: [0, -1, 0] }));
  steps(world, 60);
  return bodies.flatMap((body) => [...body.position, ...body.orientation]);
}

test('groups, caching and sleepy groups leave the motion as it is, to the tolerance of the solver', () => {
  const plain = heaps({ groups: 'all-in-one', 'speedups.caching': 'off' });
  for (const settings of [
    { 'speedups.caching': 'off' },
    {},
    { groups: 'all-in-one' },
    { ...ON, 'sleeping.energy': 1e-6 },
    { ...ON, 'sleeping.energy': 1e-6, 'speedups.caching': 'off' },
  ] as const) {
    const poses = heaps(settings);
    // Velocities are off by up to 1e-7 of what gravity adds in a step, at each of 200 of them.
    const most = poses.reduce((sum, value, i) => Math.max(sum, Math.abs(value - plain[i])), 0);
    expect(most).toBeLessThan(2e-4);
  }
});

test('a step of balls by groups is that of brute force to the tolerance, by sweeps and by Newton steps', () => {
  const tolerance = 1e-7;
  for (const solver of ['pgs', 'direct'] as const) {
    const settings = { 'ncp.iterations': 5000, 'ncp.tolerance': tolerance, 'speedups.caching': 'off' } as const;
    const { world } = new Simulation(SCENES.diku.make({ seed: 1, count: 12 }), { method: 'ncp', solver, dt: 0.01, settings });
    let most = 0;
    for (let i = 0; i < 90; i++) {
      const before = world.snapshot();
      world.set('groups', 'all-in-one');
      world.step(0.01);
      const brute = [...world.bodies()].flatMap(({ position, velocity }) => [...position, ...velocity]);
      world.restore(before);
      world.set('groups', 'by-group');
      world.step(0.01);
      const grouped = [...world.bodies()].flatMap(({ position, velocity }) => [...position, ...velocity]);
      most = grouped.reduce((sum, value, k) => Math.max(sum, Math.abs(value - brute[k])), most);
    }
    expect(world.report.groups, solver).toBeGreaterThan(5);
    // Ten times the tolerance: what a sweep would still change of a contact may add up where balls touch several.
    expect(most, solver).toBeLessThan(10 * tolerance * 9.81 * 0.01);
  }
});

/** A stack of four boxes that rests, by ncp to the least tolerance. */
function restingStack(settings: Partial<Settings>): World {
  const world = makeWorld({ 'ncp.iterations': 5000, 'ncp.tolerance': 1e-6, ...settings });
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  for (let i = 0; i < 4; i++) world.createBody({ shapes: [{ kind: 'box', size: [1, 1, 1] }], position: [0, 0.5 + i, 0] });
  steps(world, 30);
  return world;
}

test('caching starts from the loads of the step before, which a stack at rest has found already', () => {
  const cached = restingStack({ 'speedups.caching': 'on' });
  const anew = restingStack({ 'speedups.caching': 'off' });
  expect(cached.report.contacts).toBe(anew.report.contacts);
  expect(cached.report.iterations).toBeLessThan(0.1 * anew.report.iterations);
});

test.each(['off', 'on'] as const)('subgrouping: who is struck wakes, and nobody else, with fixation %s', (fixation) => {
  const world = makeWorld({ ...ON, 'speedups.subgrouping': 'on', 'speedups.fixation': fixation });
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  const boxes = [0, 1, 2, 3].map((i) =>
    world.createBody({ shapes: [{ kind: 'box', size: [1, 1, 1] }], position: [1.0005 * i, 0.5, 0] }),
  );
  steps(world, 60);
  expect(boxes.every((box) => box.sleep.asleep)).toBe(true);
  const ball = world.createBody({ shapes: [{ kind: 'sphere', radius: 0.25 }], position: [0.1, 1.4, 0], velocity: [0, -3, 0] });
  steps(world, 12);
  expect(boxes[0].sleep).toMatchObject({ asleep: false, why: 'contact', by: ball.id });
  expect(boxes.slice(1).every((box) => box.sleep.asleep)).toBe(true);
  expect(ball.velocity[1]).toBeGreaterThan(-0.1);
});

test('tweaking limits iterations', () => {
  const iterations = (settings: Partial<Settings>) => {
    const world = makeWorld({ 'ncp.iterations': 500, 'ncp.tolerance': 0, ...settings });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    for (let i = 0; i < 3; i++) world.createBody({ shapes: [{ kind: 'box', size: [1, 1, 1] }], position: [0, 0.5 + i, 0] });
    world.step(0.01);
    return world.report.iterations;
  };
  expect(iterations({})).toBe(500);
  expect(iterations({ 'speedups.tweaking': 'on' })).toBe(15);
  expect(iterations({ 'speedups.tweaking': 'on', 'speedups.tweakedIterations': 7 })).toBe(7);
});

test('reduction leaves one contact to what penetrates, and all to what touches', () => {
  const contacts = (height: number) => {
    const world = makeWorld({ 'speedups.reduction': 'on' });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    world.createBody({ shapes: [{ kind: 'box', size: [1, 1, 1] }], position: [0, height, 0] });
    world.step(0.01);
    return world.report.contacts;
  };
  expect(contacts(0.5)).toBe(4);
  expect(contacts(0.45)).toBe(1);
});

test('damping slows free bodies at its rate', () => {
  const world = makeWorld({ gravity: [0, 0, 0], 'speedups.damping': 'on', 'speedups.dampingRate': 0.7 });
  const body = world.createBody({ shapes: [{ kind: 'sphere', radius: 1 }], velocity: [1, 0, 0] });
  steps(world, 100);
  expect(body.velocity[0]).toBeCloseTo((1 + 0.007) ** -100, 9);
});

test('zeroing: a ball does not bounce off a sleepy body', () => {
  const bounce = (zeroing: 'on' | 'off') => {
    const world = makeWorld({ ...ON, 'speedups.zeroing': zeroing });
    world.createMaterial('default', { friction: 0.5, restitution: 0.8 });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'box', size: [9, 1, 9] }], position: [0, -0.5, 0] });
    const slab = world.createBody({ shapes: [{ kind: 'box', size: [2, 1, 2] }], position: [0, 0.5, 0] });
    steps(world, 80);
    expect(slab.sleep.asleep).toBe(true);
    // Subgrouping is off: the touch wakes the slab, which is sleepy until then.
    const ball = world.createBody({ shapes: [{ kind: 'sphere', radius: 0.2 }], position: [0, 2, 0] });
    let highest = 0;
    for (let i = 0; i < 120; i++) {
      world.step(0.01);
      if (ball.velocity[1] > highest) highest = ball.velocity[1];
    }
    return highest;
  };
  expect(bounce('off')).toBeGreaterThan(2);
  expect(bounce('on')).toBeLessThan(2);
});

test('by no combination that makes sense do stacks gain energy, and they come to rest where they should', () => {
  for (let bits = 0; bits < 1 << SWITCHES.length; bits++) {
    const settings: Partial<Settings> = { ...ON };
    SWITCHES.forEach((name, i) => {
      Object.assign(settings, { [`speedups.${name}`]: (bits >> i) & 1 ? 'on' : 'off' });
    });
    if (settings['speedups.fixation'] === 'on' && settings['speedups.subgrouping'] !== 'on') continue;
    const world = makeWorld(settings);
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    for (let i = 0; i < 4; i++)
      world.createBody({ shapes: [{ kind: 'box', size: [1, 1, 1] }], position: [0.1 * (i % 2), 0.55 + 1.05 * i, 0.05 * i] });
    const before = world.potentialEnergy();
    steps(world, 200);
    const what = JSON.stringify(settings);
    const isTakingTurns = settings['speedups.subgrouping'] === 'on' && settings['speedups.fixation'] === 'off';
    expect(world.kineticEnergy() + world.potentialEnergy(), what).toBeLessThan(before);
    // With caching, the loads that are left are those of rest.
    if (settings['speedups.caching'] === 'on') expect(world.hanging().length, what).toBe(0);
    // Subgroups that take turns move each other, and one contact a pair does not carry a stack that moves.
    if (isTakingTurns && settings['speedups.reduction'] === 'on') continue;
    // Boxes of 1 t rock at up to 0.16 m/s.
    if (isTakingTurns) expect(world.kineticEnergy(), what).toBeLessThan(13);
    else expect(world.kineticEnergy(), what).toBe(0);
    expect(world.measurePenetration(), what).toBeLessThan(2e-3);
    // Boxes fall by 5, 10, 15 and 20 cm, less the millimetre above each other at which they may come to rest.
    const fall = 1000 * 9.81 * (0.05 + 0.1 + 0.15 + 0.2);
    const gaps = 1000 * 9.81 * (0.001 + 0.002 + 0.003 + 0.004);
    expect(before - world.potentialEnergy(), what).toBeGreaterThan(fall - gaps - 1);
    expect(before - world.potentialEnergy(), what).toBeLessThan(fall + 40);
  }
});
