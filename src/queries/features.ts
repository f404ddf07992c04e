// Finds the feature of a shape at a point of its surface: a face, an edge or a vertex, encoded in one number. Faces are
// numbered from 0, edges from FIRST_EDGE, vertices from FIRST_VERTEX.
//
// box         faces -x, +x, -y, +y, -z, +z; edges 4 k + i along axis k, where bits 0 and 1 of i are the sides of the
//             next two axes; vertices by their sides of x, y, z in bits 0, 1, 2
// sphere      face 0
// capsule     faces side, lower end, upper end
// cylinder    faces side, bottom, top; edges bottom rim, top rim
// hull        faces, edges and vertices in the order of ConvexHull
// half-space  face 0
// mesh, surface  faces are triangles; edge 3 t + i starts at corner i of triangle t; vertices are those of the mesh

import { closestOnTriangle } from '../distance-field/mesh-distance.js';
import { EDGE_FEATURE, FACE_FEATURE } from '../distance-field/pseudonormals.js';
import type { TriangleMesh } from '../mesh/triangle-mesh.js';
import type { ConvexHull } from '../shapes/convex-hull.js';
import { bringPoint } from '../shapes/frames.js';
import type { PlacedShape } from '../shapes/placed-shape.js';
import { BOX, CAPSULE, CYLINDER, HULL } from '../shapes/shape-kinds.js';
import { NO_FEATURE } from './hits.js';

export const FIRST_EDGE = 1 << 28;
export const FIRST_VERTEX = 1 << 29;

/** A feature of a shape. */
export interface Feature {
  readonly kind: 'face' | 'edge' | 'vertex';
  /** Index among the features of this kind; see docs/queries.md. */
  readonly index: number;
}

/** Decodes the number of a feature, as in `Hits.feature`; undefined for none. */
export function featureOf(number: number): Feature | undefined {
  if (number === NO_FEATURE) return undefined;
  if (number >= FIRST_VERTEX) return { kind: 'vertex', index: number - FIRST_VERTEX };
  if (number >= FIRST_EDGE) return { kind: 'edge', index: number - FIRST_EDGE };
  return { kind: 'face', index: number };
}

/** Workspace of the search for features. */
export class FeatureSearch {
  /** Distance within which a point counts as on an edge [m]. */
  readonly near = new Float64Array(1);
  readonly point = new Float64Array(3);
  readonly closest = new Float64Array(3);
  readonly corners = new Float64Array(9);
}

/** The feature of a convex shape at at[k ..], a point of its surface in the world's frame. */
export function featureAt(shape: PlacedShape, at: Float64Array, k: number, search: FeatureSearch): number {
  const { point: p } = search;
  const tolerance = search.near[0];
  bringPoint(shape, at, k, p);
  switch (shape.kind) {
    case BOX:
      return featureOfBox(shape, search);
    case CAPSULE:
      return Math.abs(p[1]) <= shape.b ? 0 : p[1] < 0 ? 1 : 2;
    case CYLINDER: {
      const isAtSide = Math.sqrt(p[0] * p[0] + p[2] * p[2]) >= shape.a - tolerance;
      const isAtCap = Math.abs(p[1]) >= shape.b - tolerance;
      if (isAtSide && isAtCap) return FIRST_EDGE + (p[1] < 0 ? 0 : 1);
      return isAtCap ? (p[1] < 0 ? 1 : 2) : 0;
    }
    case HULL:
      return shape.hull === null ? NO_FEATURE : featureOfHull(shape.hull, search);
    default:
      return 0;
  }
}

function featureOfBox({ a, b, c }: PlacedShape, { point: p, near }: FeatureSearch): number {
  const tolerance = near[0];
  let sides = 0;
  let axes = 0;
  let count = 0;
  for (let axis = 0; axis < 3; axis++) {
    const half = axis === 0 ? a : axis === 1 ? b : c;
    if (Math.abs(p[axis]) < half - tolerance) continue;
    axes |= 1 << axis;
    count++;
  }
  for (let axis = 0; axis < 3; axis++) if (p[axis] > 0) sides |= 1 << axis;
  if (count === 3) return FIRST_VERTEX + sides;
  if (count === 2) {
    const along = axes === 6 ? 0 : axes === 5 ? 1 : 2;
    const first = (sides >> ((along + 1) % 3)) & 1;
    const second = (sides >> ((along + 2) % 3)) & 1;
    return FIRST_EDGE + 4 * along + first + 2 * second;
  }
  const axis = axes === 4 ? 2 : axes === 2 ? 1 : 0;
  return 2 * axis + ((sides >> axis) & 1);
}

function featureOfHull(hull: ConvexHull, { point: p, near }: FeatureSearch): number {
  const tolerance = near[0];
  const { facePlanes: planes, faceCount, edges, vertices } = hull;
  let count = 0;
  let first = -1;
  let second = -1;
  let highest = 0;
  let height = Number.NEGATIVE_INFINITY;
  for (let f = 0; f < faceCount; f++) {
    const above = planes[4 * f] * p[0] + planes[4 * f + 1] * p[1] + planes[4 * f + 2] * p[2] - planes[4 * f + 3];
    if (above > height) {
      height = above;
      highest = f;
    }
    if (above < -tolerance) continue;
    if (count === 0) first = f;
    else if (count === 1) second = f;
    count++;
  }
  if (count < 2) return highest;
  if (count === 2) {
    for (let e = 0; e < edges.length; e += 4) {
      if (edges[e + 2] === first && edges[e + 3] === second) return FIRST_EDGE + e / 4;
      if (edges[e + 2] === second && edges[e + 3] === first) return FIRST_EDGE + e / 4;
    }
    return highest;
  }
  let nearest = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let v = 0; v < vertices.length; v += 3) {
    const x = vertices[v] - p[0];
    const y = vertices[v + 1] - p[1];
    const z = vertices[v + 2] - p[2];
    const square = x * x + y * y + z * z;
    if (square >= least) continue;
    least = square;
    nearest = v / 3;
  }
  return FIRST_VERTEX + nearest;
}

/** The feature of a mesh at `p`, a point of one of its triangles, in the mesh's frame. */
export function featureOfTriangle(
  mesh: TriangleMesh,
  triangle: number,
  p: Float64Array,
  { corners, closest, near }: FeatureSearch,
): number {
  const tolerance = near[0];
  const { positions, triangles } = mesh;
  const a = 3 * triangles[3 * triangle];
  for (let i = 0; i < 3; i++) {
    const v = 3 * triangles[3 * triangle + i];
    for (let k = 0; k < 3; k++) corners[3 * i + k] = positions[v + k] - (i === 0 ? 0 : positions[a + k]);
  }
  const own = closestOnTriangle(corners, 0, p, closest);
  if (own < EDGE_FEATURE) return FIRST_VERTEX + triangles[3 * triangle + own];
  for (let i = 0; i < 3; i++) {
    const v = 3 * triangles[3 * triangle + i];
    const x = p[0] - positions[v];
    const y = p[1] - positions[v + 1];
    const z = p[2] - positions[v + 2];
    if (x * x + y * y + z * z <= tolerance * tolerance) return FIRST_VERTEX + v / 3;
  }
  if (own < FACE_FEATURE) return FIRST_EDGE + 3 * triangle + (own - EDGE_FEATURE);
  for (let i = 0; i < 3; i++) {
    const v = 3 * triangles[3 * triangle + i];
    const w = 3 * triangles[3 * triangle + (i === 2 ? 0 : i + 1)];
    if (squareToLine(positions, v, w, p) <= tolerance * tolerance) return FIRST_EDGE + 3 * triangle + i;
  }
  return triangle;
}

function squareToLine(positions: Float64Array, v: number, w: number, p: Float64Array): number {
  const ux = positions[w] - positions[v];
  const uy = positions[w + 1] - positions[v + 1];
  const uz = positions[w + 2] - positions[v + 2];
  const x = p[0] - positions[v];
  const y = p[1] - positions[v + 1];
  const z = p[2] - positions[v + 2];
  const along = (ux * x + uy * y + uz * z) / (ux * ux + uy * uy + uz * uz);
  const dx = x - along * ux;
  const dy = y - along * uy;
  const dz = z - along * uz;
  return dx * dx + dy * dy + dz * dz;
}
