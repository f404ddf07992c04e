// The kinds of shape, once: their names in descriptors and scene files, and their numbers in the shape table.

import type { Quat, Vec3 } from '../math/vector.js';

/** Where a shape sits in its body's frame, and what it is made of. */
export interface ShapePlacement {
  /** Position of the shape's own origin in the body's frame [m]; default the body's origin. */
  position?: Readonly<Vec3>;
  /** Orientation of the shape in the body's frame, [x, y, z, w] [1]; default none. */
  orientation?: Readonly<Quat>;
  /** Name of the material; default the body's. */
  material?: string;
}

/** A ball about the shape's origin. */
export interface SphereDescriptor extends ShapePlacement {
  kind: 'sphere';
  /** [m] */
  radius: number;
}
/** A box centred on the shape's origin. */
export interface BoxDescriptor extends ShapePlacement {
  kind: 'box';
  /** Full edge lengths along the shape's x, y, z [m]. */
  size: Readonly<Vec3>;
}
/** All points within `radius` of a segment along the shape's y axis, centred on its origin. */
export interface CapsuleDescriptor extends ShapePlacement {
  kind: 'capsule';
  /** [m] */
  radius: number;
  /** Length of the segment, the round ends not counted [m]. */
  length: number;
}
/** A solid right circular cylinder about the shape's y axis, centred on its origin. */
export interface CylinderDescriptor extends ShapePlacement {
  kind: 'cylinder';
  /** [m] */
  radius: number;
  /** Full height along y [m]. */
  height: number;
}
/** The convex hull of a set of points. */
export interface HullDescriptor extends ShapePlacement {
  kind: 'hull';
  /** At least four points, not all in one plane [m]. */
  points: readonly Readonly<Vec3>[];
}
/** Everything below the plane y = 0 of the shape's frame; without mass, so for fixed and scripted bodies only. */
export interface HalfSpaceDescriptor extends ShapePlacement {
  kind: 'half-space';
}
/** A closed surface of triangles, of any form; several shapes share one mesh. */
export interface MeshShapeDescriptor extends ShapePlacement {
  kind: 'mesh';
  /** Name of a mesh of the world. */
  mesh: string;
}

/** A surface of triangles that need not be closed, or a heightfield; without mass, so for fixed bodies only. */
export interface SurfaceShapeDescriptor extends ShapePlacement {
  kind: 'surface';
  /** Name of a surface of the world. */
  surface: string;
}

export type ShapeDescriptor =
  | SphereDescriptor
  | BoxDescriptor
  | CapsuleDescriptor
  | CylinderDescriptor
  | HullDescriptor
  | HalfSpaceDescriptor
  | MeshShapeDescriptor
  | SurfaceShapeDescriptor;

/** A convex shape with an end: what queries lay over others, and send on a way. */
export type ConvexDescriptor = Exclude<ShapeDescriptor, HalfSpaceDescriptor | MeshShapeDescriptor | SurfaceShapeDescriptor>;

export const SPHERE = 0;
export const BOX = 1;
export const CAPSULE = 2;
export const CYLINDER = 3;
export const HULL = 4;
export const HALF_SPACE = 5;
export const MESH = 6;
export const SURFACE = 7;

/** Names by number. */
export const SHAPE_KINDS = ['sphere', 'box', 'capsule', 'cylinder', 'hull', 'half-space', 'mesh', 'surface'] as const;

/** Whether a shape is of many triangles, and its contacts of as many places. */
export function isTriangulated(kind: number): boolean {
  return kind >= MESH;
}

/** Whether a shape's contacts can wander over a curved surface. */
export function isRound(kind: number): boolean {
  return kind === SPHERE || kind === CAPSULE || kind === CYLINDER;
}
