// A single triangle as a convex shape, for tests of meshes and surfaces: three corners and no faces, as the support
// function needs no more. Its origin is its first corner, where GJK starts.

import type { ContactTree } from '../distance-field/contact-tree.js';
import type { TriangleMesh } from '../mesh/triangle-mesh.js';
import type { TriangleHierarchy } from '../mesh/triangle-tree.js';
import type { ConvexHull } from './convex-hull.js';
import { PlacedShape } from './placed-shape.js';
import { HULL } from './shape-kinds.js';

/** The triangles of a placed mesh or surface. */
export function trianglesOf({ surface, tree }: PlacedShape): TriangleHierarchy {
  return surface ?? (tree as ContactTree).exact;
}

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

/** A triangle with two faces, front and back, and the edges between them, which contact generation needs. */
export function makeFacedTriangle(): PlacedShape {
  const triangle = makeTriangle();
  triangle.hull = {
    ...triangle.hull,
    faceStart: Int32Array.of(0, 3, 6),
    faceVertices: Int32Array.of(0, 1, 2, 0, 2, 1),
    facePlanes: new Float64Array(8),
    edges: Int32Array.of(0, 1, 0, 1, 1, 2, 0, 1, 2, 0, 0, 1),
    neighbourStart: Int32Array.of(0, 2, 4, 6),
    neighbours: Int32Array.of(1, 2, 0, 2, 0, 1),
    faceCount: 2,
  } as ConvexHull;
  return triangle;
}

/** Sets the face planes of a placed triangle. They pass through its first corner, which is its origin. */
export function setFaces({ hull }: PlacedShape): void {
  const { vertices: v, facePlanes: planes } = hull as ConvexHull;
  const x = v[4] * v[8] - v[5] * v[7];
  const y = v[5] * v[6] - v[3] * v[8];
  const z = v[3] * v[7] - v[4] * v[6];
  const inverse = 1 / Math.sqrt(x * x + y * y + z * z);
  planes[0] = x * inverse;
  planes[1] = y * inverse;
  planes[2] = z * inverse;
  for (let k = 0; k < 3; k++) planes[4 + k] = -planes[k];
}

/** Places a triangle of a placed mesh. */
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
