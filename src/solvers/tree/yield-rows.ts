// Rows that hold a velocity by a force that is not without limit, motors and dry friction, yield to contacts that are
// in their way. While such a row is held, a contact may find nothing that moves along its normal, and would let its
// bodies through. Then the row is let go with the force that it has, contacts are swept, and where these have moved it
// tells on which side of its vertical it belongs: there it carries its largest force.

import { INVERSE_NORMAL, TOURED_LENGTH } from '../../kernels/tour-layout.js';
import { BIAS, RECORD_LENGTH } from '../contact-record.js';
import { rowVelocity } from '../projected-gauss-seidel.js';
import { grown } from '../quadratic/grown.js';
import { INACTIVE } from './factor-forest.js';
import type { Forest } from './forest.js';
import { isLocked, LAMBDA, ROW_LENGTH, type TreeProblem, velocityOfRow } from './joint-block.js';
import type { RowLaws } from './row-laws.js';
import type { TouredContacts } from './toured-contacts.js';

export class RowYield {
  /** Rows that were let go, their blocks, and the velocities that they held. */
  count = 0;
  #row = new Int32Array(0);
  #block = new Int32Array(0);
  #held = new Float64Array(0);

  /** Opens the parts of contacts that close faster than `tolerance` [m/s] where nothing moves. Returns whether there are any. */
  findStuck(forest: Forest, contacts: TouredContacts, problem: TreeProblem, tolerance: number, isOpen: Int32Array): boolean {
    const { record, contactMovers, u } = problem;
    const { toured, links } = contacts.room;
    const { part, partCount } = forest.plan;
    let areAny = false;
    isOpen.fill(0, 0, partCount + 1);
    for (let i = 0; i < contacts.count; i++) {
      if (toured[i * TOURED_LENGTH + INVERSE_NORMAL] !== 0) continue;
      const c = contacts.order[i];
      const k = c * RECORD_LENGTH;
      const w = record[k + BIAS] + rowVelocity(record, k, 0, u, contactMovers[2 * c], contactMovers[2 * c + 1]);
      if (w >= -tolerance) continue;
      areAny = true;
      for (let side = 0; side < 2; side++) isOpen[part[links[2 * i + side]]] = 1;
    }
    return areAny;
  }

  /** Lets go the rows of open parts that hold a velocity by a limited force. Returns whether there are any. */
  release({ plan }: Forest, laws: RowLaws, { blocks }: TreeProblem, isOpen: Int32Array): boolean {
    this.count = 0;
    for (let block = 0; block < blocks.count; block++) {
      if (isOpen[plan.partOfBlock(blocks, block)] === 0) continue;
      for (let r = blocks.firstRow[block]; r < blocks.firstRow[block + 1]; r++) {
        if (isLocked(blocks.row, r) || laws.softness[r] !== 0) continue;
        if (blocks.piece[r] === 0 || blocks.piece[r] === laws.limitPiece(blocks.row, r, true)) continue;
        this.#add(block, r, laws.target[r]);
        laws.softness[r] = INACTIVE;
        laws.target[r] = blocks.row[r * ROW_LENGTH + LAMBDA];
      }
    }
    return this.count > 0;
  }

  /** Puts the rows that were let go on the stretches beside their verticals, where contacts have moved them. */
  takeSides(laws: RowLaws, { blocks, u }: TreeProblem): void {
    for (let i = 0; i < this.count; i++) {
      const r = this.#row[i];
      const w = velocityOfRow(blocks, this.#block[i], r, u);
      if (w !== this.#held[i]) blocks.piece[r] += w > this.#held[i] ? 1 : -1;
      laws.setPiece(blocks.row, r, blocks.piece[r]);
    }
  }

  #add(block: number, r: number, held: number): void {
    const i = this.count++;
    this.#row = grown(this.#row, this.count, i);
    this.#block = grown(this.#block, this.count, i);
    this.#held = grown(this.#held, this.count, i);
    this.#row[i] = r;
    this.#block[i] = block;
    this.#held[i] = held;
  }
}
