// Finds when a convex shape that moves along a line first hits another one: GJK ray cast (van den Bergen 2004).
// Simplices in the Minkowski difference are refined as for the distance of the shapes. A support plane that separates
// the two lets the moving shape advance up to it, and the simplex moves with it. For polyhedra the result is exact
// after finitely many planes; for other shapes it converges as their distance does. Round shapes are treated as a core
// and a radius, as elsewhere.

import {
  addCorner,
  CoreSearch,
  isRepeated,
  nearestOfTriangle,
  reduceSimplex,
  takeNearest,
} from '../detection/narrow-phase/gjk.js';
import { coreRadius } from '../detection/narrow-phase/support.js';
import type { PlacedShape } from '../shapes/placed-shape.js';
import { ENTERED, INSIDE, MISSED } from './ray-on-shape.js';

const MOST_PLANES = 128;

export class SweptPair {
  readonly search = new CoreSearch();
  /** Longest distance that A may move, and the gap to B at which A counts as hitting it [m]. */
  readonly limits = new Float64Array(2);
  /** Radii of A and B around their cores [m]. */
  readonly radius = new Float64Array(2);
  /** Length of the current advance of A [m]. */
  readonly step = new Float64Array(1);
  /** Copy of a simplex and of its points on A [m]. */
  readonly corners = new Float64Array(24);
  /** The hit: distance [m], outward unit normal of B [1], point on the surface of B [m]. */
  readonly met = new Float64Array(7);
}

/**
 * Moves A along the unit direction ray[3 .. 5] until it hits B within `limits`, and leaves A where it has come to.
 * Returns INSIDE if the two overlap at the start; `met` is not valid then.
 */
export function sweep(
  { search, limits, met, step, corners, radius }: SweptPair,
  a: PlacedShape,
  b: PlacedShape,
  ray: Float64Array,
): number {
  const limit = limits[0];
  const tolerance = limits[1];
  const { simplex, separation: v } = search;
  putRadius(a, radius, 0);
  putRadius(b, radius, 1);
  const radii = radius[0] + radius[1];
  begin(search, a, b);
  let gone = 0;
  met[0] = 0;
  for (let plane = 0; plane < MOST_PLANES; plane++) {
    const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    if (!(length > tolerance) || length < radii - tolerance) return gone > 0 ? finish(search, met, radius) : INSIDE;
    for (let k = 0; k < 3; k++) search.direction[k] = -v[k];
    const last = search.count;
    addCorner(search, a, b, last);
    const w = 3 * last;
    const bound = (v[0] * simplex[w] + v[1] * simplex[w + 1] + v[2] * simplex[w + 2]) / length;
    const room = bound - radii;
    const closing = -(v[0] * ray[3] + v[1] * ray[4] + v[2] * ray[5]) / length;
    // A does not approach the plane, which separates the two shapes or touches both.
    if (room >= -tolerance && closing <= 0 && (room > 0 || length - radii <= tolerance)) return MISSED;
    const isNew = !isRepeated(simplex, last);
    const isMet = length - radii <= tolerance || (room <= 0 && !isNew);
    if (isMet || room > 0) for (let k = 0; k < 3; k++) met[1 + k] = v[k] / length;
    if (isMet) return finish(search, met, radius);
    if (room > 0) {
      step[0] = room / closing;
      gone += step[0];
      met[0] = gone;
      if (!(gone <= limit)) return MISSED;
      shift(search, a, ray, step, last + 1);
    }
    if (!reduce(search, isNew ? last + 1 : last)) {
      if (gone === 0) return INSIDE;
      nearestFace(search, corners);
      return finish(search, met, radius);
    }
  }
  return finish(search, met, radius);
}

function putRadius(shape: PlacedShape, out: Float64Array, k: number): void {
  out[k] = coreRadius(shape);
}

function begin(search: CoreSearch, a: PlacedShape, b: PlacedShape): void {
  const { direction } = search;
  direction[0] = b.x - a.x;
  direction[1] = b.y - a.y;
  direction[2] = b.z - a.z;
  if (direction[0] === 0 && direction[1] === 0 && direction[2] === 0) direction[0] = 1;
  addCorner(search, a, b, 0);
  search.extent = 0;
  reduce(search, 1);
}

/** Advances A, and with it the simplex. */
function shift(search: CoreSearch, a: PlacedShape, ray: Float64Array, step: Float64Array, count: number): void {
  const by = step[0];
  const { simplex, simplexA, witnessA, separation } = search;
  for (let k = 0; k < 3; k++) {
    witnessA[k] += by * ray[3 + k];
    separation[k] += by * ray[3 + k];
  }
  a.x += by * ray[3];
  a.y += by * ray[4];
  a.z += by * ray[5];
  for (let i = 0; i < 3 * count; i += 3) {
    for (let k = 0; k < 3; k++) {
      simplex[i + k] += by * ray[3 + k];
      simplexA[i + k] += by * ray[3 + k];
    }
  }
}

/** Finds the point of the simplex nearest to the origin. Returns false if the origin is inside the simplex. */
function reduce(search: CoreSearch, count: number): boolean {
  const { simplex, nearest, weights } = search;
  for (let i = 0; i < count; i++) {
    const k = 3 * i;
    const square = simplex[k] * simplex[k] + simplex[k + 1] * simplex[k + 1] + simplex[k + 2] * simplex[k + 2];
    if (square > search.extent) search.extent = square;
  }
  if (count > 1) {
    if (!reduceSimplex(search, count)) return false;
  } else {
    for (let k = 0; k < 3; k++) nearest[k] = simplex[k];
    weights[0] = 1;
    search.count = 1;
  }
  takeNearest(search);
  return true;
}

/**
 * For an origin inside the simplex, that is, on one of its faces up to rounding: takes the point on the nearest face.
 */
function nearestFace(search: CoreSearch, corners: Float64Array): void {
  const { simplex, simplexA, separation } = search;
  corners.set(simplex);
  corners.set(simplexA, 12);
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round <= 4; round++) {
    // The last round repeats the nearest face.
    const left = round < 4 ? round : best;
    for (let i = 0, to = 0; i < 4; i++) {
      if (i === left) continue;
      for (let k = 0; k < 3; k++, to++) {
        simplex[to] = corners[3 * i + k];
        simplexA[to] = corners[12 + 3 * i + k];
      }
    }
    nearestOfTriangle(search);
    const square = separation[0] * separation[0] + separation[1] * separation[1] + separation[2] * separation[2];
    if (square >= least) continue;
    least = square;
    best = left;
  }
}

/** Completes `met`: the normal is that of the last plane, and the point is the one of B's surface nearest to A. */
function finish({ witnessA, separation }: CoreSearch, met: Float64Array, radius: Float64Array): number {
  for (let k = 0; k < 3; k++) met[4 + k] = witnessA[k] - separation[k] + radius[1] * met[1 + k];
  return ENTERED;
}
