// What users say of a vehicle.
//
// In the frame of the chassis +x is ahead, +y up and +z to the right.

import type { BodyDescriptor } from '../bodies/descriptors.js';
import type { Vec3 } from '../math/vector.js';

export interface SuspensionOptions {
  /** [N/m] */
  readonly stiffness: number;
  /** [N s/m] */
  readonly damping: number;
  /**
   * Where the spring gives no force: how far the hub is above its place [m]; default 0. With -load / stiffness the load
   * brings the hub to its place.
   */
  readonly rest?: number;
  /** Lowest and highest place of the hub [m]; default none. */
  readonly limits?: readonly [number, number];
}

export interface WheelOptions {
  /** Of the body, unique in the world; default none. */
  readonly name?: string;
  /** Place of the hub in the frame of the chassis [m]. */
  readonly position: Readonly<Vec3>;
  /** [m] */
  readonly radius: number;
  /** [m] */
  readonly width: number;
  /** [kg] */
  readonly mass: number;
  /** Name of the material of the tyre; default "default". */
  readonly material?: string;
  readonly suspension: SuspensionOptions;
  /** Part of the engine's torque that goes to this wheel, against those of the other wheels [1]; default 0. */
  readonly drive?: number;
  /** Whether it steers; default false. */
  readonly steered?: boolean;
  /** Torque of the brake when it is pressed down [N m]; default 0. */
  readonly brake?: number;
  /** The same of the hand brake [N m]; default 0. */
  readonly handBrake?: number;
}

export interface EngineOptions {
  /** At full throttle [N m]: one torque, or a curve of speeds [rpm] and torques, straight between them. */
  readonly torque: number | readonly (readonly [number, number])[];
  /** The most it gives [W]; default no limit. */
  readonly power?: number;
  /** Here the limiter has taken the whole torque away [rpm]. */
  readonly maxRpm: number;
  /** Below this the clutch slips, and the engine goes on at this speed [rpm]; default 0. */
  readonly idleRpm?: number;
  /** Turns of the engine in one turn of the wheels, gear by gear, final drive included [1]; they fall. */
  readonly gears: readonly number[];
  /** The same of the reverse gear [1]; default that of the first. */
  readonly reverse?: number;
  /** Part of the torque that arrives at the wheels [1]; default 1. */
  readonly efficiency?: number;
  /** Torque by which it brakes without throttle [N m]; default 0. */
  readonly braking?: number;
  /** Forward gears change by themselves above and below these speeds [rpm]; default never. */
  readonly shift?: { readonly up: number; readonly down: number };
}

export interface SteeringOptions {
  /** Largest angle of a wheel in the middle between the steered wheels [rad]. */
  readonly maxAngle: number;
  /** How fast that angle changes [rad/s]; default 2. */
  readonly rate?: number;
  /** Gains of the motor that turns a wheel [N m/rad], [N m s/rad]; default 100,000 and 1000. */
  readonly stiffness?: number;
  readonly damping?: number;
  /** Its largest torque [N m]; default 10,000. */
  readonly maxTorque?: number;
}

export interface VehicleOptions {
  /** Of the multibody; default none. */
  readonly name?: string;
  readonly chassis: BodyDescriptor;
  readonly wheels: readonly WheelOptions[];
  /** Default none. */
  readonly engine?: EngineOptions;
  /** Default none. */
  readonly steering?: SteeringOptions;
}
