// A robot as both formats have it: links, each moved against its parent by axes one after the other.

import type { MassProperties } from '../bodies/mass-properties.js';
import type { CoordinateDescriptor } from '../joints/descriptors.js';
import { rotateSym } from '../math/symmetric.js';
import type { Pose, Quat, Vec3 } from '../math/vector.js';
import { axisAngle, composePoses, IDENTITY, rotate, scale, subtract, transformPoint } from '../math/vector.js';
import type { ShapeDescriptor } from '../shapes/shape-kinds.js';
import type { CollisionMask } from './collision-masks.js';
import type { XmlElement } from './xml.js';

export const NOWHERE_ELSE: Pose = { position: [0, 0, 0], orientation: IDENTITY };
/** From our y axis, about which cylinders and capsules are round, to the z of both formats. */
export const Y_TO_Z: Quat = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];

/** One joint of the file. Places and directions are in the link's frame, as the link stands in the file. */
export interface Axis {
  readonly name: string;
  readonly kind: 'hinge' | 'slide' | 'ball';
  /** Unit vector [1]. */
  readonly direction: Readonly<Vec3>;
  /** A point that stays where it is [m]. */
  readonly anchor: Readonly<Vec3>;
  /** The coordinate as the link stands in the file [m or rad]. */
  readonly reference: number;
  /** What acts on it. */
  readonly laws: CoordinateDescriptor;
  /** Largest force that motors give it, where the joint itself says so [N or N m]. */
  readonly motorLimit?: number;
}

export interface Link {
  readonly name: string;
  /** That the link is of, for sentences. */
  readonly element: XmlElement;
  /** Null: the world. */
  parent: Link | null;
  /** In the frame of the parent, as the link stands in the file. */
  pose: Pose;
  /** The one next to the parent first; none where the link is fixed to it. */
  axes: readonly Axis[];
  /** Name of the joint, where it is not that of its axes. */
  readonly jointName?: string;
  /** Name of the joint where the link is not held by its parent at all. */
  readonly freeJoint?: string;
  /** Null: none. */
  mass: MassProperties | null;
  shapes: ShapeDescriptor[];
  /** Of its shapes, where the file has any. */
  masks: CollisionMask[];
  readonly gravityScale: number;
}

/** How an axis moves what is behind it, from where it stands in the file. */
export function motionOf({ kind, direction, anchor }: Axis, displacement: number): Pose {
  if (kind === 'slide') return { position: scale(direction, displacement), orientation: IDENTITY };
  const orientation = axisAngle(direction, displacement);
  return { position: subtract(anchor, rotate(orientation, anchor)), orientation };
}

/** Pose of a link in its parent's frame, at the coordinates that `coordinateOf` gives. */
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
