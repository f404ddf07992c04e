// What the iterative solvers of boxed problems share: what they are told, what they tell, and when they end.

import type { BoxedProblem } from './boxed-problem.js';
import { checkProblem, computeW } from './boxed-problem.js';
import { computeMerit } from './merit.js';
import { checkCount, checkList, checkObject, checkReal, refuse } from './refuse.js';

export interface SolveOptions {
  /** Most iterations; default 200 [1]. */
  iterations?: number;
  /** The merit theta (38) at which it ends; default 0. */
  tolerance?: number;
  /** Where it starts; default zero. */
  lambda?: ArrayLike<number>;
  /** Whether to keep the merit of every iterate; default false. It costs about as much as a sweep. */
  recordMerits?: boolean;
}

/**
 * Why a solver ended: the merit is down to the tolerance, the iterations are used up, iterations change nothing any more (it is as
 * good as rounding allows), the numbers have left the range of doubles, or the work that it may do is done.
 */
export type StopReason = 'converged' | 'iterations' | 'settled' | 'diverged' | 'work';

export interface Solution {
  readonly lambda: Float64Array;
  /** A lambda + b. */
  readonly w: Float64Array;
  readonly iterations: number;
  /** theta (38) of lambda. */
  readonly merit: number;
  /** theta of the start and after each iteration, where asked for; else empty. */
  readonly merits: readonly number[];
  readonly stop: StopReason;
}

/**
 * Changes lambda, in iteration number 0, 1, ..., into the next iterate. Returns false where no iteration can change any more, and
 * why it ends where that has another reason.
 */
export type Improve = (lambda: Float64Array, iteration: number) => boolean | 'work' | 'converged';

/** Iterates until one of the reasons to stop. The problem is checked before `begin` looks at it. */
export function iterate(problem: BoxedProblem, options: SolveOptions, begin: () => Improve): Solution {
  checkObject('options', options);
  const { iterations = 200, tolerance = 0, recordMerits = false } = options;
  checkCount('iterations', iterations, 1);
  checkReal('tolerance', tolerance, 'a number of at least 0', (value) => value >= 0);
  const lambda = startOf(problem, options.lambda);
  const improve = begin();
  // Without a tolerance the merit decides nothing on the way: what solves the problem exactly, no iteration changes.
  const isWatched = tolerance > 0 || recordMerits;
  let merit = computeMerit(problem, lambda);
  const merits = [merit];
  let stop: StopReason = merit <= tolerance ? 'converged' : 'iterations';
  let done = 0;
  while (stop === 'iterations' && done < iterations) {
    const goesOn = improve(lambda, done++);
    const isLast = goesOn !== true || done === iterations;
    if (!isWatched && !isLast) continue;
    merit = computeMerit(problem, lambda);
    merits.push(merit);
    if (!Number.isFinite(merit)) stop = 'diverged';
    else if (merit <= tolerance) stop = 'converged';
    else if (goesOn === false) stop = 'settled';
    else if (goesOn !== true) stop = goesOn;
  }
  return { lambda, w: computeW(problem, lambda), iterations: done, merit, merits: recordMerits ? merits : [], stop };
}

function startOf(problem: BoxedProblem, given: ArrayLike<number> | undefined): Float64Array {
  checkProblem(problem);
  const n = problem.A.rows;
  if (given === undefined) return new Float64Array(n);
  checkList('lambda', given);
  if (given.length !== n) refuse('length of lambda', given.length, `${n}, as there are rows of A`);
  return Float64Array.from(given, (value, i) =>
    Number.isFinite(value) ? value : refuse(`lambda[${i}]`, value, 'a finite number'),
  );
}
