// Sleepers and restless ones among joints that break, materials, gravity and shares of it that change, scripts that move and bodies
// that come and go, at random: going back gives the same bits, rest() passes over nothing, and nobody hangs.

import { expect, test } from 'vitest';
import type { Body, Joint } from '../../../src/index.js';
import { World } from '../../../src/index.js';
import { Random } from '../../../src/math/random.js';
import { run } from './sleepers.js';

const DEEDS = 5;
/** Who is still said to hang after so many steps does: whoever has lost its balance wakes before [1]. */
const PATIENCE = 15;

interface Crossing {
  readonly world: World;
  readonly bodies: Body[];
  readonly balls: Body[];
  readonly joints: Joint[];
  readonly random: Random;
}

function makeCrossing(seed: number, subgrouping: 'on' | 'off'): Crossing {
  const random = new Random(seed);
  const settings = { 'sleeping.enabled': 'on', 'speedups.subgrouping': subgrouping } as const;
  const world = new World({ settings, history: { seconds: 1 } });
  const made: Crossing = { world, bodies: [], balls: [], joints: [], random };
  world.createMaterial('ice', { friction: 0.3 });
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  makePile(made);
  makeRiders(made);
  makeShelves(made);
  return made;
}

/** A column of balls that spin and cubes, which falls over. */
function makePile(made: Crossing): void {
  const { random } = made;
  for (let i = 0; i < 9; i++) {
    const position = [random.uniform(-0.3, 0.3), 0.5 + 0.8 * i, random.uniform(-0.3, 0.3)] as const;
    if (random.uniform() < 0.4) addBall(made, position, random.uniform(-8, 8));
    else addCube(made, position, random.uniform() < 0.5 ? 'ice' : 'default');
  }
}

/** A stack, and a plate on a ball that spins, on what a script moves for a while. */
function makeRiders(made: Crossing): void {
  const keyframes = [0, 3.5, 4.5].map((time, i) => ({ time, position: [6, i < 2 ? 0.25 : 0.6, 0] as [number, number, number] }));
  made.world.createBody({
    kind: 'scripted',
    position: [6, 0.25, 0],
    shapes: [{ kind: 'box', size: [4, 0.5, 4] }],
    motion: { kind: 'keyframes', keyframes },
  });
  for (let i = 0; i < 3; i++) addCube(made, [5, 0.85 + 0.7 * i, 0]);
  addBall(made, [7, 0.85, 0], 6);
}

/** Planks that are bolted to a wall, each with a cube and a ball on it. */
function makeShelves(made: Crossing): void {
  const wall = made.world.createBody({ kind: 'fixed', position: [-8, 2, 0], shapes: [{ kind: 'box', size: [0.4, 4, 4] }] });
  for (const y of [1, 2.2]) {
    const shelf = made.world.createBody({ position: [-7, y, 0], shapes: [{ kind: 'box', size: [1.5, 0.15, 1.6] }], mass: 20 });
    made.joints.push(made.world.createJoint({ kind: 'fixed', bodyA: wall, bodyB: shelf, anchor: [-7.8, y, 0] }));
    made.bodies.push(shelf);
    addCube(made, [-7, y + 0.425, 0.4]);
    addBall(made, [-7, y + 0.425, -0.4], 5);
  }
}

function addCube(made: Crossing, position: readonly [number, number, number], material = 'default'): void {
  made.bodies.push(made.world.createBody({ position, shapes: [{ kind: 'box', size: [0.7, 0.7, 0.7] }], mass: 30, material }));
}

function addBall(made: Crossing, position: readonly [number, number, number], spin: number): void {
  const shapes = [{ kind: 'sphere', radius: 0.35 }] as const;
  const ball = made.world.createBody({ position, shapes, mass: 20, angularVelocity: [0, spin, 0] });
  made.balls.push(ball);
  made.bodies.push(ball);
}

/** What may be done to a crossing, given two random numbers, and one of its bodies. */
const CHANGES: ((made: Crossing, u: number, v: number, body: Body) => void)[] = [
  ({ world }, u, v) => world.set('gravity', [1.2 * v, -9.81 * (0.6 + 0.8 * u), 0]),
  ({ world }, u) => world.createMaterial('ice', { friction: 0.8 * u }),
  ({ world }, u) => world.setMaterialPair('ice', 'default', { friction: u }),
  ({ joints }, u) => {
    joints[u < 0.5 ? 0 : 1].breakForce = 1;
  },
  (_, u, v, body) => {
    body.velocity = [v, 2 * u, 0];
  },
  (_, u, __, body) => {
    body.gravityScale = u;
  },
  ({ balls }, _, v) => {
    balls[0].angularVelocity = [0, 10 * v, 0];
  },
  (made, u, v) => addCube(made, [v, 6, u]),
];

/** Whoever hangs for long. */
function findHanging(world: World): number[] {
  let hanging = world.hanging().map(({ id }) => id);
  for (let i = 0; i < PATIENCE; i++) {
    world.step(0.01);
    const now = new Set(world.hanging().map(({ id }) => id));
    hanging = hanging.filter((id) => now.has(id));
  }
  return hanging;
}

/** Takes steps, goes back by what is given, and takes them again: the bits are the same. */
function expectSame(world: World, goBack: () => void): void {
  run(world, 20);
  const hash = world.hash();
  goBack();
  run(world, 20);
  expect(world.hash()).toBe(hash);
}

test.each([1, 2, 3, 4, 5, 6].flatMap((seed) => [[seed, 'off'] as const, [seed, 'on'] as const]))(
  'seed %i, subgrouping %s',
  (seed, subgrouping) => {
    const made = makeCrossing(seed, subgrouping);
    const { world, bodies, random } = made;
    run(world, 250);
    expect(world.report.asleep).toBeGreaterThan(0);
    for (let deed = 0; deed < DEEDS; deed++) {
      const snapshot = world.snapshot();
      expectSame(world, () => world.restore(snapshot));
      const { time } = world;
      expectSame(world, () => world.rewind(time + 1e-9));
      const change = CHANGES[Math.floor(random.uniform(0, CHANGES.length))];
      const body = bodies[Math.floor(random.uniform(0, bodies.length))];
      change(made, random.uniform(), random.uniform(-1, 1), body);
      run(world, 60);
      expect(world.rest(0.01, 1)).toBe(0);
      expect(findHanging(world)).toEqual([]);
    }
  },
);
