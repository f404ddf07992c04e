// What one contact adds to the Hessian of sparse-newton.ts: J^T D J, with J its rows and D the derivative of its projection.

import { ANGULAR, NORMAL } from './contact-record.js';

export class ContactHessian {
  /** J of the contact at hand, by row the six of A and the six of B. */
  readonly jacobian = new Float64Array(36);
  /** D as [nn, n1, n2, 11, 12, 22]. */
  readonly slopes = new Float64Array(6);
  /** D J. */
  readonly #weighed = new Float64Array(36);

  /** Reads J of the contact whose record is at `k`. */
  readRows(record: Float64Array, k: number, rows: number): void {
    const { jacobian } = this;
    for (let row = 0; row < rows; row++) {
      for (let j = 0; j < 3; j++) {
        jacobian[12 * row + j] = -record[k + NORMAL + 3 * row + j];
        jacobian[12 * row + 3 + j] = record[k + ANGULAR + 6 * row + j];
        jacobian[12 * row + 6 + j] = record[k + NORMAL + 3 * row + j];
        jacobian[12 * row + 9 + j] = record[k + ANGULAR + 6 * row + 3 + j];
      }
    }
  }

  /** D J from J and D. */
  weighRows(rows: number): void {
    const { jacobian, slopes } = this;
    const weighed = this.#weighed;
    for (let j = 0; j < 12; j++) {
      weighed[j] = slopes[0] * jacobian[j];
      if (rows === 1) continue;
      const n = jacobian[j];
      const t1 = jacobian[12 + j];
      const t2 = jacobian[24 + j];
      weighed[j] += slopes[1] * t1 + slopes[2] * t2;
      weighed[12 + j] = slopes[1] * n + slopes[3] * t1 + slopes[4] * t2;
      weighed[24 + j] = slopes[2] * n + slopes[4] * t1 + slopes[5] * t2;
    }
  }

  /** Adds J^T D J to a block: the rows of the body whose part of J begins at `p`, the columns of that at `q`. */
  addTo(matrix: Float64Array, at: number, rows: number, p: number, q: number): void {
    const { jacobian } = this;
    const weighed = this.#weighed;
    for (let row = 0; row < 12 * rows; row += 12) {
      for (let i = 0; i < 6; i++) {
        const x = jacobian[row + p + i];
        for (let j = 0; j < 6; j++) matrix[at + 6 * i + j] += x * weighed[row + q + j];
      }
    }
  }
}
