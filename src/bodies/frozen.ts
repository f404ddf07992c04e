// Bodies that lie still and are left alone, by methods that freeze bodies.

import type { Columns } from '../table/table.js';
import type { NODE_SCHEMA } from './node-table.js';

type Nodes = Columns<typeof NODE_SCHEMA>;

/** Whether impulses move a body. */
export function isAwake({ inverseMass, frozen }: Nodes, row: number): boolean {
  return inverseMass[row] > 0 && frozen[row] === 0;
}

/** Lets a body take part again; how long it has been still is counted anew. */
export function thaw({ frozen, stillFor }: Nodes, row: number): void {
  frozen[row] = 0;
  stillFor[row] = 0;
}
