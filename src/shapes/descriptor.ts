// Converts a shape's descriptor to the shape placed in its body's frame.

import { ContactTree } from '../distance-field/contact-tree.js';
import { matrixOfQuat } from '../math/symmetric.js';
import { IDENTITY, normalizeQuat } from '../math/vector.js';
import { Surface } from '../mesh/surface.js';
import { ConvexHull } from './convex-hull.js';
import type { PlacedShape } from './placed-shape.js';
import type { ShapeDescriptor } from './shape-kinds.js';
import { BOX, CAPSULE, CYLINDER, HALF_SPACE, HULL, MESH, SPHERE, SURFACE } from './shape-kinds.js';

/**
 * Geometry beside the descriptor: the hull of its points, or the tree or surface that it names. Null for other kinds.
 */
export type ShapeGeometry = ConvexHull | ContactTree | Surface | null;

/** Fills `out` with the shape at its local pose. The geometry of a hull is built from its points unless it is given. */
export function placeShape(descriptor: ShapeDescriptor, out: PlacedShape, geometry: ShapeGeometry = null): void {
  [out.x, out.y, out.z] = descriptor.position ?? [0, 0, 0];
  out.r.set(matrixOfQuat(normalizeQuat(descriptor.orientation ?? IDENTITY)));
  out.a = out.b = out.c = 0;
  out.hull = null;
  out.tree = null;
  out.surface = null;
  switch (descriptor.kind) {
    case 'sphere':
      out.kind = SPHERE;
      out.a = descriptor.radius;
      break;
    case 'box':
      out.kind = BOX;
      out.a = descriptor.size[0] / 2;
      out.b = descriptor.size[1] / 2;
      out.c = descriptor.size[2] / 2;
      break;
    case 'capsule':
      out.kind = CAPSULE;
      out.a = descriptor.radius;
      out.b = descriptor.length / 2;
      break;
    case 'cylinder':
      out.kind = CYLINDER;
      out.a = descriptor.radius;
      out.b = descriptor.height / 2;
      break;
    case 'hull':
      out.kind = HULL;
      out.hull = geometry instanceof ConvexHull ? geometry : ConvexHull.fromPoints(descriptor.points);
      break;
    case 'half-space':
      out.kind = HALF_SPACE;
      break;
    case 'mesh':
      if (!(geometry instanceof ContactTree)) throw new Error(`mesh is "${descriptor.mesh}", but its tree must be given.`);
      out.kind = MESH;
      out.tree = geometry;
      break;
    case 'surface':
      if (!(geometry instanceof Surface)) throw new Error(`surface is "${descriptor.surface}", but it must be given.`);
      out.kind = SURFACE;
      out.surface = geometry;
      break;
  }
}
