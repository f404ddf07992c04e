// The numbers of a selected body or joint, for the inspectors.

import type { JointKind, MotorDescriptor, Vec3 } from '../../src/index.js';

export const JOINT_STATES = ['acting', 'passive', 'broken'] as const;

export interface BodyNumbers {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
  /** Locked axes. */
  readonly locks: readonly string[];
  /** [kg] */
  readonly mass: number;
  /** Position of the body's origin [m]. */
  readonly position: Vec3;
  readonly orientation: readonly number[];
  /** [m/s] */
  readonly velocity: Vec3;
  /** [rad/s] */
  readonly angularVelocity: Vec3;
  /** Index of its contact group, -1 for none. */
  readonly group: number;
  /** Height in its stack (stack-heights.ts), 0 for a body that stands on nothing. */
  readonly layer: number;
  readonly frozen: boolean;
  /** Sleep state with its time and reason; empty for a body that never slept. */
  readonly sleep: string;
  /** Whether it is at rest although nothing carries it. */
  readonly isHanging: boolean;
  readonly edges: readonly EdgeNumbers[];
  readonly joints: readonly Named[];
}
export interface EdgeNumbers {
  /** Name of the other node. */
  readonly other: string;
  readonly otherId: number;
  readonly kind: string;
  readonly state: string;
  /** [m]; null beyond the envelope. */
  readonly gap: number | null;
  readonly contacts: readonly ContactNumbers[];
}
export interface ContactNumbers {
  /** [m] */
  readonly point: Vec3;
  /** [N s] */
  readonly normalImpulse: number;
  /** Friction impulse on the body [N s]. */
  readonly frictionImpulse: Vec3;
  /** [m] */
  readonly gap: number;
}

/** A body or joint that can be selected by its name. */
export interface Named {
  readonly id: number;
  readonly name: string;
}

export interface JointNumbers extends Named {
  readonly kind: JointKind;
  readonly state: (typeof JOINT_STATES)[number];
  /** Null is the world. */
  readonly bodyA: Named | null;
  readonly bodyB: Named;
  /** Force on B in the last step [N], and torque about the origin of the joint's frame on B [N m]. */
  readonly force: Vec3;
  readonly torque: Vec3;
  readonly coordinates: readonly CoordinateNumbers[];
  readonly couplings: readonly CouplingNumbers[];
}
/**
 * A gear or mimic joint: value of `second` = ratio * value of `first` + offset. One of both is of the selected joint.
 */
export interface CouplingNumbers {
  readonly name: string;
  readonly first: CoupledCoordinate;
  readonly second: CoupledCoordinate;
  readonly ratio: number;
  readonly offset: number;
}
export interface CoupledCoordinate {
  readonly joint: Named;
  readonly coordinate: string;
}
export interface CoordinateNumbers {
  readonly name: string;
  readonly unit: 'm' | 'rad';
  /** [m or rad], [m/s or rad/s], [N or N m] */
  readonly value: number;
  readonly velocity: number;
  readonly force: number;
  readonly limits: readonly [number, number] | null;
  /** The motor, with its target of the next step. */
  readonly motor: MotorDescriptor | null;
}
