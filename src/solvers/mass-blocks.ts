// The mass matrix M of sparse-newton.ts: a mass and an inertia for each body.

import { invertSymmetric } from '../math/symmetric.js';
import { grown } from './quadratic/grown.js';

/** Numbers of a body: its mass and [xx, yy, zz, xy, xz, yz]. */
const LENGTH = 7;

export class MassBlocks {
  #values = new Float64Array(0);

  reserve(bodies: number): void {
    this.#values = grown(this.#values, LENGTH * bodies);
  }

  setMass(body: number, mass: number): void {
    this.#values[LENGTH * body] = mass;
  }

  /** The inertia whose inverse is at `at`. */
  setInertia(body: number, inverseInertia: Float64Array, at: number): void {
    invertSymmetric(inverseInertia, at, this.#values, LENGTH * body + 1);
  }

  /** Adds the block of a body to that of a matrix. */
  addTo(matrix: Float64Array, at: number, body: number): void {
    const m = this.#values;
    const k = LENGTH * body;
    for (let j = 0; j < 3; j++) {
      matrix[at + 7 * j] += m[k];
      matrix[at + 7 * (j + 3)] += m[k + 1 + j];
    }
    matrix[at + 22] += m[k + 4];
    matrix[at + 27] += m[k + 4];
    matrix[at + 23] += m[k + 5];
    matrix[at + 33] += m[k + 5];
    matrix[at + 29] += m[k + 6];
    matrix[at + 34] += m[k + 6];
  }

  /** M times six numbers a body. */
  multiply(bodies: number, from: Float64Array, to: Float64Array): void {
    const m = this.#values;
    for (let body = 0; body < bodies; body++) {
      const k = LENGTH * body;
      const v = 6 * body;
      for (let j = 0; j < 3; j++) to[v + j] = m[k] * from[v + j];
      to[v + 3] = m[k + 1] * from[v + 3] + m[k + 4] * from[v + 4] + m[k + 5] * from[v + 5];
      to[v + 4] = m[k + 4] * from[v + 3] + m[k + 2] * from[v + 4] + m[k + 6] * from[v + 5];
      to[v + 5] = m[k + 5] * from[v + 3] + m[k + 6] * from[v + 4] + m[k + 3] * from[v + 5];
    }
  }
}
