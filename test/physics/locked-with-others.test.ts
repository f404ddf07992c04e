// Bodies with locked axes that are meshes, that fly by schedulers of time, and that sleep.

import { describe, expect, test } from 'vitest';
import { boxMesh } from '../../scenes/meshes/box.js';
import type { AxisLock, Body, MethodName, SchedulerName } from '../../src/index.js';
import { METHODS, SCHEDULERS, World } from '../../src/index.js';

const FLAT: readonly AxisLock[] = ['z', 'rx', 'ry'];
const G = 9.81;

function run(world: World, steps: number, dt = 1 / 100): void {
  for (let i = 0; i < steps; i++) world.step(dt);
}

describe.each(['gsp', 'ncp', 'substeps', 'impulsive'] as MethodName[])('a mesh in a plane by %s', (method) => {
  describe.each(['half-space', 'mesh'] as const)('on a %s', (ground) => {
    const make = (speed: number): { world: World; body: Body } => {
      const world = new World({ stepper: METHODS[method] });
      world.createMaterial('default', { friction: 0.3, restitution: 0 });
      world.createMesh('block', { ...boxMesh([0.8, 0.6, 0.8], 2), error: 0.01 });
      world.createMesh('floor', { ...boxMesh([8, 1, 4], 2), error: 0.1 });
      if (ground === 'half-space') world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
      else world.createBody({ kind: 'fixed', position: [0, -0.5, 0], shapes: [{ kind: 'mesh', mesh: 'floor' }] });
      const shapes = [{ kind: 'mesh', mesh: 'block' }] as const;
      const body = world.createBody({ position: [0, 0.3, 0.13], velocity: [speed, 0, 0], shapes, locks: FLAT });
      return { world, body };
    };

    test('rests', () => {
      const { world, body } = make(0);
      run(world, 60);
      expect(Math.hypot(body.position[0], body.position[1] - 0.3)).toBeLessThan(2e-3);
      expect(Math.hypot(...body.velocity)).toBeLessThan(2e-3);
      expect(body.position[2]).toBe(0.13);
      expect(body.orientation.slice(0, 2)).toEqual([0, 0]);
    });

    test('slides, slowed by mu g', () => {
      const { world, body } = make(3);
      run(world, 50);
      expect(Math.abs(body.velocity[0] - (3 - 0.3 * G * 0.5))).toBeLessThan(0.05);
      expect(Math.abs(body.position[1] - 0.3)).toBeLessThan(5e-3);
      expect(body.position[2]).toBe(0.13);
      expect(body.orientation.slice(0, 2)).toEqual([0, 0]);
    });
  });
});

test('balls of a 2D gas have the same bits by three schedulers, stay in their plane and keep their energy', () => {
  const ends = (['retroactive', 'conservative', 'timewarp'] as SchedulerName[]).map((name) => {
    const world = new World({ scheduler: SCHEDULERS[name], settings: { gravity: [0, 0, 0] } });
    world.createMaterial('default', { friction: 0, restitution: 1 });
    const balls = Array.from({ length: 6 }, (_, i) =>
      world.createBody({
        position: [0.5 * (i % 3), 0.5 * Math.floor(i / 3), 0.01 * i],
        velocity: [Math.sin(3 * i + 1), Math.cos(5 * i), 0],
        shapes: [{ kind: 'sphere', radius: 0.12 }],
        locks: FLAT,
      }),
    );
    const energy = world.kineticEnergy();
    const before = balls.map(({ velocity }) => velocity);
    run(world, 60, 1 / 60);
    balls.forEach(({ position, velocity }, i) => {
      expect(position[2]).toBe(0.01 * i);
      expect(velocity[2]).toBe(0);
    });
    expect(world.kineticEnergy() / energy).toBeCloseTo(1, 9);
    expect(balls.filter(({ velocity }, i) => Math.abs(velocity[0] - before[i][0]) > 0.01).length).toBeGreaterThan(1);
    return balls.map(({ position, velocity }) => [position, velocity]);
  });
  expect(ends[1]).toEqual(ends[0]);
  expect(ends[2]).toEqual(ends[0]);
});

test('a stack in a plane sleeps, and wakes in its plane when it is hit', () => {
  const world = new World();
  world.set('sleeping.enabled', 'on');
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  const shapes = [{ kind: 'box', size: [0.5, 0.5, 0.5] }] as const;
  const stack = [0, 1].map((i) => world.createBody({ position: [0, 0.25 + 0.5 * i, 0.1 * i], shapes, locks: FLAT }));
  run(world, 200);
  expect(stack.map(({ sleep }) => sleep.asleep)).toEqual([true, true]);
  world.createBody({ position: [-1, 0.75, 0.1], velocity: [6, 1, 0], shapes: [{ kind: 'sphere', radius: 0.2 }] });
  run(world, 60);
  expect(stack[1].position[0]).toBeGreaterThan(0.05);
  expect(stack.map(({ position }) => position[2])).toEqual([0, 0.1]);
});
