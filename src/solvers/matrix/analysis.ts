// What the matrices of a boxed problem look like (VSP paper, section 3.1, figures 3, 4 and 8): the pattern and the eigenvalues of
// A and of the iteration matrix T of Gauss-Seidel (35). Dense, and so for problems of up to a thousand rows or so.
//
// With A = G G^T, A has the eigenvalues of G^T G and zeros besides, and I - T = (D + L)^-1 G G^T those of
// G^T (D + L)^-1 G and zeros, both of as many rows as the rank of A: contacts have far more rows than bodies have ways to move, and T an eigenvalue of 1 for each row too many.
//
// Where we differ: (35) has T = (D + L)^-1 U; what (28) does is T = -(D + L)^-1 U, whose eigenvalue is 1, as the paper's figures
// show it, for everything that A maps to zero.

import { Random } from '../../math/random.js';
import type { BoxedProblem } from './boxed-problem.js';
import { checkMatrix, checkProblem } from './boxed-problem.js';
import type { Complex } from './eigenvalues.js';
import { eigenvaluesOf, generalEigenvalues, spectralRadius, symmetricEigenvalues } from './eigenvalues.js';
import type { SparseMatrix } from './sparse-matrix.js';
import { entryOf, multiplyRow, rowsOfSparse, sparseOfRows } from './sparse-matrix.js';

/** Eigenvalues closer to 0 or 1 than this, of the largest, count as that [1]. */
const NEAR = 1e-8;
/** Entries and eigenvalues of T below this are rounding [1]. */
const NEGLIGIBLE = 1e-12;
/** Entries of A that a product of factors may miss, of the largest [1]. */
const PRODUCT = 1e-10;

export interface MatrixAnalysis {
  readonly A: {
    readonly matrix: SparseMatrix;
    /** Share of entries that are not zero [1]. */
    readonly fill: number;
    /** Largest difference of an entry and its mirror image. */
    readonly asymmetry: number;
    /** Rising; real, since A is symmetric. */
    readonly eigenvalues: Float64Array;
    /** How many of them are zero: the dimension of what A maps to zero. */
    readonly nullity: number;
  };
  readonly T: {
    readonly matrix: SparseMatrix;
    readonly fill: number;
    /** By rising absolute value. */
    readonly eigenvalues: readonly Complex[];
    /** Gauss-Seidel, without limits, converges where this is below 1, or where what is at 1 is not felt by b [1]. */
    readonly spectralRadius: number;
    /** How many of them are 1. */
    readonly ones: number;
  };
}

export function analyseMatrix(problem: BoxedProblem): MatrixAnalysis {
  checkProblem(problem);
  const { A } = problem;
  const asymmetry = asymmetryOf(A);
  const factor = asymmetry === 0 ? factorOf(A) : null;
  const eigenvaluesOfA =
    factor === null
      ? Float64Array.from(eigenvaluesOf(rowsOfSparse(A)), ({ re }) => re).sort()
      : symmetricByFactor(A.rows, factor);
  const largest = eigenvaluesOfA.reduce((size, value) => Math.max(size, Math.abs(value)), 0);
  const T = iterationMatrix(A);
  const size = ({ re, im }: Complex) => re * re + im * im;
  const eigenvaluesOfT = factor === null ? eigenvaluesOf(rowsOfSparse(T)) : eigenvaluesByFactor(A, factor);
  eigenvaluesOfT.sort((one, other) => size(one) - size(other));
  return {
    A: {
      matrix: A,
      fill: fillOf(A),
      asymmetry,
      eigenvalues: eigenvaluesOfA,
      nullity: eigenvaluesOfA.filter((value) => Math.abs(value) < NEAR * largest).length,
    },
    T: {
      matrix: T,
      fill: fillOf(T),
      eigenvalues: eigenvaluesOfT,
      spectralRadius: spectralRadius(eigenvaluesOfT),
      ones: eigenvaluesOfT.filter(({ re, im }) => size({ re: re - 1, im }) < NEAR * NEAR).length,
    },
  };
}

/** T = -(D + L)^-1 U: what a Gauss-Seidel iteration without limits multiplies lambda by. */
export function iterationMatrix(A: SparseMatrix): SparseMatrix {
  checkMatrix(A);
  const rows: Float64Array[] = [];
  for (let i = 0; i < A.rows; i++) {
    // Row i of (D + L) T = -U, from the rows above it.
    const row = new Float64Array(A.columns);
    for (let k = A.start[i]; k < A.start[i + 1]; k++) {
      const j = A.column[k];
      if (j > i) row[j] -= A.value[k];
      else if (j < i) for (let column = 0; column < A.columns; column++) row[column] -= A.value[k] * rows[j][column];
    }
    const diagonal = entryOf(A, i, i);
    rows.push(row.map((value) => value / diagonal));
  }
  for (const row of rows) for (let j = 0; j < row.length; j++) if (Math.abs(row[j]) < NEGLIGIBLE) row[j] = 0;
  return sparseOfRows(rows);
}

/** The columns of G with A = G G^T, by Cholesky's method with pivoting; null where A is not positive semidefinite. */
function factorOf(A: SparseMatrix): Float64Array[] | null {
  const n = A.rows;
  const left = Float64Array.from({ length: n }, (_, i) => entryOf(A, i, i));
  const largest = left.reduce((size, value) => Math.max(size, value), 0);
  const columns: Float64Array[] = [];
  const row = new Float64Array(n);
  while (columns.length < n) {
    let pivot = 0;
    for (let i = 1; i < n; i++) if (left[i] > left[pivot]) pivot = i;
    if (left[pivot] <= NEGLIGIBLE * largest) break;
    row.fill(0);
    for (let k = A.start[pivot]; k < A.start[pivot + 1]; k++) row[A.column[k]] = A.value[k];
    for (const column of columns) {
      const factor = column[pivot];
      if (factor !== 0) for (let i = 0; i < n; i++) row[i] -= factor * column[i];
    }
    const root = Math.sqrt(left[pivot]);
    const column = row.map((value) => value / root);
    for (let i = 0; i < n; i++) left[i] -= column[i] * column[i];
    left[pivot] = 0;
    columns.push(column);
  }
  return isProduct(A, columns, largest) ? columns : null;
}

/** Whether A x is G G^T x for an x at random, but for rounding: else A was not semidefinite. */
function isProduct(A: SparseMatrix, columns: readonly Float64Array[], largest: number): boolean {
  const random = new Random(A.rows);
  const x = Float64Array.from({ length: A.rows }, () => random.uniform(-1, 1));
  const difference = x.map((_, i) => multiplyRow(A, i, x));
  for (const column of columns) {
    const share = column.reduce((sum, value, i) => sum + value * x[i], 0);
    for (let i = 0; i < A.rows; i++) difference[i] -= share * column[i];
  }
  return difference.every((value) => Math.abs(value) <= PRODUCT * largest);
}

/** Those of G^T G, and zeros, rising. */
function symmetricByFactor(n: number, columns: readonly Float64Array[]): Float64Array {
  const rank = columns.length;
  const product = new Float64Array(rank * rank);
  for (let p = 0; p < rank; p++) {
    for (let q = 0; q <= p; q++) {
      let sum = 0;
      for (let i = 0; i < n; i++) sum += columns[p][i] * columns[q][i];
      product[rank * p + q] = product[rank * q + p] = sum;
    }
  }
  const eigenvalues = new Float64Array(n);
  eigenvalues.set(symmetricEigenvalues(product, rank), n - rank);
  return eigenvalues.sort();
}

/** 1 less the eigenvalues of G^T (D + L)^-1 G, and ones. */
function eigenvaluesByFactor(A: SparseMatrix, columns: readonly Float64Array[]): Complex[] {
  const n = A.rows;
  const rank = columns.length;
  // Rows of (D + L)^-1 G, from those above.
  const rows = Array.from({ length: n }, (_, i) => Float64Array.from(columns, (column) => column[i]));
  for (let i = 0; i < n; i++) {
    const row = rows[i];
    let diagonal = 0;
    for (let k = A.start[i]; k < A.start[i + 1] && A.column[k] <= i; k++) {
      const factor = A.value[k];
      const above = rows[A.column[k]];
      if (A.column[k] === i) diagonal = factor;
      else for (let j = 0; j < rank; j++) row[j] -= factor * above[j];
    }
    for (let j = 0; j < rank; j++) row[j] /= diagonal;
  }
  const S = new Float64Array(rank * rank);
  for (let p = 0; p < rank; p++) {
    for (let i = 0; i < n; i++) {
      const factor = columns[p][i];
      const row = rows[i];
      if (factor !== 0) for (let q = 0, at = rank * p; q < rank; q++, at++) S[at] += factor * row[q];
    }
  }
  const rounded = (value: number) => (Math.abs(value) < NEGLIGIBLE ? 0 : value);
  const found = generalEigenvalues(S, rank).map(({ re, im }) => ({ re: rounded(1 - re), im: rounded(im) }));
  return [...found, ...Array.from({ length: n - rank }, () => ({ re: 1, im: 0 }))];
}

/** Share of entries that are not zero [1]. */
function fillOf({ rows, columns, value }: SparseMatrix): number {
  return value.length / Math.max(1, rows * columns);
}

function asymmetryOf(A: SparseMatrix): number {
  let largest = 0;
  for (let i = 0; i < A.rows; i++) {
    for (let k = A.start[i]; k < A.start[i + 1]; k++) {
      largest = Math.max(largest, Math.abs(A.value[k] - entryOf(A, A.column[k], i)));
    }
  }
  return largest;
}
