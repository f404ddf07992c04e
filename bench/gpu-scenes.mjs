// Scenes of the benchmarks of the world on the GPU.

import { SCENES, wall } from '../dist/scenes/index.js';
import { BALL, BOX, fixture, rotation, stone, stoneScene } from '../dist/scenes/parts.js';
import { Random } from '../dist/src/math/random.js';

/** What a scene of this benchmark says of itself beside its name. */
export const OWN = { description: 'A scene of the benchmark.', source: 'bench/gpu.mjs', options: {} };

export const DT = 0.01;
/** About so many bodies, from least to most [1]. */
export const CURVE = [1000, 3000, 10000, 30000, 100000, 300000, 500000];
/** Steps after which what is poured lies in a heap, and steps that are timed [1]. */
export const POURING = 300;
export const TIMED = 40;

/** The stacks of the paper and those of the other benchmarks: names and options. */
export const STACKS = [
  ['box-stack', {}],
  ['heavy-on-light', {}],
  ['heavy-on-light', { ratio: 1000 }],
  ['wall', {}],
  ['tower', {}],
  ['pyramid', {}],
  ['jenga', {}],
  ['leaning-stack', {}],
  ['lintel', {}],
  ['ball-grid', {}],
  ['arch', {}],
  ['roof-tower', { block: false, ball: false }],
];
export const stackOf = (name, options) => SCENES[name].make({ seed: 1, ...options });
export const wallOf = (rows, length) => wall({ seed: 1, courses: rows, length });
/** A wall of about so many bricks, as high as it is long in bricks. */
export function wallOfAbout(count) {
  const rows = Math.round(Math.sqrt(count));
  return wallOf(rows, Math.round(count / rows + rows / 2));
}

/** Cubes and balls poured into a square pit of fixed walls. */
export function pouredScene(count) {
  const side = Math.ceil(Math.sqrt(count / 12));
  const random = new Random(1);
  const bodies = [];
  for (let i = 0; i < count; i++) {
    const x = (i % side) - (side - 1) / 2;
    const z = (Math.floor(i / side) % side) - (side - 1) / 2;
    const y = Math.floor(i / (side * side));
    /** @type {[number, number, number]} */
    const place = [1.6 * x + random.uniform(-0.1, 0.1), 1 + 1.8 * y, 1.6 * z + random.uniform(-0.1, 0.1)];
    if (random.uniform() < 0.5) bodies.push(stone(`ball-${i}`, BALL, place));
    else bodies.push(stone(`cube-${i}`, BOX, place, { orientation: rotation([0, 1, 0], random.uniform(0, Math.PI / 2)) }));
  }
  const half = 0.8 * side + 0.5;
  const walls = [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ].map(([x, z], i) =>
    fixture(
      `wall-${i}`,
      [{ kind: 'box', size: [x === 0 ? 2 * half + 4 : 2, 60, z === 0 ? 2 * half + 4 : 2] }],
      [x * (half + 1), 30, z * (half + 1)],
    ),
  );
  return stoneScene({ name: 'poured', ...OWN }, [...walls, ...bodies]);
}
