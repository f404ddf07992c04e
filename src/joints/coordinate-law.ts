// The law of a coordinate: which impulse answers which velocity (joint-block.ts), out of its limits, spring, damper, friction, motor
// and armature. All forces act for `KICK` [s], which is the step, or half of it where forces act at both ends of a step.
//
// Springs. The step moves a coordinate by q' = q + h w', so that a spring as it is at q keeps its energy on the whole, but swings too
// fast by a share (omega h)^2 / 24, and explodes where omega h > 2. We add the inertia BETA k h^2 to the coordinate, as Newmark's
// method does: it makes the spring slower by what it was too fast, whatever hangs on the coordinate. With BETA = 1/12 the frequency is
// right to the fourth order, with 1/4 the step is stable for any stiffness. Springs that are too fast for the step to show (omega
// h > 2) go over to the implicit Euler step instead, which lets them come to rest. The spring's own frequency is found
// from the response of the row, if its two bodies were free: in a tree it is lower.
//
// Dampers follow the mean of the velocities before and after, which is of second order; where a step would turn the velocity round,
// more of that after.

import {
  FORCE,
  FRICTION_LIMIT,
  HIGHEST,
  LOWEST,
  MOTOR_LIMIT,
  MOTOR_SLOPE,
  MOTOR_SPEED,
  SLOPE,
} from '../solvers/tree/joint-block.js';
import type { Joints } from './joint-frames.js';
import { KICK, RESPONSE, STEP, VALUE, VELOCITY } from './joint-frames.js';
import { FORCE_MOTOR, MOST_COORDINATES, POSITION_MOTOR, VELOCITY_MOTOR } from './joint-table.js';

/**
 * A coordinate that is beyond its limit comes back within the step, but no faster than this [m/s or rad/s]: it keeps the velocity. In
 * the steps after a swing along its limit it is beyond by far less. The rest is for one that was put beyond its limit.
 */
const RETURN_SPEED = 0.5;
/** (omega h)^2 from where the added inertia grows, and from where a spring is too fast to be seen [1]. */
const SLOW = 0.5;
const UNSEEN = 4;

/** A row that lets nothing through and is mended by a projection of positions. */
export function writeLockedLaw(row: Float64Array, at: number): void {
  for (let k = LOWEST; k <= FRICTION_LIMIT; k++) row[at + k] = 0;
}

/** Whether the limits of a coordinate leave it no room: it is locked. */
export function isLocked({ lower, upper }: Joints, i: number): boolean {
  return lower[i] === upper[i];
}

/** Writes the law of a coordinate to row[at ..]; a magnitude has no lower limit at zero, which it only seems to bounce off. */
export function writeCoordinateLaw(
  joints: Joints,
  joint: number,
  coordinate: number,
  row: Float64Array,
  at: number,
  state: Float64Array,
  isMagnitude: boolean,
): void {
  const i = MOST_COORDINATES * joint + coordinate;
  writeLockedLaw(row, at);
  if (!isLocked(joints, i)) writeLimits(joints, i, row, at, state, isMagnitude);
  addSpring(joints, i, row, at, state);
  addDamper(joints, i, row, at, state);
  const armature = joints.armature[i];
  row[at + FORCE] += armature * state[VELOCITY];
  row[at + SLOPE] += armature;
  writeMotor(joints, i, row, at, state);
  row[at + FRICTION_LIMIT] = joints.friction[i] * state[KICK];
}

/** The limit is met at the end of the step and not passed. */
function writeLimits(joints: Joints, i: number, row: Float64Array, at: number, state: Float64Array, isMagnitude: boolean): void {
  const lower = isMagnitude && joints.lower[i] <= 0 ? Number.NEGATIVE_INFINITY : joints.lower[i];
  row[at + LOWEST] = Math.min((lower - state[VALUE]) / state[STEP], RETURN_SPEED);
  row[at + HIGHEST] = Math.max((joints.upper[i] - state[VALUE]) / state[STEP], -RETURN_SPEED);
}

function addSpring({ stiffness, rest }: Joints, i: number, row: Float64Array, at: number, state: Float64Array): void {
  const k = stiffness[i];
  if (k === 0) return;
  const h = state[STEP];
  const squared = k * h * h * state[RESPONSE];
  const implicit = squared > UNSEEN ? 1 - UNSEEN / squared : 0;
  const beta = 0.25 - 1 / (12 * Math.max(squared, SLOW));
  const inertia = (1 - implicit) * beta * k * h * h;
  row[at + FORCE] += k * (rest[i] - state[VALUE]) * state[KICK] + inertia * state[VELOCITY];
  row[at + SLOPE] += implicit * k * h * state[KICK] + inertia;
}

function addDamper({ damping }: Joints, i: number, row: Float64Array, at: number, state: Float64Array): void {
  const slope = damping[i] * state[KICK];
  if (slope === 0) return;
  const after = Math.max(0.5, 1 - 1 / (slope * state[RESPONSE]));
  row[at + FORCE] -= (1 - after) * slope * state[VELOCITY];
  row[at + SLOPE] += after * slope;
}

/** A position motor pulls from where the step will have brought the coordinate: gains may be as large as one likes. */
function writeMotor(joints: Joints, i: number, row: Float64Array, at: number, state: Float64Array): void {
  const kick = state[KICK];
  const target = joints.target[i];
  const limit = joints.motorLimit[i];
  switch (joints.motor[i]) {
    case VELOCITY_MOTOR:
      row[at + MOTOR_SPEED] = target;
      row[at + MOTOR_SLOPE] = Number.POSITIVE_INFINITY;
      row[at + MOTOR_LIMIT] = limit * kick;
      return;
    case POSITION_MOTOR: {
      const slope = (joints.motorStiffness[i] * state[STEP] + joints.motorDamping[i]) * kick;
      if (slope === 0) return;
      row[at + MOTOR_SPEED] = (joints.motorStiffness[i] * (target - state[VALUE]) * kick) / slope;
      row[at + MOTOR_SLOPE] = slope;
      row[at + MOTOR_LIMIT] = limit * kick;
      return;
    }
    case FORCE_MOTOR:
      row[at + FORCE] += Math.max(-limit, Math.min(limit, target)) * kick;
  }
}
