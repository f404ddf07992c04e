// The targets of motors that were set since a copy of the state was made (recording/backup.ts), so that what a program
// steers by, step by step, does not ask for a copy of all each time.

import { grown } from '../solvers/quadratic/grown.js';

/** Beyond so many, a copy costs less. */
const MOST = 10_000;

export class TargetLog {
  /** How often a target was set, ever. */
  changes = 0;
  count = 0;
  /** Places in the column of targets, and what was put there. */
  #places = new Int32Array(0);
  #values = new Float64Array(0);

  get isFull(): boolean {
    return this.count >= MOST;
  }

  note(place: number, value: number): void {
    this.changes++;
    if (this.count === this.#places.length) {
      this.#places = grown(this.#places, this.count + 1, this.count);
      this.#values = grown(this.#values, this.count + 1, this.count);
    }
    this.#places[this.count] = place;
    this.#values[this.count++] = value;
  }

  /** Calls `set` with the places and values that were noted from number `from` to number `to`. */
  repeat(from: number, to: number, set: (place: number, value: number) => void): void {
    for (let i = from; i < to; i++) set(this.#places[i], this.#values[i]);
  }
}
