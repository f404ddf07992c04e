// One solve with the factorised forest: M du = f + J^T dlambda with J du + softness dlambda = wanted, exactly, in a walk up and a
// walk down. The compiled kernel (kernels/assembly/forest.ts) does the same in the same order, to the bit.

import type { Forest } from '../forest.js';

/**
 * Solves for `answer` (du) and `change` (dlambda) from `impulse` (f), which it uses up, and `wanted`. Links from `from`
 * to `to` alone, which are whole trees, so that an impulse on one tree costs nothing elsewhere.
 */
export function solveLinks(forest: Forest, from: number, to: number): void {
  const { parent, active, inverseMass: h, inverseA, turned, other, reach, impulse, answer, wanted, change } = forest;
  for (let k = to - 1; k >= from; k--) {
    const g = 6 * k;
    const end = g + active[k];
    const g0 = impulse[g];
    const g1 = impulse[g + 1];
    const g2 = impulse[g + 2];
    const g3 = impulse[g + 3];
    const g4 = impulse[g + 4];
    const g5 = impulse[g + 5];
    // The answer's place holds what is left of `wanted` until the walk down.
    for (let i = g; i < end; i++) {
      const r = 6 * i;
      answer[i] =
        wanted[i] -
        (turned[r] * g0 + turned[r + 1] * g1 + turned[r + 2] * g2 + turned[r + 3] * g3 + turned[r + 4] * g4 + turned[r + 5] * g5);
    }
    let p0 = 0;
    let p1 = 0;
    let p2 = 0;
    let p3 = 0;
    let p4 = 0;
    let p5 = 0;
    for (let i = g; i < end; i++) {
      const r = 6 * i;
      let lambda = 0;
      for (let j = 0; j < end - g; j++) lambda += inverseA[r + j] * answer[g + j];
      change[i] = lambda;
      p0 += other[r] * lambda;
      p1 += other[r + 1] * lambda;
      p2 += other[r + 2] * lambda;
      p3 += other[r + 3] * lambda;
      p4 += other[r + 4] * lambda;
      p5 += other[r + 5] * lambda;
    }
    if (parent[k] < 0) continue;
    const p = 6 * parent[k];
    impulse[p] += p0;
    impulse[p + 1] += p1;
    impulse[p + 2] += p2;
    impulse[p + 3] += p3;
    impulse[p + 4] += p4;
    impulse[p + 5] += p5;
  }
  for (let k = from; k < to; k++) {
    const g = 6 * k;
    const m = 36 * k;
    const end = g + active[k];
    const g0 = impulse[g];
    const g1 = impulse[g + 1];
    const g2 = impulse[g + 2];
    const g3 = impulse[g + 3];
    const g4 = impulse[g + 4];
    const g5 = impulse[g + 5];
    let a0 = h[m] * g0 + h[m + 1] * g1 + h[m + 2] * g2 + h[m + 3] * g3 + h[m + 4] * g4 + h[m + 5] * g5;
    let a1 = h[m + 1] * g0 + h[m + 7] * g1 + h[m + 8] * g2 + h[m + 9] * g3 + h[m + 10] * g4 + h[m + 11] * g5;
    let a2 = h[m + 2] * g0 + h[m + 8] * g1 + h[m + 14] * g2 + h[m + 15] * g3 + h[m + 16] * g4 + h[m + 17] * g5;
    let a3 = h[m + 3] * g0 + h[m + 9] * g1 + h[m + 15] * g2 + h[m + 21] * g3 + h[m + 22] * g4 + h[m + 23] * g5;
    let a4 = h[m + 4] * g0 + h[m + 10] * g1 + h[m + 16] * g2 + h[m + 22] * g3 + h[m + 28] * g4 + h[m + 29] * g5;
    let a5 = h[m + 5] * g0 + h[m + 11] * g1 + h[m + 17] * g2 + h[m + 23] * g3 + h[m + 29] * g4 + h[m + 35] * g5;
    const hasParent = parent[k] >= 0;
    const p = hasParent ? 6 * parent[k] : g;
    const p0 = answer[p];
    const p1 = answer[p + 1];
    const p2 = answer[p + 2];
    const p3 = answer[p + 3];
    const p4 = answer[p + 4];
    const p5 = answer[p + 5];
    for (let i = g; i < end; i++) {
      const r = 6 * i;
      let lambda = change[i];
      if (hasParent) {
        lambda -=
          reach[r] * p0 + reach[r + 1] * p1 + reach[r + 2] * p2 + reach[r + 3] * p3 + reach[r + 4] * p4 + reach[r + 5] * p5;
        change[i] = lambda;
      }
      a0 += turned[r] * lambda;
      a1 += turned[r + 1] * lambda;
      a2 += turned[r + 2] * lambda;
      a3 += turned[r + 3] * lambda;
      a4 += turned[r + 4] * lambda;
      a5 += turned[r + 5] * lambda;
    }
    answer[g] = a0;
    answer[g + 1] = a1;
    answer[g + 2] = a2;
    answer[g + 3] = a3;
    answer[g + 4] = a4;
    answer[g + 5] = a5;
  }
}
