// The arrays of a factorization, in one block of memory on which the compiled kernel works too. Where they have become too small, larger ones
// take their place in a new block: growing one in place would detach its buffer, which makes V8 slow everywhere (table/memory.ts).

import type { FactorizationKernel } from '../../kernels/kernel.js';
import { makeKernel, makeMemory } from '../../kernels/kernel.js';

const DOUBLE_BYTES = 8;
const INT_BYTES = 4;

export class FactorMemory {
  /** Null where the arrays are for TypeScript alone. */
  kernel: FactorizationKernel | null = null;
  /** Diagonal blocks by place. */
  diagonal = new Float64Array(0);
  /** Blocks below the diagonal, column by column. */
  below = new Float64Array(0);
  /** Reciprocals of D. */
  inverse = new Float64Array(0);
  /** Right-hand side and solution. */
  x = new Float64Array(0);
  /** L D of the column at hand, and L^T of its blocks. */
  column = new Float64Array(0);
  transposed = new Float64Array(0);
  /** The pattern, as of EliminationOrder. */
  start = new Int32Array(0);
  rows = new Int32Array(0);
  /** Where the block of a row is, in the column at hand. */
  where = new Int32Array(0);
  readonly #isCompiled: boolean;

  constructor(isCompiled: boolean) {
    this.#isCompiled = isCompiled;
  }

  /** Room for `count` columns with `blocks` below the diagonal, `longest` in one at most. What was in the arrays may be lost. */
  reserve(count: number, blocks: number, longest: number, size: number): void {
    const area = size * size;
    const isEnough =
      this.diagonal.length >= count * area &&
      this.below.length >= blocks * area &&
      this.inverse.length >= count * size &&
      this.column.length >= longest * area &&
      this.where.length >= count &&
      this.rows.length >= blocks;
    if (isEnough) return;
    const lengths = {
      diagonal: roomFor(this.diagonal, count * area),
      below: roomFor(this.below, blocks * area),
      inverse: roomFor(this.inverse, count * size),
      column: roomFor(this.column, longest * area),
      where: roomFor(this.where, count),
      rows: roomFor(this.rows, blocks),
    };
    const doubles = lengths.diagonal + lengths.below + 2 * lengths.inverse + 2 * lengths.column;
    const ints = 2 * lengths.where + 1 + lengths.rows;
    this.#bindViews(this.#makeBuffer(doubles * DOUBLE_BYTES + ints * INT_BYTES), lengths);
  }

  #makeBuffer(bytes: number): ArrayBuffer {
    const memory = this.#isCompiled ? makeMemory(bytes) : null;
    this.kernel = memory === null ? null : makeKernel(memory);
    return memory === null ? new ArrayBuffer(bytes) : memory.buffer;
  }

  #bindViews(buffer: ArrayBuffer, lengths: Record<'diagonal' | 'below' | 'inverse' | 'column' | 'where' | 'rows', number>): void {
    let at = 0;
    const doubles = (length: number): Float64Array<ArrayBuffer> => {
      const view = new Float64Array(buffer, at, length);
      at += length * DOUBLE_BYTES;
      return view;
    };
    const ints = (length: number): Int32Array<ArrayBuffer> => {
      const view = new Int32Array(buffer, at, length);
      at += length * INT_BYTES;
      return view;
    };
    this.diagonal = doubles(lengths.diagonal);
    this.below = doubles(lengths.below);
    this.column = doubles(lengths.column);
    this.transposed = doubles(lengths.column);
    this.inverse = doubles(lengths.inverse);
    this.x = doubles(lengths.inverse);
    this.where = ints(lengths.where);
    this.start = ints(lengths.where + 1);
    this.rows = ints(lengths.rows);
  }
}

/** How long an array is to be that must hold `length` numbers. */
function roomFor(array: Float64Array | Int32Array, length: number): number {
  return array.length >= length ? array.length : Math.max(2 * array.length, length);
}
