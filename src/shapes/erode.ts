// What is left of a convex shape without what is within a depth of its surface.

import type { ConvexHull } from './convex-hull.js';
import type { PlacedShape } from './placed-shape.js';
import { BOX, CAPSULE, CYLINDER, HULL, SPHERE } from './shape-kinds.js';

/**
 * Takes away what is within a depth [m] of a shape's surface; false where nothing is left. Of a hull a ball about its
 * middle is left, and of what has no end all.
 */
export function erode(shape: PlacedShape, depth: number): boolean {
  const { kind } = shape;
  if (kind === HULL && shape.hull !== null) takeInnerBall(shape, shape.hull);
  if (shape.kind === SPHERE || kind === CAPSULE) shape.a -= depth;
  else if (kind === BOX || kind === CYLINDER) {
    shape.a -= depth;
    shape.b -= depth;
    shape.c -= depth;
  }
  if (kind === BOX) return Math.min(shape.a, shape.b, shape.c) > 0;
  if (kind === CYLINDER) return Math.min(shape.a, shape.b) > 0;
  return shape.kind === SPHERE || kind === CAPSULE ? shape.a > 0 : true;
}

/** The largest ball about the mean of a hull's corners. */
function takeInnerBall(shape: PlacedShape, { vertices, facePlanes }: ConvexHull): void {
  const count = vertices.length / 3;
  let [x, y, z] = [0, 0, 0];
  for (let i = 0; i < vertices.length; i += 3) {
    x += vertices[i] / count;
    y += vertices[i + 1] / count;
    z += vertices[i + 2] / count;
  }
  let radius = Number.POSITIVE_INFINITY;
  for (let i = 0; i < facePlanes.length; i += 4) {
    const gap = facePlanes[i + 3] - facePlanes[i] * x - facePlanes[i + 1] * y - facePlanes[i + 2] * z;
    radius = Math.min(radius, gap);
  }
  const { r } = shape;
  shape.x += r[0] * x + r[1] * y + r[2] * z;
  shape.y += r[3] * x + r[4] * y + r[5] * z;
  shape.z += r[6] * x + r[7] * y + r[8] * z;
  shape.kind = SPHERE;
  shape.hull = null;
  shape.a = radius;
}
