// A growing list of pairs of boxes (a, b), a < b, sorted in linear time: a counting sort by b, then a stable one by a. Few
// pairs are sorted by insertion instead, without a look at all boxes. What has been sorted stays so: pairs that come later are sorted by
// themselves, and merged with it.

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

  /** What the user of the list remembers of each pair, which stays with it while it is in the list; -1 of a new one. [1] */
  tag = new Int32Array(0);

  /** So many, the first ones, are sorted. */
  #sorted = 0;
  #aSortedByB = new Int32Array(0);
  #newA = new Int32Array(0);
  #newB = new Int32Array(0);
  #endOfA = new Int32Array(0);
  #endOfB = new Int32Array(0);

  clear(): void {
    this.size = this.#sorted = 0;
  }

  /** Adds the pair of two different boxes. */
  add(box: number, other: number): void {
    if (this.size === this.a.length) this.#grow();
    this.a[this.size] = Math.min(box, other);
    this.b[this.size] = Math.max(box, other);
    this.tag[this.size] = -1;
    this.size++;
  }

  /** The other box of a pair that one is of, in a list that has not been sorted. */
  otherOf(i: number, box: number): number {
    return this.a[i] === box ? this.b[i] : this.a[i];
  }

  /** Takes the pairs of which a box is marked out of the list, which is sorted. */
  removeMarked(marks: Int32Array): void {
    const { a, b, tag, size } = this;
    let kept = 0;
    for (let i = 0; i < size; i++) {
      if (marks[a[i]] !== 0 || marks[b[i]] !== 0) continue;
      a[kept] = a[i];
      b[kept] = b[i];
      tag[kept++] = tag[i];
    }
    this.size = this.#sorted = kept;
  }

  #grow(): void {
    if (this.size >= MOST_PAIRS)
      throw new MemoryError(`More than ${MOST_PAIRS} pairs of shapes are near each other, which is more than can be kept.`);
    const length = Math.min(MOST_PAIRS, grownLength(this.a.length, this.size + 1));
    this.a = lengthened(this.a, length);
    this.b = lengthened(this.b, length);
    this.tag = lengthened(this.tag, length);
  }

  /** Sorts the pairs, whose boxes are all below boxCount. */
  sort(boxCount: number): void {
    const first = this.#sorted;
    if (this.size - first <= FEW) this.#sortByInsertion(first);
    else this.#sortByCounting(first, boxCount);
    if (first > 0) this.#merge(first);
    this.#sorted = this.size;
  }

  /** The pairs from `first` on, which are new. */
  #sortByInsertion(first: number): void {
    const { a, b, size } = this;
    for (let i = first + 1; i < size; i++) {
      const low = a[i];
      const high = b[i];
      let hole = i;
      for (; hole > first && (a[hole - 1] > low || (a[hole - 1] === low && b[hole - 1] > high)); hole--) {
        a[hole] = a[hole - 1];
        b[hole] = b[hole - 1];
      }
      a[hole] = low;
      b[hole] = high;
    }
  }

  /** The same. */
  #sortByCounting(first: number, boxCount: number): void {
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

    this.#countStarts(b, first, endOfB, boxCount);
    for (let i = first; i < size; i++) aSortedByB[endOfB[b[i]]++] = a[i];
    this.#countStarts(a, first, endOfA, boxCount);
    for (let box = 0, i = first; box < boxCount; box++) {
      for (; i < endOfB[box]; i++) {
        const place = endOfA[aSortedByB[i]]++;
        a[place] = aSortedByB[i];
        b[place] = box;
      }
    }
  }

  /** Merges the pairs from `first` on, which are new and sorted, with those before them, from the back. */
  #merge(first: number): void {
    const { a, b, tag, size } = this;
    const count = size - first;
    if (this.#newA.length < count) {
      this.#newA = new Int32Array(grownLength(this.#newA.length, count));
      this.#newB = new Int32Array(this.#newA.length);
    }
    const newA = this.#newA;
    const newB = this.#newB;
    for (let i = 0; i < count; i++) {
      newA[i] = a[first + i];
      newB[i] = b[first + i];
    }
    for (let i = first - 1, j = count - 1, to = size - 1; j >= 0; to--) {
      if (i >= 0 && (a[i] > newA[j] || (a[i] === newA[j] && b[i] > newB[j]))) {
        a[to] = a[i];
        b[to] = b[i];
        tag[to] = tag[i--];
      } else {
        a[to] = newA[j];
        b[to] = newB[j--];
        tag[to] = -1;
      }
    }
  }

  /** Where the pairs of each box start, from `first` on, when sorted by the given key; filling them in turns each start into the end. */
  #countStarts(key: Int32Array, first: number, starts: Int32Array, boxCount: number): void {
    starts.fill(0, 0, boxCount);
    for (let i = first; i < this.size; i++) starts[key[i]]++;
    let start = first;
    for (let box = 0; box < boxCount; box++) {
      const count = starts[box];
      starts[box] = start;
      start += count;
    }
  }
}

function lengthened(array: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(length);
  longer.set(array);
  return longer;
}

/** Shortest array worth allocating. [1] */
const SHORTEST = 64;

/** The length, at least the one needed, that an array of the given length grows to. [1] */
export function grownLength(length: number, needed: number): number {
  return Math.max(SHORTEST, needed, 2 * length);
}
