// Finds the overlapping leaves of two trees, or of one tree with itself, by descending both at once (the tandem traversal of
// bounding volume hierarchies, Gottschalk et al. 1996, "OBBTree"), iteratively.

import type { BoxTree } from './box-tree.js';
import type { PairList } from './pair-list.js';
import { MAX_DEPTH } from './spatial-order.js';

/** Marks of boxes whose pairs are looked for one after the other: a pair is found by the one whose turn comes first. */
export const WAITING = 1;
export const DONE = 2;

export class TreeDescent {
  /** Pairs of nodes tested so far. [1] */
  nodeVisits = 0;

  // Pairs of nodes still to be tested. Each step replaces one by two that are a level deeper in one of the trees.
  readonly #stack = new Int32Array(4 * (MAX_DEPTH + 1));

  /** Adds all pairs of overlapping boxes of one tree. */
  selfPairs(tree: BoxTree, pairs: PairList): void {
    for (let node = 0; node < tree.nodeCount; node++) {
      if (!tree.isLeaf(node)) this.#descend(tree, tree.leftChild(node), tree, tree.rightChild(node), pairs);
    }
  }

  /** Adds all pairs of a box of one tree and an overlapping box of another. */
  crossPairs(treeA: BoxTree, treeB: BoxTree, pairs: PairList): void {
    if (treeA.nodeCount > 0 && treeB.nodeCount > 0) this.#descend(treeA, 0, treeB, 0, pairs);
  }

  /** Adds all pairs of one box, which has its mark already, and an overlapping box of a tree that is not done. */
  pairsOfBox(boxBounds: Float64Array, box: number, tree: BoxTree, marks: Int32Array, pairs: PairList): void {
    if (tree.nodeCount === 0) return;
    const bounds = tree.nodeBounds;
    const stack = this.#stack;
    const j = 6 * box;
    let visits = 0;
    let waiting = 0;
    let node = 0;
    for (;;) {
      visits++;
      const i = 6 * node;
      if (
        bounds[i] <= boxBounds[j + 3] &&
        boxBounds[j] <= bounds[i + 3] &&
        bounds[i + 1] <= boxBounds[j + 4] &&
        boxBounds[j + 1] <= bounds[i + 4] &&
        bounds[i + 2] <= boxBounds[j + 5] &&
        boxBounds[j + 2] <= bounds[i + 5]
      ) {
        if (!tree.isLeaf(node)) {
          stack[waiting++] = tree.rightChild(node);
          node = tree.leftChild(node);
          continue;
        }
        const other = tree.boxOf(node);
        if (marks[other] !== DONE) pairs.add(box, other);
      }
      if (waiting === 0) break;
      node = stack[--waiting];
    }
    this.nodeVisits += visits;
  }

  #descend(treeA: BoxTree, topA: number, treeB: BoxTree, topB: number, pairs: PairList): void {
    const boundsA = treeA.nodeBounds;
    const boundsB = treeB.nodeBounds;
    const stack = this.#stack;
    let visits = 0;
    let waiting = 0;
    let a = topA;
    let b = topB;
    for (;;) {
      visits++;
      const i = 6 * a;
      const j = 6 * b;
      if (
        boundsA[i] <= boundsB[j + 3] &&
        boundsB[j] <= boundsA[i + 3] &&
        boundsA[i + 1] <= boundsB[j + 4] &&
        boundsB[j + 1] <= boundsA[i + 4] &&
        boundsA[i + 2] <= boundsB[j + 5] &&
        boundsB[j + 2] <= boundsA[i + 5]
      ) {
        const leafA = treeA.isLeaf(a);
        const leafB = treeB.isLeaf(b);
        if (leafA && leafB) {
          pairs.add(treeA.boxOf(a), treeB.boxOf(b));
        } else if (leafB || (!leafA && girth(boundsA, i) >= girth(boundsB, j))) {
          stack[waiting++] = treeA.rightChild(a);
          stack[waiting++] = b;
          a = treeA.leftChild(a);
          continue;
        } else {
          stack[waiting++] = a;
          stack[waiting++] = treeB.rightChild(b);
          b = treeB.leftChild(b);
          continue;
        }
      }
      if (waiting === 0) break;
      b = stack[--waiting];
      a = stack[--waiting];
    }
    this.nodeVisits += visits;
  }
}

/** Sum of the edge lengths of the box at an offset: the larger node is the one to open. [m] */
function girth(bounds: Float64Array, at: number): number {
  return bounds[at + 3] - bounds[at] + (bounds[at + 4] - bounds[at + 1]) + (bounds[at + 5] - bounds[at + 2]);
}
