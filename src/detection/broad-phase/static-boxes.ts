// The static boxes of the broad phase in two trees: those that were there when the first was built, and the few that have come
// since, of bodies that fell asleep. A box that goes leaves an empty leaf behind, which nothing overlaps. So what one body costs that
// falls asleep or wakes does not go by how many others sleep. Before the second tree is large, all boxes go into the first.

import { BoxTree } from './box-tree.js';
import { grownLength, type PairList } from './pair-list.js';
import type { TreeDescent } from './tree-descent.js';

/** Boxes that have come or gone since the first tree was built, before it is built again: so many, and a share of all. [1] */
const MOST_CHANGES = 32;
const SHARE_OF_CHANGES = 0.25;

/** Values of `#place` below the numbers of leaves: a box is not here, or in the second tree. */
const ABSENT = -1;
const LATE = -2;

export class StaticBoxes {
  readonly #early = new BoxTree();
  readonly #late = new BoxTree();
  /** The boxes of the second tree. */
  #lateBoxes = new Int32Array(0);
  #lateCount = 0;
  /** Of each box the leaf of the first tree that it has, or where else it is. */
  #place = new Int32Array(0);
  #changes = 0;

  /** Takes these boxes, by their numbers, and no others. */
  build(bounds: Float64Array, members: Int32Array, count: number): void {
    this.#early.build(bounds, members, count);
    this.#lateCount = 0;
    this.#late.build(bounds, this.#lateBoxes, 0);
    this.#changes = 0;
    this.#place.fill(ABSENT);
    for (let i = 0; i < count; i++) this.#reserve(members[i]);
    const { nodeCount } = this.#early;
    for (let node = 0; node < nodeCount; node++) {
      if (this.#early.isLeaf(node)) this.#place[this.#early.boxOf(node)] = node;
    }
  }

  add(box: number): void {
    this.#reserve(box);
    if (this.#lateCount === this.#lateBoxes.length) {
      const boxes = this.#lateBoxes;
      this.#lateBoxes = new Int32Array(grownLength(boxes.length, this.#lateCount + 1));
      this.#lateBoxes.set(boxes);
    }
    this.#lateBoxes[this.#lateCount++] = box;
    this.#place[box] = LATE;
    this.#changes++;
  }

  remove(box: number): void {
    const place = this.#place[box];
    this.#place[box] = ABSENT;
    this.#changes++;
    if (place >= 0) this.#early.emptyLeaf(place);
    else {
      let at = 0;
      while (this.#lateBoxes[at] !== box) at++;
      this.#lateBoxes[at] = this.#lateBoxes[--this.#lateCount];
    }
  }

  /** After boxes have come or gone, with all that there are now. Returns whether all were put into the first tree. */
  finish(bounds: Float64Array, members: Int32Array, count: number): boolean {
    if (this.#changes > MOST_CHANGES + SHARE_OF_CHANGES * count) {
      this.build(bounds, members, count);
      return true;
    }
    this.#late.build(bounds, this.#lateBoxes, this.#lateCount);
    return false;
  }

  /** Adds the pairs with the boxes of another tree. */
  crossPairs(descent: TreeDescent, moving: BoxTree, pairs: PairList): void {
    descent.crossPairs(moving, this.#early, pairs);
    descent.crossPairs(moving, this.#late, pairs);
  }

  /** Adds the pairs with a box, as the descent does. */
  pairsOfBox(descent: TreeDescent, bounds: Float64Array, box: number, marks: Int32Array, pairs: PairList): void {
    descent.pairsOfBox(bounds, box, this.#early, marks, pairs);
    descent.pairsOfBox(bounds, box, this.#late, marks, pairs);
  }

  #reserve(box: number): void {
    if (box < this.#place.length) return;
    const place = this.#place;
    this.#place = new Int32Array(grownLength(place.length, box + 1)).fill(ABSENT);
    this.#place.set(place);
  }
}
