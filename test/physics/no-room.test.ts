// Bodies that have less room than they need share it, and do not move through each other.

import { describe, expect, it } from 'vitest';
import type { Body, World } from '../../src/index.js';
import { Random } from '../../src/index.js';
import type { Vec3 } from '../../src/math/vector.js';
import { distance } from '../../src/math/vector.js';
import { makeWorld } from './laboratory.js';

/** 25 balls of 1 m in a pane of 4 x 4 m: each needs 0.2 m less than it has. */
function fillPane(world: World, jitter: number): Body[] {
  const wall = (size: Vec3, position: Vec3): void => {
    world.createBody({ kind: 'fixed', position, shapes: [{ kind: 'box', size }] });
  };
  for (const s of [-1, 1]) {
    wall([8, 8, 2], [0, 0, 1.5 * s]);
    wall([2, 8, 3], [3 * s, 0, 0]);
    wall([8, 2, 3], [0, 3 * s, 0]);
  }
  const random = new Random(3);
  return Array.from({ length: 25 }, (_, i) => {
    const x = -1.5 + 0.75 * (i % 5) + jitter * random.uniform(-1, 1);
    const y = -1.5 + 0.75 * Math.floor(i / 5) + jitter * random.uniform(-1, 1);
    return world.createBody({ position: [x, y, 0], shapes: [{ kind: 'sphere', radius: 0.5 }] });
  });
}

describe.each([
  ['gsp', {}],
  ['gsp', { kernel: 'reference' }],
  ['ncp', {}],
] as const)('25 balls in a pane too small for them, by %s %o,', (method, settings) => {
  it.each([0, 0.01])('stay where they are, with %f m of disorder', (jitter) => {
    const world = makeWorld({ gravity: [0, 0, 0], 'ncp.iterations': 10, ...settings }, {}, method);
    const balls = fillPane(world, jitter);
    const places = balls.map((ball) => ball.position);
    for (let step = 0; step < 300; step++) {
      world.step(1 / 60);
      expect(world.measurePenetration()).toBeLessThan(0.32);
    }
    balls.forEach((ball, i) => void expect(distance(ball.position, places[i])).toBeLessThan(0.35));
    expect(world.kineticEnergy()).toBeLessThan(1e-9);
  });
});

describe.each([
  ['gsp', {}],
  ['gsp', { kernel: 'reference' }],
  ['ncp', {}],
] as const)('balls in a pane too small for them, by %s %o,', (method, settings) => {
  it('share 1 m that is missing alike where they lie in rows, six contacts a row, and keep their symmetry', () => {
    const world = makeWorld({ gravity: [0, 0, 0], ...settings }, {}, method);
    const balls = fillPane(world, 0);
    for (let step = 0; step < 120; step++) {
      world.step(1 / 60);
      expect(world.measurePenetration()).toBeLessThan(0.25);
      balls.forEach(({ position: [x, y] }, i) => {
        const across = balls[4 - (i % 5) + 5 * Math.floor(i / 5)].position;
        const turned = balls[5 * (i % 5) + 4 - Math.floor(i / 5)].position;
        expect(Math.abs(x + across[0]) + Math.abs(y - across[1])).toBeLessThan(1e-4);
        expect(Math.abs(x - turned[1]) + Math.abs(y + turned[0])).toBeLessThan(1e-4);
      });
    }
    expect(world.measurePenetration()).toBeCloseTo(1 / 6, 3);
  });

  it.each([0, 0.01, 0.1])('come to lie still, with %f m of disorder', (jitter) => {
    const world = makeWorld({ gravity: [0, 0, 0], ...settings }, {}, method);
    const balls = fillPane(world, jitter);
    for (let step = 0; step < 200; step++) world.step(1 / 60);
    const places = balls.map((ball) => ball.position);
    for (let step = 0; step < 60; step++) world.step(1 / 60);
    balls.forEach((ball, i) => void expect(distance(ball.position, places[i])).toBeLessThan(1e-6));
    expect(world.measurePenetration()).toBeLessThan(0.32);
  });
});

describe('a pyramid of boxes side by side with a heavy top', () => {
  it.each([
    [5, 1000, 1 / 100],
    [10, 1000, 1 / 100],
    [10, 300, 1 / 60],
    [7, 30, 1 / 240],
  ])('of %i rows stands under %i times the weight at dt = %f, to the bit', (rows, ratio, dt) => {
    const world = makeWorld({}, { friction: 0.6 }, 'gsp');
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    const boxes: Body[] = [];
    for (let row = 0; row < rows; row++) {
      for (let i = 0; i < rows - row; i++) {
        const position: Vec3 = [2 * (i - (rows - row - 1) / 2), 2 * row + 1, 0];
        const density = row === rows - 1 ? 1000 * ratio : 1000;
        boxes.push(world.createBody({ position, shapes: [{ kind: 'box', size: [2, 2, 2] }], density }));
      }
    }
    const places = boxes.map((box) => box.position);
    for (let step = 0; step < 2 / dt; step++) world.step(dt);
    boxes.forEach((box, i) => void expect(box.position).toEqual(places[i]));
  });
});

describe('a cube of 10 m that lands on one of 1 m without friction', () => {
  it.each([1 / 60, 1 / 100, 1 / 240])('leaves it where it is, by symmetry, at dt = %f', (dt) => {
    const world = makeWorld({ gravity: [0, -9.8, 0] }, { friction: 0 }, 'gsp');
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }], position: [0, -0.5, 0] });
    const small = world.createBody({ position: [0, 0.1, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] });
    world.createBody({ position: [0, 6, 0], shapes: [{ kind: 'box', size: [10, 10, 10] }] });
    for (let step = 0; step < 2 / dt; step++) {
      world.step(dt);
      expect(Math.abs(small.velocity[0]) + Math.abs(small.velocity[2])).toBeLessThan(1e-6);
    }
  });
});
