// The boxes of a group's movers, tight about all of their shapes, and how far these reach.

import { placeInWorld } from '../../detection/place-shape.js';
import { placedBounds } from '../../shapes/bounds.js';
import { PlacedShape } from '../../shapes/placed-shape.js';
import type { State } from '../../state/state.js';

export class MoverBounds {
  readonly #state: State;
  readonly #placed = new PlacedShape();
  /** Of the shape at hand. */
  readonly #box = new Float64Array(6);

  constructor(state: State) {
    this.#state = state;
  }

  /** Writes a box that holds nothing to out[k .. k + 5], and a reach of nothing behind it. */
  clear(out: Float64Array, k: number): void {
    for (let axis = 0; axis < 3; axis++) {
      out[k + axis] = Number.POSITIVE_INFINITY;
      out[k + 3 + axis] = Number.NEGATIVE_INFINITY;
    }
    out[k + 6] = 0;
  }

  /** Widens such a box of a mover by the shapes of one of its nodes, where it is; the reach is from the mover's centre of mass [m]. */
  add(node: number, out: Float64Array, k: number): void {
    const { bodies } = this.#state;
    const { firstShape, mover, position: x } = bodies.nodes.columns;
    const { next, reach } = bodies.shapes.columns;
    const row = mover[node];
    const dx = x[3 * node] - x[3 * row];
    const dy = x[3 * node + 1] - x[3 * row + 1];
    const dz = x[3 * node + 2] - x[3 * row + 2];
    const away = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const box = this.#box;
    for (let shape = firstShape[node]; shape >= 0; shape = next[shape]) {
      placeInWorld(bodies, shape, this.#placed);
      placedBounds(this.#placed, box, 0);
      for (let axis = 0; axis < 3; axis++) {
        if (box[axis] < out[k + axis]) out[k + axis] = box[axis];
        if (box[3 + axis] > out[k + 3 + axis]) out[k + 3 + axis] = box[3 + axis];
      }
      if (reach[shape] + away > out[k + 6]) out[k + 6] = reach[shape] + away;
    }
  }
}
