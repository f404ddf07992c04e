// What the matrices of a boxed problem look like (VSP paper, section 3.1, figures 3, 4 and 8): the pattern and the eigenvalues of
// A and of the iteration matrix T of Gauss-Seidel (35). Dense, and so for problems of up to some hundred rows.
//
// Where we differ: (35) has T = (D + L)^-1 U; what (28) does is T = -(D + L)^-1 U, whose eigenvalue is 1, as the paper's figures
// show it, for everything that A maps to zero.

import type { BoxedProblem } from './boxed-problem.js';
import { checkProblem } from './boxed-problem.js';
import type { Complex } from './eigenvalues.js';
import { eigenvaluesOf, spectralRadius } from './eigenvalues.js';
import type { SparseMatrix } from './sparse-matrix.js';
import { entryOf, rowsOfSparse, sparseOfRows } from './sparse-matrix.js';

/** Eigenvalues closer to 0 or 1 than this, of the largest, count as that [1]. */
const NEAR = 1e-8;
/** Entries of T below this are rounding [1]. */
const NEGLIGIBLE = 1e-12;

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
  const eigenvaluesOfA = Float64Array.from(eigenvaluesOf(rowsOfSparse(A)), ({ re }) => re).sort();
  const largest = eigenvaluesOfA.reduce((size, value) => Math.max(size, Math.abs(value)), 0);
  const T = iterationMatrix(A);
  const size = ({ re, im }: Complex) => re * re + im * im;
  const eigenvaluesOfT = eigenvaluesOf(rowsOfSparse(T)).sort((one, other) => size(one) - size(other));
  return {
    A: {
      matrix: A,
      fill: fillOf(A),
      asymmetry: asymmetryOf(A),
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
  return sparseOfRows(rows.map((row) => row.map((value) => (Math.abs(value) < NEGLIGIBLE ? 0 : value))));
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
