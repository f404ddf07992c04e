// Light bodies between heavier ones, and what is poured fast, are not pressed into each other: what turns far within a step, or is struck
// in it, is looked at where it has come to.

import { describe, expect, it } from 'vitest';
import type { ShapeDescriptor, World } from '../../src/index.js';
import { Random } from '../../src/index.js';
import type { Quat, Vec3 } from '../../src/math/vector.js';
import { makeWorld } from './laboratory.js';

function randomTurn(random: Random): Quat {
  for (;;) {
    const q: Quat = [random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)];
    const length = Math.sqrt(q[0] ** 2 + q[1] ** 2 + q[2] ** 2 + q[3] ** 2);
    if (length > 0.1 && length < 1) return [q[0] / length, q[1] / length, q[2] / length, q[3] / length];
  }
}

function randomSize(random: Random): Vec3 {
  return [2 * random.uniform(0.12, 0.22), 2 * random.uniform(0.12, 0.22), 2 * random.uniform(0.12, 0.22)];
}

interface Press {
  light: 'box' | 'capsule';
  heavy: 'sphere' | 'cylinder';
  /** Mass of a heavy body over that of the light one [1]. */
  ratio: number;
  dt: number;
  friction: number;
}

/** Two heavy bodies that close on a light one, which turns, from both sides at 8 m/s or so. Returns the deepest overlap [m]. */
function press(seed: number, { light, heavy, ratio, dt, friction }: Press): number {
  const world = makeWorld({ gravity: [0, 0, 0] }, { friction }, 'gsp');
  const random = new Random(seed);
  const some = (): number => random.uniform(-1, 1);
  const size = randomSize(random);
  const shape: ShapeDescriptor =
    light === 'box' ? { kind: 'box', size } : { kind: 'capsule', radius: size[0] / 2, length: size[1] };
  const mass = 1000 * size[0] * size[1] * size[2];
  world.createBody({
    orientation: randomTurn(random),
    velocity: [some(), some(), some()],
    angularVelocity: [10 * some(), 10 * some(), 10 * some()],
    shapes: [shape],
  });
  for (const s of [-1, 1]) {
    const r = random.uniform(0.2, 0.32);
    const volume = heavy === 'sphere' ? (4 / 3) * Math.PI * r ** 3 : 2 * Math.PI * r ** 3;
    world.createBody({
      position: [s * (r + 0.4), 0.12 * some(), 0.12 * some()],
      orientation: randomTurn(random),
      velocity: [-8 * s * random.uniform(0.7, 1.3), 0.8 * some(), 0.8 * some()],
      density: (ratio * mass) / volume,
      shapes: [heavy === 'sphere' ? { kind: 'sphere', radius: r } : { kind: 'cylinder', radius: r, height: 2 * r }],
    });
  }
  let deepest = 0;
  for (let t = 0; t < 0.3; t += dt) {
    world.step(dt);
    deepest = Math.max(deepest, world.measurePenetration());
  }
  return deepest;
}

describe('a light body that turns between two heavy ones', () => {
  it.each([
    ['box', 'sphere', 3, 1 / 100, 0.5],
    ['box', 'sphere', 1, 1 / 100, 0.5],
    ['box', 'sphere', 3, 1 / 240, 0.5],
    ['capsule', 'sphere', 3, 1 / 100, 0.5],
    ['box', 'cylinder', 3, 1 / 240, 0.5],
    ['box', 'cylinder', 3, 1 / 100, 0.5],
    // These were turned out of the way of the balls, and into them: 18 to 151 mm.
    ['box', 'sphere', 30, 1 / 100, 0.5],
    ['box', 'sphere', 30, 1 / 60, 0],
    ['box', 'sphere', 100, 1 / 60, 0],
    ['capsule', 'sphere', 30, 1 / 60, 0],
    ['box', 'cylinder', 30, 1 / 60, 0],
  ] as const)(
    '%s between %ss of %i times its mass at dt = %f is not pressed in, with friction %f',
    (light, heavy, ratio, dt, friction) => {
      const depths = Array.from({ length: 60 }, (_, i) => press(i + 1, { light, heavy, ratio, dt, friction }));
      depths.sort((a, b) => a - b);
      expect(depths[59]).toBeLessThan(0.012);
      expect(depths[54]).toBeLessThan(0.01);
    },
  );
});

/** Boxes and balls of like density that arrive at 15 m/s in a pit of 3 x 3 m. */
function pour(seed: number, count: number): World {
  const world = makeWorld({}, { friction: 0.5 }, 'gsp');
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  for (const s of [-1, 1]) {
    world.createBody({ kind: 'fixed', position: [2.5 * s, 100, 0], shapes: [{ kind: 'box', size: [2, 200, 7] }] });
    world.createBody({ kind: 'fixed', position: [0, 100, 2.5 * s], shapes: [{ kind: 'box', size: [7, 200, 2] }] });
  }
  const random = new Random(seed);
  for (let i = 0; i < count; i++) {
    const position: Vec3 = [0.75 * (i % 4) - 1.125, 0.6 + 0.8 * Math.floor(i / 16), 0.75 * (Math.floor(i / 4) % 4) - 1.125];
    const isBall = random.uniform() < 0.5;
    const radius = random.uniform(0.2, 0.32);
    const size = randomSize(random);
    const orientation = randomTurn(random);
    const shapes: ShapeDescriptor[] = [isBall ? { kind: 'sphere', radius } : { kind: 'box', size }];
    world.createBody({ position, orientation, velocity: [0, -15, 0], shapes });
  }
  return world;
}

describe('300 boxes and balls that arrive in a pit at 15 m/s', () => {
  // With seeds 4 and 6 some are shifted, or thrown, against what detection did not list: 32 and 38 mm deep.
  it.each([1, 2, 4, 6])('are not pressed into each other, with seed %i', (seed) => {
    const world = pour(seed, 300);
    const depths: number[] = [];
    for (let step = 0; step < 120; step++) {
      world.step(1 / 100);
      depths.push(world.measurePenetration());
    }
    depths.sort((a, b) => a - b);
    expect(depths[119]).toBeLessThan(0.02);
    expect(depths[107]).toBeLessThan(0.012);
  });
});
