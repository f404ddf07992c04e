// The plain laws of coordinates: straight lines that do not depend on where a coordinate is. A damper, a rotor and a given
// force act, all for `kick` [s] (joints/coordinate-law.ts says how). Other laws are for the caller to write.

import {
  ASKS,
  CHANGE,
  COLUMN,
  COLUMNS,
  DRAG,
  FALL,
  GIVEN,
  HEIGHT,
  HELD,
  HOLDING,
  IS_FACTORED,
  KNOWN,
  LINK_INTEGERS,
  LINK_NUMBERS,
  ONLY_TAKES,
  PLAIN,
  RATE,
  RESPONSE,
  REST,
  ROTOR,
  WAY,
} from '../flight-layout.js';
import type { F64, I32, Integers, Numbers } from './numbers.js';
import { dotSix } from './six-numbers.js';

/** What the response of a damper adds to the weight of the velocity after [1]. */
const FOURTH_ORDER: F64 = 0.08333333333333333;

/** Whether the responses of a link's coordinates with dampers are known. */
export function knowsOfLink(m: Numbers, n: Integers, k: I32): boolean {
  const at = k * LINK_NUMBERS;
  for (let c: I32 = 0; c < n[k * LINK_INTEGERS + COLUMNS]; c++) {
    if (n[k * LINK_INTEGERS + PLAIN + c] !== 0 && m[at + DRAG + c] !== 0 && !(m[at + KNOWN + c] > 0)) return false;
  }
  return true;
}

/**
 * Writes HEIGHT and FALL of a link's plain laws, for the velocities at RATE. Returns whether the falls are what they
 * were, and whether any law has one, which then goes by its response: IS_FACTORED and ASKS.
 */
export function lawsOfLink(m: Numbers, n: Integers, k: I32, kick: F64): I32 {
  const at = k * LINK_NUMBERS;
  let answer: I32 = IS_FACTORED;
  for (let c: I32 = 0; c < n[k * LINK_INTEGERS + COLUMNS]; c++) {
    if (n[k * LINK_INTEGERS + PLAIN + c] === 0) continue;
    const rate = m[at + RATE + c];
    const rotor = m[at + ROTOR + c];
    const slope = m[at + DRAG + c] * kick;
    const after = Math.min(1, 0.5 + FOURTH_ORDER * slope * m[at + KNOWN + c]);
    const fall = after * slope + rotor;
    const height = rotor * rate - (1 - after) * slope * rate + m[at + GIVEN + c] * kick;
    if (m[at + FALL + c] !== fall) answer &= ~IS_FACTORED;
    if (fall !== 0) answer |= ASKS;
    m[at + FALL + c] = fall;
    m[at + HEIGHT + c] = height;
  }
  return answer;
}

/**
 * When links have moved by a step of 1 / `rates` [s]: what is missing of the impulses of a link's laws, to REST, of which
 * the wrench at m[f ..] tells; responses become what the laws of the next step go by where they were asked for. Returns
 * the work of plain laws in the first half of the step: the impulse times the mean of the velocities about it [J].
 */
export function firstWorkOfLink(m: Numbers, n: Integers, k: I32, f: I32, rates: F64): F64 {
  const at = k * LINK_NUMBERS;
  const link = k * LINK_INTEGERS;
  let work: F64 = 0;
  for (let c: I32 = 0; c < n[link + COLUMNS]; c++) {
    const plain = n[link + PLAIN + c];
    const along = rates * m[at + WAY + c];
    const law = m[at + HEIGHT + c] - m[at + FALL + c] * along;
    const given = dotSix(m, at + COLUMN + 6 * c, f);
    m[at + REST + c] = n[link + HELD + c] === 1 ? 0 : law - given;
    m[at + HOLDING + c] = given;
    m[at + KNOWN + c] = plain !== 0 && m[at + FALL + c] !== 0 ? m[at + RESPONSE + c] : 0;
    if (plain !== 0) work += taken(0.5 * law * (m[at + RATE + c] + along), plain);
  }
  return work;
}

/** Their work in the second half, by the end of which coordinates have their velocities at CHANGE [J]. */
export function secondWorkOfLink(m: Numbers, n: Integers, k: I32, rates: F64): F64 {
  const at = k * LINK_NUMBERS;
  let work: F64 = 0;
  for (let c: I32 = 0; c < n[k * LINK_INTEGERS + COLUMNS]; c++) {
    const plain = n[k * LINK_INTEGERS + PLAIN + c];
    if (plain === 0 || m[at + WAY + c] === 0) continue;
    const lambda = m[at + HEIGHT + c] - m[at + FALL + c] * m[at + CHANGE + c];
    work += taken(0.5 * lambda * (rates * m[at + WAY + c] + m[at + CHANGE + c]), plain);
  }
  return work;
}

/** Friction and dampers only take (steppers/jointed/keep-energy.ts). */
function taken(work: F64, plain: I32): F64 {
  return plain === ONLY_TAKES && work > 0 ? 0 : work;
}
