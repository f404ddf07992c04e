// What users say of joints.

import type { BodyDescriptor } from '../bodies/descriptors.js';
import type { Quat, Vec3 } from '../math/vector.js';
import type { JointKind } from './joint-kinds.js';

/** A motor; the largest force is never left out, since a motor without one has no place in the real world. */
export type MotorDescriptor =
  /** Holds a velocity [m/s or rad/s]. */
  | { readonly kind: 'velocity'; readonly target: number; readonly maxForce: number }
  /** Pulls to a position [m or rad] by gains [N/m or N m/rad], [N s/m or N m s/rad]. */
  | {
      readonly kind: 'position';
      readonly target: number;
      readonly stiffness: number;
      readonly damping: number;
      readonly maxForce: number;
    }
  /** Gives a force [N or N m]. */
  | { readonly kind: 'force'; readonly target: number; readonly maxForce: number };

/** A spring and its damper; the rest is where it gives no force [m or rad], 0 when left out. */
export interface SpringDescriptor {
  readonly stiffness: number;
  readonly damping?: number;
  readonly rest?: number;
}

/** What acts on a coordinate of a joint. */
export interface CoordinateDescriptor {
  /** Lowest and highest value [m or rad]; swing of a ball joint: 0 and the half angle of its reach cone. */
  readonly limits?: readonly [number, number];
  readonly spring?: SpringDescriptor;
  /** Viscous, where there is no spring [N s/m or N m s/rad]. */
  readonly damping?: number;
  /** Largest force of dry friction [N or N m]. */
  readonly friction?: number;
  readonly motor?: MotorDescriptor;
  /** Mass [kg] or moment of inertia [kg m^2] of a motor's rotor, as the coordinate feels it. */
  readonly armature?: number;
}

/** A frame on a body, in the user's frame of that body; of the world, in the world's. */
export interface FrameDescriptor {
  readonly position?: Readonly<Vec3>;
  readonly orientation?: Readonly<Quat>;
}

/**
 * A joint. Where its frames are is said in one of two ways: by `frameA` and `frameB`, or by `anchor`, `axis` and `axis2` in the
 * world, as the bodies stand when it is made, which is then its zero position.
 */
export interface JointDescriptor<Reference> {
  readonly name?: string;
  readonly kind: JointKind;
  /** Left out: the world. */
  readonly bodyA?: Reference;
  readonly bodyB: Reference;
  readonly anchor?: Readonly<Vec3>;
  /** The x axis of both frames; [1, 0, 0] when left out. */
  readonly axis?: Readonly<Vec3>;
  /** The direction of their y axes, as far as it is across the axis; any when left out. */
  readonly axis2?: Readonly<Vec3>;
  readonly frameA?: FrameDescriptor;
  readonly frameB?: FrameDescriptor;
  /** By the names of its coordinates (joint-kinds.ts). */
  readonly coordinates?: Readonly<Record<string, CoordinateDescriptor>>;
  /** Whether its two bodies may touch each other; false when left out. */
  readonly collide?: boolean;
  /** The joint breaks above so much. */
  readonly breakForce?: number;
  readonly breakTorque?: number;
}

/** A gear or a mimic joint: value of the second = ratio * value of the first + offset. */
export interface CouplingDescriptor<Reference> {
  readonly name?: string;
  readonly first: { readonly joint: Reference; readonly coordinate: string };
  readonly second: { readonly joint: Reference; readonly coordinate: string };
  readonly ratio: number;
  readonly offset?: number;
}

/**
 * A tree of links, and loops in it. In its joints a link may be named by its place among `links` as well; an end that is no link is the
 * world, or a body that does not move.
 */
export interface MultibodyDescriptor<Reference, Link = BodyDescriptor> {
  readonly name?: string;
  /** Rigid bodies: new ones, or ones that are there. */
  readonly links: readonly (Link | Reference)[];
  /** They join all links to each other, or to what does not move, and close no ring. */
  readonly joints: readonly JointDescriptor<Reference | number>[];
  /** Joints that close rings. */
  readonly loops?: readonly JointDescriptor<Reference | number>[];
  /** Numbers of its own for whatever controls it, as they are at the start; none when left out. They are part of the state. */
  readonly slots?: ArrayLike<number>;
}
