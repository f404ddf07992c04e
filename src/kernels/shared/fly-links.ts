// The step of a tree that nothing touches, in three parts (steppers/jointed/fly-trees.ts). Between them the caller writes
// the laws that are not plain.

import { ASKS, GOES, IS_FACTORED, REFUSED, WORK } from '../flight-layout.js';
import { arriveLinks, endLinks, mayBeStiff } from './end-links.js';
import { factorLinks, respondLinks } from './factor-links.js';
import { knowsOfLink, lawsOfLink } from './law-links.js';
import { meanRatesOfLink } from './mean-links.js';
import { moveLinks } from './move-links.js';
import type { F64, I32, Integers, Numbers } from './numbers.js';
import { placeLinks, placeOfLink, ratesOfLink } from './place-links.js';

/**
 * Velocities and plain laws at the beginning of a step of h [s]; links are placed unless `isPlaced`, and must not be
 * open by more than `open` [m or rad]. ROWS has what joints carried; `most` says how much of a link's inertia h^2 K may
 * make [1]. Returns REFUSED, or GOES with what else is so: that laws ask for responses, and that falls are what they were.
 */
export function beginFlight(m: Numbers, n: Integers, count: I32, isPlaced: boolean, open: F64, h: F64, most: F64): I32 {
  if (!isPlaced && !(placeLinks(m, n, count) <= open)) return REFUSED;
  if (mayBeStiff(m, n, count, true, h, most)) return REFUSED;
  let answer: I32 = GOES + IS_FACTORED;
  for (let k: I32 = 0; k < count; k++) {
    if (!knowsOfLink(m, n, k)) return REFUSED;
    ratesOfLink(m, n, k);
    const laws = lawsOfLink(m, n, k, 0.5 * h);
    if ((laws & IS_FACTORED) === 0) answer &= ~IS_FACTORED;
    answer |= laws & ASKS;
  }
  return answer;
}

/**
 * Moves the links by a step of h [s], and writes plain laws where they have come to, for the velocities by which they
 * moved. Returns whether the step was found, and no joint pulls harder than it can follow.
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
  if (!moveLinks(m, n, count, sums, h)) return false;
  sums[WORK] = arriveLinks(m, n, count, 1 / h);
  if (mayBeStiff(m, n, count, false, 2 * h, most)) return false;
  for (let k: I32 = 0; k < count; k++) {
    placeOfLink(m, n, k);
    meanRatesOfLink(m, n, k, 1 / h);
    lawsOfLink(m, n, k, 0.5 * h);
  }
  return true;
}

/** The second half of the forces, with the laws at hand, and what became of energy and work. */
export function endFlight(m: Numbers, n: Integers, count: I32, sums: Numbers, h: F64): void {
  endLinks(m, n, count, sums, h);
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
