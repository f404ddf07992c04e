// Axis locks: which of the translations along the three axes of the world, and of the rotations about them, a rigid body does not
// make. A lock is an infinite mass along its axis, or an infinite moment of inertia about it. It does no work, and takes up whatever
// impulse it must.
//
// The velocity of a body along a locked axis is zero at all times. So nothing has to know of locks but what answers impulses: the
// inverse inertia of a body (`inverseInertia` of its row), the masses of links (solvers/tree/), and forces.

import { isLockedAxis, ROTATION_LOCKS } from '../math/locked-axes.js';
import { invertSymmetric } from '../math/symmetric.js';
import type { Columns } from '../table/table.js';
import type { NODE_SCHEMA } from './node-table.js';

type Nodes = Columns<typeof NODE_SCHEMA>;

/** By the number of their bits: along the axes of the world, and about them. */
export const AXIS_LOCKS = ['x', 'y', 'z', 'rx', 'ry', 'rz'] as const;
export type AxisLock = (typeof AXIS_LOCKS)[number];

/** The locks that a list names, as bits. */
export function bitsOfLocks(locks: readonly AxisLock[]): number {
  return locks.reduce((bits, lock) => bits | (1 << AXIS_LOCKS.indexOf(lock)), 0);
}

export function namesOfLocks(bits: number): AxisLock[] {
  return AXIS_LOCKS.filter((_, axis) => isLockedAxis(bits, axis));
}

/** Whether joints hold a node, or locks hold what moves it: then it is a link of a tree. */
export function isTied({ firstJoint, locks, inverseMass, mover }: Nodes, row: number): boolean {
  return firstJoint[row] >= 0 || (locks[mover[row]] !== 0 && inverseMass[mover[row]] > 0);
}

/**
 * Writes mass and inertia of a row in the world to to[m ..], seven numbers. Where rotations are locked, it is the inertia of the free
 * axes, and apart from it some moment of the others, about which the body does not turn.
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
