// Products with the rows of contacts: J, or P = R^-T J, three rows of twelve numbers a contact, two bodies each.

import * as problem from './impulse-problem.js';

// V8 folds constants of the same module but not imported ones.
const { ROWS_LENGTH } = problem;

/** The three rows of J, or of P, of a contact times six numbers a body. A number that is returned would be allocated. */
export function multiplyRows(J: Float64Array, movers: Int32Array, i: number, x: Float64Array, to: Float64Array): void {
  let n = 0;
  let t = 0;
  let b = 0;
  for (let side = 0; side < 2; side++) {
    const at = 6 * movers[2 * i + side];
    if (at < 0) continue;
    const k = ROWS_LENGTH * i + 6 * side;
    for (let c = 0; c < 6; c++) {
      const value = x[at + c];
      n += J[k + c] * value;
      t += J[k + 12 + c] * value;
      b += J[k + 24 + c] * value;
    }
  }
  to[0] = n;
  to[1] = t;
  to[2] = b;
}

/** Adds J^T, or P^T, times three numbers a contact to six numbers a body. */
export function addTransposed(J: Float64Array, movers: Int32Array, contacts: number, j: Float64Array, to: Float64Array): void {
  for (let i = 0; i < contacts; i++) {
    const j0 = j[3 * i];
    const j1 = j[3 * i + 1];
    const j2 = j[3 * i + 2];
    for (let side = 0; side < 2; side++) {
      const body = movers[2 * i + side];
      if (body < 0) continue;
      const k = ROWS_LENGTH * i + 6 * side;
      for (let c = 0; c < 6; c++) to[6 * body + c] += J[k + c] * j0 + J[k + 12 + c] * j1 + J[k + 24 + c] * j2;
    }
  }
}

/** Adds a multiple of the normal row of a contact to six numbers a body. */
export function addNormal(J: Float64Array, movers: Int32Array, i: number, factor: number, to: Float64Array): void {
  for (let side = 0; side < 2; side++) {
    const body = movers[2 * i + side];
    if (body < 0) continue;
    for (let c = 0; c < 6; c++) to[6 * body + c] += factor * J[ROWS_LENGTH * i + 6 * side + c];
  }
}

/** Adds P^T P of two sides of a contact to the unknowns from `y` on of a block of `size` rows; of a diagonal block, its lower triangle. */
export function addSquare(
  block: Float64Array,
  at: number,
  size: number,
  y: number,
  P: Float64Array,
  k: number,
  rowSide: number,
  columnSide: number,
): void {
  const from = k + columnSide;
  for (let r = 0; r < 6; r++) {
    const n = P[k + rowSide + r];
    const t = P[k + 12 + rowSide + r];
    const b = P[k + 24 + rowSide + r];
    const to = at + (y + r) * size + y;
    const end = rowSide === columnSide ? r + 1 : 6;
    for (let c = 0; c < end; c++) block[to + c] += n * P[from + c] + t * P[from + 12 + c] + b * P[from + 24 + c];
  }
}

/** Adds `weight` N^T N of two sides of a contact to the first six unknowns of a block of `size` rows. */
export function addOuter(
  block: Float64Array,
  at: number,
  size: number,
  J: Float64Array,
  k: number,
  rowSide: number,
  columnSide: number,
  weight: number,
): void {
  for (let r = 0; r < 6; r++) {
    const n = weight * J[k + rowSide + r];
    for (let c = 0; c < 6; c++) block[at + r * size + c] += n * J[k + columnSide + c];
  }
}
