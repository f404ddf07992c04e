// Poses in memory that two threads see. The writer fills one of three places in turn and then says which: a reader finds a place
// that is not being written, and looks again where the writer has come round to it meanwhile.

import { POSE_SIZE } from '../world/poses.js';

const PLACES = 3;
/** How many times poses were written; the place of the last is that number modulo three. */
const WRITTEN = 0;
/** How many bodies each place has. */
const COUNT = 1;
const HEADER_BYTES = 4 * (COUNT + PLACES);

export class SharedPoses {
  readonly buffer: SharedArrayBuffer;
  readonly #header: Int32Array;
  readonly #places: readonly Float32Array[];

  /** For so many bodies at most. */
  static make(most: number): SharedPoses {
    return new SharedPoses(new SharedArrayBuffer(HEADER_BYTES + PLACES * 4 * POSE_SIZE * most));
  }

  constructor(buffer: SharedArrayBuffer) {
    this.buffer = buffer;
    this.#header = new Int32Array(buffer, 0, COUNT + PLACES);
    const length = (buffer.byteLength - HEADER_BYTES) / (4 * PLACES);
    const places = [0, 1, 2];
    this.#places = places.map((place) => new Float32Array(buffer, HEADER_BYTES + place * 4 * length, length));
  }

  /** Most bodies it has room for. */
  get most(): number {
    return this.#places[0].length / POSE_SIZE;
  }

  /** Has poses written by `write`, which returns how many, and shows them. */
  write(write: (out: Float32Array) => number): number {
    const next = Atomics.load(this.#header, WRITTEN) + 1;
    const count = write(this.#places[next % PLACES]);
    Atomics.store(this.#header, COUNT + (next % PLACES), count);
    Atomics.store(this.#header, WRITTEN, next);
    return count;
  }

  /** Copies the last poses that were written; returns how many. */
  read(out: Float32Array): number {
    for (;;) {
      const written = Atomics.load(this.#header, WRITTEN);
      const count = Atomics.load(this.#header, COUNT + (written % PLACES));
      out.set(this.#places[written % PLACES].subarray(0, POSE_SIZE * count));
      // One more is being written elsewhere at the most; after two more this place may have been written over.
      if (Atomics.load(this.#header, WRITTEN) - written < PLACES - 1) return count;
    }
  }

  /** How many poses the next read() has, unless others are written before. */
  get count(): number {
    return Atomics.load(this.#header, COUNT + (Atomics.load(this.#header, WRITTEN) % PLACES));
  }
}
