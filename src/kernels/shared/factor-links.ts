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
} from '../flight-layout.js';
import type { F64, I32, Integers, Numbers } from './numbers.js';

export function factorLinks(m: Numbers, n: Integers, count: I32): void {
  for (let k: I32 = 0; k < count; k++) {
    const at = k * LINK_NUMBERS;
    const h = at + HEAVY;
    for (let i: I32 = h; i < h + 21; i++) m[i] = 0;
    m[h] = m[h + 1] = m[h + 2] = m[at + MASS];
    for (let i: I32 = 0; i < 6; i++) m[h + 15 + i] = m[at + INERTIA + i];
  }
  for (let k: I32 = count - 1; k >= 0; k--) {
    const at = k * LINK_NUMBERS;
    const link = k * LINK_INTEGERS;
    const parent = n[link + PARENT];
    if (parent === -2) {
      invertWhole(m, at);
      continue;
    }
    const columns = n[link + COLUMNS];
    for (let c: I32 = 0; c < columns; c++) multiplyHeavy(m, at + HEAVY, at + COLUMN + 6 * c, at + PUSH + 6 * c);
    invertColumns(m, n, link, at, columns);
    for (let c: I32 = 0; c < columns; c++) pullColumn(m, at, c, columns);
    if (parent >= 0) addToParent(m, at, parent * LINK_NUMBERS + HEAVY, columns);
  }
}

/** H s of six numbers at m[s ..], to m[to ..]. */
export function multiplyHeavy(m: Numbers, h: I32, s: I32, to: I32): void {
  const x = m[s];
  const y = m[s + 1];
  const z = m[s + 2];
  const u = m[s + 3];
  const v = m[s + 4];
  const w = m[s + 5];
  m[to] = m[h] * x + m[h + 3] * y + m[h + 4] * z + m[h + 6] * u + m[h + 7] * v + m[h + 8] * w;
  m[to + 1] = m[h + 3] * x + m[h + 1] * y + m[h + 5] * z + m[h + 9] * u + m[h + 10] * v + m[h + 11] * w;
  m[to + 2] = m[h + 4] * x + m[h + 5] * y + m[h + 2] * z + m[h + 12] * u + m[h + 13] * v + m[h + 14] * w;
  m[to + 3] = m[h + 6] * x + m[h + 9] * y + m[h + 12] * z + m[h + 15] * u + m[h + 18] * v + m[h + 19] * w;
  m[to + 4] = m[h + 7] * x + m[h + 10] * y + m[h + 13] * z + m[h + 18] * u + m[h + 16] * v + m[h + 20] * w;
  m[to + 5] = m[h + 8] * x + m[h + 11] * y + m[h + 14] * z + m[h + 19] * u + m[h + 20] * v + m[h + 17] * w;
}

function dotSix(m: Numbers, i: I32, j: I32): F64 {
  return (
    m[i] * m[j] + m[i + 1] * m[j + 1] + m[i + 2] * m[j + 2] + m[i + 3] * m[j + 3] + m[i + 4] * m[j + 4] + m[i + 5] * m[j + 5]
  );
}

/** D^-1 of a joint, by elimination; rows and columns of coordinates that are held are zero. */
function invertColumns(m: Numbers, n: Integers, link: I32, at: I32, columns: I32): void {
  const d = at + INVERSE;
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
  for (let i: I32 = 0; i < 6; i++) m[to + i] = m[at + PUSH + i] * m[d];
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
 * Phi of the parent, x = T Phi T^T moved to the link's centre: D^-1 + (H S D^-1)^T x (H S D^-1), and the link's own Phi is
 * (1 - S (H S D^-1)^T) x (1 - ..)^T + S D^-1 S^T.
 */
export function respondLinks(m: Numbers, n: Integers, count: I32): void {
  for (let k: I32 = 0; k < count; k++) {
    const at = k * LINK_NUMBERS;
    const link = k * LINK_INTEGERS;
    const parent = n[link + PARENT];
    const phi = at + PHI;
    if (parent === -2) {
      for (let i: I32 = 0; i < 36; i++) m[phi + i] = m[at + INVERSE + i];
      continue;
    }
    if (parent < 0) for (let i: I32 = phi; i < phi + 36; i++) m[i] = 0;
    else carryPhi(m, parent * LINK_NUMBERS + PHI, phi, m[at + OFFSET], m[at + OFFSET + 1], m[at + OFFSET + 2]);
    const columns = n[link + COLUMNS];
    for (let c: I32 = 0; c < columns; c++) {
      const g = at + PULL + 6 * c;
      let sum = m[at + INVERSE + 4 * c];
      if (parent >= 0) {
        for (let i: I32 = 0; i < 6; i++) sum += m[g + i] * dotSix(m, phi + 6 * i, g);
      }
      m[at + RESPONSE + c] = n[link + HELD + c] === 1 ? 0 : 1 / (1 / sum - m[at + FALL + c]);
    }
    if (parent >= 0) foldPhi(m, at, phi, columns);
    for (let c: I32 = 0; c < columns; c++) addColumns(m, at, phi, c, columns);
  }
}

/** T Phi T^T: rows of the velocity get w x r, that is -[r]x of those of the spin; then columns. */
function carryPhi(m: Numbers, from: I32, to: I32, x: F64, y: F64, z: F64): void {
  for (let j: I32 = 0; j < 6; j++) {
    const u = m[from + 18 + j];
    const v = m[from + 24 + j];
    const w = m[from + 30 + j];
    m[to + j] = m[from + j] + (v * z - w * y);
    m[to + 6 + j] = m[from + 6 + j] + (w * x - u * z);
    m[to + 12 + j] = m[from + 12 + j] + (u * y - v * x);
    m[to + 18 + j] = u;
    m[to + 24 + j] = v;
    m[to + 30 + j] = w;
  }
  for (let i: I32 = to; i < to + 36; i += 6) {
    const u = m[i + 3];
    const v = m[i + 4];
    const w = m[i + 5];
    m[i] += v * z - w * y;
    m[i + 1] += w * x - u * z;
    m[i + 2] += u * y - v * x;
  }
}

/** Phi <- (1 - S G^T) Phi (1 - G S^T), column by column of S and G = H S D^-1. */
function foldPhi(m: Numbers, at: I32, phi: I32, columns: I32): void {
  // Rows first: Phi - S (G^T Phi); PHI's own row sums are taken before any is changed.
  for (let j: I32 = 0; j < 6; j++) {
    const t0 = columns > 0 ? along(m, at + PULL, phi + j) : 0;
    const t1 = columns > 1 ? along(m, at + PULL + 6, phi + j) : 0;
    const t2 = columns > 2 ? along(m, at + PULL + 12, phi + j) : 0;
    for (let i: I32 = 0; i < 6; i++) {
      const s = at + COLUMN + i;
      m[phi + 6 * i + j] -= m[s] * t0 + m[s + 6] * t1 + m[s + 12] * t2;
    }
  }
  for (let i: I32 = 0; i < 6; i++) {
    const row = phi + 6 * i;
    const t0 = columns > 0 ? dotSix(m, at + PULL, row) : 0;
    const t1 = columns > 1 ? dotSix(m, at + PULL + 6, row) : 0;
    const t2 = columns > 2 ? dotSix(m, at + PULL + 12, row) : 0;
    for (let j: I32 = 0; j < 6; j++) {
      const s = at + COLUMN + j;
      m[row + j] -= m[s] * t0 + m[s + 6] * t1 + m[s + 12] * t2;
    }
  }
}

/** Six numbers at m[g ..] times a column of a matrix of six rows. */
function along(m: Numbers, g: I32, column: I32): F64 {
  let sum: F64 = 0;
  for (let i: I32 = 0; i < 6; i++) sum += m[g + i] * m[column + 6 * i];
  return sum;
}

/** Phi += s_c (S D^-1 of column c)^T. */
function addColumns(m: Numbers, at: I32, phi: I32, c: I32, columns: I32): void {
  for (let d: I32 = 0; d < columns; d++) {
    const share = m[at + INVERSE + 3 * c + d];
    if (share === 0) continue;
    for (let i: I32 = 0; i < 6; i++) {
      const s = share * m[at + COLUMN + 6 * c + i];
      for (let j: I32 = 0; j < 6; j++) m[phi + 6 * i + j] += s * m[at + COLUMN + 6 * d + j];
    }
  }
}
