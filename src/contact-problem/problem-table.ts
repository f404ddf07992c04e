// The records of the contacts of one group as a table: what contact-problem.ts and resistances.ts write, and solvers work on.

import { RECORD_LENGTH } from '../solvers/contact-record.js';
import type { Memory } from '../table/memory.js';
import { FIRST_ROWS, f64, i32, Table } from '../table/table.js';

const RECORD_SCHEMA = {
  record: f64(RECORD_LENGTH, 'scratch'),
  /** Offsets of the two movers in the columns of six numbers. */
  movers: i32(2, 'scratch'),
  /** Row in the table of contacts. */
  contact: i32(1, 'scratch'),
  /** J u of the normal row, for some u. */
  normalVelocity: f64(1, 'scratch'),
  /** Newton's coefficient of restitution [1]. */
  restitution: f64(1, 'scratch'),
  /** Normal velocity to leave with, its sign turned as in b of (22), where a bounce has to wait; 0 for none [m/s]. */
  bounce: f64(1, 'scratch'),
  /** Of a resistance: the row of its contact here. */
  source: i32(1, 'scratch'),
} as const;

/** Contacts of a body in a pile, about [1]. */
const CONTACTS_OF_A_BODY = 6;

export class ContactProblem {
  /** One row a contact of the group at hand. Behind them there are so many rows that resist rolling and spinning (resistances.ts). */
  readonly table: Table<typeof RECORD_SCHEMA>;
  resistances = 0;
  /** Share of the last impulses to start from [1]: one number, which V8 would allocate as an argument or a field. */
  readonly warmStart = new Float64Array(1);

  constructor(memory: Memory) {
    this.table = new Table(memory, RECORD_SCHEMA, FIRST_ROWS, CONTACTS_OF_A_BODY);
  }
}
