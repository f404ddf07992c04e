// What joints are made of from the axes between two links: frames, and coordinates with the axes that they are.

import type { CoordinateDescriptor } from '../joints/descriptors.js';
import type { JointKind } from '../joints/joint-kinds.js';
import { quatOfMatrix } from '../math/symmetric.js';
import type { Pose, Vec3 } from '../math/vector.js';
import { cross, dot, length, scale, subtract } from '../math/vector.js';
import type { Axis } from './link.js';

/** A joint, with the frame that both bodies have in the zero position, in the link's frame. */
export interface JointOfAxes {
  readonly kind: JointKind;
  readonly frame: Pose;
  /** Coordinates by name, and the axis that each of them is, where it is one. */
  readonly coordinates: readonly { readonly name: string; readonly laws: CoordinateDescriptor; readonly axis?: Axis }[];
  /** What could not be kept, as the rest of a sentence. */
  readonly loss?: string;
}

export type Form = (axes: readonly Axis[]) => JointOfAxes | undefined;

/** Directions count as parallel, lines as meeting, within so much [1], [m]. */
export const NEAR = 1e-6;

export function named(name: string, axis: Axis): JointOfAxes['coordinates'][number] {
  return { name, laws: axis.laws, axis };
}

export function areAcross(a: Axis, b: Axis): boolean {
  return Math.abs(dot(a.direction, b.direction)) < NEAR;
}

/** A frame of which x is known. */
export function frameAbout(x: Readonly<Vec3>, position: Readonly<Vec3>): Pose {
  const size = x.map(Math.abs);
  // The axis of the link that is most across x.
  const least = size.indexOf(Math.min(...size));
  const aside: Vec3 = [0, 0, 0];
  aside[least] = 1;
  return frameOf(x, aside, position);
}

/** A frame of which x is known, and y as far as it is across x. */
export function frameOf(x: Readonly<Vec3>, towards: Readonly<Vec3>, position: Readonly<Vec3>): Pose {
  const along = subtract(towards, scale(x, dot(towards, x)));
  const y = scale(along, 1 / length(along));
  const z = cross(x, y);
  return { position, orientation: quatOfMatrix([x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]]) };
}
