// The common form of robots in both formats: links, each moved relative to its parent by a sequence of axes.

import type { MassProperties } from '../bodies/mass-properties.js';
import type { CoordinateDescriptor } from '../joints/descriptors.js';
import { rotateSym } from '../math/symmetric.js';
import type { Pose, Quat, Vec3 } from '../math/vector.js';
import { axisAngle, composePoses, IDENTITY, rotate, scale, subtract, transformPoint } from '../math/vector.js';
import type { ShapeDescriptor } from '../shapes/shape-kinds.js';
import type { CollisionMask } from './collision-masks.js';
import type { XmlElement } from './xml.js';

export const NOWHERE_ELSE: Pose = { position: [0, 0, 0], orientation: IDENTITY };
/** Rotation from our y axis, the axis of cylinders and capsules, to the z axis of both formats. */
export const Y_TO_Z: Quat = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];

/** One joint of the file. Points and directions are in the link's frame, at the link's pose in the file. */
export interface Axis {
  readonly name: string;
  readonly kind: 'hinge' | 'slide' | 'ball';
  /** Unit vector [1]. */
  readonly direction: Readonly<Vec3>;
  /** A point on the axis [m]. */
  readonly anchor: Readonly<Vec3>;
  /** The coordinate at the link's pose in the file [m or rad]. */
  readonly reference: number;
  /** Limits, spring, damping, friction and armature of the coordinate. */
  readonly laws: CoordinateDescriptor;
  /** Largest force of motors, if the joint itself limits it [N or N m]. */
  readonly motorLimit?: number;
}

export interface Link {
  readonly name: string;
  /** The element of the link, for error texts. */
  readonly element: XmlElement;
  /** The parent link; null for the world. */
  parent: Link | null;
  /** Pose in the frame of the parent, as in the file. */
  pose: Pose;
  /** The axes, beginning at the parent; empty if the link is fixed to it. */
  axes: readonly Axis[];
  /** Name of the joint, if it is not that of its axes. */
  readonly jointName?: string;
  /** Name of the free joint, if the link is not held by its parent. */
  readonly freeJoint?: string;
  /** Mass properties; null if the link has no mass. */
  mass: MassProperties | null;
  shapes: ShapeDescriptor[];
  /** Collision masks of the shapes, if the file has any. */
  masks: CollisionMask[];
  readonly gravityScale: number;
}

/** The motion of an axis by a displacement from the pose in the file. */
export function motionOf({ kind, direction, anchor }: Axis, displacement: number): Pose {
  if (kind === 'slide') return { position: scale(direction, displacement), orientation: IDENTITY };
  const orientation = axisAngle(direction, displacement);
  return { position: subtract(anchor, rotate(orientation, anchor)), orientation };
}

/** Pose of a link in its parent's frame, at the coordinates that `coordinateOf` returns. */
export function poseAt({ pose, axes }: Link, coordinateOf: (axis: Axis) => number): Pose {
  let moved = pose;
  for (const axis of axes) moved = composePoses(moved, motionOf(axis, coordinateOf(axis) - axis.reference));
  return moved;
}

export function moveMass(pose: Pose, { mass, center, inertia }: MassProperties): MassProperties {
  return { mass, center: transformPoint(pose, center), inertia: rotateSym(pose.orientation, inertia) };
}

export function moveShape(pose: Pose, shape: ShapeDescriptor): ShapeDescriptor {
  const own = { position: shape.position ?? NOWHERE_ELSE.position, orientation: shape.orientation ?? IDENTITY };
  return { ...shape, ...composePoses(pose, own) };
}
