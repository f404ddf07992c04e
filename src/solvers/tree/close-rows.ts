// Solves all active rows of a part: momenta and goals as they are missed go into one exact solve. The second and third take away what
// the rounding of the first has left, which matters where masses are far apart.

import type { Forest } from './forest.js';
import { LARGEST, missGoals, SPEED, takeAnswers, weighMissedMomenta } from './kernels/miss-goals.js';
import { solveForest } from './kernels/solve-forest.js';
import type { Loops } from './loops.js';

const MOST_PASSES = 3;
/** What is left is rounding, as a share of the largest velocity of a row's end [1]. */
const ROUNDING = 1e-14;

/** Changes `u` and `carried` of a part until M u = outside + J^T carried, and J u + softness carried is each row's goal. */
export function closeRows(forest: Forest, loops: Loops, u: Float64Array, part: number): void {
  const { missed } = forest;
  const { firstLink, hasLoops } = forest.plan;
  const from = firstLink[part];
  const to = firstLink[part + 1];
  const isLooped = hasLoops && part === 0;
  let before = Number.POSITIVE_INFINITY;
  for (let pass = 0; ; pass++) {
    missGoals(forest, u, from, to);
    if (isLooped) missGoalsOfLoops(forest, loops, u);
    if (pass > 0) {
      weighMissedMomenta(forest, from, to);
      if (missed[LARGEST] <= ROUNDING * missed[SPEED] || missed[LARGEST] > before / 2) return;
      before = missed[LARGEST];
    }
    if (isLooped) loops.solveAll(forest, to);
    else solveForest(forest, from, to);
    takeAnswers(forest, u, from, to);
    if (isLooped) for (let l = 0; l < loops.count; l++) loops.carried[l] += loops.change[l];
    if (pass + 1 === MOST_PASSES) return;
  }
}

function missGoalsOfLoops(forest: Forest, loops: Loops, u: Float64Array): void {
  const { missed } = forest;
  const { count, softness, yielding, goal, carried, wanted } = loops;
  for (let l = 0; l < count; l++) {
    loops.setVelocity(l, u, wanted);
    wanted[l] = goal[l] - (softness[l] + yielding[l]) * carried[l] - wanted[l];
    missed[LARGEST] = Math.max(missed[LARGEST], Math.abs(wanted[l]));
  }
  loops.push(carried, forest.impulse, forest.plan.links);
}
