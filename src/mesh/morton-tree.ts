// Builds a tree of boxes over very many triangles, in a fraction of the time that the surface area heuristic of
// box-hierarchy.ts takes. The triangles are sorted along a Morton curve (Lauterbach et al. 2009), and the tree halves
// that order recursively. It has the layout of TriangleTree, so that the same traversals work on both.

import type { TriangleMesh } from './triangle-mesh.js';
import type { TriangleTree } from './triangle-tree.js';

/** Number of triangles in a full leaf. */
const LEAF_SIZE = 8;
/** Bits of a Morton code along one axis, and the number of cells they distinguish. */
const BITS = 10;
const CELLS = 1 << BITS;
/** Bits of one pass of the radix sort. */
const DIGIT_BITS = 10;
const DIGITS = 1 << DIGIT_BITS;

/** Builds the tree of the listed triangles of a mesh. */
export function mortonTree(mesh: TriangleMesh, listed: Int32Array): TriangleTree {
  const order = sortByCode(listed, codesOf(mesh, listed));
  const { links, counts, depth } = halve(order.length);
  return { bounds: boundsOfNodes(mesh, order, links, counts), links, counts, order, depth };
}

/** The Morton code of each triangle's centroid. */
function codesOf({ positions, triangles }: TriangleMesh, listed: Int32Array): Int32Array {
  const low = [Infinity, Infinity, Infinity];
  let extent = 0;
  for (let k = 0; k < 3; k++) {
    let high = -Infinity;
    for (let i = k; i < positions.length; i += 3) {
      if (positions[i] < low[k]) low[k] = positions[i];
      if (positions[i] > high) high = positions[i];
    }
    extent = Math.max(extent, high - low[k]);
  }
  // One scale for all axes: cells are cubes, even if a terrain is much wider than high.
  const scale = extent > 0 ? CELLS / (3 * extent) : 0;
  const codes = new Int32Array(listed.length);
  for (let i = 0; i < listed.length; i++) {
    const a = 3 * triangles[3 * listed[i]];
    const b = 3 * triangles[3 * listed[i] + 1];
    const c = 3 * triangles[3 * listed[i] + 2];
    let code = 0;
    for (let k = 0; k < 3; k++) {
      const middle = positions[a + k] + positions[b + k] + positions[c + k] - 3 * low[k];
      code |= spread(Math.min(CELLS - 1, Math.floor(scale * middle))) << k;
    }
    codes[i] = code;
  }
  return codes;
}

/** Inserts two zero bits between the ten bits of a value. */
function spread(value: number): number {
  let v = value;
  v = (v | (v << 16)) & 0x030000ff;
  v = (v | (v << 8)) & 0x0300f00f;
  v = (v | (v << 4)) & 0x030c30c3;
  return (v | (v << 2)) & 0x09249249;
}

/** Radix sort, stable: triangles with equal codes keep their order. */
function sortByCode(listed: Int32Array, codes: Int32Array): Int32Array {
  let order: Int32Array = listed.slice();
  let keys: Int32Array = codes;
  let nextOrder: Int32Array = new Int32Array(order.length);
  let nextKeys: Int32Array = new Int32Array(order.length);
  const starts = new Int32Array(DIGITS + 1);
  for (let shift = 0; shift < 3 * BITS; shift += DIGIT_BITS) {
    starts.fill(0);
    for (let i = 0; i < keys.length; i++) starts[((keys[i] >>> shift) & (DIGITS - 1)) + 1]++;
    for (let digit = 0; digit < DIGITS; digit++) starts[digit + 1] += starts[digit];
    for (let i = 0; i < keys.length; i++) {
      const to = starts[(keys[i] >>> shift) & (DIGITS - 1)]++;
      nextOrder[to] = order[i];
      nextKeys[to] = keys[i];
    }
    [order, nextOrder] = [nextOrder, order];
    [keys, nextKeys] = [nextKeys, keys];
  }
  return order;
}

/** Makes the nodes over `count` triangles, depth first. Each node is halved at a whole number of leaves. */
function halve(count: number): { links: Int32Array; counts: Int32Array; depth: number } {
  const leaves = Math.ceil(count / LEAF_SIZE);
  const links = new Int32Array(Math.max(0, 2 * leaves - 1));
  const counts = new Int32Array(links.length);
  let node = 0;
  let deepest = 0;
  const lay = (start: number, end: number, depth: number): void => {
    const own = node++;
    deepest = Math.max(deepest, depth);
    links[own] = -1 - start;
    if (end - start <= LEAF_SIZE) {
      counts[own] = end - start;
      return;
    }
    const middle = start + LEAF_SIZE * (Math.ceil((end - start) / LEAF_SIZE) >> 1);
    lay(start, middle, depth + 1);
    links[own] = node;
    lay(middle, end, depth + 1);
  };
  if (count > 0) lay(0, count, 1);
  return { links, counts, depth: deepest };
}

/** Computes the bounds of all nodes. Children follow their parents, so the reverse order is bottom up. */
function boundsOfNodes(mesh: TriangleMesh, order: Int32Array, links: Int32Array, counts: Int32Array): Float64Array {
  const { positions, triangles } = mesh;
  const bounds = new Float64Array(6 * links.length);
  for (let node = links.length - 1; node >= 0; node--) {
    const to = 6 * node;
    if (counts[node] === 0) {
      const first = 6 * (node + 1);
      const second = 6 * links[node];
      for (let k = 0; k < 3; k++) {
        bounds[to + k] = Math.min(bounds[first + k], bounds[second + k]);
        bounds[to + 3 + k] = Math.max(bounds[first + 3 + k], bounds[second + 3 + k]);
      }
      continue;
    }
    for (let k = 0; k < 3; k++) {
      bounds[to + k] = Infinity;
      bounds[to + 3 + k] = -Infinity;
    }
    const start = -1 - links[node];
    for (let i = 3 * start; i < 3 * (start + counts[node]); i++) {
      const corner = 3 * triangles[3 * order[Math.floor(i / 3)] + (i % 3)];
      for (let k = 0; k < 3; k++) {
        const value = positions[corner + k];
        if (value < bounds[to + k]) bounds[to + k] = value;
        if (value > bounds[to + 3 + k]) bounds[to + 3 + k] = value;
      }
    }
  }
  return bounds;
}
