// Which contact of a face carries how much of its load is what keeps a body from turning over. A body that cannot turn leaves it open,
// and a sweep would give all of it to the first contact it comes to: friction would then turn the body about that one. So the loads
// that a step starts from are spread evenly: of all loads of the face that do the same to both bodies, the least in the sum of squares.

import { isLockedAxis, ROTATION_LOCKS } from '../math/locked-axes.js';
import { ANGULAR, BIAS, LAMBDA, NORMAL, RECORD_LENGTH } from '../solvers/contact-record.js';
import { grown } from '../solvers/quadratic/grown.js';
import type { JointProblem } from './joint-problem.js';

/** Normals that differ by less are those of one face [1]. */
const PARALLEL = 1e-6;
/** What is left of a row by the rows before it is rounding below this share [1]. */
const DEPENDENT = 1e-9;
/** Along the normal, and about three axes of both bodies. */
const MOST_ROWS = 7;

export class SpreadLoads {
  /** The contacts of the face at hand; rows that must stay as they are, made orthonormal; what the contacts come to carry. */
  #face = new Int32Array(0);
  #rows = new Float64Array(0);
  #load = new Float64Array(0);
  #count = 0;

  /** Spreads the loads of all faces, among the first `count` contacts, of bodies some of whose rotations are locked. */
  spread(problem: JointProblem, count: number): void {
    if (!problem.hasLocks) return;
    const { record, contactMovers } = problem;
    this.#face = grown(this.#face, count);
    for (let i = 0; i < count; ) {
      const first = i;
      this.#count = 0;
      for (; i < count && isOfFace(record, contactMovers, first, i); i++) {
        if (record[i * RECORD_LENGTH + BIAS] === 0) this.#face[this.#count++] = i;
      }
      if (this.#count > 1 && this.#areTurnsLocked(problem, first)) this.#spreadFace(problem, first);
    }
  }

  #areTurnsLocked({ movers, locks, contactMovers }: JointProblem, i: number): boolean {
    const a = contactMovers[2 * i] / 6;
    const b = contactMovers[2 * i + 1] / 6;
    return (((a < movers ? locks[a] : 0) | (b < movers ? locks[b] : 0)) & ROTATION_LOCKS) !== 0;
  }

  #spreadFace(problem: JointProblem, first: number): void {
    const { record } = problem;
    const n = this.#count;
    const rows = this.#writeRows(problem, first);
    this.#load = grown(this.#load, n);
    const load = this.#load;
    load.fill(0, 0, n);
    for (let r = 0; r < rows; r++) {
      let along = 0;
      for (let c = 0; c < n; c++) along += this.#rows[r * n + c] * record[this.#face[c] * RECORD_LENGTH + LAMBDA];
      for (let c = 0; c < n; c++) load[c] += along * this.#rows[r * n + c];
    }
    // A face that is pressed at one end alone cannot be pressed evenly.
    for (let c = 0; c < n; c++) if (!(load[c] >= 0)) return;
    for (let c = 0; c < n; c++) record[this.#face[c] * RECORD_LENGTH + LAMBDA] = load[c];
  }

  /** What loads do along the normal, and about the axes that bodies turn about. Returns how many rows that are. */
  #writeRows({ movers, locks, record, contactMovers }: JointProblem, first: number): number {
    const n = this.#count;
    this.#rows = grown(this.#rows, MOST_ROWS * n);
    this.#rows.fill(1, 0, n);
    let count = this.#addRow(0) ? 1 : 0;
    for (let side = 0; side < 2; side++) {
      const body = contactMovers[2 * first + side] / 6;
      if (body >= movers) continue;
      for (let axis = 0; axis < 3; axis++) {
        if (isLockedAxis(locks[body], 3 + axis)) continue;
        for (let c = 0; c < n; c++) this.#rows[count * n + c] = record[this.#face[c] * RECORD_LENGTH + ANGULAR + 3 * side + axis];
        if (this.#addRow(count)) count++;
      }
    }
    return count;
  }

  /** Makes a row orthonormal to those before it. Returns whether there is anything left of it. */
  #addRow(row: number): boolean {
    const n = this.#count;
    const rows = this.#rows;
    const before = Math.sqrt(this.#product(row, row));
    for (let r = 0; r < row; r++) {
      const along = this.#product(row, r);
      for (let c = 0; c < n; c++) rows[row * n + c] -= along * rows[r * n + c];
    }
    const left = Math.sqrt(this.#product(row, row));
    if (!(left > DEPENDENT * before)) return false;
    for (let c = 0; c < n; c++) rows[row * n + c] /= left;
    return true;
  }

  #product(p: number, q: number): number {
    const n = this.#count;
    let sum = 0;
    for (let c = 0; c < n; c++) sum += this.#rows[p * n + c] * this.#rows[q * n + c];
    return sum;
  }
}

/** Whether a contact is between the same bodies as another, and has its normal. */
function isOfFace(record: Float64Array, movers: Int32Array, first: number, i: number): boolean {
  if (movers[2 * i] !== movers[2 * first] || movers[2 * i + 1] !== movers[2 * first + 1]) return false;
  for (let j = 0; j < 3; j++) {
    const difference = record[i * RECORD_LENGTH + NORMAL + j] - record[first * RECORD_LENGTH + NORMAL + j];
    if (Math.abs(difference) > PARALLEL) return false;
  }
  return true;
}
