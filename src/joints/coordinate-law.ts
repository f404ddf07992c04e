// The law of a coordinate: which impulse answers which velocity (joint-block.ts), out of its limits, spring, damper,
// friction, motor and armature. All forces act for `KICK` [s], which is the step, or half of it where forces act at
// both ends of a step.
//
// Springs. A step moves a coordinate by q' = q + h w'. With the force at q, a spring keeps its energy on the whole, but
// it swings too fast by the share (omega h)^2 / 24, and explodes where omega h > 2. So we add the inertia BETA k h^2 to
// the coordinate, as Newmark's method does. It slows the spring down whatever hangs on the coordinate. With BETA = 1/12
// the frequency is right to the fourth order; with 1/4 and more the step is stable for any stiffness. For a fast spring
// we take the BETA with which the first step from rest ends with no more energy than it began with: 1 + BETA s >= (1 +
// s) / 2, s = (omega h)^2. A spring without a damper rings on. One with a damper, and too fast for the step to show,
// goes over to the implicit Euler step as far as its damper stops it in a step.
//
// Dampers act on a mean of the velocities before and after, weighed so that a body loses exp(-x) of its velocity to the
// fourth order, x = d h times the response; from x = 6 on, on the velocity after.
//
// s and x need the response of the coordinate in its tree, which the last step has left. Where it is not known, the
// response of the two bodies alone stands in, which is larger.

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
import { FORCE_MOTOR, MOST_COORDINATES, NO_MOTOR, POSITION_MOTOR, VELOCITY_MOTOR } from './joint-table.js';

/**
 * A coordinate that is beyond its limit comes back within the step, but no faster than this [m/s or rad/s]: it keeps
 * the velocity. In the steps after a swing along its limit it is beyond by far less. The rest is for one that was put
 * beyond its limit.
 */
export const RETURN_SPEED = 0.5;
/**
 * A coordinate that is so near its limit is there [m or rad]. Several ropes that hold one body would else ask for
 * velocities that do not go together, by what joints are closed to over the step.
 */
const AT_LIMIT = 1e-11;
/** BETA of a slow spring, and what x adds to the weight of the velocity after [1]. */
const FOURTH_ORDER = 1 / 12;
/** From this (omega h)^2 on a spring is too fast for the step to show [1]. */
const UNSEEN = 4;

/** A row that lets nothing through and is mended by a projection of positions. */
export function writeLockedLaw(row: Float64Array, at: number): void {
  for (let k = LOWEST; k <= FRICTION_LIMIT; k++) row[at + k] = 0;
}

/** A row along which nothing acts. */
export function writeFreeLaw(row: Float64Array, at: number): void {
  writeLockedLaw(row, at);
  row[at + LOWEST] = Number.NEGATIVE_INFINITY;
  row[at + HIGHEST] = Number.POSITIVE_INFINITY;
}

/** Whether the limits of a coordinate leave it no room: it is locked. */
export function isLocked({ lower, upper }: Joints, i: number): boolean {
  return lower[i] === upper[i];
}

/** Whether anything acts along the coordinate at place i of the columns. */
export function acts(joints: Joints, i: number, isMagnitude: boolean): boolean {
  return (
    joints.motor[i] !== NO_MOTOR ||
    joints.damping[i] !== 0 ||
    joints.stiffness[i] !== 0 ||
    joints.friction[i] !== 0 ||
    joints.armature[i] !== 0 ||
    joints.upper[i] !== Number.POSITIVE_INFINITY ||
    hasLower(joints, i, isMagnitude)
  );
}

function hasLower({ lower }: Joints, i: number, isMagnitude: boolean): boolean {
  return lower[i] !== Number.NEGATIVE_INFINITY && !(isMagnitude && lower[i] <= 0);
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
  addSmoothForces(joints, i, row, at, state);
  if (joints.motor[i] === VELOCITY_MOTOR || joints.motor[i] === POSITION_MOTOR) writeMotor(joints, i, row, at, state);
  row[at + FRICTION_LIMIT] = joints.friction[i] * state[KICK];
}

/** Whether the law of the coordinate at place i is a straight line: no limit, no friction, and no motor that gives what it takes. */
export function isStraightLaw(joints: Joints, i: number, isMagnitude: boolean): boolean {
  const motor = joints.motor[i];
  return (
    (motor === NO_MOTOR || motor === FORCE_MOTOR) &&
    joints.friction[i] === 0 &&
    joints.upper[i] === Number.POSITIVE_INFINITY &&
    !hasLower(joints, i, isMagnitude)
  );
}

/** Writes the force and the slope of a straight law, whose row is free otherwise. */
export function writeStraightLaw(joints: Joints, i: number, row: Float64Array, at: number, state: Float64Array): void {
  row[at + FORCE] = 0;
  row[at + SLOPE] = 0;
  addSmoothForces(joints, i, row, at, state);
}

/** Spring, damper, rotor, and the force that a motor is told to give. */
function addSmoothForces(joints: Joints, i: number, row: Float64Array, at: number, state: Float64Array): void {
  addSpring(joints, i, row, at, state);
  addDamper(joints, i, row, at, state);
  const armature = joints.armature[i];
  row[at + FORCE] += armature * state[VELOCITY];
  row[at + SLOPE] += armature;
  if (joints.motor[i] !== FORCE_MOTOR) return;
  const limit = joints.motorLimit[i];
  row[at + FORCE] += Math.max(-limit, Math.min(limit, joints.target[i])) * state[KICK];
}

/** The limit is met at the end of the step and not passed. */
function writeLimits(joints: Joints, i: number, row: Float64Array, at: number, state: Float64Array, isMagnitude: boolean): void {
  const lower = hasLower(joints, i, isMagnitude) ? joints.lower[i] : Number.NEGATIVE_INFINITY;
  row[at + LOWEST] = Math.min(wayTo(lower, state[VALUE]) / state[STEP], RETURN_SPEED);
  row[at + HIGHEST] = Math.max(wayTo(joints.upper[i], state[VALUE]) / state[STEP], -RETURN_SPEED);
}

function wayTo(limit: number, value: number): number {
  return Math.abs(limit - value) < AT_LIMIT ? 0 : limit - value;
}

function addSpring(joints: Joints, i: number, row: Float64Array, at: number, state: Float64Array): void {
  const k = joints.stiffness[i];
  if (k === 0) return;
  const h = state[STEP];
  const squared = k * h * h * state[RESPONSE];
  const x = joints.damping[i] * h * state[RESPONSE];
  const implicit = squared > UNSEEN ? ((1 - UNSEEN / squared) * x) / (2 + x) : 0;
  const inertia = (1 - implicit) * Math.max(FOURTH_ORDER, 0.5 - 0.5 / squared) * k * h * h;
  row[at + FORCE] += k * (joints.rest[i] - state[VALUE]) * state[KICK] + inertia * state[VELOCITY];
  row[at + SLOPE] += implicit * k * h * state[KICK] + inertia;
}

function addDamper({ damping }: Joints, i: number, row: Float64Array, at: number, state: Float64Array): void {
  const slope = damping[i] * state[KICK];
  const after = Math.min(1, 0.5 + FOURTH_ORDER * slope * state[RESPONSE]);
  row[at + FORCE] -= (1 - after) * slope * state[VELOCITY];
  row[at + SLOPE] += after * slope;
}

/** Of a motor that gives what it takes. A position motor pulls from where the step will have brought the coordinate: gains may be as large as one likes. */
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
    default: {
      const slope = (joints.motorStiffness[i] * state[STEP] + joints.motorDamping[i]) * kick;
      if (slope === 0) return;
      row[at + MOTOR_SPEED] = (joints.motorStiffness[i] * (target - state[VALUE]) * kick) / slope;
      row[at + MOTOR_SLOPE] = slope;
      row[at + MOTOR_LIMIT] = limit * kick;
    }
  }
}
