// Finds the shapes that overlap the shape of a query, and the shapes that contain its point. Shapes that touch overlap,
// up to rounding.

import { closest } from '../detection/narrow-phase/closest.js';
import { APART, BEYOND, coreDistance } from '../detection/narrow-phase/gjk.js';
import { coreRadius } from '../detection/narrow-phase/support.js';
import type { TriangleHierarchy } from '../mesh/triangle-tree.js';
import { placedBounds } from '../shapes/bounds.js';
import { bringShape } from '../shapes/frames.js';
import type { PlacedShape } from '../shapes/placed-shape.js';
import { HALF_SPACE, isTriangulated } from '../shapes/shape-kinds.js';
import { placeTriangle, trianglesOf } from '../shapes/triangle-shape.js';
import { distanceOfItem } from './closest-point.js';
import { keep } from './descend.js';
import { type Hits, NO_FEATURE } from './hits.js';
import { isShapeInside } from './inside-faces.js';
import type { QuerySearch } from './search.js';
import { ANY } from './search.js';

/** Finds the shapes that overlap search.shape. Returns their count. */
export function findOverlaps(search: QuerySearch, mode: number, hits: Hits): number {
  placedBounds(search.shape, search.box, 0);
  return findIn(search, mode, hits, overlapsItem);
}

/** Finds the shapes that contain the point ray[0 .. 2]. Returns their count. */
export function findContaining(search: QuerySearch, mode: number, hits: Hits): number {
  const { box, ray, best } = search;
  for (let k = 0; k < 3; k++) box[k] = box[3 + k] = ray[k];
  best[0] = 0;
  return findIn(search, mode, hits, distanceOfItem);
}

type Test = (search: QuerySearch, item: number) => boolean;

/** Tests all items whose boxes overlap search.box. */
function findIn(search: QuerySearch, mode: number, hits: Hits, test: Test): number {
  const { index, box } = search;
  const { bounds, links, counts, order, nodeCount, depth } = index.tree;
  if (search.stack.length < depth + 1) search.stack = new Int32Array(2 * depth);
  const { stack } = search;
  search.count = 0;
  for (let i = 0; i < index.unboundedCount; i++) if (offer(search, index.unbounded[i], mode, hits, test)) return 1;
  let size = nodeCount > 0 ? 1 : 0;
  stack[0] = 0;
  while (size > 0) {
    const node = stack[--size];
    if (!overlap(bounds, 6 * node, box)) continue;
    if (counts[node] === 0) {
      stack[size++] = links[node];
      stack[size++] = node + 1;
      continue;
    }
    const start = -1 - links[node];
    for (let i = start; i < start + counts[node]; i++) {
      if (offer(search, index.bounded[order[i]], mode, hits, test)) return 1;
    }
  }
  return search.count;
}

/** Tests an item and keeps its hit. Returns true when no more hits are wanted. */
function offer(search: QuerySearch, item: number, mode: number, hits: Hits, test: Test): boolean {
  const { index, filter, bodies } = search;
  if (!test(search, item) || !filter.admits(bodies, index.owner[item], index.place[item])) return false;
  keep(search, item, hits, mode === ANY ? 0 : search.count);
  search.count++;
  return mode === ANY;
}

function overlap(bounds: Float64Array, k: number, box: Float64Array): boolean {
  for (let axis = 0; axis < 3; axis++) {
    if (bounds[k + axis] > box[3 + axis] || bounds[k + 3 + axis] < box[axis]) return false;
  }
  return true;
}

function overlapsItem(search: QuerySearch, item: number): boolean {
  const { shape, index, found, pairs, principal } = search;
  const target = index.placed[item];
  found.numbers.fill(0);
  found.feature = NO_FEATURE;
  found.isInside = false;
  if (target.kind === HALF_SPACE) return closest(shape, target, 0, principal, pairs);
  return isTriangulated(target.kind) ? overlapsFaces(search, target) : areOverlapping(search, shape, target);
}

function areOverlapping({ pairs }: QuerySearch, a: PlacedShape, b: PlacedShape): boolean {
  const { search } = pairs.convex;
  const radii = coreRadius(a) + coreRadius(b);
  const status = coreDistance(a, b, radii, search);
  if (status !== APART) return status !== BEYOND;
  const { separation: s } = search;
  return s[0] * s[0] + s[1] * s[1] + s[2] * s[2] <= radii * radii;
}

/** A shape overlaps a mesh or a surface if it is inside, or if it overlaps a triangle. */
function overlapsFaces(search: QuerySearch, target: PlacedShape): boolean {
  const { shape, onMesh } = search;
  bringShape(target, shape, onMesh.shape);
  if (isShapeInside(search, target, onMesh.shape)) return true;
  placedBounds(onMesh.shape, onMesh.box, 0);
  return overlapsTriangles(search, trianglesOf(target));
}

/** Whether onMesh.shape, in the mesh's frame, overlaps a triangle. */
function overlapsTriangles(search: QuerySearch, { mesh, parts }: TriangleHierarchy): boolean {
  const { onMesh } = search;
  const { bounds, links, counts, order, depth } = parts.tree;
  if (onMesh.stack.length < depth + 1) {
    onMesh.stack = new Int32Array(2 * depth);
    onMesh.stackNear = new Float64Array(2 * depth);
  }
  const { stack, box, frame, placedTriangle, shape } = onMesh;
  let size = 1;
  stack[0] = 0;
  while (size > 0) {
    const node = stack[--size];
    if (!overlap(bounds, 6 * node, box)) continue;
    if (counts[node] === 0) {
      stack[size++] = links[node];
      stack[size++] = node + 1;
      continue;
    }
    const start = -1 - links[node];
    for (let i = start; i < start + counts[node]; i++) {
      placeTriangle(frame, mesh, order[i], placedTriangle);
      if (areOverlapping(search, shape, placedTriangle)) return true;
    }
  }
  return false;
}
