// The sides of one contact's pyramid in a Newton step, weighted by z / s: in factors, since their sum would lose all but the largest.

import * as pyramid from './pyramid.js';

// V8 folds constants of the same module but not imported ones.
const { SIDES, NORMALS } = pyramid;

/** Sides, and since impulses are soft, the three axes. */
const COUNT = SIDES + 3;

export class SideFactors {
  /** The sides and axes of the contact at hand by falling weight, and the weight of each. */
  readonly #sorted = new Int32Array(COUNT);
  readonly #weights = new Float64Array(COUNT);
  /** The rows of Q of the contact at hand, in that order. */
  readonly #q = new Float64Array(3 * COUNT);

  /**
   * Q and R of the contact whose numbers by side are at `at`: Q R = diag(w) U^T, w being the roots of z / s, Q of orthonormal columns, R an
   * upper triangle [00, 01, 02, 11, 12, 22]. So R^T R = U diag(z / s) U^T; but the weights z / s differ by twenty powers of ten where an
   * impulse is at a side of its pyramid, and the sum itself would keep the largest alone. Rows are rotated into R one by one, the largest
   * first, which loses none. Softness adds rows of its own, the axes times its root.
   */
  factorize(
    s: Float64Array,
    z: Float64Array,
    w: Float64Array,
    at: number,
    Q: Float64Array,
    R: Float64Array,
    k: number,
    soft: Float64Array,
  ): void {
    this.#sort(s, z, w, at, soft);
    this.#rotateRows(R, k);
    const sorted = this.#sorted;
    const q = this.#q;
    for (let i = 0; i < COUNT; i++) {
      if (sorted[i] >= SIDES) continue;
      const to = 3 * (at + sorted[i]);
      Q[to] = q[3 * i];
      Q[to + 1] = q[3 * i + 1];
      Q[to + 2] = q[3 * i + 2];
    }
  }

  /** Weighs the sides and axes, and sorts them by falling weight. */
  #sort(s: Float64Array, z: Float64Array, w: Float64Array, at: number, soft: Float64Array): void {
    const sorted = this.#sorted;
    const weights = this.#weights;
    for (let h = 0; h < COUNT; h++) {
      // Not by a choice between two numbers: V8 would allocate each.
      weights[h] = soft[0];
      if (h < SIDES) w[at + h] = weights[h] = Math.sqrt(z[at + h] / s[at + h]);
      const weight = weights[h];
      let place = h;
      while (place > 0 && weights[sorted[place - 1]] < weight) {
        sorted[place] = sorted[place - 1];
        place--;
      }
      sorted[place] = h;
    }
  }

  /** Rotates the rows of diag(w) U^T into R, by Givens, and the rows of Q with them. */
  #rotateRows(R: Float64Array, k: number): void {
    const sorted = this.#sorted;
    const weights = this.#weights;
    const q = this.#q;
    let r00 = 0;
    let r01 = 0;
    let r02 = 0;
    let r11 = 0;
    let r12 = 0;
    let r22 = 0;
    for (let i = 0; i < COUNT; i++) {
      const h = sorted[i];
      const weight = weights[h];
      const x0 = weight * NORMALS[3 * h];
      let x1 = weight * NORMALS[3 * h + 1];
      let x2 = weight * NORMALS[3 * h + 2];
      const first = Math.sqrt(r00 * r00 + x0 * x0);
      const per0 = first > 0 ? 1 / first : 0;
      const c0 = first > 0 ? r00 * per0 : 1;
      const d0 = x0 * per0;
      r00 = first;
      const y1 = c0 * x1 - d0 * r01;
      const y2 = c0 * x2 - d0 * r02;
      r01 = c0 * r01 + d0 * x1;
      r02 = c0 * r02 + d0 * x2;
      x1 = y1;
      x2 = y2;
      const second = Math.sqrt(r11 * r11 + x1 * x1);
      const per1 = second > 0 ? 1 / second : 0;
      const c1 = second > 0 ? r11 * per1 : 1;
      const d1 = x1 * per1;
      r11 = second;
      const rest = c1 * x2 - d1 * r12;
      r12 = c1 * r12 + d1 * x2;
      const third = Math.sqrt(r22 * r22 + rest * rest);
      const per2 = third > 0 ? 1 / third : 0;
      const c2 = third > 0 ? r22 * per2 : 1;
      const d2 = rest * per2;
      r22 = third;
      // The same rotations on the rows of Q so far, and on the new one, which is one unit beside them.
      for (let row = 0; row < 3 * i; row += 3) {
        const q0 = q[row];
        const q1 = q[row + 1];
        const q2 = q[row + 2];
        const e0 = -d0 * q0;
        const e1 = c1 * e0 - d1 * q1;
        q[row] = c0 * q0;
        q[row + 1] = c1 * q1 + d1 * e0;
        q[row + 2] = c2 * q2 + d2 * e1;
      }
      q[3 * i] = d0;
      q[3 * i + 1] = d1 * c0;
      q[3 * i + 2] = d2 * c1 * c0;
    }
    R[k] = r00;
    R[k + 1] = r01;
    R[k + 2] = r02;
    R[k + 3] = r11;
    R[k + 4] = r12;
    R[k + 5] = r22;
  }
}

/** P = R^-T J of a contact: J^T C J is P^T P. */
export function writeQuotient(J: Float64Array, at: number, R: Float64Array, k: number, P: Float64Array): void {
  const i0 = 1 / R[k];
  const i1 = 1 / R[k + 3];
  const i2 = 1 / R[k + 5];
  const r01 = R[k + 1];
  const r02 = R[k + 2];
  const r12 = R[k + 4];
  for (let c = at; c < at + 12; c++) {
    const p0 = J[c] * i0;
    const p1 = (J[c + 12] - r01 * p0) * i1;
    P[c] = p0;
    P[c + 12] = p1;
    P[c + 24] = (J[c + 24] - r02 * p0 - r12 * p1) * i2;
  }
}

/** Three numbers to R^-T times them. */
export function divideTransposed(R: Float64Array, k: number, v: Float64Array, at: number): void {
  v[at] /= R[k];
  v[at + 1] = (v[at + 1] - R[k + 1] * v[at]) / R[k + 3];
  v[at + 2] = (v[at + 2] - R[k + 2] * v[at] - R[k + 4] * v[at + 1]) / R[k + 5];
}

/** R^-1 times three numbers, from one array to another. */
export function divide(R: Float64Array, k: number, from: Float64Array, to: Float64Array, at: number): void {
  to[at + 2] = from[at + 2] / R[k + 5];
  to[at + 1] = (from[at + 1] - R[k + 4] * to[at + 2]) / R[k + 3];
  to[at] = (from[at] - R[k + 1] * to[at + 1] - R[k + 2] * to[at + 2]) / R[k];
}
