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
  /** The columns that the views are of: storage moves as tables grow. */
  #columns: unknown;
  #views: readonly Int32Array[] = [];

  /** Of the columns of some roles; `except` names columns that are left out. */
  constructor(table: unknown, roles: readonly Role[], except: readonly string[] = []) {
    this.#table = table as Table<Schema>;
    const { schema } = this.#table;
    this.#names = Object.keys(schema).filter((name) => roles.includes(schema[name].role) && !except.includes(name));
    this.#widths = this.#names.map((name) => schema[name].width * (schema[name].type === 'f64' ? 2 : 1));
    this.width = this.#widths.reduce((sum, width) => sum + width, 0);
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
    this.#views = this.#names.map((name) => {
      const { buffer, byteOffset, byteLength } = columns[name];
      return new Int32Array(buffer, byteOffset, byteLength / 4);
    });
  }

  /** Whether rows are what the words from `at` on say: column by column, as they lie. */
  areSame(row: number, count: number, words: Int32Array, at: number): boolean {
    for (let i = 0, from = at; i < this.#views.length; i++) {
      const view = this.#views[i];
      const width = this.#widths[i];
      for (let k = width * row; k < width * (row + count); k++) if (view[k] !== words[from++]) return false;
    }
    return true;
  }

  /** Writes rows to the words from `at` on. */
  write(row: number, count: number, words: Int32Array, at: number): void {
    for (let i = 0, to = at; i < this.#views.length; i++) {
      const view = this.#views[i];
      const width = this.#widths[i];
      for (let k = width * row; k < width * (row + count); k++) words[to++] = view[k];
    }
  }

  /** Makes rows what the words from `at` on say. */
  putBack(row: number, count: number, words: Int32Array, at: number): void {
    for (let i = 0, from = at; i < this.#views.length; i++) {
      const view = this.#views[i];
      const width = this.#widths[i];
      for (let k = width * row; k < width * (row + count); k++) view[k] = words[from++];
    }
  }
}
