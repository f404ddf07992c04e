// Helpers of the checks of a snapshot: access to its tables by name, and the checks that apply to any table.

import { InputError, refuse, show } from '../input/fields.js';
import type { TableState } from './snapshot.js';

/** A table of a snapshot: its columns by name, and its rows. */
export class Rows {
  readonly name: string;
  readonly path: string;
  readonly state: TableState;
  readonly #places: ReadonlyMap<string, number>;

  constructor(name: string, path: string, state: TableState, columns: readonly string[]) {
    this.name = name;
    this.path = path;
    this.state = state;
    this.#places = new Map(columns.map((column, i) => [column, i]));
  }

  get size(): number {
    return this.state.size;
  }

  column(name: string): Float64Array | Int32Array {
    return this.state.columns[this.#places.get(name) as number];
  }

  isLive(row: number): boolean {
    return row >= 0 && row < this.size && (this.column('generation')[row] & 1) === 1;
  }

  *live(): Generator<number> {
    for (let row = 0; row < this.size; row++) if (this.isLive(row)) yield row;
  }

  refuse(row: number, column: string, allowed: string): never {
    throw new InputError(
      `${this.path} has ${show(this.column(column)[row])} as ${column} of row ${row} of ${this.name}, but it must be ${allowed}.`,
    );
  }
}

export type Tables = Record<string, Rows>;

export function checkList<T>(
  value: readonly (T | undefined)[],
  path: string,
  most: number,
  check: (item: T, at: string) => void,
): void {
  if (!Array.isArray(value) || value.length > most) refuse(path, value, `a list of at most ${most}`);
  value.forEach((item, i) => {
    if (item !== undefined) check(item, `${path}[${i}]`);
  });
}

export function checkFreeRows(table: Rows, path: string): void {
  let live = 0;
  for (const _ of table.live()) live++;
  const { liveCount, firstFree } = table.state;
  const next = table.column('nextFree');
  const seen = new Uint8Array(table.size);
  let free = 0;
  for (let row = firstFree ?? -1; row >= 0; row = next[row], free++) {
    if (row >= table.size || table.isLive(row) || seen[row] === 1)
      throw new InputError(`${path} has a chain of free ${table.name} that leads astray at row ${row}.`);
    seen[row] = 1;
  }
  if (live !== liveCount || live + free !== table.size)
    throw new InputError(
      `${path} has ${live} ${table.name} in use and ${free} free, but must have ${liveCount} and ${table.size} in all.`,
    );
}

export function checkColumn(
  table: Rows,
  rows: Iterable<number>,
  column: string,
  allowed: string,
  isAllowed: (value: number) => boolean,
): void {
  const values = table.column(column);
  const width = values.length / Math.max(1, table.size);
  for (const row of rows) {
    for (let k = width * row; k < width * (row + 1); k++) if (!isAllowed(values[k])) table.refuse(row, column, allowed);
  }
}

export function isIn(min: number, max: number): (value: number) => boolean {
  return (value) => value >= min && value <= max;
}

/** Quaternions must have length 1, or be 0 in rows without a pose. Rows have `offset` numbers before them. */
export function checkRotations(table: Rows, rows: readonly number[], column: string, offset: number): void {
  const q = table.column(column);
  for (const row of rows) {
    const k = (offset + 4) * row + offset;
    const square = q[k] * q[k] + q[k + 1] * q[k + 1] + q[k + 2] * q[k + 2] + q[k + 3] * q[k + 3];
    if (square !== 0 && !(Math.abs(square - 1) < 1e-6)) table.refuse(row, column, 'a rotation: a quaternion of length 1');
  }
}

/** Throws unless every entry is in the chain of its own row, and in no other chain. */
export function checkChain(
  owners: Rows,
  head: string,
  members: Rows,
  isOwn: (row: number, entry: number) => boolean,
  next: (entry: number) => number,
  expected: number,
  path: string,
): void {
  let count = 0;
  for (const row of owners.live()) {
    for (let entry = owners.column(head)[row]; entry !== -1; entry = next(entry)) {
      if (!members.isLive(entry) || !isOwn(row, entry) || ++count > expected)
        throw new InputError(`${path} has a chain of ${members.name} that leads astray from row ${row} of ${owners.name}.`);
    }
  }
  if (count !== expected) throw new InputError(`${path} has ${expected} ${members.name}, but only ${count} of them in chains.`);
}
