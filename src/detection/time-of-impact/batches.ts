// Which meetings go through their impacts in one stretch. An impact takes no time to speak of, and its bodies know
// nothing of the others: so bodies at different times may go through theirs together, as long as they are not near each
// other by chance. Where something depends on the time, as scripted bodies, controls of multibodies and the queue of
// events do, it is one after the other.

import type { Detection } from '../detection.js';
import { settlePose } from './fly.js';

/** Bodies that come to one time: some to meet there, others to halt there. */
export interface Meeting {
  /** [s] */
  time: number;
  isHalt: boolean;
  /** Its movers are so many, from the first, of the list of all meetings'. */
  first: number;
  count: number;
}

/** Most movers of a batch: each is compared with all others. */
const MOST_MOVERS = 256;

export class Batches {
  /** Radius of a ball about each mover that no contact of it is outside of, by rows [m]. */
  #radii = new Float64Array(0);
  #rows = new Int32Array(0);
  /** When each of these rows meets another [s], and which meetings are still to come. */
  #times = new Float64Array(0);
  #isPending = new Uint8Array(0);
  /** Where they are: position [m], orientation [1]. */
  #poses = new Float64Array(0);
  #count = 0;
  readonly #latest = new Float64Array(1);

  /** Takes note of how large bodies are. */
  begin({ bodies }: Detection): void {
    const { nodes, shapes } = bodies;
    const { owner, reach, thickness } = shapes.columns;
    const { mover, position: x } = nodes.columns;
    if (this.#radii.length < nodes.size) {
      this.#radii = new Float64Array(2 * nodes.size);
      this.#rows = new Int32Array(2 * nodes.size);
      this.#times = new Float64Array(2 * nodes.size);
      this.#poses = new Float64Array(14 * nodes.size);
    }
    this.#radii.fill(0, 0, nodes.size);
    for (let shape = 0; shape < shapes.size; shape++) {
      if (!shapes.isLive(shape)) continue;
      const row = mover[owner[shape]];
      let square = 0;
      for (let k = 0; k < 3; k++) {
        const way = x[3 * owner[shape] + k] - x[3 * row + k];
        square += way * way;
      }
      this.#radii[row] = Math.max(this.#radii[row], Math.sqrt(square) + reach[shape] + thickness[shape]);
    }
  }

  /** All meetings but those where bodies halt are to come. */
  reset(meetings: readonly Meeting[], count: number): void {
    if (this.#isPending.length < count) this.#isPending = new Uint8Array(2 * count);
    for (let i = 0; i < count; i++) this.#isPending[i] = meetings[i].isHalt ? 0 : 1;
  }

  /** The movers of the next meetings, all put at one time, that of the latest; nobody when there are no more. */
  next(detection: Detection, meetings: readonly Meeting[], count: number, members: Int32Array): Int32Array {
    const { bodies, state } = detection;
    const isTimeless = bodies.scripted.length === 0 && state.joints.controls.length === 0 && state.settings.events !== 'queue';
    this.#count = 0;
    this.#latest[0] = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < count; i++) {
      if (this.#isPending[i] === 0) continue;
      const isAlone = this.#count === 0;
      if (!isAlone && (!isTimeless || this.#count + meetings[i].count > MOST_MOVERS)) break;
      if (!isAlone && this.#isNear(detection, meetings[i], members)) continue;
      this.#isPending[i] = 0;
      this.#latest[0] = Math.max(this.#latest[0], meetings[i].time);
      for (let k = meetings[i].first; k < meetings[i].first + meetings[i].count; k++) {
        this.#rows[this.#count] = members[k];
        this.#times[this.#count++] = meetings[i].time;
      }
    }
    this.#keepPoses(detection);
    return this.#rows.subarray(0, this.#count);
  }

  /** Puts the movers of the batch at one time, and keeps their poses. */
  #keepPoses({ bodies }: Detection): void {
    const { time, position, orientation } = bodies.nodes.columns;
    for (let i = 0; i < this.#count; i++) {
      const row = this.#rows[i];
      time[row] = this.#latest[0];
      for (let k = 0; k < 3; k++) this.#poses[7 * i + k] = position[3 * row + k];
      for (let k = 0; k < 4; k++) this.#poses[7 * i + 3 + k] = orientation[4 * row + k];
    }
  }

  /** Time that the movers of the batch are put at [s]. */
  get time(): number {
    return this.#latest[0];
  }

  /**
   * Puts the movers of the batch a little [s] behind their own meetings, but not behind the end [s], and where they
   * were: impacts move nothing.
   */
  putBack({ bodies, graph }: Detection, little: number, end: number): void {
    const { time, position, orientation } = bodies.nodes.columns;
    for (let i = 0; i < this.#count; i++) {
      const row = this.#rows[i];
      time[row] = Math.min(this.#times[i] + little, end);
      for (let k = 0; k < 3; k++) position[3 * row + k] = this.#poses[7 * i + k];
      for (let k = 0; k < 4; k++) orientation[4 * row + k] = this.#poses[7 * i + 3 + k];
      settlePose(bodies, graph, row);
    }
  }

  /** Whether a mover of a meeting is near one of the batch. */
  #isNear({ bodies }: Detection, { first, count }: Meeting, members: Int32Array): boolean {
    const { position: x } = bodies.nodes.columns;
    for (let k = first; k < first + count; k++) {
      const p = 3 * members[k];
      for (let i = 0; i < this.#count; i++) {
        const q = 3 * this.#rows[i];
        const far = this.#radii[members[k]] + this.#radii[this.#rows[i]];
        let square = 0;
        for (let j = 0; j < 3; j++) square += (x[p + j] - x[q + j]) * (x[p + j] - x[q + j]);
        if (square <= far * far) return true;
      }
    }
    return false;
  }
}
