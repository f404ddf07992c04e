// Scripted motion: the pose of a scripted body as a function of time.

import { acos, sin } from '../math/portable.js';
import type { Quat, Vec3 } from '../math/vector.js';
import { axisAngle, multiply, normalizeQuat, rotate } from '../math/vector.js';
import type { FunctionMotion, KeyframeMotion, Motion, OscillationMotion } from './descriptors.js';

/**
 * Writes the pose of the body's origin at time t [s]; on entry `position` and `orientation` hold the initial pose.
 */
export function evaluateMotion(motion: Motion, t: number, position: Vec3, orientation: Quat): void {
  if (motion.kind === 'keyframes') evaluateKeyframes(motion, t, position, orientation);
  else if (motion.kind === 'oscillation') evaluateOscillation(motion, t, position, orientation);
  else evaluateFunction(motion, t, position, orientation);
}

/** The function gets copies of the arrays, of which only the numbers are read back. */
function evaluateFunction({ pose }: FunctionMotion, t: number, position: Vec3, orientation: Quat): void {
  const [p, q]: [Vec3, Quat] = [[...position], [...orientation]];
  pose(t, p, q);
  for (let i = 0; i < 3; i++) position[i] = numberOf(p[i]);
  copyQuat(normalizeQuat([numberOf(q[0]), numberOf(q[1]), numberOf(q[2]), numberOf(q[3])]), orientation);
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN;
}

function evaluateKeyframes({ keyframes, repeat }: KeyframeMotion, t: number, position: Vec3, orientation: Quat): void {
  const last = keyframes.length - 1;
  const begin = keyframes[0].time;
  const duration = keyframes[last].time - begin;
  let time = t;
  if (repeat && duration > 0 && t > begin) time = begin + ((t - begin) % duration);
  let k = 0;
  while (k < last && keyframes[k + 1].time <= time) k++;
  const from = keyframes[k];
  const to = keyframes[Math.min(k + 1, last)];
  const span = to.time - from.time;
  const s = span > 0 ? Math.min(1, Math.max(0, (time - from.time) / span)) : 0;
  const fromPosition = from.position ?? position;
  const toPosition = to.position ?? position;
  const fromOrientation = normalizeQuat(from.orientation ?? orientation);
  const toOrientation = normalizeQuat(to.orientation ?? orientation);
  for (let i = 0; i < 3; i++) position[i] = fromPosition[i] + s * (toPosition[i] - fromPosition[i]);
  copyQuat(slerp(fromOrientation, toOrientation, s), orientation);
}

function evaluateOscillation(motion: OscillationMotion, t: number, position: Vec3, orientation: Quat): void {
  const wave = sin(2 * Math.PI * motion.frequency * t + (motion.phase ?? 0));
  if (motion.translation !== undefined) for (let i = 0; i < 3; i++) position[i] += wave * motion.translation[i];
  if (motion.rotation !== undefined) {
    const [x, y, z] = motion.rotation;
    const amplitude = Math.sqrt(x * x + y * y + z * z);
    if (amplitude > 0) copyQuat(multiply(axisAngle(motion.rotation, wave * amplitude), orientation), orientation);
  }
}

/** The rotation at the fraction s from a to b, the shorter way round, at constant rate. */
function slerp(a: Quat, b: Quat, s: number): Quat {
  const cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  const sign = cosine < 0 ? -1 : 1;
  const angle = acos(sign * cosine);
  const sine = sin(angle);
  const wa = sine < 1e-9 ? 1 - s : sin((1 - s) * angle) / sine;
  const wb = sign * (sine < 1e-9 ? s : sin(s * angle) / sine);
  return normalizeQuat([wa * a[0] + wb * b[0], wa * a[1] + wb * b[1], wa * a[2] + wb * b[2], wa * a[3] + wb * b[3]]);
}

/**
 * Position of the centre of mass for an origin at `position`; `center` is the centre of mass in the body's frame [m].
 */
export function centerFromOrigin(position: Readonly<Vec3>, orientation: Readonly<Quat>, center: Readonly<Vec3>): Vec3 {
  const offset = rotate(orientation, center);
  return [position[0] + offset[0], position[1] + offset[1], position[2] + offset[2]];
}

function copyQuat(from: Readonly<Quat>, to: Quat): void {
  for (let i = 0; i < 4; i++) to[i] = from[i];
}
