// A growing list of pairs of boxes (a, b), a < b, sorted in linear time: a counting sort by b, then a stable one by a. A few
// pairs among many boxes are sorted by insertion instead, without a look at all boxes.

import { MemoryError } from '../../table/memory.js';

/** Most pairs of a list, which with all that is made of them take about 400 MB. [1] */
const MOST_PAIRS = 1 << 22;

/** So many pairs at the most are sorted by insertion. [1] */
const FEW = 48;

export class PairList {
  /** Pairs in the list. [1] */
  size = 0;

  /** The smaller box of each pair, once sorted ascending. [1] */
  a = new Int32Array(0);

  /** The larger box of each pair, once sorted ascending among those of one a. [1] */
  b = new Int32Array(0);

  #aSortedByB = new Int32Array(0);
  #endOfA = new Int32Array(0);
  #endOfB = new Int32Array(0);

  clear(): void {
    this.size = 0;
  }

  /** Adds the pair of two different boxes. */
  add(box: number, other: number): void {
    if (this.size === this.a.length) this.#grow();
    this.a[this.size] = Math.min(box, other);
    this.b[this.size] = Math.max(box, other);
    this.size++;
  }

  /** The other box of a pair that one is of, in a list that has not been sorted. */
  otherOf(i: number, box: number): number {
    return this.a[i] === box ? this.b[i] : this.a[i];
  }

  /** Takes the pairs of which a box is marked out of the list. */
  removeMarked(marks: Int32Array): void {
    const { a, b, size } = this;
    let kept = 0;
    for (let i = 0; i < size; i++) {
      if (marks[a[i]] !== 0 || marks[b[i]] !== 0) continue;
      a[kept] = a[i];
      b[kept++] = b[i];
    }
    this.size = kept;
  }

  #grow(): void {
    if (this.size >= MOST_PAIRS)
      throw new MemoryError(`More than ${MOST_PAIRS} pairs of shapes are near each other, which is more than can be kept.`);
    const length = Math.min(MOST_PAIRS, grownLength(this.a.length, this.size + 1));
    const { a, b } = this;
    this.a = new Int32Array(length);
    this.b = new Int32Array(length);
    this.a.set(a);
    this.b.set(b);
  }

  /** Sorts the pairs, whose boxes are all below boxCount. */
  sort(boxCount: number): void {
    if (this.size <= FEW) this.#sortByInsertion();
    else this.#sortByCounting(boxCount);
  }

  #sortByInsertion(): void {
    const { a, b, size } = this;
    for (let i = 1; i < size; i++) {
      const low = a[i];
      const high = b[i];
      let hole = i;
      for (; hole > 0 && (a[hole - 1] > low || (a[hole - 1] === low && b[hole - 1] > high)); hole--) {
        a[hole] = a[hole - 1];
        b[hole] = b[hole - 1];
      }
      a[hole] = low;
      b[hole] = high;
    }
  }

  #sortByCounting(boxCount: number): void {
    if (boxCount > this.#endOfA.length) {
      const length = grownLength(this.#endOfA.length, boxCount);
      this.#endOfA = new Int32Array(length);
      this.#endOfB = new Int32Array(length);
    }
    if (this.#aSortedByB.length < this.a.length) this.#aSortedByB = new Int32Array(this.a.length);
    const { a, b, size } = this;
    const aSortedByB = this.#aSortedByB;
    const endOfA = this.#endOfA;
    const endOfB = this.#endOfB;

    this.#countStarts(b, endOfB, boxCount);
    for (let i = 0; i < size; i++) aSortedByB[endOfB[b[i]]++] = a[i];
    this.#countStarts(a, endOfA, boxCount);
    for (let box = 0, i = 0; box < boxCount; box++) {
      for (; i < endOfB[box]; i++) {
        const place = endOfA[aSortedByB[i]]++;
        a[place] = aSortedByB[i];
        b[place] = box;
      }
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
