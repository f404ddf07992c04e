// What controls an arm of the scene robots. It goes through the stages of its work by the clock, and drives its joints
// by computed torque: by the torques that, so says its own inverse dynamics, give the accelerations of its plan and
// take back what it has strayed.
//
// Slots of an arm: its stage, and when that began [s]; then what stays: the speed of its throws [m/s], and for each box
// the turn of the turret towards it, and how the box is turned against that [rad].

import type { Vec3 } from '../src/math/vector.js';
import { transformPoint } from '../src/math/vector.js';
import type { Multibody } from '../src/multibody.js';
import type { ArmPose } from './robots-motion.js';
import {
  BOX_HEIGHT,
  BOX_MASS,
  GRAVITY,
  GRIP_IN_HAND,
  LETS_GO,
  move,
  REST,
  reachDown,
  THROW_TIME,
  throwing,
} from './robots-motion.js';

/** Places of slots. */
const STAGE = 0;
const SINCE = 1;
const SPEED = 2;
const BOXES = 3;

/**
 * The stages of the work on one box, and how long they take [s]: to above it, down, close the fingers, up, swing back,
 * throw.
 */
const STAGES = [1, 0.5, 0.3, 0.5, 1.6, THROW_TIME];
const CLOSE = 2;
const THROW = 5;
/** How far above a box the hand comes to before it goes down [m]. */
const ABOVE = 0.25;

/** How what an arm has strayed is taken back [1/s^2], [1/s]. */
const STIFFNESS = 900;
const DAMPING = 60;
/** How fast fingers close and open [m/s]. */
const CLOSING = 0.2;
const OPENING = -1;
/** Places of joints and links: those before the fingers turn, and the last of these carries the hand. */
const HAND = 5;
const FINGER = 6;

/**
 * Slots of an arm that begins at a time [s], throws at a speed forward [m/s], and has boxes that are turned so [rad].
 */
export function slotsOf(start: number, speed: number, boxes: readonly (readonly [turn: number, roll: number])[]): number[] {
  return [0, start, speed, ...boxes.flat()];
}

export function throwBoxes(arm: Multibody, t: number, dt: number): void {
  const { slots } = arm;
  goOn(slots, t, dt);
  const since = t - slots[SINCE];
  const plan = [since - dt, since, since + dt].map((at) => poseAt(slots, at));
  const isHolding = holds(slots, since);
  const torques = torquesFor(arm, plan, dt);
  if (isHolding) addLoad(arm, plan, dt, torques);
  arm.joints.forEach(({ coordinates: [coordinate] }, i) => {
    if (i < FINGER) coordinate.target = torques[i];
    // A gear moves the other finger.
    else if (i === FINGER) coordinate.target = isHolding ? CLOSING : OPENING;
  });
}

/** To the next stage when its time has come. */
function goOn(slots: Float64Array, t: number, dt: number): void {
  const time = STAGES[slots[STAGE] % STAGES.length];
  if (isDone(slots) || t - slots[SINCE] < time - dt / 2) return;
  slots[STAGE]++;
  slots[SINCE] += time;
}

function isDone(slots: Float64Array): boolean {
  return slots[STAGE] === (STAGES.length * (slots.length - BOXES)) / 2;
}

function holds(slots: Float64Array, since: number): boolean {
  const stage = slots[STAGE] % STAGES.length;
  return stage >= CLOSE && (stage < THROW || since < LETS_GO);
}

/** Where the arm is to be, so long after its stage began [s]. */
function poseAt(slots: Float64Array, since: number): ArmPose {
  const stage = slots[STAGE] % STAGES.length;
  const box = (slots[STAGE] - stage) / STAGES.length;
  const speed = slots[SPEED];
  const before = box === 0 ? REST : throwing(speed, THROW_TIME);
  if (isDone(slots)) return before;
  if (stage === THROW) return throwing(speed, since);
  const [turn, roll] = slots.subarray(BOXES + 2 * box);
  const above = reachDown(BOX_HEIGHT + ABOVE, turn, roll);
  const low = reachDown(BOX_HEIGHT, turn, roll);
  const stops = [before, above, low, low, above, throwing(speed, 0)];
  return move(stops[stage], stops[stage + 1], since, STAGES[stage]);
}

/** Torques that take the arm through the second of three poses, dt [s] apart. */
function torquesFor(arm: Multibody, [before, now, after]: readonly ArmPose[], dt: number): Float64Array {
  const q = arm.readCoordinates();
  const qd = arm.readVelocities();
  const acceleration = new Float64Array(arm.velocityCount);
  for (let i = 0; i < FINGER; i++) {
    const planned = (after[i] - 2 * now[i] + before[i]) / (dt * dt);
    const velocity = (after[i] - before[i]) / (2 * dt);
    acceleration[i] = planned + STIFFNESS * (now[i] - q[i]) + DAMPING * (velocity - qd[i]);
  }
  return arm.inverseDynamics(acceleration);
}

/** Adds the torques J^T f that carry a box along. */
function addLoad(arm: Multibody, plan: readonly ArmPose[], dt: number, torques: Float64Array): void {
  const [before, now, after] = plan.map((pose) => gripAt(arm, pose));
  const jacobian = arm.jacobian(arm.links[HAND], GRIP_IN_HAND);
  for (let i = 0; i < 3; i++) {
    const acceleration = (after[i] - 2 * now[i] + before[i]) / (dt * dt);
    const force = BOX_MASS * (acceleration + (i === 1 ? GRAVITY : 0));
    for (let j = 0; j < torques.length; j++) torques[j] += jacobian[i * torques.length + j] * force;
  }
}

/** The middle of a box that the fingers hold, in the world [m]. */
function gripAt(arm: Multibody, pose: ArmPose): Vec3 {
  const [x, y, z, ...orientation] = arm.forwardKinematics([...pose, 0, 0]).subarray(7 * HAND, 7 * HAND + 7);
  const [i, j, k, w] = orientation;
  return transformPoint({ position: [x, y, z], orientation: [i, j, k, w] }, GRIP_IN_HAND);
}
