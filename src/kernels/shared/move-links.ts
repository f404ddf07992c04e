// The step of a tree that nothing touches, in joint coordinates: RATTLE, solved for the ways of coordinates instead of
// the impulses of locked rows, so that joints are closed by construction. Half of the forces; ways along the coordinates
// for which links have the momentum by which they move; the other half (end-links.ts).
//
// A link that turns by the rotation vector f within h has the angular momentum of the discrete Lagrangian f^T J f / 2 h,
//   L = (J f + f x J f / 2 + g f x (f x J f)) / h,   g = (1 - |f|/2 cot |f|/2) / |f|^2,
// which is exact for turns about principal axes, keeps momentum, and is of second order.

import {
  ABOUT_A,
  ARM,
  AXES_A,
  AXES_B,
  CHANGE,
  CLOSING,
  COLUMNS,
  FALL,
  FORCE,
  HEIGHT,
  HELD,
  IMPULSE,
  INERTIA,
  IS_A,
  LINK_INTEGERS,
  LINK_NUMBERS,
  MASS,
  MOMENTUM,
  MOVE,
  MOVES,
  PARENT,
  PUSHED,
  RATE,
  REACH,
  TURN,
  VELOCITY,
  WAY,
  WRENCH,
} from '../flight-layout.js';
import type { F64, I32, Integers, Numbers } from './numbers.js';
import { addSix, subtractSix } from './six-numbers.js';
import { solveLinks } from './solve-links.js';

/** Ways that are known to within this are known [m or rad]. */
const KNOWN: F64 = 1e-12;
/**
 * So are those that err by less than this share of what the second pass has changed [1]. Passes begin with an error of
 * the second order in the step, and each leaves one of an order more: the second changes ways by as much as the scheme
 * itself errs by. What is missing then of the momenta is not lost (arriveLinks).
 */
const KNOWN_SHARE: F64 = 0.01;
/**
 * Where no coordinate turns further in the step than this, one pass will do [rad]. What it leaves is then of the order
 * of the scheme's own error, and a few hundredths of what it has changed.
 */
const SHORT: F64 = 0.02;
/** A joint that is twisted by less is straight: that is rounding [rad]. */
const STRAIGHT: F64 = 1e-14;
/** Passes, at the most; a pass that leaves more than this share of the last change does not converge [1]. */
const MOST_PASSES: I32 = 16;
const CONVERGING: F64 = 0.5;
/** A coordinate that moves further in a step is too fast for it [rad]; so is a link that turns further: sine of half its turn, squared. */
const FARTHEST: F64 = 0.8;
const FARTHEST_TURN: F64 = 0.16;

/**
 * Finds the step of all links for h [s], and writes momenta, ways and what joints do in it. Poses stay. Returns false
 * where it does not converge.
 */
export function moveLinks(m: Numbers, n: Integers, count: I32, h: F64): boolean {
  kickLinks(m, count, 0.5 * h);
  const farthest = guessWays(m, n, count, h);
  if (!(farthest < FARTHEST)) return false;
  let before: F64 = Infinity;
  let known = KNOWN;
  for (let pass: I32 = 0; pass < MOST_PASSES; pass++) {
    if (!turnLinks(m, n, count, 1 / h)) return false;
    missLaws(m, n, count, 1 / h);
    solveLinks(m, n, count, WRENCH, false);
    const change = addWays(m, n, count, h);
    if (!(change < Infinity) || (pass > 0 && change > KNOWN && change > CONVERGING * before)) return false;
    if (pass === 1 && KNOWN_SHARE * change > known) known = KNOWN_SHARE * change;
    // The next change would be this share of the last once more.
    const isKnown = farthest <= SHORT || change <= KNOWN || (pass > 0 && change * (change / before) <= known);
    before = change;
    if (isKnown) return turnLinks(m, n, count, 1 / h);
  }
  return false;
}

/** Momenta at PUSHED: those of the links' velocities, and forces for `kick` [s]. */
function kickLinks(m: Numbers, count: I32, kick: F64): void {
  for (let k: I32 = 0; k < count; k++) {
    const at = k * LINK_NUMBERS;
    setMomentum(m, at, at + VELOCITY, at + PUSHED);
    addSix(m, at + PUSHED, kick, at + FORCE, at + PUSHED);
  }
}

/** M u of a link for the velocities at m[u ..], to m[to ..]. */
export function setMomentum(m: Numbers, at: I32, u: I32, to: I32): void {
  const mass = m[at + MASS];
  const j = at + INERTIA;
  const x = m[u + 3];
  const y = m[u + 4];
  const z = m[u + 5];
  m[to] = mass * m[u];
  m[to + 1] = mass * m[u + 1];
  m[to + 2] = mass * m[u + 2];
  m[to + 3] = m[j] * x + m[j + 3] * y + m[j + 4] * z;
  m[to + 4] = m[j + 3] * x + m[j + 1] * y + m[j + 5] * z;
  m[to + 5] = m[j + 4] * x + m[j + 5] * y + m[j + 2] * z;
}

/** Ways by the velocities at the beginning of the step. Returns the farthest of those that turn [rad]. */
function guessWays(m: Numbers, n: Integers, count: I32, h: F64): F64 {
  let farthest: F64 = 0;
  for (let k: I32 = 0; k < count; k++) {
    const at = k * LINK_NUMBERS;
    const link = k * LINK_INTEGERS;
    const floats = n[link + PARENT] === -2;
    const columns = floats ? 6 : n[link + COLUMNS];
    for (let c: I32 = 0; c < columns; c++) {
      const isHeld = !floats && n[link + HELD + c] === 1;
      const way = h * (floats ? m[at + VELOCITY + c] : isHeld ? m[at + HEIGHT + c] : m[at + RATE + c]);
      const turns = floats ? c >= 3 : n[link + MOVES + c] >= ABOUT_A;
      m[at + WAY + c] = way;
      if (turns && !(Math.abs(way) <= farthest)) farthest = Math.abs(way);
    }
  }
  return farthest;
}

/** Returns the largest change [m or rad]. */
function addWays(m: Numbers, n: Integers, count: I32, h: F64): F64 {
  let largest: F64 = 0;
  for (let k: I32 = 0; k < count; k++) {
    const at = k * LINK_NUMBERS;
    const columns = n[k * LINK_INTEGERS + PARENT] === -2 ? 6 : n[k * LINK_INTEGERS + COLUMNS];
    for (let c: I32 = 0; c < columns; c++) {
      const change = h * m[at + CHANGE + c];
      m[at + WAY + c] += change;
      const size = Math.abs(change);
      if (!(size <= largest)) largest = size;
    }
  }
  return largest;
}

/** What the laws of coordinates say beyond what they are solved with: HEIGHT - FALL w, to WRENCH, which is free meanwhile. */
function missLaws(m: Numbers, n: Integers, count: I32, rate: F64): void {
  for (let k: I32 = 0; k < count; k++) {
    const at = k * LINK_NUMBERS;
    for (let c: I32 = 0; c < n[k * LINK_INTEGERS + COLUMNS]; c++) {
      const isHeld = n[k * LINK_INTEGERS + HELD + c] === 1;
      m[at + WRENCH + c] = isHeld ? 0 : m[at + HEIGHT + c] - m[at + FALL + c] * (rate * m[at + WAY + c]);
    }
  }
}

/**
 * MOVE and TURN of all links from the ways of coordinates, the momenta by which they move so far in 1 / `rate`, and at
 * IMPULSE what is missing of those. Returns whether no link turns too far.
 */
function turnLinks(m: Numbers, n: Integers, count: I32, rate: F64): boolean {
  for (let k: I32 = 0; k < count; k++) {
    const at = k * LINK_NUMBERS;
    const parent = n[k * LINK_INTEGERS + PARENT];
    if (parent === -2) floatLink(m, at);
    else moveLink(m, n, k * LINK_INTEGERS, at, parent < 0 ? -1 : parent * LINK_NUMBERS);
    if (!setMomentumOfMove(m, at, rate)) return false;
    subtractSix(m, at + PUSHED, at + MOMENTUM, at + IMPULSE);
  }
  return true;
}

/** A link that floats: three ways along the world's axes, and three turns about them, one after the other. */
function floatLink(m: Numbers, at: I32): void {
  const t = at + TURN;
  for (let i: I32 = 0; i < 3; i++) {
    m[at + MOVE + i] = m[at + WAY + i];
    m[t + i] = 0;
  }
  m[t + 3] = 1;
  turnOn(m, t, m[at + WAY + 3], 1, 0, 0);
  turnOn(m, t, m[at + WAY + 4], 0, 1, 0);
  turnOn(m, t, m[at + WAY + 5], 0, 0, 1);
}

/** q <- q (turn by an angle about a unit vector), for the quaternion at m[t ..]. */
function turnOn(m: Numbers, t: I32, angle: F64, ax: F64, ay: F64, az: F64): void {
  // With p = tan(angle / 4), sine and cosine of half the angle are 2 p / (1 + p^2) and (1 - p^2) / (1 + p^2).
  const quarter = 0.25 * angle;
  const z = quarter * quarter;
  const p =
    quarter +
    quarter * z * (0.3333333333333333 + z * (0.13333333333333333 + z * (0.05396825396825397 + z * 0.021869488536155203)));
  const scale = 1 / (1 + p * p);
  const s = 2 * p * scale;
  const c = (1 - p * p) * scale;
  multiply(m, t, s * ax, s * ay, s * az, c);
}

/** q <- q p. */
function multiply(m: Numbers, t: I32, x: F64, y: F64, z: F64, w: F64): void {
  const qx = m[t];
  const qy = m[t + 1];
  const qz = m[t + 2];
  const qw = m[t + 3];
  m[t] = qw * x + qx * w + qy * z - qz * y;
  m[t + 1] = qw * y - qx * z + qy * w + qz * x;
  m[t + 2] = qw * z + qx * y - qy * x + qz * w;
  m[t + 3] = qw * w - qx * x - qy * y - qz * z;
}

/**
 * A link on its joint. B turns against A by the turns of its coordinates one after the other, about axes where they are
 * at the beginning of the step, and by what closes the joint. A link that is A turns the other way, in reverse order.
 */
function moveLink(m: Numbers, n: Integers, link: I32, at: I32, parent: I32): void {
  const t = at + TURN;
  const isA = n[link + IS_A] === 1;
  const columns = n[link + COLUMNS];
  m[t] = parent < 0 ? 0 : m[parent + TURN];
  m[t + 1] = parent < 0 ? 0 : m[parent + TURN + 1];
  m[t + 2] = parent < 0 ? 0 : m[parent + TURN + 2];
  m[t + 3] = parent < 0 ? 1 : m[parent + TURN + 3];
  let x: F64 = 0;
  let y: F64 = 0;
  let z: F64 = 0;
  const isTwisted = Math.abs(m[at + CLOSING + 3]) + Math.abs(m[at + CLOSING + 4]) + Math.abs(m[at + CLOSING + 5]) > STRAIGHT;
  if (isA && isTwisted) multiply(m, t, -0.5 * m[at + CLOSING + 3], -0.5 * m[at + CLOSING + 4], -0.5 * m[at + CLOSING + 5], 1);
  for (let i: I32 = 0; i < columns; i++) {
    const c = isA ? columns - 1 - i : i;
    const move = n[link + MOVES + c];
    const way = m[at + WAY + c];
    const axis = at + (move < ABOUT_A ? AXES_A + 3 * move : move < 6 ? AXES_A + 3 * (move - 3) : AXES_B + 3 * (move - 6));
    if (move < ABOUT_A) {
      x += way * m[axis];
      y += way * m[axis + 1];
      z += way * m[axis + 2];
    } else turnOn(m, t, isA ? 0 - way : way, m[axis], m[axis + 1], m[axis + 2]);
  }
  if (!isA && isTwisted) multiply(m, t, 0.5 * m[at + CLOSING + 3], 0.5 * m[at + CLOSING + 4], 0.5 * m[at + CLOSING + 5], 1);
  // The way along axes of A is carried by A.
  const v = at + MOVE;
  const own: F64 = isA ? 1 : 0;
  m[v] = m[at + CLOSING];
  m[v + 1] = m[at + CLOSING + 1];
  m[v + 2] = m[at + CLOSING + 2];
  addTurned(m, v, t, m[at + ARM] + own * x, m[at + ARM + 1] + own * y, m[at + ARM + 2] + own * z, -1);
  if (isA) {
    m[v] -= x;
    m[v + 1] -= y;
    m[v + 2] -= z;
  } else {
    m[v] += x;
    m[v + 1] += y;
    m[v + 2] += z;
  }
  if (parent < 0) return;
  const rest = 1 - own;
  const p = parent + TURN;
  addTurned(m, v, p, m[at + REACH] + rest * x, m[at + REACH + 1] + rest * y, m[at + REACH + 2] + rest * z, 1);
  m[v] += m[parent + MOVE];
  m[v + 1] += m[parent + MOVE + 1];
  m[v + 2] += m[parent + MOVE + 2];
}

/** Adds (R - 1) r, times `sign`, for the rotation R of the quaternion at m[t ..], to m[v ..]. */
function addTurned(m: Numbers, v: I32, t: I32, rx: F64, ry: F64, rz: F64, sign: F64): void {
  const x = m[t];
  const y = m[t + 1];
  const z = m[t + 2];
  const w = m[t + 3];
  const tx = 2 * (y * rz - z * ry);
  const ty = 2 * (z * rx - x * rz);
  const tz = 2 * (x * ry - y * rx);
  m[v] += sign * (w * tx + y * tz - z * ty);
  m[v + 1] += sign * (w * ty + z * tx - x * tz);
  m[v + 2] += sign * (w * tz + x * ty - y * tx);
}

/** MOMENTUM of a link that goes by MOVE and TURN in 1 / `rate` [s]. Returns false where it turns too far. */
function setMomentumOfMove(m: Numbers, at: I32, rate: F64): boolean {
  const p = at + MOMENTUM;
  const mass = m[at + MASS] * rate;
  const x = m[at + TURN];
  const y = m[at + TURN + 1];
  const z = m[at + TURN + 2];
  const squared = x * x + y * y + z * z;
  if (!(squared < FARTHEST_TURN)) return false;
  // f = v 2 asin(|v|) / |v|, of which |v|^2 < FARTHEST_TURN leaves 1e-11 beyond these terms.
  const scale = 2 * asinOverSine(squared);
  const fx = scale * x;
  const fy = scale * y;
  const fz = scale * z;
  const j = at + INERTIA;
  const lx = m[j] * fx + m[j + 3] * fy + m[j + 4] * fz;
  const ly = m[j + 3] * fx + m[j + 1] * fy + m[j + 5] * fz;
  const lz = m[j + 4] * fx + m[j + 5] * fy + m[j + 2] * fz;
  const cx = fy * lz - fz * ly;
  const cy = fz * lx - fx * lz;
  const cz = fx * ly - fy * lx;
  const f = fx * fx + fy * fy + fz * fz;
  const g = 0.08333333333333333 + f * (0.001388888888888889 + f * (3.306878306878307e-5 + f * 8.267195767195768e-7));
  m[p] = mass * m[at + MOVE];
  m[p + 1] = mass * m[at + MOVE + 1];
  m[p + 2] = mass * m[at + MOVE + 2];
  m[p + 3] = rate * (lx + 0.5 * cx + g * (fy * cz - fz * cy));
  m[p + 4] = rate * (ly + 0.5 * cy + g * (fz * cx - fx * cz));
  m[p + 5] = rate * (lz + 0.5 * cz + g * (fx * cy - fy * cx));
  return true;
}

/** asin(s) / s for the square of s: the first terms of its series. */
function asinOverSine(z: F64): F64 {
  let high: F64 = 0.017352764423076924;
  // Below that the rest is less than rounding.
  if (z > 1e-3) {
    high += z * (0.01396484375 + z * (0.011551800896139705 + z * (0.009761609529194078 + z * 0.008390335809616815)));
  }
  return (
    1 +
    z *
      (0.16666666666666666 +
        z * (0.075 + z * (0.044642857142857144 + z * (0.030381944444444444 + z * (0.022372159090909092 + z * high)))))
  );
}
