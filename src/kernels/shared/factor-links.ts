// The factorisation of a tree in joint coordinates, from the leaves up (Featherstone's articulated bodies). With the
// columns S of a link's joint, H of the link with all that hangs on it, and r from its parent's centre to its own:
//   D = S^T H S + falls of its laws,   H of the parent += T^T (H - H S D^-1 S^T H) T,   T = [1, -[r]x; 0, 1].
// Coordinates that are held have no part in it.

import {
  COLUMN,
  COLUMNS,
  FALL,
  HEAVY,
  HELD,
  IMPULSE,
  INERTIA,
  INVERSE,
  LINK_INTEGERS,
  LINK_NUMBERS,
  MASS,
  OFFSET,
  PARENT,
  PHI,
  PULL,
  PUSH,
  RESPONSE,
  SPREAD,
} from '../flight-layout.js';
import type { F64, I32, Integers, Numbers } from './numbers.js';
import { addSix, clearSix, copySix, dotSix } from './six-numbers.js';

export function factorLinks(m: Numbers, n: Integers, count: I32): void {
  for (let k: I32 = 0; k < count; k++) heavyOfLink(m, k);
  for (let k: I32 = count - 1; k >= 0; k--) factorOfLink(m, n, k);
}

/** H of a link without what hangs on it: to be called of all links first. */
export function heavyOfLink(m: Numbers, k: I32): void {
  const at = k * LINK_NUMBERS;
  const h = at + HEAVY;
  const mass = m[at + MASS];
  m[h] = mass;
  m[h + 1] = mass;
  m[h + 2] = mass;
  clearSix(m, h + 3);
  clearSix(m, h + 9);
  copySix(m, at + INERTIA, h + 15);
}

/** The factorisation of a link, after that of all that hangs on it. */
export function factorOfLink(m: Numbers, n: Integers, k: I32): void {
  const at = k * LINK_NUMBERS;
  const link = k * LINK_INTEGERS;
  const parent = n[link + PARENT];
  if (parent === -2) {
    invertWhole(m, at);
    return;
  }
  const columns = n[link + COLUMNS];
  for (let c: I32 = 0; c < columns; c++) heavyTimesSix(m, at + HEAVY, at + COLUMN + 6 * c, at + PUSH + 6 * c);
  invertColumns(m, n, link, at, columns);
  for (let c: I32 = 0; c < columns; c++) pullColumn(m, at, c, columns);
  if (parent >= 0) addToParent(m, at, parent * LINK_NUMBERS + HEAVY, columns);
}

/** H s of six numbers at m[s ..], to m[to ..]. */
export function heavyTimesSix(m: Numbers, h: I32, s: I32, to: I32): void {
  const x = m[s];
  const y = m[s + 1];
  const z = m[s + 2];
  const u = m[s + 3];
  const v = m[s + 4];
  const w = m[s + 5];
  m[to] = m[h] * x + m[h + 3] * y + (m[h + 4] * z + m[h + 6] * u) + (m[h + 7] * v + m[h + 8] * w);
  m[to + 1] = m[h + 3] * x + m[h + 1] * y + (m[h + 5] * z + m[h + 9] * u) + (m[h + 10] * v + m[h + 11] * w);
  m[to + 2] = m[h + 4] * x + m[h + 5] * y + (m[h + 2] * z + m[h + 12] * u) + (m[h + 13] * v + m[h + 14] * w);
  m[to + 3] = m[h + 6] * x + m[h + 9] * y + (m[h + 12] * z + m[h + 15] * u) + (m[h + 18] * v + m[h + 19] * w);
  m[to + 4] = m[h + 7] * x + m[h + 10] * y + (m[h + 13] * z + m[h + 18] * u) + (m[h + 16] * v + m[h + 20] * w);
  m[to + 5] = m[h + 8] * x + m[h + 11] * y + (m[h + 14] * z + m[h + 19] * u) + (m[h + 20] * v + m[h + 17] * w);
}

/** D^-1 of a joint, by elimination; rows and columns of coordinates that are held are zero. */
function invertColumns(m: Numbers, n: Integers, link: I32, at: I32, columns: I32): void {
  const d = at + INVERSE;
  if (columns === 1) {
    m[d] = n[link + HELD] === 1 ? 0 : 1 / (dotSix(m, at + COLUMN, at + PUSH) + m[at + FALL]);
    return;
  }
  for (let i: I32 = 0; i < columns; i++) {
    const isHeld = n[link + HELD + i] === 1;
    for (let j: I32 = 0; j <= i; j++) {
      let value: F64 = 0;
      if (!isHeld && n[link + HELD + j] === 0) value = dotSix(m, at + COLUMN + 6 * i, at + PUSH + 6 * j);
      if (i === j && !isHeld) value += m[at + FALL + i];
      m[d + 3 * i + j] = value;
      m[d + 3 * j + i] = value;
    }
  }
  for (let p: I32 = 0; p < columns; p++) if (n[link + HELD + p] === 0) sweepPivot(m, d, p, columns, 3);
  for (let i: I32 = 0; i < columns; i++) for (let j: I32 = 0; j < columns; j++) m[d + 3 * i + j] = 0 - m[d + 3 * i + j];
}

/** One sweep of a symmetric matrix with `size` rows of `width` numbers: swept by all its pivots, it is minus its inverse. */
function sweepPivot(m: Numbers, d: I32, p: I32, size: I32, width: I32): void {
  const pivot = 1 / m[d + width * p + p];
  for (let i: I32 = 0; i < size; i++) {
    if (i === p) continue;
    const factor = m[d + width * i + p] * pivot;
    for (let j: I32 = 0; j < size; j++) {
      if (j !== p) m[d + width * i + j] -= factor * m[d + width * p + j];
    }
  }
  for (let i: I32 = 0; i < size; i++) {
    if (i === p) continue;
    m[d + width * i + p] *= pivot;
    m[d + width * p + i] = m[d + width * i + p];
  }
  m[d + width * p + p] = 0 - pivot;
}

/** Column c of H S D^-1. */
function pullColumn(m: Numbers, at: I32, c: I32, columns: I32): void {
  const to = at + PULL + 6 * c;
  const d = at + INVERSE + 3 * c;
  const share = m[d];
  m[to] = m[at + PUSH] * share;
  m[to + 1] = m[at + PUSH + 1] * share;
  m[to + 2] = m[at + PUSH + 2] * share;
  m[to + 3] = m[at + PUSH + 3] * share;
  m[to + 4] = m[at + PUSH + 4] * share;
  m[to + 5] = m[at + PUSH + 5] * share;
  for (let j: I32 = 1; j < columns; j++) for (let i: I32 = 0; i < 6; i++) m[to + i] += m[at + PUSH + 6 * j + i] * m[d + j];
}

/** H^-1 of a link that floats. */
function invertWhole(m: Numbers, at: I32): void {
  const h = at + HEAVY;
  const d = at + INVERSE;
  for (let i: I32 = 0; i < 3; i++) {
    for (let j: I32 = 0; j < 3; j++) {
      const s = i === j ? i : i + j + 2;
      m[d + 6 * i + j] = m[h + s];
      m[d + 6 * (i + 3) + j + 3] = m[h + 15 + s];
      m[d + 6 * i + j + 3] = m[h + 6 + 3 * i + j];
      m[d + 6 * (j + 3) + i] = m[h + 6 + 3 * i + j];
    }
  }
  for (let p: I32 = 0; p < 6; p++) sweepPivot(m, d, p, 6, 6);
  for (let i: I32 = d; i < d + 36; i++) m[i] = 0 - m[i];
}

/** Adds T^T (H - H S D^-1 S^T H) T of a link to H of its parent at m[p ..]. */
function addToParent(m: Numbers, at: I32, p: I32, columns: I32): void {
  const h = at + HEAVY;
  let a0 = m[h];
  let a1 = m[h + 1];
  let a2 = m[h + 2];
  let a3 = m[h + 3];
  let a4 = m[h + 4];
  let a5 = m[h + 5];
  let b0 = m[h + 6];
  let b1 = m[h + 7];
  let b2 = m[h + 8];
  let b3 = m[h + 9];
  let b4 = m[h + 10];
  let b5 = m[h + 11];
  let b6 = m[h + 12];
  let b7 = m[h + 13];
  let b8 = m[h + 14];
  let c0 = m[h + 15];
  let c1 = m[h + 16];
  let c2 = m[h + 17];
  let c3 = m[h + 18];
  let c4 = m[h + 19];
  let c5 = m[h + 20];
  for (let c: I32 = 0; c < columns; c++) {
    const u = at + PUSH + 6 * c;
    const g = at + PULL + 6 * c;
    const u0 = m[u];
    const u1 = m[u + 1];
    const u2 = m[u + 2];
    const u3 = m[u + 3];
    const u4 = m[u + 4];
    const u5 = m[u + 5];
    const g0 = m[g];
    const g1 = m[g + 1];
    const g2 = m[g + 2];
    const g3 = m[g + 3];
    const g4 = m[g + 4];
    const g5 = m[g + 5];
    a0 -= g0 * u0;
    a1 -= g1 * u1;
    a2 -= g2 * u2;
    a3 -= g0 * u1;
    a4 -= g0 * u2;
    a5 -= g1 * u2;
    b0 -= g0 * u3;
    b1 -= g0 * u4;
    b2 -= g0 * u5;
    b3 -= g1 * u3;
    b4 -= g1 * u4;
    b5 -= g1 * u5;
    b6 -= g2 * u3;
    b7 -= g2 * u4;
    b8 -= g2 * u5;
    c0 -= g3 * u3;
    c1 -= g4 * u4;
    c2 -= g5 * u5;
    c3 -= g3 * u4;
    c4 -= g3 * u5;
    c5 -= g4 * u5;
  }
  const x = m[at + OFFSET];
  const y = m[at + OFFSET + 1];
  const z = m[at + OFFSET + 2];
  // B' = B - A [r]x, by rows; [r]x = [0, -z, y; z, 0, -x; -y, x, 0].
  const d0 = b0 - (a3 * z - a4 * y);
  const d1 = b1 - (a4 * x - a0 * z);
  const d2 = b2 - (a0 * y - a3 * x);
  const d3 = b3 - (a1 * z - a5 * y);
  const d4 = b4 - (a5 * x - a3 * z);
  const d5 = b5 - (a3 * y - a1 * x);
  const d6 = b6 - (a5 * z - a2 * y);
  const d7 = b7 - (a2 * x - a4 * z);
  const d8 = b8 - (a4 * y - a5 * x);
  m[p] += a0;
  m[p + 1] += a1;
  m[p + 2] += a2;
  m[p + 3] += a3;
  m[p + 4] += a4;
  m[p + 5] += a5;
  m[p + 6] += d0;
  m[p + 7] += d1;
  m[p + 8] += d2;
  m[p + 9] += d3;
  m[p + 10] += d4;
  m[p + 11] += d5;
  m[p + 12] += d6;
  m[p + 13] += d7;
  m[p + 14] += d8;
  // C' = C + [r]x B' - B^T [r]x.
  m[p + 15] += c0 + (y * d6 - z * d3) - (b3 * z - b6 * y);
  m[p + 16] += c1 + (z * d1 - x * d7) - (b7 * x - b1 * z);
  m[p + 17] += c2 + (x * d5 - y * d2) - (b2 * y - b5 * x);
  m[p + 18] += c3 + (y * d7 - z * d4) - (b6 * x - b0 * z);
  m[p + 19] += c4 + (y * d8 - z * d5) - (b0 * y - b3 * x);
  m[p + 20] += c5 + (z * d2 - x * d8) - (b1 * y - b4 * x);
}

/**
 * How the velocity of each coordinate answers an impulse of its own within its tree, its own law left out. With
 * x = T Phi T^T, Phi of the parent moved to the link's centre, G = H S D^-1, Y = x G and the responses of the joint
 * R = D^-1 + G^T Y, the link's own Phi is (1 - S G^T) x (1 - G S^T) + S D^-1 S^T = x - S Z^T - Z S^T, Z = Y - S R / 2.
 */
export function respondLinks(m: Numbers, n: Integers, count: I32): void {
  for (let k: I32 = 0; k < count; k++) {
    const at = k * LINK_NUMBERS;
    const link = k * LINK_INTEGERS;
    const parent = n[link + PARENT];
    const phi = at + PHI;
    if (parent === -2) {
      packSymmetric(m, at + INVERSE, phi);
      continue;
    }
    const columns = n[link + COLUMNS];
    if (parent >= 0) {
      carryPhi(m, parent * LINK_NUMBERS + PHI, phi, m[at + OFFSET], m[at + OFFSET + 1], m[at + OFFSET + 2]);
      for (let c: I32 = 0; c < columns; c++) heavyTimesSix(m, phi, at + PULL + 6 * c, at + SPREAD + 6 * c);
    } else {
      for (let i: I32 = phi; i < phi + 21; i++) m[i] = 0;
      for (let c: I32 = 0; c < columns; c++) clearSix(m, at + SPREAD + 6 * c);
    }
    // Links are in the order of depth first.
    const isLeaf = k === count - 1 || n[link + LINK_INTEGERS + PARENT] !== k;
    if (columns === 1) {
      respondAlone(m, n[link + HELD] === 1, at, isLeaf);
      continue;
    }
    // R, in a place that is free until links move.
    const r = at + IMPULSE;
    for (let c: I32 = 0; c < columns; c++) {
      for (let d: I32 = 0; d <= c; d++) {
        const answer = m[at + INVERSE + 3 * c + d] + dotSix(m, at + PULL + 6 * c, at + SPREAD + 6 * d);
        m[r + 3 * c + d] = answer;
        m[r + 3 * d + c] = answer;
      }
      const answer = m[r + 3 * c + c];
      m[at + RESPONSE + c] = n[link + HELD + c] === 1 ? 0 : answer / (1 - answer * m[at + FALL + c]);
    }
    for (let c: I32 = 0; c < columns && !isLeaf; c++) {
      const z = at + SPREAD + 6 * c;
      for (let d: I32 = 0; d < columns; d++) addSix(m, z, -0.5 * m[r + 3 * c + d], at + COLUMN + 6 * d, z);
      takeColumns(m, phi, at + COLUMN + 6 * c, z);
    }
  }
}

/** The same of a joint with one coordinate, from SPREAD on; on a leaf nothing hangs that asks for its Phi. */
function respondAlone(m: Numbers, isHeld: boolean, at: I32, isLeaf: boolean): void {
  const z = at + SPREAD;
  const answer = m[at + INVERSE] + dotSix(m, at + PULL, z);
  m[at + RESPONSE] = isHeld ? 0 : answer / (1 - answer * m[at + FALL]);
  if (isLeaf) return;
  addSix(m, z, -0.5 * answer, at + COLUMN, z);
  takeColumns(m, at + PHI, at + COLUMN, z);
}

/** A symmetric matrix of six whole rows at m[from ..], as HEAVY has it. */
function packSymmetric(m: Numbers, from: I32, to: I32): void {
  for (let i: I32 = 0; i < 3; i++) {
    for (let j: I32 = 0; j < 3; j++) {
      const s = i === j ? i : i + j + 2;
      m[to + s] = m[from + 6 * i + j];
      m[to + 15 + s] = m[from + 6 * (i + 3) + j + 3];
      m[to + 6 + 3 * i + j] = m[from + 6 * i + j + 3];
    }
  }
}

/** T Phi T^T: velocities get w x r, that is -[r]x of what spins are; B' = B - [r]x C, A' = A - [r]x B^T - B' [r]x^T. */
function carryPhi(m: Numbers, from: I32, to: I32, x: F64, y: F64, z: F64): void {
  const c0 = m[from + 15];
  const c1 = m[from + 16];
  const c2 = m[from + 17];
  const c3 = m[from + 18];
  const c4 = m[from + 19];
  const c5 = m[from + 20];
  const b0 = m[from + 6];
  const b1 = m[from + 7];
  const b2 = m[from + 8];
  const b3 = m[from + 9];
  const b4 = m[from + 10];
  const b5 = m[from + 11];
  const b6 = m[from + 12];
  const b7 = m[from + 13];
  const b8 = m[from + 14];
  const d0 = b0 + (c3 * z - c4 * y);
  const d1 = b1 + (c1 * z - c5 * y);
  const d2 = b2 + (c5 * z - c2 * y);
  const d3 = b3 + (c4 * x - c0 * z);
  const d4 = b4 + (c5 * x - c3 * z);
  const d5 = b5 + (c2 * x - c4 * z);
  const d6 = b6 + (c0 * y - c3 * x);
  const d7 = b7 + (c3 * y - c1 * x);
  const d8 = b8 + (c4 * y - c5 * x);
  m[to] = m[from] + (b1 * z - b2 * y) + (d1 * z - d2 * y);
  m[to + 1] = m[from + 1] + (b5 * x - b3 * z) + (d5 * x - d3 * z);
  m[to + 2] = m[from + 2] + (b6 * y - b7 * x) + (d6 * y - d7 * x);
  m[to + 3] = m[from + 3] + (b4 * z - b5 * y) + (d2 * x - d0 * z);
  m[to + 4] = m[from + 4] + (b7 * z - b8 * y) + (d0 * y - d1 * x);
  m[to + 5] = m[from + 5] + (b8 * x - b6 * z) + (d3 * y - d4 * x);
  m[to + 6] = d0;
  m[to + 7] = d1;
  m[to + 8] = d2;
  m[to + 9] = d3;
  m[to + 10] = d4;
  m[to + 11] = d5;
  m[to + 12] = d6;
  m[to + 13] = d7;
  m[to + 14] = d8;
  m[to + 15] = c0;
  m[to + 16] = c1;
  m[to + 17] = c2;
  m[to + 18] = c3;
  m[to + 19] = c4;
  m[to + 20] = c5;
}

/** Phi -= s t^T + t s^T for six numbers at m[s ..] and at m[t ..]. */
function takeColumns(m: Numbers, phi: I32, s: I32, t: I32): void {
  const s0 = m[s];
  const s1 = m[s + 1];
  const s2 = m[s + 2];
  const s3 = m[s + 3];
  const s4 = m[s + 4];
  const s5 = m[s + 5];
  const t0 = m[t];
  const t1 = m[t + 1];
  const t2 = m[t + 2];
  const t3 = m[t + 3];
  const t4 = m[t + 4];
  const t5 = m[t + 5];
  m[phi] -= 2 * s0 * t0;
  m[phi + 1] -= 2 * s1 * t1;
  m[phi + 2] -= 2 * s2 * t2;
  m[phi + 3] -= s0 * t1 + s1 * t0;
  m[phi + 4] -= s0 * t2 + s2 * t0;
  m[phi + 5] -= s1 * t2 + s2 * t1;
  m[phi + 6] -= s0 * t3 + s3 * t0;
  m[phi + 7] -= s0 * t4 + s4 * t0;
  m[phi + 8] -= s0 * t5 + s5 * t0;
  m[phi + 9] -= s1 * t3 + s3 * t1;
  m[phi + 10] -= s1 * t4 + s4 * t1;
  m[phi + 11] -= s1 * t5 + s5 * t1;
  m[phi + 12] -= s2 * t3 + s3 * t2;
  m[phi + 13] -= s2 * t4 + s4 * t2;
  m[phi + 14] -= s2 * t5 + s5 * t2;
  m[phi + 15] -= 2 * s3 * t3;
  m[phi + 16] -= 2 * s4 * t4;
  m[phi + 17] -= 2 * s5 * t5;
  m[phi + 18] -= s3 * t4 + s4 * t3;
  m[phi + 19] -= s3 * t5 + s5 * t3;
  m[phi + 20] -= s4 * t5 + s5 * t4;
}
