// Bounding volume hierarchy of axis-aligned boxes, one box a leaf, after Lauterbach et al. 2009: the radix tree over the
// spatial order of the boxes, built in linear time as the Cartesian tree of the split levels (Vuillemin 1980).
// Nodes lie depth first: the left child of a node follows it, and only the right one is stored.

import { grownLength } from './pair-list.js';
import { MAX_DEPTH, SpatialOrder } from './spatial-order.js';

/** So many boxes that have moved, as part of all nodes, are followed up the tree one by one: of more all nodes are gone over. [1] */
const MOST_PATHS = 1 / 8;

export class BoxTree {
  /** Nodes in the tree, twice the boxes less one; the root is node 0. [1] */
  nodeCount = 0;

  /** Bounds of each node: min x, y, z, max x, y, z. [m] */
  nodeBounds = new Float64Array(0);

  /** For each node its right child or, for a leaf, the complement of its box: a negative number. [1] */
  nodeLink = new Int32Array(0);

  // Of each node the one above it, -1 of the root, and of each box its leaf.
  #parent = new Int32Array(0);
  #leafOf = new Int32Array(0);

  readonly #order = new SpatialOrder();

  // Below the split between boxes i and i + 1: the splits of the boxes to its left and right, if there is more than one.
  #splitLeft = new Int32Array(0);
  #splitRight = new Int32Array(0);
  readonly #splitStack = new Int32Array(MAX_DEPTH + 1);

  // Right subtrees that still have to be laid out: first and last box, split and node of each.
  readonly #layoutStack = new Int32Array(4 * (MAX_DEPTH + 1));

  isLeaf(node: number): boolean {
    return this.nodeLink[node] < 0;
  }

  /** The box of a leaf. [1] */
  boxOf(leaf: number): number {
    return ~this.nodeLink[leaf];
  }

  leftChild(node: number): number {
    return node + 1;
  }

  rightChild(node: number): number {
    return this.nodeLink[node];
  }

  /** Builds the tree of the given members, indices into bounds (6 numbers a box, all finite [m]). */
  build(bounds: Float64Array, members: Int32Array, count: number): void {
    this.nodeCount = Math.max(0, 2 * count - 1);
    if (count === 0) return;
    this.#reserve(count);
    this.#order.sort(bounds, members, count);
    this.#layOut(count, this.#linkSplits(count));
    this.#linkUp(bounds.length / 6);
    this.bound(bounds);
  }

  #reserve(count: number): void {
    if (count <= this.#splitLeft.length) return;
    const length = grownLength(this.#splitLeft.length, count);
    this.#splitLeft = new Int32Array(length);
    this.#splitRight = new Int32Array(length);
    this.nodeLink = new Int32Array(2 * length);
    this.#parent = new Int32Array(2 * length);
    this.nodeBounds = new Float64Array(12 * length);
  }

  /** Makes the Cartesian tree of the splits, the one with the lowest level on top, and returns its root. */
  #linkSplits(count: number): number {
    const level = this.#order.splitLevel;
    const left = this.#splitLeft;
    const right = this.#splitRight;
    // The right spine of the tree so far; levels rise along it, so that it is no longer than there are levels.
    const spine = this.#splitStack;
    let length = 0;
    for (let split = 0; split + 1 < count; split++) {
      let below = -1;
      while (length > 0 && level[spine[length - 1]] > level[split]) below = spine[--length];
      left[split] = below;
      right[split] = -1;
      if (length > 0) right[spine[length - 1]] = split;
      spine[length++] = split;
    }
    return spine[0];
  }

  /** Lays the nodes out depth first. */
  #layOut(count: number, rootSplit: number): void {
    const boxes = this.#order.boxes;
    const link = this.nodeLink;
    const stack = this.#layoutStack;
    let waiting = 0;
    let first = 0;
    let last = count - 1;
    let split = rootSplit;
    let node = 0;
    for (;;) {
      while (first < last) {
        const right = node + 2 * (split - first + 1);
        link[node] = right;
        stack[waiting++] = split + 1;
        stack[waiting++] = last;
        stack[waiting++] = this.#splitRight[split];
        stack[waiting++] = right;
        last = split;
        split = this.#splitLeft[split];
        node++;
      }
      link[node] = ~boxes[first];
      if (waiting === 0) return;
      node = stack[--waiting];
      split = stack[--waiting];
      last = stack[--waiting];
      first = stack[--waiting];
    }
  }

  /** Parents of the nodes, and leaves of the boxes, all of which are below boxCount. */
  #linkUp(boxCount: number): void {
    if (this.#leafOf.length < boxCount) this.#leafOf = new Int32Array(boxCount);
    if (this.nodeCount > 0) this.#parent[0] = -1;
    for (let node = 0; node < this.nodeCount; node++) {
      if (this.isLeaf(node)) this.#leafOf[this.boxOf(node)] = node;
      else this.#parent[this.leftChild(node)] = this.#parent[this.rightChild(node)] = node;
    }
  }

  /** Lets nothing overlap a leaf any more, until the tree is built or bounded again. */
  emptyLeaf(leaf: number): void {
    this.nodeBounds.fill(Infinity, 6 * leaf, 6 * leaf + 3);
    this.nodeBounds.fill(-Infinity, 6 * leaf + 3, 6 * leaf + 6);
  }

  /** Bounds of all nodes, also when boxes have moved; children lie behind their parent, so going backwards is bottom up. */
  bound(boxBounds: Float64Array): void {
    for (let node = this.nodeCount - 1; node >= 0; node--) {
      if (this.isLeaf(node)) this.#boundLeaf(node, boxBounds);
      else this.#boundInner(node);
    }
  }

  /** The same where of all boxes only the first `count` of these, which have leaves, have moved since. */
  boundPaths(boxBounds: Float64Array, moved: Int32Array, count: number): void {
    if (count > MOST_PATHS * this.nodeCount) {
      this.bound(boxBounds);
      return;
    }
    for (let i = 0; i < count; i++) {
      const leaf = this.#leafOf[moved[i]];
      this.#boundLeaf(leaf, boxBounds);
      for (let node = this.#parent[leaf]; node >= 0 && this.#boundInner(node); ) node = this.#parent[node];
    }
  }

  #boundLeaf(leaf: number, boxBounds: Float64Array): void {
    const bounds = this.nodeBounds;
    const to = 6 * leaf;
    const from = 6 * this.boxOf(leaf);
    for (let k = 0; k < 6; k++) bounds[to + k] = boxBounds[from + k];
  }

  /** Returns whether that has changed them. */
  #boundInner(node: number): boolean {
    const bounds = this.nodeBounds;
    const to = 6 * node;
    const left = 6 * this.leftChild(node);
    const right = 6 * this.rightChild(node);
    let isChanged = false;
    for (let k = 0; k < 3; k++) {
      const low = Math.min(bounds[left + k], bounds[right + k]);
      const high = Math.max(bounds[left + k + 3], bounds[right + k + 3]);
      isChanged ||= low !== bounds[to + k] || high !== bounds[to + k + 3];
      bounds[to + k] = low;
      bounds[to + k + 3] = high;
    }
    return isChanged;
  }
}
