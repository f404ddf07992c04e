// L D L^T of a sparse symmetric matrix of square blocks, without pivoting, right-looking. It exists for matrices that are definite or
// quasi-definite (Vanderbei, "Symmetric quasidefinite matrices", 1995): D may have negative entries, but none is zero in whatever
// order. Blocks are dense and row-major; a block is a body's six velocities, or twice that.

import { EliminationOrder } from './elimination-order.js';
import { grown } from './grown.js';

/** A pivot smaller than this share of the largest entry of its row before elimination is rounding: it is put in its place. */
const LEAST_PIVOT = 1e-14;

export class BlockFactorization {
  readonly elimination = new EliminationOrder();
  /** Rows of a block. */
  size = 6;
  /** Diagonal blocks by place. */
  diagonal = new Float64Array(0);
  /** Blocks below the diagonal, in the order of the elimination's rows. */
  below = new Float64Array(0);
  #count = 0;
  /** Reciprocals of D. */
  #inverse = new Float64Array(0);
  /** L D of the column at hand. */
  #column = new Float64Array(0);
  /** Where the block of a row is, in the column at hand. */
  #where = new Int32Array(0);

  /** The pattern of `count` nodes and the edges between them, for blocks of `size` rows. */
  analyse(count: number, pairs: number, ends: Int32Array, size: number): void {
    this.elimination.find(count, pairs, ends);
    const { start } = this.elimination;
    const area = size * size;
    this.size = size;
    this.#count = count;
    this.diagonal = grown(this.diagonal, count * area);
    this.below = grown(this.below, start[count] * area);
    this.#inverse = grown(this.#inverse, count * size);
    this.#where = grown(this.#where, count);
    let longest = 0;
    for (let p = 0; p < count; p++) longest = Math.max(longest, start[p + 1] - start[p]);
    this.#column = grown(this.#column, longest * area);
  }

  /** Offset in `below` of the block that joins two nodes, whose edge was part of what was analysed. */
  offsetOf(a: number, b: number): number {
    const { place, start, rows } = this.elimination;
    const column = Math.min(place[a], place[b]);
    const row = Math.max(place[a], place[b]);
    let low = start[column];
    let high = start[column + 1] - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (rows[middle] < row) low = middle + 1;
      else high = middle;
    }
    return low * this.size * this.size;
  }

  clear(): void {
    const area = this.size * this.size;
    this.diagonal.fill(0, 0, this.#count * area);
    this.below.fill(0, 0, this.elimination.start[this.#count] * area);
  }

  /** Turns the matrix in `diagonal` and `below` into its factors. */
  factorize(): void {
    const { start } = this.elimination;
    const { size, diagonal, below } = this;
    const area = size * size;
    for (let p = 0; p < this.#count; p++) {
      factorizeBlock(diagonal, p * area, size, this.#inverse, p * size);
      const count = start[p + 1] - start[p];
      if (count === 0) continue;
      solveRows(below, start[p] * area, count * size, size, diagonal, p * area);
      for (let i = 0; i < count * area; i++) this.#column[i] = below[start[p] * area + i];
      scaleRows(below, start[p] * area, count * size, size, this.#inverse, p * size);
      this.#update(p);
    }
  }

  /** Subtracts what column p contributes to the columns after it. */
  #update(p: number): void {
    const { start, rows } = this.elimination;
    const { size, diagonal, below } = this;
    const area = size * size;
    const where = this.#where;
    const first = start[p];
    const end = start[p + 1];
    for (let j = first; j < end; j++) {
      const row = rows[j];
      for (let i = start[row]; i < start[row + 1]; i++) where[rows[i]] = i * area;
      subtract(diagonal, row * area, this.#column, (j - first) * area, below, j * area, size);
      for (let i = j + 1; i < end; i++) {
        subtract(below, where[rows[i]], this.#column, (i - first) * area, below, j * area, size);
      }
    }
  }

  /** Solves for the right-hand side in `x`, `size` numbers a place, in place. */
  solve(x: Float64Array): void {
    const { start, rows } = this.elimination;
    const { size, diagonal, below } = this;
    const area = size * size;
    for (let p = 0; p < this.#count; p++) {
      const at = p * size;
      for (let r = 1; r < size; r++) {
        let sum = x[at + r];
        for (let c = 0; c < r; c++) sum -= diagonal[p * area + r * size + c] * x[at + c];
        x[at + r] = sum;
      }
      for (let i = start[p]; i < start[p + 1]; i++) {
        const to = rows[i] * size;
        for (let r = 0; r < size; r++) {
          let sum = x[to + r];
          for (let c = 0; c < size; c++) sum -= below[i * area + r * size + c] * x[at + c];
          x[to + r] = sum;
        }
      }
    }
    for (let i = 0; i < this.#count * size; i++) x[i] *= this.#inverse[i];
    for (let p = this.#count - 1; p >= 0; p--) {
      const at = p * size;
      for (let i = start[p]; i < start[p + 1]; i++) {
        const from = rows[i] * size;
        for (let r = 0; r < size; r++) {
          const value = x[from + r];
          for (let c = 0; c < size; c++) x[at + c] -= below[i * area + r * size + c] * value;
        }
      }
      for (let r = size - 1; r > 0; r--) {
        const value = x[at + r];
        for (let c = 0; c < r; c++) x[at + c] -= diagonal[p * area + r * size + c] * value;
      }
    }
  }
}

/** L D L^T of a diagonal block: L below its diagonal, the reciprocals of D in `inverse`. */
function factorizeBlock(a: Float64Array, at: number, size: number, inverse: Float64Array, to: number): void {
  for (let c = 0; c < size; c++) {
    const row = at + c * size;
    const before = Math.abs(a[row + c]);
    let pivot = a[row + c];
    for (let k = 0; k < c; k++) {
      // a[row + k] is L D until here, and L from here on.
      const product = a[row + k];
      const entry = product * inverse[to + k];
      pivot -= product * entry;
      a[row + k] = entry;
    }
    if (!(Math.abs(pivot) > LEAST_PIVOT * before)) pivot = LEAST_PIVOT * (before > 0 ? before : 1);
    inverse[to + c] = 1 / pivot;
    for (let r = c + 1; r < size; r++) {
      const other = at + r * size;
      let sum = a[other + c];
      for (let k = 0; k < c; k++) sum -= a[other + k] * a[row + k];
      a[other + c] = sum;
    }
  }
}

/** Rows of blocks times L^-T: L D of the column. */
function solveRows(b: Float64Array, from: number, count: number, size: number, a: Float64Array, at: number): void {
  for (let i = 0; i < count; i++) {
    const row = from + i * size;
    for (let c = 1; c < size; c++) {
      let sum = b[row + c];
      for (let k = 0; k < c; k++) sum -= b[row + k] * a[at + c * size + k];
      b[row + c] = sum;
    }
  }
}

/** L D to L. */
function scaleRows(b: Float64Array, from: number, count: number, size: number, inverse: Float64Array, at: number): void {
  for (let i = 0; i < count; i++) for (let c = 0; c < size; c++) b[from + i * size + c] *= inverse[at + c];
}

/** C -= Y B^T for blocks of `size` rows, six columns of the sum at a time: nine tenths of the time of a factorization go here. */
function subtract(c: Float64Array, atC: number, y: Float64Array, atY: number, b: Float64Array, atB: number, size: number): void {
  for (let k = 0; k < size; k += 6) {
    for (let i = 0; i < size; i++) {
      const row = atY + i * size + k;
      const y0 = y[row];
      const y1 = y[row + 1];
      const y2 = y[row + 2];
      const y3 = y[row + 3];
      const y4 = y[row + 4];
      const y5 = y[row + 5];
      const to = atC + i * size;
      let at = atB + k;
      for (let j = 0; j < size; j++) {
        c[to + j] -= y0 * b[at] + y1 * b[at + 1] + y2 * b[at + 2] + y3 * b[at + 3] + y4 * b[at + 4] + y5 * b[at + 5];
        at += size;
      }
    }
  }
}
