// What the rows of joints measure. A measure is a number that depends on how the two frames of a joint stand to each
// other: the gap of a locked motion, or the value of a coordinate. Its row is its exact derivative, also where other
// motions have a gap.
//
// a1, a2, a3 and b1, b2, b3 are the axes of the frames of A and B, d goes from A's origin to B's, w is the angular velocity of B
// against A. The derivative of a_i.b_j is (b_j x a_i).w.

import { setArcTangent } from '../math/portable.js';
import { J_A, J_B } from '../solvers/tree/joint-block.js';
import type { JointFrames } from './joint-frames.js';
import {
  BALL,
  CYLINDRICAL,
  DISTANCE,
  FIXED_JOINT,
  FREE,
  freeAmong,
  GENERIC,
  PLANAR,
  PRISMATIC,
  REVOLUTE,
  UNIVERSAL,
  WHEEL,
} from './joint-kinds.js';

/** a_j.d: how far B is along an axis of A [m]. */
export const ALONG = 0;
/** sign b_i.a_j: the sine by which two axes are not perpendicular [1]. */
export const SLANT = 1;
/** The component j of twice the vector part of B's orientation in A: the rotation vector, near zero [1]. */
export const TURN = 2;
/** The angle of (b_k.a_l, sign b_i.a_j) [rad]. */
const ANGLE = 3;
/** The turn about x of which, and of the shortest turn from a1 to b1, the orientation of B in A is made up [rad]. */
const TWIST = 4;
/** The angle between a1 and b1 [rad]. */
const SWING = 5;
/** Across both: it has a velocity and no value. */
const ROLL = 6;
/** |d| [m]. */
const LENGTH = 7;
/** Across d, of which there are two: it has a velocity and no value. */
const ACROSS = 8;

interface Measure {
  readonly type: number;
  readonly sign: number;
  /** Axes of B and A, as offsets into the axes of their frames. */
  readonly i: number;
  readonly j: number;
  readonly k: number;
  readonly l: number;
}

const measure = (type: number, sign = 1, i = 1, j = 1, k = 1, l = 1): Measure => ({
  type,
  sign,
  i: 3 * (i - 1),
  j: 3 * (j - 1),
  k: 3 * (k - 1),
  l: 3 * (l - 1),
});
const along = (j: number) => measure(ALONG, 1, 1, j);
const X = along(1);
const Y = along(2);
const Z = along(3);
const TURNS = [1, 2, 3].map((j) => measure(TURN, 1, 1, j));
/** b1 stays along a1: turns about a2 and a3. */
const ALIGNED = [measure(SLANT, -1, 1, 3), measure(SLANT, 1, 1, 2)];
const twist = measure(TWIST);
const ofBall = [twist, measure(SWING), measure(ROLL)];
/** B's orientation in A is a turn about x, by its gap about z, and about y. */
const ABOUT_X_Y = [measure(SLANT, -1, 2, 1), measure(ANGLE, 1, 2, 3, 2, 2), measure(ANGLE, 1, 3, 1, 1, 1)];
/** Of generic joints, by the bits of the turns that are free, x, y and z: locked ones before others. */
const TURNS_OF_GENERIC = [
  TURNS,
  [...ALIGNED, twist],
  [measure(SLANT, 1, 2, 3), measure(SLANT, -1, 2, 1), measure(ANGLE, 1, 3, 1, 1, 1)],
  ABOUT_X_Y,
  [measure(SLANT, -1, 3, 2), measure(SLANT, 1, 3, 1), measure(ANGLE, 1, 1, 2, 1, 1)],
  // About x, by its gap about y, and about z; about y, by its gap about x, and about z.
  [measure(SLANT, 1, 3, 1), measure(ANGLE, -1, 3, 2, 3, 3), measure(ANGLE, -1, 2, 1, 1, 1)],
  [measure(SLANT, -1, 3, 2), measure(ANGLE, 1, 3, 1, 3, 3), measure(ANGLE, 1, 1, 2, 2, 2)],
  ofBall,
];

/** By kind of joint: what its rows measure, locked ones before coordinates. */
export const MEASURES: Readonly<Record<number, readonly Measure[]>> = {
  [FIXED_JOINT]: [X, Y, Z, ...TURNS],
  [REVOLUTE]: [X, Y, Z, ...ALIGNED, twist],
  [PRISMATIC]: [Y, Z, ...TURNS, X],
  [CYLINDRICAL]: [Y, Z, ...ALIGNED, X, twist],
  [BALL]: [X, Y, Z, ...ofBall],
  [UNIVERSAL]: [X, Y, Z, ...ABOUT_X_Y],
  [PLANAR]: [X, ...ALIGNED, Y, Z, twist],
  [DISTANCE]: [measure(LENGTH), measure(ACROSS, 1, 1, 2), measure(ACROSS, 1, 1, 3)],
  // About y, by its gap about z, and about x.
  [WHEEL]: [X, Z, measure(SLANT, 1, 1, 2), Y, measure(ANGLE, -1, 1, 3, 1, 1), measure(ANGLE, -1, 3, 2, 2, 2)],
  [FREE]: [],
  ...Object.fromEntries(Array.from({ length: 64 }, (_, axes) => [GENERIC + axes, measuresOfGeneric(axes)])),
};

function measuresOfGeneric(axes: number): Measure[] {
  const slides = freeAmong(axes, 0);
  const turns = TURNS_OF_GENERIC[axes >> 3];
  const locked = 3 - freeAmong(axes, 3).length;
  const lines = [X, Y, Z];
  return [
    ...lines.filter((_, axis) => !slides.includes(axis)),
    ...turns.slice(0, locked),
    ...slides.map((axis) => lines[axis]),
    ...turns.slice(locked),
  ];
}

/** Below this cosine above -1, and this sine above 0, the axes a1 and b1 do not say how they are swung [1]. */
const LEAST_COSINE = 1e-10;
const LEAST_SINE = 1e-8;

/** Whether a measure comes back to where it was after a whole turn. */
export function isPeriodic({ type }: Measure): boolean {
  return type === ANGLE || type === TWIST;
}

/** Whether a measure is never below zero. */
export function isMagnitude({ type }: Measure): boolean {
  return type === SWING || type === LENGTH;
}

/** The value of a measure, to to[at]; angles within half a turn of zero. Numbers that functions return may be allocated. */
export function setMeasure(frames: JointFrames, of: Measure, to: Float64Array, at: number): void {
  const { type, sign, i, j } = of;
  const { apart: d, numbers } = frames;
  const a = frames.a.axes;
  const b = frames.b.axes;
  switch (type) {
    case ALONG:
      to[at] = a[j] * d[0] + a[j + 1] * d[1] + a[j + 2] * d[2];
      return;
    case SLANT:
      to[at] = sign * (b[i] * a[j] + b[i + 1] * a[j + 1] + b[i + 2] * a[j + 2]);
      return;
    case TURN:
      to[at] = turnOf(frames, j / 3);
      return;
    case LENGTH:
      to[at] = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
      return;
    case ANGLE:
    case TWIST:
    case SWING:
      setPointOfAngle(frames, of);
      setArcTangent(numbers, 0);
      to[at] = numbers[0];
      return;
    default:
      to[at] = 0;
  }
}

/** Writes a point (x, y) of which a measure is the angle from the x axis, to `numbers` of the frames: y before x. */
export function setPointOfAngle(
  { a: { axes: a }, b: { axes: b }, numbers }: JointFrames,
  { type, sign, i, j, k, l }: Measure,
): void {
  if (type === TWIST) setTwist(a, b, numbers);
  else if (type === SWING) setSwing(a, b, numbers);
  else {
    numbers[0] = sign * (b[i] * a[j] + b[i + 1] * a[j + 1] + b[i + 2] * a[j + 2]);
    numbers[1] = b[k] * a[l] + b[k + 1] * a[l + 1] + b[k + 2] * a[l + 2];
  }
}

/** Sine and cosine of a twist, by the same number. */
function setTwist(a: Float64Array, b: Float64Array, to: Float64Array): void {
  const b2a2 = b[3] * a[3] + b[4] * a[4] + b[5] * a[5];
  const b2a3 = b[3] * a[6] + b[4] * a[7] + b[5] * a[8];
  const b3a2 = b[6] * a[3] + b[7] * a[4] + b[8] * a[5];
  const b3a3 = b[6] * a[6] + b[7] * a[7] + b[8] * a[8];
  to[0] = b2a3 - b3a2;
  to[1] = b2a2 + b3a3;
}

/** Sine and cosine of a swing. */
function setSwing(a: Float64Array, b: Float64Array, to: Float64Array): void {
  const y = b[0] * a[3] + b[1] * a[4] + b[2] * a[5];
  const z = b[0] * a[6] + b[1] * a[7] + b[2] * a[8];
  to[0] = Math.sqrt(y * y + z * z);
  to[1] = b[0] * a[0] + b[1] * a[1] + b[2] * a[2];
}

/** Writes J of a measure to row[at ..]; the world's J is zero. */
export function writeMeasureRow(frames: JointFrames, of: Measure, row: Float64Array, at: number): void {
  const { direction, apart: d } = frames;
  const a = frames.a.axes;
  const b = frames.b.axes;
  switch (of.type) {
    case ALONG:
      for (let i = 0; i < 3; i++) direction[i] = a[of.j + i];
      writeLinearRow(frames, frames.reach, row, at);
      return;
    case LENGTH:
      writeUnit(direction, d, a);
      writeLinearRow(frames, frames.a.arm, row, at);
      return;
    case ACROSS:
      writeAcrossDirection(frames, of.j);
      writeLinearRow(frames, frames.a.arm, row, at);
      return;
    case SLANT:
      crossAxes(direction, b, of.i, a, of.j, of.sign);
      break;
    case TURN:
      writeTurnDirection(frames, of.j);
      break;
    case ANGLE:
      writeAngleDirection(frames, of);
      break;
    case TWIST:
      writeTwistDirection(frames);
      break;
    case SWING:
      writeSwingDirection(frames);
      break;
    default:
      writeRollDirection(frames);
  }
  writeAngularRow(frames, row, at);
}

/**
 * The row of a motion of B's origin along `direction`, against the point of A at `reach` from its centre. A direction
 * that turns with A is measured against the point of A that is at B's origin, since (w_A x a).d = -w_A.(d x a).
 */
function writeLinearRow({ a, b, direction }: JointFrames, reach: Float64Array, row: Float64Array, at: number): void {
  const { arm } = b;
  const scale = a.mover < 0 ? 0 : -1;
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  row[at + J_A] = scale * x;
  row[at + J_A + 1] = scale * y;
  row[at + J_A + 2] = scale * z;
  row[at + J_A + 3] = scale * (reach[1] * z - reach[2] * y);
  row[at + J_A + 4] = scale * (reach[2] * x - reach[0] * z);
  row[at + J_A + 5] = scale * (reach[0] * y - reach[1] * x);
  row[at + J_B] = x;
  row[at + J_B + 1] = y;
  row[at + J_B + 2] = z;
  row[at + J_B + 3] = arm[1] * z - arm[2] * y;
  row[at + J_B + 4] = arm[2] * x - arm[0] * z;
  row[at + J_B + 5] = arm[0] * y - arm[1] * x;
}

function writeAngularRow({ a, direction: n }: JointFrames, row: Float64Array, at: number): void {
  const scale = a.mover < 0 ? 0 : -1;
  row[at + J_A] = row[at + J_A + 1] = row[at + J_A + 2] = 0;
  row[at + J_A + 3] = scale * n[0];
  row[at + J_A + 4] = scale * n[1];
  row[at + J_A + 5] = scale * n[2];
  row[at + J_B] = row[at + J_B + 1] = row[at + J_B + 2] = 0;
  row[at + J_B + 3] = n[0];
  row[at + J_B + 4] = n[1];
  row[at + J_B + 5] = n[2];
}

/** q = conj(qA) qB, of the two quaternions of a rotation the one with w > 0: its components are wanted one at a time. */
function turnOf({ a, b }: JointFrames, i: number): number {
  const p = a.orientation;
  const q = b.orientation;
  const j = (i + 1) % 3;
  const k = (i + 2) % 3;
  const half = p[3] * q[i] - p[i] * q[3] - p[j] * q[k] + p[k] * q[j];
  return halfCosine(p, q) < 0 ? -2 * half : 2 * half;
}

function halfCosine(p: Float64Array, q: Float64Array): number {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3];
}

/** Of 2 v, with q = (v, c) and q' = (w, 0) q / 2: c a_j + v x a_j. */
function writeTurnDirection(frames: JointFrames, j: number): void {
  const { direction } = frames;
  const a = frames.a.axes;
  const x = 0.5 * turnOf(frames, 0);
  const y = 0.5 * turnOf(frames, 1);
  const z = 0.5 * turnOf(frames, 2);
  const c = Math.abs(halfCosine(frames.a.orientation, frames.b.orientation));
  const vx = x * a[0] + y * a[3] + z * a[6];
  const vy = x * a[1] + y * a[4] + z * a[7];
  const vz = x * a[2] + y * a[5] + z * a[8];
  direction[0] = c * a[j] + vy * a[j + 2] - vz * a[j + 1];
  direction[1] = c * a[j + 1] + vz * a[j] - vx * a[j + 2];
  direction[2] = c * a[j + 2] + vx * a[j + 1] - vy * a[j];
}

/** Of atan2(y, x): (x y' - y x') / (x^2 + y^2). Where both are zero, the gap is a right angle, and the row vanishes. */
function writeAngleDirection({ a, b, direction }: JointFrames, { sign, i, j, k, l }: Measure): void {
  const y = sign * dotAxes(b.axes, i, a.axes, j);
  const x = dotAxes(b.axes, k, a.axes, l);
  const squared = Math.max(LEAST_COSINE, x * x + y * y);
  crossAxes(direction, b.axes, i, a.axes, j, (sign * x) / squared);
  addCross(direction, b.axes, k, a.axes, l, -y / squared);
}

/** (a1 + b1) / (1 + a1.b1). Where b1 is against a1 there is no telling twist from swing, and the axis b1 will do. */
function writeTwistDirection({ a, b, direction }: JointFrames): void {
  const n = a.axes;
  const m = b.axes;
  const c = 1 + (m[0] * n[0] + m[1] * n[1] + m[2] * n[2]);
  const isOpposed = c < LEAST_COSINE;
  for (let i = 0; i < 3; i++) direction[i] = isOpposed ? m[i] : (n[i] + m[i]) / c;
}

/** a1 x b1 at unit length; where they are parallel, any perpendicular. */
function writeSwingDirection({ a, b, direction }: JointFrames): void {
  crossAxes(direction, a.axes, 0, b.axes, 0, 1);
  const sine = Math.sqrt(direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2]);
  for (let i = 0; i < 3; i++) direction[i] = sine < LEAST_SINE ? b.axes[3 + i] : direction[i] / sine;
}

/** Across twist and swing: along b1 - a1, at unit length, found from a1 + b1, or b1 where that vanishes, and the swing. */
function writeRollDirection(frames: JointFrames): void {
  const { direction: n } = frames;
  const a = frames.a.axes;
  const b = frames.b.axes;
  writeSwingDirection(frames);
  const isOpposed = 1 + (b[0] * a[0] + b[1] * a[1] + b[2] * a[2]) < LEAST_COSINE;
  const x = isOpposed ? b[0] : a[0] + b[0];
  const y = isOpposed ? b[1] : a[1] + b[1];
  const z = isOpposed ? b[2] : a[2] + b[2];
  const scale = 1 / Math.sqrt(x * x + y * y + z * z);
  const nx = n[0];
  const ny = n[1];
  const nz = n[2];
  n[0] = scale * (ny * z - nz * y);
  n[1] = scale * (nz * x - nx * z);
  n[2] = scale * (nx * y - ny * x);
}

/** Of the two unit vectors across d, in a basis that is made of d alone (Duff et al. 2017), the one that is told by an axis. */
function writeAcrossDirection({ a, apart, direction: n }: JointFrames, j: number): void {
  writeUnit(n, apart, a.axes);
  const x = n[0];
  const y = n[1];
  const z = n[2];
  const sign = z < 0 ? -1 : 1;
  const c = -1 / (sign + z);
  const isFirst = j === 3;
  n[0] = isFirst ? 1 + sign * x * x * c : x * y * c;
  n[1] = isFirst ? sign * x * y * c : sign + y * y * c;
  n[2] = isFirst ? -sign * x : -y;
}

/** The direction of a vector; of none, that of the first of some axes. */
function writeUnit(out: Float64Array, v: Float64Array, axes: Float64Array): void {
  const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  for (let i = 0; i < 3; i++) out[i] = length > 0 ? v[i] / length : axes[i];
}

function dotAxes(b: Float64Array, i: number, a: Float64Array, j: number): number {
  return b[i] * a[j] + b[i + 1] * a[j + 1] + b[i + 2] * a[j + 2];
}

function crossAxes(out: Float64Array, b: Float64Array, i: number, a: Float64Array, j: number, scale: number): void {
  out[0] = 0;
  out[1] = 0;
  out[2] = 0;
  addCross(out, b, i, a, j, scale);
}

/** out += scale b_i x a_j. */
function addCross(out: Float64Array, b: Float64Array, i: number, a: Float64Array, j: number, scale: number): void {
  out[0] += scale * (b[i + 1] * a[j + 2] - b[i + 2] * a[j + 1]);
  out[1] += scale * (b[i + 2] * a[j] - b[i] * a[j + 2]);
  out[2] += scale * (b[i] * a[j + 1] - b[i + 1] * a[j]);
}
