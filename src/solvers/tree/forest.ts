// The arrays of a factorised forest. Links are in the order of the plan, and each has room for six active rows, so that
// all that a walk needs lies in its way, and a part that is factorised again moves nothing of the others. What walks
// need is in one block of memory, on which the compiled kernel works too; kernels/ has the same walks in TypeScript, to
// the bit.

import * as layout from '../../kernels/forest-layout.js';
import type { ForestKernel } from '../../kernels/kernel.js';
import { makeKernel, makeMemory } from '../../kernels/kernel.js';
import { grown } from '../quadratic/grown.js';
import { ForestPlan } from './plan-forest.js';

export class Forest {
  readonly plan = new ForestPlan();
  /** Null where the arrays are for TypeScript alone. */
  kernel: ForestKernel | null = null;
  /** Where the kernel finds the arrays [bytes], and where it finds this. */
  #table = new Int32Array(0);

  /** One a link: where the velocities of its body and of the other end of its block are in `u`. */
  at = new Int32Array(0);
  otherAt = new Int32Array(0);
  /** One a part: whether Phi is that of its last factorisation. */
  hasResponses = new Int32Array(0);
  /** Six numbers a link: its momentum were there no rows and contacts; were there no rows. */
  free = new Float64Array(0);
  pushed = new Float64Array(0);
  /** Six a link, one an active row: its number among the problem's rows. */
  rowOf = new Int32Array(0);

  /**
   * One a link: the link of its parent, as the plan has it; how many active rows its block has; they are the first of
   * its six.
   */
  parent = new Int32Array(0);
  active = new Int32Array(0);
  /** Inertia, seven numbers a link, and its inverse, nine, which is zero along and about axes that are locked. */
  inertia = new Float64Array(0);
  inverse = new Float64Array(0);
  /** 36 numbers a link: H', the mass of a link with what hangs on it; its inverse; A^-1; X; Phi. */
  mass = new Float64Array(0);
  inverseMass = new Float64Array(0);
  inverseA = new Float64Array(0);
  carry = new Float64Array(0);
  response = new Float64Array(0);
  /**
   * 36 a link, six an active row: J of the link and of the other end; H'^-1 J^T of the link; a row of A^-1 J of the
   * other end.
   */
  own = new Float64Array(0);
  other = new Float64Array(0);
  turned = new Float64Array(0);
  reach = new Float64Array(0);
  /** Six numbers a link: impulse from outside and from below; velocity that answers it; momentum with all but the active rows. */
  impulse = new Float64Array(0);
  answer = new Float64Array(0);
  outside = new Float64Array(0);
  /** Six numbers a link while rows are being closed: its velocity; and that of the anchor a root hangs on. */
  velocity = new Float64Array(0);
  base = new Float64Array(0);
  /** One an active row: its softness; what J du + softness dlambda is to be, and dlambda. */
  softness = new Float64Array(0);
  wanted = new Float64Array(0);
  change = new Float64Array(0);
  /** One an active row: what J u + softness lambda is to be, and lambda, while rows are being closed (close-rows.ts). */
  goal = new Float64Array(0);
  carried = new Float64Array(0);
  missed = new Float64Array(0);
  readonly #isCompiled: boolean;

  /** Without the kernel unless `isCompiled`. */
  constructor(isCompiled: boolean) {
    this.#isCompiled = isCompiled;
  }

  /** What the kernel is to be called with. */
  get table(): number {
    return this.#table.byteOffset;
  }

  /** Makes room for the links of the plan, and takes over who is whose parent. */
  reserve(): void {
    const { links, parent } = this.plan;
    if (this.at.length <= links) {
      this.at = grown(this.at, links + 1);
      const room = this.at.length;
      this.otherAt = new Int32Array(room);
      this.hasResponses = new Int32Array(room);
      this.rowOf = new Int32Array(6 * room);
      this.free = new Float64Array(6 * room);
      this.pushed = new Float64Array(6 * room);
      this.#bindViews(room);
    }
    for (let k = 0; k <= links; k++) this.parent[k] = parent[k];
  }

  #bindViews(room: number): void {
    const numbers = ARRAYS.reduce((sum, [, , width]) => sum + width * room, layout.MISSED_LENGTH);
    const bytes = 8 * numbers + 4 * (2 * room + layout.TABLE_LENGTH);
    const memory = this.#isCompiled ? makeMemory(bytes) : null;
    const buffer = memory === null ? new ArrayBuffer(bytes) : memory.buffer;
    this.kernel = memory === null ? null : makeKernel(memory);
    const addresses: number[] = [];
    let at = 0;
    for (const [name, place, width] of ARRAYS) {
      this[name] = new Float64Array(buffer, at, width * room);
      addresses[place] = at;
      at += this[name].byteLength;
    }
    this.missed = new Float64Array(buffer, at, layout.MISSED_LENGTH);
    addresses[layout.MISSED] = at;
    at += this.missed.byteLength;
    this.active = new Int32Array(buffer, at, room);
    addresses[layout.ACTIVE] = at;
    this.parent = new Int32Array(buffer, at + 4 * room, room);
    addresses[layout.PARENT] = at + 4 * room;
    this.#table = new Int32Array(buffer, at + 8 * room, layout.TABLE_LENGTH);
    this.#table.set(addresses);
  }
}

/** The arrays of numbers, their places in the table of addresses, and how many numbers a link has. */
const ARRAYS = [
  ['inertia', layout.INERTIA, layout.INERTIA_LENGTH],
  ['inverse', layout.INVERSE, layout.INVERSE_LENGTH],
  ['mass', layout.MASS, 36],
  ['inverseMass', layout.INVERSE_MASS, 36],
  ['inverseA', layout.INVERSE_A, 36],
  ['carry', layout.CARRY, 36],
  ['response', layout.RESPONSE, 36],
  ['own', layout.OWN, 36],
  ['other', layout.OTHER, 36],
  ['turned', layout.TURNED, 36],
  ['reach', layout.REACH, 36],
  ['impulse', layout.IMPULSE, 6],
  ['answer', layout.ANSWER, 6],
  ['outside', layout.OUTSIDE, 6],
  ['velocity', layout.VELOCITY, 6],
  ['base', layout.BASE, 6],
  ['softness', layout.SOFTNESS, 6],
  ['wanted', layout.WANTED, 6],
  ['change', layout.CHANGE, 6],
  ['goal', layout.GOAL, 6],
  ['carried', layout.CARRIED, 6],
] as const;
