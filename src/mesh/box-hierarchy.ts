// A binary tree over axis-aligned boxes, split by the binned surface area heuristic (Wald 2007). Queries and meshes use
// it. The boxes of a leaf are consecutive in `order`. Nodes are stored depth first: the first child of a branch is the
// next node. The arrays are kept from one build to the next, so that a rebuild allocates nothing.

/** Number of bins along the longest side of a node; it is split between two bins. */
const BINS = 16;
/** Size of an entry of the build stack: first box, end, the branch whose second child it is or -1, depth. */
const OPEN_SIZE = 4;

export class BoxHierarchy {
  /** Number of nodes; 0 without boxes. */
  nodeCount = 0;
  /** Box of each node: min x, y, z, max x, y, z [m]. */
  bounds = new Float64Array(0);
  /** For a branch: its second child (the first is the next node). For a leaf: -1 - index of its first box. */
  links = new Int32Array(0);
  /** Number of boxes of a leaf; 0 for a branch. */
  counts = new Int32Array(0);
  /** Numbers of the boxes in the order of the leaves. */
  order = new Int32Array(0);
  /** Number of nodes on the longest path from the root to a leaf: the stack size that a traversal needs. */
  depth = 0;
  readonly #leafSize: number;
  #rest = new Int32Array(0);
  #open = new Int32Array(64 * OPEN_SIZE);
  readonly #bins = new Float64Array(6 * BINS);
  readonly #binCounts = new Int32Array(BINS);
  readonly #costAfter = new Float64Array(BINS);
  /** Bounds of the current range of boxes, then bounds of the doubled centres of these boxes [m]. */
  readonly #extent = new Float64Array(12);
  readonly #grown = new Float64Array(6);

  /** Leaves hold at most `leafSize` boxes, unless boxes cannot be separated. */
  constructor(leafSize: number) {
    this.#leafSize = leafSize;
  }

  /** Builds the tree of `count` boxes, six numbers each: min x, y, z, max x, y, z, all finite [m]. */
  build(boxes: Float64Array, count: number): void {
    this.#reserve(count);
    this.nodeCount = 0;
    this.depth = 0;
    if (count === 0) return;
    const { bounds, links, counts, order } = this;
    for (let i = 0; i < count; i++) order[i] = i;
    let waiting = this.#push(0, 0, count, -1, 1);
    while (waiting > 0) {
      waiting -= OPEN_SIZE;
      const start = this.#open[waiting];
      const end = this.#open[waiting + 1];
      const parent = this.#open[waiting + 2];
      const depth = this.#open[waiting + 3];
      const node = this.nodeCount++;
      // A second child is laid out after the whole first child, and sets the link of its parent.
      if (parent >= 0) links[parent] = node;
      if (depth > this.depth) this.depth = depth;
      this.#measure(boxes, start, end);
      for (let k = 0; k < 6; k++) bounds[6 * node + k] = this.#extent[k];
      const middle = end - start > this.#leafSize ? this.#split(boxes, start, end) : start;
      links[node] = -1 - start;
      counts[node] = middle === start ? end - start : 0;
      if (middle === start) continue;
      waiting = this.#push(waiting, middle, end, node, depth + 1);
      waiting = this.#push(waiting, start, middle, -1, depth + 1);
    }
  }

  /** Updates the bounds of all nodes after boxes have moved. Children follow parents: reverse order is bottom up. */
  refit(boxes: Float64Array): void {
    const { bounds, links, counts, order } = this;
    for (let node = this.nodeCount - 1; node >= 0; node--) {
      const to = 6 * node;
      const first = counts[node] > 0 ? 6 * order[-1 - links[node]] : 6 * (node + 1);
      const from = counts[node] > 0 ? boxes : bounds;
      for (let k = 0; k < 6; k++) bounds[to + k] = from[first + k];
      if (counts[node] === 0) this.#growNode(to, bounds, 6 * links[node]);
      for (let i = 1; i < counts[node]; i++) this.#growNode(to, boxes, 6 * order[-1 - links[node] + i]);
    }
  }

  /** Half the total area of all branches, a measure of the cost of traversals [m^2]. */
  cost(): number {
    let sum = 0;
    for (let node = 0; node < this.nodeCount; node++) {
      if (this.counts[node] > 0) continue;
      sum += halfArea(this.bounds, 6 * node);
    }
    return sum;
  }

  #growNode(to: number, from: Float64Array, k: number): void {
    const { bounds } = this;
    for (let axis = 0; axis < 3; axis++) {
      if (from[k + axis] < bounds[to + axis]) bounds[to + axis] = from[k + axis];
      if (from[k + 3 + axis] > bounds[to + 3 + axis]) bounds[to + 3 + axis] = from[k + 3 + axis];
    }
  }

  #reserve(count: number): void {
    if (count <= this.order.length) return;
    const room = Math.max(count, 2 * this.order.length);
    this.order = new Int32Array(room);
    this.#rest = new Int32Array(room);
    this.links = new Int32Array(2 * room);
    this.counts = new Int32Array(2 * room);
    this.bounds = new Float64Array(12 * room);
  }

  #push(at: number, start: number, end: number, parent: number, depth: number): number {
    if (at + OPEN_SIZE > this.#open.length) {
      const larger = new Int32Array(2 * this.#open.length);
      larger.set(this.#open);
      this.#open = larger;
    }
    this.#open[at] = start;
    this.#open[at + 1] = end;
    this.#open[at + 2] = parent;
    this.#open[at + 3] = depth;
    return at + OPEN_SIZE;
  }

  /** Sets #extent for the boxes order[start ... end - 1]. */
  #measure(boxes: Float64Array, start: number, end: number): void {
    const { order } = this;
    const extent = this.#extent;
    for (let k = 0; k < 12; k++) extent[k] = k % 6 < 3 ? Infinity : -Infinity;
    for (let axis = 0; axis < 3; axis++) {
      let low = Infinity;
      let high = -Infinity;
      let lowMiddle = Infinity;
      let highMiddle = -Infinity;
      for (let i = start; i < end; i++) {
        const from = boxes[6 * order[i] + axis];
        const to = boxes[6 * order[i] + 3 + axis];
        const middle = from + to;
        if (from < low) low = from;
        if (to > high) high = to;
        if (middle < lowMiddle) lowMiddle = middle;
        if (middle > highMiddle) highMiddle = middle;
      }
      extent[axis] = low;
      extent[3 + axis] = high;
      extent[6 + axis] = lowMiddle;
      extent[9 + axis] = highMiddle;
    }
  }

  /** Splits order[start ... end - 1] in two. Returns the start of the second part, never `start` or `end`. */
  #split(boxes: Float64Array, start: number, end: number): number {
    const { order } = this;
    const extent = this.#extent;
    const x = extent[9] - extent[6];
    const y = extent[10] - extent[7];
    const z = extent[11] - extent[8];
    const axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
    const side = axis === 0 ? x : axis === 1 ? y : z;
    const half = (start + end) >> 1;
    if (!(side > 0)) return half;
    const low = extent[6 + axis];
    const cut = this.#cheapestCut(boxes, start, end, axis, low, side);
    // A stable partition: boxes before the cut come first, in their order.
    const rest = this.#rest;
    let to = start;
    let behind = 0;
    for (let i = start; i < end; i++) {
      const box = order[i];
      if (binOf(boxes, box, axis, low, side) <= cut) order[to++] = box;
      else rest[behind++] = box;
    }
    for (let i = 0; i < behind; i++) order[to + i] = rest[i];
    return to === start || to === end ? half : to;
  }

  /** The last bin of the first part in the cheapest split. */
  #cheapestCut(boxes: Float64Array, start: number, end: number, axis: number, low: number, side: number): number {
    const { order } = this;
    const bins = this.#bins;
    const counts = this.#binCounts;
    const costAfter = this.#costAfter;
    const grown = this.#grown;
    for (let bin = 0; bin < BINS; bin++) empty(bins, 6 * bin);
    counts.fill(0);
    for (let i = start; i < end; i++) {
      const bin = binOf(boxes, order[i], axis, low, side);
      counts[bin]++;
      grow(bins, 6 * bin, boxes, 6 * order[i]);
    }
    empty(grown, 0);
    let count = 0;
    for (let bin = BINS - 1; bin > 0; bin--) {
      grow(grown, 0, bins, 6 * bin);
      count += counts[bin];
      costAfter[bin] = halfArea(grown, 0) * count;
    }
    empty(grown, 0);
    count = 0;
    let best = 0;
    let cost = Infinity;
    for (let bin = 0; bin < BINS - 1; bin++) {
      grow(grown, 0, bins, 6 * bin);
      count += counts[bin];
      const both = halfArea(grown, 0) * count + costAfter[bin + 1];
      if (count === 0 || both >= cost) continue;
      cost = both;
      best = bin;
    }
    return best;
  }
}

function binOf(boxes: Float64Array, box: number, axis: number, low: number, side: number): number {
  const place = (boxes[6 * box + axis] + boxes[6 * box + 3 + axis] - low) / side;
  return Math.min(BINS - 1, Math.floor(BINS * place));
}

function halfArea(box: Float64Array, k: number): number {
  const x = box[k + 3] - box[k];
  const y = box[k + 4] - box[k + 1];
  const z = box[k + 5] - box[k + 2];
  return x < 0 ? 0 : x * y + y * z + z * x;
}

function empty(boxes: Float64Array, k: number): void {
  boxes[k] = boxes[k + 1] = boxes[k + 2] = Infinity;
  boxes[k + 3] = boxes[k + 4] = boxes[k + 5] = -Infinity;
}

function grow(boxes: Float64Array, k: number, by: Float64Array, j: number): void {
  if (by[j] < boxes[k]) boxes[k] = by[j];
  if (by[j + 1] < boxes[k + 1]) boxes[k + 1] = by[j + 1];
  if (by[j + 2] < boxes[k + 2]) boxes[k + 2] = by[j + 2];
  if (by[j + 3] > boxes[k + 3]) boxes[k + 3] = by[j + 3];
  if (by[j + 4] > boxes[k + 4]) boxes[k + 4] = by[j + 4];
  if (by[j + 5] > boxes[k + 5]) boxes[k + 5] = by[j + 5];
}
