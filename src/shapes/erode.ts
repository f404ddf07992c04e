// Shrinks convex shapes: moves their faces or their corners inward, or leaves only a ball in the middle.

import type { Vec3 } from '../math/vector.js';
import { add, dot, scale, vectorAt } from '../math/vector.js';
import { ConvexHull } from './convex-hull.js';
import type { PlacedShape } from './placed-shape.js';
import { BOX, CAPSULE, CYLINDER, HULL, SPHERE } from './shape-kinds.js';

/** Corners move inward by at most this share of the half thickness of their shape [1]. */
const MOST_OF_CORNERS = 0.5;

/**
 * Gives a shape the size of another one of its kind whose faces have all moved inward by a depth [m], which is less than its
 * half thickness. Corners move by more. What is not convex keeps its size.
 */
export function erode(shape: PlacedShape, { kind, a, b, c, hull }: PlacedShape, depth: number): void {
  if (kind === HULL && hull !== null) shape.hull = withFacesMoved(hull, depth);
  else if (kind === SPHERE || kind === CAPSULE) shape.a = a - depth;
  else if (kind === BOX || kind === CYLINDER) {
    shape.a = a - depth;
    shape.b = b - depth;
    shape.c = c - depth;
  }
}

/**
 * Moves the surface of a shape inward by a depth [m], but by at most half of the shape's half thickness. A hull is
 * scaled about the mean of its corners, so that none of them moves by more. What is not convex stays as it is.
 */
export function drawIn(shape: PlacedShape, depth: number): void {
  const { kind, hull, a, b, c } = shape;
  if (kind === HULL && hull !== null) shape.hull = withCornersMoved(hull, depth);
  else if (kind === SPHERE || kind === CAPSULE) erode(shape, shape, Math.min(depth, MOST_OF_CORNERS * a));
  else if (kind === BOX) erode(shape, shape, Math.min(depth, MOST_OF_CORNERS * Math.min(a, b, c)));
  else if (kind === CYLINDER) erode(shape, shape, Math.min(depth, MOST_OF_CORNERS * Math.min(a, b)));
}

/** Replaces a shape by a ball of the given radius [m] about the middle of another one, which is at the same place. */
export function takeMiddle(shape: PlacedShape, { hull }: PlacedShape, radius: number): void {
  if (hull !== null) {
    const { r } = shape;
    const mean = meanOf(hull);
    shape.x += r[0] * mean[0] + r[1] * mean[1] + r[2] * mean[2];
    shape.y += r[3] * mean[0] + r[4] * mean[1] + r[5] * mean[2];
    shape.z += r[6] * mean[0] + r[7] * mean[1] + r[8] * mean[2];
  }
  shape.kind = SPHERE;
  shape.hull = null;
  shape.a = radius;
}

function meanOf({ vertices }: ConvexHull): Vec3 {
  const mean: Vec3 = [0, 0, 0];
  for (let i = 0; i < vertices.length; i++) mean[i % 3] += vertices[i] / (vertices.length / 3);
  return mean;
}

/**
 * The hull of what is deeper in a hull than a depth [m]. A thin plate stays as wide as it is. Seen from the mean of the
 * corners, a face in the plane n.x = d is the point n/d of the polar dual, whose faces in turn are the corners looked for.
 */
function withFacesMoved(hull: ConvexHull, depth: number): ConvexHull {
  const mean = meanOf(hull);
  const dual = ConvexHull.fromPoints(planesOf(hull).map(({ normal, d }) => scale(normal, 1 / (d - dot(normal, mean) - depth))));
  const corners = planesOf(dual).map(({ normal, d }) => add(mean, scale(normal, 1 / d)));
  return ConvexHull.fromPoints(corners);
}

function planesOf({ facePlanes, faceCount }: ConvexHull): { normal: Vec3; d: number }[] {
  return Array.from({ length: faceCount }, (_, f) => ({ normal: vectorAt(facePlanes, 4 * f), d: facePlanes[4 * f + 3] }));
}

/** Scales a hull about the mean of its corners, so that the farthest corner moves by the depth [m], but by half at most. */
function withCornersMoved(hull: ConvexHull, depth: number): ConvexHull {
  const { vertices, facePlanes } = hull;
  const mean = meanOf(hull);
  const share = 1 - Math.min(depth / farthestCorner(hull, mean), MOST_OF_CORNERS);
  return Object.assign(Object.create(ConvexHull.prototype), hull, {
    vertices: vertices.map((x, i) => mean[i % 3] + share * (x - mean[i % 3])),
    facePlanes: facePlanes.map((x, i) => {
      if (i % 4 !== 3) return x;
      const along = dot(vectorAt(facePlanes, i - 3), mean);
      return along + share * (x - along);
    }),
  });
}

function farthestCorner({ vertices }: ConvexHull, mean: Vec3): number {
  let farthest = 0;
  for (let i = 0; i < vertices.length; i += 3) {
    let square = 0;
    for (let k = 0; k < 3; k++) square += (vertices[i + k] - mean[k]) * (vertices[i + k] - mean[k]);
    farthest = Math.max(farthest, square);
  }
  return Math.sqrt(farthest);
}
