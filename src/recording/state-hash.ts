// State hashes: two worlds with the same hash are in the same state, bit for bit, as far as 64 bits can tell.

import type { Bodies } from '../bodies/bodies.js';
import { Hash } from '../math/hash.js';
import type { State } from '../state/state.js';
import { stateTables } from './snapshot.js';

/** Before the hash of a world that sweeps by the reference of the kernel, whose bits are others. */
export const REFERENCE_PREFIX = 'reference-';

/** Hash of all state: every state column, the free rows, and the time. */
export function hashState(state: State): string {
  const { time, stepCount, previousStep } = state;
  const hash = new Hash();
  hash.number(time);
  hash.number(stepCount);
  hash.number(previousStep);
  for (const table of stateTables(state)) {
    hash.number(table.size);
    hash.number(table.firstFree ?? 0);
    for (const name of table.stateColumns()) hash.column(table.columns[name], 0, table.size * table.schema[name].width);
  }
  return hash.toString();
}

/** Hash of one node: where it is and how it moves. */
export function hashNode(bodies: Bodies, row: number): number {
  const { position, orientation, velocity, kind, active } = bodies.nodes.columns;
  const hash = new Hash();
  hash.column(kind, row, 1);
  hash.column(active, row, 1);
  hash.column(position, 3 * row, 3);
  hash.column(orientation, 4 * row, 4);
  hash.column(velocity, 6 * row, 6);
  return hash.uint32();
}
