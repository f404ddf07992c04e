// Descends the tree of shapes for a query, nearest boxes first, and keeps the hits. Hits are ordered by distance, then
// by the order of bodies and shapes. So the traversal of the tree affects the cost, but not the result.

import { castOnItem } from './cast-ray.js';
import { sweepOnItem } from './cast-shape.js';
import { distanceOfItem } from './closest-point.js';
import { enterBox, invertDirection } from './enter-box.js';
import type { Hits } from './hits.js';
import type { QuerySearch } from './search.js';
import { ALL, ANY, FIRST, POINT, RAY } from './search.js';

/**
 * Answers the current query within the distance ray[6]. `mode` asks for the nearest hit, all hits, or any hit. Writes
 * hits from row `row` on and returns their count.
 */
export function descend(search: QuerySearch, mode: number, hits: Hits, row: number): number {
  const { index, ray, inverse } = search;
  invertDirection(ray, inverse);
  // Finite, since a box that the ray misses has infinite distance.
  search.best[0] = Math.min(ray[6], Number.MAX_VALUE);
  search.bestItem = index.count;
  search.count = 0;
  for (let i = 0; i < index.unboundedCount; i++) if (offer(search, index.unbounded[i], mode, hits, row)) return 1;
  descendTree(search, mode, hits, row);
  return mode === FIRST ? Number(search.bestItem < index.count) : search.count;
}

function descendTree(search: QuerySearch, mode: number, hits: Hits, row: number): void {
  const { index, best } = search;
  const { bounds, links, counts, order, nodeCount, depth } = index.tree;
  // After one read beyond the end of an array, V8 allocates the numbers that this code reads from then on.
  if (nodeCount === 0) return;
  if (search.stack.length < depth + 1) {
    search.stack = new Int32Array(2 * depth);
    search.stackNear = new Float64Array(2 * depth);
  }
  const { stack, stackNear, near } = search;
  let size = 1;
  stack[0] = 0;
  putBound(search, bounds, 0, stackNear, 0);
  while (size > 0) {
    size--;
    if (stackNear[size] > best[0]) continue;
    let node = stack[size];
    while (node >= 0 && counts[node] === 0) {
      const first = node + 1;
      const second = links[node];
      putBound(search, bounds, 6 * first, near, 0);
      putBound(search, bounds, 6 * second, near, 1);
      const toFirst = near[0];
      const toSecond = near[1];
      const isFirstNearer = toFirst <= toSecond;
      const further = isFirstNearer ? toSecond : toFirst;
      if (further <= best[0]) {
        stack[size] = isFirstNearer ? second : first;
        stackNear[size++] = further;
      }
      if ((isFirstNearer ? toFirst : toSecond) > best[0]) node = -1;
      else node = isFirstNearer ? first : second;
    }
    if (node < 0) continue;
    const start = -1 - links[node];
    for (let i = start; i < start + counts[node]; i++) {
      if (offer(search, index.bounded[order[i]], mode, hits, row)) return;
    }
  }
}

/** Writes to out[at] a lower bound of the distance to the shapes in a box [m]; infinite if none can be hit. */
function putBound(search: QuerySearch, bounds: Float64Array, k: number, out: Float64Array, at: number): void {
  const { ray, inverse, half, best } = search;
  if (search.question === POINT) putDistance(ray, bounds, k, out, at);
  else enterBox(ray, inverse, half, bounds, k, best, out, at);
}

/**
 * Writes the distance of a point to a box; -infinity inside the box, where there is no lower bound of signed distances.
 */
function putDistance(point: Float64Array, bounds: Float64Array, k: number, out: Float64Array, at: number): void {
  let square = 0;
  for (let axis = 0; axis < 3; axis++) {
    const p = point[axis];
    const beyond = Math.max(bounds[k + axis] - p, p - bounds[k + 3 + axis]);
    if (beyond > 0) square += beyond * beyond;
  }
  out[at] = square > 0 ? Math.sqrt(square) : Number.NEGATIVE_INFINITY;
}

/** Tests a shape and keeps its hit. Returns true when no more hits are wanted. */
function offer(search: QuerySearch, item: number, mode: number, hits: Hits, row: number): boolean {
  const { index, filter, bodies, best, found } = search;
  if (!isMet(search, item)) return false;
  const distance = found.numbers[0];
  if (mode === FIRST && distance === best[0] && item > search.bestItem) return false;
  if (found.isInside && filter.passesInside) return false;
  if (!filter.admits(bodies, index.owner[item], index.place[item])) return false;
  keep(search, item, hits, mode === ALL ? row + search.count : row);
  if (mode === FIRST) {
    best[0] = distance;
    search.bestItem = item;
    return false;
  }
  search.count++;
  return mode === ANY;
}

/** Whether the query hits a shape no farther than the nearest hit so far. */
function isMet(search: QuerySearch, item: number): boolean {
  if (search.question === RAY) return castOnItem(search, item);
  return search.question === POINT ? distanceOfItem(search, item) : sweepOnItem(search, item);
}

/** Writes the hit in search.found to a row. */
export function keep({ index, bodies, found }: QuerySearch, item: number, hits: Hits, row: number): void {
  hits.reserve(row);
  const { numbers } = found;
  hits.distance[row] = numbers[0];
  for (let k = 0; k < 3; k++) {
    hits.point[3 * row + k] = numbers[1 + k];
    hits.normal[3 * row + k] = numbers[4 + k];
  }
  hits.body[row] = bodies.nodes.idOf(index.owner[item]);
  hits.shape[row] = index.place[item];
  hits.feature[row] = found.feature;
  hits.inside[row] = found.isInside ? 1 : 0;
  hits.order[row] = item;
}
