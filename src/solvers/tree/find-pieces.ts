// The active set: which piece of its law each row is on. Rows on vertical and sloped pieces are solved for; then each
// row says where, from there, an impulse of its own would lead it on its law. This is a semi-smooth Newton iteration on
// all laws at once.

import { findResponses, INACTIVE } from './factor-forest.js';
import type { Forest } from './forest.js';
import {
  isFree,
  isLocked,
  J_A,
  J_B,
  type JointBlocks,
  LAMBDA,
  RESPONSE,
  ROW_LENGTH,
  SLOPE,
  setVelocityOfRow,
  type TreeProblem,
} from './joint-block.js';
import { isLooped } from './load-rows.js';
import type { ForestPlan } from './plan-forest.js';
import { ALONE, LINE_LAMBDA, LINE_RESPONSE, LINE_W, MET_LAMBDA, MET_W, type RowLaws } from './row-laws.js';
import { addResponseAlone, addResponseOfLink, setResponseOfActive, setResponseOfInactive } from './row-responses.js';

/** A row that is so near its piece stays there: at a corner of a law two pieces are both right [1]. */
const NEAR = 1e-11;
/** A row that answers with less than this share of what its bodies alone would is held by other rows [1]. */
const HELD = 1e-10;

/** Rows of blocks that have no piece yet get one from the velocities as they are; all are put on theirs. */
export function startPieces(forest: Forest, laws: RowLaws, { blocks, u }: TreeProblem): void {
  const { firstRow, row, piece } = blocks;
  const { line } = laws;
  if (blocks.count > 0) laws.reserve(firstRow[blocks.count]);
  for (let block = 0; block < blocks.count; block++) {
    for (let r = firstRow[block]; r < firstRow[block + 1]; r++) {
      if (isFree(row, r)) {
        piece[r] = 1;
        laws.release(r);
        continue;
      }
      if (isLocked(row, r)) piece[r] = 0;
      else if (!laws.hasPiece(row, r, piece[r])) {
        setResponseAlone(forest, blocks, block, r, line);
        line[LINE_RESPONSE] = line[ALONE] > 0 ? line[ALONE] : 1;
        setVelocityOfRow(blocks, block, r, u, line, LINE_W);
        line[LINE_LAMBDA] = row[r * ROW_LENGTH + LAMBDA];
        piece[r] = laws.meet(row, r);
      }
      laws.setPiece(row, r, piece[r]);
    }
  }
}

/** Rows that are beyond a limit by more than `least` are put on its vertical. Parts where any was elsewhere are opened. */
export function meetLimits(
  plan: ForestPlan,
  laws: RowLaws,
  { blocks }: TreeProblem,
  beyond: Float64Array,
  least: number,
  isOpen: Int32Array,
): void {
  const { firstRow, row, piece } = blocks;
  for (let block = 0; block < blocks.count; block++) {
    for (let r = firstRow[block]; r < firstRow[block + 1]; r++) {
      if (!(Math.abs(beyond[r]) > least) || isLocked(row, r)) continue;
      const limit = laws.limitPiece(row, r, beyond[r] > 0);
      if (piece[r] === limit) continue;
      piece[r] = limit;
      laws.setPiece(row, r, limit);
      isOpen[plan.partOfBlock(blocks, block)] = 1;
    }
  }
}

/** Rows that were swept are put on their pieces; their parts are opened. */
export function putOnPieces(plan: ForestPlan, laws: RowLaws, { blocks }: TreeProblem, isOpen: Int32Array): void {
  const { firstRow, row, piece } = blocks;
  for (let block = 0; block < blocks.count; block++) {
    for (let r = firstRow[block]; r < firstRow[block + 1]; r++) {
      if (laws.isSwept[r] === 0) continue;
      laws.setPiece(row, r, piece[r]);
      isOpen[plan.partOfBlock(blocks, block)] = 1;
    }
  }
}

/** Lets go all rows that are not locked, though their pieces stay. */
export function releaseRows(laws: RowLaws, { blocks }: TreeProblem): void {
  for (let r = 0; r < blocks.firstRow[blocks.count]; r++) if (!isLocked(blocks.row, r)) laws.softness[r] = INACTIVE;
}

/** What rows ask for. */
export interface Revision {
  /** How many ask for another piece; how far the furthest is from its law [m/s or rad/s]. */
  changes: number;
  distance: number;
}

/**
 * Finds the rows of a part that are to be on other pieces, and if asked for moves them, or those of trees into the
 * sweeps; adds to the revision. LAMBDA of all rows and `u` are those of a solve.
 */
export function revisePieces(
  forest: Forest,
  laws: RowLaws,
  { blocks, u }: TreeProblem,
  part: number,
  move: boolean,
  toSweep: boolean,
  revision: Revision,
): void {
  const { plan } = forest;
  const { ends, firstRow, row } = blocks;
  const { line } = laws;
  for (let k = plan.firstLink[part]; k < plan.firstLink[part + 1]; k++) {
    const block = plan.block[k];
    if (block < 0) continue;
    let i = 6 * k;
    const isA = ends[2 * block] === plan.body[k];
    for (let r = firstRow[block]; r < firstRow[block + 1]; r++) {
      const isActive = i < 6 * k + forest.active[k] && forest.rowOf[i] === r;
      if (isActive) i++;
      if (isLocked(row, r) || isFree(row, r) || laws.isSwept[r] === 1) continue;
      setVelocityOfRow(blocks, block, r, u, line, LINE_W);
      if (isSettled(laws, blocks, r, move)) continue;
      findResponses(forest, part);
      const at = r * ROW_LENGTH;
      if (isActive) setResponseOfActive(forest, k, i - 1, line, LINE_RESPONSE);
      else setResponseOfInactive(forest, k, row, at + (isA ? J_A : J_B), at + (isA ? J_B : J_A), line, LINE_RESPONSE);
      reviseRow(forest, laws, blocks, block, r, move, toSweep, revision);
    }
  }
  if (!isLooped(forest, part)) return;
  for (let l = 0; l < plan.loopCount; l++) {
    const block = plan.loop[l];
    for (let r = firstRow[block]; r < firstRow[block + 1]; r++) {
      if (isLocked(row, r) || isFree(row, r)) continue;
      setVelocityOfRow(blocks, block, r, u, line, LINE_W);
      if (isSettled(laws, blocks, r, move)) continue;
      findResponses(forest, part);
      line[LINE_RESPONSE] = 0;
      for (let side = 0; side < 2; side++) {
        const body = ends[2 * block + side];
        const at = r * ROW_LENGTH + (side === 0 ? J_A : J_B);
        if (body < plan.links) addResponseOfLink(forest, plan.link[body], row, at, line, LINE_RESPONSE);
      }
      reviseRow(forest, laws, blocks, block, r, move, false, revision);
    }
  }
}

/**
 * Whether a row whose velocity is in the line is on its piece, and nobody asks for its response: where it is on the
 * law, any line that rises meets the law there. The laws of springs and dampers ask for the response, once a step.
 */
function isSettled(laws: RowLaws, { row, piece }: JointBlocks, r: number, move: boolean): boolean {
  const k = r * ROW_LENGTH;
  const isAsked = row[k + SLOPE] !== 0 && row[k + RESPONSE] === 0;
  return move && !isAsked && laws.isHeld[r] === 0 && laws.isOnPiece(row, r, piece[r]);
}

/** A row whose velocity and response are in the line. */
function reviseRow(
  forest: Forest,
  laws: RowLaws,
  blocks: JointBlocks,
  block: number,
  r: number,
  move: boolean,
  toSweep: boolean,
  revision: Revision,
): void {
  const { row, piece } = blocks;
  const { line } = laws;
  setResponseAlone(forest, blocks, block, r, line);
  const alone = line[ALONE];
  if (!(alone > 0)) return;
  // What other rows hold does not move by an impulse of this row: its velocity alone says where it is.
  if (isHeldByOthers(line)) line[LINE_RESPONSE] = HELD * alone;
  const response = line[LINE_RESPONSE];
  row[r * ROW_LENGTH + RESPONSE] = response;
  const w = line[LINE_W];
  const lambda = row[r * ROW_LENGTH + LAMBDA];
  line[LINE_LAMBDA] = lambda;
  const next = laws.meet(row, r);
  // Rows on their piece have been solved for it, but while pieces are searched for, or where a search has left them at a corner.
  if (move && next === piece[r] && laws.isHeld[r] === 0) return;
  const distance = Math.abs(line[MET_W] - w) + response * Math.abs(line[MET_LAMBDA] - lambda);
  if (distance <= NEAR * (1 + Math.abs(w) + response * Math.abs(lambda))) return;
  revision.changes++;
  revision.distance = Math.max(revision.distance, distance);
  if (!move) return;
  piece[r] = next;
  if (toSweep) laws.sweepRow(row, r);
  else laws.setPiece(row, r, next);
}

/** Whether other rows hold a row whose response within its tree, and that of its bodies alone, are in a line. */
export function isHeldByOthers(line: Float64Array): boolean {
  return !(line[LINE_RESPONSE] > HELD * line[ALONE] && line[LINE_RESPONSE] < Number.POSITIVE_INFINITY);
}

/** How row r answers an impulse, were its bodies alone in the world, to the line's ALONE. */
export function setResponseAlone(forest: Forest, { ends, row }: JointBlocks, block: number, r: number, line: Float64Array): void {
  const { links, link } = forest.plan;
  const a = ends[2 * block];
  const b = ends[2 * block + 1];
  line[ALONE] = 0;
  if (a < links) addResponseAlone(forest, link[a], row, r * ROW_LENGTH + J_A, line, ALONE);
  if (b < links) addResponseAlone(forest, link[b], row, r * ROW_LENGTH + J_B, line, ALONE);
}
