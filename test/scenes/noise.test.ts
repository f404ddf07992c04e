import { describe, expect, test } from 'vitest';
import { SCENES } from '../../scenes/index.js';
import { formatScene } from '../../src/scene/format-scene.js';
import { parseScene } from '../../src/scene/load-scene.js';
import type { Scene, SceneBody } from '../../src/scene/scene.js';
import { Simulation } from '../../src/scene/simulation.js';
import { deepestOverlap } from './geometry.js';
import { solidsOf } from './solids.js';
import { findUnsupported, massesOf, restsOn } from './statics.js';
import { hasThrustLine } from './thrust-line.js';

interface NoisyStack {
  /** Options that make it small. */
  options?: Record<string, unknown>;
  /** Whether stones are moved too, not only made heavier or lighter. */
  moves: boolean;
  /** Whether boxes stand upon boxes without falling first, so that plain statics tells whether it stands. */
  boxes: boolean;
}
const STACKS: Record<string, NoisyStack> = {
  'box-stack': { moves: true, boxes: true },
  'heavy-on-light': { options: { ratio: 1000 }, moves: true, boxes: true },
  stack: { options: { gap: 0 }, moves: true, boxes: true },
  'cs-stack': { moves: false, boxes: false },
  wall: { options: { courses: 8, length: 7 }, moves: true, boxes: true },
  tower: { options: { layers: 6 }, moves: true, boxes: true },
  'roof-tower': { options: { layers: 8, ring: 8 }, moves: true, boxes: true },
  pyramid: { options: { base: 9 }, moves: true, boxes: true },
  'ball-grid': { moves: false, boxes: false },
  lintel: { moves: true, boxes: true },
  arch: { moves: true, boxes: false },
  jenga: { options: { removed: 9 }, moves: true, boxes: true },
  'leaning-stack': { moves: true, boxes: true },
};
const SEEDS = Array.from({ length: 10 }, (_, i) => i + 1);

test('every scene with noise is expected here', () => {
  const noisy = Object.values(SCENES).filter(({ options }) => 'noise' in options);
  expect(noisy.map(({ name }) => name).sort()).toEqual(Object.keys(STACKS).sort());
});

function stones({ bodies = [] }: Scene): SceneBody[] {
  return bodies.filter(({ kind = 'rigid' }) => kind === 'rigid');
}
/** Pairs of names of which the first stands on the second. */
function restingPairs(scene: Scene): string[] {
  const solids = solidsOf(scene);
  return solids.flatMap((upper) => solids.filter((lower) => restsOn(upper, lower)).map((lower) => `${upper.body} ${lower.body}`));
}

describe.each(Object.entries(STACKS))('%s with noise', (name, { options, moves, boxes }) => {
  const make = (noise: number, seed = 1) => SCENES[name].make({ seed, ...options, noise });
  const perfect = SCENES[name].make({ seed: 1, ...options });
  const scene = make(1);

  test('is the perfect one where the noise is zero', () => {
    expect(make(0)).toEqual({ ...perfect, description: expect.stringContaining('noise = 0') });
  });

  test('depends on its seed alone', () => {
    expect(make(1)).toEqual(scene);
    const other = stones(make(1, 2));
    stones(scene).forEach(({ position, density }, i) => {
      expect(other[i].density).not.toBe(density);
      if (moves) expect(other[i].position).not.toEqual(position);
      else expect(other[i].position).toEqual(stones(perfect)[i].position);
    });
  });

  test('has masses from half to one and a half times as large, and goes with the noise', () => {
    for (const noise of [1, 0.25]) {
      const factors = stones(make(noise)).map(({ density = 0 }, i) => density / (stones(perfect)[i].density ?? 0));
      for (const factor of factors) expect(Math.abs(factor - 1)).toBeLessThanOrEqual(noise / 2);
      expect(Math.max(...factors)).toBeGreaterThan(1 + 0.2 * noise);
      expect(Math.min(...factors)).toBeLessThan(1 - 0.2 * noise);
    }
  });

  test('moves nothing up or down, and parts no stones that stand on each other', () => {
    const places = stones(perfect);
    for (const [i, { position = [] }] of stones(scene).entries()) expect(position[1]).toBe(places[i].position?.[1]);
    if (boxes) expect(restingPairs(scene)).toEqual(restingPairs(perfect));
  });

  test('starts without overlaps', () => {
    for (const seed of SEEDS) {
      for (const noise of [1, 0.25]) {
        const { depth, pair } = deepestOverlap(solidsOf(make(noise, seed)));
        expect(depth, pair).toBeLessThan(1e-12);
      }
    }
    expect(new Simulation(scene).world.measurePenetration()).toBeLessThan(1e-12);
  });

  test('is written and read back without loss', () => {
    expect(parseScene(formatScene(scene))).toEqual(scene);
  });

  if (boxes) {
    test('can stand: a tenth of every shared face is not needed', () => {
      expect(findUnsupported(perfect, 0)).toBeNull();
      for (const seed of SEEDS) expect(findUnsupported(make(1, seed), 0.1), `seed ${seed}`).toBeNull();
    });
  }
});

test('an arch with noise can stand: there is a line of thrust within eight tenths of its thickness', () => {
  const section = { inner: 4, outer: 5, friction: 0.5, core: 0.8 };
  const densities = (scene: Scene) => stones(scene).map(({ density = 0 }) => density / 2000);
  for (const seed of SEEDS)
    expect(hasThrustLine(densities(SCENES.arch.make({ seed, noise: 1 })), section), `seed ${seed}`).toBe(true);
  // Of a uniform semicircular arch the thinnest that stands is 0.107 of its mean radius thick, 0.48 m.
  const uniform = densities(SCENES.arch.make({ seed: 1, count: 25 }));
  expect(hasThrustLine(uniform, { ...section, core: 0.5 })).toBe(true);
  expect(hasThrustLine(uniform, { ...section, core: 0.45 })).toBe(false);
});

test('balls of a grid with noise stay right above each other', () => {
  const balls = stones(SCENES['ball-grid'].make({ seed: 4, noise: 1 }));
  const layers = new Set(balls.map(({ position = [] }) => position[1]));
  expect(balls.length / layers.size).toBe(25);
  expect(new Set(balls.map(({ position = [] }) => `${position[0]} ${position[2]}`)).size).toBe(25);
});

describe('statics', () => {
  const lean = (value: number) => SCENES['leaning-stack'].make({ seed: 1, lean: value });
  test('tells a stack that leans too far from one that does not', () => {
    expect(findUnsupported(lean(0.999), 0)).toBeNull();
    expect(findUnsupported(lean(1.001), 0)).toBe('box-1');
  });
  test('weighs', () => {
    const masses = massesOf(SCENES['heavy-on-light'].make({ seed: 1 }));
    expect([...masses.values()]).toEqual([...Array(9).fill(2000), 200_000]);
  });
});

test('a wall with noise and an odd number of courses is refused: its last end bricks would fall', () => {
  const wall = (courses: number, noise: number) => SCENES.wall.make({ seed: 1, courses, noise });
  expect(() => wall(3, 0.1)).toThrow(/^courses is 3, but must be an even number, or 1/);
  expect(stones(wall(3, 0))).toHaveLength(13 + 12 + 13);
  expect(stones(wall(1, 1))).toHaveLength(13);
});
