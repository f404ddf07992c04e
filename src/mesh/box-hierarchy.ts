// A binary tree over axis-aligned boxes, split where the surface area heuristic finds it cheapest (Wald 2007, binned). Boxes of a leaf lie
// side by side in the order of the tree. Nodes lie depth first: the first child of a branch is the next node. The arrays keep their room
// from one build to the next, so that building again allocates nothing.

/** Places between which a node may be split, along its longest side. */
const BINS = 16;
/** Numbers of a stretch of boxes that still has to be laid out: its first box, its end, the branch it is the second child of, its depth. */
const OPEN_SIZE = 4;

export class BoxHierarchy {
  /** Nodes there are; 0 without boxes. */
  nodeCount = 0;
  /** Box of each node: min x, y, z, max x, y, z [m]. */
  bounds = new Float64Array(0);
  /** Of a branch: its second child; the first one is the next node. Of a leaf: -1 - the place of its first box. */
  links = new Int32Array(0);
  /** Of a leaf: how many boxes it has; of a branch 0. */
  counts = new Int32Array(0);
  /** Numbers of the boxes in the order of the leaves. */
  order = new Int32Array(0);
  /** Nodes on the longest way from the root to a leaf, which is what a stack of second children needs. */
  depth = 0;
  readonly #leafSize: number;
  #rest = new Int32Array(0);
  #open = new Int32Array(64 * OPEN_SIZE);
  readonly #bins = new Float64Array(6 * BINS);
  readonly #binCounts = new Int32Array(BINS);
  readonly #costAfter = new Float64Array(BINS);
  /** Box of the stretch at hand, then the box of the doubled middles of its boxes [m]. */
  readonly #extent = new Float64Array(12);
  readonly #grown = new Float64Array(6);

  /** Leaves hold no more than `leafSize` boxes, unless these cannot be told apart. */
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
      // The second child of a branch comes when all of the first one is done, and tells the branch where it is.
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

  /** Bounds of all nodes after boxes have moved; children lie behind their parent, so going backwards is bottom up. */
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

  /** Half the area of all branches together, which is what visits of the tree cost [m2]. */
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

  /** Sets the box of a stretch, and that of the middles of its boxes. */
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

  /** Parts order[start ... end - 1] in two and returns where the second begins; never `start` or `end`. */
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
    // Those before the cut are brought to the front, in their order.
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

  /** The last bin of the first part. */
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
