// Where the shapes of bodies were in a step of the world, by the history that holds: boxes about what they have passed
// through. Whoever redoes the past of some bodies must know whom they may have met (rollback/cone.ts).

import type { Bodies } from '../../bodies/bodies.js';
import type { Flights } from './flights.js';
import type { SpaceTime } from './space-time.js';

export class Passed {
  readonly #bodies: Bodies;
  readonly #flights: Flights;
  /** By the rows of the nodes that the shapes are of: min x, y, z, max x, y, z [m]. Undefined where nobody asks for them. */
  boxes: Float64Array | undefined;
  /** Where the step begins and ends [s]. */
  readonly #step = new Float64Array(2);
  readonly #box = new Float64Array(6);

  constructor(bodies: Bodies, flights: Flights) {
    this.#bodies = bodies;
    this.#flights = flights;
  }

  /** A step begins, between two times [s]. Nobody has gone anywhere yet. */
  begin(isAsked: boolean, begin: number, end: number): void {
    this.#step[0] = begin;
    this.#step[1] = end;
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

  /** A segment is of the history that holds, as far as the step goes. */
  note({ shape, anchor, from, to }: SpaceTime, segment: number): void {
    const { boxes } = this;
    if (boxes === undefined) return;
    const begin = Math.max(from[segment], this.#step[0]);
    const end = Math.min(to[segment], this.#step[1]);
    if (!(begin <= end)) return;
    this.#flights.writeBox(anchor[segment], shape[segment], begin, end, this.#box, 0);
    const at = 6 * this.#bodies.shapes.columns.owner[shape[segment]];
    for (let k = 0; k < 3; k++) {
      boxes[at + k] = Math.min(boxes[at + k], this.#box[k]);
      boxes[at + 3 + k] = Math.max(boxes[at + 3 + k], this.#box[3 + k]);
    }
  }
}
