// Sleepy groups: who sleeps, and that it is the island that does; the same bits after going back; nothing about to move sleeps.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Body, MethodName } from '../../../src/index.js';
import { METHODS, World } from '../../../src/index.js';
import { makeStacks, run, sleepers } from './sleepers.js';

const NAMES = Object.keys(METHODS) as MethodName[];

describe.each(NAMES)('%s', (method) => {
  test('stacks at rest sleep, with no velocity left, and cost no contact', () => {
    const { world, stacks } = makeStacks({ method });
    run(world, 120);
    expect(world.report.asleep).toBe(9);
    expect(world.report.contacts).toBe(0);
    expect(world.kineticEnergy()).toBe(0);
    const { sleep } = stacks[0][0];
    expect(sleep).toMatchObject({ asleep: true, why: 'slow' });
    expect(sleep.since).toBeGreaterThanOrEqual(0.5 - 1e-9);
  });

  test('a push wakes the island of the body alone, which then sleeps again', () => {
    const { world, stacks } = makeStacks({ method });
    run(world, 120);
    stacks[1][2].applyImpulse([0.5 * stacks[1][2].mass, 0, 0]);
    world.step(0.01);
    expect(sleepers(world)).toBe(6);
    expect(stacks[1][0].sleep).toMatchObject({ asleep: false, why: 'pushed' });
    expect(stacks[1][0].sleep.since).toBeCloseTo(1.2);
    const moved = stacks[1][2].position[0];
    run(world, 300);
    expect(stacks[1][2].position[0]).toBeGreaterThan(moved);
    expect(world.report.asleep).toBe(9);
  });

  test('a snapshot, and the hash, have who sleeps: what follows is the same', () => {
    const { world, stacks } = makeStacks({ method });
    run(world, 120);
    const snapshot = world.snapshot();
    const push = () => {
      stacks[1][1].applyImpulse([0.9 * stacks[1][1].mass, 0, 0]);
      run(world, 90);
      return world.hash();
    };
    const first = push();
    world.restore(snapshot);
    expect(sleepers(world)).toBe(9);
    expect(push()).toBe(first);
  });

  test('what is hit wakes, and what stands beside it sleeps on', () => {
    const { world, stacks } = makeStacks({ method });
    run(world, 120);
    const ball = world.createBody({ shapes: [{ kind: 'sphere', radius: 0.2 }], position: [3, 2.5, 4], velocity: [0, 2, -8] });
    run(world, 40);
    expect(sleepers(world)).toBe(9);
    run(world, 30);
    expect(stacks[1].map((body) => body.sleep.why)).toEqual(['contact', 'contact', 'contact']);
    expect(stacks[1][2].sleep.by).toBe(ball.id);
    for (const stack of [stacks[0], stacks[2]]) for (const body of stack) expect(body.sleep.asleep).toBe(true);
  });
});

describe('what does not sleep', () => {
  test('a stone at the top of its flight', () => {
    const world = new World({ settings: { 'sleeping.enabled': 'on', 'sleeping.steps': 2, 'sleeping.energy': 1 } });
    const stone = world.createBody({ shapes: [{ kind: 'sphere', radius: 1 }], velocity: [0, 0.2, 0] });
    for (let i = 0; i < 10; i++) {
      world.step(0.01);
      expect(stone.sleep.asleep).toBe(false);
    }
  });

  test('a box that has begun to tip, however slowly', () => {
    // The centre of mass is a hair beyond the edge of what it stands on: it falls, after seconds of next to no motion.
    const tip = (settings: object) => {
      const world = new World({ settings: { ...settings } });
      world.createBody({ kind: 'fixed', shapes: [{ kind: 'box', size: [1, 1, 1] }], position: [0, 0.5, 0] });
      const box = world.createBody({ shapes: [{ kind: 'box', size: [1, 1, 1] }], position: [0.501, 1.5, 0] });
      run(world, 400);
      return box;
    };
    expect(tip({}).position[1]).toBeLessThan(1);
    const box = tip({ 'sleeping.enabled': 'on' });
    expect(box.position[1]).toBeLessThan(1);
  });

  test('a multibody with a control, which is called in every step', () => {
    const world = new World({ settings: { 'sleeping.enabled': 'on' } });
    let calls = 0;
    world.createBody({ name: 'post', kind: 'fixed', shapes: [{ kind: 'box', size: [1, 1, 1] }] });
    world.createMultibody({
      links: [{ name: 'arm', shapes: [{ kind: 'box', size: [1, 0.2, 0.2] }], position: [2, 0, 0] }],
      joints: [{ kind: 'fixed', bodyA: 'post', bodyB: 'arm', anchor: [1, 0, 0] }],
      control: () => {
        calls++;
      },
    } as never);
    run(world, 100);
    expect(calls).toBe(100);
  });
});

test('what sleeps does not depend on density nor, with gravity, on the scale', () => {
  const asleepAfter = (scale: number, density: number) => {
    const world = new World({ settings: { 'sleeping.enabled': 'on', gravity: [0, -9.81 * scale, 0] } });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    for (let i = 0; i < 3; i++)
      world.createBody({
        shapes: [{ kind: 'box', size: [scale, scale, scale] }],
        position: [0.2 * scale * i, (0.6 + 1.2 * i) * scale, 0],
        density,
      });
    let steps = 0;
    while (world.report.asleep < 3 && steps < 600) {
      world.step(0.01);
      steps++;
    }
    return steps;
  };
  const usual = asleepAfter(1, 1000);
  expect(usual).toBeLessThan(400);
  expect(asleepAfter(1, 1)).toBe(usual);
  expect(asleepAfter(0.0625, 1000)).toBe(usual);
  expect(asleepAfter(16, 30)).toBe(usual);
});

test('two worlds to which the same happens at random are the same after every restore', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(8), fc.integer({ min: 1, max: 70 })), { minLength: 1, maxLength: 4 }), (pushes) => {
      const { world, stacks } = makeStacks({});
      const bodies: Body[] = stacks.flat();
      run(world, 60);
      for (const [which, steps] of pushes) {
        bodies[which].applyImpulse([0.4 * bodies[which].mass, 0, 0]);
        const snapshot = world.snapshot();
        run(world, steps);
        const hash = world.hash();
        world.restore(snapshot);
        run(world, steps);
        expect(world.hash()).toBe(hash);
      }
    }),
    { numRuns: 8, seed: 16 },
  );
});

test.each(NAMES.filter((name) => METHODS[name].blocks?.includes('joint')))(
  'by %s what flies goes on when an island that joints alone hold falls asleep',
  (method) => {
    const world = new World({ stepper: METHODS[method], settings: { 'sleeping.enabled': 'on', 'sleeping.steps': 10 } });
    const hung = world.createBody({ position: [0, 2, 0], shapes: [{ kind: 'box', size: [0.2, 0.2, 0.2] }] });
    world.createJoint({ kind: 'fixed', bodyB: hung, anchor: [0, 2, 0] });
    const stone = world.createBody({ position: [3, 20, 0], shapes: [{ kind: 'sphere', radius: 0.1 }] });
    run(world, 60);
    expect(hung.sleep.asleep).toBe(true);
    expect(stone.velocity[1]).toBeCloseTo(-9.81 * 0.6, 9);
  },
);
