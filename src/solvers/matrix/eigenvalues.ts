// Eigenvalues of dense real matrices: Householder reduction to Hessenberg form, then Francis' implicit double shift QR steps with
// deflation (Golub and Van Loan, Matrix Computations, algorithms 7.4.2 and 7.5.1).

/** A complex number. */
export interface Complex {
  readonly re: number;
  readonly im: number;
}

/** Subdiagonals below this times the length of the whole matrix are zero: they are rounding errors [1]. */
const ROUNDING = 2.220446049250313e-16;
/** QR steps on one block after which it is given up; two or three an eigenvalue is the rule [1]. */
const MOST_STEPS = 100;
/** After each of these without a deflation, a shift from elsewhere breaks what may be a cycle [1]. */
const STEPS_TO_A_CYCLE = 10;

/** All eigenvalues of the square matrix of these rows, conjugates next to each other. */
export function eigenvaluesOf(rows: readonly ArrayLike<number>[]): Complex[] {
  const h = rows.map((row) => Float64Array.from(row));
  const negligible = ROUNDING * Math.sqrt(h.reduce((sum, row) => row.reduce((part, value) => part + value * value, sum), 0));
  reduceToHessenberg(h);
  const eigenvalues: Complex[] = [];
  let high = h.length - 1;
  let steps = 0;
  while (high >= 0) {
    const low = findBlock(h, high, negligible);
    if (low >= high - 1) {
      eigenvalues.push(...(low === high ? [{ re: h[high][high], im: 0 }] : eigenvaluesOfTwo(h, high)));
      high = low - 1;
      steps = 0;
    } else {
      if (++steps > MOST_STEPS) throw new Error(`The eigenvalues of a block of ${high - low + 1} rows were not found.`);
      takeFrancisStep(h, low, high, steps % STEPS_TO_A_CYCLE === 0);
    }
  }
  return eigenvalues.reverse();
}

/** The largest absolute value of any. */
export function spectralRadius(eigenvalues: readonly Complex[]): number {
  return eigenvalues.reduce((largest, { re, im }) => Math.max(largest, Math.sqrt(re * re + im * im)), 0);
}

/** Zeros below the first subdiagonal, by reflections from both sides. */
function reduceToHessenberg(h: Float64Array[]): void {
  const n = h.length;
  const v = new Float64Array(n);
  for (let k = 0; k < n - 2; k++) {
    v.fill(0);
    for (let i = k + 1; i < n; i++) v[i] = h[i][k];
    reflect(h, v, k + 1, n - 1, k, 0, n - 1);
    for (let i = k + 2; i < n; i++) h[i][k] = 0;
  }
}

/**
 * H <- P H P, with P the reflection that turns v[first .. last] to its first place: rows from column `left` to `right` and columns
 * from row `top` to `bottom`, which is `right` where nothing else is said.
 */
function reflect(
  h: Float64Array[],
  v: Float64Array,
  first: number,
  last: number,
  left: number,
  top: number,
  right: number,
  bottom = right,
): void {
  let norm = 0;
  for (let i = first + 1; i <= last; i++) norm += v[i] * v[i];
  if (norm === 0) return;
  const length = Math.sqrt(v[first] * v[first] + norm);
  v[first] += v[first] > 0 ? length : -length;
  norm += v[first] * v[first];
  for (let j = left; j <= right; j++) {
    let product = 0;
    for (let i = first; i <= last; i++) product += v[i] * h[i][j];
    const factor = (2 * product) / norm;
    for (let i = first; i <= last; i++) h[i][j] -= factor * v[i];
  }
  for (let i = top; i <= bottom; i++) {
    let product = 0;
    for (let j = first; j <= last; j++) product += h[i][j] * v[j];
    const factor = (2 * product) / norm;
    for (let j = first; j <= last; j++) h[i][j] -= factor * v[j];
  }
}

/** The first row of the block without zeros on its subdiagonal that ends in row `high`. */
function findBlock(h: Float64Array[], high: number, negligible: number): number {
  let low = high;
  while (low > 0 && Math.abs(h[low][low - 1]) > negligible) low--;
  return low;
}

function eigenvaluesOfTwo(h: Float64Array[], high: number): Complex[] {
  const a = h[high - 1][high - 1];
  const d = h[high][high];
  const half = 0.5 * (a - d);
  const square = half * half + h[high - 1][high] * h[high][high - 1];
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
  const near = far === 0 ? 0 : -(h[high - 1][high] * h[high][high - 1]) / far;
  return [
    { re: d + near, im: 0 },
    { re: d + far, im: 0 },
  ];
}

/** One QR step with both eigenvalues of the last two rows, or with made-up ones, as shifts. */
function takeFrancisStep(h: Float64Array[], low: number, high: number, isStuck: boolean): void {
  const below = Math.abs(h[high][high - 1]) + Math.abs(h[high - 1][high - 2]);
  const trace = isStuck ? 1.5 * below : h[high - 1][high - 1] + h[high][high];
  const determinant = isStuck ? below * below : h[high - 1][high - 1] * h[high][high] - h[high - 1][high] * h[high][high - 1];
  const v = new Float64Array(high + 1);
  v[low] = h[low][low] * (h[low][low] - trace) + h[low][low + 1] * h[low + 1][low] + determinant;
  v[low + 1] = h[low + 1][low] * (h[low][low] + h[low + 1][low + 1] - trace);
  v[low + 2] = h[low + 1][low] * h[low + 2][low + 1];
  for (let k = low; k < high; k++) {
    const last = Math.min(k + 2, high);
    if (k > low) for (let i = k; i <= last; i++) v[i] = h[i][k - 1];
    reflect(h, v, k, last, Math.max(low, k - 1), low, high, Math.min(k + 3, high));
    if (k > low) for (let i = k + 1; i <= last; i++) h[i][k - 1] = 0;
  }
}
