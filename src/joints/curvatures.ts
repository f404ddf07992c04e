// How the gaps of locked rows would open while bodies go on as they move: the second derivatives of what the rows
// measure, with bodies that fly freely. The first derivatives are zero where velocities keep the joint.
//
// With w and w' the angular velocity of a body and its rate, what is fixed in the body at r has the rate w x r, and the
// second derivative w x (w x r) + w' x r.

import type { JointFrame, JointFrames } from './joint-frames.js';
import { lockedRows } from './joint-kinds.js';
import { ALONG, MEASURES, SLANT, TURN } from './measures.js';

/** Angular velocity of a body and its rate [rad/s], [rad/s^2], and its velocity [m/s]; none moves to begin with. */
export class BodyMotion {
  readonly spin = new Float64Array(3);
  readonly spinRate = new Float64Array(3);
  readonly velocity = new Float64Array(3);
}

/** Workspace: the motion of both bodies of a joint, and of their origins against each other. */
export class JointMotion {
  readonly a = new BodyMotion();
  readonly b = new BodyMotion();
  readonly rateA = new Float64Array(3);
  readonly rateB = new Float64Array(3);
  readonly secondA = new Float64Array(3);
  readonly secondB = new Float64Array(3);
  /** Of the way from A's origin to B's. */
  readonly rate = new Float64Array(3);
  readonly second = new Float64Array(3);
}

/** Writes the second derivatives of the locked rows of a joint whose frames are placed to to[first ..] [m/s^2 or rad/s^2]. */
export function writeCurvatures(frames: JointFrames, motion: JointMotion, kind: number, to: Float64Array, first: number): void {
  const { apart, a, b } = frames;
  const { rateA, rateB, secondA, secondB, rate, second } = motion;
  const measures = MEASURES[kind];
  findOrigins(frames, motion);
  for (let row = 0; row < lockedRows(kind); row++) {
    const { type, sign, i, j } = measures[row];
    setDerivatives(motion.a, a.axes, j, rateA, secondA);
    if (type === ALONG) {
      to[first + row] = dot(secondA, 0, apart, 0) + 2 * dot(rateA, 0, rate, 0) + dot(second, 0, a.axes, j);
    } else if (type === SLANT) {
      setDerivatives(motion.b, b.axes, i, rateB, secondB);
      to[first + row] = sign * (dot(secondB, 0, a.axes, j) + 2 * dot(rateB, 0, rateA, 0) + dot(secondA, 0, b.axes, i));
    } else if (type === TURN) {
      to[first + row] = dot(motion.b.spinRate, 0, a.axes, j) - dot(motion.a.spinRate, 0, a.axes, j);
    }
  }
}

/** Rate and second derivative of the way from A's origin to B's. */
function findOrigins({ a, b }: JointFrames, { a: motionA, b: motionB, rateA, secondA, rate, second }: JointMotion): void {
  for (let i = 0; i < 3; i++) rate[i] = second[i] = 0;
  addOrigin(b, motionB, 1, rateA, secondA, rate, second);
  addOrigin(a, motionA, -1, rateA, secondA, rate, second);
}

function addOrigin(
  { arm }: JointFrame,
  motion: BodyMotion,
  sign: number,
  ownRate: Float64Array,
  ownSecond: Float64Array,
  rate: Float64Array,
  second: Float64Array,
): void {
  setDerivatives(motion, arm, 0, ownRate, ownSecond);
  for (let i = 0; i < 3; i++) {
    rate[i] += sign * (motion.velocity[i] + ownRate[i]);
    second[i] += sign * ownSecond[i];
  }
}

/** Rate and second derivative of what is fixed in a body at r[k ..]. */
function setDerivatives(
  { spin: w, spinRate }: BodyMotion,
  r: Float64Array,
  k: number,
  rate: Float64Array,
  second: Float64Array,
): void {
  const x = r[k];
  const y = r[k + 1];
  const z = r[k + 2];
  const vx = w[1] * z - w[2] * y;
  const vy = w[2] * x - w[0] * z;
  const vz = w[0] * y - w[1] * x;
  rate[0] = vx;
  rate[1] = vy;
  rate[2] = vz;
  second[0] = w[1] * vz - w[2] * vy + spinRate[1] * z - spinRate[2] * y;
  second[1] = w[2] * vx - w[0] * vz + spinRate[2] * x - spinRate[0] * z;
  second[2] = w[0] * vy - w[1] * vx + spinRate[0] * y - spinRate[1] * x;
}

function dot(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
}
