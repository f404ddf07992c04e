// The sure way to the pieces of all laws, for when Newton's steps go to and fro. The impulses of rows with laws are the
// minimum of a convex function, half of lambda^T A lambda and an integral of each law. A step of Newton's goes
// downhill, and it is followed until the function is least on its way. Rows whose corner that is are held there, until
// no step leads further down; then that one is let go which would lead furthest. This comes to the minimum in finitely
// many steps, as active-set methods do.

import { grown } from '../quadratic/grown.js';
import { INACTIVE } from './factor-forest.js';
import { isLocked, LAMBDA, ROW_LENGTH, type TreeProblem, velocityOfRow } from './joint-block.js';
import type { Loops } from './loops.js';
import type { ForestPlan } from './plan-forest.js';
import { LINE_LAMBDA, MET_W, MOST_CORNERS, type RowLaws } from './row-laws.js';

/** Halvings of a step's length until it is known to all its digits. */
const HALVINGS = 54;
/** A corner so near to where a step ends is where it ends, as a share of the step [1]. */
const AT_CORNER = 1e-12;
/** A slope of the function that is so small is none, beside the step times 1 and the velocities [1]. */
const ROUNDING = 1e-11;

export class LawSearch {
  /** Rows with laws, and their blocks. */
  #count = 0;
  #row = new Int32Array(0);
  #block = new Int32Array(0);
  /** 1 where a row is held at a corner of its law. */
  #isHeld = new Int32Array(0);
  /** Velocities and impulses of these rows at the beginning of a step, and by how much it changes them. */
  #w = new Float64Array(0);
  #lambda = new Float64Array(0);
  #changeOfW = new Float64Array(0);
  #changeOfLambda = new Float64Array(0);
  /** Velocities of all bodies and impulses of all rows at the beginning of a step. */
  #u = new Float64Array(0);
  #impulses = new Float64Array(0);
  #couplings = new Float64Array(0);
  /** Slope of the function at the beginning of a step by rows of loops alone, and by how much it changes over the step. */
  #slopeOfLoops = 0;
  #bendOfLoops = 0;
  readonly #corners = new Float64Array(MOST_CORNERS);

  /** Rows of the parts that are open hold an impulse that their law allows, for the solve that follows. */
  begin(laws: RowLaws, plan: ForestPlan, isOpen: Int32Array, { blocks }: TreeProblem): void {
    const { row, firstRow } = blocks;
    this.#count = 0;
    for (let block = 0; block < blocks.count; block++) {
      const part = plan.partOfBlock(blocks, block);
      if (part === plan.partCount || isOpen[part] === 0) continue;
      for (let r = firstRow[block]; r < firstRow[block + 1]; r++) {
        if (isLocked(row, r)) continue;
        this.#add(block, r);
        laws.softness[r] = INACTIVE;
        laws.target[r] = laws.nearestLambda(row, r, row[r * ROW_LENGTH + LAMBDA]);
      }
    }
  }

  /** Remembers where a step begins, and puts rows on the pieces that they are on there, but for those that are held. */
  beginStep(laws: RowLaws, { blocks, couplings, u }: TreeProblem): void {
    const rows = blocks.firstRow[blocks.count];
    this.#u = grown(this.#u, u.length);
    this.#impulses = grown(this.#impulses, rows);
    this.#couplings = grown(this.#couplings, couplings.count);
    for (let i = 0; i < u.length; i++) this.#u[i] = u[i];
    for (let r = 0; r < rows; r++) this.#impulses[r] = blocks.row[r * ROW_LENGTH + LAMBDA];
    for (let i = 0; i < couplings.count; i++) this.#couplings[i] = couplings.lambda[i];
    for (let i = 0; i < this.#count; i++) {
      const r = this.#row[i];
      this.#w[i] = velocityOfRow(blocks, this.#block[i], r, u);
      this.#lambda[i] = this.#impulses[r];
      blocks.piece[r] = laws.pieceAt(blocks.row, r, this.#lambda[i], this.#w[i]);
      laws.setPiece(blocks.row, r, blocks.piece[r]);
      if (this.#isHeld[i] === 0) continue;
      laws.isHeld[r] = 1;
      laws.softness[r] = INACTIVE;
      laws.target[r] = this.#lambda[i];
    }
  }

  /** Takes back so much of the step just solved that the function is least. */
  endStep(laws: RowLaws, loops: Loops, problem: TreeProblem): void {
    const { blocks, couplings, u } = problem;
    const { row } = blocks;
    this.#findSlopeOfLoops(loops, problem);
    for (let i = 0; i < this.#count; i++) {
      const r = this.#row[i];
      this.#changeOfW[i] = velocityOfRow(blocks, this.#block[i], r, u) - this.#w[i];
      this.#changeOfLambda[i] = row[r * ROW_LENGTH + LAMBDA] - this.#lambda[i];
    }
    const share = this.#findLeast(laws, row);
    if (share === 1) {
      this.#letGo(laws, row);
      return;
    }
    for (let i = 0; i < u.length; i++) u[i] = this.#u[i] + share * (u[i] - this.#u[i]);
    for (let r = 0; r < blocks.firstRow[blocks.count]; r++) {
      const at = r * ROW_LENGTH + LAMBDA;
      row[at] = this.#impulses[r] + share * (row[at] - this.#impulses[r]);
    }
    for (let i = 0; i < couplings.count; i++) {
      couplings.lambda[i] = this.#couplings[i] + share * (couplings.lambda[i] - this.#couplings[i]);
    }
    for (let i = 0; i < this.#count; i++) this.#putOnCorner(laws, row, i, share);
  }

  #add(block: number, r: number): void {
    const i = this.#count++;
    this.#row = grown(this.#row, i + 1, i);
    this.#block = grown(this.#block, i + 1, i);
    this.#w = grown(this.#w, i + 1);
    this.#lambda = grown(this.#lambda, i + 1);
    this.#changeOfW = grown(this.#changeOfW, i + 1);
    this.#changeOfLambda = grown(this.#changeOfLambda, i + 1);
    this.#isHeld = grown(this.#isHeld, i + 1, i);
    this.#isHeld[i] = 0;
    this.#row[i] = r;
    this.#block[i] = block;
  }

  #findLeast(laws: RowLaws, row: Float64Array): number {
    let rounding = 0;
    for (let i = 0; i < this.#count; i++) rounding += ROUNDING * Math.abs(this.#changeOfLambda[i]) * (1 + Math.abs(this.#w[i]));
    if (this.#slope(laws, row, 1) <= rounding) return 1;
    let low = 0;
    let high = 1;
    for (let i = 0; i < HALVINGS; i++) {
      const middle = 0.5 * (low + high);
      if (this.#slope(laws, row, middle) <= 0) low = middle;
      else high = middle;
    }
    return high;
  }

  /** The slope of the function along the step, at a share of it. */
  #slope(laws: RowLaws, row: Float64Array, share: number): number {
    let slope = this.#slopeOfLoops + share * this.#bendOfLoops;
    for (let i = 0; i < this.#count; i++) {
      const change = this.#changeOfLambda[i];
      if (change === 0) continue;
      laws.line[LINE_LAMBDA] = this.#lambda[i] + share * change;
      laws.meetLambda(row, this.#row[i]);
      slope += change * (this.#w[i] + share * this.#changeOfW[i] - laws.line[MET_W]);
    }
    return slope;
  }

  /** Loops that cannot close on the pieces at hand have a share in the function as well. */
  #findSlopeOfLoops(loops: Loops, { blocks, couplings, u }: TreeProblem): void {
    this.#slopeOfLoops = 0;
    this.#bendOfLoops = 0;
    for (let l = 0; l < loops.count; l++) {
      const r = loops.rowOf[l];
      if (r >= 0 && !isLocked(blocks.row, r)) continue;
      loops.setVelocity(l, this.#u, loops.wanted);
      const w = loops.wanted[l];
      loops.setVelocity(l, u, loops.wanted);
      const change =
        r >= 0 ? blocks.row[r * ROW_LENGTH + LAMBDA] - this.#impulses[r] : couplings.lambda[-1 - r] - this.#couplings[-1 - r];
      this.#slopeOfLoops += change * (w - loops.goal[l]);
      this.#bendOfLoops += change * (loops.wanted[l] - w);
    }
  }

  /** Lets that row go whose velocity, after a whole step, is furthest from that of its corner. */
  #letGo(laws: RowLaws, row: Float64Array): void {
    let furthest = 0;
    let first = -1;
    for (let i = 0; i < this.#count; i++) {
      if (this.#isHeld[i] === 0) continue;
      const distance = laws.distanceAt(row, this.#row[i], this.#lambda[i], this.#w[i] + this.#changeOfW[i]);
      if (distance <= furthest) continue;
      furthest = distance;
      first = i;
    }
    if (first >= 0) this.#isHeld[first] = 0;
  }

  /** Row i's impulse is a corner's where the step ends there. */
  #putOnCorner(laws: RowLaws, row: Float64Array, i: number, share: number): void {
    const change = this.#changeOfLambda[i];
    if (change === 0) return;
    const count = laws.corners(row, this.#row[i], this.#corners);
    for (let j = 0; j < count; j++) {
      const corner = this.#corners[j];
      if (Math.abs(this.#lambda[i] + share * change - corner) <= AT_CORNER * Math.abs(change)) {
        row[this.#row[i] * ROW_LENGTH + LAMBDA] = corner;
        this.#isHeld[i] = 1;
      }
    }
  }
}
