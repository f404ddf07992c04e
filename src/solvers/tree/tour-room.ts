// The arrays of contacts and links that a tour works on, in one block of memory, on which the compiled kernel works
// too. The kernel has the matrices of links once more there: those of the forest are in the memory of another kernel.

import type { TourKernel } from '../../kernels/kernel.js';
import { makeKernel, makeMemory } from '../../kernels/kernel.js';
import * as layout from '../../kernels/tour-layout.js';
import type { Forest } from './forest.js';

export class TourRoom {
  /** Null where the arrays are for TypeScript alone. */
  kernel: TourKernel | null = null;
  #table = new Int32Array(0);
  #contacts = 0;
  #links = 0;
  readonly #isCompiled: boolean;

  /** TOURED_LENGTH numbers a contact (tour-layout.ts). */
  toured = new Float64Array(0);
  /** Two a contact: its links. */
  links = new Int32Array(0);
  /** One a contact: 1 when both its links are of the same tree. */
  isWithinTree = new Int32Array(0);
  /**
   * Six numbers a link: its velocity; impulses it has got that its parent does not know of; velocity of its parent that
   * it knows of.
   */
  velocity = new Float64Array(0);
  pending = new Float64Array(0);
  known = new Float64Array(0);
  /** One a link: 1 where something is pending; of a root: the link of its tree where the tour is; a path. */
  hasPending = new Int32Array(0);
  cursor = new Int32Array(0);
  path = new Int32Array(0);
  /** One a link, as the plan of the forest has them. */
  #parent = new Int32Array(0);
  #last = new Int32Array(0);
  #root = new Int32Array(0);
  /** 36 numbers a link: X, its transpose, and Phi. */
  #carry = new Float64Array(0);
  #turned = new Float64Array(0);
  #response = new Float64Array(0);

  /** Without the kernel unless `isCompiled`. */
  constructor(isCompiled: boolean) {
    this.#isCompiled = isCompiled;
  }

  /** What the kernel is to be called with. */
  get table(): number {
    return this.#table.byteOffset;
  }

  /** Room for so many contacts and the links of a forest, the ground included. What was in the arrays may be lost. */
  reserve(contacts: number, { plan }: Forest): void {
    if (contacts > this.#contacts || plan.links >= this.#links) {
      if (contacts > this.#contacts) this.#contacts = Math.max(2 * this.#contacts, contacts);
      if (plan.links >= this.#links) this.#links = Math.max(2 * this.#links, plan.links + 1);
      this.#bindViews();
    }
    for (let k = 0; k <= plan.links; k++) {
      this.#parent[k] = plan.parent[k];
      this.#last[k] = plan.last[k];
      this.#root[k] = plan.root[k];
    }
  }

  /** Takes over X and Phi of the links of a part of the forest, which has its responses. */
  takeMatrices({ plan, carry, response }: Forest, part: number): void {
    if (this.kernel === null) return;
    const end = 36 * plan.firstLink[part + 1];
    for (let m = 36 * plan.firstLink[part]; m < end; m += 36) {
      for (let i = 0; i < 36; i++) {
        this.#carry[m + i] = carry[m + i];
        this.#response[m + i] = response[m + i];
      }
      for (let i = 0; i < 6; i++) for (let j = 0; j < 6; j++) this.#turned[m + 6 * j + i] = carry[m + 6 * i + j];
    }
  }

  #bindViews(): void {
    const contacts = this.#contacts;
    const links = this.#links;
    const numbers = layout.TOURED_LENGTH * contacts + (3 * 6 + 3 * 36) * links;
    const whole = 3 * contacts + 6 * links + layout.TABLE_LENGTH;
    const bytes = 8 * numbers + 4 * whole;
    const memory = this.#isCompiled ? makeMemory(bytes) : null;
    const buffer = memory === null ? new ArrayBuffer(bytes) : memory.buffer;
    this.kernel = memory === null ? null : makeKernel(memory);
    const addresses: number[] = [];
    let at = 0;
    const floats = (place: number, length: number): Float64Array<ArrayBuffer> => {
      addresses[place] = at;
      at += 8 * length;
      return new Float64Array(buffer, addresses[place], length);
    };
    const ints = (place: number, length: number): Int32Array<ArrayBuffer> => {
      addresses[place] = at;
      at += 4 * length;
      return new Int32Array(buffer, addresses[place], length);
    };
    this.toured = floats(layout.CONTACTS, layout.TOURED_LENGTH * contacts);
    this.velocity = floats(layout.VELOCITY, 6 * links);
    this.pending = floats(layout.PENDING, 6 * links);
    this.known = floats(layout.KNOWN, 6 * links);
    this.#carry = floats(layout.CARRY, 36 * links);
    this.#turned = floats(layout.CARRY_TURNED, 36 * links);
    this.#response = floats(layout.RESPONSE, 36 * links);
    this.links = ints(layout.LINKS, 2 * contacts);
    this.isWithinTree = ints(layout.WITHIN_TREE, contacts);
    this.hasPending = ints(layout.HAS_PENDING, links);
    this.cursor = ints(layout.CURSOR, links);
    this.path = ints(layout.PATH, links);
    this.#parent = ints(layout.PARENT, links);
    this.#last = ints(layout.LAST, links);
    this.#root = ints(layout.ROOT, links);
    this.#table = new Int32Array(buffer, at, layout.TABLE_LENGTH);
    this.#table.set(addresses);
  }
}
