// How an arm of the scene robots moves: where it picks up a box, how it throws it, and the ways between.
//
// Points are in the plane of the arm, which the turret turns: x forward and y up from the shoulder [m]. Inclinations
// are from straight up, forwards [rad]. A pose is the values of the six joints that turn, from the turret to the hand;
// at 0 the arm stands upright.

import { acos, atan2, cos, sin } from '../src/math/portable.js';
import type { Vec3 } from '../src/math/vector.js';

export type ArmPose = readonly number[];
export const REST: ArmPose = [0, 0, 0, 0, 0, 0];

/** From shoulder to elbow, on to the wrist, and on to the middle of what the fingers hold [m]. */
export const UPPER_ARM = 0.6;
export const FOREARM = 0.5;
export const HAND = 0.25;
/** Of the shoulder above the ground [m]. */
export const SHOULDER = 0.75;
/** Where the fingers hold, from the middle of the hand [m]. */
export const GRIP_IN_HAND: Vec3 = [0, 0.13, 0];

/** Edge of a box [m], its density [kg/m^3], and its mass [kg]. */
export const EDGE = 0.12;
export const BOX_DENSITY = 600;
export const BOX_MASS = BOX_DENSITY * EDGE * EDGE * EDGE;
/** Where boxes lie, in front of an arm and above the ground [m]. */
export const BOX_DISTANCE = 0.75;
export const BOX_HEIGHT = 0.36;

export const GRAVITY = 9.81;
/** Where a box is let go, how the hand is inclined then, and how fast that grows [rad/s]. */
const RELEASE = { x: -0.7, y: 0.9, tilt: -0.66 };
const SPIN = 5;
/** How fast a box goes up for each metre per second forward [1]. */
const STEEPNESS = 1;
/** How long an arm takes to gather speed, to fly along with the box, and to come to rest [s]. */
const SWING = 0.25;
const FLIGHT = 0.05;
const FOLLOW = 0.35;
/** Of the fingers' opening and of the whole throw, from its beginning [s]. */
export const LETS_GO = SWING;
export const THROW_TIME = SWING + FLIGHT + FOLLOW;
/** For velocities by differences [s]. */
const MOMENT = 1e-4;

/** Where the fingers hold a box, and the inclination of the hand. */
interface Grip {
  readonly x: number;
  readonly y: number;
  readonly tilt: number;
}

/**
 * Down to a height above the ground [m] where boxes lie, with the turret turned by `turn` and the hand by `roll` [rad].
 */
export function reachDown(height: number, turn: number, roll: number): ArmPose {
  return reach({ x: BOX_DISTANCE, y: height - SHOULDER, tilt: Math.PI }, turn, roll);
}

/** The joints of a grip, with the elbow up. */
function reach({ x, y, tilt }: Grip, turn: number, roll: number): ArmPose {
  const [wristX, wristY] = [x - HAND * sin(tilt), y - HAND * cos(tilt)];
  const squared = wristX * wristX + wristY * wristY;
  const elbow = acos((squared - UPPER_ARM * UPPER_ARM - FOREARM * FOREARM) / (2 * UPPER_ARM * FOREARM));
  const shoulder = atan2(wristX, wristY) - atan2(FOREARM * sin(elbow), UPPER_ARM + FOREARM * cos(elbow));
  return [turn, shoulder, elbow, 0, tilt - shoulder - elbow, roll];
}

/** From rest in one pose to rest in another, in `time` [s]. */
export function move(from: ArmPose, to: ArmPose, t: number, time: number): ArmPose {
  const s = Math.min(Math.max(t / time, 0), 1);
  return from.map((value, i) => value + (to[i] - value) * s * s * (3 - 2 * s));
}

/** Velocity forward by which a box comes down so far in front of the arm, lying on the ground [m/s]. */
export function throwSpeed(distance: number): number {
  const way = distance - RELEASE.x;
  const fall = SHOULDER + RELEASE.y - EDGE / 2 + STEEPNESS * way;
  return way / Math.sqrt((2 * fall) / GRAVITY);
}

/**
 * A throw, from rest to rest. Joints gather speed evenly. When the fingers open, the hand follows the box on its way
 * through the air and spins with it, so that nothing rubs. Then the joints slow down evenly.
 */
export function throwing(speed: number, t: number): ArmPose {
  if (t < SWING) return evenly(speed, 0, Math.max(t, 0) - SWING, SWING);
  if (t < SWING + FLIGHT) return flying(speed, t - SWING);
  return evenly(speed, FLIGHT, Math.min(t, THROW_TIME) - SWING - FLIGHT, -FOLLOW);
}

/** In free flight, since it was let go. */
function flying(speed: number, t: number): ArmPose {
  const x = RELEASE.x + speed * t;
  const y = RELEASE.y + STEEPNESS * speed * t - (GRAVITY * t * t) / 2;
  return reach({ x, y, tilt: RELEASE.tilt + SPIN * t }, 0, 0);
}

/**
 * A time `t` before or after a moment of the flight, with joints evenly accelerated that are at rest a time `ramp`
 * before.
 */
function evenly(speed: number, moment: number, t: number, ramp: number): ArmPose {
  const [before, now, after] = [-MOMENT, 0, MOMENT].map((shift) => flying(speed, moment + shift));
  return now.map((value, i) => {
    const velocity = (after[i] - before[i]) / (2 * MOMENT);
    return value + velocity * (t + (t * t) / (2 * ramp));
  });
}
