// What the kernel knows of a step: the table of addresses, and the numbers (kernels/stepping-layout.ts). small-islands.ts writes them.

import { PLAN_LENGTH } from '../../kernels/shared/plan-sweeps.js';
import { NUMBERS_LENGTH, STEPPING_TABLE_LENGTH } from '../../kernels/stepping-layout.js';
import type { Memory } from '../../table/memory.js';
import { f64, i32, Table } from '../../table/table.js';

const STEP_SCHEMA = { number: f64(1, 'scratch'), address: i32(1, 'scratch') } as const;

/** The table of addresses of the kernel, and the numbers of the step: behind them is the plan of an island. */
export class SteppingTable {
  readonly table: Table<typeof STEP_SCHEMA>;
  /** Islands that are still to be moved. */
  left = 0;
  /** How often tables had been bound to the memory when addresses were last written. */
  writtenAt = -1;

  constructor(memory: Memory) {
    this.table = new Table(memory, STEP_SCHEMA, Math.max(STEPPING_TABLE_LENGTH, NUMBERS_LENGTH + PLAN_LENGTH));
  }
}
