// The end of a step of a tree (move-links.ts): links where they have come to, velocities that keep the joints there, and
// what joints have done to them.

import {
  ANSWER,
  ARM,
  COLUMN,
  COLUMNS,
  COLUMNS_ALONG,
  DONE,
  FORCE,
  HEIGHT,
  HELD,
  HOLDING,
  IMPULSE,
  INERTIA,
  IS_A,
  LINK_INTEGERS,
  LINK_NUMBERS,
  LOCKED,
  LOCKED_ALONG,
  MASS,
  MOMENTUM,
  MOVE,
  ORIENTATION,
  PARENT,
  POSITION,
  PUSHED,
  REACH,
  REST,
  ROW_AXES,
  ROWS,
  STIFFNESS,
  TURN,
  TWICE_END,
  VELOCITY,
  WORK,
  WRENCH,
} from '../flight-layout.js';
import { factorOfLink, heavyOfLink } from './factor-links.js';
import { firstWorkOfLink, secondWorkOfLink } from './law-links.js';
import { momentumOfLink } from './move-links.js';
import type { F64, I32, Integers, Numbers } from './numbers.js';
import { addSix, clearSix, copySix, dotSix, subtractSix } from './six-numbers.js';
import { answerOfLink, passWrenchOfLink, riseOfLink } from './solve-links.js';

/** tr K + 3 |K| of a force at an arm is less than this many times |f| |r|. */
const MOST_OF_ARM: F64 = 8.1;

/**
 * Puts links where their step of 1 / `rate` [s] takes them. What the passes have left of the momenta, at IMPULSE, is not
 * lost: a link that floats takes that of its tree, and coordinates get at the end of the step what is missing of their
 * laws (REST). What joints do goes to DONE. Returns the work of plain laws [J].
 */
export function arriveLinks(m: Numbers, n: Integers, count: I32, rate: F64): F64 {
  for (let k: I32 = 0; k < count; k++) {
    const at = k * LINK_NUMBERS;
    m[at + POSITION] += m[at + MOVE];
    m[at + POSITION + 1] += m[at + MOVE + 1];
    m[at + POSITION + 2] += m[at + MOVE + 2];
    turnLink(m, at);
    subtractSix(m, at + MOMENTUM, at + PUSHED, at + WRENCH);
  }
  let work: F64 = 0;
  for (let k: I32 = count - 1; k >= 0; k--) {
    const at = k * LINK_NUMBERS;
    const f = at + WRENCH;
    if (n[k * LINK_INTEGERS + PARENT] !== -2) {
      work += firstWorkOfLink(m, n, k, f, rate);
      noteDone(m, at);
      passWrenchOfLink(m, n, k);
      continue;
    }
    const v = at + MOVE;
    // About where the link has come to: what it takes is not along its way.
    m[f + 3] -= m[v + 1] * m[f + 2] - m[v + 2] * m[f + 1];
    m[f + 4] -= m[v + 2] * m[f] - m[v] * m[f + 2];
    m[f + 5] -= m[v] * m[f + 1] - m[v + 1] * m[f];
    subtractSix(m, at + MOMENTUM, f, at + MOMENTUM);
  }
  return work;
}

/** TURN times ORIENTATION, at unit length. */
function turnLink(m: Numbers, at: I32): void {
  const x = m[at + TURN];
  const y = m[at + TURN + 1];
  const z = m[at + TURN + 2];
  const w = m[at + TURN + 3];
  const q = at + ORIENTATION;
  const px = m[q];
  const py = m[q + 1];
  const pz = m[q + 2];
  const pw = m[q + 3];
  const rx = w * px + x * pw + y * pz - z * py;
  const ry = w * py - x * pz + y * pw + z * px;
  const rz = w * pz + x * py - y * px + z * pw;
  const rw = w * pw - x * px - y * py - z * pz;
  const scale = 1 / Math.sqrt(rx * rx + ry * ry + rz * rz + rw * rw);
  m[q] = rx * scale;
  m[q + 1] = ry * scale;
  m[q + 2] = rz * scale;
  m[q + 3] = rw * scale;
}

/**
 * The other half of the forces of a step of h [s], and velocities that keep the joints, by a factorisation where links
 * have come to; impulses of rows go to ROWS. Ways up and down do as much as they can at once: each waits for itself.
 * `sums` gets the energy, and the work of forces along the way of the step, of torques by the turn at its end, and of
 * plain laws besides what it has.
 */
export function endLinks(m: Numbers, n: Integers, count: I32, sums: Numbers, h: F64): void {
  for (let k: I32 = 0; k < count; k++) {
    const at = k * LINK_NUMBERS;
    heavyOfLink(m, k);
    addSix(m, at + MOMENTUM, 0.5 * h, at + FORCE, at + PUSHED);
    copySix(m, at + PUSHED, at + IMPULSE);
    for (let c: I32 = 0; c < n[k * LINK_INTEGERS + COLUMNS]; c++) m[at + REST + c] += m[at + HEIGHT + c];
  }
  for (let k: I32 = count - 1; k >= 0; k--) {
    factorOfLink(m, n, k);
    riseOfLink(m, n, k, REST, true);
  }
  let twice: F64 = 0;
  let work = sums[WORK];
  for (let k: I32 = 0; k < count; k++) {
    const at = k * LINK_NUMBERS;
    answerOfLink(m, n, k, true);
    copySix(m, at + ANSWER, at + VELOCITY);
    momentumOfLink(m, at, at + ANSWER, at + WRENCH);
    twice += dotSix(m, at + ANSWER, at + WRENCH);
    subtractSix(m, at + WRENCH, at + PUSHED, at + WRENCH);
    work += dotThree(m, at + FORCE, at + MOVE) + h * dotThree(m, at + FORCE + 3, at + ANSWER + 3);
    work += secondWorkOfLink(m, n, k, 1 / h);
  }
  sums[TWICE_END] = twice;
  sums[WORK] = work;
  for (let k: I32 = count - 1; k >= 0; k--) {
    if (n[k * LINK_INTEGERS + PARENT] === -2) continue;
    rowsOfLink(m, n, k);
    passWrenchOfLink(m, n, k);
  }
}

/** The wrench on a link, about its joint, to DONE. */
function noteDone(m: Numbers, at: I32): void {
  const f = at + WRENCH;
  const a = at + ARM;
  const fx = m[f];
  const fy = m[f + 1];
  const fz = m[f + 2];
  m[at + DONE] = fx;
  m[at + DONE + 1] = fy;
  m[at + DONE + 2] = fz;
  m[at + DONE + 3] = m[f + 3] - (m[a + 1] * fz - m[a + 2] * fy);
  m[at + DONE + 4] = m[f + 4] - (m[a + 2] * fx - m[a] * fz);
  m[at + DONE + 5] = m[f + 5] - (m[a] * fy - m[a + 1] * fx);
}

/**
 * Impulses of a joint's rows on B over the step, to ROWS of its link, by the rows of where it has come to; and those of
 * coordinates that are held, in the second half.
 */
function rowsOfLink(m: Numbers, n: Integers, k: I32): void {
  const at = k * LINK_NUMBERS;
  const link = k * LINK_INTEGERS;
  const sign: F64 = n[link + IS_A] === 1 ? -1 : 1;
  const f = at + WRENCH;
  const d = at + DONE;
  for (let c: I32 = 0; c < n[link + COLUMNS]; c++) {
    if (n[link + HELD + c] === 1) m[at + HOLDING + c] = dotSix(m, at + COLUMN + 6 * c, f);
  }
  const fx = sign * (m[d] + m[f]);
  const fy = sign * (m[d + 1] + m[f + 1]);
  const fz = sign * (m[d + 2] + m[f + 2]);
  // About the joint.
  const a = at + ARM;
  const tx = sign * (m[d + 3] + m[f + 3] - (m[a + 1] * m[f + 2] - m[a + 2] * m[f + 1]));
  const ty = sign * (m[d + 4] + m[f + 4] - (m[a + 2] * m[f] - m[a] * m[f + 2]));
  const tz = sign * (m[d + 5] + m[f + 5] - (m[a] * m[f + 1] - m[a + 1] * m[f]));
  const locked = n[link + LOCKED];
  const sliding = locked + n[link + COLUMNS_ALONG];
  const rows = locked + n[link + COLUMNS];
  let r: I32 = 0;
  for (; r < n[link + LOCKED_ALONG]; r++) setRow(m, at, r, fx, fy, fz);
  for (; r < locked; r++) setRow(m, at, r, tx, ty, tz);
  for (; r < sliding; r++) setRow(m, at, r, fx, fy, fz);
  for (; r < rows; r++) setRow(m, at, r, tx, ty, tz);
}

function setRow(m: Numbers, at: I32, r: I32, x: F64, y: F64, z: F64): void {
  const i = at + ROW_AXES + 3 * r;
  m[at + ROWS + r] = m[i] * x + m[i + 1] * y + m[i + 2] * z;
}

/**
 * The geometric stiffness of all links by the impulses of their joints, times `scale`, at STIFFNESS: those at WRENCH, or
 * those of ROWS where `areRows`. Returns whether it may make more than `most` of the inertia of a link, made positive
 * (steppers/jointed/stiffen-links.ts).
 */
export function mayBeStiff(m: Numbers, n: Integers, count: I32, areRows: boolean, scale: F64, most: F64): boolean {
  if (areArmsShort(m, n, count, areRows, scale, most)) return false;
  for (let k: I32 = 0; k < count; k++) clearSix(m, k * LINK_NUMBERS + STIFFNESS);
  for (let k: I32 = 0; k < count; k++) {
    const at = k * LINK_NUMBERS;
    const parent = n[k * LINK_INTEGERS + PARENT];
    if (parent === -2) continue;
    if (areRows) sumForce(m, n, k * LINK_INTEGERS, at);
    const x = scale * m[at + WRENCH];
    const y = scale * m[at + WRENCH + 1];
    const z = scale * m[at + WRENCH + 2];
    addStiffness(m, at + STIFFNESS, x, y, z, at + ARM);
    if (parent >= 0) addStiffness(m, parent * LINK_NUMBERS + STIFFNESS, 0 - x, 0 - y, 0 - z, at + REACH);
  }
  for (let k: I32 = 0; k < count; k++) {
    const s = k * LINK_NUMBERS + STIFFNESS;
    const j = k * LINK_NUMBERS + INERTIA;
    const across = m[s + 3] * m[s + 3] + m[s + 4] * m[s + 4] + m[s + 5] * m[s + 5];
    const squares = m[s] * m[s] + m[s + 1] * m[s + 1] + m[s + 2] * m[s + 2] + 2 * across;
    // tr K + 3 |K| < most tr J.
    const rest = most * (m[j] + m[j + 1] + m[j + 2]) - (m[s] + m[s + 1] + m[s + 2]);
    if (!(rest > 0 && 9 * squares < rest * rest)) return true;
  }
  return false;
}

/**
 * Whether no stiffness can be so large, which as a rule is so: of a force f at an arm r, tr K and |K| are at most
 * 2 |f| |r|, and the square of a sum is at most so many times that of its terms as there are. At STIFFNESS is the sum of
 * squares, behind it how many.
 */
function areArmsShort(m: Numbers, n: Integers, count: I32, areRows: boolean, scale: F64, most: F64): boolean {
  for (let k: I32 = 0; k < count; k++) {
    const at = k * LINK_NUMBERS;
    const link = k * LINK_INTEGERS;
    const parent = n[link + PARENT];
    m[at + STIFFNESS] = 0;
    m[at + STIFFNESS + 1] = 0;
    if (parent === -2) continue;
    let force: F64 = 0;
    if (areRows) {
      const along = n[link + LOCKED_ALONG];
      const locked = n[link + LOCKED];
      for (let r: I32 = 0; r < along; r++) force += m[at + ROWS + r] * m[at + ROWS + r];
      for (let r: I32 = locked; r < locked + n[link + COLUMNS_ALONG]; r++) force += m[at + ROWS + r] * m[at + ROWS + r];
    } else {
      force = dotThree(m, at + WRENCH, at + WRENCH);
    }
    m[at + STIFFNESS] = force * dotThree(m, at + ARM, at + ARM);
    m[at + STIFFNESS + 1] = 1;
    if (parent < 0) continue;
    const p = parent * LINK_NUMBERS + STIFFNESS;
    m[p] += force * dotThree(m, at + REACH, at + REACH);
    m[p + 1] += 1;
  }
  // With some room for rounding.
  const bound = (MOST_OF_ARM * scale) / most;
  for (let k: I32 = 0; k < count; k++) {
    const s = k * LINK_NUMBERS + STIFFNESS;
    const j = k * LINK_NUMBERS + INERTIA;
    const trace = m[j] + m[j + 1] + m[j + 2];
    if (!(bound * bound * m[s] * m[s + 1] < trace * trace)) return false;
  }
  return true;
}

function dotThree(m: Numbers, i: I32, j: I32): F64 {
  return m[i] * m[j] + m[i + 1] * m[j + 1] + m[i + 2] * m[j + 2];
}

/** The force of a link's joint on it, to WRENCH, by the impulses of rows along axes of A, on B. */
function sumForce(m: Numbers, n: Integers, link: I32, at: I32): void {
  let x: F64 = 0;
  let y: F64 = 0;
  let z: F64 = 0;
  const along = n[link + LOCKED_ALONG];
  for (let a: I32 = 0; a < along + n[link + COLUMNS_ALONG]; a++) {
    const r = a < along ? a : n[link + LOCKED] + a - along;
    const i = at + ROW_AXES + 3 * r;
    x += m[at + ROWS + r] * m[i];
    y += m[at + ROWS + r] * m[i + 1];
    z += m[at + ROWS + r] * m[i + 2];
  }
  const sign: F64 = n[link + IS_A] === 1 ? -1 : 1;
  m[at + WRENCH] = sign * x;
  m[at + WRENCH + 1] = sign * y;
  m[at + WRENCH + 2] = sign * z;
}

/** K += (f.r) 1 - (f r^T + r f^T) / 2 for the arm at m[r ..]. */
function addStiffness(m: Numbers, s: I32, fx: F64, fy: F64, fz: F64, r: I32): void {
  const x = m[r];
  const y = m[r + 1];
  const z = m[r + 2];
  m[s] += fy * y + fz * z;
  m[s + 1] += fx * x + fz * z;
  m[s + 2] += fx * x + fy * y;
  m[s + 3] -= 0.5 * (fx * y + fy * x);
  m[s + 4] -= 0.5 * (fx * z + fz * x);
  m[s + 5] -= 0.5 * (fy * z + fz * y);
}

/** Twice the kinetic energy of all links [J]. */
export function twiceEnergy(m: Numbers, count: I32): F64 {
  let twice: F64 = 0;
  for (let k: I32 = 0; k < count; k++) {
    const at = k * LINK_NUMBERS;
    const v = at + VELOCITY;
    const j = at + INERTIA;
    const x = m[v + 3];
    const y = m[v + 4];
    const z = m[v + 5];
    twice += m[at + MASS] * (m[v] * m[v] + m[v + 1] * m[v + 1] + m[v + 2] * m[v + 2]);
    twice += m[j] * x * x + m[j + 1] * y * y + m[j + 2] * z * z + 2 * (m[j + 3] * x * y + m[j + 4] * x * z + m[j + 5] * y * z);
  }
  return twice;
}
