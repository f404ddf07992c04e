// The active set: which piece of its law each row is on. Rows on vertical and sloped pieces are solved for; then each row says where,
// from there, an impulse of its own would lead it on its law. This is a semi-smooth Newton iteration on all laws at once.

import type { Forest } from './forest.js';
import { isLocked, J_A, J_B, type JointBlocks, LAMBDA, RESPONSE, ROW_LENGTH, type TreeProblem } from './joint-block.js';
import type { RowLaws } from './row-laws.js';
import { responseAlone, responseOfActive, responseOfInactive, responseOfLink } from './row-responses.js';

/** A row that is so near its piece stays there: at a corner of a law two pieces are both right [1]. */
const NEAR = 1e-11;
/** A row that answers with less than this share of what its bodies alone would is held by other rows [1]. */
const HELD = 1e-10;

/** Rows of blocks that have no piece yet get one from the velocities as they are; all are put on theirs. */
export function startPieces(forest: Forest, laws: RowLaws, { blocks, u }: TreeProblem): void {
  const { firstRow, row, piece, ends } = blocks;
  if (blocks.count > 0) laws.reserve(firstRow[blocks.count]);
  for (let block = 0; block < blocks.count; block++) {
    for (let r = firstRow[block]; r < firstRow[block + 1]; r++) {
      const k = r * ROW_LENGTH;
      if (!laws.hasPiece(row, r, piece[r])) {
        if (isLocked(row, r)) piece[r] = 0;
        else {
          const response = responseOfEnds(forest, ends, block, row, k, responseAlone);
          piece[r] = laws.meet(row, r, response > 0 ? response : 1, velocityOfRow(blocks, block, r, u), row[k + LAMBDA]);
        }
      }
      laws.setPiece(row, r, piece[r]);
    }
  }
}

/** What rows ask for. */
export interface Revision {
  /** How many ask for another piece; how far the furthest is from its law [m/s or rad/s]. */
  changes: number;
  distance: number;
}

/** Finds the rows that are to be on other pieces, and if asked for moves them. LAMBDA of all rows and `u` are those of a solve. */
export function revisePieces(forest: Forest, laws: RowLaws, { blocks, u }: TreeProblem, move: boolean, revision: Revision): void {
  const { plan } = forest;
  const { ends, firstRow, row } = blocks;
  revision.changes = 0;
  revision.distance = 0;
  for (let k = 0; k < plan.links; k++) {
    const block = plan.block[k];
    if (block < 0) continue;
    let i = forest.firstActive[k];
    const isA = ends[2 * block] === plan.body[k];
    for (let r = firstRow[block]; r < firstRow[block + 1]; r++) {
      const isActive = i < forest.firstActive[k + 1] && forest.rowOf[i] === r;
      if (isActive) i++;
      const at = r * ROW_LENGTH;
      if (isLocked(row, r)) continue;
      const response = isActive
        ? responseOfActive(forest, k, i - 1)
        : responseOfInactive(forest, k, row, at + (isA ? J_A : J_B), at + (isA ? J_B : J_A));
      reviseRow(forest, laws, blocks, block, r, response, u, move, revision);
    }
  }
  for (let l = 0; l < plan.loopCount; l++) {
    const block = plan.loop[l];
    for (let r = firstRow[block]; r < firstRow[block + 1]; r++) {
      const at = r * ROW_LENGTH;
      if (isLocked(row, r)) continue;
      reviseRow(forest, laws, blocks, block, r, responseOfEnds(forest, ends, block, row, at, responseOfLink), u, move, revision);
    }
  }
}

function reviseRow(
  forest: Forest,
  laws: RowLaws,
  blocks: JointBlocks,
  block: number,
  r: number,
  known: number,
  u: Float64Array,
  move: boolean,
  revision: Revision,
): void {
  const { row, piece } = blocks;
  const at = r * ROW_LENGTH;
  const alone = responseOfEnds(forest, blocks.ends, block, row, at, responseAlone);
  if (!(alone > 0)) return;
  // What other rows hold does not move by an impulse of this row: its velocity alone says where it is.
  const response = known > HELD * alone && known < Number.POSITIVE_INFINITY ? known : HELD * alone;
  row[at + RESPONSE] = response;
  const w = velocityOfRow(blocks, block, r, u);
  const lambda = row[at + LAMBDA];
  const next = laws.meet(row, r, response, w, lambda);
  // Rows on their piece have been solved for it, but while pieces are searched for.
  if (move && next === piece[r]) return;
  const distance = Math.abs(laws.point.w - w) + response * Math.abs(laws.point.lambda - lambda);
  if (distance <= NEAR * (1 + Math.abs(w) + response * Math.abs(lambda))) return;
  revision.changes++;
  revision.distance = Math.max(revision.distance, distance);
  if (!move) return;
  piece[r] = next;
  laws.setPiece(row, r, next);
}

function responseOfEnds(
  forest: Forest,
  ends: Int32Array,
  block: number,
  row: Float64Array,
  at: number,
  responseOf: (forest: Forest, link: number, row: Float64Array, at: number) => number,
): number {
  const { links, link } = forest.plan;
  const a = ends[2 * block];
  const b = ends[2 * block + 1];
  return (
    (a < links ? responseOf(forest, link[a], row, at + J_A) : 0) + (b < links ? responseOf(forest, link[b], row, at + J_B) : 0)
  );
}

/** J u of a row. */
export function velocityOfRow({ ends, row }: JointBlocks, block: number, r: number, u: Float64Array): number {
  const a = 6 * ends[2 * block];
  const b = 6 * ends[2 * block + 1];
  const k = r * ROW_LENGTH;
  let w = 0;
  for (let j = 0; j < 6; j++) w += row[k + J_A + j] * u[a + j] + row[k + J_B + j] * u[b + j];
  return w;
}
