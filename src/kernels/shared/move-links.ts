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
  LOCKED,
  MASS,
  MOMENTUM,
  MOVE,
  MOVES,
  PARENT,
  PUSHED,
  RATE,
  REACH,
  ROW_AXES,
  TURN,
  TWICE_START,
  VELOCITY,
  WAY,
  WRENCH,
} from '../flight-layout.js';
import { meanOfLink } from './mean-links.js';
import type { F64, I32, Integers, Numbers } from './numbers.js';
import { addSix, dotSix } from './six-numbers.js';
import { answerOfLink, riseOfLink, solveLinks } from './solve-links.js';

/** Ways that are known to within this are known [m or rad]. */
const KNOWN: F64 = 1e-12;
/**
 * So are those that err by less than this share of what the second pass has changed [1]. Passes begin with an error of
 * the second order in the step, and each leaves one of an order more: the second changes ways by as much as the scheme
 * itself errs by. What is missing then of the momenta is not lost (arriveLinks).
 */
const KNOWN_SHARE: F64 = 0.01;
/**
 * Where no coordinate turns further in the step than this, one pass will do, from momenta to second order in the step
 * (mean-links.ts) [rad]. What it leaves is then of the order of the scheme's own error.
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
 * Finds the step of all links for h [s], and writes momenta, ways and what joints do in it; `sums` gets the energy that it
 * begins with. Poses stay. Returns false where it does not converge.
 */
export function moveLinks(m: Numbers, n: Integers, count: I32, sums: Numbers, h: F64): boolean {
  sums[TWICE_START] = kickLinks(m, count, 0.5 * h);
  const farthest = guessWays(m, n, count, h);
  if (!(farthest < FARTHEST)) return false;
  if (farthest <= SHORT) return moveByOne(m, n, count, h);
  let before: F64 = Infinity;
  let known = KNOWN;
  for (let pass: I32 = 0; pass < MOST_PASSES; pass++) {
    if (!turnLinks(m, n, count, 1 / h)) return false;
    solveLinks(m, n, count, WRENCH, false);
    const change = addWays(m, n, count, h);
    if (!(change < Infinity) || (pass > 0 && change > KNOWN && change > CONVERGING * before)) return false;
    if (pass === 1 && KNOWN_SHARE * change > known) known = KNOWN_SHARE * change;
    // The next change would be this share of the last once more.
    const isKnown = change <= KNOWN || (pass > 0 && change * (change / before) <= known);
    before = change;
    if (isKnown) return turnLinks(m, n, count, 1 / h);
  }
  return false;
}

/** Momenta at PUSHED: those of the links' velocities, and forces for `kick` [s]. Returns twice the energy before these [J]. */
function kickLinks(m: Numbers, count: I32, kick: F64): F64 {
  let twice: F64 = 0;
  for (let k: I32 = 0; k < count; k++) {
    const at = k * LINK_NUMBERS;
    momentumOfLink(m, at, at + VELOCITY, at + PUSHED);
    twice += dotSix(m, at + VELOCITY, at + PUSHED);
    addSix(m, at + PUSHED, kick, at + FORCE, at + PUSHED);
  }
  return twice;
}

/** M u of a link for the velocities at m[u ..], to m[to ..]. */
export function momentumOfLink(m: Numbers, at: I32, u: I32, to: I32): void {
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

/**
 * The only pass of a short step of h [s]: a way down by the guess, one up, and one down on which links are moved while
 * velocities are waited for. Returns whether it was found.
 */
function moveByOne(m: Numbers, n: Integers, count: I32, h: F64): boolean {
  for (let k: I32 = 0; k < count; k++) {
    writeRests(m, n, k, 1 / h);
    meanOfLink(m, n, k, h);
  }
  for (let k: I32 = count - 1; k >= 0; k--) riseOfLink(m, n, k, WRENCH, false);
  for (let k: I32 = 0; k < count; k++) {
    answerOfLink(m, n, k, false);
    if (!(addWay(m, n, k, h) < Infinity) || !turnOfLink(m, n, k, 1 / h)) return false;
  }
  return true;
}

/** Returns the largest change [m or rad]. */
function addWays(m: Numbers, n: Integers, count: I32, h: F64): F64 {
  let largest: F64 = 0;
  for (let k: I32 = 0; k < count; k++) {
    const change = addWay(m, n, k, h);
    if (!(change <= largest)) largest = change;
  }
  return largest;
}

/** The same of a link. */
function addWay(m: Numbers, n: Integers, k: I32, h: F64): F64 {
  let largest: F64 = 0;
  const at = k * LINK_NUMBERS;
  const columns = n[k * LINK_INTEGERS + PARENT] === -2 ? 6 : n[k * LINK_INTEGERS + COLUMNS];
  for (let c: I32 = 0; c < columns; c++) {
    const change = h * m[at + CHANGE + c];
    m[at + WAY + c] += change;
    const size = Math.abs(change);
    if (!(size <= largest)) largest = size;
  }
  return largest;
}

/**
 * MOVE and TURN of all links from the ways of coordinates, the momenta by which they move so far in 1 / `rate`, at
 * IMPULSE what is missing of those, and at WRENCH, which is free meanwhile, what laws say beyond what they are solved
 * with. Returns whether no link turns too far.
 */
function turnLinks(m: Numbers, n: Integers, count: I32, rate: F64): boolean {
  for (let k: I32 = 0; k < count; k++) {
    writeRests(m, n, k, rate);
    if (!turnOfLink(m, n, k, rate)) return false;
  }
  return true;
}

/** What laws say beyond what they are solved with, to WRENCH. */
function writeRests(m: Numbers, n: Integers, k: I32, rate: F64): void {
  const at = k * LINK_NUMBERS;
  const link = k * LINK_INTEGERS;
  for (let c: I32 = 0; c < n[link + COLUMNS]; c++) {
    const isHeld = n[link + HELD + c] === 1;
    m[at + WRENCH + c] = isHeld ? 0 : m[at + HEIGHT + c] - m[at + FALL + c] * (rate * m[at + WAY + c]);
  }
}

/** The same of a link, but for laws. */
function turnOfLink(m: Numbers, n: Integers, k: I32, rate: F64): boolean {
  const at = k * LINK_NUMBERS;
  const parent = n[k * LINK_INTEGERS + PARENT];
  if (parent === -2) floatLink(m, at);
  else moveLink(m, n, k * LINK_INTEGERS, at, parent < 0 ? -1 : parent * LINK_NUMBERS);
  return setMomentumOfMove(m, at, rate);
}

/** Sine and cosine of half an angle are 2 p / (1 + p^2) and (1 - p^2) / (1 + p^2) with p = tan(angle / 4), which this is. */
function tangentOfQuarter(angle: F64): F64 {
  const quarter = 0.25 * angle;
  const z = quarter * quarter;
  return (
    quarter +
    quarter * z * (0.3333333333333333 + z * (0.13333333333333333 + z * (0.05396825396825397 + z * 0.021869488536155203)))
  );
}

/** A link that floats: three ways along the world's axes, and three turns about them, one after the other. */
function floatLink(m: Numbers, at: I32): void {
  const t = at + TURN;
  let x: F64 = 0;
  let y: F64 = 0;
  let z: F64 = 0;
  let w: F64 = 1;
  for (let i: I32 = 0; i < 3; i++) {
    m[at + MOVE + i] = m[at + WAY + i];
    const p = tangentOfQuarter(m[at + WAY + 3 + i]);
    const scale = 1 / (1 + p * p);
    const sine = 2 * p * scale;
    const fw = (1 - p * p) * scale;
    const fx = i === 0 ? sine : 0;
    const fy = i === 1 ? sine : 0;
    const fz = i === 2 ? sine : 0;
    const nx = w * fx + x * fw + y * fz - z * fy;
    const ny = w * fy - x * fz + y * fw + z * fx;
    const nz = w * fz + x * fy - y * fx + z * fw;
    w = w * fw - x * fx - y * fy - z * fz;
    x = nx;
    y = ny;
    z = nz;
  }
  m[t] = x;
  m[t + 1] = y;
  m[t + 2] = z;
  m[t + 3] = w;
}

/**
 * A link on its joint. B turns against A by the turns of its coordinates one after the other, about axes where they are
 * at the beginning of the step, and by what closes the joint. A link that is A turns the other way, in reverse order.
 */
function moveLink(m: Numbers, n: Integers, link: I32, at: I32, parent: I32): void {
  const isA = n[link + IS_A] === 1;
  const columns = n[link + COLUMNS];
  let px: F64 = 0;
  let py: F64 = 0;
  let pz: F64 = 0;
  let pw: F64 = 1;
  if (parent >= 0) {
    px = m[parent + TURN];
    py = m[parent + TURN + 1];
    pz = m[parent + TURN + 2];
    pw = m[parent + TURN + 3];
  }
  let qx = px;
  let qy = py;
  let qz = pz;
  let qw = pw;
  // The way along axes of A.
  let x: F64 = 0;
  let y: F64 = 0;
  let z: F64 = 0;
  const isTwisted = Math.abs(m[at + CLOSING + 3]) + Math.abs(m[at + CLOSING + 4]) + Math.abs(m[at + CLOSING + 5]) > STRAIGHT;
  const first: I32 = isTwisted && isA ? -1 : 0;
  const last: I32 = isTwisted && !isA ? columns + 1 : columns;
  for (let i: I32 = first; i < last; i++) {
    let fx: F64 = 0;
    let fy: F64 = 0;
    let fz: F64 = 0;
    let fw: F64 = 1;
    if (i < 0 || i === columns) {
      const half: F64 = isA ? -0.5 : 0.5;
      fx = half * m[at + CLOSING + 3];
      fy = half * m[at + CLOSING + 4];
      fz = half * m[at + CLOSING + 5];
    } else {
      const c = isA ? columns - 1 - i : i;
      const move = n[link + MOVES + c];
      const way = m[at + WAY + c];
      const axis = at + ROW_AXES + 3 * (n[link + LOCKED] + c);
      if (move < ABOUT_A) {
        x += way * m[axis];
        y += way * m[axis + 1];
        z += way * m[axis + 2];
        continue;
      }
      const p = tangentOfQuarter(isA ? 0 - way : way);
      const scale = 1 / (1 + p * p);
      const sine = 2 * p * scale;
      fx = sine * m[axis];
      fy = sine * m[axis + 1];
      fz = sine * m[axis + 2];
      fw = (1 - p * p) * scale;
    }
    const nx = qw * fx + qx * fw + qy * fz - qz * fy;
    const ny = qw * fy - qx * fz + qy * fw + qz * fx;
    const nz = qw * fz + qx * fy - qy * fx + qz * fw;
    qw = qw * fw - qx * fx - qy * fy - qz * fz;
    qx = nx;
    qy = ny;
    qz = nz;
  }
  m[at + TURN] = qx;
  m[at + TURN + 1] = qy;
  m[at + TURN + 2] = qz;
  m[at + TURN + 3] = qw;
  // (R - 1) r = w t + v x t with t = 2 v x r. What is carried along axes of A turns with A.
  const sign: F64 = isA ? -1 : 1;
  const own: F64 = isA ? 1 : 0;
  let rx = m[at + ARM] + own * x;
  let ry = m[at + ARM + 1] + own * y;
  let rz = m[at + ARM + 2] + own * z;
  let tx = 2 * (qy * rz - qz * ry);
  let ty = 2 * (qz * rx - qx * rz);
  let tz = 2 * (qx * ry - qy * rx);
  let vx = m[at + CLOSING] - (qw * tx + qy * tz - qz * ty) + sign * x;
  let vy = m[at + CLOSING + 1] - (qw * ty + qz * tx - qx * tz) + sign * y;
  let vz = m[at + CLOSING + 2] - (qw * tz + qx * ty - qy * tx) + sign * z;
  if (parent >= 0) {
    rx = m[at + REACH] + (1 - own) * x;
    ry = m[at + REACH + 1] + (1 - own) * y;
    rz = m[at + REACH + 2] + (1 - own) * z;
    tx = 2 * (py * rz - pz * ry);
    ty = 2 * (pz * rx - px * rz);
    tz = 2 * (px * ry - py * rx);
    vx += pw * tx + py * tz - pz * ty + m[parent + MOVE];
    vy += pw * ty + pz * tx - px * tz + m[parent + MOVE + 1];
    vz += pw * tz + px * ty - py * tx + m[parent + MOVE + 2];
  }
  m[at + MOVE] = vx;
  m[at + MOVE + 1] = vy;
  m[at + MOVE + 2] = vz;
}

/**
 * MOMENTUM of a link that goes by MOVE and TURN in 1 / `rate` [s], and what is missing of PUSHED, to IMPULSE. Returns
 * false where it turns too far.
 */
function setMomentumOfMove(m: Numbers, at: I32, rate: F64): boolean {
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
  const p0 = mass * m[at + MOVE];
  const p1 = mass * m[at + MOVE + 1];
  const p2 = mass * m[at + MOVE + 2];
  const p3 = rate * (lx + 0.5 * cx + g * (fy * cz - fz * cy));
  const p4 = rate * (ly + 0.5 * cy + g * (fz * cx - fx * cz));
  const p5 = rate * (lz + 0.5 * cz + g * (fx * cy - fy * cx));
  m[at + MOMENTUM] = p0;
  m[at + MOMENTUM + 1] = p1;
  m[at + MOMENTUM + 2] = p2;
  m[at + MOMENTUM + 3] = p3;
  m[at + MOMENTUM + 4] = p4;
  m[at + MOMENTUM + 5] = p5;
  m[at + IMPULSE] = m[at + PUSHED] - p0;
  m[at + IMPULSE + 1] = m[at + PUSHED + 1] - p1;
  m[at + IMPULSE + 2] = m[at + PUSHED + 2] - p2;
  m[at + IMPULSE + 3] = m[at + PUSHED + 3] - p3;
  m[at + IMPULSE + 4] = m[at + PUSHED + 4] - p4;
  m[at + IMPULSE + 5] = m[at + PUSHED + 5] - p5;
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
