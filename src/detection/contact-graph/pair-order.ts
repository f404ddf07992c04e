// The order of the pairs of shapes that the broad phase chooses from: by their nodes, so that nothing that comes later depends on the order
// in which edges or shapes came. These pairs stay the same for several detections, and most of them from one list to the next, so that they
// are rarely sorted.

import type { Bodies } from '../../bodies/bodies.js';
import type { BroadPhase } from '../broad-phase/broad-phase.js';
import { grownLength } from '../broad-phase/pair-list.js';

export class PairOrder {
  /** The pairs that overlap in the order of their nodes, by their places among those found. */
  overlapping = new Int32Array(0);

  /** Whether the pairs, which go by their shapes, go by their nodes as well. */
  #isInOrder = true;
  /** If not: the pairs in the order of their nodes, those of the same two nodes by their shapes. */
  #byNodes = new Int32Array(0);
  /** Where in the list of pairs found each pair is, plus one; 0 for those that do not overlap. */
  #placeOf = new Int32Array(0);
  /** The list of the broad phase that is ordered, by its number. */
  #version = -1;
  /** Whether shapes go by their nodes, one a node; after how many changes from outside that was found, and of how many shapes. */
  #areSingle = false;
  #changes = -1;
  #shapeCount = 0;
  #sorted = new Int32Array(0);
  /** Counters for the sort, one for each node and one more. */
  #counters = new Int32Array(0);

  update(broadPhase: BroadPhase, bodies: Bodies): void {
    if (this.#changes !== bodies.changes || this.#shapeCount !== bodies.shapes.size) {
      this.#areSingle = areSingle(bodies);
      this.#changes = bodies.changes;
      this.#shapeCount = bodies.shapes.size;
      this.#version = -1;
    }
    if (this.#version === broadPhase.version) return;
    this.#version = broadPhase.version;
    this.#isInOrder = this.#areSingle || isInOrder(broadPhase, bodies);
    if (!this.#isInOrder) this.#sort(broadPhase, bodies);
  }

  /** Lists the pairs that overlap in the order of nodes. */
  orderOverlapping({ fatPairs, pairCount, pairPlace }: BroadPhase): void {
    const count = fatPairs.size;
    if (this.overlapping.length < pairCount) this.overlapping = new Int32Array(grownLength(this.overlapping.length, pairCount));
    const { overlapping } = this;
    if (this.#isInOrder) {
      for (let i = 0; i < pairCount; i++) overlapping[i] = i;
      return;
    }
    if (this.#placeOf.length < count) this.#placeOf = new Int32Array(grownLength(this.#placeOf.length, count));
    const placeOf = this.#placeOf;
    const byNodes = this.#byNodes;
    placeOf.fill(0, 0, count);
    for (let i = 0; i < pairCount; i++) placeOf[pairPlace[i]] = i + 1;
    for (let k = 0, i = 0; k < count; k++) if (placeOf[byNodes[k]] !== 0) overlapping[i++] = placeOf[byNodes[k]] - 1;
  }

  /** Two stable counting sorts, by the larger node and then by the smaller. */
  #sort({ fatPairs }: BroadPhase, bodies: Bodies): void {
    const { a, b, size: count } = fatPairs;
    const { owner } = bodies.shapes.columns;
    const { size } = bodies.nodes;
    if (this.#counters.length < size + 1) this.#counters = new Int32Array(grownLength(this.#counters.length, size + 1));
    if (this.#byNodes.length < count) {
      this.#byNodes = new Int32Array(grownLength(this.#byNodes.length, count));
      this.#sorted = new Int32Array(this.#byNodes.length);
    }
    const counters = this.#counters;
    const byNodes = this.#byNodes;
    const sorted = this.#sorted;
    counters.fill(0, 0, size + 1);
    for (let i = 0; i < count; i++) counters[Math.max(owner[a[i]], owner[b[i]]) + 1]++;
    for (let node = 0; node < size; node++) counters[node + 1] += counters[node];
    for (let i = 0; i < count; i++) sorted[counters[Math.max(owner[a[i]], owner[b[i]])]++] = i;
    counters.fill(0, 0, size + 1);
    for (let i = 0; i < count; i++) counters[Math.min(owner[a[i]], owner[b[i]]) + 1]++;
    for (let node = 0; node < size; node++) counters[node + 1] += counters[node];
    for (let k = 0; k < count; k++) {
      const i = sorted[k];
      byNodes[counters[Math.min(owner[a[i]], owner[b[i]])]++] = i;
    }
  }
}

/** Whether each shape is of a node behind that of the shape before it: then what goes by shapes goes by nodes. */
function areSingle({ shapes }: Bodies): boolean {
  const { owner } = shapes.columns;
  let last = -1;
  for (let shape = 0; shape < shapes.size; shape++) {
    if (!shapes.isLive(shape)) continue;
    if (owner[shape] <= last) return false;
    last = owner[shape];
  }
  return true;
}

/** Whether the pairs of the broad phase, which go by their shapes, go by their nodes as well. */
function isInOrder({ fatPairs }: BroadPhase, { shapes }: Bodies): boolean {
  const { a, b, size } = fatPairs;
  const { owner } = shapes.columns;
  let lastLow = -1;
  let lastHigh = -1;
  for (let i = 0; i < size; i++) {
    const low = Math.min(owner[a[i]], owner[b[i]]);
    const high = Math.max(owner[a[i]], owner[b[i]]);
    if (low < lastLow || (low === lastLow && high < lastHigh)) return false;
    lastLow = low;
    lastHigh = high;
  }
  return true;
}
