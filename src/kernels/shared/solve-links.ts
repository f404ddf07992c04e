// Solves with the factorisation of a tree (factor-links.ts): velocities of links, all along the columns of their joints,
// that answer the impulses at IMPULSE, which are used up, and the laws of coordinates.

import {
  ANSWER,
  CHANGE,
  COLUMN,
  COLUMNS,
  HEAVY,
  HEIGHT,
  HELD,
  IMPULSE,
  INVERSE,
  LINK_INTEGERS,
  LINK_NUMBERS,
  OFFSET,
  PARENT,
  PULL,
  PUSH,
  WRENCH,
} from '../flight-layout.js';
import { heavyTimesSix } from './factor-links.js';
import type { F64, I32, Integers, Numbers } from './numbers.js';
import { dotSix } from './six-numbers.js';

/**
 * ANSWER and CHANGE from IMPULSE. Coordinates that are held get the velocity at HEIGHT where `areHeldMoved`, else none;
 * the others get the impulse at m[force ..] of their record besides. What is left of IMPULSE at a link that floats is
 * the impulse on the whole tree.
 */
export function solveLinks(m: Numbers, n: Integers, count: I32, force: I32, areHeldMoved: boolean): void {
  for (let k: I32 = count - 1; k >= 0; k--) riseOfLink(m, n, k, force, areHeldMoved);
  for (let k: I32 = 0; k < count; k++) answerOfLink(m, n, k, areHeldMoved);
}

/** The way up, after that of all that hangs on the link: what its joint lets through goes to its parent. */
export function riseOfLink(m: Numbers, n: Integers, k: I32, force: I32, areHeldMoved: boolean): void {
  const at = k * LINK_NUMBERS;
  const link = k * LINK_INTEGERS;
  const parent = n[link + PARENT];
  if (parent === -2) return;
  const columns = n[link + COLUMNS];
  const b = at + IMPULSE;
  if (areHeldMoved) for (let c: I32 = 0; c < columns; c++) if (n[link + HELD + c] === 1) takeHeld(m, at, c);
  const change = at + CHANGE;
  let f0 = m[b];
  let f1 = m[b + 1];
  let f2 = m[b + 2];
  let f3 = m[b + 3];
  let f4 = m[b + 4];
  let f5 = m[b + 5];
  if (columns === 1) {
    const s = at + COLUMN;
    const along = m[s] * f0 + m[s + 1] * f1 + (m[s + 2] * f2 + m[s + 3] * f3) + (m[s + 4] * f4 + m[s + 5] * f5);
    m[change] = m[at + INVERSE] * (m[at + force] + along);
  } else {
    const t0 = columns > 0 ? m[at + force] + dotSix(m, at + COLUMN, b) : 0;
    const t1 = columns > 1 ? m[at + force + 1] + dotSix(m, at + COLUMN + 6, b) : 0;
    const t2 = columns > 2 ? m[at + force + 2] + dotSix(m, at + COLUMN + 12, b) : 0;
    for (let c: I32 = 0; c < columns; c++) {
      const d = at + INVERSE + 3 * c;
      let rate = m[d] * t0;
      if (columns > 1) rate += m[d + 1] * t1;
      if (columns > 2) rate += m[d + 2] * t2;
      m[change + c] = rate;
    }
  }
  if (parent < 0) return;
  for (let c: I32 = 0; c < columns; c++) {
    const rate = m[change + c];
    const u = at + PUSH + 6 * c;
    f0 -= m[u] * rate;
    f1 -= m[u + 1] * rate;
    f2 -= m[u + 2] * rate;
    f3 -= m[u + 3] * rate;
    f4 -= m[u + 4] * rate;
    f5 -= m[u + 5] * rate;
  }
  addAtParent(m, at, parent * LINK_NUMBERS + IMPULSE, f0, f1, f2, f3, f4, f5);
}

/** Adds an impulse on a link, about its centre, to that of its parent at m[p ..]. */
function addAtParent(m: Numbers, at: I32, p: I32, f0: F64, f1: F64, f2: F64, f3: F64, f4: F64, f5: F64): void {
  const x = m[at + OFFSET];
  const y = m[at + OFFSET + 1];
  const z = m[at + OFFSET + 2];
  m[p] += f0;
  m[p + 1] += f1;
  m[p + 2] += f2;
  m[p + 3] += f3 + (y * f2 - z * f1);
  m[p + 4] += f4 + (z * f0 - x * f2);
  m[p + 5] += f5 + (x * f1 - y * f0);
}

/** What moving along a held coordinate takes of the impulse on a link: H s times its velocity. */
function takeHeld(m: Numbers, at: I32, c: I32): void {
  const rate = m[at + HEIGHT + c];
  if (rate === 0) return;
  // The place of the answer is free until the walk down.
  heavyTimesSix(m, at + HEAVY, at + COLUMN + 6 * c, at + ANSWER);
  for (let i: I32 = 0; i < 6; i++) m[at + IMPULSE + i] -= rate * m[at + ANSWER + i];
}

/** The way down, after that of the link's parent. */
export function answerOfLink(m: Numbers, n: Integers, k: I32, areHeldMoved: boolean): void {
  const at = k * LINK_NUMBERS;
  const link = k * LINK_INTEGERS;
  const parent = n[link + PARENT];
  const a = at + ANSWER;
  if (parent === -2) {
    for (let i: I32 = 0; i < 6; i++) {
      m[a + i] = dotSix(m, at + INVERSE + 6 * i, at + IMPULSE);
      m[at + CHANGE + i] = m[a + i];
    }
    return;
  }
  let v0: F64 = 0;
  let v1: F64 = 0;
  let v2: F64 = 0;
  let v3: F64 = 0;
  let v4: F64 = 0;
  let v5: F64 = 0;
  if (parent >= 0) {
    const p = parent * LINK_NUMBERS + ANSWER;
    const x = m[at + OFFSET];
    const y = m[at + OFFSET + 1];
    const z = m[at + OFFSET + 2];
    v3 = m[p + 3];
    v4 = m[p + 4];
    v5 = m[p + 5];
    v0 = m[p] + (v4 * z - v5 * y);
    v1 = m[p + 1] + (v5 * x - v3 * z);
    v2 = m[p + 2] + (v3 * y - v4 * x);
  }
  let u0 = v0;
  let u1 = v1;
  let u2 = v2;
  let u3 = v3;
  let u4 = v4;
  let u5 = v5;
  const columns = n[link + COLUMNS];
  for (let c: I32 = 0; c < columns; c++) {
    const g = at + PULL + 6 * c;
    const s = at + COLUMN + 6 * c;
    let rate = m[at + CHANGE + c];
    if (n[link + HELD + c] === 1) rate = areHeldMoved ? m[at + HEIGHT + c] : 0;
    else if (parent >= 0) {
      rate -= m[g] * v0 + m[g + 1] * v1 + (m[g + 2] * v2 + m[g + 3] * v3) + (m[g + 4] * v4 + m[g + 5] * v5);
    }
    m[at + CHANGE + c] = rate;
    u0 += m[s] * rate;
    u1 += m[s + 1] * rate;
    u2 += m[s + 2] * rate;
    u3 += m[s + 3] * rate;
    u4 += m[s + 4] * rate;
    u5 += m[s + 5] * rate;
  }
  m[a] = u0;
  m[a + 1] = u1;
  m[a + 2] = u2;
  m[a + 3] = u3;
  m[a + 4] = u4;
  m[a + 5] = u5;
}

/** Adds what a link's joint does to it, at WRENCH, to that of its parent: from the leaves up, that makes what all joints do. */
export function passWrenchOfLink(m: Numbers, n: Integers, k: I32): void {
  const parent = n[k * LINK_INTEGERS + PARENT];
  if (parent < 0) return;
  const at = k * LINK_NUMBERS;
  const f = at + WRENCH;
  addAtParent(m, at, parent * LINK_NUMBERS + WRENCH, m[f], m[f + 1], m[f + 2], m[f + 3], m[f + 4], m[f + 5]);
}
