// The kinds of shapes: their descriptors, their names in scene files, and their numbers in the shape table.

import type { Quat, Vec3 } from '../math/vector.js';

/** Pose of a shape in its body's frame, and its material. */
export interface ShapePlacement {
  /** Position of the shape's own origin in the body's frame [m]; default the body's origin. */
  position?: Readonly<Vec3>;
  /** Orientation of the shape in the body's frame, [x, y, z, w] [1]; default: no rotation. */
  orientation?: Readonly<Quat>;
  /** Name of the material; default the body's. */
  material?: string;
}

/** A ball about the shape's origin. */
export interface SphereDescriptor extends ShapePlacement {
  kind: 'sphere';
  /** Radius [m]. */
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
  /** Radius [m]. */
  radius: number;
  /** Length of the segment, without the round ends [m]. */
  length: number;
}
/** A solid right circular cylinder about the shape's y axis, centred on its origin. */
export interface CylinderDescriptor extends ShapePlacement {
  kind: 'cylinder';
  /** Radius [m]. */
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
/**
 * Everything below the plane y = 0 of the shape's frame. It has no mass, so only fixed and scripted bodies may have it.
 */
export interface HalfSpaceDescriptor extends ShapePlacement {
  kind: 'half-space';
}
/** A closed surface of triangles of any form. Several shapes may share one mesh. */
export interface MeshShapeDescriptor extends ShapePlacement {
  kind: 'mesh';
  /** Name of a mesh of the world. */
  mesh: string;
}

/** A surface of triangles, closed or open, or a heightfield. It has no mass, so only fixed bodies may have it. */
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

/** A bounded convex shape: these can be used in overlap queries and shape casts. */
export type ConvexDescriptor = Exclude<ShapeDescriptor, HalfSpaceDescriptor | MeshShapeDescriptor | SurfaceShapeDescriptor>;

export const SPHERE = 0;
export const BOX = 1;
export const CAPSULE = 2;
export const CYLINDER = 3;
export const HULL = 4;
export const HALF_SPACE = 5;
export const MESH = 6;
export const SURFACE = 7;

/** The names of the kinds, by number. */
export const SHAPE_KINDS = ['sphere', 'box', 'capsule', 'cylinder', 'hull', 'half-space', 'mesh', 'surface'] as const;

/** Whether a shape consists of triangles, so that it may have contacts at many places. */
export function isTriangulated(kind: number): boolean {
  return kind >= MESH;
}

/** Whether a shape's contacts can move over a curved surface. */
export function isRound(kind: number): boolean {
  return kind === SPHERE || kind === CAPSULE || kind === CYLINDER;
}
