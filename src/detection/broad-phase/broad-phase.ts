// Broad phase: which axis-aligned boxes overlap. A linear bounding volume hierarchy of the moving boxes and one of the static
// ones, and a list of the pairs whose fattened boxes overlap (Catto 2019, "Dynamic bounding volume hierarchies", for the
// fattening). As long as every moving box stays inside its fat one, the list is only filtered with the bounds of the moment.
// Boxes that leave get a new fat one, and their pairs are looked for again; when many have, everything is made anew, since a tree
// that is only refitted gets looser. What is remembered decides the cost alone, never the result.

import { BoxTree } from './box-tree.js';
import { FatBoxes } from './fat-boxes.js';
import { grownLength, PairList } from './pair-list.js';
import { StaticBoxes } from './static-boxes.js';
import { DONE, TreeDescent, WAITING } from './tree-descent.js';

/** Values of mobility: what takes part, and how. */
export const ABSENT = 0;
export const STATIC = 1;
export const MOVING = 2;

/** Most boxes fattened anew since the tree was built, as part of all moving ones, before it is built again. [1] */
const MOST_REFITTED = 1;

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
  readonly #staticBoxes = new StaticBoxes();
  readonly #descent = new TreeDescent();

  // What the fat pairs were found from. A static box is its own fat box.
  #boxCount = 0;
  /** Whether the last call was of some boxes: of others that move nothing is remembered. */
  #isOfSome = false;
  /** Whether boxes have become static ones, or ceased to be, since then. */
  #hasTurned = false;
  #mobility = new Int32Array(0);
  readonly #fat = new FatBoxes();
  /** Boxes that got fat ones since the tree was built. */
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
  /** Of a call of some boxes: unbounded boxes that are static, which come first, and the boxes it was of. */
  #staticUnboundedCount = 0;
  #taken = new Int32Array(0);
  #takenCount = 0;

  /**
   * Finds all pairs of boxes, at least one of them moving, that overlap or touch.
   * @param bounds 6 numbers a box: min x, y, z, max x, y, z; infinite where the box has no end [m]
   * @param count number of boxes [1]
   * @param mobility of each box: 0 absent, 1 static, 2 moving [1]
   */
  update(bounds: Float64Array, count: number, mobility: Int32Array): void {
    this.#fat.calls++;
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

  /** A box becomes one of the static ones, or ceases to be, before the next call of some. One without an end has all of them taken anew. */
  turn(bounds: Float64Array, box: number, isStatic: boolean): void {
    if (!this.#isOfSome || box >= this.#boxCount || isStatic === (this.#mobility[box] === STATIC)) return;
    if (isUnbounded(isStatic ? bounds : this.#fat.bounds, 6 * box)) {
      this.#isOfSome = false;
      return;
    }
    this.#hasTurned = true;
    this.#mobility[box] = isStatic ? STATIC : MOVING;
    if (isStatic) {
      this.#static[this.#staticCount++] = box;
      this.#staticBoxes.add(box);
    } else {
      this.#static[this.#static.indexOf(box)] = this.#static[--this.#staticCount];
      this.#staticBoxes.remove(box);
    }
    this.#fat.keep(bounds, box);
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
    this.#fat.calls++;
    const areStaticSame = this.#takeStatic(bounds, count, mobility, isStaticKept);
    this.#isOfSome = true;
    if (areStaticSame && this.#areTaken(some, someCount)) {
      this.#findLeavers(bounds);
      if (this.#isRepairable(bounds)) this.#repair(bounds);
      else this.#takeSome(bounds, some, someCount);
    } else {
      this.#takeSome(bounds, some, someCount);
    }
    this.#filter(bounds);
  }

  /** Whether these boxes are those that the last call of some took. */
  #areTaken(some: Int32Array, someCount: number): boolean {
    if (someCount !== this.#takenCount) return false;
    for (let i = 0; i < someCount; i++) if (this.#taken[i] !== some[i]) return false;
    return true;
  }

  /** Takes these boxes for those that move, and finds their pairs. */
  #takeSome(bounds: Float64Array, some: Int32Array, someCount: number): void {
    this.#unboundedCount = this.#staticUnboundedCount;
    this.#movingCount = 0;
    this.#takenCount = someCount;
    for (let i = 0; i < someCount; i++) {
      const box = some[i];
      this.#taken[i] = box;
      if (isUnbounded(bounds, 6 * box)) this.#unbounded[this.#unboundedCount++] = box;
      else this.#moving[this.#movingCount++] = box;
    }
    this.#fat.measure(bounds, this.#moving, this.#movingCount);
    for (let i = 0; i < someCount; i++) {
      this.#fat.fatten(bounds, some[i], this.#mobility[some[i]] === MOVING);
      this.#mobility[some[i]] = MOVING;
    }
    this.#refittedCount = 0;
    this.#findFatPairs();
  }

  /** Brings the static boxes up to date for a call of some. Returns whether they are those of the call before. */
  #takeStatic(bounds: Float64Array, count: number, mobility: Int32Array, isStaticKept: boolean): boolean {
    if (!this.#isOfSome || count < this.#boxCount) {
      this.#takeAllStatic(bounds, count, mobility);
      return false;
    }
    if (isStaticKept && count === this.#boxCount) return !this.#finishStatic();
    this.#reserve(count);
    this.#staticCount = 0;
    for (let box = 0; box < count; box++) {
      const isStatic = mobility[box] === STATIC;
      const wasStatic = box < this.#boxCount && this.#mobility[box] === STATIC;
      this.#mobility[box] = mobility[box];
      if (!isStatic && !wasStatic) continue;
      const isEndless = isUnbounded(bounds, 6 * box);
      if (isStatic && !isEndless) this.#static[this.#staticCount++] = box;
      if (isStatic && wasStatic && this.#fat.isKept(bounds, box)) continue;
      this.#hasTurned = true;
      if ((isStatic && isEndless) || (wasStatic && isUnbounded(this.#fat.bounds, 6 * box))) {
        this.#takeAllStatic(bounds, count, mobility);
        return false;
      }
      if (wasStatic) this.#staticBoxes.remove(box);
      if (isStatic) this.#staticBoxes.add(box);
      this.#fat.keep(bounds, box);
    }
    this.#boxCount = count;
    return !this.#finishStatic();
  }

  /** After boxes have become static ones, or ceased to be; returns whether any has. */
  #finishStatic(): boolean {
    if (!this.#hasTurned) return false;
    this.#hasTurned = false;
    if (this.#staticBoxes.finish(this.#fat.bounds, this.#static, this.#staticCount)) this.statistics.staticRebuilds++;
    return true;
  }

  /** The same of all of them, with nothing remembered. */
  #takeAllStatic(bounds: Float64Array, count: number, mobility: Int32Array): void {
    this.#reserve(count);
    this.#sortByKind(bounds, count, mobility);
    this.#staticUnboundedCount = 0;
    for (let i = 0; i < this.#unboundedCount; i++) {
      if (mobility[this.#unbounded[i]] === STATIC) this.#unbounded[this.#staticUnboundedCount++] = this.#unbounded[i];
    }
    for (let box = 0; box < count; box++) {
      this.#mobility[box] = mobility[box];
      this.#fat.keep(bounds, box);
    }
    this.#staticBoxes.build(this.#fat.bounds, this.#static, this.#staticCount);
    this.#hasTurned = false;
    this.#boxCount = count;
    this.statistics.staticRebuilds++;
  }

  /** Forgets everything remembered from earlier calls. */
  invalidate(): void {
    this.#boxCount = 0;
    this.#staticCount = 0;
    this.#staticBoxes.build(this.#fat.bounds, this.#static, 0);
    this.#isOfSome = false;
    this.fatPairs.clear();
  }

  /** Adds the pairs of a moving box, which may have come to elsewhere since the last call, and all others whose fat boxes it overlaps. */
  pairsOf(bounds: Float64Array, box: number, pairs: PairList): void {
    this.#marks[box] = DONE;
    this.#descent.pairsOfBox(bounds, box, this.#movingTree, this.#marks, pairs);
    this.#staticBoxes.pairsOfBox(this.#descent, bounds, box, this.#marks, pairs);
    this.#marks[box] = 0;
    for (let i = 0; i < this.#unboundedCount; i++) {
      const other = this.#unbounded[i];
      if (other !== box && overlap(bounds, 6 * box, this.#fat.bounds, 6 * other)) pairs.add(box, other);
    }
  }

  /** Whether a box is within its fat one. */
  holds(bounds: Float64Array, box: number): boolean {
    return this.#fat.holds(bounds, box);
  }

  /** Whether two boxes are one of the pairs of fat ones. */
  arePaired(box: number, other: number): boolean {
    return overlap(this.#fat.bounds, 6 * box, this.#fat.bounds, 6 * other);
  }

  #staticChanged(bounds: Float64Array, count: number, mobility: Int32Array): boolean {
    for (let box = 0; box < Math.max(count, this.#boxCount); box++) {
      const is = box < count && mobility[box] === STATIC;
      const was = box < this.#boxCount && this.#mobility[box] === STATIC;
      if (is !== was) return true;
      if (is && !this.#fat.isKept(bounds, box)) return true;
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
    this.#leftCount = 0;
    this.#findLeaversAmong(bounds, this.#moving, this.#movingCount);
    this.#findLeaversAmong(bounds, this.#unbounded, this.#unboundedCount);
  }

  #findLeaversAmong(bounds: Float64Array, boxes: Int32Array, count: number): void {
    const fat = this.#fat;
    for (let i = 0; i < count; i++) if (!fat.holds(bounds, boxes[i])) this.#left[this.#leftCount++] = boxes[i];
  }

  /** Whether the tree is good enough with the boxes that have left fattened anew, and has all of them. */
  #isRepairable(bounds: Float64Array): boolean {
    if (this.#refittedCount + this.#leftCount > MOST_REFITTED * this.#movingCount) return false;
    for (let i = 0; i < this.#leftCount; i++) {
      const at = 6 * this.#left[i];
      if (isUnbounded(bounds, at) || isUnbounded(this.#fat.bounds, at)) return false;
    }
    return true;
  }

  /** Keeps the input for comparison, sorts the boxes by kind and fattens the moving ones. */
  #remember(bounds: Float64Array, count: number, mobility: Int32Array): void {
    this.#reserve(count);
    this.#sortByKind(bounds, count, mobility);
    this.#fat.measure(bounds, this.#moving, this.#movingCount);
    for (let box = 0; box < count; box++) {
      if (mobility[box] === MOVING) this.#fat.fatten(bounds, box, box < this.#boxCount && this.#mobility[box] === MOVING);
      else this.#fat.keep(bounds, box);
    }
    for (let box = 0; box < count; box++) this.#mobility[box] = mobility[box];
    this.#boxCount = count;
    this.#refittedCount = 0;
  }

  #reserve(count: number): void {
    if (count <= this.#mobility.length) return;
    const length = grownLength(this.#mobility.length, count);
    this.#fat.reserve(length);
    this.#mobility = grownCopy(this.#mobility, length);
    this.#left = new Int32Array(length);
    this.#marks = new Int32Array(length);
    this.#taken = grownCopy(this.#taken, length);
    this.#moving = grownCopy(this.#moving, length);
    this.#static = grownCopy(this.#static, length);
    this.#unbounded = grownCopy(this.#unbounded, length);
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

  /** Builds the trees and finds all pairs of fat boxes. */
  #rebuild(bounds: Float64Array, count: number, mobility: Int32Array, staticChanged: boolean): void {
    this.#remember(bounds, count, mobility);
    if (staticChanged) {
      this.#staticBoxes.build(this.#fat.bounds, this.#static, this.#staticCount);
      this.statistics.staticRebuilds++;
    }
    this.#findFatPairs();
  }

  #findFatPairs(): void {
    this.#movingTree.build(this.#fat.bounds, this.#moving, this.#movingCount);
    this.statistics.rebuilds++;
    this.fatPairs.clear();
    this.#descent.selfPairs(this.#movingTree, this.fatPairs);
    this.#staticBoxes.crossPairs(this.#descent, this.#movingTree, this.fatPairs);
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
      this.#fat.fatten(bounds, left[i], true);
      marks[left[i]] = WAITING;
    }
    this.#movingTree.boundPaths(this.#fat.bounds, left, count);
    this.fatPairs.removeMarked(marks);
    for (let i = 0; i < count; i++) {
      marks[left[i]] = DONE;
      this.#descent.pairsOfBox(this.#fat.bounds, left[i], this.#movingTree, marks, this.fatPairs);
      this.#staticBoxes.pairsOfBox(this.#descent, this.#fat.bounds, left[i], marks, this.fatPairs);
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
    const fat = this.#fat.bounds;
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
    const { a, b, size } = this.fatPairs;
    const { pairA, pairB, pairPlace } = this;
    let found = 0;
    for (let i = 0; i < size; i++) {
      if (!overlap(bounds, 6 * a[i], bounds, 6 * b[i])) continue;
      pairA[found] = a[i];
      pairB[found] = b[i];
      pairPlace[found++] = i;
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
