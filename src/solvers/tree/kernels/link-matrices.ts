// The matrices of links (factor-forest.ts), with loops over six written on flat arrays. The compiled kernel
// (kernels/assembly/forest.ts) does the same in the same order, to the bit.

import { INVERSE_LENGTH } from '../../../kernels/forest-layout.js';
import type { Forest } from '../forest.js';
import { INERTIA_LENGTH } from '../joint-block.js';
import { DEPENDENT, invertSix, invertSmall } from './invert-symmetric.js';

/** The factorisation of the links from `from` to `to`, which are whole trees, of which inertias and rows are gathered. */
export function factorLinks(forest: Forest, from: number, to: number): void {
  const { parent } = forest;
  fillMasses(forest, from, to);
  for (let k = to - 1; k >= from; k--) {
    massOfRows(forest, k);
    if (parent[k] >= 0) addToParent(forest, k, parent[k]);
  }
}

/** Phi of the links from `from` to `to`, which are whole trees and factorised. */
export function respondLinks(forest: Forest, from: number, to: number): void {
  for (let k = from; k < to; k++) respond(forest, k, forest.parent[k]);
}

/** The lower triangles of M. A locked axis has an infinite mass: in every inverse its row and column are zero to the bit. */
function fillMasses({ mass, inertia, inverse }: Forest, first: number, end: number): void {
  mass.fill(0, 36 * first, 36 * end);
  for (let k = first; k < end; k++) {
    const from = INERTIA_LENGTH * k;
    const m = 36 * k;
    mass[m] = inertia[from];
    mass[m + 7] = inertia[from];
    mass[m + 14] = inertia[from];
    mass[m + 21] = inertia[from + 1];
    mass[m + 28] = inertia[from + 2];
    mass[m + 35] = inertia[from + 3];
    mass[m + 27] = inertia[from + 4];
    mass[m + 33] = inertia[from + 5];
    mass[m + 34] = inertia[from + 6];
    const i = INVERSE_LENGTH * k;
    for (let j = 0; j < 6; j++) if (inverse[i + j] === 0) mass[m + 7 * j] = Number.POSITIVE_INFINITY;
  }
}

/**
 * H'^-1 of link k, of whose H' the lower triangle is complete; H'^-1 J^T and A^-1 of its active rows. A softness below 0
 * is none, and says below what share of its own response a row is dependent.
 */
function massOfRows(forest: Forest, k: number): void {
  const { active, mass, inverseMass: h, inverseA, own, turned, softness } = forest;
  const m = 36 * k;
  const end = m + 6 * active[k];
  let least = DEPENDENT;
  invertSix(mass, m, h);
  for (let r = m; r < end; r += 6) {
    const j0 = own[r];
    const j1 = own[r + 1];
    const j2 = own[r + 2];
    const j3 = own[r + 3];
    const j4 = own[r + 4];
    const j5 = own[r + 5];
    // H'^-1 is symmetric: its columns are its rows.
    turned[r] = h[m] * j0 + h[m + 1] * j1 + h[m + 2] * j2 + h[m + 3] * j3 + h[m + 4] * j4 + h[m + 5] * j5;
    turned[r + 1] = h[m + 1] * j0 + h[m + 7] * j1 + h[m + 8] * j2 + h[m + 9] * j3 + h[m + 10] * j4 + h[m + 11] * j5;
    turned[r + 2] = h[m + 2] * j0 + h[m + 8] * j1 + h[m + 14] * j2 + h[m + 15] * j3 + h[m + 16] * j4 + h[m + 17] * j5;
    turned[r + 3] = h[m + 3] * j0 + h[m + 9] * j1 + h[m + 15] * j2 + h[m + 21] * j3 + h[m + 22] * j4 + h[m + 23] * j5;
    turned[r + 4] = h[m + 4] * j0 + h[m + 10] * j1 + h[m + 16] * j2 + h[m + 22] * j3 + h[m + 28] * j4 + h[m + 29] * j5;
    turned[r + 5] = h[m + 5] * j0 + h[m + 11] * j1 + h[m + 17] * j2 + h[m + 23] * j3 + h[m + 29] * j4 + h[m + 35] * j5;
    // H' is not needed any more: A takes its place.
    let to = r;
    for (let s = m; s <= r; s += 6) {
      mass[to++] =
        turned[s] * j0 + turned[s + 1] * j1 + turned[s + 2] * j2 + turned[s + 3] * j3 + turned[s + 4] * j4 + turned[s + 5] * j5;
    }
    if (softness[r / 6] < 0) {
      least = -softness[r / 6];
      softness[r / 6] = 0;
    }
    mass[to - 1] += softness[r / 6];
  }
  invertSmall(mass, m, active[k], inverseA, least);
}

/** A^-1 J and X of link k towards its parent p, and what k adds to H' of p. */
function addToParent(forest: Forest, k: number, p: number): void {
  const { active, mass, inverseA, other, turned, reach, carry } = forest;
  const m = 36 * k;
  const end = m + 6 * active[k];
  multiplyRows(inverseA, other, m, active[k], reach);
  const h = 36 * p;
  for (let i = 0; i < 6; i++) {
    let c0 = 0;
    let c1 = 0;
    let c2 = 0;
    let c3 = 0;
    let c4 = 0;
    let c5 = 0;
    for (let r = m; r < end; r += 6) {
      const t = turned[r + i];
      c0 -= t * reach[r];
      c1 -= t * reach[r + 1];
      c2 -= t * reach[r + 2];
      c3 -= t * reach[r + 3];
      c4 -= t * reach[r + 4];
      c5 -= t * reach[r + 5];
      const o = other[r + i];
      for (let j = 0; j <= i; j++) mass[h + 6 * i + j] += o * reach[r + j];
    }
    const c = m + 6 * i;
    carry[c] = c0;
    carry[c + 1] = c1;
    carry[c + 2] = c2;
    carry[c + 3] = c3;
    carry[c + 4] = c4;
    carry[c + 5] = c5;
  }
}

/** The first `rows` rows of the matrix at square[m ..], times as many at factor[m ..], to to[m ..]; all have six numbers. */
function multiplyRows(square: Float64Array, factor: Float64Array, m: number, rows: number, to: Float64Array): void {
  for (let r = m; r < m + 6 * rows; r += 6) {
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let s3 = 0;
    let s4 = 0;
    let s5 = 0;
    let f = m;
    for (let l = r; l < r + rows; l++) {
      const a = square[l];
      s0 += a * factor[f];
      s1 += a * factor[f + 1];
      s2 += a * factor[f + 2];
      s3 += a * factor[f + 3];
      s4 += a * factor[f + 4];
      s5 += a * factor[f + 5];
      f += 6;
    }
    to[r] = s0;
    to[r + 1] = s1;
    to[r + 2] = s2;
    to[r + 3] = s3;
    to[r + 4] = s4;
    to[r + 5] = s5;
  }
}

/** Phi of link k, of whose parent p Phi is known; p is -1 at a root. */
function respond(forest: Forest, k: number, p: number): void {
  const { active, inverseMass, inverseA, turned, carry, response } = forest;
  // X Phi_p, or A^-1 J H'^-1, by rows; H' and A are not needed any more.
  const scratch = forest.mass;
  const m = 36 * k;
  const end = m + 6 * active[k];
  multiplyRows(inverseA, turned, m, active[k], scratch);
  for (let i = 0; i < 6; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = inverseMass[m + 6 * i + j];
      for (let r = m; r < end; r += 6) sum -= turned[r + i] * scratch[r + j];
      response[m + 6 * i + j] = sum;
    }
  }
  if (p >= 0) {
    multiplySix(carry, m, response, 36 * p, scratch);
    for (let x = m; x < m + 36; x += 6) {
      const c0 = scratch[x];
      const c1 = scratch[x + 1];
      const c2 = scratch[x + 2];
      const c3 = scratch[x + 3];
      const c4 = scratch[x + 4];
      const c5 = scratch[x + 5];
      let to = x;
      for (let y = m; y <= x; y += 6) {
        response[to++] +=
          c0 * carry[y] + c1 * carry[y + 1] + c2 * carry[y + 2] + c3 * carry[y + 3] + c4 * carry[y + 4] + c5 * carry[y + 5];
      }
    }
  }
  for (let i = 0; i < 6; i++) for (let j = i + 1; j < 6; j++) response[m + 6 * i + j] = response[m + 6 * j + i];
}

/** The matrix at a[m ..] times the symmetric one at s[h ..], to to[m ..]. */
function multiplySix(a: Float64Array, m: number, s: Float64Array, h: number, to: Float64Array): void {
  for (let x = m; x < m + 36; x += 6) {
    const a0 = a[x];
    const a1 = a[x + 1];
    const a2 = a[x + 2];
    const a3 = a[x + 3];
    const a4 = a[x + 4];
    const a5 = a[x + 5];
    let row = h;
    for (let j = x; j < x + 6; j++) {
      to[j] = a0 * s[row] + a1 * s[row + 1] + a2 * s[row + 2] + a3 * s[row + 3] + a4 * s[row + 4] + a5 * s[row + 5];
      row += 6;
    }
  }
}
