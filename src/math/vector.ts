// Vectors and quaternions as plain tuples, for code outside hot loops: descriptors, mass properties, scenes, tests. Hot
// loops work on columns of numbers, with the arithmetic written out.

import { cos, sin } from './portable.js';

/** [x, y, z] */
export type Vec3 = [number, number, number];
/** [x, y, z, w]; a rotation if of unit length */
export type Quat = [number, number, number, number];
/** A position [m] and an orientation (unit quaternion) [1]. */
export interface Pose {
  readonly position: Readonly<Vec3>;
  readonly orientation: Readonly<Quat>;
}
type V = Readonly<Vec3>;
type Q = Readonly<Quat>;

export const IDENTITY: Q = [0, 0, 0, 1];

export function add(a: V, b: V): Vec3 {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}
export function subtract(a: V, b: V): Vec3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}
export function scale(a: V, s: number): Vec3 {
  return [a[0] * s, a[1] * s, a[2] * s];
}
export function dot(a: V, b: V): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
export function cross(a: V, b: V): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
export function length(a: V): number {
  return Math.sqrt(dot(a, a));
}
export function normalize(a: V): Vec3 {
  return scale(a, 1 / length(a));
}
export function distance(a: V, b: V): number {
  return length(subtract(a, b));
}

/** The rotation b followed by the rotation a. */
export function multiply(a: Q, b: Q): Quat {
  return [
    a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
    a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
    a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
    a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
  ];
}
export function conjugate(q: Q): Quat {
  return [-q[0], -q[1], -q[2], q[3]];
}
export function normalizeQuat(q: Q): Quat {
  const s = 1 / Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  return [q[0] * s, q[1] * s, q[2] * s, q[3] * s];
}
export function rotate(q: Q, v: V): Vec3 {
  const u: Vec3 = [q[0], q[1], q[2]];
  const t = scale(cross(u, v), 2);
  return add(add(v, scale(t, q[3])), cross(u, t));
}
/** The rotation by `angle` [rad] about `axis`, of any length but zero. */
export function axisAngle(axis: V, angle: number): Quat {
  const s = sin(angle / 2) / length(axis);
  return [axis[0] * s, axis[1] * s, axis[2] * s, cos(angle / 2)];
}

/** Transforms a point from the local frame of `pose` to the frame in which `pose` is given. */
export function transformPoint(pose: Pose, point: V): Vec3 {
  return add(pose.position, rotate(pose.orientation, point));
}
/** outer o inner: the pose in the outer frame of an object with pose `inner` in the frame of `outer`. */
export function composePoses(outer: Pose, inner: Pose): Pose {
  return {
    position: transformPoint(outer, inner.position),
    orientation: multiply(outer.orientation, inner.orientation),
  };
}
export function invertPose(pose: Pose): Pose {
  const orientation = conjugate(pose.orientation);
  return { position: rotate(orientation, scale(pose.position, -1)), orientation };
}

/** The vector, or below the quaternion, at column[k ..]. */
export function vectorAt(column: Float64Array, k: number): Vec3 {
  return [column[k], column[k + 1], column[k + 2]];
}
export function quatAt(column: Float64Array, k: number): Quat {
  return [column[k], column[k + 1], column[k + 2], column[k + 3]];
}
