// Sweeps over contact records that go another way than Gauss-Seidel's (VSP paper, section 3): projected Jacobi, which lets no
// contact see what the others do within the sweep, and successive over-relaxation, which lengthens every step by omega.
//
// Where we differ: plain Jacobi diverges as soon as a few contacts push the same body, so each goes only a share of its way, as if
// the mass of a body were split among its contacts. While the shares on every body sum up to less than two, a sweep lowers the
// energy (42) of a problem without friction: it is convex, and so is lowered by a mean of steps that each lower it, twice over.

import * as layout from './contact-record.js';
import { applyRow, rowVelocity } from './projected-gauss-seidel.js';
import { grown } from './quadratic/grown.js';
import type { RowSet } from './row-set.js';
import { POSITION_ROWS, VELOCITY_ROWS } from './row-set.js';
import type { Solver, SolverWorkspace, VelocityProblem } from './solver.js';
import { gaussSeidelSweeps } from './solver.js';

// V8 folds constants of the same module but not imported ones.
const { INVERSE_MASS_A, INVERSE_MASS_B, INVERSE_DIAGONAL, INVERSE_TANGENT_BLOCK, TANGENT_STEP, FRICTION, LAMBDA, RECORD_LENGTH } =
  layout;

/** Shares of all contacts of a body together, below two [1]. */
const SHARES = 1.9;

/** Where in `told` there are how far to go of each step [1], and the change of relative velocity that counts [m/s]. */
const STEP = 0;
const TOLERANCE = 1;

export const successiveOverRelaxation: Solver = {
  name: 'sor',
  abilities: ['velocities'],
  makeWorkspace: () => new OverRelaxation(),
};

export const projectedJacobi: Solver = {
  name: 'jacobi',
  abilities: ['velocities'],
  makeWorkspace: () => new SplitJacobi(),
};

/** The rows of the contact at hand, which go a part of their way. */
class RelaxedRows {
  /** By row: what is done to the lambda [N s]. */
  readonly change = new Float64Array(3);
  /** Numbers that would be allocated as arguments. */
  readonly told = new Float64Array(2);
  /** By row: J u with the bias [m/s]. */
  readonly #w = new Float64Array(3);

  /** w of one row: J u, and for the normal row the bias. */
  measure(record: Float64Array, k: number, row: number, set: RowSet, u: Float64Array, a: number, b: number): void {
    this.#w[row] = rowVelocity(record, k, row, u, a, b) + (row === 0 ? record[k + set.bias] : 0);
  }

  /** What the change of one lambda does to the velocities (33). A call of its own, in which V8 inlines, and so allocates nothing. */
  apply(record: Float64Array, k: number, row: number, u: Float64Array, a: number, b: number): void {
    applyRow(record, k, row, this.change[row], u, a, b);
  }

  /** The lambda of one row, by (31), a part of the way, and projected by (29) and (30). Returns whether it changed by enough. */
  relax(record: Float64Array, k: number, row: number, set: RowSet): boolean {
    const { change, told } = this;
    const at = k + set.lambda + row;
    const step = told[STEP] * record[k + INVERSE_DIAGONAL + row];
    const old = record[at];
    let lambda = old - step * this.#w[row];
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
  relaxDisc(record: Float64Array, k: number): boolean {
    const { change, told } = this;
    const w = this.#w;
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
}

class OverRelaxation implements SolverWorkspace {
  readonly #rows = new RelaxedRows();
  readonly merit = gaussSeidelSweeps.merit;

  solveVelocities(problem: VelocityProblem, iterations: number, tolerance: number, pyramid: boolean): number {
    const { told } = this.#rows;
    told[STEP] = problem.omega ?? 1;
    told[TOLERANCE] = tolerance;
    let done = 0;
    while (done < iterations) {
      done++;
      if (!this.#sweepInTurn(problem, VELOCITY_ROWS, pyramid)) break;
    }
    return done;
  }

  solvePositions(problem: VelocityProblem, iterations: number): void {
    const { told } = this.#rows;
    told[STEP] = problem.omega ?? 1;
    told[TOLERANCE] = 0;
    for (let i = 0; i < iterations; i++) this.#sweepInTurn(problem, POSITION_ROWS, true);
  }

  /** One sweep in which every row sees what those before it did. Returns whether some velocity changed by more than is told. */
  #sweepInTurn({ count, record, movers, u }: VelocityProblem, set: RowSet, pyramid: boolean): boolean {
    const rows = this.#rows;
    let changed = false;
    for (let i = 0; i < count; i++) {
      const k = i * RECORD_LENGTH;
      const a = movers[2 * i];
      const b = movers[2 * i + 1];
      rows.measure(record, k, 0, set, u, a, b);
      if (rows.relax(record, k, 0, set)) changed = true;
      rows.apply(record, k, 0, u, a, b);
      if (set.rows === 1) continue;
      if (pyramid) {
        for (let row = 1; row < 3; row++) {
          rows.measure(record, k, row, set, u, a, b);
          if (rows.relax(record, k, row, set)) changed = true;
          rows.apply(record, k, row, u, a, b);
        }
      } else {
        rows.measure(record, k, 1, set, u, a, b);
        rows.measure(record, k, 2, set, u, a, b);
        if (rows.relaxDisc(record, k)) changed = true;
        rows.apply(record, k, 1, u, a, b);
        rows.apply(record, k, 2, u, a, b);
      }
    }
    return changed;
  }
}

class SplitJacobi implements SolverWorkspace {
  readonly #rows = new RelaxedRows();
  /** Changes of all lambdas in a sweep [N s], and the contacts on each mover. */
  #changes = new Float64Array(0);
  #contactsOn = new Int32Array(0);
  readonly merit = gaussSeidelSweeps.merit;

  solveVelocities(problem: VelocityProblem, iterations: number, tolerance: number, pyramid: boolean): number {
    this.#countContacts(problem, VELOCITY_ROWS);
    this.#rows.told[TOLERANCE] = tolerance;
    let done = 0;
    while (done < iterations) {
      done++;
      if (!this.#sweepAtOnce(problem, VELOCITY_ROWS, pyramid)) break;
    }
    return done;
  }

  solvePositions(problem: VelocityProblem, iterations: number): void {
    this.#countContacts(problem, POSITION_ROWS);
    this.#rows.told[TOLERANCE] = 0;
    for (let i = 0; i < iterations; i++) this.#sweepAtOnce(problem, POSITION_ROWS, true);
  }

  /** One sweep in which all rows go by the velocities before it. Returns whether some velocity changed by more than is told. */
  #sweepAtOnce({ count, record, movers, u }: VelocityProblem, set: RowSet, pyramid: boolean): boolean {
    const { told, change } = this.#rows;
    const changes = this.#changes;
    const contactsOn = this.#contactsOn;
    const blocks = set.rows === 1 ? 1 : pyramid ? 3 : 2;
    let changed = false;
    for (let i = 0; i < count; i++) {
      const k = i * RECORD_LENGTH;
      const a = movers[2 * i];
      const b = movers[2 * i + 1];
      told[STEP] = SHARES / (blocks * Math.max(contactsOn[a / 6], contactsOn[b / 6], 1));
      for (let row = 0; row < set.rows; row++) this.#rows.measure(record, k, row, set, u, a, b);
      if (this.#rows.relax(record, k, 0, set)) changed = true;
      if (set.rows > 1 && pyramid) {
        if (this.#rows.relax(record, k, 1, set)) changed = true;
        if (this.#rows.relax(record, k, 2, set)) changed = true;
      } else if (set.rows > 1 && this.#rows.relaxDisc(record, k)) {
        changed = true;
      }
      for (let row = 0; row < set.rows; row++) changes[set.rows * i + row] = change[row];
    }
    for (let i = 0; i < count; i++) {
      const k = i * RECORD_LENGTH;
      for (let row = 0; row < set.rows; row++) {
        applyRow(record, k, row, changes[set.rows * i + row], u, movers[2 * i], movers[2 * i + 1]);
      }
    }
    return changed;
  }

  /** Contacts that may act on each body that moves. */
  #countContacts({ count, record, movers, u }: VelocityProblem, { rows, bias }: RowSet): void {
    this.#contactsOn = grown(this.#contactsOn, u.length / 6);
    this.#changes = grown(this.#changes, rows * count);
    const contactsOn = this.#contactsOn;
    for (let i = 0; i < 2 * count; i++) contactsOn[movers[i] / 6] = 0;
    for (let i = 0; i < count; i++) {
      const k = i * RECORD_LENGTH;
      if (record[k + bias] === Number.POSITIVE_INFINITY) continue;
      if (record[k + INVERSE_MASS_A] > 0) contactsOn[movers[2 * i] / 6]++;
      if (record[k + INVERSE_MASS_B] > 0) contactsOn[movers[2 * i + 1] / 6]++;
    }
  }
}
