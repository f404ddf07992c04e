// The boxed complementarity problem of the VSP paper, section 3, on plain arrays: find lambda with w = A lambda + b (20), (27),
// such that each row is at its lower limit with w >= 0, at its upper limit with w <= 0, or between them with w = 0 (15).
//
// The limits of a friction row are mu times the lambda of its normal row (29), which makes the problem nonlinear. Where we go
// beyond the paper: two friction rows may be partners, whose lambdas share Coulomb's disc of that radius in place of the square.

import { checkList, checkObject, checkReal, refuse } from './refuse.js';
import type { SparseMatrix } from './sparse-matrix.js';
import { checkSparse, entryOf, multiplyRow } from './sparse-matrix.js';

export interface BoxedProblem {
  /** Square, with a diagonal above zero; symmetric and positive semidefinite when it comes from contacts: J M^-1 J^T. */
  readonly A: SparseMatrix;
  readonly b: Float64Array;
  /** Limits of rows that depend on no other; -Infinity and Infinity are none. Those of friction rows are not read. */
  readonly lo: Float64Array;
  readonly hi: Float64Array;
  /** Friction coefficient of a friction row [1]. */
  readonly mu: Float64Array;
  /** The normal row that a friction row depends on, -1 for a row that depends on none. */
  readonly normal: Int32Array;
  /** The other friction row that shares Coulomb's disc with this one, -1 for a row with limits of its own. */
  readonly partner: Int32Array;
}

/** What a problem is made of; left out, lo is 0, hi is Infinity, and there is no friction. */
export interface BoxedProblemParts {
  A: SparseMatrix;
  b: ArrayLike<number>;
  lo?: ArrayLike<number>;
  hi?: ArrayLike<number>;
  mu?: ArrayLike<number>;
  normal?: ArrayLike<number>;
  partner?: ArrayLike<number>;
}

/** A problem of copies of these parts; throws unless they make one. */
export function makeBoxedProblem(parts: BoxedProblemParts): BoxedProblem {
  checkObject('problem', parts);
  const { A, b, lo, hi, mu, normal, partner } = parts;
  checkMatrix(A);
  for (const [field, list] of Object.entries({ b, lo, hi, mu, normal, partner })) {
    if (list === undefined && field !== 'b') continue;
    checkList(field, list);
    for (let i = 0; i < list.length; i++) checkReal(`${field}[${i}]`, list[i], 'a number', () => true);
  }
  const n = A.rows;
  const problem = {
    A,
    b: Float64Array.from(b),
    lo: lo === undefined ? new Float64Array(n) : Float64Array.from(lo),
    hi: hi === undefined ? new Float64Array(n).fill(Number.POSITIVE_INFINITY) : Float64Array.from(hi),
    mu: mu === undefined ? new Float64Array(n) : Float64Array.from(mu),
    normal: normal === undefined ? new Int32Array(n).fill(-1) : Int32Array.from(normal),
    partner: partner === undefined ? new Int32Array(n).fill(-1) : Int32Array.from(partner),
  };
  checkProblem(problem);
  return problem;
}

/** Throws a RangeError, by a sentence, unless the arrays make a problem. */
export function checkProblem(problem: BoxedProblem): void {
  checkObject('problem', problem);
  const { A, b, lo, hi, mu } = problem;
  checkMatrix(A);
  for (const field of ['b', 'lo', 'hi', 'mu', 'normal', 'partner'] as const) {
    const [Kind, kind] =
      field === 'normal' || field === 'partner' ? [Int32Array, 'an Int32Array'] : [Float64Array, 'a Float64Array'];
    if (!(problem[field] instanceof Kind)) refuse(field, problem[field], kind);
    if (problem[field].length !== A.rows)
      refuse(`length of ${field}`, problem[field].length, `${A.rows}, as there are rows of A`);
  }
  for (let i = 0; i < A.rows; i++) {
    if (!Number.isFinite(b[i])) refuse(`b[${i}]`, b[i], 'a finite number');
    if (!(lo[i] < Number.POSITIVE_INFINITY)) refuse(`lo[${i}]`, lo[i], 'a number or -Infinity');
    if (!(hi[i] >= lo[i] && hi[i] > Number.NEGATIVE_INFINITY)) refuse(`hi[${i}]`, hi[i], `at least lo[${i}], which is ${lo[i]}`);
    if (!(mu[i] >= 0 && mu[i] < Number.POSITIVE_INFINITY)) refuse(`mu[${i}]`, mu[i], 'a finite number of at least 0');
    checkDependence(problem, i);
  }
}

/** Throws unless A is square, with a diagonal above zero. */
export function checkMatrix(A: SparseMatrix): void {
  checkSparse(A);
  const { rows, columns } = A;
  if (rows !== columns) refuse('number of columns of A', columns, `${rows}, as there are rows`);
  for (let i = 0; i < rows; i++) if (!(entryOf(A, i, i) > 0)) refuse(`A[${i}][${i}]`, entryOf(A, i, i), 'above 0');
}

function checkDependence({ A, lo, mu, normal, partner }: BoxedProblem, i: number): void {
  const n = normal[i];
  if (!(n >= -1 && n < A.rows)) refuse(`normal[${i}]`, n, `the number of a row, from 0 to ${A.rows - 1}, or -1`);
  if (n >= 0 && normal[n] !== -1) refuse(`normal[${i}]`, n, 'a row that itself depends on none');
  if (n >= 0 && !(lo[n] >= 0)) refuse(`lo[${n}]`, lo[n], `at least 0, for row ${i} has it as its normal row`);
  const other = partner[i];
  if (other === -1) return;
  if (!(other >= 0 && other < A.rows && other !== i)) refuse(`partner[${i}]`, other, `the number of another row, or -1`);
  if (partner[other] !== i) refuse(`partner[${other}]`, partner[other], `${i}, whose partner it is`);
  if (n < 0 || normal[other] !== n) refuse(`normal[${other}]`, normal[other], `that of its partner, row ${i}, which is ${n}`);
  if (mu[other] !== mu[i]) refuse(`mu[${other}]`, mu[other], `that of its partner, row ${i}, which is ${mu[i]}`);
}

/** How far a friction row may go (29); a normal row that an iterate has below zero gives no friction. */
export function frictionLimit({ mu, normal }: BoxedProblem, lambda: Float64Array, i: number): number {
  return mu[i] * Math.max(0, lambda[normal[i]]);
}

/** `value` brought within the limits of row i, which has no partner (30). */
export function clampToLimits(problem: BoxedProblem, lambda: Float64Array, i: number, value: number): number {
  if (problem.normal[i] < 0) return Math.min(Math.max(problem.lo[i], value), problem.hi[i]);
  const limit = frictionLimit(problem, lambda, i);
  return Math.min(Math.max(-limit, value), limit);
}

/** w = A lambda + b (20). */
export function computeW(problem: BoxedProblem, lambda: Float64Array): Float64Array {
  checkObject('problem', problem);
  const { A, b } = problem;
  if (!(b instanceof Float64Array)) refuse('b', b, 'a Float64Array');
  if (!(lambda instanceof Float64Array) || lambda.length !== b.length) refuse('lambda', lambda, `a Float64Array of ${b.length}`);
  return b.map((value, i) => value + multiplyRow(A, i, lambda));
}
