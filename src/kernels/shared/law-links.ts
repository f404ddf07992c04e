// The plain laws of coordinates: straight lines that do not depend on where a coordinate is. A damper, a rotor and a given
// force act, all for `kick` [s] (joints/coordinate-law.ts says how). Other laws are for the caller to write.

import {
  CHANGE,
  COLUMNS,
  DRAG,
  FALL,
  GIVEN,
  HEIGHT,
  KNOWN,
  LINK_INTEGERS,
  LINK_NUMBERS,
  ONLY_TAKES,
  PLAIN,
  RATE,
  RESPONSE,
  ROTOR,
  WAY,
} from '../flight-layout.js';
import type { F64, I32, Integers, Numbers } from './numbers.js';

/** What the response of a damper adds to the weight of the velocity after [1]. */
const FOURTH_ORDER: F64 = 0.08333333333333333;

/** Whether the responses of all coordinates with dampers are known. */
export function areResponsesKnown(m: Numbers, n: Integers, count: I32): boolean {
  for (let k: I32 = 0; k < count; k++) {
    const at = k * LINK_NUMBERS;
    for (let c: I32 = 0; c < n[k * LINK_INTEGERS + COLUMNS]; c++) {
      if (n[k * LINK_INTEGERS + PLAIN + c] !== 0 && m[at + DRAG + c] !== 0 && !(m[at + KNOWN + c] > 0)) return false;
    }
  }
  return true;
}

/**
 * Writes HEIGHT and FALL of plain laws. At the end of a step of `h` [s], rotors turn as fast as links have moved; at its
 * beginning `h` is 0. Returns whether the falls are what they were.
 */
export function writeLaws(m: Numbers, n: Integers, count: I32, kick: F64, h: F64): boolean {
  let areSame = true;
  for (let k: I32 = 0; k < count; k++) {
    const at = k * LINK_NUMBERS;
    for (let c: I32 = 0; c < n[k * LINK_INTEGERS + COLUMNS]; c++) {
      if (n[k * LINK_INTEGERS + PLAIN + c] === 0) continue;
      const rate = m[at + RATE + c];
      const rotor = m[at + ROTOR + c];
      const slope = m[at + DRAG + c] * kick;
      const after = Math.min(1, 0.5 + FOURTH_ORDER * slope * m[at + KNOWN + c]);
      const fall = after * slope + rotor;
      let height = rotor * rate - (1 - after) * slope * rate + m[at + GIVEN + c] * kick;
      if (h > 0) height += rotor * (m[at + WAY + c] / h - rate);
      if (m[at + FALL + c] !== fall) areSame = false;
      m[at + FALL + c] = fall;
      m[at + HEIGHT + c] = height;
    }
  }
  return areSame;
}

/** Whether any plain law has a fall: then it goes by its response. */
export function areAsking(m: Numbers, n: Integers, count: I32): boolean {
  for (let k: I32 = 0; k < count; k++) {
    for (let c: I32 = 0; c < n[k * LINK_INTEGERS + COLUMNS]; c++) {
      if (n[k * LINK_INTEGERS + PLAIN + c] !== 0 && m[k * LINK_NUMBERS + FALL + c] !== 0) return true;
    }
  }
  return false;
}

/** Responses become what the laws of the next step go by, where they were asked for; those of other laws are not known. */
export function keepResponses(m: Numbers, n: Integers, count: I32): void {
  for (let k: I32 = 0; k < count; k++) {
    const at = k * LINK_NUMBERS;
    for (let c: I32 = 0; c < n[k * LINK_INTEGERS + COLUMNS]; c++) {
      const isAsked = n[k * LINK_INTEGERS + PLAIN + c] !== 0 && m[at + FALL + c] !== 0;
      m[at + KNOWN + c] = isAsked ? m[at + RESPONSE + c] : 0;
    }
  }
}

/** Work of plain laws in the first half of a step of h [s]: the impulse times the mean of the velocities about it [J]. */
export function workOfFirst(m: Numbers, n: Integers, count: I32, h: F64): F64 {
  let work: F64 = 0;
  for (let k: I32 = 0; k < count; k++) {
    const at = k * LINK_NUMBERS;
    for (let c: I32 = 0; c < n[k * LINK_INTEGERS + COLUMNS]; c++) {
      const plain = n[k * LINK_INTEGERS + PLAIN + c];
      if (plain === 0) continue;
      const along = m[at + WAY + c] / h;
      const lambda = m[at + HEIGHT + c] - m[at + FALL + c] * along;
      work += taken(0.5 * lambda * (m[at + RATE + c] + along), plain);
    }
  }
  return work;
}

/** The same of the second half, by the end of which coordinates have their velocities at CHANGE, added to `work`. */
export function addWorkOfSecond(m: Numbers, n: Integers, count: I32, h: F64, work: F64): F64 {
  let sum = work;
  for (let k: I32 = 0; k < count; k++) {
    const at = k * LINK_NUMBERS;
    for (let c: I32 = 0; c < n[k * LINK_INTEGERS + COLUMNS]; c++) {
      const plain = n[k * LINK_INTEGERS + PLAIN + c];
      if (plain === 0 || m[at + WAY + c] === 0) continue;
      const lambda = m[at + HEIGHT + c] - m[at + FALL + c] * m[at + CHANGE + c];
      sum += taken(0.5 * lambda * (m[at + WAY + c] / h + m[at + CHANGE + c]), plain);
    }
  }
  return sum;
}

/** Friction and dampers only take (steppers/jointed/keep-energy.ts). */
function taken(work: F64, plain: I32): F64 {
  return plain === ONLY_TAKES && work > 0 ? 0 : work;
}
