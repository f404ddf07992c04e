// Square systems J x = -H that may be singular, by the complete orthogonal decomposition: Householder reflections with column
// pivoting from the left, Q^T J P = R, then reflections from the right that make the trapezoid R a triangle.

/** A pivot below this times the largest counts as zero [1]. */
const RANK_TOLERANCE = 1e-11;
/** Squared lengths of columns that have lost all but this are summed up anew [1]. */
const CANCELLED = 1e-3;

export interface LeastNormStep {
  /** The x that makes |J x + H| smallest, and among those the one with the smallest x_j / weight_j. */
  readonly step: Float64Array;
  /** |J x + H|^2 that is left: zero where the system can be solved. */
  readonly misfit: number;
  /** The direction that J maps to zero which has most to do with -H, by the same measure. */
  readonly drift: Float64Array;
}

/** Solves J x = -H as well as can be, x_j being the dearer the smaller its weight; the rows of J are used up. */
export function solveLeastNorm(J: Float64Array[], H: Float64Array, weights: Float64Array): LeastNormStep {
  const n = H.length;
  for (const row of J) for (let j = 0; j < n; j++) row[j] *= weights[j];
  const y = H.map((value) => -value);
  const order = Int32Array.from(H, (_, j) => j);
  const rank = reduceFromLeft(J, y, order);
  const reflections = reduceFromRight(J, rank);
  const z = new Float64Array(n);
  for (let k = rank - 1; k >= 0; k--) {
    let sum = y[k];
    for (let j = k + 1; j < rank; j++) sum -= J[k][j] * z[j];
    z[k] = sum / J[k][k];
  }
  let misfit = 0;
  for (let i = rank; i < n; i++) misfit += y[i] * y[i];

  // What J maps to zero is what has no part in the first `rank` places between the reflections from the right.
  const drift = Float64Array.from(order, (j) => -H[j] * weights[j]);
  for (const reflection of reflections) reflect(drift, reflection, rank);
  drift.fill(0, 0, rank);
  for (const reflection of reflections.toReversed()) {
    reflect(z, reflection, rank);
    reflect(drift, reflection, rank);
  }
  return { step: unweighted(z, order, weights), misfit, drift: unweighted(drift, order, weights) };
}

/** Back to the order and the measure of the given columns. */
function unweighted(values: Float64Array, order: Int32Array, weights: Float64Array): Float64Array {
  const result = new Float64Array(values.length);
  order.forEach((j, k) => {
    result[j] = weights[j] * values[k];
  });
  return result;
}

/** Makes J a trapezoid, with y turned along and the exchanges of columns in `order`. Returns the rank. */
function reduceFromLeft(J: Float64Array[], y: Float64Array, order: Int32Array): number {
  const n = y.length;
  const squares = new Float64Array(n);
  const exact = new Float64Array(n);
  const v = new Float64Array(n);
  const products = new Float64Array(n);
  const touched = new Int32Array(n);
  sumSquares(J, 0, squares);
  exact.set(squares);
  let largest = 0;
  for (let k = 0; k < n; k++) {
    let pivot = k;
    for (let j = k + 1; j < n; j++) if (squares[j] > squares[pivot]) pivot = j;
    // What is left of a column follows from what has been taken off it, until that is nearly all, and rounding.
    if (squares[pivot] <= CANCELLED * exact[pivot]) {
      sumSquares(J, k, squares);
      exact.set(squares);
      for (let j = k; j < n; j++) if (squares[j] > squares[pivot]) pivot = j;
    }
    if (k === 0) largest = squares[pivot];
    if (squares[pivot] <= RANK_TOLERANCE * RANK_TOLERANCE * largest) return k;
    exchangeColumns(J, order, k, pivot);
    squares[pivot] = squares[k];
    exact[pivot] = exact[k];
    let square = 0;
    for (let i = k; i < n; i++) {
      v[i] = J[i][k];
      square += v[i] * v[i];
    }
    const length = Math.sqrt(square);
    const norm = square - v[k] * v[k] + (Math.abs(v[k]) + length) * (Math.abs(v[k]) + length);
    v[k] += v[k] > 0 ? length : -length;
    const count = listRows(v, k, touched);
    products.fill(0);
    addProducts(J, v, touched, count, k, products);
    takeOff(J, v, norm, touched, count, k, products);
    let product = 0;
    for (let t = 0; t < count; t++) product += v[touched[t]] * y[touched[t]];
    for (let t = 0; t < count; t++) y[touched[t]] -= ((2 * v[touched[t]]) / norm) * product;
    const top = J[k];
    for (let j = k + 1; j < n; j++) squares[j] = Math.max(0, squares[j] - top[j] * top[j]);
  }
  return n;
}

/** Lists the rows from k on that the reflection along v touches; returns how many there are. */
function listRows(v: Float64Array, k: number, touched: Int32Array): number {
  let count = 0;
  for (let i = k; i < v.length; i++) if (v[i] !== 0) touched[count++] = i;
  return count;
}

/**
 * Adds v^T J to the products, from place k on. Four rows at a time, one after the other: sums are the same, and each is
 * read and written once for four.
 */
function addProducts(
  J: readonly Float64Array[],
  v: Float64Array,
  touched: Int32Array,
  count: number,
  k: number,
  products: Float64Array,
): void {
  const n = products.length;
  let t = 0;
  for (; t + 4 <= count; t += 4) {
    const a = J[touched[t]];
    const b = J[touched[t + 1]];
    const c = J[touched[t + 2]];
    const d = J[touched[t + 3]];
    const va = v[touched[t]];
    const vb = v[touched[t + 1]];
    const vc = v[touched[t + 2]];
    const vd = v[touched[t + 3]];
    for (let j = k; j < n; j++) products[j] = products[j] + va * a[j] + vb * b[j] + vc * c[j] + vd * d[j];
  }
  for (; t < count; t++) {
    const row = J[touched[t]];
    const vi = v[touched[t]];
    for (let j = k; j < n; j++) products[j] += vi * row[j];
  }
}

/** Takes 2 v products / norm off the rows, from place k on; four at a time as well. */
function takeOff(
  J: readonly Float64Array[],
  v: Float64Array,
  norm: number,
  touched: Int32Array,
  count: number,
  k: number,
  products: Float64Array,
): void {
  const n = products.length;
  let t = 0;
  for (; t + 4 <= count; t += 4) {
    const a = J[touched[t]];
    const b = J[touched[t + 1]];
    const c = J[touched[t + 2]];
    const d = J[touched[t + 3]];
    const fa = (2 * v[touched[t]]) / norm;
    const fb = (2 * v[touched[t + 1]]) / norm;
    const fc = (2 * v[touched[t + 2]]) / norm;
    const fd = (2 * v[touched[t + 3]]) / norm;
    for (let j = k; j < n; j++) {
      const product = products[j];
      a[j] -= fa * product;
      b[j] -= fb * product;
      c[j] -= fc * product;
      d[j] -= fd * product;
    }
  }
  for (; t < count; t++) {
    const row = J[touched[t]];
    const factor = (2 * v[touched[t]]) / norm;
    for (let j = k; j < n; j++) row[j] -= factor * products[j];
  }
}

/** Squared lengths of all columns from place k on, of the rows from k on. */
function sumSquares(J: readonly Float64Array[], k: number, squares: Float64Array): void {
  squares.fill(0);
  for (let i = k; i < J.length; i++) {
    const row = J[i];
    for (let j = k; j < J.length; j++) squares[j] += row[j] * row[j];
  }
}

function exchangeColumns(J: readonly Float64Array[], order: Int32Array, k: number, pivot: number): void {
  if (k === pivot) return;
  for (const row of J) exchange(row, k, pivot);
  exchange(order, k, pivot);
}

function exchange(row: Float64Array | Int32Array, k: number, pivot: number): void {
  const kept = row[k];
  row[k] = row[pivot];
  row[pivot] = kept;
}

/** A reflection along a vector with a part at place k and parts from the rank on. */
interface Reflection {
  readonly k: number;
  readonly v: Float64Array;
  readonly norm: number;
}

/** Makes the trapezoid J[0 .. rank) a triangle, and returns how. */
function reduceFromRight(J: Float64Array[], rank: number): Reflection[] {
  const reflections: Reflection[] = [];
  for (let k = rank - 1; k >= 0; k--) {
    let norm = 0;
    for (let j = rank; j < J.length; j++) norm += J[k][j] * J[k][j];
    if (norm === 0) continue;
    const v = J[k].slice();
    const length = Math.sqrt(norm + v[k] * v[k]);
    v[k] += v[k] > 0 ? length : -length;
    const reflection = { k, v, norm: norm + v[k] * v[k] };
    for (let i = 0; i <= k; i++) reflect(J[i], reflection, rank);
    reflections.push(reflection);
  }
  return reflections;
}

function reflect(values: Float64Array, { k, v, norm }: Reflection, rank: number): void {
  let product = values[k] * v[k];
  for (let j = rank; j < values.length; j++) product += values[j] * v[j];
  const factor = (2 * product) / norm;
  values[k] -= factor * v[k];
  for (let j = rank; j < values.length; j++) values[j] -= factor * v[j];
}
