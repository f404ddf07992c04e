// What a surface is to a mesh that meets it: at each point the distance of its nearest triangle, below 0 behind it, and the sides that push there.
// A ground pushes all that is below it. Of other surfaces the middle of the mesh says which side pushes (`about` of the placed surface), and what is
// farther behind than the mesh is thick is another part of it.

import { SurfaceDistance } from '../../distance-field/surface-distance.js';
import type { Surface } from '../../mesh/surface.js';
import type { PlacedShape } from '../../shapes/placed-shape.js';
import { findNear, isUnderground, NearTriangles } from '../surfaces/near-triangles.js';

/** Behind a surface, the way to its nearest point is along the normal of a face but for this: cosine [1]. */
const STRAIGHT = 0.999;
/** Normals closer than this are of one side: cosine [1]. */
const SAME_SIDE = 0.9999;
/** A point outside a triangle by less than this share of it is over it [1]. */
const OVER = 1e-9;

export class FieldOfSurface {
  readonly #nearest = new SurfaceDistance();
  readonly #near = new NearTriangles();
  /** Height over a triangle [m] and its normal [1]. */
  readonly #side = new Float64Array(4);

  /** Writes distance and unit gradient at a point of the surface's own frame to out[0 .. 3]. Returns whether the surface pushes there. */
  writeField(placed: PlacedShape, point: Float64Array, out: Float64Array): boolean {
    const surface = placed.surface as Surface;
    const nearest = this.#nearest;
    out[0] = Number.POSITIVE_INFINITY;
    nearest.find(surface, point, out);
    const distance = out[0];
    const isMiddleBehind = !surface.isGround && this.#heightOf(surface, nearest.triangle, placed.about) < 0;
    let isBehind = surface.isGround ? isUnderground(this.#near, surface, point) : nearest.isBehind;
    if (surface.isTwoSided && isMiddleBehind) isBehind = !isBehind;
    out[0] = isBehind ? -distance : distance;
    for (let k = 0; k < 3; k++) out[1 + k] = isBehind ? -nearest.normal[k] : nearest.normal[k];
    if (surface.isGround || !isBehind) return surface.isTwoSided || !isMiddleBehind;
    if (distance > placed.deepest || (isMiddleBehind && !surface.isTwoSided)) return false;
    // Beside a rim there is nothing to be behind of.
    this.#heightOf(surface, nearest.triangle, point);
    const { normal } = nearest;
    const side = this.#side;
    return Math.abs(side[1] * normal[0] + side[2] * normal[1] + side[3] * normal[2]) > STRAIGHT;
  }

  /**
   * Writes the sides that push at a point to out[0 ..], four numbers each: the nearest one, then faces that the point is over within `reach` [m], and
   * no more than `blur` [m] behind. Returns how many there are, `most` at the most.
   */
  writeSides(placed: PlacedShape, point: Float64Array, reach: number, blur: number, out: Float64Array, most: number): number {
    if (!this.writeField(placed, point, out)) return 0;
    const surface = placed.surface as Surface;
    if (out[0] > reach || out[0] < -blur) return 1;
    const near = this.#near;
    const side = this.#side;
    for (let k = 0; k < 3; k++) {
      near.box[k] = point[k] - reach - blur;
      near.box[3 + k] = point[k] + reach + blur;
    }
    findNear(near, surface);
    let count = 1;
    for (let i = 0; i < near.count && count < most; i++) {
      const sign = surface.isTwoSided && this.#heightOf(surface, near.list[i], placed.about) < 0 ? -1 : 1;
      if (sign * this.#heightOf(surface, near.list[i], point) > reach || sign * side[0] < -blur) continue;
      if (isKnown(out, count, side, sign) || !isOver(surface, near.list[i], point, side)) continue;
      for (let k = 0; k < 4; k++) out[4 * count + k] = sign * side[k];
      count++;
    }
    return count;
  }

  /** How far a point is above the plane of a triangle [m]; `side` has that and the normal. */
  #heightOf({ mesh: { positions: p, triangles } }: Surface, triangle: number, point: Float64Array): number {
    const a = 3 * triangles[3 * triangle];
    const b = 3 * triangles[3 * triangle + 1];
    const c = 3 * triangles[3 * triangle + 2];
    const side = this.#side;
    const ux = p[b] - p[a];
    const uy = p[b + 1] - p[a + 1];
    const uz = p[b + 2] - p[a + 2];
    const vx = p[c] - p[a];
    const vy = p[c + 1] - p[a + 1];
    const vz = p[c + 2] - p[a + 2];
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    const length = Math.sqrt(x * x + y * y + z * z);
    side[1] = x / length;
    side[2] = y / length;
    side[3] = z / length;
    side[0] = side[1] * (point[0] - p[a]) + side[2] * (point[1] - p[a + 1]) + side[3] * (point[2] - p[a + 2]);
    return side[0];
  }
}

/** Whether one of the first `count` sides has the normal. */
function isKnown(sides: Float64Array, count: number, side: Float64Array, sign: number): boolean {
  for (let i = 0; i < count; i++) {
    const k = 4 * i;
    if (sign * (sides[k + 1] * side[1] + sides[k + 2] * side[2] + sides[k + 3] * side[3]) > SAME_SIDE) return true;
  }
  return false;
}

/** Whether a point is over a triangle, seen along its normal: on the inner side of all its edges. */
function isOver(
  { mesh: { positions: p, triangles } }: Surface,
  triangle: number,
  point: Float64Array,
  side: Float64Array,
): boolean {
  for (let corner = 0; corner < 3; corner++) {
    const a = 3 * triangles[3 * triangle + corner];
    const b = 3 * triangles[3 * triangle + ((corner + 1) % 3)];
    const ux = p[b] - p[a];
    const uy = p[b + 1] - p[a + 1];
    const uz = p[b + 2] - p[a + 2];
    const vx = point[0] - p[a];
    const vy = point[1] - p[a + 1];
    const vz = point[2] - p[a + 2];
    const inner = side[1] * (uy * vz - uz * vy) + side[2] * (uz * vx - ux * vz) + side[3] * (ux * vy - uy * vx);
    if (inner < -OVER * (ux * ux + uy * uy + uz * uz)) return false;
  }
  return true;
}
