// The pieces of laws (solvers/tree/row-laws.ts), kept to come back to.

import type { JointProblem } from '../../contact-problem/joint-problem.js';
import { grown } from '../../solvers/quadratic/grown.js';

/** The pieces that rows are on, while displacements hold some of them elsewhere. */
export class KeptPieces {
  #piece = new Int32Array();

  save({ blocks }: JointProblem): void {
    const rows = blocks.firstRow[blocks.count];
    this.#piece = grown(this.#piece, rows);
    for (let r = 0; r < rows; r++) this.#piece[r] = blocks.piece[r];
  }

  putBack({ blocks }: JointProblem): void {
    for (let r = 0; r < blocks.firstRow[blocks.count]; r++) blocks.piece[r] = this.#piece[r];
  }
}
