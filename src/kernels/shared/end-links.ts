// The end of a step of a tree (move-links.ts): links where they have come to, velocities that keep the joints there, and
// what joints have done to them.

import {
  ANSWER,
  ARM,
  COLUMN,
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
  LOCKS,
  LOCKS_TURN,
  MASS,
  MOMENTUM,
  MOVE,
  MOVES,
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
  VELOCITY,
  WAY,
  WRENCH,
} from '../flight-layout.js';
import { setMomentum } from './move-links.js';
import type { F64, I32, Integers, Numbers } from './numbers.js';
import { addSix, clearSix, copySix, dotSix, subtractSix } from './six-numbers.js';
import { addWrenches, solveLinks } from './solve-links.js';

/**
 * Puts links where their step of 1 / `rate` [s] takes them. What the passes have left of the momenta is not lost: a link
 * that floats takes that of its tree, and coordinates get at the end of the step what is missing of their laws (REST).
 */
export function arriveLinks(m: Numbers, n: Integers, count: I32, rate: F64): void {
  for (let k: I32 = 0; k < count; k++) {
    const at = k * LINK_NUMBERS;
    for (let i: I32 = 0; i < 3; i++) m[at + POSITION + i] += m[at + MOVE + i];
    turnLink(m, at);
  }
  for (let k: I32 = 0; k < count; k++) {
    const at = k * LINK_NUMBERS;
    subtractSix(m, at + MOMENTUM, at + PUSHED, at + WRENCH);
  }
  addWrenches(m, n, count);
  for (let k: I32 = 0; k < count; k++) {
    const at = k * LINK_NUMBERS;
    const link = k * LINK_INTEGERS;
    const f = at + WRENCH;
    if (n[link + PARENT] !== -2) {
      for (let c: I32 = 0; c < n[link + COLUMNS]; c++) {
        const law = m[at + HEIGHT + c] - m[at + FALL + c] * (rate * m[at + WAY + c]);
        m[at + REST + c] = n[link + HELD + c] === 1 ? 0 : law - dotSix(m, at + COLUMN + 6 * c, f);
      }
      continue;
    }
    const v = at + MOVE;
    // About where the link has come to: what it takes is not along its way.
    m[f + 3] -= m[v + 1] * m[f + 2] - m[v + 2] * m[f + 1];
    m[f + 4] -= m[v + 2] * m[f] - m[v] * m[f + 2];
    m[f + 5] -= m[v] * m[f + 1] - m[v + 1] * m[f];
    subtractSix(m, at + MOMENTUM, f, at + MOMENTUM);
  }
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

/** VELOCITY of links that have their MOMENTUM where they have come to. */
export function coastLinks(m: Numbers, count: I32): void {
  for (let k: I32 = 0; k < count; k++) {
    const at = k * LINK_NUMBERS;
    const v = at + VELOCITY;
    const p = at + MOMENTUM;
    const j = at + INERTIA;
    const inverse = 1 / m[at + MASS];
    for (let i: I32 = 0; i < 3; i++) m[v + i] = inverse * m[p + i];
    const xx = m[j];
    const yy = m[j + 1];
    const zz = m[j + 2];
    const xy = m[j + 3];
    const xz = m[j + 4];
    const yz = m[j + 5];
    const a = yy * zz - yz * yz;
    const b = xz * yz - xy * zz;
    const c = xy * yz - xz * yy;
    const d = 1 / (xx * a + xy * b + xz * c);
    const lx = d * m[p + 3];
    const ly = d * m[p + 4];
    const lz = d * m[p + 5];
    m[v + 3] = a * lx + b * ly + c * lz;
    m[v + 4] = b * lx + (xx * zz - xz * xz) * ly + (xy * xz - yz * xx) * lz;
    m[v + 5] = c * lx + (xy * xz - yz * xx) * ly + (xx * yy - xy * xy) * lz;
  }
}

/** The other half of the forces, for `kick` [s], and velocities that keep the joints; what joints do, to WRENCH. */
export function endLinks(m: Numbers, n: Integers, count: I32, kick: F64): void {
  for (let k: I32 = 0; k < count; k++) {
    const at = k * LINK_NUMBERS;
    addSix(m, at + MOMENTUM, kick, at + FORCE, at + PUSHED);
    copySix(m, at + PUSHED, at + IMPULSE);
    for (let c: I32 = 0; c < n[k * LINK_INTEGERS + COLUMNS]; c++) m[at + REST + c] += m[at + HEIGHT + c];
  }
  solveLinks(m, n, count, REST, true);
  for (let k: I32 = 0; k < count; k++) {
    const at = k * LINK_NUMBERS;
    copySix(m, at + ANSWER, at + VELOCITY);
    setMomentum(m, at, at + VELOCITY, at + WRENCH);
    subtractSix(m, at + WRENCH, at + PUSHED, at + WRENCH);
  }
  addWrenches(m, n, count);
}

/** Impulses of rows on B, at ROWS, from what joints do to their links, where these are placed. */
export function readRows(m: Numbers, n: Integers, count: I32): void {
  for (let k: I32 = 0; k < count; k++) {
    const at = k * LINK_NUMBERS;
    const link = k * LINK_INTEGERS;
    if (n[link + PARENT] === -2) continue;
    const sign: F64 = n[link + IS_A] === 1 ? -1 : 1;
    const f = at + WRENCH;
    const fx = sign * m[f];
    const fy = sign * m[f + 1];
    const fz = sign * m[f + 2];
    // About the joint.
    const a = at + ARM;
    const tx = sign * m[f + 3] - (m[a + 1] * fz - m[a + 2] * fy);
    const ty = sign * m[f + 4] - (m[a + 2] * fx - m[a] * fz);
    const tz = sign * m[f + 5] - (m[a] * fy - m[a + 1] * fx);
    const locked = n[link + LOCKED];
    for (let r: I32 = 0; r < locked + n[link + COLUMNS]; r++) {
      const i = at + ROW_AXES + 3 * r;
      if (isAlong(n, link, locked, r)) m[at + ROWS + r] = m[i] * fx + m[i + 1] * fy + m[i + 2] * fz;
      else m[at + ROWS + r] = m[i] * tx + m[i + 1] * ty + m[i + 2] * tz;
    }
  }
}

/** Whether a row is along an axis of A: what locks and what moves have those first. */
function isAlong(n: Integers, link: I32, locked: I32, r: I32): boolean {
  return (r < locked ? n[link + LOCKS + r] : n[link + MOVES + r - locked]) < LOCKS_TURN;
}

/**
 * The geometric stiffness of all links by the impulses of their joints, times `scale`, at STIFFNESS: those at WRENCH, or
 * those of ROWS where `areRows`. Returns whether it may make more than `most` of the inertia of a link, made positive
 * (steppers/jointed/stiffen-links.ts).
 */
export function mayBeStiff(m: Numbers, n: Integers, count: I32, areRows: boolean, scale: F64, most: F64): boolean {
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

/** The force of a link's joint on it, to WRENCH, by the impulses of rows along axes of A, on B. */
function sumForce(m: Numbers, n: Integers, link: I32, at: I32): void {
  let x: F64 = 0;
  let y: F64 = 0;
  let z: F64 = 0;
  const locked = n[link + LOCKED];
  for (let r: I32 = 0; r < locked + n[link + COLUMNS]; r++) {
    if (!isAlong(n, link, locked, r)) continue;
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

/** Work of forces along the way of the step, and of torques for dt [s] of the turn at its end [J]. */
export function workOfForces(m: Numbers, count: I32, dt: F64): F64 {
  let work: F64 = 0;
  for (let k: I32 = 0; k < count; k++) {
    const at = k * LINK_NUMBERS;
    for (let i: I32 = 0; i < 3; i++) {
      work += m[at + FORCE + i] * m[at + MOVE + i] + dt * m[at + FORCE + 3 + i] * m[at + VELOCITY + 3 + i];
    }
  }
  return work;
}
