// The factorization and the solves of BlockFactorization in TypeScript: what the compiled kernel (kernels/assembly/block-factorization.ts) does,
// in the order in which it does it, to the bit. It serves where a machine has no vectors.

import type { FactorMemory } from './factor-memory.js';

/** A pivot smaller than this share of the largest entry of its row before elimination is rounding: it is put in its place. */
const LEAST_PIVOT = 1e-14;

/** Turns the matrix in `diagonal` and `below` into its factors. */
export function factorizeBlocks(count: number, size: number, memory: FactorMemory): void {
  const { start, diagonal, below, inverse, column } = memory;
  const area = size * size;
  for (let p = 0; p < count; p++) {
    factorizeBlock(diagonal, p * area, size, inverse, p * size);
    const blocks = start[p + 1] - start[p];
    solveRows(below, start[p] * area, blocks * size, size, diagonal, p * area);
    for (let i = 0; i < blocks * area; i++) column[i] = below[start[p] * area + i];
    scaleRows(below, start[p] * area, blocks * size, size, inverse, p * size);
    subtractColumn(p, size, memory);
  }
}

/** Subtracts what column p contributes to the columns after it. */
function subtractColumn(p: number, size: number, { start, rows, diagonal, below, column, where }: FactorMemory): void {
  const area = size * size;
  const first = start[p];
  const end = start[p + 1];
  for (let j = first; j < end; j++) {
    const row = rows[j];
    for (let i = start[row]; i < start[row + 1]; i++) where[rows[i]] = i * area;
    subtract(diagonal, row * area, column, (j - first) * area, below, j * area, size);
    for (let i = j + 1; i < end; i++) subtract(below, where[rows[i]], column, (i - first) * area, below, j * area, size);
  }
}

/** Solves for the right-hand side in `x`, `size` numbers a place, in place. */
export function solveBlocks(count: number, size: number, { start, rows, diagonal, below, inverse, x }: FactorMemory): void {
  const area = size * size;
  for (let p = 0; p < count; p++) {
    const at = p * size;
    for (let r = 1; r < size; r++) {
      let sum = x[at + r];
      for (let c = 0; c < r; c++) sum -= diagonal[p * area + r * size + c] * x[at + c];
      x[at + r] = sum;
    }
    for (let i = start[p]; i < start[p + 1]; i++) subtractProduct(x, rows[i] * size, below, i * area, at, size);
  }
  for (let i = 0; i < count * size; i++) x[i] *= inverse[i];
  for (let p = count - 1; p >= 0; p--) {
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

/** y -= B x of a block, six columns at a time, the products of even and of odd ones summed apart; y and x are parts of one array. */
function subtractProduct(x: Float64Array, to: number, b: Float64Array, atB: number, at: number, size: number): void {
  for (let k = 0; k < size; k += 6) {
    for (let r = 0; r < size; r++) {
      const row = atB + r * size + k;
      const even = b[row] * x[at + k] + b[row + 2] * x[at + k + 2] + b[row + 4] * x[at + k + 4];
      const odd = b[row + 1] * x[at + k + 1] + b[row + 3] * x[at + k + 3] + b[row + 5] * x[at + k + 5];
      x[to + r] -= even + odd;
    }
  }
}
