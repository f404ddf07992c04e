// Sets up queries from the user's arrays, one or many at once: rays, sweeps and points.

import type { PlacedShape } from '../shapes/placed-shape.js';
import { prepareSweep } from './cast-shape.js';
import { descend } from './descend.js';
import type { Hits } from './hits.js';
import type { QuerySearch } from './search.js';
import { FIRST, POINT, RAY, SWEEP } from './search.js';

/** Points or vectors in one list, three numbers each. */
export type Points = Float64Array | Float32Array | readonly number[];

/** A ray, as long as its direction, which may have any length but zero. */
export function askRay(search: QuerySearch, origins: Points, directions: Points, i: number): void {
  const { ray, half } = search;
  search.question = RAY;
  for (let k = 0; k < 3; k++) {
    ray[k] = origins[3 * i + k];
    half[k] = 0;
  }
  setDirection(ray, directions, i);
}

/** Sets up the sweep of search.shape by displacement i. */
export function askSweep(search: QuerySearch, displacements: Points, i: number): void {
  const { ray } = search;
  search.question = SWEEP;
  setDirection(ray, displacements, i);
  prepareSweep(search);
}

/** Sets up the query about point i, with unlimited range. */
export function askPoint(search: QuerySearch, points: Points, i: number): void {
  const { ray } = search;
  search.question = POINT;
  for (let k = 0; k < 3; k++) ray[k] = points[3 * i + k];
  ray[6] = Number.POSITIVE_INFINITY;
}

/** Writes unit direction and length of vector i to ray[3 .. 6]. Scaled first, since the squared length may overflow. */
function setDirection(ray: Float64Array, vectors: Points, i: number): void {
  const x = vectors[3 * i];
  const y = vectors[3 * i + 1];
  const z = vectors[3 * i + 2];
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  const sx = x / largest;
  const sy = y / largest;
  const sz = z / largest;
  const length = Math.sqrt(sx * sx + sy * sy + sz * sz);
  ray[3] = sx / length;
  ray[4] = sy / length;
  ray[5] = sz / length;
  ray[6] = length * largest;
}

/** Finds the first hits of `count` rays within `limit` [m]. Returns how many rays hit. */
export function castRays(
  search: QuerySearch,
  origins: Points,
  directions: Points,
  count: number,
  limit: number,
  hits: Hits,
): number {
  let found = 0;
  for (let i = 0; i < count; i++) {
    askRay(search, origins, directions, i);
    search.ray[6] = limit;
    found += writeFirst(search, hits, i);
  }
  return found;
}

/** Sweeps search.shape, given as placed at the origin, from each position by the displacement of the same index. */
export function castShapes(
  search: QuerySearch,
  positions: Points,
  displacements: Points,
  count: number,
  limit: number,
  hits: Hits,
): number {
  const { shape, ray, origin } = search;
  putOrigin(shape, origin);
  let found = 0;
  for (let i = 0; i < count; i++) {
    shape.x = origin[0] + positions[3 * i];
    shape.y = origin[1] + positions[3 * i + 1];
    shape.z = origin[2] + positions[3 * i + 2];
    askSweep(search, displacements, i);
    if (limit < ray[6]) ray[6] = limit;
    found += writeFirst(search, hits, i);
  }
  return found;
}

function putOrigin({ x, y, z }: PlacedShape, out: Float64Array): void {
  out[0] = x;
  out[1] = y;
  out[2] = z;
}

/** Finds the closest hits of `count` points within `limit` [m]. Returns how many points have one. */
export function findClosestPoints(search: QuerySearch, points: Points, count: number, limit: number, hits: Hits): number {
  let found = 0;
  for (let i = 0; i < count; i++) {
    askPoint(search, points, i);
    search.ray[6] = limit;
    found += writeFirst(search, hits, i);
  }
  return found;
}

function writeFirst(search: QuerySearch, hits: Hits, row: number): number {
  const count = descend(search, FIRST, hits, row);
  if (count === 0) hits.clear(row);
  return count;
}
