// What rounds of sweeps and of pieces must not make worse. Impulses of rows and contacts are the minimum of
//   f = 1/2 u^T M u + the sum of bias lambda of contacts + the sum of softness lambda^2 / 2 - target lambda of rows,
// with u the velocities that they give. Sweeps on pieces that stand go down. But a limit that is held pulls as well, until the
// pieces are asked for again: where a contact pushes against it and hardly anything moves, both grow with every
// sweep. Once the limit lets go, the contact's impulse is left, and its bodies are thrown off. So where rows leave
// their pieces and f has risen, the impulses are those of the round before, and the rows are swept from there on. Motors
// at their largest force have a share in f that is not counted here: where there are any, every round is accepted.

import * as contact from '../contact-record.js';
import { grown } from '../quadratic/grown.js';
import { INACTIVE } from './factor-forest.js';
import type { Forest } from './forest.js';
import { LAMBDA, MOTOR_LIMIT, ROW_LENGTH, type TreeProblem } from './joint-block.js';
import { setMomentum } from './momentum.js';
import type { RowLaws } from './row-laws.js';

export class AcceptedState {
  /** f of the round that was accepted last [J]. */
  #merit = Number.POSITIVE_INFINITY;
  #rows = new Float64Array(0);
  #contacts = new Float64Array(0);

  /** Any round is better than none. */
  forget(): void {
    this.#merit = Number.POSITIVE_INFINITY;
  }

  /**
   * Takes over the impulses of a problem, unless they are worse than those of the last round, and rows have left their
   * pieces since. Returns whether it did.
   */
  take(forest: Forest, laws: RowLaws, problem: TreeProblem, haveStrayed: boolean): boolean {
    const merit = meritOf(forest, laws, problem);
    if (haveStrayed && merit > this.#merit && !hasMotors(problem)) return false;
    this.#merit = merit;
    const { blocks, contactCount, record } = problem;
    const rows = blocks.firstRow[blocks.count];
    this.#rows = grown(this.#rows, rows);
    this.#contacts = grown(this.#contacts, 3 * contactCount);
    for (let r = 0; r < rows; r++) this.#rows[r] = blocks.row[r * ROW_LENGTH + LAMBDA];
    for (let i = 0; i < contactCount; i++) {
      const k = i * contact.RECORD_LENGTH + contact.LAMBDA;
      for (let j = 0; j < 3; j++) this.#contacts[3 * i + j] = record[k + j];
    }
    return true;
  }

  /** Puts the impulses back that were taken over last; rows that are swept begin with theirs. */
  putBack(laws: RowLaws, { blocks, contactCount, record }: TreeProblem): void {
    for (let r = 0; r < blocks.firstRow[blocks.count]; r++) {
      blocks.row[r * ROW_LENGTH + LAMBDA] = this.#rows[r];
      if (laws.isSwept[r] === 1) laws.sweepRow(blocks.row, r);
    }
    for (let i = 0; i < contactCount; i++) {
      const k = i * contact.RECORD_LENGTH + contact.LAMBDA;
      for (let j = 0; j < 3; j++) record[k + j] = this.#contacts[3 * i + j];
    }
  }
}

function hasMotors({ blocks }: TreeProblem): boolean {
  for (let r = 0; r < blocks.firstRow[blocks.count]; r++) if (blocks.row[r * ROW_LENGTH + MOTOR_LIMIT] !== 0) return true;
  return false;
}

/** f, for velocities that are those of the impulses [J]. */
function meritOf(forest: Forest, { softness, target }: RowLaws, problem: TreeProblem): number {
  const { plan, impulse } = forest;
  const { u, blocks, contactCount, record, slip } = problem;
  let merit = 0;
  setMomentum(forest, u, impulse);
  for (let k = 0; k < plan.links; k++) {
    for (let j = 0; j < 6; j++) merit += 0.5 * impulse[6 * k + j] * u[6 * plan.body[k] + j];
  }
  for (let r = 0; r < blocks.firstRow[blocks.count]; r++) {
    const lambda = blocks.row[r * ROW_LENGTH + LAMBDA];
    if (softness[r] !== INACTIVE) merit += (0.5 * softness[r] * lambda - target[r]) * lambda;
  }
  for (let i = 0; i < contactCount; i++) {
    const k = i * contact.RECORD_LENGTH;
    const lambda = record[k + contact.LAMBDA];
    // A contact that presses nothing may be out of reach: its bias is infinite.
    if (lambda === 0) continue;
    merit += record[k + contact.BIAS] * lambda;
    if (slip === undefined) continue;
    for (let j = 0; j < 2; j++) merit += slip[2 * i + j] * record[k + contact.LAMBDA + 1 + j];
  }
  return merit;
}
