// Contact problems of scenes at rest, for the figures on solvers.

import type { BoxedProblem } from '../../src/solvers/matrix/boxed-problem.js';
import type { Json } from './entry.js';
import { makeSimulation } from './simulate.js';

export type SceneChoice = { readonly scene: string; readonly options: { readonly [name: string]: Json } };

/** The problem of the largest contact group in the step to come, of a scene as it is built. */
export function problemOf({ scene, options }: SceneChoice): BoxedProblem {
  const { world, dt } = makeSimulation(scene, options, { method: 'ncp' });
  const problems = world.contactProblems(dt);
  return problems.reduce((large, problem) => (problem.b.length > large.b.length ? problem : large));
}

/** The mean of A's diagonal: what damping is measured by. */
export function meanDiagonal({ A: { rows, start, column, value } }: BoxedProblem): number {
  let total = 0;
  for (let i = 0; i < rows; i++) for (let k = start[i]; k < start[i + 1]; k++) if (column[k] === i) total += value[k];
  return total / rows;
}
