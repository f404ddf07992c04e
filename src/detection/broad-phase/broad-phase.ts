// Broad phase: which axis-aligned boxes overlap. A linear bounding volume hierarchy of the moving boxes and one of the static
// ones, and a list of the pairs whose fattened boxes overlap (Catto 2019, "Dynamic bounding volume hierarchies", for the
// fattening). As long as every moving box stays inside its fat one, the list is only filtered with the bounds of the moment.
// Boxes that leave get a new fat one, and their pairs are looked for again; when many have, everything is made anew, since a tree
// that is only refitted gets looser. What is remembered decides the cost alone, never the result.

import { BoxTree } from './box-tree.js';
import { grownLength, PairList } from './pair-list.js';
import { DONE, TreeDescent, WAITING } from './tree-descent.js';

/** Values of mobility: what takes part, and how. */
export const ABSENT = 0;
export const STATIC = 1;
export const MOVING = 2;

/** Margin of a fat box on each side, as part of its reach. [1] */
const MARGIN = 0.1;

/** Calls ahead for which a fat box leaves room along the displacement since the last rebuild. [1] */
const CALLS_AHEAD = 4;

/** Largest room along the displacement, as part of the reach: more would find more pairs than it saves rebuilds. [1] */
const ROOM = 0.5;

/** Most boxes fattened anew since the tree was built, as part of all moving ones, before it is built again. [1] */
const MOST_REFITTED = 1;

/** Bits of a 32-bit float below its exponent. [1] */
const MANTISSA_BITS = 23;

export class BroadPhase {
  /** Pairs found. [1] */
  pairCount = 0;

  /** The smaller index of each pair, ascending. [1] */
  pairA = new Int32Array(0);

  /** The larger index of each pair, ascending among equal smaller ones. [1] */
  pairB = new Int32Array(0);

  /** For each pair its place among the fat pairs. [1] */
  pairPlace = new Int32Array(0);

  /** The pairs of fat boxes that overlap: those that the pairs found are chosen from. */
  readonly fatPairs = new PairList();

  /** Changes with the list of fat pairs. [1] */
  version = 0;

  /** Work done since construction: rebuilds of either tree, repairs, pairs of nodes tested, pairs of fat boxes found. [1] */
  readonly statistics = { rebuilds: 0, staticRebuilds: 0, repairs: 0, nodeVisits: 0, fatPairs: 0 };

  readonly #movingTree = new BoxTree();
  readonly #staticTree = new BoxTree();
  readonly #descent = new TreeDescent();

  // What the fat pairs were found from. A static box is its own fat box.
  #boxCount = 0;
  /** Whether the last call was of some boxes: of the others nothing is remembered. */
  #isOfSome = false;
  #mobility = new Int32Array(0);
  #bounds = new Float64Array(0);
  #fatBounds = new Float64Array(0);
  #typicalSize = 0;

  // The call at which each moving box got its fat one, and those that got theirs since the tree was built.
  #calls = 0;
  #fattenedAt = new Int32Array(0);
  #refittedCount = 0;

  // The boxes that have left their fat ones, and marks of all boxes, 0 but for these while their pairs are looked for.
  #left = new Int32Array(0);
  #leftCount = 0;
  #marks = new Int32Array(0);

  // Boxes of each kind; those without an end in some direction belong to no tree.
  #moving = new Int32Array(0);
  #static = new Int32Array(0);
  #unbounded = new Int32Array(0);
  #movingCount = 0;
  #staticCount = 0;
  #unboundedCount = 0;
  /** Of a call of some boxes: unbounded boxes that are static, which come first. */
  #staticUnboundedCount = 0;

  readonly #sizeCounts = new Int32Array(256);
  readonly #float = new Float32Array(1);
  readonly #floatBits = new Int32Array(this.#float.buffer);

  /**
   * Finds all pairs of boxes, at least one of them moving, that overlap or touch.
   * @param bounds 6 numbers a box: min x, y, z, max x, y, z; infinite where the box has no end [m]
   * @param count number of boxes [1]
   * @param mobility of each box: 0 absent, 1 static, 2 moving [1]
   */
  update(bounds: Float64Array, count: number, mobility: Int32Array): void {
    this.#calls++;
    if (this.#isOfSome) this.invalidate();
    this.#isOfSome = false;
    const staticChanged = this.#staticChanged(bounds, count, mobility);
    if (staticChanged || this.#movingChanged(count, mobility)) {
      this.#rebuild(bounds, count, mobility, staticChanged);
    } else {
      this.#findLeavers(bounds);
      if (this.#isRepairable(bounds)) this.#repair(bounds);
      else this.#rebuild(bounds, count, mobility, false);
    }
    this.#filter(bounds);
  }

  /**
   * The same of some boxes, with each other and with the static ones; no other pairs are found. Static boxes are those of
   * the call before, where told so.
   */
  updateSome(
    bounds: Float64Array,
    count: number,
    mobility: Int32Array,
    some: Int32Array,
    someCount: number,
    isStaticKept: boolean,
  ): void {
    const isKnown = this.#isOfSome && this.#boxCount === count;
    if (!isKnown || (!isStaticKept && this.#staticChanged(bounds, count, mobility)))
      this.#rememberStatic(bounds, count, mobility);
    this.#isOfSome = true;
    this.#unboundedCount = this.#staticUnboundedCount;
    this.#movingCount = 0;
    for (let i = 0; i < someCount; i++) {
      const box = some[i];
      this.#mobility[box] = MOVING;
      for (let k = 6 * box; k < 6 * box + 6; k++) this.#fatBounds[k] = bounds[k];
      if (isUnbounded(bounds, 6 * box)) this.#unbounded[this.#unboundedCount++] = box;
      else this.#moving[this.#movingCount++] = box;
    }
    this.#findFatPairs();
    this.#filter(bounds);
  }

  /** Takes note of the static boxes alone. */
  #rememberStatic(bounds: Float64Array, count: number, mobility: Int32Array): void {
    this.#reserve(count);
    this.#sortByKind(bounds, count, mobility);
    this.#staticUnboundedCount = 0;
    for (let i = 0; i < this.#unboundedCount; i++) {
      if (mobility[this.#unbounded[i]] === STATIC) this.#unbounded[this.#staticUnboundedCount++] = this.#unbounded[i];
    }
    for (let box = 0; box < count; box++) {
      this.#mobility[box] = mobility[box];
      for (let k = 6 * box; k < 6 * box + 6; k++) this.#fatBounds[k] = bounds[k];
    }
    this.#staticTree.build(this.#fatBounds, this.#static, this.#staticCount);
    this.#boxCount = count;
    this.statistics.staticRebuilds++;
  }

  /** Forgets everything remembered from earlier calls. */
  invalidate(): void {
    this.#boxCount = 0;
    this.#staticCount = 0;
    this.#staticTree.build(this.#fatBounds, this.#static, 0);
    this.fatPairs.clear();
  }

  /** Adds the pairs of a moving box, which may have come to elsewhere since the last call, and all others whose fat boxes it overlaps. */
  pairsOf(bounds: Float64Array, box: number, pairs: PairList): void {
    this.#marks[box] = DONE;
    this.#descent.pairsOfBox(bounds, box, this.#movingTree, this.#marks, pairs);
    this.#descent.pairsOfBox(bounds, box, this.#staticTree, this.#marks, pairs);
    this.#marks[box] = 0;
    for (let i = 0; i < this.#unboundedCount; i++) {
      const other = this.#unbounded[i];
      if (other !== box && overlap(bounds, 6 * box, this.#fatBounds, 6 * other)) pairs.add(box, other);
    }
  }

  /** Whether a box is within its fat one. */
  holds(bounds: Float64Array, box: number): boolean {
    const fat = this.#fatBounds;
    for (let k = 6 * box; k < 6 * box + 3; k++) if (bounds[k] < fat[k] || bounds[k + 3] > fat[k + 3]) return false;
    return true;
  }

  /** Whether two boxes are one of the pairs of fat ones. */
  arePaired(box: number, other: number): boolean {
    return overlap(this.#fatBounds, 6 * box, this.#fatBounds, 6 * other);
  }

  #staticChanged(bounds: Float64Array, count: number, mobility: Int32Array): boolean {
    for (let box = 0; box < Math.max(count, this.#boxCount); box++) {
      const is = box < count && mobility[box] === STATIC;
      const was = box < this.#boxCount && this.#mobility[box] === STATIC;
      if (is !== was) return true;
      if (!is) continue;
      for (let k = 6 * box; k < 6 * box + 6; k++) if (bounds[k] !== this.#fatBounds[k]) return true;
    }
    return false;
  }

  /** Whether a moving box appeared or disappeared. */
  #movingChanged(count: number, mobility: Int32Array): boolean {
    for (let box = 0; box < Math.max(count, this.#boxCount); box++) {
      const is = box < count && mobility[box] === MOVING;
      const was = box < this.#boxCount && this.#mobility[box] === MOVING;
      if (is !== was) return true;
    }
    return false;
  }

  /** Lists the moving boxes that have left their fat ones. */
  #findLeavers(bounds: Float64Array): void {
    const fat = this.#fatBounds;
    const mobility = this.#mobility;
    const boxCount = this.#boxCount;
    const left = this.#left;
    let count = 0;
    for (let box = 0; box < boxCount; box++) {
      const k = 6 * box;
      if (
        mobility[box] === MOVING &&
        (bounds[k] < fat[k] ||
          bounds[k + 1] < fat[k + 1] ||
          bounds[k + 2] < fat[k + 2] ||
          bounds[k + 3] > fat[k + 3] ||
          bounds[k + 4] > fat[k + 4] ||
          bounds[k + 5] > fat[k + 5])
      ) {
        left[count++] = box;
      }
    }
    this.#leftCount = count;
  }

  /** Whether the tree is good enough with the boxes that have left fattened anew, and has all of them. */
  #isRepairable(bounds: Float64Array): boolean {
    if (this.#refittedCount + this.#leftCount > MOST_REFITTED * this.#movingCount) return false;
    for (let i = 0; i < this.#leftCount; i++) {
      const at = 6 * this.#left[i];
      if (isUnbounded(bounds, at) || isUnbounded(this.#fatBounds, at)) return false;
    }
    return true;
  }

  /** Keeps the input for comparison, sorts the boxes by kind and fattens the moving ones. */
  #remember(bounds: Float64Array, count: number, mobility: Int32Array): void {
    this.#reserve(count);
    this.#sortByKind(bounds, count, mobility);
    this.#typicalSize = this.#findTypicalSize(bounds);
    for (let box = 0; box < count; box++) {
      if (mobility[box] === MOVING) this.#fatten(bounds, box);
      else for (let k = 6 * box; k < 6 * box + 6; k++) this.#fatBounds[k] = bounds[k];
    }
    for (let box = 0; box < count; box++) this.#mobility[box] = mobility[box];
    this.#boxCount = count;
    this.#refittedCount = 0;
  }

  #reserve(count: number): void {
    if (count <= this.#mobility.length) return;
    const length = grownLength(this.#mobility.length, count);
    const bounds = this.#bounds;
    this.#mobility = grownCopy(this.#mobility, length);
    this.#bounds = new Float64Array(6 * length);
    this.#bounds.set(bounds);
    this.#fatBounds = new Float64Array(6 * length);
    this.#fattenedAt = grownCopy(this.#fattenedAt, length);
    this.#left = new Int32Array(length);
    this.#marks = new Int32Array(length);
    this.#moving = new Int32Array(length);
    this.#static = new Int32Array(length);
    this.#unbounded = new Int32Array(length);
  }

  #sortByKind(bounds: Float64Array, count: number, mobility: Int32Array): void {
    this.#movingCount = 0;
    this.#staticCount = 0;
    this.#unboundedCount = 0;
    for (let box = 0; box < count; box++) {
      if (mobility[box] === ABSENT) continue;
      if (isUnbounded(bounds, 6 * box)) this.#unbounded[this.#unboundedCount++] = box;
      else if (mobility[box] === MOVING) this.#moving[this.#movingCount++] = box;
      else this.#static[this.#staticCount++] = box;
    }
  }

  /** The median of the longest edges of the moving boxes, rounded down to a power of two. [m] */
  #findTypicalSize(bounds: Float64Array): number {
    const counts = this.#sizeCounts;
    const moving = this.#moving;
    counts.fill(0);
    for (let i = 0; i < this.#movingCount; i++) {
      const at = 6 * moving[i];
      this.#float[0] = Math.max(bounds[at + 3] - bounds[at], bounds[at + 4] - bounds[at + 1], bounds[at + 5] - bounds[at + 2]);
      counts[this.#floatBits[0] >>> MANTISSA_BITS]++;
    }
    // Points have no size to speak of; the others count.
    let larger = this.#movingCount - counts[0];
    const half = 0.5 * larger;
    let exponent = 0;
    while (larger > half) larger -= counts[++exponent];
    this.#floatBits[0] = exponent << MANTISSA_BITS;
    return this.#float[0];
  }

  /**
   * Makes the fat box of a moving box. Margin and room go by its reach, on each axis its own thickness, so that thin plates in
   * a stack meet no more than their neighbours, but no more than the typical size, so that a huge box does not meet crowds of
   * small ones from afar.
   */
  #fatten(bounds: Float64Array, box: number): void {
    const last = this.#bounds;
    const fat = this.#fatBounds;
    const moved = box < this.#boxCount && this.#mobility[box] === MOVING;
    const lead = moved ? CALLS_AHEAD / (this.#calls - this.#fattenedAt[box]) : 0;
    this.#fattenedAt[box] = this.#calls;
    for (let low = 6 * box; low < 6 * box + 3; low++) {
      const high = low + 3;
      const reach = Math.min(bounds[high] - bounds[low], this.#typicalSize);
      // Neither comparison holds for a face at infinity.
      const fall = lead * (last[low] - bounds[low]);
      const rise = lead * (bounds[high] - last[high]);
      fat[low] = bounds[low] - MARGIN * reach - (fall > 0 ? Math.min(fall, ROOM * reach) : 0);
      fat[high] = bounds[high] + MARGIN * reach + (rise > 0 ? Math.min(rise, ROOM * reach) : 0);
      last[low] = bounds[low];
      last[high] = bounds[high];
    }
  }

  /** Builds the trees and finds all pairs of fat boxes. */
  #rebuild(bounds: Float64Array, count: number, mobility: Int32Array, staticChanged: boolean): void {
    this.#remember(bounds, count, mobility);
    if (staticChanged) {
      this.#staticTree.build(this.#fatBounds, this.#static, this.#staticCount);
      this.statistics.staticRebuilds++;
    }
    this.#findFatPairs();
  }

  #findFatPairs(): void {
    this.#movingTree.build(this.#fatBounds, this.#moving, this.#movingCount);
    this.statistics.rebuilds++;
    this.fatPairs.clear();
    this.#descent.selfPairs(this.#movingTree, this.fatPairs);
    this.#descent.crossPairs(this.#movingTree, this.#staticTree, this.fatPairs);
    this.#pairUnbounded();
    this.#finishPairs();
  }

  /** Fattens the boxes that have left anew, and finds their pairs. */
  #repair(bounds: Float64Array): void {
    const count = this.#leftCount;
    if (count === 0) return;
    const left = this.#left;
    const marks = this.#marks;
    for (let i = 0; i < count; i++) {
      this.#fatten(bounds, left[i]);
      marks[left[i]] = WAITING;
    }
    this.#movingTree.bound(this.#fatBounds);
    this.fatPairs.removeMarked(marks, this.#boxCount);
    for (let i = 0; i < count; i++) {
      marks[left[i]] = DONE;
      this.#descent.pairsOfBox(this.#fatBounds, left[i], this.#movingTree, marks, this.fatPairs);
      this.#descent.pairsOfBox(this.#fatBounds, left[i], this.#staticTree, marks, this.fatPairs);
      this.#pairWithAll(left[i], this.#unbounded, 0, this.#unboundedCount);
    }
    for (let i = 0; i < count; i++) marks[left[i]] = 0;
    this.#refittedCount += count;
    this.statistics.repairs++;
    this.#finishPairs();
  }

  #finishPairs(): void {
    this.fatPairs.sort(this.#boxCount);
    this.version++;
    this.statistics.nodeVisits = this.#descent.nodeVisits;
    this.statistics.fatPairs += this.fatPairs.size;
  }

  /** Tests each unbounded box against all others: the static ones against the moving, the moving ones against all. */
  #pairUnbounded(): void {
    for (let i = 0; i < this.#unboundedCount; i++) {
      const box = this.#unbounded[i];
      this.#pairWithAll(box, this.#moving, 0, this.#movingCount);
      this.#pairWithAll(box, this.#unbounded, i + 1, this.#unboundedCount);
      if (this.#mobility[box] === MOVING) this.#pairWithAll(box, this.#static, 0, this.#staticCount);
    }
  }

  #pairWithAll(box: number, others: Int32Array, first: number, end: number): void {
    const fat = this.#fatBounds;
    const isMoving = this.#mobility[box] === MOVING;
    for (let i = first; i < end; i++) {
      const other = others[i];
      if ((isMoving || this.#mobility[other] === MOVING) && overlap(fat, 6 * box, fat, 6 * other)) this.fatPairs.add(box, other);
    }
  }

  /** Keeps the fat pairs whose boxes overlap now, in their order. */
  #filter(bounds: Float64Array): void {
    if (this.fatPairs.size > this.pairA.length) {
      const length = grownLength(this.pairA.length, this.fatPairs.size);
      this.pairA = new Int32Array(length);
      this.pairB = new Int32Array(length);
      this.pairPlace = new Int32Array(length);
    }
    const { b, end } = this.fatPairs;
    const { pairA, pairB, pairPlace } = this;
    const boxCount = this.#boxCount;
    let found = 0;
    for (let box = 0, i = 0; box < boxCount; box++) {
      for (; i < end[box]; i++) {
        if (!overlap(bounds, 6 * box, bounds, 6 * b[i])) continue;
        pairA[found] = box;
        pairB[found] = b[i];
        pairPlace[found++] = i;
      }
    }
    this.pairCount = found;
  }
}

function grownCopy(array: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(length);
  grown.set(array);
  return grown;
}

/** Whether the box at an offset of some bounds and that at an offset of others overlap or touch. */
export function overlap(bounds: Float64Array, i: number, others: Float64Array, j: number): boolean {
  return (
    bounds[i] <= others[j + 3] &&
    others[j] <= bounds[i + 3] &&
    bounds[i + 1] <= others[j + 4] &&
    others[j + 1] <= bounds[i + 4] &&
    bounds[i + 2] <= others[j + 5] &&
    others[j + 2] <= bounds[i + 5]
  );
}

/** Whether the box at an offset of the bounds has no end in some direction. */
function isUnbounded(bounds: Float64Array, at: number): boolean {
  for (let k = at; k < at + 3; k++) if (bounds[k] === -Infinity || bounds[k + 3] === Infinity) return true;
  return false;
}
