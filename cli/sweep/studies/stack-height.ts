// How high a stack of ten boxes is after two seconds, by how heavy its top is, for every method.

import { METHODS } from '../../../src/methods.js';
import type { Study } from '../study.js';

export const stackHeight: Study = {
  sweep: 1,
  name: 'stack-height',
  description: 'Stack height against mass ratio for every method: ten boxes of 1 m, the top one up to a million times as heavy.',
  scene: 'heavy-on-light',
  fixed: { noise: 0.3 },
  parameters: {
    ratio: { from: 1, to: 1e6, count: 7, scale: 'log' },
    method: { values: Object.keys(METHODS) },
  },
  repetitions: 2,
  seconds: 2,
  measures: {
    height: ({ world }) =>
      Math.max(...[...world.bodies()].filter(({ kind }) => kind === 'rigid').map(({ position }) => position[1])) + 0.5,
    penetration: 'penetration.settled',
    drift: 'drift.max',
  },
};
