// The matrices of one link (factor-forest.ts), with loops over six written on flat arrays.

import type { Forest } from '../forest.js';
import { invertSmall } from './invert-symmetric.js';

/** H'^-1 of link k, of whose H' the lower triangle is complete; H'^-1 J^T and A^-1 of its active rows. */
export function massOfRows(forest: Forest, k: number): void {
  const { active, mass, inverseMass, inverseA, own, turned, softness } = forest;
  const m = 36 * k;
  const first = 6 * k;
  const rows = active[k];
  invertSmall(mass, m, 6, inverseMass);
  for (let i = 0; i < rows; i++) {
    const r = 6 * (first + i);
    const j0 = own[r];
    const j1 = own[r + 1];
    const j2 = own[r + 2];
    const j3 = own[r + 3];
    const j4 = own[r + 4];
    const j5 = own[r + 5];
    for (let j = 0; j < 6; j++) {
      const h = m + 6 * j;
      turned[r + j] =
        inverseMass[h] * j0 +
        inverseMass[h + 1] * j1 +
        inverseMass[h + 2] * j2 +
        inverseMass[h + 3] * j3 +
        inverseMass[h + 4] * j4 +
        inverseMass[h + 5] * j5;
    }
    // H' is not needed any more: A takes its place.
    for (let j = 0; j <= i; j++) {
      const s = 6 * (first + j);
      mass[m + 6 * i + j] =
        turned[s] * j0 + turned[s + 1] * j1 + turned[s + 2] * j2 + turned[s + 3] * j3 + turned[s + 4] * j4 + turned[s + 5] * j5;
    }
    mass[m + 7 * i] += softness[first + i];
  }
  invertSmall(mass, m, rows, inverseA);
}

/** A^-1 J and X of link k towards its parent p, and what k adds to H' of p. */
export function addToParent(forest: Forest, k: number, p: number): void {
  const { active, mass, inverseA, other, turned, reach, carry } = forest;
  const first = 6 * k;
  const rows = active[k];
  const a = 36 * k;
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < 6; j++) {
      let sum = 0;
      for (let l = 0; l < rows; l++) sum += inverseA[a + 6 * i + l] * other[6 * (first + l) + j];
      reach[6 * (first + i) + j] = sum;
    }
  }
  const h = 36 * p;
  for (let i = 0; i < 6; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let l = 0; l < rows; l++) sum += other[6 * (first + l) + i] * reach[6 * (first + l) + j];
      mass[h + 6 * i + j] += sum;
    }
    for (let j = 0; j < 6; j++) {
      let sum = 0;
      for (let l = 0; l < rows; l++) sum += turned[6 * (first + l) + i] * reach[6 * (first + l) + j];
      carry[a + 6 * i + j] = -sum;
    }
  }
}

/** Phi of link k, of whose parent p Phi is known; p is -1 at a root. */
export function respond(forest: Forest, k: number, p: number): void {
  const { active, inverseMass, inverseA, turned, carry, response } = forest;
  // X Phi_p, or A^-1 J H'^-1, by rows; H' and A are not needed any more.
  const scratch = forest.mass;
  const first = 6 * k;
  const rows = active[k];
  const m = 36 * k;
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < 6; j++) {
      let sum = 0;
      for (let l = 0; l < rows; l++) sum += inverseA[m + 6 * i + l] * turned[6 * (first + l) + j];
      scratch[m + 6 * i + j] = sum;
    }
  }
  for (let i = 0; i < 6; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = inverseMass[m + 6 * i + j];
      for (let l = 0; l < rows; l++) sum -= turned[6 * (first + l) + i] * scratch[m + 6 * l + j];
      response[m + 6 * i + j] = sum;
    }
  }
  if (p >= 0) {
    const h = 36 * p;
    for (let i = 0; i < 6; i++) {
      for (let j = 0; j < 6; j++) {
        let sum = 0;
        for (let l = 0; l < 6; l++) sum += carry[m + 6 * i + l] * response[h + 6 * l + j];
        scratch[m + 6 * i + j] = sum;
      }
    }
    for (let i = 0; i < 6; i++) {
      for (let j = 0; j <= i; j++) {
        let sum = 0;
        for (let l = 0; l < 6; l++) sum += scratch[m + 6 * i + l] * carry[m + 6 * j + l];
        response[m + 6 * i + j] += sum;
      }
    }
  }
  for (let i = 0; i < 6; i++) for (let j = i + 1; j < 6; j++) response[m + 6 * i + j] = response[m + 6 * j + i];
}
