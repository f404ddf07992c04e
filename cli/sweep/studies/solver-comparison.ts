// The solvers of plain velocity dynamics on a wall, by how many iterations they are given.

import { METHODS, solversOf } from '../../../src/methods.js';
import type { Study } from '../study.js';

export const solverComparison: Study = {
  sweep: 1,
  name: 'solver-comparison',
  description: 'What the solvers of method ncp make of their iterations: a wall of 4 courses.',
  scene: 'wall',
  fixed: { method: 'ncp', courses: 4, length: 3, noise: 0.5, 'ncp.tolerance': 0 },
  parameters: { 'ncp.iterations': { values: [2, 5, 10, 20, 50, 100] }, solver: { values: solversOf(METHODS.ncp) } },
  seconds: 0.5,
  measures: {
    residual: 'residual.median',
    penetration: 'penetration.settled',
    drift: 'drift.max',
    step: 'stepMs.median',
  },
};
