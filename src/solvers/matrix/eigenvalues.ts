// Eigenvalues of dense real matrices (Golub and Van Loan, Matrix Computations). Symmetric ones: Householder reduction to three
// diagonals and bisection by Sturm counts, which cannot fail (algorithms 8.3.1, 8.4.1). Others: reduction to Hessenberg form, then
// Francis' implicit double shift QR steps with deflation (7.4.2, 7.5.1).
//
// No proof says that QR steps end. Where they do not for long, what counts as zero grows tenfold, and again, until a block
// parts: the eigenvalues are then those of a matrix that differs by as much.

/** A complex number. */
import { checkList, checkObject, refuse } from './refuse.js';
import { checkRows } from './sparse-matrix.js';

export interface Complex {
  readonly re: number;
  readonly im: number;
}

const EPSILON = 2.220446049250313e-16;
/** After so many QR steps without a deflation a shift from elsewhere breaks what may be a cycle [1]. */
const STEPS_TO_A_CYCLE = 10;
/** After so many what counts as zero grows; two or three steps an eigenvalue are the rule [1]. */
const STEPS_TO_PATIENCE = 60;
/** Halvings of an interval: after these it is no wider than rounding [1]. */
const HALVINGS = 60;

/** All eigenvalues of the square matrix of these rows, conjugates next to each other. */
export function eigenvaluesOf(rows: readonly ArrayLike<number>[]): Complex[] {
  checkRows(rows);
  const n = rows.length;
  if (n > 0 && rows[0].length !== n) refuse('length of a row', rows[0].length, `${n}, as there are rows`);
  const h = new Float64Array(n * n);
  rows.forEach((row, i) => {
    h.set(Array.from(row), n * i);
  });
  if (isSymmetric(h, n)) return Array.from(symmetricEigenvalues(h, n), (re) => ({ re, im: 0 }));
  return generalEigenvalues(h, n);
}

/** The largest absolute value of any. */
export function spectralRadius(eigenvalues: readonly Complex[]): number {
  checkList('eigenvalues', eigenvalues);
  for (let i = 0; i < eigenvalues.length; i++) checkObject(`eigenvalues[${i}]`, eigenvalues[i]);
  return eigenvalues.reduce((largest, { re, im }) => Math.max(largest, Math.sqrt(re * re + im * im)), 0);
}

function isSymmetric(h: Float64Array, n: number): boolean {
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) if (h[n * i + j] !== h[n * j + i]) return false;
  return true;
}

/** Rising eigenvalues of the symmetric n x n matrix with its rows one after the other in `a`, which is used up. */
export function symmetricEigenvalues(a: Float64Array, n: number): Float64Array {
  const { diagonal, below } = reduceToThreeDiagonals(a, n);
  // Gershgorin: no eigenvalue is farther from a diagonal entry than its neighbours sum up to.
  let least = 0;
  let most = 0;
  for (let i = 0; i < n; i++) {
    const reach = Math.abs(below[i]) + (i + 1 < n ? Math.abs(below[i + 1]) : 0);
    least = Math.min(least, diagonal[i] - reach);
    most = Math.max(most, diagonal[i] + reach);
  }
  const squares = below.map((value) => value * value);
  const tiny = Math.max(EPSILON * EPSILON * Math.max(most, -least), Number.MIN_VALUE);
  const eigenvalues = new Float64Array(n);
  for (let k = 0; k < n; k++) {
    // The k-th lies where the count of smaller ones goes from at most k to more.
    let low = k > 0 ? eigenvalues[k - 1] : least;
    let high = most;
    for (let halving = 0; halving < HALVINGS; halving++) {
      const middle = 0.5 * (low + high);
      if (middle <= low || middle >= high) break;
      if (countBelow(diagonal, squares, middle, tiny) > k) high = middle;
      else low = middle;
    }
    eigenvalues[k] = 0.5 * (low + high);
  }
  return eigenvalues;
}

/** How many eigenvalues of three diagonals are below x: as many as there are negative pivots of the matrix less x. */
function countBelow(diagonal: Float64Array, squares: Float64Array, x: number, tiny: number): number {
  let count = 0;
  let pivot = 1;
  for (let i = 0; i < diagonal.length; i++) {
    pivot = diagonal[i] - x - (i > 0 ? squares[i] / pivot : 0);
    if (Math.abs(pivot) < tiny) pivot = -tiny;
    if (pivot < 0) count++;
  }
  return count;
}

/** The diagonal, and in below[i] the entry left of diagonal[i], of a matrix with the same eigenvalues. */
function reduceToThreeDiagonals(a: Float64Array, n: number): { diagonal: Float64Array; below: Float64Array } {
  const below = new Float64Array(n);
  const v = new Float64Array(n);
  const p = new Float64Array(n);
  // From the last row up, so that what remains is always the first rows, whose lower triangle is all that is read.
  for (let k = n - 1; k > 0; k--) {
    const norm = makeReflection(a, n * k, k, v);
    below[k] = norm === 0 ? a[n * k + k - 1] : -Math.sign(v[k - 1]) * Math.sqrt(squareOf(a, n * k, k));
    if (norm === 0) continue;
    // p = 2 A v / (v v), and then A - v w^T - w v^T with w = p - (p v / v v) v.
    p.fill(0, 0, k);
    for (let i = 0; i < k; i++) {
      const row = n * i;
      const vi = v[i];
      let sum = a[row + i] * vi;
      for (let j = 0; j < i; j++) {
        sum += a[row + j] * v[j];
        p[j] += a[row + j] * vi;
      }
      p[i] += sum;
    }
    let product = 0;
    for (let i = 0; i < k; i++) {
      p[i] *= 2 / norm;
      product += p[i] * v[i];
    }
    for (let i = 0; i < k; i++) p[i] -= (product / norm) * v[i];
    for (let i = 0; i < k; i++) {
      const row = n * i;
      const vi = v[i];
      const pi = p[i];
      for (let j = 0; j <= i; j++) a[row + j] -= vi * p[j] + pi * v[j];
    }
  }
  return { diagonal: Float64Array.from({ length: n }, (_, i) => a[n * i + i]), below };
}

/** v that reflects the `count` numbers from `first` on to the last of their places; returns v v, 0 where they are there already. */
function makeReflection(a: Float64Array, first: number, count: number, v: Float64Array): number {
  let norm = squareOf(a, first, count - 1);
  if (norm === 0) return 0;
  for (let i = 0; i < count; i++) v[i] = a[first + i];
  const length = Math.sqrt(norm + v[count - 1] * v[count - 1]);
  v[count - 1] += v[count - 1] > 0 ? length : -length;
  norm += v[count - 1] * v[count - 1];
  return norm;
}

function squareOf(a: Float64Array, first: number, count: number): number {
  let sum = 0;
  for (let i = first; i < first + count; i++) sum += a[i] * a[i];
  return sum;
}

/** Eigenvalues of any n x n matrix with its rows one after the other in `h`, which is used up. */
export function generalEigenvalues(h: Float64Array, n: number): Complex[] {
  const size = Math.sqrt(squareOf(h, 0, n * n));
  reduceToHessenberg(h, n);
  const eigenvalues: Complex[] = [];
  let high = n - 1;
  let steps = 0;
  let rounding = EPSILON * size;
  while (high >= 0) {
    if (steps > 0 && steps % STEPS_TO_PATIENCE === 0) rounding *= 10;
    const low = findBlock(h, n, high, rounding);
    if (low >= high - 1) {
      eigenvalues.push(...(low === high ? [{ re: h[n * high + high], im: 0 }] : eigenvaluesOfTwo(h, n, high)));
      high = low - 1;
      steps = 0;
      rounding = EPSILON * size;
    } else {
      takeFrancisStep(h, n, low, high, ++steps);
    }
  }
  return eigenvalues.reverse();
}

/** Zeros below the first subdiagonal, by reflections from both sides. */
function reduceToHessenberg(h: Float64Array, n: number): void {
  const v = new Float64Array(n);
  const products = new Float64Array(n);
  for (let k = 0; k < n - 2; k++) {
    let norm = 0;
    for (let i = k + 2; i < n; i++) norm += h[n * i + k] * h[n * i + k];
    if (norm === 0) continue;
    for (let i = k + 1; i < n; i++) v[i] = h[n * i + k];
    const length = Math.sqrt(norm + v[k + 1] * v[k + 1]);
    v[k + 1] += v[k + 1] > 0 ? length : -length;
    norm += v[k + 1] * v[k + 1];
    products.fill(0);
    // Two rows at once: half the traffic of the sums.
    for (let i = k + 1; i + 1 < n; i += 2) {
      const v0 = v[i];
      const v1 = v[i + 1];
      for (let j = k, at = n * i + k; j < n; j++, at++) products[j] += v0 * h[at] + v1 * h[at + n];
    }
    if ((n - k - 1) % 2 === 1) for (let j = k, at = n * (n - 1) + k; j < n; j++, at++) products[j] += v[n - 1] * h[at];
    for (let i = k + 1; i < n; i++) {
      const factor = (2 * v[i]) / norm;
      if (factor !== 0) for (let j = k, at = n * i + k; j < n; j++, at++) h[at] -= factor * products[j];
    }
    for (let i = 0; i < n; i++) {
      let product = 0;
      for (let j = k + 1, at = n * i + k + 1; j < n; j++, at++) product += h[at] * v[j];
      const factor = (2 * product) / norm;
      if (factor !== 0) for (let j = k + 1, at = n * i + k + 1; j < n; j++, at++) h[at] -= factor * v[j];
    }
    for (let i = k + 2; i < n; i++) h[n * i + k] = 0;
  }
}

/** The first row of the block without zeros on its subdiagonal that ends in row `high`; rounding errors count as zeros. */
function findBlock(h: Float64Array, n: number, high: number, rounding: number): number {
  let low = high;
  while (low > 0 && Math.abs(h[n * low + low - 1]) > rounding) low--;
  return low;
}

function eigenvaluesOfTwo(h: Float64Array, n: number, high: number): Complex[] {
  const a = h[n * (high - 1) + high - 1];
  const d = h[n * high + high];
  const half = 0.5 * (a - d);
  const product = h[n * (high - 1) + high] * h[n * high + high - 1];
  const square = half * half + product;
  const root = Math.sqrt(Math.abs(square));
  if (square < 0) {
    const re = 0.5 * (a + d);
    return [
      { re, im: -root },
      { re, im: root },
    ];
  }
  // The one that is a sum of like signs first; the other by the determinant's way, without cancellation.
  const far = half + (half >= 0 ? root : -root);
  const near = far === 0 ? 0 : -product / far;
  return [
    { re: d + near, im: 0 },
    { re: d + far, im: 0 },
  ];
}

/** One QR step with both eigenvalues of the last two rows as shifts, or now and then with others (as in LAPACK's dlahqr). */
function takeFrancisStep(h: Float64Array, n: number, low: number, high: number, steps: number): void {
  const at = (i: number, j: number) => h[n * i + j];
  let trace = at(high - 1, high - 1) + at(high, high);
  let determinant = at(high - 1, high - 1) * at(high, high) - at(high - 1, high) * at(high, high - 1);
  if (steps % STEPS_TO_A_CYCLE === 0) {
    const isAtTop = steps % (2 * STEPS_TO_A_CYCLE) === 0;
    const size = isAtTop
      ? Math.abs(at(low + 1, low)) + Math.abs(at(low + 2, low + 1))
      : Math.abs(at(high, high - 1)) + Math.abs(at(high - 1, high - 2));
    const middle = 0.75 * size + (isAtTop ? at(low, low) : at(high, high));
    trace = 2 * middle;
    determinant = middle * middle + 0.4375 * size * size;
  }
  let x = at(low, low) * (at(low, low) - trace) + at(low, low + 1) * at(low + 1, low) + determinant;
  let y = at(low + 1, low) * (at(low, low) + at(low + 1, low + 1) - trace);
  let z = at(low + 1, low) * at(low + 2, low + 1);
  for (let k = low; k < high; k++) {
    if (k > low) {
      x = at(k, k - 1);
      y = at(k + 1, k - 1);
      z = k + 2 <= high ? at(k + 2, k - 1) : 0;
    }
    reflectThree(h, n, k, x, y, z, low, high);
    if (k > low) {
      h[n * (k + 1) + k - 1] = 0;
      if (k + 2 <= high) h[n * (k + 2) + k - 1] = 0;
    }
  }
}

/** H <- P H P within rows and columns low .. high, with P the reflection that turns (x, y, z) of rows k .. k + 2 to the first. */
function reflectThree(h: Float64Array, n: number, k: number, x: number, y: number, z: number, low: number, high: number): void {
  const scale = Math.max(Math.abs(y), Math.abs(z));
  if (scale === 0) return;
  const size = Math.max(Math.abs(x), scale);
  let p = x / size;
  const q = y / size;
  const r = z / size;
  const length = Math.sqrt(p * p + q * q + r * r);
  p += p > 0 ? length : -length;
  const double = 2 / (p * p + q * q + r * r);
  const isThree = k + 2 <= high;
  const first = n * k;
  const second = first + n;
  const third = isThree ? second + n : second;
  for (let j = Math.max(low, k - 1); j <= high; j++) {
    const sum = double * (p * h[first + j] + q * h[second + j] + (isThree ? r * h[third + j] : 0));
    h[first + j] -= sum * p;
    h[second + j] -= sum * q;
    if (isThree) h[third + j] -= sum * r;
  }
  const bottom = Math.min(k + 3, high);
  for (let i = low, at = n * low + k; i <= bottom; i++, at += n) {
    const sum = double * (h[at] * p + h[at + 1] * q + (isThree ? h[at + 2] * r : 0));
    h[at] -= sum * p;
    h[at + 1] -= sum * q;
    if (isThree) h[at + 2] -= sum * r;
  }
}
