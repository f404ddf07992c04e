// Solves all active rows of a part: momenta and goals as they are missed go into one exact solve. The second and third
// take away what the rounding of the first has left, which matters where masses are far apart.

import { LARGEST, ROUNDING, SPEED } from '../../kernels/forest-layout.js';
import type { Forest } from './forest.js';
import { missGoals, takeAnswers, weighMissedMomenta } from './kernels/miss-goals.js';
import { solveLinks } from './kernels/solve-forest.js';
import type { Loops } from './loops.js';

/** Until rounding is all that is left. */
export const MOST_PASSES = 3;

/**
 * Changes `u` and `carried` of a part until M u = outside + J^T carried, and J u + softness carried is each row's goal,
 * by so many solves at the most.
 */
export function closeRows(forest: Forest, loops: Loops, u: Float64Array, part: number, passes = MOST_PASSES): void {
  const { firstLink, hasLoops } = forest.plan;
  const from = firstLink[part];
  const to = firstLink[part + 1];
  gatherVelocities(forest, u, from, to);
  if (hasLoops && part === 0) closeLoops(forest, loops, u, to, passes);
  else if (forest.kernel === null) closeLinks(forest, from, to, passes);
  else forest.kernel.closeLinks(forest.table, from, to, passes);
  putVelocities(forest, u, from, to);
}

/** Of a part without loops. */
function closeLinks(forest: Forest, from: number, to: number, passes: number): void {
  let before = Number.POSITIVE_INFINITY;
  for (let pass = 0; ; pass++) {
    missGoals(forest, from, to);
    if (pass > 0) {
      weighMissedMomenta(forest, from, to);
      if (isRounding(forest, before)) return;
      before = forest.missed[LARGEST];
    }
    solveLinks(forest, from, to);
    takeAnswers(forest, from, to);
    if (pass + 1 === passes) return;
  }
}

/** Of the part with loops, which is the first. */
function closeLoops(forest: Forest, loops: Loops, u: Float64Array, to: number, passes: number): void {
  const { kernel, table } = forest;
  let before = Number.POSITIVE_INFINITY;
  for (let pass = 0; ; pass++) {
    if (kernel === null) missGoals(forest, 0, to);
    else kernel.missGoals(table, 0, to);
    missGoalsOfLoops(forest, loops, u);
    if (pass > 0) {
      weighMissedMomenta(forest, 0, to);
      if (isRounding(forest, before)) return;
      before = forest.missed[LARGEST];
    }
    loops.solveAll(forest, to);
    takeAnswers(forest, 0, to);
    putVelocities(forest, u, 0, to);
    for (let l = 0; l < loops.count; l++) loops.carried[l] += loops.change[l];
    if (pass + 1 === passes) return;
  }
}

/** Whether what is missed is rounding, or does not become less. */
function isRounding({ missed }: Forest, before: number): boolean {
  return missed[LARGEST] <= ROUNDING * missed[SPEED] || missed[LARGEST] > before / 2;
}

function gatherVelocities({ at, otherAt, parent, velocity, base }: Forest, u: Float64Array, from: number, to: number): void {
  for (let k = from; k < to; k++) {
    for (let j = 0; j < 6; j++) velocity[6 * k + j] = u[at[k] + j];
    if (parent[k] < 0) for (let j = 0; j < 6; j++) base[6 * k + j] = u[otherAt[k] + j];
  }
}

function putVelocities({ at, velocity }: Forest, u: Float64Array, from: number, to: number): void {
  for (let k = from; k < to; k++) for (let j = 0; j < 6; j++) u[at[k] + j] = velocity[6 * k + j];
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
