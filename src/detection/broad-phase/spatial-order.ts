// Puts boxes in an order in which neighbours in the list are neighbours in space, for a linear bounding volume hierarchy
// (Lauterbach et al. 2009, "Fast BVH construction on GPUs"). The key of a box has several words: first its shape class, so that
// plates and needles along different axes do not share nodes that are large along all, then Morton codes of its centre. Each
// Morton word shares its bits among the axes by the thickness of the boxes (Vinkler et al. 2017, "Extended Morton codes"), and
// boxes that are still equal get another word on the range of their own run: one body lost at the horizon costs one word, not
// all resolution. Words are sorted by radix, so the cost is linear in the boxes. Classes by size were measured too and only
// added visits: a large box inflates no more than the nodes above it, a path through the tree.

import { grownLength } from './pair-list.js';

/** Words in a key, the shape class included; boxes equal in all of them are told apart by position. [1] */
const WORDS = 8;

/** Bits in a word. [1] */
const WORD_BITS = 30;

/** Largest depth of a binary tree that follows the split levels: the bits of all words, then those of the position. [1] */
export const MAX_DEPTH = 32 * (WORDS + 1);

/** Bits that one pass of the radix sort takes. [1] */
const DIGIT_BITS = 10;
const DIGITS = 1 << DIGIT_BITS;

/** Runs up to this length are sorted by insertion, cheaper there than clearing the counters of the radix sort. [1] */
const INSERTION_LENGTH = 64;

/** Runs of equal keys up to this length are not told apart further: testing all their pairs costs less. [1] */
const SHORT_RUN = 4;

/** A box is thin along an axis if its longest edge is this many times as long. [1] */
const THIN_RATIO = 8;

/** A cell is called no thinner than this part of the longest range when its axis competes for a bit. [1] */
const THINNEST_CELL = 1 / 1024;

export class SpatialOrder {
  /** The boxes in order. [1] */
  boxes = new Int32Array(0);

  /** How soon the keys at i and i + 1 differ, smaller is sooner; in any part of the list the smallest one is unique. [1] */
  splitLevel = new Int32Array(0);

  #keys = new Int32Array(0);
  #otherBoxes = new Int32Array(0);
  #otherKeys = new Int32Array(0);
  readonly #digitCounts = new Int32Array((WORD_BITS / DIGIT_BITS) * DIGITS);

  // Runs of equal keys that wait for their next word: first, end and word of each.
  #runs = new Int32Array(0);
  #runCount = 0;

  // The grid of the current Morton word: lowest centre, cells a metre, and for each bit which axis it halves and where it sits.
  readonly #low = new Float64Array(3);
  readonly #range = new Float64Array(3);
  readonly #thickness = new Float64Array(3);
  readonly #cellsPerMetre = new Float64Array(3);
  readonly #axisBits = new Int32Array(3);
  readonly #bitAxis = new Int32Array(WORD_BITS);
  readonly #bitShift = new Int32Array(WORD_BITS);
  readonly #cell = new Int32Array(3);

  /** Orders the given members, indices into bounds (6 numbers a box: min x, y, z, max x, y, z, all finite [m]). */
  sort(bounds: Float64Array, members: Int32Array, count: number): void {
    this.#reserve(count);
    for (let i = 0; i < count; i++) this.boxes[i] = members[i];
    if (count < 2) return;
    this.#classify(bounds, count);
    this.#sortRun(0, count);
    this.#split(0, count, 0);
    while (this.#runCount > 0) {
      const run = 3 * --this.#runCount;
      const first = this.#runs[run];
      const end = this.#runs[run + 1];
      const word = this.#runs[run + 2];
      if (this.#measure(bounds, first, end)) {
        this.#shareBits();
        this.#encode(bounds, first, end);
        this.#sortRun(first, end);
        this.#split(first, end, word);
      } else {
        this.#splitByPosition(first, end);
      }
    }
  }

  #reserve(count: number): void {
    if (count <= this.boxes.length) return;
    const length = grownLength(this.boxes.length, count);
    this.boxes = new Int32Array(length);
    this.splitLevel = new Int32Array(length);
    this.#keys = new Int32Array(length);
    this.#otherBoxes = new Int32Array(length);
    this.#otherKeys = new Int32Array(length);
    // Waiting runs are disjoint and longer than SHORT_RUN, which makes 3 numbers for more than 3 boxes.
    this.#runs = new Int32Array(length);
  }

  /** The first word: the axes along which a box is thin. */
  #classify(bounds: Float64Array, count: number): void {
    for (let i = 0; i < count; i++) {
      const at = 6 * this.boxes[i];
      const x = bounds[at + 3] - bounds[at];
      const y = bounds[at + 4] - bounds[at + 1];
      const z = bounds[at + 5] - bounds[at + 2];
      const thin = Math.max(x, y, z) / THIN_RATIO;
      this.#keys[i] = (x < thin ? 1 : 0) + (y < thin ? 2 : 0) + (z < thin ? 4 : 0);
    }
  }

  /** Range of the centres and mean thickness of the boxes of a run; false if the centres coincide. */
  #measure(bounds: Float64Array, first: number, end: number): boolean {
    const boxes = this.boxes;
    let lowX = Infinity;
    let lowY = Infinity;
    let lowZ = Infinity;
    let highX = -Infinity;
    let highY = -Infinity;
    let highZ = -Infinity;
    let sumX = 0;
    let sumY = 0;
    let sumZ = 0;
    for (let i = first; i < end; i++) {
      const at = 6 * boxes[i];
      const x = 0.5 * bounds[at] + 0.5 * bounds[at + 3];
      const y = 0.5 * bounds[at + 1] + 0.5 * bounds[at + 4];
      const z = 0.5 * bounds[at + 2] + 0.5 * bounds[at + 5];
      if (x < lowX) lowX = x;
      if (y < lowY) lowY = y;
      if (z < lowZ) lowZ = z;
      if (x > highX) highX = x;
      if (y > highY) highY = y;
      if (z > highZ) highZ = z;
      sumX += bounds[at + 3] - bounds[at];
      sumY += bounds[at + 4] - bounds[at + 1];
      sumZ += bounds[at + 5] - bounds[at + 2];
    }
    const count = end - first;
    this.#low[0] = lowX;
    this.#low[1] = lowY;
    this.#low[2] = lowZ;
    this.#range[0] = highX - lowX;
    this.#range[1] = highY - lowY;
    this.#range[2] = highZ - lowZ;
    this.#thickness[0] = sumX / count;
    this.#thickness[1] = sumY / count;
    this.#thickness[2] = sumZ / count;
    return Math.max(this.#range[0], this.#range[1], this.#range[2]) > 0;
  }

  /** Gives each bit to the axis along which a cell holds the most boxes one behind the other. */
  #shareBits(): void {
    const range = this.#range;
    const axisBits = this.#axisBits;
    const thinnest = THINNEST_CELL * Math.max(range[0], range[1], range[2]);
    let layersX = range[0] / (this.#thickness[0] + thinnest);
    let layersY = range[1] / (this.#thickness[1] + thinnest);
    let layersZ = range[2] / (this.#thickness[2] + thinnest);
    axisBits.fill(0);
    for (let bit = 0; bit < WORD_BITS; bit++) {
      let axis = 0;
      if (layersX >= layersY && layersX >= layersZ) {
        layersX *= 0.5;
      } else if (layersY >= layersZ) {
        axis = 1;
        layersY *= 0.5;
      } else {
        axis = 2;
        layersZ *= 0.5;
      }
      this.#bitAxis[bit] = axis;
      this.#bitShift[bit] = ++axisBits[axis];
    }
    for (let bit = 0; bit < WORD_BITS; bit++) this.#bitShift[bit] = axisBits[this.#bitAxis[bit]] - this.#bitShift[bit];
    for (let axis = 0; axis < 3; axis++) this.#cellsPerMetre[axis] = range[axis] > 0 ? (1 << axisBits[axis]) / range[axis] : 0;
  }

  /** The Morton word of each box of a run. */
  #encode(bounds: Float64Array, first: number, end: number): void {
    const boxes = this.boxes;
    const keys = this.#keys;
    const cell = this.#cell;
    const bitAxis = this.#bitAxis;
    const bitShift = this.#bitShift;
    for (let i = first; i < end; i++) {
      const at = 6 * boxes[i];
      for (let axis = 0; axis < 3; axis++) {
        const centre = 0.5 * bounds[at + axis] + 0.5 * bounds[at + axis + 3];
        const lastCell = (1 << this.#axisBits[axis]) - 1;
        cell[axis] = Math.min((centre - this.#low[axis]) * this.#cellsPerMetre[axis], lastCell);
      }
      let key = 0;
      for (let bit = 0; bit < WORD_BITS; bit++) key = (key << 1) | ((cell[bitAxis[bit]] >>> bitShift[bit]) & 1);
      keys[i] = key;
    }
  }

  /** Sorts a run by key, equal keys staying in their order. */
  #sortRun(first: number, end: number): void {
    if (end - first <= INSERTION_LENGTH) this.#sortByInsertion(first, end);
    else this.#sortByRadix(first, end);
  }

  #sortByInsertion(first: number, end: number): void {
    const keys = this.#keys;
    const boxes = this.boxes;
    for (let i = first + 1; i < end; i++) {
      const key = keys[i];
      const box = boxes[i];
      let hole = i;
      while (hole > first && keys[hole - 1] > key) {
        keys[hole] = keys[hole - 1];
        boxes[hole] = boxes[hole - 1];
        hole--;
      }
      keys[hole] = key;
      boxes[hole] = box;
    }
  }

  #sortByRadix(first: number, end: number): void {
    const counts = this.#digitCounts;
    let keys = this.#keys;
    let boxes = this.boxes;
    let otherKeys = this.#otherKeys;
    let otherBoxes = this.#otherBoxes;
    counts.fill(0);
    for (let i = first; i < end; i++) {
      const key = keys[i];
      counts[key & (DIGITS - 1)]++;
      counts[DIGITS + ((key >>> DIGIT_BITS) & (DIGITS - 1))]++;
      counts[2 * DIGITS + (key >>> (2 * DIGIT_BITS))]++;
    }
    for (let shift = 0, base = 0; shift < WORD_BITS; shift += DIGIT_BITS, base += DIGITS) {
      const someDigit = (keys[first] >>> shift) & (DIGITS - 1);
      if (counts[base + someDigit] === end - first) continue;
      let start = first;
      for (let digit = base; digit < base + DIGITS; digit++) {
        const count = counts[digit];
        counts[digit] = start;
        start += count;
      }
      for (let i = first; i < end; i++) {
        const to = counts[base + ((keys[i] >>> shift) & (DIGITS - 1))]++;
        otherKeys[to] = keys[i];
        otherBoxes[to] = boxes[i];
      }
      [keys, otherKeys] = [otherKeys, keys];
      [boxes, otherBoxes] = [otherBoxes, boxes];
    }
    if (keys === this.#keys) return;
    for (let i = first; i < end; i++) {
      this.#keys[i] = keys[i];
      this.boxes[i] = boxes[i];
    }
  }

  /** Split levels between different keys of a sorted run; runs of equal keys are left for their next word. */
  #split(first: number, end: number, word: number): void {
    const keys = this.#keys;
    let start = first;
    for (let i = first; i < end; i++) {
      if (i + 1 < end && keys[i] === keys[i + 1]) continue;
      if (i + 1 < end) this.splitLevel[i] = 32 * word + Math.clz32(keys[i] ^ keys[i + 1]);
      if (i + 1 - start > SHORT_RUN && word + 1 < WORDS) this.#pushRun(start, i + 1, word + 1);
      else this.#splitByPosition(start, i + 1);
      start = i + 1;
    }
  }

  #pushRun(first: number, end: number, word: number): void {
    const run = 3 * this.#runCount++;
    this.#runs[run] = first;
    this.#runs[run + 1] = end;
    this.#runs[run + 2] = word;
  }

  /** Halves a run that no key divides by the bits of the position, which keeps a tree over it shallow. */
  #splitByPosition(first: number, end: number): void {
    for (let i = first; i + 1 < end; i++) this.splitLevel[i] = 32 * WORDS + Math.clz32(i ^ (i + 1));
  }
}
