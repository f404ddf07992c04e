// Sparse matrices by compressed rows, and the few things that solvers and analysis do with them.

import { checkCount, refuse } from './refuse.js';

/** Row i has the entries start[i] .. start[i + 1] of `column` and `value`, with rising column numbers. */
export interface SparseMatrix {
  readonly rows: number;
  readonly columns: number;
  /** Where each row begins, and where the last ends. */
  readonly start: Int32Array;
  readonly column: Int32Array;
  readonly value: Float64Array;
}

/** One entry of a matrix: row, column, value. */
export type Entry = readonly [row: number, column: number, value: number];

/** A matrix of these entries, in any order; zeros are not stored, and a place may be named only once. */
export function makeSparseMatrix(rows: number, columns: number, entries: Iterable<Entry>): SparseMatrix {
  checkCount('rows', rows, 0);
  checkCount('columns', columns, 0);
  const byRow: Entry[][] = Array.from({ length: rows }, () => []);
  for (const entry of entries) {
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

/** A matrix from all its rows; zeros are not stored. */
export function sparseOfRows(rows: readonly ArrayLike<number>[]): SparseMatrix {
  const columns = rows.length === 0 ? 0 : rows[0].length;
  const start = new Int32Array(rows.length + 1);
  rows.forEach((row, i) => {
    if (row.length !== columns) refuse(`length of row ${i}`, row.length, `${columns}, as that of row 0`);
    start[i + 1] = start[i];
    for (let j = 0; j < columns; j++) {
      if (!Number.isFinite(row[j])) refuse(`A[${i}][${j}]`, row[j], 'a finite number');
      if (row[j] !== 0) start[i + 1]++;
    }
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
