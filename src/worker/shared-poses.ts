// Poses in memory shared by two threads. The writer fills one of three buffers in turn and then publishes its number. A
// reader copies the published buffer, and repeats the copy if the writer may have begun to overwrite it meanwhile.

import { POSE_SIZE } from '../world/poses.js';

const PLACES = 3;
/** Index of the number of writes so far; the last write is in the buffer of that number modulo three. */
const WRITTEN = 0;
/** Index of the first of three numbers of bodies, one per buffer. */
const COUNT = 1;
const HEADER_BYTES = 4 * (COUNT + PLACES);

export class SharedPoses {
  readonly buffer: SharedArrayBuffer;
  readonly #header: Int32Array;
  readonly #places: readonly Float32Array[];

  /** Allocates memory for at most this many bodies. */
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

  /** Largest number of bodies that fit. */
  get most(): number {
    return this.#places[0].length / POSE_SIZE;
  }

  /** Calls `write` with the next buffer, then publishes that buffer; `write` returns the number of poses. */
  write(write: (out: Float32Array) => number): number {
    const next = Atomics.load(this.#header, WRITTEN) + 1;
    const count = write(this.#places[next % PLACES]);
    Atomics.store(this.#header, COUNT + (next % PLACES), count);
    Atomics.store(this.#header, WRITTEN, next);
    return count;
  }

  /** Copies the poses that were written last; returns their number. */
  read(out: Float32Array): number {
    for (;;) {
      const written = Atomics.load(this.#header, WRITTEN);
      const count = Atomics.load(this.#header, COUNT + (written % PLACES));
      out.set(this.#places[written % PLACES].subarray(0, POSE_SIZE * count));
      // After one more write the next goes to another buffer; after two more this buffer may be being overwritten.
      if (Atomics.load(this.#header, WRITTEN) - written < PLACES - 1) return count;
    }
  }

  /** Number of poses that read() copies, unless poses are written before. */
  get count(): number {
    return Atomics.load(this.#header, COUNT + (Atomics.load(this.#header, WRITTEN) % PLACES));
  }
}
