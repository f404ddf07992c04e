// A binary tree of boxes over the triangles of a mesh, split where the surface area heuristic finds it cheapest. Triangles of a leaf lie
// side by side in the order of the tree.

import type { TriangleMesh } from './triangle-mesh.js';

/** Triangles a leaf may hold. */
const LEAF_SIZE = 4;
/** Places between which a node may be split, along its longest side. */
const BINS = 16;

export class TriangleTree {
  /** Box of each node: min x, y, z, max x, y, z [m]. */
  readonly bounds: Float64Array;
  /** Of a branch: its second child; the first one is the next node. Of a leaf: -1 - the place of its first triangle. */
  readonly links: Int32Array;
  /** Of a leaf: how many triangles it has; of a branch 0. */
  readonly counts: Int32Array;
  /** Numbers of the mesh's triangles in the order of the leaves. */
  readonly order: Int32Array;

  constructor({ positions, triangles }: TriangleMesh) {
    const count = triangles.length / 3;
    const boxes = new Float64Array(6 * count);
    for (let t = 0; t < count; t++) {
      for (let k = 0; k < 3; k++) {
        const a = positions[3 * triangles[3 * t] + k];
        const b = positions[3 * triangles[3 * t + 1] + k];
        const c = positions[3 * triangles[3 * t + 2] + k];
        boxes[6 * t + k] = Math.min(a, b, c);
        boxes[6 * t + 3 + k] = Math.max(a, b, c);
      }
    }
    const order = Int32Array.from({ length: count }, (_, t) => t);
    const bounds: number[] = [];
    const links: number[] = [];
    const counts: number[] = [];
    const open: number[] = [0, count, -1];
    while (open.length > 0) {
      const parent = open.pop() as number;
      const end = open.pop() as number;
      const start = open.pop() as number;
      const node = links.length;
      // The second child of a branch comes when all of the first one is done, and tells the branch where it is.
      if (parent >= 0) links[parent] = node;
      bounds.push(...boxAround(boxes, order, start, end));
      const middle = end - start > LEAF_SIZE ? split(boxes, order, start, end) : start;
      links.push(-1 - start);
      counts.push(middle === start ? end - start : 0);
      if (middle > start) open.push(middle, end, node, start, middle, -1);
    }
    this.bounds = Float64Array.from(bounds);
    this.links = Int32Array.from(links);
    this.counts = Int32Array.from(counts);
    this.order = order;
  }
}

function boxAround(boxes: Float64Array, order: Int32Array, start: number, end: number): number[] {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let i = start; i < end; i++) {
    for (let k = 0; k < 3; k++) {
      box[k] = Math.min(box[k], boxes[6 * order[i] + k]);
      box[3 + k] = Math.max(box[3 + k], boxes[6 * order[i] + 3 + k]);
    }
  }
  return box;
}

function halfArea([x0, y0, z0, x1, y1, z1]: readonly number[]): number {
  const x = x1 - x0;
  const y = y1 - y0;
  const z = z1 - z0;
  return x < 0 ? 0 : x * y + y * z + z * x;
}

/** Parts order[start ... end - 1] in two and returns where the second begins; never `start` or `end`. */
function split(boxes: Float64Array, order: Int32Array, start: number, end: number): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = start; i < end; i++) {
    for (let k = 0; k < 3; k++) {
      const middle = boxes[6 * order[i] + k] + boxes[6 * order[i] + 3 + k];
      low[k] = Math.min(low[k], middle);
      high[k] = Math.max(high[k], middle);
    }
  }
  const sides = low.map((value, k) => high[k] - value);
  const axis = sides[0] >= sides[1] && sides[0] >= sides[2] ? 0 : sides[1] >= sides[2] ? 1 : 2;
  const half = (start + end) >> 1;
  if (!(sides[axis] > 0)) return half;
  const binOf = (t: number): number => {
    const place = (boxes[6 * t + axis] + boxes[6 * t + 3 + axis] - low[axis]) / sides[axis];
    return Math.min(BINS - 1, Math.floor(BINS * place));
  };
  const cut = cheapestCut(boxes, order, start, end, binOf);
  // Those before the cut are brought to the front, in their order.
  const rest: number[] = [];
  let to = start;
  for (let i = start; i < end; i++) {
    if (binOf(order[i]) <= cut) order[to++] = order[i];
    else rest.push(order[i]);
  }
  order.set(rest, to);
  return to === start || to === end ? half : to;
}

/** The last bin of the first part. */
function cheapestCut(
  boxes: Float64Array,
  order: Int32Array,
  start: number,
  end: number,
  binOf: (triangle: number) => number,
): number {
  const empty = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  const bins = Array.from({ length: BINS }, () => [...empty]);
  const counts = new Array<number>(BINS).fill(0);
  for (let i = start; i < end; i++) {
    const bin = binOf(order[i]);
    counts[bin]++;
    grow(bins[bin], boxes.subarray(6 * order[i], 6 * order[i] + 6));
  }
  const costAfter = new Array<number>(BINS).fill(0);
  let box = [...empty];
  let count = 0;
  for (let bin = BINS - 1; bin > 0; bin--) {
    grow(box, bins[bin]);
    count += counts[bin];
    costAfter[bin] = halfArea(box) * count;
  }
  box = [...empty];
  count = 0;
  let best = 0;
  let cost = Infinity;
  for (let bin = 0; bin < BINS - 1; bin++) {
    grow(box, bins[bin]);
    count += counts[bin];
    const both = halfArea(box) * count + costAfter[bin + 1];
    if (count === 0 || both >= cost) continue;
    cost = both;
    best = bin;
  }
  return best;
}

function grow(box: number[], by: ArrayLike<number>): void {
  for (let k = 0; k < 3; k++) {
    box[k] = Math.min(box[k], by[k]);
    box[3 + k] = Math.max(box[3 + k], by[3 + k]);
  }
}
