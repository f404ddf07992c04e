// What the rows of a part are to do, handed to forest and loops before rows are closed (close-rows.ts), and what they
// did, handed back.

import { INACTIVE } from './factor-forest.js';
import type { Forest } from './forest.js';
import { type JointBlocks, LAMBDA, ROW_LENGTH, type TreeProblem } from './joint-block.js';
import type { Loops } from './loops.js';
import { pushRow } from './momentum.js';
import type { RowLaws } from './row-laws.js';

/** Whether a part has the rows of loops. */
export function isLooped({ plan }: Forest, part: number): boolean {
  return plan.hasLoops && part === 0;
}

/**
 * Goals of active rows by their laws; the others carry what their law says, which is put into LAMBDA. Momenta of links
 * with all but the active rows, from those without rows, and rows that are not active.
 */
export function loadLaws(forest: Forest, loops: Loops, laws: RowLaws, problem: TreeProblem, part: number): void {
  const { blocks, couplings } = problem;
  const { plan, active, rowOf, goal, carried, pushed, outside } = forest;
  const from = plan.firstLink[part];
  const to = plan.firstLink[part + 1];
  for (let i = 6 * from; i < 6 * to; i++) outside[i] = pushed[i];
  for (let k = from; k < to; k++) {
    if (plan.block[k] >= 0) loadInactive(forest, laws, blocks, plan.block[k]);
    for (let i = 6 * k; i < 6 * k + active[k]; i++) {
      goal[i] = laws.target[rowOf[i]];
      carried[i] = blocks.row[rowOf[i] * ROW_LENGTH + LAMBDA];
    }
  }
  if (!isLooped(forest, part)) return;
  for (let l = 0; l < plan.loopCount; l++) loadInactive(forest, laws, blocks, plan.loop[l]);
  for (let l = 0; l < loops.count; l++) {
    const r = loops.rowOf[l];
    loops.goal[l] = r >= 0 ? laws.target[r] : -couplings.bias[-1 - r];
    loops.carried[l] = r >= 0 ? blocks.row[r * ROW_LENGTH + LAMBDA] : couplings.lambda[-1 - r];
  }
}

function loadInactive(forest: Forest, laws: RowLaws, blocks: JointBlocks, block: number): void {
  for (let r = blocks.firstRow[block]; r < blocks.firstRow[block + 1]; r++) {
    if (laws.softness[r] !== INACTIVE) continue;
    blocks.row[r * ROW_LENGTH + LAMBDA] = laws.target[r];
    if (laws.target[r] !== 0) pushRow(forest, blocks, block, r, laws.target[r], forest.outside);
  }
}

/** LAMBDA of active rows from what they carry. */
export function storeImpulses(forest: Forest, loops: Loops, { blocks, couplings }: TreeProblem, part: number): void {
  const { active, rowOf, carried } = forest;
  const { firstLink } = forest.plan;
  for (let k = firstLink[part]; k < firstLink[part + 1]; k++) {
    for (let i = 6 * k; i < 6 * k + active[k]; i++) blocks.row[rowOf[i] * ROW_LENGTH + LAMBDA] = carried[i];
  }
  if (!isLooped(forest, part)) return;
  for (let l = 0; l < loops.count; l++) {
    const r = loops.rowOf[l];
    if (r >= 0) blocks.row[r * ROW_LENGTH + LAMBDA] = loops.carried[l];
    else couplings.lambda[-1 - r] = loops.carried[l];
  }
}

/** As storeImpulses, but what was carried comes on top of LAMBDA. */
export function addImpulses(forest: Forest, loops: Loops, { blocks, couplings }: TreeProblem, part: number): void {
  const { active, rowOf, carried } = forest;
  const { firstLink } = forest.plan;
  for (let k = firstLink[part]; k < firstLink[part + 1]; k++) {
    for (let i = 6 * k; i < 6 * k + active[k]; i++) blocks.row[rowOf[i] * ROW_LENGTH + LAMBDA] += carried[i];
  }
  if (!isLooped(forest, part)) return;
  for (let l = 0; l < loops.count; l++) {
    const r = loops.rowOf[l];
    if (r >= 0) blocks.row[r * ROW_LENGTH + LAMBDA] += loops.carried[l];
    else couplings.lambda[-1 - r] += loops.carried[l];
  }
}

/**
 * Every active row is to change by `changes` of its row of the problem, couplings by `couplingChanges`; where these are
 * not finite, or there are none, by nothing: what is on a sloped piece resists as it would a velocity. No impulse comes
 * from outside. Returns whether anything is to change by more than `least`.
 */
export function loadChanges(
  forest: Forest,
  loops: Loops,
  changes: Float64Array,
  couplingChanges: Float64Array | undefined,
  least: number,
  part: number,
): boolean {
  const { plan, active, rowOf, wanted, impulse } = forest;
  let areAny = false;
  impulse.fill(0, 6 * plan.firstLink[part], 6 * plan.firstLink[part + 1]);
  for (let k = plan.firstLink[part]; k < plan.firstLink[part + 1]; k++) {
    for (let i = 6 * k; i < 6 * k + active[k]; i++) {
      const change = changes[rowOf[i]];
      wanted[i] = Number.isFinite(change) ? change : 0;
      areAny ||= Math.abs(wanted[i]) > least;
    }
  }
  if (!isLooped(forest, part)) return areAny;
  for (let l = 0; l < loops.count; l++) {
    const r = loops.rowOf[l];
    const change = r >= 0 ? changes[r] : (couplingChanges?.[-1 - r] ?? 0);
    loops.wanted[l] = Number.isFinite(change) ? change : 0;
    areAny ||= Math.abs(loops.wanted[l]) > least;
  }
  return areAny;
}

/** Adds what a solve has changed to velocities `u`, and to LAMBDA. */
export function takeChanges(
  forest: Forest,
  loops: Loops,
  { blocks, couplings }: TreeProblem,
  u: Float64Array,
  part: number,
): void {
  const { plan, at, answer, active, rowOf, change } = forest;
  for (let k = plan.firstLink[part]; k < plan.firstLink[part + 1]; k++) {
    for (let j = 0; j < 6; j++) u[at[k] + j] += answer[6 * k + j];
    for (let i = 6 * k; i < 6 * k + active[k]; i++) blocks.row[rowOf[i] * ROW_LENGTH + LAMBDA] += change[i];
  }
  if (!isLooped(forest, part)) return;
  for (let l = 0; l < loops.count; l++) {
    const r = loops.rowOf[l];
    if (r >= 0) blocks.row[r * ROW_LENGTH + LAMBDA] += loops.change[l];
    else couplings.lambda[-1 - r] += loops.change[l];
  }
}

/** Every row on a vertical piece is to have its velocity; what is on a sloped piece resists change. Nothing is carried yet. */
export function loadVerticals(
  forest: Forest,
  loops: Loops,
  laws: RowLaws,
  { couplings }: TreeProblem,
  u: Float64Array,
  part: number,
): void {
  const { plan, active, rowOf, goal, carried, softness } = forest;
  for (let k = plan.firstLink[part]; k < plan.firstLink[part + 1]; k++) {
    for (let i = 6 * k; i < 6 * k + active[k]; i++) {
      if (softness[i] === 0) goal[i] = laws.target[rowOf[i]];
      else setVelocityAsGoal(forest, k, i, u);
      carried[i] = 0;
    }
  }
  if (!isLooped(forest, part)) return;
  for (let l = 0; l < loops.count; l++) {
    const r = loops.rowOf[l];
    if (r < 0) loops.goal[l] = -couplings.bias[-1 - r];
    else if (loops.softness[l] === 0) loops.goal[l] = laws.target[r];
    else loops.setVelocity(l, u, loops.goal);
    loops.carried[l] = 0;
  }
}

/** The active row i of link k is to keep its velocity. */
function setVelocityAsGoal({ own, other, at, otherAt, goal }: Forest, k: number, i: number, u: Float64Array): void {
  const a = at[k];
  const b = otherAt[k];
  let w = 0;
  for (let j = 0; j < 6; j++) w += own[6 * i + j] * u[a + j] + other[6 * i + j] * u[b + j];
  goal[i] = w;
}

/** Displacements of rows: those on a vertical piece mend their gap where it is finite; else they, and sloped ones, hold still. */
export function loadGaps(
  forest: Forest,
  loops: Loops,
  gap: Float64Array,
  couplingGap: Float64Array | undefined,
  part: number,
): void {
  const { active, rowOf, goal, carried, softness } = forest;
  const { firstLink } = forest.plan;
  for (let k = firstLink[part]; k < firstLink[part + 1]; k++) {
    for (let i = 6 * k; i < 6 * k + active[k]; i++) {
      const own = gap[rowOf[i]];
      goal[i] = softness[i] === 0 && Number.isFinite(own) ? -own : 0;
      carried[i] = 0;
    }
  }
  if (!isLooped(forest, part)) return;
  for (let l = 0; l < loops.count; l++) {
    const r = loops.rowOf[l];
    const own = r >= 0 ? gap[r] : (couplingGap?.[-1 - r] ?? 0);
    loops.goal[l] = loops.softness[l] === 0 && Number.isFinite(own) ? -own : 0;
    loops.carried[l] = 0;
  }
}
