// Bounces of an island with joints add no energy. Where they would, its contacts are solved once more without bounces,
// and velocities and impulses go from there towards those with bounces as far as the energy allows. Both keep the
// joints, and so does all between them.

import type { JointProblem } from '../../contact-problem/joint-problem.js';
import { BOUNCES } from '../../contact-problem/place-contacts.js';
import type { ContactProblem } from '../../contact-problem/problem-table.js';
import type { Detection } from '../../detection/detection.js';
import * as contact from '../../solvers/contact-record.js';
import { grown } from '../../solvers/quadratic/grown.js';
import { INERTIA_LENGTH, LAMBDA, ROW_LENGTH } from '../../solvers/tree/joint-block.js';
import { largestShare } from '../bounces.js';

/** A gain below this share of the energy is rounding [1]. */
const ROUNDING = 1e-12;

/** A solution: velocities, impulses of joints, impulses of contacts, and the biases of these. */
export class JointedSolution {
  u = new Float64Array();
  joints = new Float64Array();
  contacts = new Float64Array();
  #bias = new Float64Array();

  save({ movers, u, blocks, contactCount, record }: JointProblem): void {
    const rows = blocks.firstRow[blocks.count];
    this.u = grown(this.u, 6 * movers);
    this.joints = grown(this.joints, rows);
    this.contacts = grown(this.contacts, 3 * contactCount);
    this.#bias = grown(this.#bias, contactCount);
    for (let k = 0; k < 6 * movers; k++) this.u[k] = u[k];
    for (let row = 0; row < rows; row++) this.joints[row] = blocks.row[row * ROW_LENGTH + LAMBDA];
    for (let i = 0; i < contactCount; i++) {
      const k = i * contact.RECORD_LENGTH;
      for (let j = 0; j < 3; j++) this.contacts[3 * i + j] = record[k + contact.LAMBDA + j];
      this.#bias[i] = record[k + contact.BIAS];
    }
  }

  putBack(problem: JointProblem): void {
    const { contactCount, record } = problem;
    this.putBackMotion(problem);
    for (let i = 0; i < contactCount; i++) {
      const k = i * contact.RECORD_LENGTH;
      for (let j = 0; j < 3; j++) record[k + contact.LAMBDA + j] = this.contacts[3 * i + j];
      record[k + contact.BIAS] = this.#bias[i];
    }
  }

  /** All but the impulses of contacts. */
  putBackMotion({ movers, u, blocks }: JointProblem): void {
    for (let k = 0; k < 6 * movers; k++) u[k] = this.u[k];
    for (let row = 0; row < blocks.firstRow[blocks.count]; row++) blocks.row[row * ROW_LENGTH + LAMBDA] = this.joints[row];
  }

  /** Takes a problem from its own solution a share of the way towards this one. */
  approach({ movers, u, blocks, contactCount, record }: JointProblem, share: number): void {
    for (let k = 0; k < 6 * movers; k++) u[k] += share * (this.u[k] - u[k]);
    for (let row = 0; row < blocks.firstRow[blocks.count]; row++) {
      const k = row * ROW_LENGTH + LAMBDA;
      blocks.row[k] += share * (this.joints[row] - blocks.row[k]);
    }
    for (let i = 0; i < contactCount; i++) {
      const k = i * contact.RECORD_LENGTH + contact.LAMBDA;
      for (let j = 0; j < 3; j++) record[k + j] += share * (this.contacts[3 * i + j] - record[k + j]);
    }
  }
}

/** Kinetic energy of the velocities of a problem [J]. */
export function kineticEnergyOf({ movers, inertia }: JointProblem, u: Float64Array): number {
  let twice = 0;
  for (let i = 0; i < movers; i++) {
    const m = INERTIA_LENGTH * i;
    const k = 6 * i;
    const x = u[k + 3];
    const y = u[k + 4];
    const z = u[k + 5];
    twice += inertia[m] * (u[k] * u[k] + u[k + 1] * u[k + 1] + u[k + 2] * u[k + 2]);
    twice += inertia[m + 1] * x * x + inertia[m + 2] * y * y + inertia[m + 3] * z * z;
    twice += 2 * (inertia[m + 4] * x * y + inertia[m + 5] * x * z + inertia[m + 6] * y * z);
  }
  return 0.5 * twice;
}

/** Whether contacts that bounce have added energy to what there was [J]. */
export function hasGained(problem: JointProblem, energy: number): boolean {
  return kineticEnergyOf(problem, problem.u) > energy * (1 + ROUNDING);
}

/** Lets no contact bounce, and no contact start from an impulse. */
export function dropBounces({ contactCount, record }: JointProblem, { table }: ContactProblem, { graph }: Detection): void {
  const { bounce, gap } = graph.contacts.columns;
  for (let i = 0; i < contactCount; i++) {
    const k = i * contact.RECORD_LENGTH;
    const c = table.columns.contact[i];
    for (let j = 0; j < 3; j++) record[k + contact.LAMBDA + j] = 0;
    if (bounce[c] === BOUNCES && (record[k + contact.BIAS] < 0 || gap[c] <= 0)) record[k + contact.BIAS] = 0;
  }
}

/** Goes from the solution of a problem towards that with bounces as far as the energy allows [J]. */
export function bounceWithin(problem: JointProblem, bouncing: JointedSolution, energy: number): void {
  const start = kineticEnergyOf(problem, problem.u);
  const end = kineticEnergyOf(problem, bouncing.u);
  bouncing.approach(problem, 0.5);
  const middle = kineticEnergyOf(problem, problem.u);
  // From the middle, so that the way back to the start is as long as that to the end.
  bouncing.approach(problem, 2 * largestShare(start, middle, end, Math.max(energy, start)) - 1);
}
