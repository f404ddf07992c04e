// Frozen bodies: bodies at rest that the method `impulsive` does not solve.

import type { Columns } from '../table/table.js';
import type { NODE_SCHEMA } from './node-table.js';

type Nodes = Columns<typeof NODE_SCHEMA>;

/** Whether impulses move a body. */
export function isAwake({ inverseMass, frozen }: Nodes, row: number): boolean {
  return inverseMass[row] > 0 && frozen[row] === 0;
}

/** Unfreezes a body, and resets the count of steps in which it was still. */
export function thaw({ frozen, stillFor }: Nodes, row: number): void {
  frozen[row] = 0;
  stillFor[row] = 0;
}
