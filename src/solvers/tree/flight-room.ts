// The room of trees in joint coordinates (kernels/flight-layout.ts), and what is done with them: by the compiled kernel,
// or by the same source in TypeScript, to the bit.

import { LINK_INTEGERS, LINK_NUMBERS } from '../../kernels/flight-layout.js';
import type { FlightKernel } from '../../kernels/kernel.js';
import { makeKernel, makeMemory } from '../../kernels/kernel.js';
import {
  arriveLinks,
  coastLinks,
  endLinks,
  mayBeStiff,
  readRows,
  twiceEnergy,
  workOfForces,
} from '../../kernels/shared/end-links.js';
import { factorLinks, respondLinks } from '../../kernels/shared/factor-links.js';
import { moveLinks } from '../../kernels/shared/move-links.js';
import { placeLinks, readRates } from '../../kernels/shared/place-links.js';

export class FlightRoom {
  count = 0;
  numbers = new Float64Array(0);
  integers = new Int32Array(0);
  #kernel: FlightKernel | null = null;
  readonly #isCompiled: boolean;

  /** Without the compiled kernel unless `isCompiled`. */
  constructor(isCompiled = true) {
    this.#isCompiled = isCompiled;
  }

  /** Makes room for so many links, of which nothing is known yet. */
  reserve(count: number): void {
    this.count = count;
    if (this.integers.length < LINK_INTEGERS * count) {
      const room = Math.max(16, 2 * count);
      const bytes = 8 * LINK_NUMBERS * room;
      const memory = this.#isCompiled ? makeMemory(bytes + 4 * LINK_INTEGERS * room) : null;
      const buffer = memory === null ? new ArrayBuffer(bytes + 4 * LINK_INTEGERS * room) : memory.buffer;
      this.#kernel = memory === null ? null : makeKernel(memory);
      this.numbers = new Float64Array(buffer, 0, LINK_NUMBERS * room);
      this.integers = new Int32Array(buffer, bytes, LINK_INTEGERS * room);
    }
    this.numbers.fill(0, 0, LINK_NUMBERS * count);
    this.integers.fill(0, 0, LINK_INTEGERS * count);
  }

  /** Returns how far joints are open at the most [m or rad]. */
  place(): number {
    const kernel = this.#kernel;
    if (kernel === null) return placeLinks(this.numbers, this.integers, this.count);
    return kernel.placeTree(0, this.integers.byteOffset, this.count);
  }

  readRates(): void {
    const kernel = this.#kernel;
    if (kernel === null) readRates(this.numbers, this.integers, this.count);
    else kernel.readRatesOfTree(0, this.integers.byteOffset, this.count);
  }

  factor(): void {
    const kernel = this.#kernel;
    if (kernel === null) factorLinks(this.numbers, this.integers, this.count);
    else kernel.factorTree(0, this.integers.byteOffset, this.count);
  }

  respond(): void {
    const kernel = this.#kernel;
    if (kernel === null) respondLinks(this.numbers, this.integers, this.count);
    else kernel.respondTree(0, this.integers.byteOffset, this.count);
  }

  /** Returns whether a step of dt [s] was found. */
  move(dt: number): boolean {
    const kernel = this.#kernel;
    if (kernel === null) return moveLinks(this.numbers, this.integers, this.count, dt);
    return kernel.moveTree(0, this.integers.byteOffset, this.count, dt) !== 0;
  }

  /** To be called after a step of dt [s] was found. */
  arrive(dt: number): void {
    const kernel = this.#kernel;
    if (kernel === null) arriveLinks(this.numbers, this.integers, this.count, 1 / dt);
    else kernel.arriveTree(0, this.integers.byteOffset, this.count, 1 / dt);
  }

  coast(): void {
    const kernel = this.#kernel;
    if (kernel === null) coastLinks(this.numbers, this.count);
    else kernel.coastTree(0, this.count);
  }

  end(kick: number): void {
    const kernel = this.#kernel;
    if (kernel === null) endLinks(this.numbers, this.integers, this.count, kick);
    else kernel.endTree(0, this.integers.byteOffset, this.count, kick);
  }

  readRows(): void {
    const kernel = this.#kernel;
    if (kernel === null) readRows(this.numbers, this.integers, this.count);
    else kernel.readRowsOfTree(0, this.integers.byteOffset, this.count);
  }

  mayBeStiff(scale: number, most: number): boolean {
    const kernel = this.#kernel;
    if (kernel === null) return mayBeStiff(this.numbers, this.integers, this.count, scale, most);
    return kernel.mayTreeBeStiff(0, this.integers.byteOffset, this.count, scale, most) !== 0;
  }

  twiceEnergy(): number {
    return this.#kernel === null ? twiceEnergy(this.numbers, this.count) : this.#kernel.twiceEnergyOfTree(0, this.count);
  }

  workOfForces(dt: number): number {
    return this.#kernel === null ? workOfForces(this.numbers, this.count, dt) : this.#kernel.workOnTree(0, this.count, dt);
  }
}
