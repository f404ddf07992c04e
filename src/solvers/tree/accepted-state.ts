// What rounds of sweeps and of pieces must not make worse. Impulses of rows and contacts are the minimum of
//   f = 1/2 u^T M u + the sum of (bias + velocity of the anchor) lambda - the sum of the energy of rows (RowLaws.energyAt),
// with u the velocities that they give. Sweeps on pieces that stand go down. But a limit that is held pulls as well, until the
// pieces are asked for again: where a contact pushes against it and hardly anything moves, both grow with every
// sweep. Once the limit lets go, the contact's impulse is left, and its bodies are thrown off. So where rows leave
// their pieces and f has risen, the impulses are those of the round before, and the rows are swept from there on.

import * as contact from '../contact-record.js';
import { grown } from '../quadratic/grown.js';
import type { Forest } from './forest.js';
import { J_A, J_B, LAMBDA, ROW_LENGTH, type TreeProblem } from './joint-block.js';
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
    if (haveStrayed && merit > this.#merit) return false;
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

/** f, for velocities that are those of the impulses [J]. */
function meritOf(forest: Forest, laws: RowLaws, problem: TreeProblem): number {
  const { plan, impulse } = forest;
  const { u, couplings } = problem;
  let merit = 0;
  setMomentum(forest, u, impulse);
  for (let k = 0; k < plan.links; k++) {
    for (let j = 0; j < 6; j++) merit += 0.5 * impulse[6 * k + j] * u[6 * plan.body[k] + j];
  }
  for (let i = 0; i < couplings.count; i++) merit += couplings.bias[i] * couplings.lambda[i];
  return merit + meritOfRows(laws, problem) + meritOfContacts(problem);
}

function meritOfRows(laws: RowLaws, { movers, u, blocks }: TreeProblem): number {
  const { ends, firstRow, row } = blocks;
  let merit = 0;
  for (let block = 0; block < blocks.count; block++) {
    for (let r = firstRow[block]; r < firstRow[block + 1]; r++) {
      const lambda = row[r * ROW_LENGTH + LAMBDA];
      if (lambda === 0) continue;
      merit -= laws.energyAt(row, r, lambda);
      for (let side = 0; side < 2; side++) {
        const body = ends[2 * block + side];
        if (body < movers) continue;
        const k = r * ROW_LENGTH + (side === 0 ? J_A : J_B);
        for (let j = 0; j < 6; j++) merit += lambda * row[k + j] * u[6 * body + j];
      }
    }
  }
  return merit;
}

function meritOfContacts({ movers, u, contactCount, contactMovers, record, slip }: TreeProblem): number {
  let merit = 0;
  for (let i = 0; i < contactCount; i++) {
    const k = i * contact.RECORD_LENGTH;
    // A contact that presses nothing may be out of reach: its bias is infinite.
    if (record[k + contact.LAMBDA] === 0) continue;
    merit += record[k + contact.BIAS] * record[k + contact.LAMBDA];
    if (slip !== undefined) for (let j = 0; j < 2; j++) merit += slip[2 * i + j] * record[k + contact.LAMBDA + 1 + j];
    for (let side = 0; side < 2; side++) {
      const at = contactMovers[2 * i + side];
      if (at < 6 * movers) continue;
      for (let line = 0; line < 3; line++) {
        const direction = k + contact.NORMAL + 3 * line;
        const turn = k + contact.ANGULAR + 6 * line + 3 * side;
        let w = 0;
        for (let j = 0; j < 3; j++) w += (2 * side - 1) * record[direction + j] * u[at + j] + record[turn + j] * u[at + 3 + j];
        merit += w * record[k + contact.LAMBDA + line];
      }
    }
  }
  return merit;
}
