// Seeded random numbers (sfc32) for scenes and tests, the same sequence on every machine. The simulation itself uses
// none.

/** A seeded generator of random numbers (sfc32). The same seed gives the same sequence on every machine. */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: number) {
    this.#a = seed >>> 0;
    this.#b = (seed / 0x100000000) >>> 0;
    this.#c = 0x9e3779b9;
    for (let i = 0; i < 15; i++) this.uint32();
  }

  /** A uniform whole number in [0, 2^32). */
  uint32(): number {
    const t = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + t) | 0;
    return t >>> 0;
  }

  /** A uniform number in [low, high). */
  uniform(low = 0, high = 1): number {
    return low + (high - low) * (this.uint32() / 0x100000000);
  }
}
