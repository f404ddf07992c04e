// By gsp an island sleeps but for a few restless bodies: what spins on the spot, or one in thirty-two that moves.

import { describe, expect, test } from 'vitest';
import type { Body, MethodName, Settings } from '../../../src/index.js';
import { METHODS, World } from '../../../src/index.js';
import { run, sleepers } from './sleepers.js';

const CUBE = { kind: 'box', size: [1, 1, 1] } as const;

function makeWorld(settings: Partial<Settings> = {}, method: MethodName = 'gsp'): World {
  const world = new World({ stepper: METHODS[method], settings: { 'sleeping.enabled': 'on', ...settings } });
  world.createBody({ name: 'ground', kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  return world;
}

function cube(world: World, x: number, y: number): Body {
  return world.createBody({ shapes: [CUBE], position: [x, y, 0] });
}

/** Two cubes in a column, and on them a ball that spins about the vertical [rad/s]. */
function makeColumn(world: World, spin: number) {
  const cubes = [cube(world, 0, 0.5), cube(world, 0, 1.5)];
  const ball = world.createBody({
    shapes: [{ kind: 'sphere', radius: 0.5 }],
    position: [0, 2.5, 0],
    angularVelocity: [0, spin, 0],
  });
  return { cubes, ball };
}

describe('a ball that spins on the spot', () => {
  test('keeps nobody awake but itself, and its spin', () => {
    const world = makeWorld();
    const { cubes, ball } = makeColumn(world, 7);
    run(world, 300);
    expect(cubes.map((body) => body.sleep.asleep)).toEqual([true, true]);
    expect(ball.sleep).toMatchObject({ asleep: false, why: 'restless' });
    expect(ball.sleep.since).toBe(cubes[0].sleep.since);
    expect(ball.angularVelocity[1]).toBeCloseTo(7, 12);
    expect(ball.position[1]).toBeCloseTo(2.5, 4);
    expect(world.hanging()).toEqual([]);
    // Only what touches the ball is solved.
    expect(world.report.contacts).toBe(1);
  });

  test.each(['ncp', 'vsp', 'isp', 'substeps'] as const)(
    'keeps its group awake by %s, which does not watch sleepers',
    (method) => {
      const world = makeWorld({}, method);
      makeColumn(world, 7);
      run(world, 200);
      expect(sleepers(world)).toBe(0);
    },
  );

  test('wakes nobody, but falls when what it stands on goes', () => {
    const world = makeWorld();
    const { cubes, ball } = makeColumn(world, 7);
    run(world, 200);
    cubes[0].remove();
    run(world, 100);
    expect(cubes[1].position[1]).toBeCloseTo(0.5, 2);
    expect(ball.position[1]).toBeCloseTo(1.5, 2);
    run(world, 200);
    expect(cubes[1].sleep.asleep).toBe(true);
    expect(world.hanging()).toEqual([]);
  });

  test('wakes all when it is pushed itself', () => {
    const world = makeWorld();
    const { cubes, ball } = makeColumn(world, 7);
    run(world, 200);
    ball.velocity = [0, -1, 0];
    expect([...cubes, ball].map((body) => body.sleep.why)).toEqual(['pushed', 'pushed', 'pushed']);
  });

  test('wakes what leans on it, and all sleep, when it is stopped', () => {
    const world = makeWorld();
    const { cubes, ball } = makeColumn(world, 7);
    run(world, 200);
    ball.angularVelocity = [0, 0, 0];
    run(world, 200);
    expect([...cubes, ball].map((body) => body.sleep.asleep)).toEqual([true, true, true]);
    expect(world.hanging()).toEqual([]);
  });

  test('holds nobody awake that it is pressed on, as far as they can carry it', () => {
    const world = makeWorld();
    const { cubes, ball } = makeColumn(world, 7);
    run(world, 200);
    const plate = world.createBody({ shapes: [{ kind: 'box', size: [1, 0.2, 1] }], position: [0, 3.1, 0], mass: 20000 });
    run(world, 600);
    expect(plate.position[1]).toBeCloseTo(3.1, 2);
    expect(world.hanging()).toEqual([]);
    cubes[0].remove();
    run(world, 100);
    expect(plate.position[1]).toBeLessThan(2.2);
    expect(ball.position[1]).toBeLessThan(1.6);
  });

  test('tips a plank that one of two cubes has left', () => {
    const world = makeWorld();
    const legs = [cube(world, -1, 0.5), cube(world, 1, 0.5)];
    const plank = world.createBody({ shapes: [{ kind: 'box', size: [4, 0.2, 1] }], position: [0, 1.1, 0] });
    const ball = world.createBody({
      shapes: [{ kind: 'sphere', radius: 0.3 }],
      position: [1.2, 1.5, 0],
      angularVelocity: [0, 8, 0],
    });
    run(world, 150);
    expect(sleepers(world)).toBe(3);
    expect(ball.sleep.asleep).toBe(false);
    legs[1].remove();
    run(world, 100);
    expect(plank.orientation[2]).toBeLessThan(-0.05);
  });

  test('has the same bits after going back', () => {
    const world = makeWorld();
    makeColumn(world, 7);
    run(world, 200);
    const snapshot = world.snapshot();
    run(world, 50);
    const hash = world.hash();
    world.restore(snapshot);
    run(world, 50);
    expect(world.hash()).toBe(hash);
  });
});

describe('a ball that rolls over a long row of cubes', () => {
  /** The ball and the row, and how many slept at once at the most. */
  function roll(mass: number, enabled: 'on' | 'off') {
    const world = makeWorld({ 'sleeping.enabled': enabled });
    const row = Array.from({ length: 40 }, (_, i) => cube(world, i, 0.5));
    const ball = world.createBody({
      shapes: [{ kind: 'sphere', radius: 0.5 }],
      position: [5, 1.5, 0],
      mass,
      velocity: [2, 0, 0],
      angularVelocity: [0, 0, -4],
    });
    let most = 0;
    for (let i = 0; i < 400; i++) {
      world.step(0.01);
      most = Math.max(most, sleepers(world));
    }
    return { world, row, ball, most };
  }
  const ownMass = (4 / 3) * Math.PI * 0.125 * 1000;

  test('moves as it does where nobody may sleep, and the row sleeps below it', () => {
    const { ball, row, most, world } = roll(ownMass, 'on');
    const awake = roll(ownMass, 'off');
    expect(most).toBe(40);
    expect(ball.position[0]).toBeCloseTo(awake.ball.position[0], 4);
    expect(ball.velocity[0]).toBeCloseTo(2, 4);
    row.forEach((body, i) => {
      expect(body.position[1]).toBeCloseTo(awake.row[i].position[1], 4);
    });
    expect(world.hanging()).toEqual([]);
  });
});

test('a restless body strikes what sleeps, and no momentum is lost', () => {
  const world = makeWorld();
  world.createMaterial('default', { friction: 0, restitution: 0 });
  const row = Array.from({ length: 40 }, (_, i) => cube(world, i, 0.5));
  const struck = [cube(world, 8, 1.5), cube(world, 9, 1.5)];
  const ball = world.createBody({
    shapes: [{ kind: 'sphere', radius: 0.5 }],
    position: [5, 1.5, 0],
    mass: struck[0].mass / 5,
    velocity: [1.5, 0, 0],
  });
  run(world, 130);
  expect(sleepers(world)).toBe(42);
  run(world, 5);
  expect(struck[0].sleep).toMatchObject({ asleep: false, why: 'contact', by: ball.id });
  const momentum = [ball, ...row, ...struck].reduce((sum, body) => sum + body.mass * body.velocity[0], 0);
  expect(momentum / ball.mass).toBeCloseTo(1.5, 4);
  expect(struck[1].velocity[0]).toBeGreaterThan(0.005);
});
