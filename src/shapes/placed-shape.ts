// A shape placed in some frame, the operand of all geometric tests of detection and queries.
//
// Two instances are filled from the shape table for each pair and reused for the next pair, so that nothing is
// allocated.

import type { ContactTree } from '../distance-field/contact-tree.js';
import type { Surface } from '../mesh/surface.js';
import type { ConvexHull } from './convex-hull.js';

export class PlacedShape {
  /** One of the numbers of shape-kinds.ts. */
  kind = 0;
  /** The shape's origin in the working frame [m]. */
  x = 0;
  y = 0;
  z = 0;
  /** Rotation from the shape's frame to the working frame, row major [1]. */
  readonly r = new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  /**
   * Sphere: a = radius. Box: a, b, c = half extents. Capsule: a = radius, b = half length of its segment. Cylinder: a = radius,
   * b = half height. Hull, half-space, mesh and surface: unused. [m]
   */
  a = 0;
  b = 0;
  c = 0;
  /** The geometry of a hull, null for every other kind. */
  hull: ConvexHull | null = null;
  /** The surface and distance field of a mesh, null for every other kind. */
  tree: ContactTree | null = null;
  /** The triangles of a surface, null for every other kind. */
  surface: Surface | null = null;
  /** For a surface tested against a mesh: the mesh's centre in its frame, and how far behind it the mesh can be [m]. */
  readonly about = new Float64Array(3);
  deepest = 0;
}

/** Gives a shape the kind, the size and the geometry of another one; it stays where it is. */
export function takeForm(shape: PlacedShape, { kind, a, b, c, hull, tree, surface }: PlacedShape): void {
  shape.kind = kind;
  shape.a = a;
  shape.b = b;
  shape.c = c;
  shape.hull = hull;
  shape.tree = tree;
  shape.surface = surface;
}
