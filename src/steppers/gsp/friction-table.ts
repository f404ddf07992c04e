// Coefficients of friction between materials, where the kernel can read them.

import type { Materials } from '../../bodies/materials.js';
import type { Memory } from '../../table/memory.js';

export class FrictionTable {
  readonly #memory: Memory;
  #coefficients: Float64Array = new Float64Array(0);
  /** How often materials had been changed when they were copied. */
  #changes = -1;

  constructor(memory: Memory) {
    this.#memory = memory;
    memory.register(this);
  }

  bindViews(): void {
    const { length, byteOffset } = this.#coefficients;
    if (length > 0) this.#coefficients = new Float64Array(this.#memory.buffer, byteOffset, length);
  }

  /** The coefficient of materials i and j, at i * stride + j. */
  of({ friction, changes }: Materials): Float64Array {
    if (changes === this.#changes) return this.#coefficients;
    const { length } = friction;
    if (length !== this.#coefficients.length) {
      const offset = this.#memory.allocate(length * Float64Array.BYTES_PER_ELEMENT);
      this.#coefficients = new Float64Array(this.#memory.buffer, offset, length);
    }
    this.#coefficients.set(friction);
    this.#changes = changes;
    return this.#coefficients;
  }
}
