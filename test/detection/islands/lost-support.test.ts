// Who has been slow for long, and is about to fall asleep, may lose what held it just before: it moves off, and does not hang.

import { describe, expect, test } from 'vitest';
import { World } from '../../../src/index.js';
import { run } from './sleepers.js';

const CUBE = { kind: 'box', size: [1, 1, 1] } as const;
const BALL = { kind: 'sphere', radius: 0.5 } as const;
/** Steps after which bodies that stood still are about to fall asleep. */
const NEARLY = 47;

function makeWorld(gravity: [number, number, number] = [0, -9.81, 0]): World {
  const world = new World({ settings: { 'sleeping.enabled': 'on', gravity } });
  world.createMaterial('ice', { friction: 0 });
  world.createBody({ name: 'ground', kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  return world;
}

describe('a change just before bodies fall asleep', () => {
  test('of gravity lets a ball roll', () => {
    const world = makeWorld();
    const ball = world.createBody({ shapes: [BALL], position: [0, 0.5, 0] });
    run(world, NEARLY);
    world.set('gravity', [0.3, -9.81, 0]);
    run(world, 200);
    expect(world.hanging()).toEqual([]);
    // By 5/7 of what pulls at it.
    expect(ball.position[0]).toBeCloseTo(0.5 * (5 / 7) * 0.3 * 4, 1);
  });

  test('of gravity lets a stack slide', () => {
    const world = makeWorld();
    world.createMaterial('default', { friction: 0.1 });
    const stack = [0.5, 1.5].map((y) => world.createBody({ shapes: [CUBE], position: [0, y, 0] }));
    run(world, NEARLY);
    world.set('gravity', [1.3, -9.81, 0]);
    run(world, 200);
    for (const body of stack) expect(body.position[0]).toBeGreaterThan(0.3);
  });

  test('of a material lets a box slide', () => {
    const world = makeWorld([3, -9.81, 0]);
    world.createMaterial('wood', { friction: 0.8 });
    const box = world.createBody({ shapes: [{ kind: 'box', size: [1, 0.2, 1] }], position: [0, 0.1, 0], material: 'wood' });
    run(world, NEARLY);
    world.setMaterialPair('wood', 'default', { friction: 0.27 });
    run(world, 200);
    expect(box.position[0]).toBeGreaterThan(0.3);
  });

  test('of a share of gravity lets a seesaw tip', () => {
    const world = makeWorld();
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'box', size: [0.2, 1, 1] }], position: [0, 0.5, 0] });
    const plank = world.createBody({ shapes: [{ kind: 'box', size: [5, 0.2, 1] }], position: [0, 1.1, 0] });
    const cubes = [-2, 2].map((x) => world.createBody({ shapes: [CUBE], position: [x, 1.7, 0] }));
    run(world, NEARLY);
    cubes[1].gravityScale = 0.7;
    run(world, 300);
    expect(plank.orientation[2]).toBeGreaterThan(0.05);
  });

  test('of what stands below lets a plank tip, however short the steps', () => {
    const world = makeWorld();
    const legs = [-2, 2].map((x) => world.createBody({ shapes: [CUBE], position: [x, 0.5, 0] }));
    const plank = world.createBody({ shapes: [{ kind: 'box', size: [5, 1, 1] }], position: [0, 1.5, 0] });
    run(world, NEARLY, 1e-3);
    legs[1].remove();
    run(world, 800, 1e-3);
    expect(plank.orientation[2]).toBeLessThan(-0.05);
  });
});

test('a ball that leant on one that goes away rolls off in that moment', () => {
  const world = makeWorld([0.3, -9.81, 0]);
  const ball = world.createBody({ shapes: [BALL], position: [0, 0.5, 0] });
  // It floats, does not rub, and is never slow, so that the ball cannot sleep before.
  const block = world.createBody({ shapes: [CUBE], position: [1, 0.6, 0], material: 'ice', gravityScale: 0, density: 1e5 });
  world.setMaterialPair('ice', 'default', { friction: 0 });
  for (let i = 0; i < 100; i++) {
    block.velocity = [0, 0, i % 2 === 0 ? 0.3 : -0.3];
    world.step(0.01);
  }
  expect(ball.sleep.asleep).toBe(false);
  expect(ball.position[0]).toBeLessThan(0.01);
  block.velocity = [5, 0, 0];
  for (let i = 0; i < 200; i++) {
    world.step(0.01);
    expect(world.hanging()).toEqual([]);
  }
  expect(ball.position[0]).toBeCloseTo(0.5 * (5 / 7) * 0.3 * 4, 1);
});
