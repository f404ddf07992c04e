// Where motion is chaotic, `fixed` and the schedulers of time go different ways, and agree in what many bodies do together: energy,
// momentum and the distribution of speeds.

import { describe, expect, it } from 'vitest';
import { Random, SCHEDULERS, type Scheduler, type TimeScheduler, type Vec3, type World } from '../../../src/index.js';
import { addRoom, emptyWorld, momentumOf } from './worlds.js';

const ALL = ['fixed', 'retroactive', 'conservative', 'timewarp'] as const;
const SIDE = 4;
const BALLS = SIDE ** 3;
const SPEED = 1;

const rigidOf = (world: World) => [...world.bodies()].filter(({ kind }) => kind === 'rigid');
const squareOf = ([x, y, z]: Readonly<Vec3>) => x * x + y * y + z * z;

/** Balls that all have the same speed, along directions by chance. */
function makeGas(scheduler: Scheduler | TimeScheduler): World {
  const world = emptyWorld(scheduler);
  addRoom(world, 1);
  const random = new Random(11);
  for (let i = 0; i < BALLS; i++) {
    const at = (k: number) => (k + 0.5) / SIDE - 0.5;
    const direction: Vec3 = [random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)];
    const length = Math.sqrt(squareOf(direction));
    world.createBody({
      position: [at(i % SIDE), at(Math.floor(i / SIDE) % SIDE), at(Math.floor(i / SIDE ** 2))],
      velocity: [(SPEED * direction[0]) / length, (SPEED * direction[1]) / length, (SPEED * direction[2]) / length],
      shapes: [{ kind: 'sphere', radius: 0.06 }],
    });
  }
  return world;
}

describe.each(ALL)('%s', (name) => {
  it('an elastic gas of one speed comes to the speeds of Maxwell, and keeps its energy', () => {
    const world = makeGas(SCHEDULERS[name]);
    const energy = world.kineticEnergy();
    let fourth = 0;
    let samples = 0;
    for (let step = 0; step < 600; step++) {
      world.step(1 / 60);
      if (step < 120) continue;
      for (const { velocity } of rigidOf(world)) fourth += squareOf(velocity) ** 2;
      samples += BALLS;
    }
    expect(Math.abs(world.kineticEnergy() / energy - 1)).toBeLessThan(1e-6);
    for (const { position } of rigidOf(world)) for (const x of position) expect(Math.abs(x)).toBeLessThan(0.5);
    // <v^4> / <v^2>^2 is 1 at first, and 5/3 in a large gas; of N balls with one energy, 3 N / (3 N + 2) of that.
    const expected = ((5 / 3) * 3 * BALLS) / (3 * BALLS + 2);
    expect(Math.abs(fourth / samples / SPEED ** 4 / expected - 1)).toBeLessThan(0.05);
  });

  it('a cloud of balls that fly into each other without walls keeps its momentum', () => {
    const world = emptyWorld(SCHEDULERS[name], 0.9, 0.2);
    const random = new Random(5);
    for (let i = 0; i < BALLS; i++) {
      const position: Vec3 = [i % SIDE, Math.floor(i / SIDE) % SIDE, Math.floor(i / SIDE ** 2)];
      const velocity: Vec3 = [random.uniform(-1, 1), random.uniform(-1, 1), 1.5 - position[2]];
      world.createBody({ position, velocity, shapes: [{ kind: 'sphere', radius: 0.3 }] });
    }
    const before = momentumOf(world);
    const energy = world.kineticEnergy();
    for (let step = 0; step < 180; step++) world.step(1 / 60);
    momentumOf(world).forEach((sum, k) => {
      expect(sum).toBeCloseTo(before[k], 8);
    });
    expect(world.kineticEnergy()).toBeLessThan(energy);
  });
});
