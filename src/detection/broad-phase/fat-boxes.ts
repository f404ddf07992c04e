// The fat boxes of the broad phase: each holds a moving box with a margin, and with room along its motion, so that the box stays
// inside for several calls. A static box is its own fat box.

import { grownLength } from './pair-list.js';

/** Margin of a fat box on each side, as part of its reach. [1] */
const MARGIN = 0.1;

/** Calls ahead for which a fat box leaves room along the displacement since the last rebuild. [1] */
const CALLS_AHEAD = 8;

/** Largest room along the displacement, as part of the reach: more would find more pairs than it saves rebuilds. [1] */
const ROOM = 1;

/** Bits of a 32-bit float below its exponent. [1] */
const MANTISSA_BITS = 23;

export class FatBoxes {
  /** 6 numbers a box: min x, y, z, max x, y, z [m]. */
  bounds = new Float64Array(0);
  /** Calls of the broad phase so far, and the one at which each moving box got its fat one. [1] */
  calls = 0;
  #fattenedAt = new Int32Array(0);
  /** The moving boxes as they were then [m]. */
  #last = new Float64Array(0);
  #typicalSize = 0;

  readonly #sizeCounts = new Int32Array(256);
  readonly #float = new Float32Array(1);
  readonly #floatBits = new Int32Array(this.#float.buffer);

  /** Makes room for so many boxes; those there are stay. */
  reserve(count: number): void {
    if (count <= this.#fattenedAt.length) return;
    const length = grownLength(this.#fattenedAt.length, count);
    const { bounds } = this;
    const [fattenedAt, last] = [this.#fattenedAt, this.#last];
    this.bounds = new Float64Array(6 * length);
    this.#fattenedAt = new Int32Array(length);
    this.#last = new Float64Array(6 * length);
    this.bounds.set(bounds);
    this.#fattenedAt.set(fattenedAt);
    this.#last.set(last);
  }

  /** Takes a static box as it is. */
  keep(bounds: Float64Array, box: number): void {
    for (let k = 6 * box; k < 6 * box + 6; k++) this.bounds[k] = bounds[k];
  }

  /** Whether a box is its own fat one. */
  isKept(bounds: Float64Array, box: number): boolean {
    for (let k = 6 * box; k < 6 * box + 6; k++) if (bounds[k] !== this.bounds[k]) return false;
    return true;
  }

  /** Whether a box is within its fat one. */
  holds(bounds: Float64Array, box: number): boolean {
    const fat = this.bounds;
    const k = 6 * box;
    return (
      bounds[k] >= fat[k] &&
      bounds[k + 1] >= fat[k + 1] &&
      bounds[k + 2] >= fat[k + 2] &&
      bounds[k + 3] <= fat[k + 3] &&
      bounds[k + 4] <= fat[k + 4] &&
      bounds[k + 5] <= fat[k + 5]
    );
  }

  /** Takes the median of the longest edges of some boxes, rounded down to a power of two, for the typical size. */
  measure(bounds: Float64Array, boxes: Int32Array, count: number): void {
    const counts = this.#sizeCounts;
    counts.fill(0);
    for (let i = 0; i < count; i++) {
      const at = 6 * boxes[i];
      this.#float[0] = Math.max(bounds[at + 3] - bounds[at], bounds[at + 4] - bounds[at + 1], bounds[at + 5] - bounds[at + 2]);
      counts[this.#floatBits[0] >>> MANTISSA_BITS]++;
    }
    // Points have no size to speak of; the others count.
    let larger = count - counts[0];
    const half = 0.5 * larger;
    let exponent = 0;
    while (larger > half) larger -= counts[++exponent];
    this.#floatBits[0] = exponent << MANTISSA_BITS;
    this.#typicalSize = this.#float[0];
  }

  /**
   * Makes the fat box of a moving box, which had one before or not. Margin and room go by its reach, on each axis its own
   * thickness, so that thin plates in a stack meet no more than their neighbours, but no more than the typical size, so that a
   * huge box does not meet crowds of small ones from afar.
   */
  fatten(bounds: Float64Array, box: number, wasMoving: boolean): void {
    const last = this.#last;
    const fat = this.bounds;
    const lead = wasMoving ? CALLS_AHEAD / (this.calls - this.#fattenedAt[box]) : 0;
    this.#fattenedAt[box] = this.calls;
    for (let low = 6 * box; low < 6 * box + 3; low++) {
      const high = low + 3;
      const reach = Math.min(bounds[high] - bounds[low], this.#typicalSize);
      // Neither comparison holds for a face at infinity.
      const fall = lead * (last[low] - bounds[low]);
      const rise = lead * (bounds[high] - last[high]);
      fat[low] = bounds[low] - MARGIN * reach - (fall > 0 ? Math.min(fall, ROOM * reach) : 0);
      fat[high] = bounds[high] + MARGIN * reach + (rise > 0 ? Math.min(rise, ROOM * reach) : 0);
      last[low] = bounds[low];
      last[high] = bounds[high];
    }
  }
}
