// A single triangle as a convex shape: three corners and no faces, which is all that its support takes. Its origin is its first corner,
// which GJK begins at.

import type { TriangleMesh } from '../mesh/triangle-mesh.js';
import type { ConvexHull } from './convex-hull.js';
import { PlacedShape } from './placed-shape.js';
import { HULL } from './shape-kinds.js';

export function makeTriangle(): PlacedShape {
  const none = new Int32Array(0);
  const triangle = new PlacedShape();
  triangle.kind = HULL;
  triangle.hull = {
    vertices: new Float64Array(9),
    faceStart: none,
    faceVertices: none,
    facePlanes: new Float64Array(0),
    edges: none,
    neighbourStart: none,
    neighbours: none,
    faceCount: 0,
  } as ConvexHull;
  return triangle;
}

/** Places a triangle of a mesh that is itself placed. */
export function placeTriangle(
  placed: PlacedShape,
  { positions, triangles }: TriangleMesh,
  number: number,
  out: PlacedShape,
): void {
  const a = 3 * triangles[3 * number];
  const b = 3 * triangles[3 * number + 1];
  const c = 3 * triangles[3 * number + 2];
  const x = positions[a];
  const y = positions[a + 1];
  const z = positions[a + 2];
  const { r } = placed;
  const { vertices } = out.hull as ConvexHull;
  out.r.set(r);
  out.x = placed.x + r[0] * x + r[1] * y + r[2] * z;
  out.y = placed.y + r[3] * x + r[4] * y + r[5] * z;
  out.z = placed.z + r[6] * x + r[7] * y + r[8] * z;
  // The first corner stays at the origin.
  vertices[3] = positions[b] - x;
  vertices[4] = positions[b + 1] - y;
  vertices[5] = positions[b + 2] - z;
  vertices[6] = positions[c] - x;
  vertices[7] = positions[c + 1] - y;
  vertices[8] = positions[c + 2] - z;
}
