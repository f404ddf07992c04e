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
/**
 * Generic joints have a number for each set of axes that they leave free: this plus the bits of those along which B slides, x, y and z,
 * and then of those about which it turns.
 */
export const GENERIC = 10;
const ALL_TURNS = 7;

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
  | 'free'
  | 'generic';

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

/** What generic joints may leave free: along axes of A's frame, and about axes; all three turns at once as those of a ball joint. */
const SLIDES = [slide('slideX'), slide('slideY'), slide('slideZ')];
const TURNS = [angle('turnX'), angle('turnY'), angle('turnZ')];
const BALL_TURNS = [angle('twist'), angle('swing'), angle('roll')];

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
 * - generic: slides along A's axes. One turn is about an axis that both frames share. Of two, the first is about A's
 *   axis, the second about B's, and these stay perpendicular. Three turns are those of a ball joint.
 */
export const JOINT_KINDS: readonly JointKindInfo[] = [
  { name: 'fixed', lockedLinear: 3, lockedAngular: 3, coordinates: [] },
  { name: 'revolute', lockedLinear: 3, lockedAngular: 2, coordinates: [angle('angle')] },
  { name: 'prismatic', lockedLinear: 2, lockedAngular: 3, coordinates: [slide('slide')] },
  { name: 'cylindrical', lockedLinear: 2, lockedAngular: 2, coordinates: [slide('slide'), angle('angle')] },
  { name: 'ball', lockedLinear: 3, lockedAngular: 0, coordinates: BALL_TURNS },
  { name: 'universal', lockedLinear: 3, lockedAngular: 1, coordinates: [angle('angle1'), angle('angle2')] },
  { name: 'planar', lockedLinear: 1, lockedAngular: 2, coordinates: [slide('slide1'), slide('slide2'), angle('angle')] },
  { name: 'distance', lockedLinear: 0, lockedAngular: 0, coordinates: [slide('length')], across: 2 },
  { name: 'wheel', lockedLinear: 2, lockedAngular: 1, coordinates: [slide('suspension'), angle('steering'), angle('spin')] },
  { name: 'free', lockedLinear: 0, lockedAngular: 0, coordinates: [] },
  ...Array.from({ length: 64 }, (_, axes) => genericKind(axes)),
];
/** The names of kinds. */
export const KIND_NAMES: readonly JointKind[] = [...new Set(JOINT_KINDS.map(({ name }) => name))];

function genericKind(axes: number): JointKindInfo {
  const slides = SLIDES.filter((_, axis) => isFreeAxis(axes, axis));
  const turns = axes >> 3 === ALL_TURNS ? BALL_TURNS : TURNS.filter((_, axis) => isFreeAxis(axes, 3 + axis));
  return {
    name: 'generic',
    lockedLinear: 3 - slides.length,
    lockedAngular: 3 - turns.length,
    coordinates: [...slides, ...turns],
  };
}

/** Whether bit `axis` of free axes is set: 0 to 2 along x, y and z, 3 to 5 about them. */
export function isFreeAxis(axes: number, axis: number): boolean {
  return ((axes >> axis) & 1) === 1;
}

/** The axes among three that are free, from the bit `first` on. */
export function freeAmong(axes: number, first: number): number[] {
  return [0, 1, 2].filter((axis) => isFreeAxis(axes, first + axis));
}

/** All coordinates that joints of a name can have. */
export function coordinatesOf(name: JointKind): readonly CoordinateKind[] {
  if (name === 'generic') return [...SLIDES, ...TURNS, ...BALL_TURNS];
  return JOINT_KINDS[jointKindOf(name)].coordinates;
}

/** Their names, as sentences list them. */
export function namesOf(name: JointKind): string {
  return coordinatesOf(name)
    .map((coordinate) => coordinate.name)
    .join(', ');
}

/** The number of a kind; the coordinates of a generic joint are named in any order. */
export function jointKindOf(name: JointKind, named: readonly string[] = []): number {
  if (name !== 'generic') return JOINT_KINDS.findIndex((kind) => kind.name === name);
  let axes = 0;
  [...SLIDES, ...TURNS].forEach((coordinate, axis) => {
    if (named.includes(coordinate.name)) axes |= 1 << axis;
  });
  if (BALL_TURNS.some((coordinate) => named.includes(coordinate.name))) axes |= ALL_TURNS << 3;
  return GENERIC + axes;
}

/** The coordinates of which something is said. */
export function namesGiven({ coordinates = {} }: { readonly coordinates?: Readonly<Record<string, unknown>> }): string[] {
  return Object.keys(coordinates).filter((name) => coordinates[name] !== undefined);
}

/** Of a generic joint: what is wrong with the turns that are named, as the end of a sentence; undefined where nothing is. */
export function faultOfTurns(named: readonly string[]): string | undefined {
  const among = (all: readonly CoordinateKind[]) => all.filter(({ name }) => named.includes(name)).length;
  const [turns, ofBall] = [among(TURNS), among(BALL_TURNS)];
  if ((turns === 0 && (ofBall === 0 || ofBall === 3)) || (turns < 3 && ofBall === 0)) return undefined;
  return 'but must have at most two of turnX, turnY and turnZ, or else all of twist, swing and roll: three turns are those of a ball joint';
}

/** The coordinates of a joint by its number, where its name does not say them. */
export function namedCoordinates(kind: number): readonly string[] {
  return kind < GENERIC ? [] : JOINT_KINDS[kind].coordinates.map(({ name }) => name);
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
