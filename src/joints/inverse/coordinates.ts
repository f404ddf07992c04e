// Coordinates of joints: what the numbers of q and qd mean, for each kind of joint. This is the one place that says so.
//
// Names are Drake's: A and B are the joint's frames on its two links. X_AB is the pose of B in A, p_AB the place of B's origin from
// A's origin, R_AB the orientation. v_AB and w_AB are the velocity of B's origin and the angular velocity of B, both as seen from A.
// A last letter is the frame in whose axes a vector is given: w_AB_A. W is the world.
//
// A joint moves B relative to A, whichever of the two is nearer to the root of the tree.
// - q of most kinds has one number a coordinate, in the order of JOINT_KINDS. p_AB is the sum of its slides along axes of A. R_AB is
//   its turns one after the other: R_AB = R_x(angle1) R_y(angle2) for a universal joint, R_y(steering) R_x(spin) for a wheel. qd is
//   the rate of q.
// - ball: q is R_AB as a quaternion [x, y, z, w], qd is w_AB_A.
// - generic: slides along axes of A, and R_AB as one turn, or as R_i R_j of two, x before y before z; all three turns are as those of
//   a ball joint.
// - free: q is p_AB_A and the quaternion of R_AB, qd is v_AB_A and w_AB_A.
// Forces tau are those that do the work tau . qd: [N] for a slide, [N m] for a turn.
//
// Quaternions of q may have any length but zero. A distance joint holds no link in its place: it is no joint of a tree.

import { cos, sin } from '../../math/portable.js';
import { BALL, DISTANCE, FREE, freeAmong, GENERIC } from '../joint-kinds.js';
import { follow } from './pose-columns.js';

/** What one number of qd does: B slides along an axis, or turns about it. */
export interface Motion {
  readonly isTurn: boolean;
  /** x, y or z: 0, 1 or 2. */
  readonly axis: 0 | 1 | 2;
  /** Whether the axis is fixed in B; otherwise it is fixed in A. */
  readonly isOfB: boolean;
}

const slide = (axis: 0 | 1 | 2): Motion => ({ isTurn: false, axis, isOfB: false });
const turnOfA = (axis: 0 | 1 | 2): Motion => ({ isTurn: true, axis, isOfB: false });
const turnOfB = (axis: 0 | 1 | 2): Motion => ({ isTurn: true, axis, isOfB: true });

/** By the number of the kind (joint-kinds.ts): what the numbers of qd do, in their order. */
export const MOTIONS: readonly (readonly Motion[])[] = [
  [],
  [turnOfA(0)],
  [slide(0)],
  [slide(0), turnOfA(0)],
  [turnOfA(0), turnOfA(1), turnOfA(2)],
  [turnOfA(0), turnOfB(1)],
  [slide(1), slide(2), turnOfA(0)],
  [],
  [slide(1), turnOfA(1), turnOfB(0)],
  [slide(0), slide(1), slide(2), turnOfA(0), turnOfA(1), turnOfA(2)],
  ...Array.from({ length: 64 }, (_, axes) => motionsOfGeneric(axes)),
];

function motionsOfGeneric(axes: number): Motion[] {
  const turns = freeAmong(axes, 3) as (0 | 1 | 2)[];
  const isPair = turns.length === 2;
  return [
    ...(freeAmong(axes, 0) as (0 | 1 | 2)[]).map(slide),
    ...turns.map((axis, place) => (isPair && place === 1 ? turnOfB(axis) : turnOfA(axis))),
  ];
}

export function isTreeKind(kind: number): boolean {
  return kind !== DISTANCE;
}

/** Numbers of q. */
export function positionCount(kind: number): number {
  return velocityCount(kind) + (hasQuaternion(kind) ? 1 : 0);
}

/** Numbers of qd. */
export function velocityCount(kind: number): number {
  return MOTIONS[kind].length;
}

/** Whether the last four numbers of q are a quaternion. */
export function hasQuaternion(kind: number): boolean {
  return kind === BALL || kind === FREE || (kind >= GENERIC && freeAmong(kind - GENERIC, 3).length === 3);
}

/** X_AB of a joint whose coordinates are q[at ..], to pose[0 .. 7). */
export function placeB(kind: number, q: Float64Array, at: number, pose: Float64Array): void {
  pose.fill(0, 0, 6);
  pose[6] = 1;
  const motions = MOTIONS[kind];
  for (let i = 0; i < motions.length; i++) {
    const { isTurn, axis } = motions[i];
    if (!isTurn) pose[axis] = q[at + i];
    else if (!hasQuaternion(kind)) {
      const s = sin(q[at + i] / 2);
      follow(pose, 3, axis === 0 ? s : 0, axis === 1 ? s : 0, axis === 2 ? s : 0, cos(q[at + i] / 2), pose, 3);
    }
  }
  if (!hasQuaternion(kind)) return;
  const last = at + positionCount(kind) - 4;
  follow(pose, 3, q[last], q[last + 1], q[last + 2], q[last + 3], pose, 3);
}
