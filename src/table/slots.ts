// A table whose rows are allocated and released. An id names a row by index and generation, so that the id of a
// released row is never mistaken for that of the row that took its place.

import type { Memory } from './memory.js';
import type { Columns, I32Column, Schema } from './table.js';
import { FIRST_ROWS, i32, Table } from './table.js';

/** Columns of every slot table. `generation` is odd while the row is in use; `nextFree` chains the free rows. */
type SlotColumns = { readonly generation: I32Column; readonly nextFree: I32Column };
type WithSlots<S extends Schema> = S & SlotColumns;

const INDEX_LIMIT = 0x1000000;

export class SlotTable<S extends Schema> extends Table<WithSlots<S>> {
  /** Head of the chain of free rows; -1 if there is none. */
  firstFree = -1;
  /** Number of rows in use. */
  liveCount = 0;
  /** Number of allocations and releases of rows. */
  turnover = 0;

  constructor(memory: Memory, schema: S, capacity = FIRST_ROWS, rowsOfABody = 0) {
    super(memory, { ...schema, generation: i32(), nextFree: i32(1, 'link') } as WithSlots<S>, capacity, rowsOfABody);
  }

  get #slots(): Columns<SlotColumns> {
    return this.columns as never;
  }

  /** Makes room for `rows` more rows, so that allocating them cannot fail. */
  reserve(rows: number): void {
    this.ensureCapacity(this.size + Math.max(0, rows - (this.size - this.liveCount)));
  }

  /** Allocates a row of zeros and returns its index. The row released last is reused first. */
  allocate(): number {
    let row = this.firstFree;
    if (row >= 0) {
      this.firstFree = this.#slots.nextFree[row];
      const generation = this.#slots.generation[row];
      this.clearRows(row, 1);
      this.#slots.generation[row] = generation + 1;
    } else {
      row = this.size;
      if (row >= INDEX_LIMIT) throw new Error(`A table holds at most ${INDEX_LIMIT} rows, and this one is full.`);
      this.ensureCapacity(row + 1);
      this.clearRows(row, 1);
      this.size = row + 1;
      this.#slots.generation[row] = 1;
    }
    this.liveCount++;
    this.turnover++;
    return row;
  }

  release(row: number): void {
    this.#slots.generation[row]++;
    this.#slots.nextFree[row] = this.firstFree;
    this.firstFree = row;
    this.liveCount--;
    this.turnover++;
  }

  override forgetAll(): void {
    super.forgetAll();
    this.firstFree = -1;
    this.liveCount = 0;
  }

  /**
   * Moves all rows in use, scratch included: row i becomes what row source[i] was. Earlier ids name other rows then.
   */
  rearrange(source: Int32Array): void {
    this.rearrangeAll(source, this.liveCount);
    this.firstFree = -1;
    this.turnover++;
  }

  isLive(row: number): boolean {
    return row >= 0 && row < this.size && (this.#slots.generation[row] & 1) === 1;
  }

  idOf(row: number): number {
    return this.#slots.generation[row] * INDEX_LIMIT + row;
  }

  /** The row of an id; -1 if it was released. */
  rowOf(id: number): number {
    const row = rowWithin(id);
    return this.isLive(row) && this.idOf(row) === id ? row : -1;
  }

  /** Whether a row has the given generation: row and generation together are an id. */
  holds(row: number, generation: number): boolean {
    return row < this.size && this.#slots.generation[row] === generation;
  }
}

/** The row and the generation in an id. Handles keep both, since the division takes as long as the access itself. */
export function rowWithin(id: number): number {
  return id - INDEX_LIMIT * generationWithin(id);
}

export function generationWithin(id: number): number {
  return Math.floor(id / INDEX_LIMIT);
}
