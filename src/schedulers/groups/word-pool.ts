// Blocks of words of 32 bits in one array, taken and given back: what is given back is used again, so that nothing is
// allocated where as much is taken as is given back. Blocks begin at even words, so that they can hold numbers of 64
// bits.

/** Smallest block, as a power of two [words]. */
const SMALLEST = 4;
const RANKS = 31;

export class WordPool {
  /** Words, and the same as numbers: number i is at words 2 i and 2 i + 1. Both are replaced when the pool grows. */
  words: Int32Array;
  numbers: Float64Array;
  #used = 0;
  /** First free block of each size; its first word has the next, -1 at the end. */
  readonly #free = new Int32Array(RANKS).fill(-1);

  constructor(size = 1 << 12) {
    const buffer = new ArrayBuffer(4 * size);
    this.words = new Int32Array(buffer);
    this.numbers = new Float64Array(buffer);
  }

  /** What it holds, free blocks included [bytes]. */
  get bytes(): number {
    return this.words.byteLength;
  }

  /** The first word of a block of at least so many; they hold what they happen to. */
  take(size: number): number {
    const rank = rankOf(size);
    const first = this.#free[rank];
    if (first >= 0) {
      this.#free[rank] = this.words[first];
      return first;
    }
    const place = this.#used;
    this.#used += 1 << rank;
    if (this.#used > this.words.length) this.#grow();
    return place;
  }

  /** Gives a block of so many words back. */
  give(place: number, size: number): void {
    const rank = rankOf(size);
    this.words[place] = this.#free[rank];
    this.#free[rank] = place;
  }

  #grow(): void {
    let size = 2 * this.words.length;
    while (size < this.#used) size *= 2;
    const old = this.words;
    const buffer = new ArrayBuffer(4 * size);
    this.words = new Int32Array(buffer);
    this.numbers = new Float64Array(buffer);
    this.words.set(old);
  }
}

function rankOf(size: number): number {
  return Math.max(SMALLEST, 32 - Math.clz32(size - 1));
}
