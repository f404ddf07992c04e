// Movers by what becomes of them while some are followed from impact to impact: who must come to a meeting, and how all
// come to the end of the step.

import { isMover } from '../at-hand.js';
import type { Detection } from '../detection.js';
import type { Meeting } from './batches.js';
import type { ImpactSearch } from './impact-search.js';
import { CARRIED, FOLLOWED, HALTED, TAKEN } from './marks.js';
import type { Ties } from './ties.js';

/** Place of `latest` among numbers. */
const LATEST = 0;

export class MoverLists {
  readonly #detection: Detection;
  readonly #search: ImpactSearch;
  readonly #ties: Ties;
  /** The list at hand. */
  #rows = new Int32Array(0);
  readonly #numbers = new Float64Array(1);

  constructor(detection: Detection, search: ImpactSearch, ties: Ties) {
    this.#detection = detection;
    this.#search = search;
    this.#ties = ties;
  }

  reserve(size: number): void {
    if (this.#rows.length < size) this.#rows = new Int32Array(2 * size);
  }

  /**
   * Movers of a meeting that have not come to its time, all at one time and all stepped by the method or all in flight;
   * nobody where all have. What contacts or joints tie together is among them as a whole.
   */
  behind(meeting: Meeting, members: Int32Array): Int32Array {
    const { time } = this.#detection.bodies.nodes.columns;
    let count = 0;
    for (let i = 0; i < members.length; i++) {
      const row = members[i];
      if (!(time[row] < meeting.time)) continue;
      const isAlike = count === 0 || this.isStepped(meeting, row) === this.isStepped(meeting, this.#rows[0]);
      if (!isAlike || (count > 0 && time[row] !== time[this.#rows[0]])) continue;
      this.#rows[count++] = row;
    }
    return this.#rows.subarray(0, count);
  }

  /** Whether a mover of a meeting is stepped by the method: one that halts flies to where it does so, unless joints hold it. */
  isStepped({ isHalt }: Meeting, row: number): boolean {
    return isHalt ? this.isJointed(row) : this.isCarried(row);
  }

  /**
   * Movers that belong to what is followed and carried, but are behind the latest of it in time, all at one time;
   * nobody where all that belongs together is at one time. `latest` is where they are to come to [s].
   */
  listLate(): Int32Array {
    const { bodies } = this.#detection;
    const { marks } = this.#search;
    const { time } = bodies.nodes.columns;
    for (let root = 0; root < bodies.nodes.size; root++) {
      if (!this.#ties.isCarried(root) || this.#ties.rootOf(root) !== root || !this.#isAnyFollowed(root)) continue;
      let count = 0;
      this.#numbers[LATEST] = Number.NEGATIVE_INFINITY;
      for (let row = this.#ties.firstOf(root); row >= 0; row = this.#ties.nextOf(row)) {
        if ((marks[row] & HALTED) !== 0) continue;
        marks[row] |= FOLLOWED;
        this.#numbers[LATEST] = Math.max(this.#numbers[LATEST], time[row]);
      }
      for (let row = this.#ties.firstOf(root); row >= 0; row = this.#ties.nextOf(row)) {
        if ((marks[row] & HALTED) !== 0 || !(time[row] < this.#numbers[LATEST])) continue;
        if (count === 0 || time[row] === time[this.#rows[0]]) this.#rows[count++] = row;
      }
      if (count > 0) return this.#rows.subarray(0, count);
    }
    return this.#rows.subarray(0, 0);
  }

  get latest(): number {
    return this.#numbers[LATEST];
  }

  #isAnyFollowed(root: number): boolean {
    const { marks } = this.#search;
    for (let row = this.#ties.firstOf(root); row >= 0; row = this.#ties.nextOf(row))
      if ((marks[row] & (FOLLOWED | HALTED)) === FOLLOWED) return true;
    return false;
  }

  isCarried(row: number): boolean {
    return (this.#search.marks[row] & CARRIED) !== 0;
  }

  /** Whether what moves as one with a node is more than itself: joints hold it together. */
  isJointed(row: number): boolean {
    return this.#detection.bodies.nodes.columns.firstJoint[row] >= 0;
  }

  /**
   * Lists the movers that are not followed; those that are, and fly; that halt; or that are carried and at the same
   * time as the first of these.
   */
  list(kind: 'others' | 'flying' | 'halted' | 'carried'): Int32Array {
    const { bodies } = this.#detection;
    const { marks, end } = this.#search;
    const { time } = bodies.nodes.columns;
    let count = 0;
    for (let row = 0; row < bodies.nodes.size; row++) {
      if ((marks[row] & TAKEN) === 0 || !isMover(bodies, row)) continue;
      const isWaiting = (marks[row] & FOLLOWED) !== 0 && time[row] < end;
      const isOne =
        kind === 'others'
          ? (marks[row] & FOLLOWED) === 0
          : isWaiting && kind === ((marks[row] & HALTED) !== 0 ? 'halted' : (marks[row] & CARRIED) !== 0 ? 'carried' : 'flying');
      if (!isOne || (kind === 'carried' && count > 0 && time[row] !== time[this.#rows[0]])) continue;
      this.#rows[count++] = row;
    }
    return this.#rows.subarray(0, count);
  }
}
