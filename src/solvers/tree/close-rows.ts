// Solves all active rows: momenta and goals as they are missed go into one exact solve. The second and third take away what the
// rounding of the first has left, which matters where masses are far apart.

import type { Forest } from './forest.js';
import { INERTIA_LENGTH } from './joint-block.js';
import type { Loops } from './loops.js';
import { setMomentum } from './momentum.js';

const MOST_PASSES = 3;
/** What is left is rounding, as a share of the largest velocity of a row's end [1]. */
const ROUNDING = 1e-14;
/** Numbers of `missed`: the largest velocity that is missed, and the largest of a row's end. */
const LARGEST = 0;
const SPEED = 1;

/** Changes `u` and `carried` of forest and loops until M u = outside + J^T carried, and J u + softness carried is each row's goal. */
export function closeRows(forest: Forest, loops: Loops, u: Float64Array): void {
  const { missed } = forest;
  missed[LARGEST] = Number.POSITIVE_INFINITY;
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const before = missed[LARGEST];
    missed[LARGEST] = 0;
    missed[SPEED] = 0;
    missGoals(forest, u);
    missGoalsOfLoops(forest, loops, u);
    missMomenta(forest, loops, u);
    if (pass > 0 && (missed[LARGEST] <= ROUNDING * missed[SPEED] || missed[LARGEST] > before / 2)) break;
    loops.solveAll(forest);
    take(forest, loops, u);
  }
}

/** `wanted` of active rows. */
function missGoals(forest: Forest, u: Float64Array): void {
  const { plan, firstActive, at, otherAt, own, other, softness, goal, carried, wanted, missed } = forest;
  let largest = 0;
  let speed = 0;
  for (let k = 0; k < plan.links; k++) {
    const a = at[k];
    const b = otherAt[k];
    for (let i = firstActive[k]; i < firstActive[k + 1]; i++) {
      let w = softness[i] * carried[i];
      let sum = 0;
      for (let j = 0; j < 6; j++) {
        const part = own[6 * i + j] * u[a + j];
        w += part + other[6 * i + j] * u[b + j];
        sum += Math.abs(part);
      }
      wanted[i] = goal[i] - w;
      largest = Math.max(largest, Math.abs(wanted[i]));
      speed = Math.max(speed, sum);
    }
  }
  missed[LARGEST] = Math.max(missed[LARGEST], largest);
  missed[SPEED] = speed;
}

function missGoalsOfLoops({ missed }: Forest, loops: Loops, u: Float64Array): void {
  const { count, softness, yielding, goal, carried, wanted } = loops;
  for (let l = 0; l < count; l++) {
    wanted[l] = goal[l] - (softness[l] + yielding[l]) * carried[l] - loops.velocity(l, u);
    missed[LARGEST] = Math.max(missed[LARGEST], Math.abs(wanted[l]));
  }
}

/** `impulse` of links. */
function missMomenta(forest: Forest, loops: Loops, u: Float64Array): void {
  const { plan, firstActive, own, other, carried, outside, impulse, inverse, missed } = forest;
  setMomentum(forest, u, impulse);
  for (let i = 0; i < 6 * plan.links; i++) impulse[i] = outside[i] - impulse[i];
  for (let k = 0; k < plan.links; k++) {
    const p = plan.parent[k];
    for (let i = firstActive[k]; i < firstActive[k + 1]; i++) {
      const lambda = carried[i];
      for (let j = 0; j < 6; j++) impulse[6 * k + j] += own[6 * i + j] * lambda;
      if (p >= 0) for (let j = 0; j < 6; j++) impulse[6 * p + j] += other[6 * i + j] * lambda;
    }
  }
  loops.push(loops.carried, impulse, plan.links);
  let largest = missed[LARGEST];
  for (let k = 0; k < plan.links; k++) {
    const m = INERTIA_LENGTH * k;
    for (let j = 0; j < 3; j++) {
      largest = Math.max(
        largest,
        Math.abs(impulse[6 * k + j]) * inverse[m],
        Math.abs(impulse[6 * k + 3 + j]) * inverse[m + 1 + j],
      );
    }
  }
  missed[LARGEST] = largest;
}

function take({ plan, firstActive, at, answer, change, carried }: Forest, loops: Loops, u: Float64Array): void {
  const { links } = plan;
  for (let k = 0; k < links; k++) for (let j = 0; j < 6; j++) u[at[k] + j] += answer[6 * k + j];
  for (let i = 0; i < firstActive[links]; i++) carried[i] += change[i];
  for (let l = 0; l < loops.count; l++) loops.carried[l] += loops.change[l];
}
