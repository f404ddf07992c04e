// Rows that close rings, and gears: what a tree cannot hold is added by a Schur complement over it. U = Phi J^T has a
// column for each such row, G = J U + softness is dense. Rows that depend on others, as three of a planar four-bar's
// do, are found by pivots that are next to nothing beside what the row's bodies would answer alone. They yield a
// little, so that they carry nothing where the others keep them as well. Where the others do not, because limits that
// are met leave a loop no way to close, they push hard, and laws that give way are found by that.

import { grown } from '../quadratic/grown.js';
import { INACTIVE, solveForest } from './factor-forest.js';
import type { Forest } from './forest.js';
import { blockOfRow, J_A, J_B, type JointBlocks, ROW_LENGTH, type TreeProblem } from './joint-block.js';
import { addResponseAlone } from './row-responses.js';

/** Ends of a row: two joints of two bodies each, at most. */
export const ENDS = 4;
const J_LENGTH = 6 * ENDS;
/** A row is dependent when so little of its bodies' own answer is left by the others [1]. */
const DEPENDENT = 1e-11;
/** By what share of its bodies' own answer a dependent row yields [1]. */
const YIELDING = 1e-6;

export class Loops {
  count = 0;
  /** One a row: its number among the problem's rows, or -1 - the number of its coupling. */
  rowOf = new Int32Array(0);
  /** ENDS a row: link, and place of the body's velocities in `u`; J, with zeros where there is no such end. */
  link = new Int32Array(0);
  at = new Int32Array(0);
  jacobian = new Float64Array(0);
  softness = new Float64Array(0);
  /** Softness of dependent rows, on top of that of their laws. */
  yielding = new Float64Array(0);
  /** As those of Forest. */
  wanted = new Float64Array(0);
  change = new Float64Array(0);
  goal = new Float64Array(0);
  carried = new Float64Array(0);
  /** Columns of U, by row: six numbers a link. */
  columns = new Float64Array(0);
  /** L and D of G, count x count, its rows and columns in the order of rows; pivots in their order. */
  #factor = new Float64Array(0);
  #order = new Int32Array(0);
  #scale = new Float64Array(0);
  #impulse = new Float64Array(0);

  factor(forest: Forest, problem: TreeProblem, softness: Float64Array): void {
    this.#gather(forest, problem, softness);
    if (this.count === 0) return;
    const { count } = this;
    const length = 6 * forest.plan.links;
    this.columns = grown(this.columns, count * length);
    this.#factor = grown(this.#factor, count * count);
    this.#order = grown(this.#order, count);
    this.#scale = grown(this.#scale, count);
    this.#impulse = grown(this.#impulse, length);
    forest.impulse.fill(0, 0, length);
    forest.wanted.fill(0, 0, length);
    for (let l = 0; l < count; l++) this.#solveColumn(forest, l);
    this.#fillMatrix(forest);
    this.#eliminate();
  }

  /** J of row l times six numbers a link at values[from ..], to to[i]: numbers that functions return may be allocated. */
  setRowTimes(l: number, values: Float64Array, from: number, links: number, to: Float64Array, i: number): void {
    let sum = 0;
    for (let e = ENDS * l; e < ENDS * l + ENDS; e++) {
      const k = this.link[e];
      if (k === links) continue;
      for (let j = 0; j < 6; j++) sum += this.jacobian[6 * e + j] * values[from + 6 * k + j];
    }
    to[i] = sum;
  }

  /** J u of row l, to to[l]. */
  setVelocity(l: number, u: Float64Array, to: Float64Array): void {
    let w = 0;
    for (let e = ENDS * l; e < ENDS * l + ENDS; e++) {
      for (let j = 0; j < 6; j++) w += this.jacobian[6 * e + j] * u[this.at[e] + j];
    }
    to[l] = w;
  }

  /** x = G^-1 x at x[at ..]. */
  solveMatrix(x: Float64Array, at: number): void {
    const factor = this.#factor;
    const order = this.#order;
    const n = this.count;
    for (let t = 0; t < n; t++) {
      const p = order[t];
      for (let s = t + 1; s < n; s++) x[at + order[s]] -= factor[order[s] * n + p] * x[at + p];
    }
    for (let t = n - 1; t >= 0; t--) {
      const p = order[t];
      let sum = x[at + p] / factor[p * n + p];
      for (let s = t + 1; s < n; s++) sum -= factor[order[s] * n + p] * x[at + order[s]];
      x[at + p] = sum;
    }
  }

  /** Adds J^T lambda of all rows to impulses of links. */
  push(lambda: Float64Array, impulse: Float64Array, links: number): void {
    for (let e = 0; e < ENDS * this.count; e++) {
      const k = this.link[e];
      if (k === links) continue;
      const push = lambda[(e / ENDS) | 0];
      for (let j = 0; j < 6; j++) impulse[6 * k + j] += this.jacobian[6 * e + j] * push;
    }
  }

  /** solveForest of the links before `to`, with the rows of loops as well. */
  solveAll(forest: Forest, to: number): void {
    const { links } = forest.plan;
    if (this.count === 0) {
      solveForest(forest, 0, to);
      return;
    }
    const kept = this.#impulse;
    for (let i = 0; i < 6 * to; i++) kept[i] = forest.impulse[i];
    solveForest(forest, 0, to);
    for (let l = 0; l < this.count; l++) {
      this.setRowTimes(l, forest.answer, 0, links, this.change, l);
      this.change[l] = this.wanted[l] - this.change[l];
    }
    this.solveMatrix(this.change, 0);
    for (let i = 0; i < 6 * to; i++) forest.impulse[i] = kept[i];
    this.push(this.change, forest.impulse, links);
    solveForest(forest, 0, to);
  }

  #gather(forest: Forest, { blocks, couplings }: TreeProblem, softness: Float64Array): void {
    const { plan } = forest;
    this.count = 0;
    for (let i = 0; i < plan.loopCount; i++) {
      const block = plan.loop[i];
      for (let r = blocks.firstRow[block]; r < blocks.firstRow[block + 1]; r++) {
        if (softness[r] === INACTIVE) continue;
        const l = this.#add(r, softness[r]);
        this.#setEnds(forest, l, 0, blocks, block, r, 1);
      }
    }
    for (let i = 0; i < couplings.count; i++) {
      const l = this.#add(-1 - i, 0);
      for (let side = 0; side < 2; side++) {
        const r = couplings.rows[2 * i + side];
        this.#setEnds(forest, l, 2 * side, blocks, blockOfRow(blocks, r), r, side === 0 ? -couplings.ratio[i] : 1);
      }
    }
  }

  #add(row: number, softness: number): number {
    const l = this.count++;
    this.rowOf = grown(this.rowOf, l + 1, l);
    this.link = grown(this.link, ENDS * (l + 1), ENDS * l);
    this.at = grown(this.at, ENDS * (l + 1), ENDS * l);
    this.jacobian = grown(this.jacobian, J_LENGTH * (l + 1), J_LENGTH * l);
    this.softness = grown(this.softness, l + 1, l);
    this.yielding = grown(this.yielding, l + 1, l);
    this.wanted = grown(this.wanted, l + 1, l);
    this.change = grown(this.change, l + 1, l);
    this.goal = grown(this.goal, l + 1, l);
    this.carried = grown(this.carried, l + 1, l);
    this.rowOf[l] = row;
    this.softness[l] = softness;
    this.yielding[l] = 0;
    this.jacobian.fill(0, J_LENGTH * l, J_LENGTH * (l + 1));
    return l;
  }

  /** Two ends of row l, from end `end` on, are those of a block, and J is `factor` times that of its row r. */
  #setEnds(forest: Forest, l: number, end: number, blocks: JointBlocks, block: number, r: number, factor: number): void {
    const { links, link } = forest.plan;
    for (let side = 0; side < 2; side++) {
      const e = ENDS * l + end + side;
      const body = blocks.ends[2 * block + side];
      this.link[e] = body < links ? link[body] : links;
      this.at[e] = 6 * body;
      const from = r * ROW_LENGTH + (side === 0 ? J_A : J_B);
      for (let j = 0; j < 6; j++) this.jacobian[6 * e + j] = factor * blocks.row[from + j];
    }
    // A row of one block has no third and fourth end: they repeat the others with J = 0.
    if (this.rowOf[l] < 0) return;
    for (let side = 2; side < ENDS; side++) {
      this.link[ENDS * l + side] = links;
      this.at[ENDS * l + side] = this.at[ENDS * l];
    }
  }

  #solveColumn(forest: Forest, l: number): void {
    const { plan, impulse, answer } = forest;
    const { links } = plan;
    const column = l * 6 * links;
    let from = links;
    let to = 0;
    for (let e = ENDS * l; e < ENDS * l + ENDS; e++) {
      const k = this.link[e];
      if (k === links) continue;
      from = Math.min(from, plan.root[k]);
      to = Math.max(to, plan.last[plan.root[k]] + 1);
      for (let j = 0; j < 6; j++) impulse[6 * k + j] += this.jacobian[6 * e + j];
    }
    this.columns.fill(0, column, column + 6 * links);
    solveForest(forest, from, to);
    for (let i = 6 * from; i < 6 * to; i++) this.columns[column + i] = answer[i];
    impulse.fill(0, 6 * from, 6 * to);
  }

  #fillMatrix(forest: Forest): void {
    const { links } = forest.plan;
    const n = this.count;
    for (let l = 0; l < n; l++) {
      for (let m = 0; m <= l; m++) {
        this.setRowTimes(l, this.columns, m * 6 * links, links, this.#factor, l * n + m);
        this.#factor[m * n + l] = this.#factor[l * n + m];
      }
      this.#factor[l * n + l] += this.softness[l];
      this.#scale[l] = this.softness[l];
      for (let e = ENDS * l; e < ENDS * l + ENDS; e++) {
        if (this.link[e] < links) addResponseAlone(forest, this.link[e], this.jacobian, 6 * e, this.#scale, l);
      }
    }
  }

  /** L D L^T with the largest pivot first, beside the row's scale. */
  #eliminate(): void {
    const factor = this.#factor;
    const order = this.#order;
    const n = this.count;
    let independent = true;
    for (let l = 0; l < n; l++) order[l] = l;
    for (let t = 0; t < n; t++) {
      this.#bringLargest(t);
      const p = order[t];
      if (independent && !(factor[p * n + p] > DEPENDENT * this.#scale[p])) {
        independent = false;
        this.#yield(t);
      }
      const pivot = factor[p * n + p];
      for (let s = t + 1; s < n; s++) {
        const i = order[s];
        const l = factor[i * n + p] / pivot;
        for (let q = t + 1; q <= s; q++) {
          const j = order[q];
          const entry = factor[i * n + j] - l * factor[p * n + j];
          factor[i * n + j] = entry;
          factor[j * n + i] = entry;
        }
      }
      for (let s = t + 1; s < n; s++) factor[order[s] * n + p] /= pivot;
    }
  }

  /** From pivot t on, all rows depend on those before. */
  #yield(t: number): void {
    const n = this.count;
    for (let s = t; s < n; s++) {
      const p = this.#order[s];
      this.yielding[p] = this.#scale[p] > 0 ? YIELDING * this.#scale[p] : 1;
      this.#factor[p * n + p] += this.yielding[p];
    }
  }

  #bringLargest(t: number): void {
    const order = this.#order;
    const n = this.count;
    let best = t;
    let largest = -1;
    for (let s = t; s < n; s++) {
      const p = order[s];
      const share = this.#factor[p * n + p] / this.#scale[p];
      if (share > largest) {
        largest = share;
        best = s;
      }
    }
    const p = order[best];
    order[best] = order[t];
    order[t] = p;
  }
}
