// What chance decides in a random life: numbers, choices, places, all from one seed.

import { Random } from '../dist/src/index.js';

export class Chance {
  #random;

  constructor(seed) {
    this.#random = new Random(seed);
  }

  /** @returns {[number, number, number]} */
  place() {
    return [this.between(-3, 3), this.between(0, 6), this.between(-3, 3)];
  }

  /** @returns {[number, number, number, number]} */
  turn() {
    /** @type {[number, number, number, number]} */
    const turn = [this.between(-1, 1), this.between(-1, 1), this.between(-1, 1), this.between(0.1, 1)];
    return this.chance(0.4) ? [0, 0, 0, 1] : turn;
  }

  /** @returns {[number, number, number]} */
  vector(size) {
    return [this.between(-size, size), this.between(-size, size), this.between(-size, size)];
  }

  between(low, high) {
    return this.#random.uniform(low, high);
  }

  /** From 0 to count - 1. */
  below(count) {
    return Math.floor(this.#random.uniform() * count);
  }

  chance(probability) {
    return this.#random.uniform() < probability;
  }

  pick(list) {
    return list[this.below(list.length)];
  }
}
