// Division of the stream of contacts into parts: the packs of a colour are one part, or several that threads execute in
// parallel.

import type { BlockOfMemory } from '../kernels/kernel.js';
import { HEAD_LENGTH, MANIFOLD_WIDTH, POINT_LENGTH } from '../kernels/layout.js';

export const QUAD_BYTES = 16;
const HEAD_BYTES = QUAD_BYTES * HEAD_LENGTH;
export const POINT_BYTES = QUAD_BYTES * POINT_LENGTH;
/** Number of manifolds in a pack. */
export const LANES = 4;
const PACK_BYTES = 4 * MANIFOLD_WIDTH * LANES;
/**
 * Smallest part [bytes]: below it the barrier at its end costs more than it gains. With 12 KiB two threads were slower.
 */
const LEAST_BYTES = 32 * 1024;

/**
 * Numbers of a part: number of packs, address in the stream, address of its manifolds, whether the next has its colour.
 */
const PART_LENGTH = 4;
export const PACKS = 0;
export const QUADS = 1;
export const MANIFOLDS = 2;
const IS_BESIDE = 3;

export class StreamParts {
  count = 0;
  #parts = new Float64Array(PART_LENGTH * 64);
  readonly #block: BlockOfMemory;
  #integers: Int32Array = new Int32Array(0);

  constructor(block: BlockOfMemory) {
    this.#block = block;
  }

  at(part: number, what: number): number {
    return this.#parts[PART_LENGTH * part + what];
  }

  /**
   * Adds the packs of a colour, divided into at most `most` parts of about equal size; returns the address of their end
   * in the stream. They follow those of the last call, or begin a new stream.
   */
  add(manifolds: number, packs: number, stream: number, most: number): number {
    const last = this.count - 1;
    if (last >= 0 && (stream <= this.at(last, QUADS) || manifolds <= this.at(last, MANIFOLDS))) this.count = 0;
    const bytes = HEAD_BYTES * packs + POINT_BYTES * this.countPoints(manifolds, packs);
    const parts = Math.max(1, Math.min(most, Math.floor(bytes / LEAST_BYTES)));
    let quads = stream;
    for (let k = 1, from = 0; k <= parts && from < packs; k++) {
      const first = quads;
      let pack = from;
      for (; pack < packs && (k === parts || quads - stream < (bytes * k) / parts); pack++)
        quads += HEAD_BYTES + POINT_BYTES * this.#pointsOf(manifolds + PACK_BYTES * pack);
      this.#note(pack - from, first, manifolds + PACK_BYTES * from, pack < packs ? 1 : 0);
      from = pack;
    }
    return stream + bytes;
  }

  #note(packs: number, quads: number, manifolds: number, isBeside: number): void {
    const k = PART_LENGTH * this.count++;
    if (k === this.#parts.length) {
      const longer = new Float64Array(2 * k);
      longer.set(this.#parts);
      this.#parts = longer;
    }
    this.#parts[k + PACKS] = packs;
    this.#parts[k + QUADS] = quads;
    this.#parts[k + MANIFOLDS] = manifolds;
    this.#parts[k + IS_BESIDE] = isBeside;
  }

  countPoints(manifolds: number, packs: number): number {
    const end = manifolds + PACK_BYTES * packs;
    this.view(end);
    let points = 0;
    for (let pack = manifolds; pack < end; pack += PACK_BYTES) points += this.#pointsOf(pack);
    return points;
  }

  /** Number of points of a pack: the largest of its manifolds, whose last integer it is. */
  #pointsOf(pack: number): number {
    const k = pack / 4 + MANIFOLD_WIDTH - 1;
    const m = this.#integers;
    return Math.max(m[k], m[k + MANIFOLD_WIDTH], m[k + 2 * MANIFOLD_WIDTH], m[k + 3 * MANIFOLD_WIDTH]);
  }

  /** A view of the memory that reaches to an address at least: the memory may have grown. */
  view(end: number): Int32Array {
    if (4 * this.#integers.length < end) this.#integers = new Int32Array(this.#block.buffer);
    return this.#integers;
  }

  /** Index of the part that begins at an address of the stream, or of the manifolds; -1 for none. */
  find(what: number, address: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.at(middle, what) < address) low = middle + 1;
      else high = middle;
    }
    return low < this.count && this.at(low, what) === address ? low : -1;
  }

  /** End of the parts from `first` on that have `packs` packs together. */
  endOf(first: number, packs: number): number {
    let part = first;
    for (let left = packs; left > 0; part++) left -= this.at(part, PACKS);
    return part;
  }

  /** Whether some of the parts [first .. end) can be executed in parallel. */
  areShared(first: number, end: number): boolean {
    for (let part = first; part < end; part++) if (this.isShared(part)) return true;
    return false;
  }

  isShared(part: number): boolean {
    return this.at(part, IS_BESIDE) !== 0;
  }

  /** End of the parts with a part's colour; for a colour of one part, end of the run of such colours. */
  endOfRun(part: number, end: number): number {
    let next = part;
    if (this.isShared(part)) {
      while (this.isShared(next)) next++;
      return next + 1;
    }
    while (next < end && !this.isShared(next)) next++;
    return next;
  }

  packsOf(first: number, end: number): number {
    let packs = 0;
    for (let part = first; part < end; part++) packs += this.at(part, PACKS);
    return packs;
  }
}
