// The step of a tree that nothing touches, in three parts (steppers/jointed/fly-trees.ts). Between them the caller writes
// the laws that are not plain.

import { ASKS, DONE, GOES, IS_FACTORED, LINK_NUMBERS, REFUSED, ROWS, TWICE_END, TWICE_START, WORK } from '../flight-layout.js';
import { arriveLinks, coastLinks, endLinks, mayBeStiff, readRows, twiceEnergy, workOfForces } from './end-links.js';
import { factorLinks, respondLinks } from './factor-links.js';
import { addWorkOfSecond, areAsking, areResponsesKnown, keepResponses, workOfFirst, writeLaws } from './law-links.js';
import { moveLinks } from './move-links.js';
import type { F64, I32, Integers, Numbers } from './numbers.js';
import { placeLinks, readRates } from './place-links.js';
import { copySix } from './six-numbers.js';

/**
 * Velocities and plain laws at the beginning of a step of h [s]; links are placed unless `isPlaced`, and must not be
 * open by more than `open` [m or rad]. ROWS has what joints carried; `most` says how much of a link's inertia h^2 K may
 * make [1]. Returns REFUSED, or GOES with what else is so: that laws ask for responses, and that falls are what they were.
 */
export function beginFlight(m: Numbers, n: Integers, count: I32, isPlaced: boolean, open: F64, h: F64, most: F64): I32 {
  if (!isPlaced && !(placeLinks(m, n, count) <= open)) return REFUSED;
  if (mayBeStiff(m, n, count, true, h, most) || !areResponsesKnown(m, n, count)) return REFUSED;
  readRates(m, n, count);
  const areSame = writeLaws(m, n, count, 0.5 * h, 0);
  return GOES + (areAsking(m, n, count) ? ASKS : 0) + (areSame ? IS_FACTORED : 0);
}

/**
 * Moves the links by a step of h [s], and finds velocities and plain laws where they have come to. Returns whether the
 * step was found, and no joint pulls harder than it can follow.
 */
export function goOnFlight(
  m: Numbers,
  n: Integers,
  count: I32,
  sums: Numbers,
  isFactored: boolean,
  asks: boolean,
  h: F64,
  most: F64,
): boolean {
  if (!isFactored) factorLinks(m, n, count);
  if (asks) respondLinks(m, n, count);
  sums[TWICE_START] = twiceEnergy(m, count);
  if (!moveLinks(m, n, count, h)) return false;
  arriveLinks(m, n, count, 1 / h);
  readRows(m, n, count);
  if (mayBeStiff(m, n, count, false, 2 * h, most)) return false;
  sums[WORK] = workOfFirst(m, n, count, h);
  keepResponses(m, n, count);
  for (let k: I32 = 0; k < count; k++) copySix(m, k * LINK_NUMBERS + ROWS, k * LINK_NUMBERS + DONE);
  placeLinks(m, n, count);
  coastLinks(m, count);
  readRates(m, n, count);
  writeLaws(m, n, count, 0.5 * h, h);
  return true;
}

/** The second half of the forces, with the laws at hand, and what became of energy and work. */
export function endFlight(m: Numbers, n: Integers, count: I32, sums: Numbers, h: F64): void {
  factorLinks(m, n, count);
  endLinks(m, n, count, 0.5 * h);
  readRows(m, n, count);
  sums[TWICE_END] = twiceEnergy(m, count);
  sums[WORK] = addWorkOfSecond(m, n, count, h, sums[WORK] + workOfForces(m, count, h));
}

/**
 * All three parts, for a tree whose laws are all plain; `isFactored` says that it is factorised as the last step has
 * left it. Returns whether the step was found.
 */
export function flyWhole(
  m: Numbers,
  n: Integers,
  count: I32,
  sums: Numbers,
  isPlaced: boolean,
  isFactored: boolean,
  open: F64,
  h: F64,
  most: F64,
): boolean {
  const answer = beginFlight(m, n, count, isPlaced, open, h, most);
  if (answer === REFUSED) return false;
  const isStill = isFactored && isPlaced && (answer & IS_FACTORED) !== 0;
  if (!goOnFlight(m, n, count, sums, isStill, (answer & ASKS) !== 0, h, most)) return false;
  endFlight(m, n, count, sums, h);
  return true;
}
