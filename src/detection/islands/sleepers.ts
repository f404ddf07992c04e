// Who sleeps, all in all: asked in every step, and counted anew only after somebody has fallen asleep or woken, or something was
// changed from outside.

import { isPhysical } from '../../bodies/node-kinds.js';
import type { State } from '../../state/state.js';

export class Sleepers {
  /** Whether any node sleeps, and how many bodies. */
  areAny = false;
  count = 0;
  /** What they were counted after: changes from outside, nodes that fell asleep or woke, and how many nodes there were. */
  #changes = -1;
  #sleepChanges = -1;
  #nodes = 0;

  forget(): void {
    this.#changes = -1;
  }

  /** Brings the two up to date. */
  find({ bodies: { nodes }, changesButTargets: changes, sleepChanges: { count } }: State): this {
    if (this.#changes === changes && this.#sleepChanges === count && this.#nodes === nodes.size) return this;
    const { asleep, kind } = nodes.columns;
    this.areAny = false;
    this.count = 0;
    for (let row = 0; row < nodes.size; row++) {
      if (asleep[row] === 0) continue;
      this.areAny = true;
      if (isPhysical(kind[row])) this.count++;
    }
    this.#changes = changes;
    this.#sleepChanges = count;
    this.#nodes = nodes.size;
    return this;
  }
}
