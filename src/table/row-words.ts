// The rows of a table as words of 32 bits: compared, written elsewhere and put back bit for bit, whatever the types of
// its columns.

import type { Role, Schema, Table } from './table.js';

export class RowWords {
  /** Words of a row. */
  readonly width: number;
  readonly #table: Table<Schema>;
  readonly #names: readonly string[];
  /** Words of a row in each column. */
  readonly #widths: readonly number[];
  /** The columns that places are of: storage moves as tables grow. */
  #columns: unknown;
  /** All memory that the table lies in. Of each word of a row: where row 0 has it, and how far from row to row. */
  #memory: Int32Array = new Int32Array(0);
  readonly #places: Int32Array;
  readonly #strides: Int32Array;

  /** Of the columns of some roles; `except` names columns that are left out. */
  constructor(table: unknown, roles: readonly Role[], except: readonly string[] = []) {
    this.#table = table as Table<Schema>;
    const { schema } = this.#table;
    this.#names = Object.keys(schema).filter((name) => roles.includes(schema[name].role) && !except.includes(name));
    this.#widths = this.#names.map((name) => schema[name].width * (schema[name].type === 'f64' ? 2 : 1));
    this.width = this.#widths.reduce((sum, width) => sum + width, 0);
    this.#places = new Int32Array(this.width);
    this.#strides = Int32Array.from(this.#widths.flatMap((width) => Array<number>(width).fill(width)));
  }

  /** Where the words of a column begin among those of a row. */
  placeOf(column: string): number {
    const index = this.#names.indexOf(column);
    return this.#widths.slice(0, index).reduce((sum, width) => sum + width, 0);
  }

  /** To be called where the table may have grown since. */
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

  // One loop over the words of a row, and not one for each column: most columns have a few words, and where such short loops end costs
  // more than what is in them.

  /** Whether rows are what the words from `at` on say. */
  areSame(row: number, count: number, words: Int32Array, at: number): boolean {
    const memory = this.#memory;
    const places = this.#places;
    const strides = this.#strides;
    for (let r = row, from = at; r < row + count; r++)
      for (let k = 0; k < places.length; k++) if (memory[places[k] + strides[k] * r] !== words[from++]) return false;
    return true;
  }

  /** Writes rows to the words from `at` on. */
  write(row: number, count: number, words: Int32Array, at: number): void {
    const memory = this.#memory;
    const places = this.#places;
    const strides = this.#strides;
    for (let r = row, to = at; r < row + count; r++)
      for (let k = 0; k < places.length; k++) words[to++] = memory[places[k] + strides[k] * r];
  }

  /** Makes rows what the words from `at` on say. */
  putBack(row: number, count: number, words: Int32Array, at: number): void {
    const memory = this.#memory;
    const places = this.#places;
    const strides = this.#strides;
    for (let r = row, from = at; r < row + count; r++)
      for (let k = 0; k < places.length; k++) memory[places[k] + strides[k] * r] = words[from++];
  }
}
