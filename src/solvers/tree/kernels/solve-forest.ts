// One solve with the factorised forest: M du = f + J^T dlambda with J du + softness dlambda = wanted, exactly, in a walk up and a
// walk down.

import type { Forest } from '../forest.js';

/**
 * Solves for `answer` (du) and `change` (dlambda) from `impulse` (f), which it uses up, and `wanted`. Links from `from` to `to` alone,
 * which are whole trees, so that an impulse on one tree costs nothing elsewhere.
 */
export function solveForest(forest: Forest, from: number, to: number): void {
  const { active, inverseMass, inverseA, turned, other, reach, impulse, answer, wanted, change } = forest;
  const { parent } = forest.plan;
  for (let k = to - 1; k >= from; k--) {
    const first = 6 * k;
    const rows = active[k];
    const g = 6 * k;
    const g0 = impulse[g];
    const g1 = impulse[g + 1];
    const g2 = impulse[g + 2];
    const g3 = impulse[g + 3];
    const g4 = impulse[g + 4];
    const g5 = impulse[g + 5];
    // The answer's place holds what is left of `wanted` until the walk down.
    for (let i = 0; i < rows; i++) {
      const r = 6 * (first + i);
      answer[g + i] =
        wanted[first + i] -
        (turned[r] * g0 + turned[r + 1] * g1 + turned[r + 2] * g2 + turned[r + 3] * g3 + turned[r + 4] * g4 + turned[r + 5] * g5);
    }
    const hasParent = parent[k] >= 0;
    const p = 6 * parent[k];
    for (let i = 0; i < rows; i++) {
      const a = 36 * k + 6 * i;
      let lambda = 0;
      for (let j = 0; j < rows; j++) lambda += inverseA[a + j] * answer[g + j];
      change[first + i] = lambda;
      if (!hasParent) continue;
      const r = 6 * (first + i);
      for (let j = 0; j < 6; j++) impulse[p + j] += other[r + j] * lambda;
    }
  }
  for (let k = from; k < to; k++) {
    const first = 6 * k;
    const end = first + active[k];
    const g = 6 * k;
    if (parent[k] >= 0) {
      const p = 6 * parent[k];
      for (let i = first; i < end; i++) {
        const r = 6 * i;
        change[i] -=
          reach[r] * answer[p] +
          reach[r + 1] * answer[p + 1] +
          reach[r + 2] * answer[p + 2] +
          reach[r + 3] * answer[p + 3] +
          reach[r + 4] * answer[p + 4] +
          reach[r + 5] * answer[p + 5];
      }
    }
    const m = 36 * k;
    for (let j = 0; j < 6; j++) {
      const h = m + 6 * j;
      let sum =
        inverseMass[h] * impulse[g] +
        inverseMass[h + 1] * impulse[g + 1] +
        inverseMass[h + 2] * impulse[g + 2] +
        inverseMass[h + 3] * impulse[g + 3] +
        inverseMass[h + 4] * impulse[g + 4] +
        inverseMass[h + 5] * impulse[g + 5];
      for (let i = first; i < end; i++) sum += turned[6 * i + j] * change[i];
      answer[g + j] = sum;
    }
  }
}
