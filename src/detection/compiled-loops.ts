// The compiled kernel at work on detection: the table that says where the columns are that it works on (bind-loops.ts), and what it
// works on beside them. It gives the bits that TypeScript gives, so that which of the two runs shows in the time alone.

import { DETECTION_TABLE_LENGTH } from '../kernels/detection-layout.js';
import { type Kernel, makeKernelOf } from '../kernels/kernel.js';
import type { Memory } from '../table/memory.js';

export class CompiledLoops {
  /** null where nothing can be compiled. */
  kernel: Kernel | null = null;
  /** Where the table of addresses is, and the workspace [bytes]. */
  readonly table: number;
  readonly workspace: number;
  addresses: Int32Array = new Int32Array(0);
  /** How often views of the memory had been made when addresses were written. */
  writtenAt = -1;
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
    this.table = memory.allocate(DETECTION_TABLE_LENGTH * Int32Array.BYTES_PER_ELEMENT);
    this.bindViews();
    memory.register(this);
    this.workspace = memory.allocate(this.kernel === null ? 0 : this.kernel.detectionBytes());
  }

  /** Makes the kernel anew over the memory as it is now. */
  bindViews(): void {
    this.kernel = makeKernelOf(this.#memory);
    this.addresses = new Int32Array(this.#memory.buffer, this.table, DETECTION_TABLE_LENGTH);
  }
}
