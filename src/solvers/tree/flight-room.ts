// The room of trees in joint coordinates (kernels/flight-layout.ts), and what is done with them: by the compiled kernel,
// or by the same source in TypeScript, to the bit.

import { ASKS, IS_FACTORED, LINK_INTEGERS, LINK_NUMBERS, REFUSED, SUMS } from '../../kernels/flight-layout.js';
import type { FlightKernel } from '../../kernels/kernel.js';
import { makeKernel, makeMemory } from '../../kernels/kernel.js';
import { twiceEnergy } from '../../kernels/shared/end-links.js';
import { beginFlight, endFlight, goOnFlight } from '../../kernels/shared/fly-links.js';
import { placeLinks } from '../../kernels/shared/place-links.js';

export class FlightRoom {
  count = 0;
  /** Sums over all links, and the records of these. */
  sums = new Float64Array(0);
  numbers = new Float64Array(0);
  integers = new Int32Array(0);
  /** Whether links are placed where they are; and factorised with the laws that are written. */
  isPlaced = false;
  isFactored = false;
  /** Whether a law asks for responses. */
  areAsking = false;
  #kernel: FlightKernel | null = null;
  readonly #isCompiled: boolean;

  /** Without the compiled kernel unless `isCompiled`. */
  constructor(isCompiled = true) {
    this.#isCompiled = isCompiled;
  }

  /** Makes room for so many links, of which nothing is known yet. */
  reserve(count: number): void {
    this.count = count;
    this.isPlaced = this.isFactored = false;
    if (this.integers.length < LINK_INTEGERS * count) {
      const room = Math.max(16, 2 * count);
      const first = 8 * SUMS;
      const bytes = first + 8 * LINK_NUMBERS * room;
      const memory = this.#isCompiled ? makeMemory(bytes + 4 * LINK_INTEGERS * room) : null;
      const buffer = memory === null ? new ArrayBuffer(bytes + 4 * LINK_INTEGERS * room) : memory.buffer;
      this.#kernel = memory === null ? null : makeKernel(memory);
      this.sums = new Float64Array(buffer, 0, SUMS);
      this.numbers = new Float64Array(buffer, first, LINK_NUMBERS * room);
      this.integers = new Int32Array(buffer, bytes, LINK_INTEGERS * room);
    }
    this.numbers.fill(0, 0, LINK_NUMBERS * count);
    this.integers.fill(0, 0, LINK_INTEGERS * count);
  }

  /** Returns how far joints are open at the most [m or rad]. */
  place(): number {
    const { numbers, integers, count } = this;
    const kernel = this.#kernel;
    if (kernel === null) return placeLinks(numbers, integers, count);
    return kernel.placeTree(numbers.byteOffset, integers.byteOffset, count);
  }

  /**
   * The beginning of a step of dt [s]; joints that are open by more than `open` [m or rad] are refused. Returns whether
   * it may go on.
   */
  begin(open: number, dt: number, most: number): boolean {
    const { numbers, integers, count, isPlaced } = this;
    const kernel = this.#kernel;
    // Whatever becomes of this step, the room is of its end from now on.
    this.isPlaced = false;
    const answer =
      kernel === null
        ? beginFlight(numbers, integers, count, isPlaced, open, dt, most)
        : kernel.beginTree(numbers.byteOffset, integers.byteOffset, count, isPlaced ? 1 : 0, open, dt, most);
    this.areAsking = (answer & ASKS) !== 0;
    if (!isPlaced || (answer & IS_FACTORED) === 0) this.isFactored = false;
    return answer !== REFUSED;
  }

  /** Moves the links by a step of dt [s]. Returns whether it was found. */
  goOn(dt: number, most: number): boolean {
    const { sums, numbers, integers, count, isFactored, areAsking } = this;
    const kernel = this.#kernel;
    if (kernel === null) return goOnFlight(numbers, integers, count, sums, isFactored, areAsking, dt, most);
    const factored = isFactored ? 1 : 0;
    const asks = areAsking ? 1 : 0;
    return kernel.goOnTree(numbers.byteOffset, integers.byteOffset, count, sums.byteOffset, factored, asks, dt, most) !== 0;
  }

  /** The end of a step of dt [s], with the laws at hand. */
  end(dt: number): void {
    const { sums, numbers, integers, count } = this;
    const kernel = this.#kernel;
    this.isPlaced = this.isFactored = true;
    if (kernel === null) endFlight(numbers, integers, count, sums, dt);
    else kernel.endTree(numbers.byteOffset, integers.byteOffset, count, sums.byteOffset, dt);
  }

  /** Twice the kinetic energy of all links [J]. */
  twiceEnergy(): number {
    const { numbers, count } = this;
    return this.#kernel === null ? twiceEnergy(numbers, count) : this.#kernel.twiceEnergyOfTree(numbers.byteOffset, count);
  }
}
