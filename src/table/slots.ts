// A table whose rows come and go. A row is named by an id of index and generation, so that the id of a row that is gone is never
// mistaken for the one that took its place.

import type { Memory } from './memory.js';
import type { Columns, I32Column, Schema } from './table.js';
import { i32, Table } from './table.js';

/** Columns every slotted table has: `generation` is odd while the row is in use; `nextFree` chains the free rows. */
type SlotColumns = { readonly generation: I32Column; readonly nextFree: I32Column };
type WithSlots<S extends Schema> = S & SlotColumns;

const INDEX_LIMIT = 0x1000000;

export class SlotTable<S extends Schema> extends Table<WithSlots<S>> {
  /** Head of the chain of free rows, -1 when there is none. */
  firstFree = -1;
  /** Rows in use. */
  liveCount = 0;
  /** How often a row came into use or went out of it. */
  turnover = 0;

  constructor(memory: Memory, schema: S, capacity = 64) {
    super(memory, { ...schema, generation: i32(), nextFree: i32(1, 'link') } as WithSlots<S>, capacity);
  }

  get #slots(): Columns<SlotColumns> {
    return this.columns as never;
  }

  /** Makes room for `rows` more, so that allocating them cannot fail. */
  reserve(rows: number): void {
    this.ensureCapacity(this.size + Math.max(0, rows - (this.size - this.liveCount)));
  }

  /** The index of a row of zeros; the row freed last is used first. */
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

  /** All rows in use move, scratch included: row i becomes what row source[i] was. Ids of before name other things afterwards. */
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

  /** The row of an id, or -1 when it is gone. */
  rowOf(id: number): number {
    const row = rowWithin(id);
    return this.isLive(row) && this.idOf(row) === id ? row : -1;
  }

  /** Whether a row is that of a thing of so many generations: the two are what an id says. */
  holds(row: number, generation: number): boolean {
    return row < this.size && this.#slots.generation[row] === generation;
  }
}

/** The row that an id says, and the generation: handles keep them, since dividing takes as long as what they ask for. */
export function rowWithin(id: number): number {
  return id - INDEX_LIMIT * generationWithin(id);
}

export function generationWithin(id: number): number {
  return Math.floor(id / INDEX_LIMIT);
}
