// What is left of a convex shape without what is within a depth of its surface.

import { ConvexHull } from './convex-hull.js';
import type { PlacedShape } from './placed-shape.js';
import { BOX, CAPSULE, CYLINDER, HULL, SPHERE } from './shape-kinds.js';

/**
 * Takes away what is within a depth [m] of a shape's surface, but no more than half of what there is at its thinnest. A
 * hull is made smaller about the mean of its corners, which takes more away where it is long. What has no end stays.
 */
export function erode(shape: PlacedShape, depth: number): void {
  const { kind } = shape;
  if (kind === HULL && shape.hull !== null) erodeHull(shape, shape.hull, depth);
  else if (kind === SPHERE || kind === CAPSULE) shape.a -= Math.min(depth, 0.5 * shape.a);
  else if (kind === BOX || kind === CYLINDER) {
    const thinnest = kind === BOX ? Math.min(shape.a, shape.b, shape.c) : Math.min(shape.a, shape.b);
    const taken = Math.min(depth, 0.5 * thinnest);
    shape.a -= taken;
    shape.b -= taken;
    shape.c -= taken;
  }
}

/** Of a shape a ball about its middle is left, of a radius [m]. */
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

/** Every face comes nearer to the mean of the corners by the depth at least, and by the same share. */
function erodeHull(shape: PlacedShape, hull: ConvexHull, depth: number): void {
  const { vertices, facePlanes } = hull;
  const mean = meanOf(hull);
  let nearest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < facePlanes.length; i += 4) {
    const along = facePlanes[i] * mean[0] + facePlanes[i + 1] * mean[1] + facePlanes[i + 2] * mean[2];
    nearest = Math.min(nearest, facePlanes[i + 3] - along);
  }
  const share = 1 - Math.min(depth / nearest, 0.5);
  shape.hull = Object.assign(Object.create(ConvexHull.prototype), hull, {
    vertices: vertices.map((x, i) => mean[i % 3] + share * (x - mean[i % 3])),
    facePlanes: facePlanes.map((x, i) => {
      if (i % 4 !== 3) return x;
      const along = facePlanes[i - 3] * mean[0] + facePlanes[i - 2] * mean[1] + facePlanes[i - 1] * mean[2];
      return along + share * (x - along);
    }),
  });
}
