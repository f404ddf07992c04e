// Contact problems of initial scenes, for the figures on solvers.

import type { BoxedProblem } from '../../src/solvers/matrix/boxed-problem.js';
import type { Json } from './entry.js';
import { makeSimulation } from './simulate.js';

export type SceneChoice = { readonly scene: string; readonly options: { readonly [name: string]: Json } };

/** The problem of the largest contact group in the first step of a scene. */
export function problemOf({ scene, options }: SceneChoice): BoxedProblem {
  const { world, dt } = makeSimulation(scene, options, { method: 'ncp' });
  const problems = world.contactProblems(dt);
  return problems.reduce((large, problem) => (problem.b.length > large.b.length ? problem : large));
}

/** The mean of A's diagonal, the unit of damping. */
export function meanDiagonal({ A: { rows, start, column, value } }: BoxedProblem): number {
  let total = 0;
  for (let i = 0; i < rows; i++) for (let k = start[i]; k < start[i + 1]; k++) if (column[k] === i) total += value[k];
  return total / rows;
}
