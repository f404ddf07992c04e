// Accesses the rows of a table as 32-bit words, to compare, save and restore them bit for bit, whatever the types of
// the columns.

import type { Role, Schema, Table } from './table.js';

export class RowWords {
  /** Number of words of a row. */
  readonly width: number;
  readonly #table: Table<Schema>;
  readonly #names: readonly string[];
  /** By column: number of words of a row. */
  readonly #widths: readonly number[];
  /** The columns object that `#places` was made for; another one means that storage has moved. */
  #columns: unknown;
  /**
   * The memory of the table. `#places`: index of each word of row 0. `#strides`: distance of that word from row to row.
   */
  #memory: Int32Array = new Int32Array(0);
  readonly #places: Int32Array;
  readonly #strides: Int32Array;

  /** Covers the columns with the given roles, without those named in `except`. */
  constructor(table: unknown, roles: readonly Role[], except: readonly string[] = []) {
    this.#table = table as Table<Schema>;
    const { schema } = this.#table;
    this.#names = Object.keys(schema).filter((name) => roles.includes(schema[name].role) && !except.includes(name));
    this.#widths = this.#names.map((name) => schema[name].width * (schema[name].type === 'f64' ? 2 : 1));
    this.width = this.#widths.reduce((sum, width) => sum + width, 0);
    this.#places = new Int32Array(this.width);
    this.#strides = Int32Array.from(this.#widths.flatMap((width) => Array<number>(width).fill(width)));
  }

  /** Index of the first word of a column among the words of a row. */
  placeOf(column: string): number {
    const index = this.#names.indexOf(column);
    return this.#widths.slice(0, index).reduce((sum, width) => sum + width, 0);
  }

  /** To be called before use if the table may have grown. */
  bind(): void {
    const { columns } = this.#table;
    if (this.#columns === columns) return;
    this.#columns = columns;
    let at = 0;
    this.#names.forEach((name, i) => {
      const { buffer, byteOffset } = columns[name];
      if (i === 0) this.#memory = new Int32Array(buffer, 0, Math.trunc(buffer.byteLength / 4));
      for (let k = 0; k < this.#widths[i]; k++) this.#places[at++] = byteOffset / 4 + k;
    });
  }

  // One loop over the words of a row, not one for each column: most columns have few words, and ending such short loops
  // costs more than their bodies.

  /** Whether `count` rows equal the words from `at` on. */
  areSame(row: number, count: number, words: Int32Array, at: number): boolean {
    const memory = this.#memory;
    const places = this.#places;
    const strides = this.#strides;
    for (let r = row, from = at; r < row + count; r++)
      for (let k = 0; k < places.length; k++) if (memory[places[k] + strides[k] * r] !== words[from++]) return false;
    return true;
  }

  /** Copies `count` rows to the words from `at` on. */
  write(row: number, count: number, words: Int32Array, at: number): void {
    const memory = this.#memory;
    const places = this.#places;
    const strides = this.#strides;
    for (let r = row, to = at; r < row + count; r++)
      for (let k = 0; k < places.length; k++) words[to++] = memory[places[k] + strides[k] * r];
  }

  /** Copies the words from `at` on to `count` rows. */
  putBack(row: number, count: number, words: Int32Array, at: number): void {
    const memory = this.#memory;
    const places = this.#places;
    const strides = this.#strides;
    for (let r = row, from = at; r < row + count; r++)
      for (let k = 0; k < places.length; k++) memory[places[k] + strides[k] * r] = words[from++];
  }
}
