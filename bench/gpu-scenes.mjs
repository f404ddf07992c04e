// Scenes of the benchmarks of the world on the GPU.

import { poured, SCENES, wall } from '../dist/scenes/index.js';

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
export const pouredScene = (count) => poured({ seed: 1, bodies: count });
