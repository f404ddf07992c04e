// From the records of a group's contacts to a boxed problem: A = J M^-1 J^T and b of (20), and the limits (27).
//
// A contact that must not act in the step (its bias is infinite) is left out: its lambda is zero whatever the others are.

import { ANGULAR, FRICTION, INVERSE_MASS_A, NORMAL, RECORD_LENGTH, TURN } from '../contact-record.js';
import { applyRow, rowVelocity } from '../projected-gauss-seidel.js';
import type { RowSet } from '../row-set.js';
import type { VelocityProblem } from '../solver.js';
import type { BoxedProblem } from './boxed-problem.js';
import { makeBoxedProblem } from './boxed-problem.js';
import type { Entry } from './sparse-matrix.js';
import { makeSparseMatrix } from './sparse-matrix.js';

export interface AssembledProblem {
  readonly problem: BoxedProblem;
  /** The lambdas that the records hold. */
  readonly lambda: Float64Array;
  /** Number of the record that rows k * i .. k * i + k - 1 are of, with k rows a contact. */
  readonly contacts: Int32Array;
}

/** One end of a contact: the contact's number among those of the problem, its record, and 0 for A or 1 for B. */
interface End {
  readonly contact: number;
  readonly record: number;
  readonly side: number;
}

/** The problem whose rows are those of `set`; the velocities must have the lambdas of the records in them. */
export function assembleProblem(arrays: VelocityProblem, set: RowSet, pyramid: boolean): AssembledProblem {
  const { count, record } = arrays;
  const acting = (i: number) => Number.isFinite(record[i * RECORD_LENGTH + set.bias]);
  const contacts = Int32Array.from(Array.from({ length: count }, (_, i) => i).filter(acting));
  const lambda = new Float64Array(set.rows * contacts.length);
  contacts.forEach((i, contact) => {
    for (let row = 0; row < set.rows; row++) lambda[set.rows * contact + row] = record[i * RECORD_LENGTH + set.lambda + row];
  });
  const n = lambda.length;
  const isNormal = (row: number) => row % set.rows === 0;
  const perRow = <T>(normal: T, friction: (row: number) => T) =>
    Array.from({ length: n }, (_, row) => (isNormal(row) ? normal : friction(row)));
  const problem = makeBoxedProblem({
    A: makeSparseMatrix(n, n, entriesOfA(arrays, set, contacts)),
    b: computeB(arrays, set, contacts),
    // Friction rows have no limits of their own.
    lo: perRow(0, () => Number.NEGATIVE_INFINITY),
    hi: perRow(Number.POSITIVE_INFINITY, () => Number.POSITIVE_INFINITY),
    mu: perRow(0, (row) => record[contacts[Math.floor(row / set.rows)] * RECORD_LENGTH + FRICTION]),
    normal: perRow(-1, (row) => row - (row % set.rows)),
    partner: perRow(-1, (row) => (pyramid ? -1 : row % set.rows === 1 ? row + 1 : row - 1)),
  });
  return { problem, lambda, contacts };
}

/** The 3x3 (or 1x1) blocks of contacts that share a body that moves, each computed once, so that A is symmetric to the bit. */
function* entriesOfA({ record, movers }: VelocityProblem, { rows }: RowSet, contacts: Int32Array): Generator<Entry> {
  const ends = new Map<number, End[]>();
  contacts.forEach((i, contact) => {
    for (const side of [0, 1]) {
      if (record[i * RECORD_LENGTH + INVERSE_MASS_A + side] === 0) continue;
      const mover = movers[2 * i + side];
      const known = ends.get(mover) ?? [];
      known.push({ contact, record: i * RECORD_LENGTH, side });
      ends.set(mover, known);
    }
  });
  for (const [contact, i] of contacts.entries()) {
    /** By the other contact's number, from this one's on. */
    const blocks = new Map<number, Float64Array>();
    for (const side of [0, 1]) {
      const here: End = { contact, record: i * RECORD_LENGTH, side };
      if (record[here.record + INVERSE_MASS_A + side] === 0) continue;
      for (const there of ends.get(movers[2 * i + side]) ?? []) {
        if (there.contact < contact) continue;
        const block = blocks.get(there.contact) ?? new Float64Array(rows * rows);
        for (let p = 0; p < rows; p++) for (let q = 0; q < rows; q++) block[rows * p + q] += coupling(record, here, p, there, q);
        blocks.set(there.contact, block);
      }
    }
    for (const [other, block] of blocks) {
      for (let p = 0; p < rows; p++) {
        for (let q = 0; q < rows; q++) {
          const [row, column] = [rows * contact + p, rows * other + q];
          if (row > column) continue;
          yield [row, column, block[rows * p + q]];
          if (row < column) yield [column, row, block[rows * p + q]];
        }
      }
    }
  }
}

/** What a unit impulse along row q at one end of a body does to the velocity along row p at another: J_p M^-1 J_q^T. */
function coupling(record: Float64Array, here: End, p: number, there: End, q: number): number {
  const d = here.record + NORMAL + 3 * p;
  const e = there.record + NORMAL + 3 * q;
  const angular = here.record + ANGULAR + 6 * p + 3 * here.side;
  const turn = there.record + TURN + 6 * q + 3 * there.side;
  const cosine = record[d] * record[e] + record[d + 1] * record[e + 1] + record[d + 2] * record[e + 2];
  const linear = record[here.record + INVERSE_MASS_A + here.side] * cosine;
  const rotation =
    record[angular] * record[turn] + record[angular + 1] * record[turn + 1] + record[angular + 2] * record[turn + 2];
  return (here.side === there.side ? linear : -linear) + rotation;
}

/** J u and the bias, with u as it is without any lambda. */
function computeB({ count, record, movers, u }: VelocityProblem, set: RowSet, contacts: Int32Array): Float64Array {
  const free = u.slice();
  for (let i = 0; i < count; i++) {
    const k = i * RECORD_LENGTH;
    for (let row = 0; row < set.rows; row++) {
      applyRow(record, k, row, -record[k + set.lambda + row], free, movers[2 * i], movers[2 * i + 1]);
    }
  }
  const b = new Float64Array(set.rows * contacts.length);
  contacts.forEach((i, contact) => {
    const k = i * RECORD_LENGTH;
    for (let row = 0; row < set.rows; row++) {
      const bias = row === 0 ? record[k + set.bias] : 0;
      b[set.rows * contact + row] = rowVelocity(record, k, row, free, movers[2 * i], movers[2 * i + 1]) + bias;
    }
  });
  return b;
}
