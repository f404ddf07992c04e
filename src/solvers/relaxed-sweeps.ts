// Sweeps over contact records that go another way than Gauss-Seidel's (VSP paper, section 3): projected Jacobi, which lets no
// contact see what the others do within the sweep, and successive over-relaxation, which lengthens every step by omega.
//
// Where we differ: plain Jacobi diverges as soon as a few contacts push the same body, so each goes only a share of its way, as if
// the mass of a body were split among its contacts. While the shares on every body sum up to less than two, a sweep lowers the
// energy (42) of a problem without friction: it is convex, and so is lowered by a mean of steps that each lower it, twice over.

import * as layout from './contact-record.js';
import { applyRow, rowVelocity } from './projected-gauss-seidel.js';
import type { RowSet } from './row-set.js';
import { POSITION_ROWS, VELOCITY_ROWS } from './row-set.js';
import type { Solver, VelocityProblem } from './solver.js';
import { projectedGaussSeidel } from './solver.js';

// V8 folds constants of the same module but not imported ones.
const { INVERSE_MASS_A, INVERSE_MASS_B, INVERSE_DIAGONAL, INVERSE_TANGENT_BLOCK, TANGENT_STEP, FRICTION, LAMBDA, RECORD_LENGTH } =
  layout;

/** Shares of all contacts of a body together, below two [1]. */
const SHARES = 1.9;

/** Of the contact at hand: J u of its rows with the bias [m/s], and what they do to the lambdas [N s]. */
const w = new Float64Array(3);
const change = new Float64Array(3);
/** How far to go of each step [1], and the change of relative velocity that counts [m/s]: numbers that would be allocated. */
const told = new Float64Array(2);
const STEP = 0;
const TOLERANCE = 1;

/** Changes of all lambdas in a sweep of Jacobi's, and the contacts on each mover. */
let changes = new Float64Array();
let contactsOn = new Int32Array();

export const successiveOverRelaxation: Solver = {
  name: 'sor',
  abilities: ['velocities'],
  solveVelocities(problem, iterations, tolerance, pyramid) {
    told[STEP] = problem.omega ?? 1;
    told[TOLERANCE] = tolerance;
    let done = 0;
    while (done < iterations) {
      done++;
      if (!sweepInTurn(problem, VELOCITY_ROWS, pyramid)) break;
    }
    return done;
  },
  solvePositions(problem, iterations) {
    told[STEP] = problem.omega ?? 1;
    told[TOLERANCE] = 0;
    for (let i = 0; i < iterations; i++) sweepInTurn(problem, POSITION_ROWS, true);
  },
  merit: projectedGaussSeidel.merit,
};

export const projectedJacobi: Solver = {
  name: 'jacobi',
  abilities: ['velocities'],
  solveVelocities(problem, iterations, tolerance, pyramid) {
    countContacts(problem, VELOCITY_ROWS);
    told[TOLERANCE] = tolerance;
    let done = 0;
    while (done < iterations) {
      done++;
      if (!sweepAtOnce(problem, VELOCITY_ROWS, pyramid)) break;
    }
    return done;
  },
  solvePositions(problem, iterations) {
    countContacts(problem, POSITION_ROWS);
    told[TOLERANCE] = 0;
    for (let i = 0; i < iterations; i++) sweepAtOnce(problem, POSITION_ROWS, true);
  },
  merit: projectedGaussSeidel.merit,
};

/** One sweep in which every row sees what those before it did. Returns whether some velocity changed by more than is told. */
function sweepInTurn({ count, record, movers, u }: VelocityProblem, set: RowSet, pyramid: boolean): boolean {
  let changed = false;
  for (let i = 0; i < count; i++) {
    const k = i * RECORD_LENGTH;
    const a = movers[2 * i];
    const b = movers[2 * i + 1];
    measureRow(record, k, 0, set, u, a, b);
    if (relaxRow(record, k, 0, set)) changed = true;
    applyChange(record, k, 0, u, a, b);
    if (set.rows === 1) continue;
    if (pyramid) {
      for (let row = 1; row < 3; row++) {
        measureRow(record, k, row, set, u, a, b);
        if (relaxRow(record, k, row, set)) changed = true;
        applyChange(record, k, row, u, a, b);
      }
    } else {
      measureRow(record, k, 1, set, u, a, b);
      measureRow(record, k, 2, set, u, a, b);
      if (relaxDisc(record, k)) changed = true;
      applyChange(record, k, 1, u, a, b);
      applyChange(record, k, 2, u, a, b);
    }
  }
  return changed;
}

/** One sweep in which all rows go by the velocities before it. Returns whether some velocity changed by more than is told. */
function sweepAtOnce({ count, record, movers, u }: VelocityProblem, set: RowSet, pyramid: boolean): boolean {
  const { rows } = set;
  const blocks = rows === 1 ? 1 : pyramid ? 3 : 2;
  let changed = false;
  for (let i = 0; i < count; i++) {
    const k = i * RECORD_LENGTH;
    const a = movers[2 * i];
    const b = movers[2 * i + 1];
    told[STEP] = SHARES / (blocks * Math.max(contactsOn[a / 6], contactsOn[b / 6], 1));
    for (let row = 0; row < rows; row++) measureRow(record, k, row, set, u, a, b);
    if (relaxRow(record, k, 0, set)) changed = true;
    if (rows > 1 && pyramid) {
      if (relaxRow(record, k, 1, set)) changed = true;
      if (relaxRow(record, k, 2, set)) changed = true;
    } else if (rows > 1 && relaxDisc(record, k)) {
      changed = true;
    }
    for (let row = 0; row < rows; row++) changes[rows * i + row] = change[row];
  }
  for (let i = 0; i < count; i++) {
    const k = i * RECORD_LENGTH;
    for (let row = 0; row < rows; row++) {
      applyRow(record, k, row, changes[rows * i + row], u, movers[2 * i], movers[2 * i + 1]);
    }
  }
  return changed;
}

/** Contacts that may act on each body that moves. */
function countContacts({ count, record, movers, u }: VelocityProblem, { rows, bias }: RowSet): void {
  if (contactsOn.length < u.length / 6) contactsOn = new Int32Array(u.length / 6);
  if (changes.length < rows * count) changes = new Float64Array(2 * rows * count);
  for (let i = 0; i < 2 * count; i++) contactsOn[movers[i] / 6] = 0;
  for (let i = 0; i < count; i++) {
    const k = i * RECORD_LENGTH;
    if (record[k + bias] === Number.POSITIVE_INFINITY) continue;
    if (record[k + INVERSE_MASS_A] > 0) contactsOn[movers[2 * i] / 6]++;
    if (record[k + INVERSE_MASS_B] > 0) contactsOn[movers[2 * i + 1] / 6]++;
  }
}

/** w of one row: J u, and for the normal row the bias. */
function measureRow(record: Float64Array, k: number, row: number, set: RowSet, u: Float64Array, a: number, b: number): void {
  w[row] = rowVelocity(record, k, row, u, a, b) + (row === 0 ? record[k + set.bias] : 0);
}

/** What the change of one lambda does to the velocities (33). A call of its own, in which V8 inlines, and so allocates nothing. */
function applyChange(record: Float64Array, k: number, row: number, u: Float64Array, a: number, b: number): void {
  applyRow(record, k, row, change[row], u, a, b);
}

/** The lambda of one row, by (31), a part of the way, and projected by (29) and (30). Returns whether it changed by enough. */
function relaxRow(record: Float64Array, k: number, row: number, set: RowSet): boolean {
  const at = k + set.lambda + row;
  const step = told[STEP] * record[k + INVERSE_DIAGONAL + row];
  const old = record[at];
  let lambda = old - step * w[row];
  if (row === 0) {
    lambda = Math.max(0, lambda);
  } else {
    const limit = record[k + FRICTION] * record[k + set.lambda];
    lambda = Math.max(-limit, Math.min(limit, lambda));
  }
  record[at] = lambda;
  change[row] = lambda - old;
  return Math.abs(change[row]) > told[TOLERANCE] * step;
}

/** Both tangents at once, as the Gauss-Seidel sweep has it: the block where it stays in the disc, else a step onto the rim. */
function relaxDisc(record: Float64Array, k: number): boolean {
  const limit = record[k + FRICTION] * record[k + LAMBDA];
  const block = k + INVERSE_TANGENT_BLOCK;
  const step = told[STEP];
  const old1 = record[k + LAMBDA + 1];
  const old2 = record[k + LAMBDA + 2];
  let lambda1 = old1 - step * (record[block] * w[1] + record[block + 1] * w[2]);
  let lambda2 = old2 - step * (record[block + 1] * w[1] + record[block + 2] * w[2]);
  if (lambda1 * lambda1 + lambda2 * lambda2 > limit * limit) {
    lambda1 = old1 - step * record[k + TANGENT_STEP] * w[1];
    lambda2 = old2 - step * record[k + TANGENT_STEP] * w[2];
    const length = Math.sqrt(lambda1 * lambda1 + lambda2 * lambda2);
    const shrink = length > limit ? limit / length : 1;
    lambda1 *= shrink;
    lambda2 *= shrink;
  }
  record[k + LAMBDA + 1] = lambda1;
  record[k + LAMBDA + 2] = lambda2;
  change[1] = lambda1 - old1;
  change[2] = lambda2 - old2;
  return Math.abs(change[1]) + Math.abs(change[2]) > told[TOLERANCE] * step * record[k + TANGENT_STEP];
}
