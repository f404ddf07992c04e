// How two bodies move in the step to come, by the velocities they have: what gravity adds is mostly taken by what supports a body.

import type { Detection } from '../detection.js';

/** Displacement and turn of A, then the same of B, then where B is: three numbers each. */
const TURN_OF_A = 3;
const OF_B = 6;
const TURN_OF_B = 9;
const PLACE_OF_B = 12;
const MOTION_SIZE = 15;

/** Of the two nodes of a pair, in the frame of A. */
export class PairMotion {
  /** Displacements [m] and turns [rad], then where B is [m]. */
  readonly numbers = new Float64Array(MOTION_SIZE);
  /** How far A, then B, moves at a point [m]. */
  readonly displacements = new Float64Array(6);
  /** What findClosing() has found [m]. */
  closing = 0;
}

/** Takes note of how the nodes a and b move in the step to come, in a's frame, in which b is at relative[k ..]. */
export function setMotion(
  { numbers }: PairMotion,
  detection: Detection,
  a: number,
  b: number,
  relative: Float64Array,
  k: number,
): void {
  writeMotion(detection, a, a, numbers, 0);
  writeMotion(detection, b, a, numbers, OF_B);
  for (let j = 0; j < 3; j++) numbers[PLACE_OF_B + j] = relative[k + j];
}

function writeMotion({ bodies, ahead }: Detection, node: number, frame: number, out: Float64Array, at: number): void {
  const { velocity, rotation } = bodies.nodes.columns;
  const r = 9 * frame;
  for (let k = 0; k < 6; k += 3) {
    const x = ahead * velocity[6 * node + k];
    const y = ahead * velocity[6 * node + k + 1];
    const z = ahead * velocity[6 * node + k + 2];
    out[at + k] = rotation[r] * x + rotation[r + 3] * y + rotation[r + 6] * z;
    out[at + k + 1] = rotation[r + 1] * x + rotation[r + 4] * y + rotation[r + 7] * z;
    out[at + k + 2] = rotation[r + 2] * x + rotation[r + 5] * y + rotation[r + 8] * z;
  }
}

/**
 * Sets `closing` to how much the two may close the gap at a point in the step to come, if both move on, or if one is stopped: at
 * least 0 [m]. The normal from A to B is `sign` times the vector at normal[n ..] [1].
 */
export function findClosing(motion: PairMotion, point: Float64Array, normal: Float64Array, n: number, sign: number): void {
  const { displacements: d } = motion;
  writeDisplacements(motion, point);
  const ofA = sign * (normal[n] * d[0] + normal[n + 1] * d[1] + normal[n + 2] * d[2]);
  const ofB = -sign * (normal[n] * d[3] + normal[n + 1] * d[4] + normal[n + 2] * d[5]);
  motion.closing = (ofA > 0 ? ofA : 0) + (ofB > 0 ? ofB : 0);
}

/** Sets `displacements` to how far the two move at a point. */
export function writeDisplacements({ numbers: m, displacements: out }: PairMotion, point: Float64Array): void {
  const x = point[0];
  const y = point[1];
  const z = point[2];
  const bx = x - m[PLACE_OF_B];
  const by = y - m[PLACE_OF_B + 1];
  const bz = z - m[PLACE_OF_B + 2];
  out[0] = m[0] + m[TURN_OF_A + 1] * z - m[TURN_OF_A + 2] * y;
  out[1] = m[1] + m[TURN_OF_A + 2] * x - m[TURN_OF_A] * z;
  out[2] = m[2] + m[TURN_OF_A] * y - m[TURN_OF_A + 1] * x;
  out[3] = m[OF_B] + m[TURN_OF_B + 1] * bz - m[TURN_OF_B + 2] * by;
  out[4] = m[OF_B + 1] + m[TURN_OF_B + 2] * bx - m[TURN_OF_B] * bz;
  out[5] = m[OF_B + 2] + m[TURN_OF_B] * by - m[TURN_OF_B + 1] * bx;
}

/** How far the two turn together at most [rad]. */
export function turnAhead({ numbers: m }: PairMotion): number {
  return length(m, TURN_OF_A) + length(m, TURN_OF_B);
}

function length(v: Float64Array, k: number): number {
  return Math.sqrt(v[k] * v[k] + v[k + 1] * v[k + 1] + v[k + 2] * v[k + 2]);
}
