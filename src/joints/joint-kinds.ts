// The kinds of joint, by number and by name: which of the six relative motions of its two frames a joint locks, and which
// coordinates it leaves.
//
// A joint has a frame on each of its bodies, A and B. In its zero position the two coincide. The x axis of the frames
// is the joint's axis. A block has a row for each locked motion, then one for each coordinate, then those across the
// pull of a rope or a rod; never more than six.

export const FIXED_JOINT = 0;
export const REVOLUTE = 1;
export const PRISMATIC = 2;
export const CYLINDRICAL = 3;
export const BALL = 4;
export const UNIVERSAL = 5;
export const PLANAR = 6;
export const DISTANCE = 7;
export const WHEEL = 8;
export const FREE = 9;

export type JointKind =
  | 'fixed'
  | 'revolute'
  | 'prismatic'
  | 'cylindrical'
  | 'ball'
  | 'universal'
  | 'planar'
  | 'distance'
  | 'wheel'
  | 'free';

/** A coordinate is a length [m] or an angle [rad]. */
export interface CoordinateKind {
  readonly name: string;
  readonly unit: 'm' | 'rad';
}

export interface JointKindInfo {
  readonly name: JointKind;
  /** Rows that are locked: along axes, and about axes. */
  readonly lockedLinear: number;
  readonly lockedAngular: number;
  /** What is left, in the order of its rows. */
  readonly coordinates: readonly CoordinateKind[];
  /** Rows across its pull, along which nothing acts but the stiffness of the pull. */
  readonly across?: number;
}

const angle = (name: string): CoordinateKind => ({ name, unit: 'rad' });
const slide = (name: string): CoordinateKind => ({ name, unit: 'm' });

/**
 * By number. Locked linear motions are along the axes of A's frame, x before y before z, without those of coordinates.
 * - revolute: `angle` about x.
 * - prismatic: `slide` along x. Cylindrical: both.
 * - ball: `twist` about B's x axis, `swing` away from A's x axis, and `roll` across both, which has friction and damping alone.
 * - universal: `angle1` about A's x axis, `angle2` about B's y axis; A's x and B's y stay perpendicular.
 * - planar: `slide1` along A's y, `slide2` along A's z, `angle` about x, the plane's normal.
 * - distance: `length` between the two origins. A rod has equal limits, a rope an upper one.
 * - wheel: `suspension` along A's y axis, `steering` about it, `spin` about B's x axis, the axle, which stays across A's y axis.
 * - free: nothing is locked and nothing acts: the root of a tree that floats.
 */
export const JOINT_KINDS: readonly JointKindInfo[] = [
  { name: 'fixed', lockedLinear: 3, lockedAngular: 3, coordinates: [] },
  { name: 'revolute', lockedLinear: 3, lockedAngular: 2, coordinates: [angle('angle')] },
  { name: 'prismatic', lockedLinear: 2, lockedAngular: 3, coordinates: [slide('slide')] },
  { name: 'cylindrical', lockedLinear: 2, lockedAngular: 2, coordinates: [slide('slide'), angle('angle')] },
  { name: 'ball', lockedLinear: 3, lockedAngular: 0, coordinates: [angle('twist'), angle('swing'), angle('roll')] },
  { name: 'universal', lockedLinear: 3, lockedAngular: 1, coordinates: [angle('angle1'), angle('angle2')] },
  { name: 'planar', lockedLinear: 1, lockedAngular: 2, coordinates: [slide('slide1'), slide('slide2'), angle('angle')] },
  { name: 'distance', lockedLinear: 0, lockedAngular: 0, coordinates: [slide('length')], across: 2 },
  { name: 'wheel', lockedLinear: 2, lockedAngular: 1, coordinates: [slide('suspension'), angle('steering'), angle('spin')] },
  { name: 'free', lockedLinear: 0, lockedAngular: 0, coordinates: [] },
];

export function jointKindOf(name: JointKind): number {
  return JOINT_KINDS.findIndex((kind) => kind.name === name);
}

export function lockedRows(kind: number): number {
  return JOINT_KINDS[kind].lockedLinear + JOINT_KINDS[kind].lockedAngular;
}

export function rowCount(kind: number): number {
  return firstAcross(kind) + (JOINT_KINDS[kind].across ?? 0);
}

/** Rows before those across the pull. */
export function firstAcross(kind: number): number {
  return lockedRows(kind) + JOINT_KINDS[kind].coordinates.length;
}
