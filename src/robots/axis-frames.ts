// Parts of joints made of the axes between two links: frames, and coordinates with their axes.

import type { CoordinateDescriptor } from '../joints/descriptors.js';
import type { JointKind } from '../joints/joint-kinds.js';
import { quatOfMatrix } from '../math/symmetric.js';
import type { Pose, Vec3 } from '../math/vector.js';
import { cross, dot, length, scale, subtract } from '../math/vector.js';
import type { Axis } from './link.js';

/** A joint, with its frame in the link's frame; the frames of both bodies coincide in the zero position. */
export interface JointOfAxes {
  readonly kind: JointKind;
  readonly frame: Pose;
  /** Coordinates by name, with the axis that each one represents, if it represents one. */
  readonly coordinates: readonly { readonly name: string; readonly laws: CoordinateDescriptor; readonly axis?: Axis }[];
  /** Description of what was lost, as the rest of a sentence. */
  readonly loss?: string;
}

export type Form = (axes: readonly Axis[]) => JointOfAxes | undefined;

/** Tolerance within which directions count as parallel [1] and lines as intersecting [m]. */
export const NEAR = 1e-6;

export function named(name: string, axis: Axis): JointOfAxes['coordinates'][number] {
  return { name, laws: axis.laws, axis };
}

export function areAcross(a: Axis, b: Axis): boolean {
  return Math.abs(dot(a.direction, b.direction)) < NEAR;
}

/** A frame with the given x axis. */
export function frameAbout(x: Readonly<Vec3>, position: Readonly<Vec3>): Pose {
  const size = x.map(Math.abs);
  // The axis of the link that is most perpendicular to x.
  const least = size.indexOf(Math.min(...size));
  const aside: Vec3 = [0, 0, 0];
  aside[least] = 1;
  return frameOf(x, aside, position);
}

/** A frame with the given x axis, whose y axis is the part of `towards` perpendicular to x. */
export function frameOf(x: Readonly<Vec3>, towards: Readonly<Vec3>, position: Readonly<Vec3>): Pose {
  const along = subtract(towards, scale(x, dot(towards, x)));
  const y = scale(along, 1 / length(along));
  const z = cross(x, y);
  return { position, orientation: quatOfMatrix([x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]]) };
}
