// From the records of a group's contacts to a boxed problem: A = J M^-1 J^T and b of (20), and the limits (27).
//
// A contact that must not act in the step (its bias is infinite) is left out: its lambda is zero whatever the others are.

import { ANGULAR, FRICTION, INVERSE_MASS_A, NORMAL, RECORD_LENGTH, TURN } from '../contact-record.js';
import { applyRow, rowVelocity } from '../projected-gauss-seidel.js';
import type { RowSet } from '../row-set.js';
import type { VelocityProblem } from '../solver.js';
import type { BoxedProblem } from './boxed-problem.js';
import { makeBoxedProblem } from './boxed-problem.js';
import type { SparseMatrix } from './sparse-matrix.js';

export interface AssembledProblem {
  readonly problem: BoxedProblem;
  /** The lambdas that the records hold. */
  readonly lambda: Float64Array;
  /** Number of the record that rows k * i .. k * i + k - 1 are of, with k rows a contact. */
  readonly contacts: Int32Array;
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
    A: assembleA(arrays, set, contacts),
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

/** A by blocks of contacts that share a body that moves, each computed once, so that A is symmetric to the bit. */
function assembleA(arrays: VelocityProblem, { rows }: RowSet, contacts: Int32Array): SparseMatrix {
  const neighbours = findNeighbours(arrays, contacts);
  const blocks = neighbours.map((others) => new Float64Array(rows * rows * others.length));
  for (let i = 0; i < contacts.length; i++) {
    const first = neighbours[i].indexOf(i);
    for (let k = first; k < neighbours[i].length; k++) {
      const j = neighbours[i][k];
      const mirrored = neighbours[j].indexOf(i);
      for (let p = 0; p < rows; p++) {
        for (let q = j === i ? p : 0; q < rows; q++) {
          const value = coupling(arrays, contacts[i], p, contacts[j], q);
          blocks[i][rows * (rows * k + p) + q] = value;
          blocks[j][rows * (rows * mirrored + q) + p] = value;
        }
      }
    }
  }
  return flatten(neighbours, blocks, rows);
}

/** For each contact, itself and those that share a body that moves with it, by rising number. */
function findNeighbours({ record, movers }: VelocityProblem, contacts: Int32Array): number[][] {
  const contactsOn = new Map<number, number[]>();
  const movingEnds = (i: number) =>
    [0, 1].filter((side) => record[i * RECORD_LENGTH + INVERSE_MASS_A + side] > 0).map((side) => movers[2 * i + side]);
  contacts.forEach((i, contact) => {
    for (const mover of movingEnds(i)) {
      const known = contactsOn.get(mover);
      if (known === undefined) contactsOn.set(mover, [contact]);
      else known.push(contact);
    }
  });
  return Array.from(contacts, (i) => {
    const others = new Set(movingEnds(i).flatMap((mover) => contactsOn.get(mover) ?? []));
    return [...others].sort((one, other) => one - other);
  });
}

/** The rows of all blocks, without the zeros in them. */
function flatten(neighbours: readonly number[][], blocks: readonly Float64Array[], rows: number): SparseMatrix {
  const n = rows * neighbours.length;
  const count = blocks.reduce((sum, block) => sum + block.reduce((part, value) => (value === 0 ? part : part + 1), 0), 0);
  const start = new Int32Array(n + 1);
  const column = new Int32Array(count);
  const value = new Float64Array(count);
  let at = 0;
  for (let row = 0; row < n; row++) {
    const i = Math.floor(row / rows);
    for (let k = 0; k < neighbours[i].length; k++) {
      for (let q = 0; q < rows; q++) {
        const entry = blocks[i][rows * (rows * k + (row % rows)) + q];
        if (entry === 0) continue;
        column[at] = rows * neighbours[i][k] + q;
        value[at++] = entry;
      }
    }
    start[row + 1] = at;
  }
  return { rows: n, columns: n, start, column, value };
}

/** What a unit impulse along row q of contact j does to the velocity along row p of contact i: J_p M^-1 J_q^T. */
function coupling({ record, movers }: VelocityProblem, i: number, p: number, j: number, q: number): number {
  const here = i * RECORD_LENGTH;
  const there = j * RECORD_LENGTH;
  const d = here + NORMAL + 3 * p;
  const e = there + NORMAL + 3 * q;
  const cosine = record[d] * record[e] + record[d + 1] * record[e + 1] + record[d + 2] * record[e + 2];
  let sum = 0;
  for (let side = 0; side < 2; side++) {
    for (let other = 0; other < 2; other++) {
      const inverseMass = record[here + INVERSE_MASS_A + side];
      if (movers[2 * i + side] !== movers[2 * j + other] || inverseMass === 0) continue;
      const angular = here + ANGULAR + 6 * p + 3 * side;
      const turn = there + TURN + 6 * q + 3 * other;
      sum += side === other ? inverseMass * cosine : -inverseMass * cosine;
      sum += record[angular] * record[turn] + record[angular + 1] * record[turn + 1] + record[angular + 2] * record[turn + 2];
    }
  }
  return sum;
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
