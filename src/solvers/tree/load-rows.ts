// What rows are to do, handed to forest and loops before rows are closed (close-rows.ts), and what they did, handed back.

import { VELOCITY_ROWS } from '../row-set.js';
import { INACTIVE } from './factor-forest.js';
import type { Forest } from './forest.js';
import { LAMBDA, ROW_LENGTH, type TreeProblem } from './joint-block.js';
import type { Loops } from './loops.js';
import { pushContacts, pushRow } from './momentum.js';
import type { RowLaws } from './row-laws.js';

/** Goals of active rows by their laws; the others carry what their law says, which is put into LAMBDA. */
export function loadLaws(forest: Forest, loops: Loops, laws: RowLaws, { blocks, couplings }: TreeProblem): void {
  const { links } = forest.plan;
  const rows = blocks.count > 0 ? blocks.firstRow[blocks.count] : 0;
  for (let r = 0; r < rows; r++) if (laws.softness[r] === INACTIVE) blocks.row[r * ROW_LENGTH + LAMBDA] = laws.target[r];
  for (let i = 0; i < forest.firstActive[links]; i++) {
    const r = forest.rowOf[i];
    forest.goal[i] = laws.target[r];
    forest.carried[i] = blocks.row[r * ROW_LENGTH + LAMBDA];
  }
  for (let l = 0; l < loops.count; l++) {
    const r = loops.rowOf[l];
    loops.goal[l] = r >= 0 ? laws.target[r] : -couplings.bias[-1 - r];
    loops.carried[l] = r >= 0 ? blocks.row[r * ROW_LENGTH + LAMBDA] : couplings.lambda[-1 - r];
  }
}

/** Momenta of links with all but the active rows, from those of the beginning, rows that are not active, and contacts. */
export function loadOutside(forest: Forest, laws: RowLaws, problem: TreeProblem): void {
  const { blocks } = problem;
  const { free, outside, plan } = forest;
  for (let i = 0; i < 6 * plan.links; i++) outside[i] = free[i];
  for (let block = 0; block < blocks.count; block++) {
    for (let r = blocks.firstRow[block]; r < blocks.firstRow[block + 1]; r++) {
      if (laws.softness[r] === INACTIVE && laws.target[r] !== 0) pushRow(forest, blocks, block, r, laws.target[r], outside);
    }
  }
  pushContacts(forest, problem, VELOCITY_ROWS, 1, outside);
}

/** LAMBDA of active rows from what they carry. */
export function storeImpulses(forest: Forest, loops: Loops, { blocks, couplings }: TreeProblem): void {
  for (let i = 0; i < forest.firstActive[forest.plan.links]; i++) {
    blocks.row[forest.rowOf[i] * ROW_LENGTH + LAMBDA] = forest.carried[i];
  }
  for (let l = 0; l < loops.count; l++) {
    const r = loops.rowOf[l];
    if (r >= 0) blocks.row[r * ROW_LENGTH + LAMBDA] = loops.carried[l];
    else couplings.lambda[-1 - r] = loops.carried[l];
  }
}

/** As storeImpulses, but what was carried comes on top of LAMBDA. */
export function addImpulses(forest: Forest, loops: Loops, { blocks, couplings }: TreeProblem): void {
  for (let i = 0; i < forest.firstActive[forest.plan.links]; i++) {
    blocks.row[forest.rowOf[i] * ROW_LENGTH + LAMBDA] += forest.carried[i];
  }
  for (let l = 0; l < loops.count; l++) {
    const r = loops.rowOf[l];
    if (r >= 0) blocks.row[r * ROW_LENGTH + LAMBDA] += loops.carried[l];
    else couplings.lambda[-1 - r] += loops.carried[l];
  }
}

/**
 * Every active row is to change by `changes` of its row of the problem, couplings by `couplingChanges`; where these are not finite, or
 * there are none, by nothing: what is on a sloped piece resists as it would a velocity. Nothing is carried yet.
 */
export function loadChanges(
  forest: Forest,
  loops: Loops,
  u: Float64Array,
  changes: Float64Array,
  couplingChanges: Float64Array | undefined,
): void {
  const { plan, firstActive, at, otherAt, own, other, rowOf, goal, carried } = forest;
  for (let k = 0; k < plan.links; k++) {
    for (let i = firstActive[k]; i < firstActive[k + 1]; i++) {
      const change = changes[rowOf[i]];
      let w = 0;
      for (let j = 0; j < 6; j++) w += own[6 * i + j] * u[at[k] + j] + other[6 * i + j] * u[otherAt[k] + j];
      goal[i] = Number.isFinite(change) ? w + change : w;
      carried[i] = 0;
    }
  }
  for (let l = 0; l < loops.count; l++) {
    const r = loops.rowOf[l];
    const change = r >= 0 ? changes[r] : (couplingChanges?.[-1 - r] ?? 0);
    const w = loops.velocity(l, u);
    loops.goal[l] = Number.isFinite(change) ? w + change : w;
    loops.carried[l] = 0;
  }
}

/** Every row on a vertical piece is to have its velocity; what is on a sloped piece resists change. Nothing is carried yet. */
export function loadVerticals(forest: Forest, loops: Loops, laws: RowLaws, { couplings }: TreeProblem, u: Float64Array): void {
  const { plan, firstActive, at, otherAt, own, other, rowOf, goal, carried, softness } = forest;
  for (let k = 0; k < plan.links; k++) {
    for (let i = firstActive[k]; i < firstActive[k + 1]; i++) {
      goal[i] = laws.target[rowOf[i]];
      carried[i] = 0;
      if (softness[i] === 0) continue;
      goal[i] = 0;
      for (let j = 0; j < 6; j++) goal[i] += own[6 * i + j] * u[at[k] + j] + other[6 * i + j] * u[otherAt[k] + j];
    }
  }
  for (let l = 0; l < loops.count; l++) {
    const r = loops.rowOf[l];
    if (r < 0) loops.goal[l] = -couplings.bias[-1 - r];
    else loops.goal[l] = loops.softness[l] === 0 ? laws.target[r] : loops.velocity(l, u);
    loops.carried[l] = 0;
  }
}

/** Displacements of rows: those on a vertical piece mend their gap where it is finite; else they, and sloped ones, hold still. */
export function loadGaps(forest: Forest, loops: Loops, gap: Float64Array, couplingGap: Float64Array | undefined): void {
  for (let i = 0; i < forest.firstActive[forest.plan.links]; i++) {
    const own = gap[forest.rowOf[i]];
    forest.goal[i] = forest.softness[i] === 0 && Number.isFinite(own) ? -own : 0;
    forest.carried[i] = 0;
  }
  for (let l = 0; l < loops.count; l++) {
    const r = loops.rowOf[l];
    const own = r >= 0 ? gap[r] : (couplingGap?.[-1 - r] ?? 0);
    loops.goal[l] = loops.softness[l] === 0 && Number.isFinite(own) ? -own : 0;
    loops.carried[l] = 0;
  }
}
