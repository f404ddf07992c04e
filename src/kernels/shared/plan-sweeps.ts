// How often an island is swept, and how exactly (steppers/gsp/solve-velocities.ts sweeps it).

import type { F64, I32, Numbers } from './numbers.js';

/** Larger islands are swept and nothing else [1]. */
export const MOST_CONTACTS: I32 = 500;
/**
 * How many times more often than a large island the smallest may be swept: what has not converged by then circles [1].
 */
const MOST_TIMES_MORE: F64 = 40;
/**
 * As long as sweeps change velocities by more than what is fast, those of a large island go on, up to this many times
 * as often [1]. Bodies would be found deep in each other at the end of the step, and to move them apart there costs
 * more.
 */
const MORE_IN_IMPACTS: F64 = 5;
/**
 * How many times the usual effort goes into a small island that hardly moves [1]. What leans on each other, as the cards of a house,
 * falls where loads are not known well; once they are, the island is held, and costs nothing more.
 */
const MORE_AT_REST: F64 = 10;
/**
 * And this share of the usual tolerance is what it is swept to [1]: along an arch of 61 stones, errors add up to a motion that is no
 * fall yet, and never ends.
 */
const FINER_AT_REST: F64 = 0.1;
/**
 * Nobody sees velocities that are wrong by this share of the fastest [1]. Where contacts bounce, or where nothing but impacts changes
 * velocities, so little of the energy would be gained or lost in each of them: there they are exact to single precision.
 */
const UNSEEN: F64 = 1e-5;
const UNSEEN_IN_BOUNCES: F64 = 1e-7;
/** Changes of less than this share of the fastest velocity are rounding of velocities along contacts, in single precision [1]. */
const ROUNDING: F64 = 4.76837158203125e-7;

/** By how much velocities of an island that moves may be wrong at the end of its sweeps, and nobody sees it, as planSweeps() has it [m/s]. */
export function unseenVelocity(fastest: F64, precision: F64, lasting: I32): F64 {
  return precision === 0 || lasting !== 0 ? 0 : UNSEEN * fastest;
}

/** What is planned: most sweeps, by the finer tolerance; most in impacts, by the coarser; both tolerances [m/s]. */
export const MOST = 0;
export const LONGEST = 1;
export const TOLERANCE = 2;
export const COARSE = 3;
export const PLAN_LENGTH = 4;

/**
 * What sweeps come to: they have converged; they would still change something; or they are fewer than an impact takes that goes
 * through a line of so many bodies, which is as many as its square.
 */
export const CONVERGED: I32 = 0;
export const UNFINISHED: I32 = 1;
export const TOO_FEW: I32 = 2;

/** What so many sweeps of an island of so many bodies have come to. */
export function outcomeOf(plan: Numbers, bodies: I32, done: I32): I32 {
  if (done < plan[MOST]) return CONVERGED;
  return done === plan[LONGEST] && bodies * bodies > plan[LONGEST] ? TOO_FEW : UNFINISHED;
}

/**
 * How often an island may be swept, if a large one is swept `iterations` times, and small ones so often that all sweeps visit so
 * many contacts together [1].
 */
export function mostSweeps(contacts: I32, iterations: F64, visits: F64): F64 {
  const enough = Math.min(visits / contacts, MOST_TIMES_MORE * iterations);
  return Math.max(iterations, Math.floor(enough));
}

/**
 * Plans the sweeps of an island of so many contacts and bodies, the fastest of which began the step with that velocity [m/s]. Sweeps are
 * enough when they change no velocity by more than a tolerance: a share `precision` of what gravity adds in a step, `fall` [m/s], of less
 * than that while a small island hardly moves, and of what it moves by where that is more. What is `fast` is so [m/s]. Where errors are
 * `lasting`, they are gained or lost in every impact, or stay.
 */
export function planSweeps(
  plan: Numbers,
  contacts: I32,
  bodies: I32,
  fastest: F64,
  fall: F64,
  fast: F64,
  iterations: F64,
  effort: F64,
  precision: F64,
  lasting: I32,
): void {
  const isAboutToRest = fastest <= fall && contacts <= MOST_CONTACTS;
  const most = mostSweeps(contacts, iterations, isAboutToRest ? MORE_AT_REST * effort : effort);
  // Where nothing but impacts changes velocities, errors stay. In a line of bodies they are as many times what the last sweep has
  // changed as the square of its length.
  const line: F64 = bodies - 1;
  const times = fall > 0 ? 1 : Math.max(1, line * line);
  const least = isAboutToRest ? precision * fall * FINER_AT_REST : precision * fall;
  const share = lasting !== 0 ? UNSEEN_IN_BOUNCES : UNSEEN;
  const tolerance = Math.max(least, Math.max((share * fastest) / times, ROUNDING * fastest));
  plan[MOST] = most;
  // Without gravity nothing says what is fast.
  plan[LONGEST] = fall > 0 ? Math.max(most, MORE_IN_IMPACTS * iterations) : most;
  plan[TOLERANCE] = precision === 0 ? 0 : tolerance;
  plan[COARSE] = fast;
}
