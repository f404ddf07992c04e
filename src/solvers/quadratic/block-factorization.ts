// L D L^T of a sparse symmetric matrix of square blocks, without pivoting, right-looking. It exists for matrices that are definite or
// quasi-definite (Vanderbei, "Symmetric quasidefinite matrices", 1995): D may have negative entries, but none is zero in whatever
// order. Blocks are dense and row-major; a block is a body's six velocities, or twice that.
//
// The compiled kernel does the work where it can, reference-factorization.ts elsewhere; both give the same bits.

import { EliminationOrder } from './elimination-order.js';
import { FactorMemory } from './factor-memory.js';
import { factorizeBlocks, solveBlocks } from './reference-factorization.js';

export class BlockFactorization {
  readonly elimination = new EliminationOrder();
  /** Rows of a block: 6 or 12. */
  size = 6;
  readonly #memory: FactorMemory;
  #count = 0;

  /** Without the kernel unless `isCompiled`. */
  constructor(isCompiled = true) {
    this.#memory = new FactorMemory(isCompiled);
  }

  /** Diagonal blocks by place, until the next analysis. */
  get diagonal(): Float64Array {
    return this.#memory.diagonal;
  }

  /** Blocks below the diagonal, in the order of the elimination's rows, until the next analysis. */
  get below(): Float64Array {
    return this.#memory.below;
  }

  /** The pattern of `count` nodes and the edges between them, for blocks of `size` rows. */
  analyse(count: number, pairs: number, ends: Int32Array, size: number): void {
    this.elimination.find(count, pairs, ends);
    const { start, rows } = this.elimination;
    this.size = size;
    this.#count = count;
    let longest = 0;
    for (let p = 0; p < count; p++) longest = Math.max(longest, start[p + 1] - start[p]);
    const memory = this.#memory;
    memory.reserve(count, start[count], longest, size);
    for (let p = 0; p <= count; p++) memory.start[p] = start[p];
    for (let i = 0; i < start[count]; i++) memory.rows[i] = rows[i];
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
    const { kernel, start, rows, diagonal, below, inverse, column, transposed, where } = this.#memory;
    if (kernel === null) {
      factorizeBlocks(this.#count, this.size, this.#memory);
      return;
    }
    kernel.factorizeBlocks(
      this.#count,
      this.size,
      start.byteOffset,
      rows.byteOffset,
      diagonal.byteOffset,
      below.byteOffset,
      inverse.byteOffset,
      column.byteOffset,
      transposed.byteOffset,
      where.byteOffset,
    );
  }

  /** Solves for the right-hand side in `b`, `size` numbers a place, in place. */
  solve(b: Float64Array): void {
    const { kernel, start, rows, diagonal, below, inverse, x } = this.#memory;
    const length = this.#count * this.size;
    for (let i = 0; i < length; i++) x[i] = b[i];
    if (kernel === null) solveBlocks(this.#count, this.size, this.#memory);
    else {
      kernel.solveBlocks(
        this.#count,
        this.size,
        start.byteOffset,
        rows.byteOffset,
        diagonal.byteOffset,
        below.byteOffset,
        inverse.byteOffset,
        x.byteOffset,
      );
    }
    for (let i = 0; i < length; i++) b[i] = x[i];
  }
}
