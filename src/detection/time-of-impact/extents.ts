// What the ways of movers are compared with: how thin their shapes are, and how far these reach. It stays as it is as long as there are the
// same shapes.

import type { Bodies } from '../../bodies/bodies.js';
import { reachFrom } from './reach-from.js';

export class Extents {
  /**
   * By the rows of movers, of all their shapes the largest: 1 over the square of the half thickness [1/m^2], and the square of reach over
   * half thickness [1]. 0 for what passes nothing.
   */
  thinness = new Float64Array(0);
  slenderness = new Float64Array(0);
  /** How often nodes and shapes had come and gone when they were found; -1 where nothing is known. */
  #turnover = -1;

  forget(): void {
    this.#turnover = -1;
  }

  renew(bodies: Bodies): void {
    const { nodes, shapes } = bodies;
    const turnover = nodes.turnover + shapes.turnover;
    if (turnover === this.#turnover) return;
    this.#turnover = turnover;
    if (this.thinness.length < nodes.size) {
      this.thinness = new Float64Array(nodes.capacity);
      this.slenderness = new Float64Array(nodes.capacity);
    }
    this.thinness.fill(0);
    this.slenderness.fill(0);
    const { owner, thickness } = shapes.columns;
    for (let shape = 0; shape < shapes.size; shape++) {
      // Half-spaces and surfaces have no thickness by which they would pass something.
      if (!shapes.isLive(shape) || !(thickness[shape] < Number.POSITIVE_INFINITY)) continue;
      const row = nodes.columns.mover[owner[shape]];
      const share = reachFrom(bodies, shape, row) / thickness[shape];
      this.thinness[row] = Math.max(this.thinness[row], 1 / (thickness[shape] * thickness[shape]));
      this.slenderness[row] = Math.max(this.slenderness[row], share * share);
    }
  }
}
