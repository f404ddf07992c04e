// Where the shapes of bodies were in a step of the world, by the history that holds: boxes about what they have passed
// through. Whoever redoes the past of some bodies must know whom they may have met (rollback/cone.ts).

import type { Bodies } from '../../bodies/bodies.js';
import type { Flights } from './flights.js';

export class Passed {
  readonly #bodies: Bodies;
  readonly #flights: Flights;
  /** By the rows of the nodes that the shapes are of: min x, y, z, max x, y, z [m]. Undefined where nobody asks for them. */
  boxes: Float64Array | undefined;
  readonly #box = new Float64Array(6);

  constructor(bodies: Bodies, flights: Flights) {
    this.#bodies = bodies;
    this.#flights = flights;
  }

  /** A step begins. Nobody has gone anywhere yet. */
  begin(isAsked: boolean): void {
    if (!isAsked) {
      this.boxes = undefined;
      return;
    }
    const { size } = this.#bodies.nodes;
    if (this.boxes === undefined || this.boxes.length < 6 * size) this.boxes = new Float64Array(12 * size);
    for (let k = 0; k < 6 * size; k += 6) {
      this.boxes.fill(Number.POSITIVE_INFINITY, k, k + 3);
      this.boxes.fill(Number.NEGATIVE_INFINITY, k + 3, k + 6);
    }
  }

  /** A body was on the flight from an anchor from span[0] to span[1] [s], by the history that holds. */
  note(row: number, anchor: number, span: Float64Array): void {
    const { boxes } = this;
    if (boxes === undefined) return;
    const { owner } = this.#bodies.shapes.columns;
    for (let shape = this.#flights.firstShape(row); shape >= 0; shape = this.#flights.nextShape(shape)) {
      this.#flights.writeBox(anchor, shape, span, this.#box, 0);
      const at = 6 * owner[shape];
      for (let k = 0; k < 3; k++) {
        boxes[at + k] = Math.min(boxes[at + k], this.#box[k]);
        boxes[at + 3 + k] = Math.max(boxes[at + 3 + k], this.#box[3 + k]);
      }
    }
  }
}
