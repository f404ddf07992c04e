// Axis locks: translations along the axes of the world, and rotations about them, that a rigid body cannot make. A lock
// is an infinite mass along its axis, or an infinite moment of inertia about it. It does no work, and takes any
// impulse.
//
// The velocity of a body along a locked axis is always zero. So locks concern only what turns impulses and forces into
// velocities: the inverse inertia of a body (`inverseInertia` of its row), the masses of links (solvers/tree/), and
// forces.

import { isLockedAxis, ROTATION_LOCKS } from '../math/locked-axes.js';
import { invertSymmetric } from '../math/symmetric.js';
import type { Columns } from '../table/table.js';
import type { NODE_SCHEMA } from './node-table.js';

type Nodes = Columns<typeof NODE_SCHEMA>;

/** Names of the locks, by the index of their bit: along the axes of the world, and about them. */
export const AXIS_LOCKS = ['x', 'y', 'z', 'rx', 'ry', 'rz'] as const;
export type AxisLock = (typeof AXIS_LOCKS)[number];

/** The locks that a list names, as bits. */
export function bitsOfLocks(locks: readonly AxisLock[]): number {
  return locks.reduce((bits, lock) => bits | (1 << AXIS_LOCKS.indexOf(lock)), 0);
}

export function namesOfLocks(bits: number): AxisLock[] {
  return AXIS_LOCKS.filter((_, axis) => isLockedAxis(bits, axis));
}

/** Whether a node has joints, or its mover is rigid and has locks: it is then solved as a link of a tree. */
export function isTied({ firstJoint, locks, inverseMass, mover }: Nodes, row: number): boolean {
  return firstJoint[row] >= 0 || (locks[mover[row]] !== 0 && inverseMass[mover[row]] > 0);
}

/**
 * Writes mass and inertia of a row in the world's frame to to[m .. m + 7). If rotations are locked, the inertia is that
 * of the free axes. The locked axes get an arbitrary uncoupled moment, since the body does not rotate about them.
 */
export function writeInertia({ mass, moments, inverseInertia, locks }: Nodes, row: number, to: Float64Array, m: number): void {
  to[m] = mass[row];
  if ((locks[row] & ROTATION_LOCKS) === 0) {
    invertSymmetric(inverseInertia, 6 * row, to, m + 1);
    return;
  }
  for (let j = 0; j < 6; j++) to[m + 1 + j] = inverseInertia[6 * row + j];
  for (let k = 0; k < 3; k++) if (isLockedAxis(locks[row], 3 + k)) to[m + 1 + k] = 1 / moments[3 * row];
  invertSymmetric(to, m + 1, to, m + 1);
}
