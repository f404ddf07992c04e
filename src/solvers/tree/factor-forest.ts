// The factorisation of a forest: from the leaves up, what each link weighs with all that hangs on it, and down again
// where that is asked for, how each link answers an impulse within its tree.
//
// For a link c with parent p, and J of its block's active rows: H'_c = M_c + sum over children d of Jp^T A_d^-1 Jp,
// A = Jc H'_c^-1 Jc^T + softness, X = -H'_c^-1 Jc^T A^-1 Jp carries velocity down and X^T impulse up, and
// Phi_c = H'_c^-1 - H'_c^-1 Jc^T A^-1 Jc H'_c^-1 + X Phi_p X^T. Rows of a block that depend on others of it are left out.

import { INVERSE_LENGTH } from '../../kernels/forest-layout.js';
import { isLockedAxis, lockInverseInertia } from '../../math/locked-axes.js';
import { invertSymmetric } from '../../math/symmetric.js';
import type { Forest } from './forest.js';
import { INERTIA_LENGTH, J_A, J_B, ROW_LENGTH, type TreeProblem } from './joint-block.js';
import { factorLinks, respondLinks } from './kernels/link-matrices.js';
import { solveLinks } from './kernels/solve-forest.js';

/** Softness of a row that is not on a vertical or sloped piece of its law: it has no part in the factorisation. */
export const INACTIVE = -1;

/**
 * Where a script pulls at a link with locked axes, which may not be able to follow, a row of its joint is dependent when
 * so much of its own response is left by the rows before it [1]: what is left would take forces without end.
 */
const LEAST_OF_LOCKED = 1e-3;

/**
 * Factorises a part of the forest, of which inertias are gathered, with the active rows of the problem; `softness` has
 * one number a row of the problem.
 */
export function factorPart(forest: Forest, problem: TreeProblem, softness: Float64Array, part: number): void {
  const { firstLink } = forest.plan;
  const from = firstLink[part];
  const to = firstLink[part + 1];
  gatherRows(forest, problem, softness, from, to);
  if (forest.kernel === null) factorLinks(forest, from, to);
  else forest.kernel.factorLinks(forest.table, from, to);
  forest.hasResponses[part] = 0;
}

/** Whether a part without loops has the factorisation of these rows, as far as their softness goes. */
export function isFactored(forest: Forest, { blocks }: TreeProblem, softness: Float64Array, part: number): boolean {
  const { plan } = forest;
  if (plan.hasLoops && part === 0) return false;
  for (let k = plan.firstLink[part]; k < plan.firstLink[part + 1]; k++) {
    let i = 6 * k;
    const block = plan.block[k];
    const end = block < 0 ? 0 : blocks.firstRow[block + 1];
    for (let r = block < 0 ? 0 : blocks.firstRow[block]; r < end; r++) {
      if (softness[r] === INACTIVE) continue;
      if (i === 6 * k + forest.active[k] || forest.rowOf[i] !== r || forest.softness[i] !== softness[r]) return false;
      i++;
    }
    if (i !== 6 * k + forest.active[k]) return false;
  }
  return true;
}

/**
 * Phi of a part's links, where its last factorisation has not been asked for it yet: contacts and laws need it, locked
 * rows do not.
 */
export function findResponses(forest: Forest, part: number): void {
  if (forest.hasResponses[part] === 1) return;
  const { firstLink } = forest.plan;
  if (forest.kernel === null) respondLinks(forest, firstLink[part], firstLink[part + 1]);
  else forest.kernel.respondLinks(forest.table, firstLink[part], firstLink[part + 1]);
  forest.hasResponses[part] = 1;
}

/** One solve with the links from `from` to `to`, which are whole trees (kernels/solve-forest.ts). */
export function solveForest(forest: Forest, from: number, to: number): void {
  if (forest.kernel === null) solveLinks(forest, from, to);
  else forest.kernel.solveLinks(forest.table, from, to);
}

/** Inertias of links alone, and their inverses, which are zero along and about axes that are locked. */
export function gatherInertias({ plan, inertia, inverse }: Forest, problem: TreeProblem): void {
  for (let k = 0; k < plan.links; k++) {
    const from = INERTIA_LENGTH * plan.body[k];
    const to = INERTIA_LENGTH * k;
    const i = INVERSE_LENGTH * k;
    const locks = problem.locks === undefined ? 0 : problem.locks[plan.body[k]];
    for (let j = 0; j < INERTIA_LENGTH; j++) inertia[to + j] = problem.inertia[from + j];
    for (let j = 0; j < 3; j++) inverse[i + j] = isLockedAxis(locks, j) ? 0 : 1 / inertia[to];
    invertSymmetric(inertia, to + 1, inverse, i + 3);
    if (locks !== 0) lockInverseInertia(inverse, i + 3, locks);
  }
}

function gatherRows(forest: Forest, problem: TreeProblem, softness: Float64Array, from: number, to: number): void {
  const { plan, own, other } = forest;
  const { blocks, locks, areAnchorsStill = true } = problem;
  const { ends, firstRow, row } = blocks;
  for (let k = from; k < to; k++) {
    const block = plan.block[k];
    forest.active[k] = 0;
    forest.at[k] = 6 * plan.body[k];
    forest.otherAt[k] = forest.at[k];
    if (block < 0) continue;
    const isA = ends[2 * block] === plan.body[k];
    const isPulled = !areAnchorsStill && locks !== undefined && locks[plan.body[k]] !== 0;
    forest.otherAt[k] = 6 * ends[isA ? 2 * block + 1 : 2 * block];
    const ownJ = isA ? J_A : J_B;
    const otherJ = isA ? J_B : J_A;
    for (let r = firstRow[block]; r < firstRow[block + 1]; r++) {
      if (softness[r] === INACTIVE) continue;
      const i = 6 * k + forest.active[k]++;
      forest.rowOf[i] = r;
      forest.softness[i] = isPulled && softness[r] === 0 ? -LEAST_OF_LOCKED : softness[r];
      copySix(row, r * ROW_LENGTH + ownJ, own, 6 * i);
      copySix(row, r * ROW_LENGTH + otherJ, other, 6 * i);
    }
  }
}

function copySix(from: Float64Array, i: number, to: Float64Array, j: number): void {
  to[j] = from[i];
  to[j + 1] = from[i + 1];
  to[j + 2] = from[i + 2];
  to[j + 3] = from[i + 3];
  to[j + 4] = from[i + 4];
  to[j + 5] = from[i + 5];
}
