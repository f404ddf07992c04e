// Hashes of numbers for state hashes and checksums, the same on every machine.

/** A 64-bit hash of two mixed 32-bit sums. It detects accidental changes, not deliberate ones. */
export class Hash {
  #a = 0x9e3779b9 | 0;
  #b = 0x85ebca6b | 0;
  readonly #number = new Float64Array(1);
  readonly #numberWords = new Int32Array(this.#number.buffer);

  /** Adds the words [start, end) of an array. */
  words(words: Int32Array, start = 0, end = words.length): void {
    let a = this.#a;
    let b = this.#b;
    for (let i = start; i < end; i++) {
      a = Math.imul(a ^ words[i], 0xcc9e2d51);
      a = (a << 13) | (a >>> 19);
      b = Math.imul(b + words[i], 0x1b873593) ^ (b >>> 15);
    }
    this.#a = a;
    this.#b = b;
  }

  column(column: Float64Array | Int32Array | Uint32Array, start: number, length: number): void {
    const words = (column.BYTES_PER_ELEMENT / 4) * length;
    this.words(new Int32Array(column.buffer, column.byteOffset + start * column.BYTES_PER_ELEMENT, words));
  }

  number(value: number): void {
    this.#number[0] = value;
    this.words(this.#numberWords);
  }

  /** The hash as 16 hexadecimal digits. */
  toString(): string {
    return hex(finish(this.#a ^ this.#b)) + hex(finish(this.#b));
  }

  uint32(): number {
    return finish(this.#a ^ this.#b) >>> 0;
  }
}

function finish(word: number): number {
  let h = word;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0');
}
