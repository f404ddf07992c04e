// Tables: named columns of numbers over one memory, the storage of all state. A column has one of four roles.
// `definition`: what an object is. `motion`: how it changes over time. `link`: the row of another object. `scratch`:
// data that every step computes anew.
//
// Definition and motion columns are the state, and are hashed. Snapshots save link columns as well, since they save
// rows in place, but the order of rows is not part of the state. A column may be several numbers wide: row i of a
// column of width w is at [w i, w i + w). Growing any table may move all tables. So a phase first reserves the rows
// that it may need, then reads the columns that it works on, and does not keep them.

import type { Memory } from './memory.js';

export type Role = 'definition' | 'motion' | 'link' | 'scratch';
export interface F64Column {
  readonly type: 'f64';
  readonly width: number;
  readonly role: Role;
}
export interface F32Column {
  readonly type: 'f32';
  readonly width: number;
  readonly role: Role;
}
export interface I32Column {
  readonly type: 'i32';
  readonly width: number;
  readonly role: Role;
}
type Column = F64Column | F32Column | I32Column;
type View = Float64Array | Float32Array | Int32Array;
export type Schema = Readonly<Record<string, Column>>;
export type Columns<S extends Schema> = {
  readonly [K in keyof S]: S[K] extends F64Column ? Float64Array : S[K] extends F32Column ? Float32Array : Int32Array;
};

export function f64(width = 1, role: Role = 'definition'): F64Column {
  return { type: 'f64', width, role };
}
/** A column of 32-bit floats, for solver data only: state is f64. */
export function f32(width = 1): F32Column {
  return { type: 'f32', width, role: 'scratch' };
}
export function i32(width = 1, role: Role = 'definition'): I32Column {
  return { type: 'i32', width, role };
}

/** Rows that a table has room for from the beginning: as many as a small world needs. */
export const FIRST_ROWS = 64;
/** Up to this count of rows, a loop is faster than fill() [1]. */
const FEW_ROWS = 8;

/** The names of the columns in memory order: f64 columns first, which keeps every column aligned at any capacity. */
function namesInOrder<S extends Schema>(schema: S): (keyof S & string)[] {
  const names = Object.keys(schema);
  const isWide = (name: string) => bytesOf(schema[name]) === Float64Array.BYTES_PER_ELEMENT;
  return [...names.filter(isWide), ...names.filter((name) => !isWide(name))];
}

export class Table<S extends Schema> {
  readonly schema: S;
  /** The columns by name. A new object replaces this one whenever storage moves. */
  columns: Columns<S>;
  /** Rows [0, size) are in use. */
  size = 0;
  capacity = 0;
  readonly #memory: Memory;
  readonly #names: readonly (keyof S & string)[];
  /** The columns, and below their widths, in the order of `#names`. */
  #views: View[] = [];
  readonly #widths: readonly number[];
  /** Rows that each body of a pile needs, about [1]; zero where that is not known. */
  readonly #rowsOfABody: number;
  #offset = 0;
  /** Buffers for a column while its rows are rearranged. */
  readonly #moved: Record<Column['type'], View> = {
    f64: new Float64Array(0),
    f32: new Float32Array(0),
    i32: new Int32Array(0),
  };

  constructor(memory: Memory, schema: S, capacity = FIRST_ROWS, rowsOfABody = 0) {
    this.schema = schema;
    this.#memory = memory;
    this.#rowsOfABody = rowsOfABody;
    this.#names = namesInOrder(schema);
    this.#widths = this.#names.map((name) => schema[name].width);
    this.columns = {} as Columns<S>;
    memory.register(this);
    this.ensureCapacity(capacity);
  }

  /** Makes room for `rows` rows; new rows are zero. */
  ensureCapacity(rows: number): void {
    if (rows > this.capacity) this.#grow(even(Math.max(rows, 2 * this.capacity)));
  }

  /** Makes room for the rows of so many bodies, if the memory has it as it is. */
  expectBodies(count: number): void {
    const rows = even(this.#rowsOfABody * count);
    if (rows > this.capacity && this.#memory.hasRoomFor(this.#bytesOf(rows))) this.#grow(rows);
  }

  #grow(capacity: number): void {
    const oldCapacity = this.capacity;
    const offset = this.#memory.allocate(this.#bytesOf(capacity));
    const old = this.columns;
    this.#offset = offset;
    this.capacity = capacity;
    this.bindViews();
    if (oldCapacity === 0) return;
    for (const name of this.#names) this.columns[name].set(old[name] as never);
  }

  #bytesOf(rows: number): number {
    let bytes = 0;
    for (const name of this.#names) bytes += rows * this.schema[name].width * bytesOf(this.schema[name]);
    return bytes;
  }

  /** Makes new views of the columns over the present memory. */
  bindViews(): void {
    let offset = this.#offset;
    this.#memory.bindings++;
    this.#views = this.#names.map((name) => {
      const { type, width } = this.schema[name];
      const View = VIEWS[type];
      const view = new View(this.#memory.buffer, offset, this.capacity * width);
      offset += view.byteLength;
      return view;
    });
    // Not filled key by key: beyond a dozen keys V8 would turn the object into a hash table, and every access to a
    // column would be several times slower.
    this.columns = Object.fromEntries(this.#names.map((name, i) => [name, this.#views[i]])) as Columns<S>;
  }

  /** The names of all columns but scratch, in the order of the schema and of snapshots. */
  savedColumns(): (keyof S & string)[] {
    return Object.keys(this.schema).filter((name) => isSaved(this.schema[name]));
  }

  /** The names of the state columns, in the order of the schema and of hashes. */
  stateColumns(): (keyof S & string)[] {
    return this.savedColumns().filter((name) => this.schema[name].role !== 'link');
  }

  /**
   * Rearranges rows: row i becomes what row source[i] was, or zeros if source[i] is negative. There are `rows` rows
   * afterwards, no more than before. Scratch columns are left unchanged.
   */
  rearrangeState(source: Int32Array, rows: number): void {
    this.#rearrange(source, rows, false);
  }

  /** As rearrangeState(), with scratch columns. */
  protected rearrangeAll(source: Int32Array, rows: number): void {
    this.#rearrange(source, rows, true);
  }

  #rearrange(source: Int32Array, rows: number, withScratch: boolean): void {
    for (let i = 0; i < this.#names.length; i++) {
      const { type, role } = this.schema[this.#names[i]];
      if (role === 'scratch' && !withScratch) continue;
      const needed = this.#widths[i] * rows;
      if (this.#moved[type].length < needed) this.#moved[type] = new VIEWS[type](2 * needed);
      gather(this.#views[i], this.#widths[i], source, rows, this.#moved[type]);
    }
    this.size = rows;
  }

  /** Copies `count` rows from row `from` on to row `to` on. */
  copyRows(from: number, to: number, count: number): void {
    for (let i = 0; i < this.#names.length; i++) {
      const width = this.#widths[i];
      this.#views[i].copyWithin(to * width, from * width, (from + count) * width);
    }
  }

  /** Sets all scratch columns to zero, including rows that are not in use. */
  clearScratch(): void {
    this.#names.forEach((name, i) => {
      if (!isSaved(this.schema[name])) this.#views[i].fill(0);
    });
  }

  forgetAll(): void {
    this.size = 0;
  }

  /** Sets rows to zero in every column: a new row must hold no data of an earlier use, or of steps that were undone. */
  clearRows(first: number, count: number): void {
    // For few rows a loop: calling fill() for each column would take most of the time of inserting them.
    for (let i = 0; i < this.#names.length; i++) {
      const column = this.#views[i];
      const width = this.#widths[i];
      if (count <= FEW_ROWS) for (let k = first * width; k < (first + count) * width; k++) column[k] = 0;
      else column.fill(0, first * width, (first + count) * width);
    }
  }
}

/** The even number that is at least `rows`. */
function even(rows: number): number {
  return Math.ceil(rows / 2) * 2;
}

/** Whether snapshots save a column. */
export function isSaved({ role }: { readonly role: Role }): boolean {
  return role !== 'scratch';
}

interface MakeView {
  new (length: number): View;
  new (buffer: ArrayBufferLike, offset: number, length: number): View;
}
const VIEWS: Record<Column['type'], MakeView> = { f64: Float64Array, f32: Float32Array, i32: Int32Array };

function gather(column: View, width: number, source: Int32Array, rows: number, to: View): void {
  for (let row = 0, k = 0; row < rows; row++) {
    const from = width * source[row];
    for (let j = 0; j < width; j++) to[k++] = from < 0 ? 0 : column[from + j];
  }
  for (let k = 0; k < width * rows; k++) column[k] = to[k];
}

function bytesOf(column: Column): number {
  return column.type === 'f64' ? 8 : 4;
}
