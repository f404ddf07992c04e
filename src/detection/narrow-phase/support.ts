// Support points of the cores of the shapes: the point of a core that is farthest along a direction.
//
// A round shape is its core swept by a ball: the core of a sphere is its centre, that of a capsule its segment. All other shapes
// are their own cores. Directions travel in arrays, not as arguments: a number passed to a function that is not inlined would
// cost an allocation.

import type { ConvexHull } from '../../shapes/convex-hull.js';
import type { PlacedShape } from '../../shapes/placed-shape.js';
import { BOX, CAPSULE, CYLINDER, HULL, SPHERE } from '../../shapes/shape-kinds.js';

/** Above this many corners a hull's support is climbed to from neighbour to neighbour; below, all corners are looked at. */
const CLIMB_FROM = 40;

/** Radius of the ball that sweeps the core into the shape [m]. */
export function coreRadius(shape: PlacedShape): number {
  return shape.kind === SPHERE || shape.kind === CAPSULE ? shape.a : 0;
}

/** Index of the corner of `hull` farthest along a direction of the hull's own frame. */
function hullSupport(hull: ConvexHull, x: number, y: number, z: number): number {
  const v = hull.vertices;
  let best = 0;
  let height = v[0] * x + v[1] * y + v[2] * z;
  if (v.length <= 3 * CLIMB_FROM) {
    for (let i = 3; i < v.length; i += 3) {
      const h = v[i] * x + v[i + 1] * y + v[i + 2] * z;
      if (h > height) {
        height = h;
        best = i;
      }
    }
    return best / 3;
  }
  for (;;) {
    let next = best;
    for (let k = hull.neighbourStart[best]; k < hull.neighbourStart[best + 1]; k++) {
      const i = 3 * hull.neighbours[k];
      const h = v[i] * x + v[i + 1] * y + v[i + 2] * z;
      if (h > height) {
        height = h;
        next = hull.neighbours[k];
      }
    }
    if (next === best) return best;
    best = next;
  }
}

/** Index of the corner of the placed hull farthest along `sign * direction` of the working frame. */
export function hullCorner(shape: PlacedShape, hull: ConvexHull, direction: Float64Array, sign: number): number {
  const r = shape.r;
  const dx = sign * direction[0];
  const dy = sign * direction[1];
  const dz = sign * direction[2];
  return hullSupport(
    hull,
    r[0] * dx + r[3] * dy + r[6] * dz,
    r[1] * dx + r[4] * dy + r[7] * dz,
    r[2] * dx + r[5] * dy + r[8] * dz,
  );
}

/**
 * Writes the point of the core farthest along `sign * direction` (any length but zero) to out[at], out[at + 1], out[at + 2] [m].
 */
export function coreSupport(shape: PlacedShape, direction: Float64Array, sign: number, out: Float64Array, at: number): void {
  const r = shape.r;
  const dx = sign * direction[0];
  const dy = sign * direction[1];
  const dz = sign * direction[2];
  let x = 0;
  let y = 0;
  let z = 0;
  switch (shape.kind) {
    case BOX:
      x = r[0] * dx + r[3] * dy + r[6] * dz < 0 ? -shape.a : shape.a;
      y = r[1] * dx + r[4] * dy + r[7] * dz < 0 ? -shape.b : shape.b;
      z = r[2] * dx + r[5] * dy + r[8] * dz < 0 ? -shape.c : shape.c;
      break;
    case CAPSULE:
      y = r[1] * dx + r[4] * dy + r[7] * dz < 0 ? -shape.b : shape.b;
      break;
    case CYLINDER: {
      const lx = r[0] * dx + r[3] * dy + r[6] * dz;
      const lz = r[2] * dx + r[5] * dy + r[8] * dz;
      y = r[1] * dx + r[4] * dy + r[7] * dz < 0 ? -shape.b : shape.b;
      const radial = Math.sqrt(lx * lx + lz * lz);
      if (radial > 0) {
        x = (shape.a * lx) / radial;
        z = (shape.a * lz) / radial;
      }
      break;
    }
    case HULL: {
      const hull = shape.hull;
      if (hull === null) break;
      const i = 3 * hullCorner(shape, hull, direction, sign);
      x = hull.vertices[i];
      y = hull.vertices[i + 1];
      z = hull.vertices[i + 2];
      break;
    }
  }
  out[at] = shape.x + r[0] * x + r[1] * y + r[2] * z;
  out[at + 1] = shape.y + r[3] * x + r[4] * y + r[5] * z;
  out[at + 2] = shape.z + r[6] * x + r[7] * y + r[8] * z;
}
