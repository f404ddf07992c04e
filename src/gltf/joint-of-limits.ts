// Converts the limits and drives of single axes, of which KHR_physics_rigid_bodies makes joints, to our kinds of joint,
// and back. The kind follows from the free axes. Frames are rotated so that the axis of the joint is x.

import { InputError } from '../input/fields.js';
import type { CoordinateDescriptor, JointDescriptor } from '../joints/descriptors.js';
import type { JointKind } from '../joints/joint-kinds.js';
import { quatOfMatrix } from '../math/symmetric.js';
import type { Quat } from '../math/vector.js';
import type { Drive, Limit, PhysicsJoint } from './extension.js';

/** Replaces missing bounds of a file, since the library needs finite ones [N, N m, m or rad]. */
const STRONGEST = 1e12;
/** Least damping of a drive that counts as a velocity motor of the library [N s/m or N m s/rad]. */
const STIFF_DAMPING = 1e9;
/** The law of a locked coordinate. */
const HELD = { limits: [0, 0] } as const;

/** The law of one of the six motions: along x, y, z, then about x, y, z. */
type Coordinate = { -readonly [K in keyof CoordinateDescriptor]: CoordinateDescriptor[K] };

/** A kind of joint, with the rotation of its frame relative to the file's frame. */
export interface JointOfLimits {
  readonly kind: JointKind;
  /** Rotation of the joint's frame in the file's frame. */
  readonly turn: Quat;
  readonly coordinates: Record<string, CoordinateDescriptor>;
}

/** The free motions of each kind, in the joint's frame, by the names of its coordinates. */
const LINEAR = [0, 1, 2];
const FREE_MOTIONS: Readonly<Partial<Record<JointKind, Readonly<Record<string, number>>>>> = {
  fixed: {},
  revolute: { angle: 3 },
  prismatic: { slide: 0 },
  cylindrical: { slide: 0, angle: 3 },
  universal: { angle1: 3, angle2: 4 },
  planar: { slide1: 1, slide2: 2, angle: 3 },
  wheel: { suspension: 1, steering: 4, spin: 3 },
};
/**
 * The motions of a generic joint by the names of its coordinates. Swing and roll, about y and z together, are left out.
 */
const GENERIC_MOTIONS: Readonly<Record<string, number>> = {
  slideX: 0,
  slideY: 1,
  slideZ: 2,
  turnX: 3,
  turnY: 4,
  turnZ: 5,
  twist: 3,
};
const SLIDES = ['slideX', 'slideY', 'slideZ'];
const TURNS_ABOUT = ['turnX', 'turnY', 'turnZ'];
/** The choices of the file's axes for the joint's x and y axes; z follows. */
const TURNS: readonly (readonly [x: number, y: number])[] = [
  [0, 1],
  [1, 2],
  [2, 0],
  [0, 2],
  [1, 0],
  [2, 1],
];

/** Returns the effective mass [kg] or moment of inertia [kg m^2] of a drive on an axis of the file's frame. */
export type DrivenMass = (type: Drive['type'], axis: number) => number;

/** Converts limits and drives to a kind of joint. `path` names the joint in error texts. */
export function jointOfLimits({ limits = [], drives = [] }: PhysicsJoint, path: string, drivenMass: DrivenMass): JointOfLimits {
  const motions: (Coordinate | 'locked')[] = [{}, {}, {}, {}, {}, {}];
  let distance: Coordinate | undefined;
  let cone: { axis: number; angle: number } | undefined;
  limits.forEach((limit, i) => {
    const at = `${path}.limits[${i}]`;
    const axes = axesOf(limit, at);
    const { min, max } = rangeOf(limit, at);
    if (axes.length === 1 || (min === 0 && max === 0))
      for (const axis of axes) motions[axis] = both(motions[axis], lawOf(limit, min, max));
    else if (axes.length === 3 && axes.every((axis) => LINEAR.includes(axis)))
      distance = { limits: [Math.max(min, 0), Number.isFinite(max) ? max : STRONGEST] };
    else if (axes.length === 2 && axes[0] >= 3 && min <= 0) cone = { axis: 3 + 4 + 5 - axes[0] - axes[1] - 3, angle: max };
    else throw new InputError(`${at} bounds ${axes.length} axes together, for which there is no joint.`);
  });
  drives.forEach((drive, i) => {
    addDrive(motions, drive, `${path}.drives[${i}]`, drivenMass);
  });
  return chooseKind(motions, distance, cone, path);
}

/** The axes of a limit, as numbers from 0 to 5. */
function axesOf({ linearAxes, angularAxes }: Limit, path: string): number[] {
  if ((linearAxes === undefined) === (angularAxes === undefined))
    throw new InputError(`${path} must have either linearAxes or angularAxes.`);
  return [...new Set(linearAxes ?? angularAxes?.map((axis) => axis + 3) ?? [])].sort();
}

function rangeOf({ min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: Limit, path: string) {
  if (min > max) throw new InputError(`${path}.min is ${min}, but must be at most its max, which is ${max}.`);
  return { min, max };
}

/** The law of a limit. A soft limit to one value is a spring; a soft range is approximated by a hard one. */
function lawOf({ stiffness, damping = 0 }: Limit, min: number, max: number): Coordinate | 'locked' {
  if (min === max && stiffness !== undefined && stiffness > 0) return { spring: { stiffness, damping, rest: min } };
  if (min === 0 && max === 0) return 'locked';
  return { limits: [Math.max(min, -STRONGEST), Math.min(max, STRONGEST)] };
}

/** Joins two laws of an axis, such as a range and a spring. */
function both(a: Coordinate | 'locked', b: Coordinate | 'locked'): Coordinate | 'locked' {
  return a === 'locked' || b === 'locked' ? 'locked' : { ...a, ...b };
}

/**
 * Adds the motor of a drive. The force of a drive is stiffness (positionTarget - p) + damping (velocityTarget - v), up
 * to maxForce. In mode `acceleration` it is multiplied by the effective mass.
 */
function addDrive(motions: (Coordinate | 'locked')[], drive: Drive, path: string, drivenMass: DrivenMass): void {
  const { type, axis, mode = 'force', maxForce = STRONGEST, positionTarget = 0, velocityTarget = 0 } = drive;
  const motion = motions[type === 'linear' ? axis : axis + 3];
  if (motion === 'locked') return;
  const mass = mode === 'acceleration' ? drivenMass(type, axis) : 1;
  const [stiffness, damping] = [mass * (drive.stiffness ?? 0), mass * (drive.damping ?? 0)];
  if (stiffness === 0 && damping === 0) return;
  if (motion.motor !== undefined) throw new InputError(`${path} is the second drive of its axis, but there must be one.`);
  const constant = damping * velocityTarget;
  if (stiffness > 0) {
    // The velocity target is equivalent to a shift of the position target.
    motion.motor = { kind: 'position', target: positionTarget + constant / stiffness, stiffness, damping, maxForce };
  } else if (damping >= STIFF_DAMPING || Math.abs(constant) > maxForce) {
    motion.motor = { kind: 'velocity', target: velocityTarget, maxForce };
  } else if (constant === 0) {
    motion.motor = { kind: 'position', target: 0, stiffness, damping, maxForce };
  } else {
    // Between rest and its target velocity the drive does not reach maxForce, so it is a constant force and a damper.
    motion.motor = { kind: 'force', target: constant, maxForce };
    if (motion.spring === undefined) motion.damping = damping;
    else motion.spring = { ...motion.spring, damping: (motion.spring.damping ?? 0) + damping };
  }
}

function chooseKind(
  motions: readonly (Coordinate | 'locked')[],
  distance: Coordinate | undefined,
  cone: { axis: number; angle: number } | undefined,
  path: string,
): JointOfLimits {
  const isFree = motions.map((motion) => motion !== 'locked');
  const isPlain = (k: number) => isFree[k] && Object.keys(motions[k] as Coordinate).length === 0;
  if (isFree.every(Boolean) && [0, 1, 2, 3, 4, 5].every(isPlain) && cone === undefined)
    return distance === undefined ? whole('free', {}) : whole('distance', { length: distance });
  // The rotation about the axis of a cone may be locked: it is then a twist with limits of 0.
  const turned = motions.map((motion, k) => (k === 3 + (cone?.axis ?? 3) && motion === 'locked' ? HELD : motion));
  if (distance === undefined && turned.slice(3).every((motion) => motion !== 'locked')) return ballOf(turned, cone, path);
  for (const [kind, coordinates] of Object.entries(FREE_MOTIONS) as [JointKind, Record<string, number>][]) {
    for (const turn of TURNS) {
      const map = [...turn, 3 - turn[0] - turn[1]];
      const places = Object.values(coordinates).map((motion) => (motion < 3 ? map[motion] : 3 + map[motion - 3]));
      if (distance !== undefined || cone !== undefined || isFree.some((free, k) => free !== places.includes(k))) continue;
      const laws = Object.keys(coordinates).map((name, k) => [name, signed(motions[places[k]] as Coordinate, turn, places[k])]);
      return { kind, turn: turnOf(turn), coordinates: Object.fromEntries(laws) };
    }
  }
  if (distance !== undefined || cone !== undefined)
    throw new InputError(
      `${path} bounds several axes together, and what it says of the others leaves no kind of joint: a distance is for itself, and a cone turns about all axes.`,
    );
  const names = [...SLIDES, ...TURNS_ABOUT];
  return whole('generic', Object.fromEntries(names.flatMap((name, k) => (isFree[k] ? [[name, motions[k] as Coordinate]] : []))));
}

function whole(kind: JointKind, coordinates: Record<string, CoordinateDescriptor>): JointOfLimits {
  return { kind, turn: [0, 0, 0, 1], coordinates };
}

/** Makes a ball joint, with a cone and a twist about the same axis. With slides it is a generic joint. */
function ballOf(
  motions: readonly (Coordinate | 'locked')[],
  cone: { axis: number; angle: number } | undefined,
  path: string,
): JointOfLimits {
  const acted = [0, 1, 2].filter((axis) => Object.keys(motions[3 + axis]).length > 0);
  const axis = cone?.axis ?? acted[0] ?? 0;
  if (acted.some((other) => other !== axis))
    throw new InputError(`${path} acts on rotations about several axes one by one, but a ball joint has a cone and a twist.`);
  const coordinates: Record<string, CoordinateDescriptor> = {};
  if (acted.length > 0) coordinates.twist = motions[3 + axis] as Coordinate;
  if (cone !== undefined) coordinates.swing = { limits: [0, cone.angle] };
  const slides = SLIDES.flatMap((name, k) => {
    const motion = motions[(axis + k) % 3];
    return motion === 'locked' ? [] : [[name, motion] as const];
  });
  if (slides.length === 0) return { kind: 'ball', turn: turnOf(TURNS[axis]), coordinates };
  const all = { ...Object.fromEntries(slides), twist: {}, swing: {}, roll: {}, ...coordinates };
  return { kind: 'generic', turn: turnOf(TURNS[axis]), coordinates: all };
}

/** The joint with its two bodies exchanged. Undefined for kinds in which they have different roles. */
export function seenFromOther(joint: JointOfLimits): JointOfLimits | undefined {
  if (joint.kind === 'universal' || joint.kind === 'wheel') return undefined;
  // Slides are along axes of body A; the second of two rotations is about an axis of body B.
  if (joint.kind === 'generic' && Object.keys(joint.coordinates).some((name) => !SLIDES.includes(name))) return undefined;
  const turned = Object.entries(joint.coordinates).map(([name, law]) => [
    name,
    name === 'swing' || name === 'length' ? law : opposite(law),
  ]);
  return { ...joint, coordinates: Object.fromEntries(turned) };
}

/** If x and y are exchanged, the third axis is reversed, and coordinates along or about it change sign. */
function signed(law: Coordinate, [x, y]: readonly [number, number], place: number): CoordinateDescriptor {
  const isTurned = (x + 1) % 3 !== y && place % 3 === 3 - x - y;
  return isTurned ? opposite(law) : law;
}

/** The law of a coordinate with the opposite sign. */
function opposite(law: CoordinateDescriptor): CoordinateDescriptor {
  const { limits, spring, motor } = law;
  return {
    ...law,
    ...(limits !== undefined && { limits: [-limits[1], -limits[0]] }),
    ...(spring !== undefined && { spring: { ...spring, rest: -(spring.rest ?? 0) } }),
    ...(motor !== undefined && { motor: { ...motor, target: -motor.target } }),
  };
}

function turnOf([x, y]: readonly [number, number]): Quat {
  const z = 3 - x - y;
  const sign = (x + 1) % 3 === y ? 1 : -1;
  const matrix = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  matrix[3 * x] = 1;
  matrix[3 * y + 1] = 1;
  matrix[3 * z + 2] = sign;
  return quatOfMatrix(matrix);
}

/**
 * Converts a joint to limits and drives. The extension has no friction, armature or breaking loads, so they are lost.
 */
export function limitsOfJoint({ kind, coordinates = {} }: Pick<JointDescriptor<unknown>, 'kind' | 'coordinates'>): PhysicsJoint {
  const limits: Limit[] = [];
  const drives: Drive[] = [];
  const motions = motionsOf(kind, Object.keys(coordinates));
  const isBall = kind === 'ball' || coordinates.twist !== undefined;
  const free = isBall ? [...Object.values(motions), 3, 4, 5] : Object.values(motions);
  const isLocking = kind !== 'distance' && kind !== 'free';
  addLocks(limits, isLocking ? [0, 1, 2, 3, 4, 5].filter((motion) => !free.includes(motion)) : []);
  for (const [name, motion] of Object.entries(motions)) addLaw(limits, drives, coordinates[name] ?? {}, motion);
  const { swing, length } = coordinates;
  if (isBall && swing?.limits !== undefined) limits.push({ angularAxes: [1, 2], min: 0, max: swing.limits[1] });
  if (kind === 'distance' && length?.limits !== undefined)
    limits.push({ linearAxes: [0, 1, 2], ...finite(length.limits[0], length.limits[1]) });
  return { ...(limits.length > 0 && { limits }), ...(drives.length > 0 && { drives }) };
}

/** The motions about or along single axes, by the names of their coordinates. */
function motionsOf(kind: JointKind, named: readonly string[]): Readonly<Record<string, number>> {
  if (kind === 'ball') return { twist: 3 };
  if (kind !== 'generic') return FREE_MOTIONS[kind] ?? {};
  return Object.fromEntries(Object.entries(GENERIC_MOTIONS).filter(([name]) => named.includes(name)));
}

function addLocks(limits: Limit[], locked: readonly number[]): void {
  const [linearAxes, angularAxes] = [locked.filter((k) => k < 3), locked.filter((k) => k >= 3).map((k) => k - 3)];
  if (linearAxes.length > 0) limits.push({ linearAxes, min: 0, max: 0 });
  if (angularAxes.length > 0) limits.push({ angularAxes, min: 0, max: 0 });
}

function addLaw(limits: Limit[], drives: Drive[], law: CoordinateDescriptor, motion: number): void {
  const { limits: range, spring } = law;
  const axes = motion < 3 ? { linearAxes: [motion] } : { angularAxes: [motion - 3] };
  if (range !== undefined) limits.push({ ...axes, ...finite(range[0], range[1]) });
  if (spring !== undefined) {
    const { stiffness, damping = 0, rest = 0 } = spring;
    limits.push({ ...axes, min: rest, max: rest, stiffness, damping });
  }
  const drive = driveOf(law);
  if (drive !== undefined) drives.push({ type: motion < 3 ? 'linear' : 'angular', mode: 'force', axis: motion % 3, ...drive });
}

/** Converts a motor and a damper to a drive. A force motor without a damper cannot be expressed. */
function driveOf({ motor, spring, damping = 0 }: CoordinateDescriptor): Omit<Drive, 'type' | 'axis'> | undefined {
  const viscous = spring === undefined ? damping : 0;
  if (motor === undefined) return viscous === 0 ? undefined : { damping: viscous };
  const { target, maxForce } = motor;
  if (motor.kind === 'position')
    return { maxForce, positionTarget: target, stiffness: motor.stiffness, damping: motor.damping + viscous };
  if (motor.kind === 'velocity') return { maxForce, velocityTarget: target, damping: STIFF_DAMPING };
  return viscous === 0 ? undefined : { maxForce, velocityTarget: target / viscous, damping: viscous };
}

function finite(min: number, max: number): { min?: number; max?: number } {
  return { ...(Number.isFinite(min) && { min }), ...(Number.isFinite(max) && { max }) };
}
