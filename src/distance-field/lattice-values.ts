// Caches the exact distances at the points of a fine lattice over the root cell, so that each is computed once:
// neighbouring cells share corners, and test points of a cell are corners of its children.

import type { MeshDistance } from './mesh-distance.js';

const EMPTY = -1;

export class LatticeValues {
  readonly #distance: MeshDistance;
  readonly #origin: readonly number[];
  readonly #spacing: number;
  readonly #perSide: number;
  #keys = new Float64Array(1 << 12).fill(EMPTY);
  #values = new Float64Array(1 << 12);
  #count = 0;

  /** The lattice points are origin + spacing (i, j, k) [m], with i, j and k below `perSide`. */
  constructor(distance: MeshDistance, origin: readonly number[], spacing: number, perSide: number) {
    this.#distance = distance;
    this.#origin = origin;
    this.#spacing = spacing;
    this.#perSide = perSide;
  }

  /** The signed distance at the point (i, j, k), whose magnitude must be known to be at most `bound` [m]. */
  at(i: number, j: number, k: number, bound: number): number {
    const key = (i * this.#perSide + j) * this.#perSide + k;
    const mask = this.#keys.length - 1;
    let slot = hash(i, j, k) & mask;
    while (this.#keys[slot] !== EMPTY) {
      if (this.#keys[slot] === key) return this.#values[slot];
      slot = (slot + 1) & mask;
    }
    const [x, y, z] = this.#origin;
    const value = this.#distance.signedDistance(x + i * this.#spacing, y + j * this.#spacing, z + k * this.#spacing, bound);
    this.#keys[slot] = key;
    this.#values[slot] = value;
    if (2 * ++this.#count > this.#keys.length) this.#grow();
    return value;
  }

  #grow(): void {
    const keys = this.#keys;
    const values = this.#values;
    this.#keys = new Float64Array(2 * keys.length).fill(EMPTY);
    this.#values = new Float64Array(2 * keys.length);
    const mask = this.#keys.length - 1;
    for (let old = 0; old < keys.length; old++) {
      if (keys[old] === EMPTY) continue;
      const k = keys[old] % this.#perSide;
      const rest = (keys[old] - k) / this.#perSide;
      const j = rest % this.#perSide;
      let slot = hash((rest - j) / this.#perSide, j, k) & mask;
      while (this.#keys[slot] !== EMPTY) slot = (slot + 1) & mask;
      this.#keys[slot] = keys[old];
      this.#values[slot] = values[old];
    }
  }
}

function hash(i: number, j: number, k: number): number {
  let h = Math.imul(i, 0x9e3779b1) ^ Math.imul(j, 0x85ebca77) ^ Math.imul(k, 0xc2b2ae3d);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return h ^ (h >>> 13);
}
