// What chance decides in a case: numbers, choices, and values that no field allows, all from one seed.

import { Random } from '../dist/src/index.js';

/** Numbers at which programs break: signs, limits of types, what is not finite. */
const EDGE_NUMBERS = [
  ...[0, -0, 1, -1, 2, 0.5, 3, 7, 1e-6, 1e-9, 5e-324, 1e6, 1e9, 1e15, 1e16, 1e300, 1.7976931348623157e308],
  ...[2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 53, -(2 ** 31), -1e9, -1e300],
  ...[Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
];
const EDGE_TEXTS = [
  '',
  ' ',
  'x',
  'default',
  'ground',
  '__proto__',
  'constructor',
  'toString',
  '\u001b[31m',
  '\ud800',
  'a'.repeat(2000),
];

export class Dice {
  #random;

  constructor(seed) {
    this.#random = new Random(seed);
  }

  between(low, high) {
    return this.#random.uniform(low, high);
  }

  /** Evenly over the orders of magnitude. */
  magnitude(low, high) {
    return low * (high / low) ** this.between(0, 1);
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

  list(length, make) {
    return Array.from({ length }, make);
  }

  vector(size) {
    return this.list(3, () => this.between(-size, size));
  }

  turn() {
    return [...this.vector(1), this.between(0.1, 1)];
  }

  edgeNumber() {
    return this.pick(EDGE_NUMBERS);
  }

  /** What JSON can hold, of any type. */
  plainValue() {
    return this.pick([
      () => this.edgeNumber(),
      () => this.edgeNumber(),
      () => this.between(-10, 10),
      () => this.pick(EDGE_TEXTS),
      () => this.pick([null, true, false]),
      () => this.list(this.pick([0, 1, 2, 3, 4, 6, 7, 50]), () => this.pick([0, 1, this.edgeNumber(), 'x', null])),
      () => this.pick([{}, { kind: 'box' }, { length: 3 }, { x: 1, y: 2, z: 3 }, [[[[]]]], [{}, {}]]),
    ])();
  }

  /** Anything at all. */
  anyValue() {
    if (this.chance(0.6)) return this.plainValue();
    return this.pick([
      () => undefined,
      () => Symbol('x'),
      () => 10n,
      () => () => 1,
      () => new Date(0),
      () => new Map([['a', 1]]),
      () => new Float64Array(this.below(8)),
      () => new Uint8Array(this.below(40)),
      () => new ArrayBuffer(8),
      () => Object.create(null),
      () => Array(3),
      () => Object.assign([1, 2, 3], { extra: 1 }),
      () => new Error('an error'),
      () => Promise.resolve(),
    ])();
  }
}
