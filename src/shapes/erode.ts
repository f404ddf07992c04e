// Shrinks convex shapes: removes the part within a depth of the surface, or all but a ball in the middle.

import { ConvexHull } from './convex-hull.js';
import type { PlacedShape } from './placed-shape.js';
import { BOX, CAPSULE, CYLINDER, HULL, SPHERE } from './shape-kinds.js';

/**
 * Moves the surface of a shape inward by a depth [m], but by at most half of the shape's half thickness. A hull is
 * scaled about the mean of its corners. By 'faces', every face moves inward by at least the depth, and far parts by
 * more. By 'corners', no corner moves by more than the depth. Shapes of other kinds are left unchanged.
 */
export function erode(shape: PlacedShape, depth: number, by: 'faces' | 'corners'): void {
  const { kind } = shape;
  if (kind === HULL && shape.hull !== null) erodeHull(shape, shape.hull, depth, by);
  else if (kind === SPHERE || kind === CAPSULE) shape.a -= Math.min(depth, 0.5 * shape.a);
  else if (kind === BOX || kind === CYLINDER) {
    const thinnest = kind === BOX ? Math.min(shape.a, shape.b, shape.c) : Math.min(shape.a, shape.b);
    const taken = Math.min(depth, 0.5 * thinnest);
    shape.a -= taken;
    shape.b -= taken;
    shape.c -= taken;
  }
}

/** Replaces a shape by a ball of the given radius [m] about its middle. */
export function takeMiddle(shape: PlacedShape, radius: number): void {
  if (shape.kind === HULL && shape.hull !== null) {
    const mean = meanOf(shape.hull);
    const { r } = shape;
    shape.x += r[0] * mean[0] + r[1] * mean[1] + r[2] * mean[2];
    shape.y += r[3] * mean[0] + r[4] * mean[1] + r[5] * mean[2];
    shape.z += r[6] * mean[0] + r[7] * mean[1] + r[8] * mean[2];
  }
  shape.kind = SPHERE;
  shape.hull = null;
  shape.a = radius;
}

function meanOf({ vertices }: ConvexHull): number[] {
  const mean = [0, 0, 0];
  for (let i = 0; i < vertices.length; i++) mean[i % 3] += vertices[i] / (vertices.length / 3);
  return mean;
}

/** Scales a hull about the mean of its corners, so that the nearest face or the farthest corner moves by the depth. */
function erodeHull(shape: PlacedShape, hull: ConvexHull, depth: number, by: 'faces' | 'corners'): void {
  const { vertices, facePlanes } = hull;
  const mean = meanOf(hull);
  const share = 1 - Math.min(depth / (by === 'faces' ? nearestFace(hull, mean) : farthestCorner(hull, mean)), 0.5);
  shape.hull = Object.assign(Object.create(ConvexHull.prototype), hull, {
    vertices: vertices.map((x, i) => mean[i % 3] + share * (x - mean[i % 3])),
    facePlanes: facePlanes.map((x, i) => {
      if (i % 4 !== 3) return x;
      const along = facePlanes[i - 3] * mean[0] + facePlanes[i - 2] * mean[1] + facePlanes[i - 1] * mean[2];
      return along + share * (x - along);
    }),
  });
}

function nearestFace({ facePlanes }: ConvexHull, mean: number[]): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < facePlanes.length; i += 4) {
    const along = facePlanes[i] * mean[0] + facePlanes[i + 1] * mean[1] + facePlanes[i + 2] * mean[2];
    nearest = Math.min(nearest, facePlanes[i + 3] - along);
  }
  return nearest;
}

function farthestCorner({ vertices }: ConvexHull, mean: number[]): number {
  let farthest = 0;
  for (let i = 0; i < vertices.length; i += 3) {
    let square = 0;
    for (let k = 0; k < 3; k++) square += (vertices[i + k] - mean[k]) * (vertices[i + k] - mean[k]);
    farthest = Math.max(farthest, square);
  }
  return Math.sqrt(farthest);
}
