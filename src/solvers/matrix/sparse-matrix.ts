// Sparse matrices by compressed rows, and the few things that solvers and analysis do with them.

import { checkCount, checkList, checkObject, checkReal, refuse } from './refuse.js';

/** Row i has the entries start[i] .. start[i + 1] of `column` and `value`, with rising column numbers. */
export interface SparseMatrix {
  readonly rows: number;
  readonly columns: number;
  /** Where each row begins, and where the last ends. */
  readonly start: Int32Array;
  readonly column: Int32Array;
  readonly value: Float64Array;
}

/** More rows than this are not meant: solvers and analysis would take hours [1]. */
const MOST_ROWS = 1e6;
/** Of a matrix that is written out, zeros and all. */
const MOST_NUMBERS = 1e7;

/** One entry of a matrix: row, column, value. */
export type Entry = readonly [row: number, column: number, value: number];

/** A matrix of these entries, in any order; zeros are not stored, and a place may be named only once. */
export function makeSparseMatrix(rows: number, columns: number, entries: Iterable<Entry>): SparseMatrix {
  for (const [field, count] of Object.entries({ rows, columns })) {
    checkCount(field, count, 0);
    if (count > MOST_ROWS) refuse(field, count, `at most ${MOST_ROWS}`);
  }
  if (typeof (entries as Partial<Iterable<Entry>> | null)?.[Symbol.iterator] !== 'function')
    refuse('entries', entries, 'a list of entries [row, column, value]');
  const byRow: Entry[][] = Array.from({ length: rows }, () => []);
  for (const entry of entries) {
    checkList('an entry', entry);
    const [i, j, value] = entry;
    checkIndex('row of an entry', i, rows);
    checkIndex('column of an entry', j, columns);
    if (!Number.isFinite(value)) refuse(`A[${i}][${j}]`, value, 'a finite number');
    if (value !== 0) byRow[i].push(entry);
  }
  const start = new Int32Array(rows + 1);
  byRow.forEach((row, i) => {
    row.sort((one, other) => one[1] - other[1]);
    start[i + 1] = start[i] + row.length;
    row.forEach(([, j], k) => {
      if (k > 0 && row[k - 1][1] === j) throw new RangeError(`A[${i}][${j}] is given twice, but must be given once.`);
    });
  });
  const all = byRow.flat();
  return {
    rows,
    columns,
    start,
    column: Int32Array.from(all, ([, j]) => j),
    value: Float64Array.from(all, ([, , value]) => value),
  };
}

function checkIndex(field: string, index: number, count: number): void {
  if (!Number.isInteger(index) || index < 0 || index >= count) refuse(field, index, `a whole number from 0 to ${count - 1}`);
}

/** Throws unless the arrays make a matrix of finite numbers. */
export function checkSparse(A: SparseMatrix): void {
  checkObject('A', A);
  const { rows, columns, start, column, value } = A;
  checkCount('A.rows', rows, 0);
  checkCount('A.columns', columns, 0);
  if (!(start instanceof Int32Array)) refuse('A.start', start, 'an Int32Array');
  if (!(column instanceof Int32Array)) refuse('A.column', column, 'an Int32Array');
  if (!(value instanceof Float64Array)) refuse('A.value', value, 'a Float64Array');
  if (start.length !== rows + 1 || start[0] !== 0)
    refuse('A.start', `a list of ${start.length}`, `a list of ${rows + 1} from 0 on`);
  if (column.length !== start[rows] || value.length !== start[rows])
    refuse('number of entries of A', Math.min(column.length, value.length), `${start[rows]}, where the last row ends`);
  for (let i = 0; i < rows; i++) {
    if (start[i + 1] < start[i]) refuse(`A.start[${i + 1}]`, start[i + 1], `at least A.start[${i}], which is ${start[i]}`);
    for (let k = start[i]; k < start[i + 1]; k++) {
      const least = k > start[i] ? column[k - 1] + 1 : 0;
      if (!(column[k] >= least && column[k] < columns)) refuse(`A.column[${k}]`, column[k], `from ${least} to ${columns - 1}`);
      if (!Number.isFinite(value[k])) refuse(`A[${i}][${column[k]}]`, value[k], 'a finite number');
    }
  }
}

/** Throws unless these are rows of one length, of finite numbers. */
export function checkRows(rows: readonly ArrayLike<number>[]): void {
  if (!Array.isArray(rows)) refuse('rows', rows, 'a list of rows');
  for (let i = 0; i < rows.length; i++) {
    checkList(`row ${i}`, rows[i]);
    if (rows[i].length !== rows[0].length) refuse(`length of row ${i}`, rows[i].length, `${rows[0].length}, as that of row 0`);
    for (let j = 0; j < rows[i].length; j++) checkReal(`A[${i}][${j}]`, rows[i][j], 'a finite number', Number.isFinite);
  }
}

/** A matrix from all its rows; zeros are not stored. */
export function sparseOfRows(rows: readonly ArrayLike<number>[]): SparseMatrix {
  checkRows(rows);
  const columns = rows.length === 0 ? 0 : rows[0].length;
  const start = new Int32Array(rows.length + 1);
  rows.forEach((row, i) => {
    start[i + 1] = start[i];
    for (let j = 0; j < columns; j++) if (row[j] !== 0) start[i + 1]++;
  });
  const column = new Int32Array(start[rows.length]);
  const value = new Float64Array(start[rows.length]);
  let at = 0;
  for (const row of rows) {
    for (let j = 0; j < columns; j++) {
      if (row[j] === 0) continue;
      column[at] = j;
      value[at++] = row[j];
    }
  }
  return { rows: rows.length, columns, start, column, value };
}

/** All rows of a matrix, zeros and all. */
export function rowsOfSparse(A: SparseMatrix): Float64Array[] {
  checkSparse(A);
  if (A.rows * A.columns > MOST_NUMBERS) refuse('A.rows * A.columns', A.rows * A.columns, `at most ${MOST_NUMBERS}`);
  return Array.from({ length: A.rows }, (_, i) => {
    const row = new Float64Array(A.columns);
    for (let k = A.start[i]; k < A.start[i + 1]; k++) row[A.column[k]] = A.value[k];
    return row;
  });
}

/** Entry (i, j), 0 where none is stored; found by halving. */
export function entryOf({ start, column, value }: SparseMatrix, i: number, j: number): number {
  let low = start[i];
  let high = start[i + 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (column[middle] < j) low = middle + 1;
    else high = middle;
  }
  return low < start[i + 1] && column[low] === j ? value[low] : 0;
}

/** Row i of A times x. */
export function multiplyRow({ start, column, value }: SparseMatrix, i: number, x: Float64Array): number {
  let sum = 0;
  for (let k = start[i]; k < start[i + 1]; k++) sum += value[k] * x[column[k]];
  return sum;
}
