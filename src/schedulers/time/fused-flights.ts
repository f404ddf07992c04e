// Bodies that flew, and were fused with others in a step. Where that is undone later in the step, and the body flies in the history
// that holds, its node has nothing of the group that there was: neither edges, nor what steps of groups leave at it.

import type { State } from '../../state/state.js';
import { releaseMover } from '../groups/place-mover.js';

/** Numbers of a node that flying leaves as they are. */
const LENGTH = 4;

export class FusedFlights {
  /** By rows: whether a body has been fused in the step, and what its node had before. */
  #isOne = new Uint8Array(0);
  #before = new Float64Array(0);

  /** Nobody has been fused in the step yet. */
  begin(size: number): void {
    if (this.#isOne.length < size) {
      this.#isOne = new Uint8Array(2 * size);
      this.#before = new Float64Array(2 * LENGTH * size);
    }
    this.#isOne.fill(0, 0, size);
  }

  /** Before a body that flies is fused with others. */
  note({ bodies }: State, row: number): void {
    if (this.#isOne[row] !== 0) return;
    const { lastStep, unheld, frozen, stillFor } = bodies.nodes.columns;
    const at = LENGTH * row;
    this.#before[at] = lastStep[row];
    this.#before[at + 1] = unheld[row];
    this.#before[at + 2] = frozen[row];
    this.#before[at + 3] = stillFor[row];
    this.#isOne[row] = 1;
  }

  /** At the end of the step, of a body that flies. */
  undo(state: State, row: number): void {
    if (this.#isOne[row] === 0) return;
    const { lastStep, unheld, frozen, stillFor } = state.bodies.nodes.columns;
    const at = LENGTH * row;
    releaseMover(state, row);
    lastStep[row] = this.#before[at];
    unheld[row] = this.#before[at + 1];
    frozen[row] = this.#before[at + 2];
    stillFor[row] = this.#before[at + 3];
  }
}
