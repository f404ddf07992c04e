// From what a user says of a joint to the columns of its row. Descriptors have been checked before they come here.

import type { NODE_SCHEMA } from '../bodies/node-table.js';
import { quatOfMatrix } from '../math/symmetric.js';
import type { Pose, Vec3 } from '../math/vector.js';
import {
  composePoses,
  cross,
  dot,
  IDENTITY,
  invertPose,
  normalize,
  normalizeQuat,
  quatAt,
  scale,
  subtract,
  vectorAt,
} from '../math/vector.js';
import type { Columns } from '../table/table.js';
import type { CoordinateDescriptor, FrameDescriptor, JointDescriptor, MotorDescriptor } from './descriptors.js';
import { JOINT_KINDS, jointKindOf, namesGiven } from './joint-kinds.js';
import {
  FORCE_MOTOR,
  type JOINT_SCHEMA,
  MOST_COORDINATES,
  MOST_ROWS,
  NO_MOTOR,
  POSITION_MOTOR,
  VELOCITY_MOTOR,
  WORLD_END,
} from './joint-table.js';

type Nodes = Columns<typeof NODE_SCHEMA>;
type JointColumns = Columns<typeof JOINT_SCHEMA>;
const MOTORS = { velocity: VELOCITY_MOTOR, position: POSITION_MOTOR, force: FORCE_MOTOR } as const;
const MOTOR_NAMES = [undefined, 'velocity', 'position', 'force'] as const;

/** Fills the row of a new joint whose nodes are known, as the bodies stand now. */
export function defineJoint(columns: JointColumns, nodes: Nodes, joint: number, descriptor: JointDescriptor<unknown>): void {
  const kind = jointKindOf(descriptor.kind, namesGiven(descriptor));
  columns.kind[joint] = kind;
  columns.collide[joint] = descriptor.collide === true ? 1 : 0;
  columns.breakForce[joint] = descriptor.breakForce ?? Number.POSITIVE_INFINITY;
  columns.breakTorque[joint] = descriptor.breakTorque ?? Number.POSITIVE_INFINITY;
  columns.piece.fill(-1, MOST_ROWS * joint, MOST_ROWS * (joint + 1));
  writePose(columns.frameA, 7 * joint, frameOn(nodes, columns.nodes[2 * joint], descriptor, descriptor.frameA));
  writePose(columns.frameB, 7 * joint, frameOn(nodes, columns.nodes[2 * joint + 1], descriptor, descriptor.frameB));
  for (let c = 0; c < MOST_COORDINATES; c++) {
    const { name } = JOINT_KINDS[kind].coordinates[c] ?? { name: '' };
    const { limits, spring, damping = 0, friction = 0, motor, armature = 0 } = descriptor.coordinates?.[name] ?? {};
    const k = MOST_COORDINATES * joint + c;
    writeLimits(columns, k, name, limits);
    writeSpring(columns, k, spring, damping);
    writeMotor(columns, k, motor);
    columns.friction[k] = friction;
    columns.armature[k] = armature;
  }
}

/** The frame of the joint on a node, from its centre of mass in its axes, or on the world. */
function frameOn(nodes: Nodes, node: number, descriptor: JointDescriptor<unknown>, frame: FrameDescriptor | undefined): Pose {
  const { frameA, frameB, anchor = [0, 0, 0], axis = [1, 0, 0], axis2 } = descriptor;
  const isInWorld = descriptor.kind !== 'distance' && frameA === undefined && frameB === undefined;
  if (isInWorld) {
    const placed: Pose = { position: [...anchor], orientation: orientationOf(axis, axis2) };
    if (node === WORLD_END) return placed;
    const body = { position: vectorAt(nodes.position, 3 * node), orientation: quatAt(nodes.orientation, 4 * node) };
    return composePoses(invertPose(body), placed);
  }
  const orientation = normalizeQuat(frame?.orientation ?? IDENTITY);
  const position = frame?.position ?? [0, 0, 0];
  if (node === WORLD_END) return { position: [...position], orientation };
  return { position: subtract(position, vectorAt(nodes.center, 3 * node)), orientation };
}

/** The frame whose x axis is `axis`, and whose y axis is as near to `axis2` as it can be. */
function orientationOf(axis: Readonly<Vec3>, axis2: Readonly<Vec3> | undefined): Pose['orientation'] {
  const x = normalize(axis);
  // The axis of the world that is most across it will do for any other.
  const least = [0, 1, 2].reduce((best, k) => (Math.abs(x[k]) < Math.abs(x[best]) ? k : best), 0);
  const across = axis2 === undefined ? ([0, 1, 2].map((k) => (k === least ? 1 : 0)) as Vec3) : normalize(axis2);
  const y = normalize(subtract(across, scale(x, dot(x, across))));
  const z = cross(x, y);
  return quatOfMatrix([x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]]);
}

/** `k` is the place of the coordinate in the columns. */
export function writeLimits(columns: JointColumns, k: number, name: string, limits: readonly [number, number] | undefined): void {
  const [lower, upper] = limits ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  // A cone's angle and a length are never below zero: nothing has to hold them there.
  const isFree = lower === 0 && (name === 'swing' || name === 'length');
  columns.lower[k] = isFree ? Number.NEGATIVE_INFINITY : lower;
  columns.upper[k] = upper;
}

export function readLimits(columns: JointColumns, k: number, name: string): [number, number] | undefined {
  const [lower, upper] = [columns.lower[k], columns.upper[k]];
  if (lower === Number.NEGATIVE_INFINITY && upper === Number.POSITIVE_INFINITY) return undefined;
  const isFree = lower === Number.NEGATIVE_INFINITY && (name === 'swing' || name === 'length');
  return [isFree ? 0 : lower, upper];
}

export function writeSpring(columns: JointColumns, k: number, spring: CoordinateDescriptor['spring'], damping: number): void {
  columns.stiffness[k] = spring?.stiffness ?? 0;
  columns.damping[k] = spring?.damping ?? damping;
  columns.rest[k] = spring?.rest ?? 0;
}

export function writeMotor(columns: JointColumns, k: number, motor: MotorDescriptor | undefined): void {
  columns.motor[k] = motor === undefined ? NO_MOTOR : MOTORS[motor.kind];
  columns.target[k] = motor?.target ?? 0;
  columns.motorLimit[k] = motor?.maxForce ?? 0;
  columns.motorStiffness[k] = motor?.kind === 'position' ? motor.stiffness : 0;
  columns.motorDamping[k] = motor?.kind === 'position' ? motor.damping : 0;
}

export function readMotor(columns: JointColumns, k: number): MotorDescriptor | undefined {
  const kind = MOTOR_NAMES[columns.motor[k]];
  const [target, maxForce] = [columns.target[k], columns.motorLimit[k]];
  if (kind === undefined) return undefined;
  if (kind !== 'position') return { kind, target, maxForce };
  return { kind, target, stiffness: columns.motorStiffness[k], damping: columns.motorDamping[k], maxForce };
}

function writePose(column: Float64Array, k: number, { position, orientation }: Pose): void {
  column.set(position, k);
  column.set(normalizeQuat(orientation), k + 3);
}
