// Options of vehicles.
//
// In the frame of the chassis, +x is ahead, +y up and +z to the right.

import type { BodyDescriptor } from '../bodies/descriptors.js';
import type { Vec3 } from '../math/vector.js';

export interface SuspensionOptions {
  /** [N/m] */
  readonly stiffness: number;
  /** [N s/m] */
  readonly damping: number;
  /**
   * Displacement of the hub at which the spring gives no force, above the wheel's `position` [m]; default 0. With
   * -load / stiffness, the load brings the hub to `position`.
   */
  readonly rest?: number;
  /** Lowest and highest displacement of the hub, relative to `position` [m]; default none. */
  readonly limits?: readonly [number, number];
}

export interface WheelOptions {
  /** Name of the wheel's body, unique in the world; default none. */
  readonly name?: string;
  /** Position of the hub in the frame of the chassis [m]. */
  readonly position: Readonly<Vec3>;
  /** [m] */
  readonly radius: number;
  /** [m] */
  readonly width: number;
  /** [kg] */
  readonly mass: number;
  /** Name of the tyre's material; default "default". */
  readonly material?: string;
  readonly suspension: SuspensionOptions;
  /** Weight of this wheel in the distribution of the engine's torque among the wheels [1]; default 0. */
  readonly drive?: number;
  /** Whether the wheel steers; default false. */
  readonly steered?: boolean;
  /** Torque of the brake when it is fully applied [N m]; default 0. */
  readonly brake?: number;
  /** Torque of the hand brake when it is fully applied [N m]; default 0. */
  readonly handBrake?: number;
}

export interface EngineOptions {
  /** Torque at full throttle [N m]: a constant, or a piecewise linear curve of speeds [rpm] and torques. */
  readonly torque: number | readonly (readonly [number, number])[];
  /** Largest power [W]; default no limit. */
  readonly power?: number;
  /** Speed at which the limiter has reduced the torque to zero [rpm]. */
  readonly maxRpm: number;
  /** Idle speed: below it the clutch slips, and the engine runs at this speed [rpm]; default 0. */
  readonly idleRpm?: number;
  /** Turns of the engine per turn of the wheels in each gear, including the final drive, in descending order [1]. */
  readonly gears: readonly number[];
  /** Ratio of the reverse gear [1]; default that of the first gear. */
  readonly reverse?: number;
  /** Fraction of the torque that reaches the wheels [1]; default 1. */
  readonly efficiency?: number;
  /** Braking torque of the engine without throttle [N m]; default 0. */
  readonly braking?: number;
  /** Engine speeds above and below which forward gears change automatically [rpm]; default never. */
  readonly shift?: { readonly up: number; readonly down: number };
}

export interface SteeringOptions {
  /** Largest steering angle: that of a wheel in the middle of the steered axle [rad]. */
  readonly maxAngle: number;
  /** Largest rate of change of the steering angle [rad/s]; default 2. */
  readonly rate?: number;
  /** Gains of the motor that steers a wheel [N m/rad], [N m s/rad]; default 100,000 and 1000. */
  readonly stiffness?: number;
  readonly damping?: number;
  /** Largest torque of that motor [N m]; default 10,000. */
  readonly maxTorque?: number;
}

export interface VehicleOptions {
  /** Name of the multibody; default none. */
  readonly name?: string;
  readonly chassis: BodyDescriptor;
  readonly wheels: readonly WheelOptions[];
  /** Default none. */
  readonly engine?: EngineOptions;
  /** Default none. */
  readonly steering?: SteeringOptions;
}
