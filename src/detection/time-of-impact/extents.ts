// What the ways of movers are compared with: how thin their shapes are, and how far these reach. It stays as it is as long as there are the
// same shapes.
//
// What passes another goes by its own half thickness, and then through the other (way-through.ts). Nobody knows at first which other that
// is: no shape gets through anything by less than through the thinnest of all.

import type { Bodies } from '../../bodies/bodies.js';
import { reachFrom } from './reach-from.js';
import { wayThrough } from './way-through.js';

export class Extents {
  /**
   * By the rows of movers, of all their shapes the largest: 1 over the square of how far one goes that passes the thinnest shape [1/m^2],
   * and the square of its reach over that way [1]. 0 for what passes nothing.
   */
  thinness = new Float64Array(0);
  slenderness = new Float64Array(0);
  /** The way through the thinnest shape of all [m]. */
  thinnest = 0;
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
    this.thinnest = thinnestOf(bodies);
    for (let shape = 0; shape < shapes.size; shape++) {
      // Half-spaces and surfaces have no thickness by which they would pass something.
      if (!shapes.isLive(shape) || !(thickness[shape] < Number.POSITIVE_INFINITY)) continue;
      const row = nodes.columns.mover[owner[shape]];
      const way = thickness[shape] + this.thinnest;
      const share = reachFrom(bodies, shape, row) / way;
      this.thinness[row] = Math.max(this.thinness[row], 1 / (way * way));
      this.slenderness[row] = Math.max(this.slenderness[row], share * share);
    }
  }
}

function thinnestOf({ shapes }: Bodies): number {
  let thinnest = Number.POSITIVE_INFINITY;
  for (let shape = 0; shape < shapes.size; shape++)
    if (shapes.isLive(shape)) thinnest = Math.min(thinnest, wayThrough(shapes, shape, shape));
  return thinnest;
}
