// A growing list of pairs of boxes (a, b), a < b, sorted in linear time: a counting sort by b, then a stable one by a.

import { MemoryError } from '../../table/memory.js';

/** Most pairs of a list, which with all that is made of them take about 400 MB. [1] */
const MOST_PAIRS = 1 << 22;

export class PairList {
  /** Pairs in the list. [1] */
  size = 0;

  /** Once sorted: the b of every pair, those of a = 0 first and ascending for each a. [1] */
  b = new Int32Array(0);

  /** Once sorted: for each a the end of its part of b, which begins where that of a - 1 ends. [1] */
  end = new Int32Array(0);

  #a = new Int32Array(0);
  #aSortedByB = new Int32Array(0);
  #endOfB = new Int32Array(0);

  clear(): void {
    this.size = 0;
  }

  /** Adds the pair of two different boxes. */
  add(box: number, other: number): void {
    if (this.size === this.#a.length) this.#grow();
    this.#a[this.size] = Math.min(box, other);
    this.b[this.size] = Math.max(box, other);
    this.size++;
  }

  /** The other box of a pair that one is of, in a list that has not been sorted. */
  otherOf(i: number, box: number): number {
    return this.#a[i] === box ? this.b[i] : this.#a[i];
  }

  /** Takes the pairs of which a box is marked out of a list that is sorted; boxes are all below boxCount. */
  removeMarked(marks: Int32Array, boxCount: number): void {
    const { b, end } = this;
    const a = this.#a;
    let kept = 0;
    for (let box = 0, i = 0; box < boxCount; box++) {
      for (; i < end[box]; i++) {
        if (marks[box] !== 0 || marks[b[i]] !== 0) continue;
        a[kept] = box;
        b[kept++] = b[i];
      }
    }
    this.size = kept;
  }

  #grow(): void {
    if (this.size >= MOST_PAIRS)
      throw new MemoryError(`More than ${MOST_PAIRS} pairs of shapes are near each other, which is more than can be kept.`);
    const length = Math.min(MOST_PAIRS, grownLength(this.#a.length, this.size + 1));
    const { b } = this;
    const a = this.#a;
    this.#a = new Int32Array(length);
    this.b = new Int32Array(length);
    this.#a.set(a);
    this.b.set(b);
  }

  /** Sorts the pairs, whose boxes are all below boxCount. */
  sort(boxCount: number): void {
    if (boxCount > this.end.length) {
      const length = grownLength(this.end.length, boxCount);
      this.end = new Int32Array(length);
      this.#endOfB = new Int32Array(length);
    }
    if (this.#aSortedByB.length < this.#a.length) this.#aSortedByB = new Int32Array(this.#a.length);
    const { b, end, size } = this;
    const a = this.#a;
    const aSortedByB = this.#aSortedByB;
    const endOfB = this.#endOfB;

    this.#countStarts(b, endOfB, boxCount);
    for (let i = 0; i < size; i++) aSortedByB[endOfB[b[i]]++] = a[i];
    this.#countStarts(a, end, boxCount);
    for (let box = 0, i = 0; box < boxCount; box++) {
      for (; i < endOfB[box]; i++) b[end[aSortedByB[i]]++] = box;
    }
  }

  /** Where the pairs of each box start when sorted by the given key; filling them in turns each start into the end. */
  #countStarts(key: Int32Array, starts: Int32Array, boxCount: number): void {
    starts.fill(0, 0, boxCount);
    for (let i = 0; i < this.size; i++) starts[key[i]]++;
    let start = 0;
    for (let box = 0; box < boxCount; box++) {
      const count = starts[box];
      starts[box] = start;
      start += count;
    }
  }
}

/** Shortest array worth allocating. [1] */
const SHORTEST = 64;

/** The length, at least the one needed, that an array of the given length grows to. [1] */
export function grownLength(length: number, needed: number): number {
  return Math.max(SHORTEST, needed, 2 * length);
}
