// What there is to read of a selected body or joint.

import type { JointKind, MotorDescriptor, Vec3 } from '../../src/index.js';

export const JOINT_STATES = ['acting', 'passive', 'broken'] as const;

export interface BodyNumbers {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
  /** Axes that are locked. */
  readonly locks: readonly string[];
  /** [kg] */
  readonly mass: number;
  /** Of the body's origin [m]. */
  readonly position: Vec3;
  readonly orientation: readonly number[];
  /** [m/s] */
  readonly velocity: Vec3;
  /** [rad/s] */
  readonly angularVelocity: Vec3;
  /** Number of its contact group, -1 for none. */
  readonly group: number;
  /** Height in its stack, 0 for what stands on nothing. */
  readonly layer: number;
  readonly frozen: boolean;
  /** Since when it sleeps or is awake, and why; empty for a body that never slept. */
  readonly sleep: string;
  /** Whether it rests although nothing carries it. */
  readonly isHanging: boolean;
  readonly edges: readonly EdgeNumbers[];
  readonly joints: readonly Named[];
}
export interface EdgeNumbers {
  /** The other node. */
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
  /** What friction gave to the body [N s]. */
  readonly frictionImpulse: Vec3;
  /** [m] */
  readonly gap: number;
}

/** What can be selected by its name. */
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
  /** What B got in the last step [N], and about the origin of the joint's frame on it [N m]. */
  readonly force: Vec3;
  readonly torque: Vec3;
  readonly coordinates: readonly CoordinateNumbers[];
  readonly couplings: readonly CouplingNumbers[];
}
/** A gear or a mimic joint: value of `second` = ratio * value of `first` + offset. One of the two is of the selected joint. */
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
  /** With the target that the next step will have. */
  readonly motor: MotorDescriptor | null;
}
