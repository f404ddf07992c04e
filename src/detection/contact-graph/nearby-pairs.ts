// The pairs of shapes that the broad phase chooses from, each with its edge and its place in the order of nodes. They stay the
// same for several detections, and most of them from one list to the next, so that edges are rarely looked up and never sorted.
// What is remembered decides the cost alone: an edge is checked before it is used.

import type { Bodies } from '../../bodies/bodies.js';
import type { BroadPhase } from '../broad-phase/broad-phase.js';
import { grownLength } from '../broad-phase/growth.js';

export class NearbyPairs {
  /** The edge of each pair as far as it is known, or -1. */
  edge = new Int32Array(0);
  /** Whether the pairs, which go by their shapes, go by their nodes as well. */
  isInOrder = true;
  /** If not: the pairs in the order of their nodes, those of the same two nodes by their shapes. */
  byNodes = new Int32Array(0);
  count = 0;
  /** The pairs that overlap in the order of their nodes, by their places among those found. */
  overlapping = new Int32Array(0);

  /** Where in the list of pairs found each of the nearby pairs is, plus one; 0 for those that do not overlap. */
  #placeOf = new Int32Array(0);
  #version = -1;
  #a = new Int32Array(0);
  #b = new Int32Array(0);
  #lastA = new Int32Array(0);
  #lastB = new Int32Array(0);
  #lastEdge = new Int32Array(0);
  #sorted = new Int32Array(0);
  /** Counters for the sort, one for each node and one more. */
  #counters = new Int32Array(0);

  update(broadPhase: BroadPhase, bodies: Bodies): void {
    if (this.#version === broadPhase.version) return;
    this.#version = broadPhase.version;
    this.#copyPairs(broadPhase);
    this.#order(bodies);
  }

  /** Lists the pairs that overlap in the order of nodes, so that nothing later depends on the order edges or shapes came in. */
  orderOverlapping({ pairCount, pairPlace }: BroadPhase): void {
    const { count, byNodes } = this;
    if (this.overlapping.length < pairCount) this.overlapping = new Int32Array(grownLength(this.overlapping.length, pairCount));
    const { overlapping } = this;
    if (this.isInOrder) {
      for (let i = 0; i < pairCount; i++) overlapping[i] = i;
      return;
    }
    if (this.#placeOf.length < count) this.#placeOf = new Int32Array(grownLength(this.#placeOf.length, count));
    const placeOf = this.#placeOf;
    placeOf.fill(0, 0, count);
    for (let i = 0; i < pairCount; i++) placeOf[pairPlace[i]] = i + 1;
    for (let k = 0, i = 0; k < count; k++) if (placeOf[byNodes[k]] !== 0) overlapping[i++] = placeOf[byNodes[k]] - 1;
  }

  /** Takes over the new list, and the edges of the pairs that were in the old one: both go by their shapes. */
  #copyPairs({ fatPairs }: BroadPhase): void {
    const [lastA, lastB, lastEdge, lastCount] = [this.#a, this.#b, this.edge, this.count];
    this.#a = this.#lastA;
    this.#b = this.#lastB;
    this.edge = this.#lastEdge;
    this.#lastA = lastA;
    this.#lastB = lastB;
    this.#lastEdge = lastEdge;
    this.count = fatPairs.size;
    if (this.count > this.#a.length) {
      const length = grownLength(this.#a.length, this.count);
      this.#a = new Int32Array(length);
      this.#b = new Int32Array(length);
      this.edge = new Int32Array(length);
    }
    const { b, end } = fatPairs;
    const edge = this.edge;
    let last = 0;
    for (let shape = 0, i = 0; i < this.count; shape++) {
      for (; i < end[shape]; i++) {
        const other = b[i];
        this.#a[i] = shape;
        this.#b[i] = other;
        while (last < lastCount && (lastA[last] < shape || (lastA[last] === shape && lastB[last] < other))) last++;
        edge[i] = last < lastCount && lastA[last] === shape && lastB[last] === other ? lastEdge[last] : -1;
      }
    }
  }

  /** Two stable counting sorts, by the larger node and then by the smaller, unless the pairs are in order as they are. */
  #order(bodies: Bodies): void {
    const { count } = this;
    const a = this.#a;
    const b = this.#b;
    const { owner } = bodies.shapes.columns;
    this.isInOrder = true;
    let lastLow = -1;
    let lastHigh = -1;
    for (let i = 0; i < count && this.isInOrder; i++) {
      const low = Math.min(owner[a[i]], owner[b[i]]);
      const high = Math.max(owner[a[i]], owner[b[i]]);
      this.isInOrder = lastLow < low || (lastLow === low && lastHigh <= high);
      lastLow = low;
      lastHigh = high;
    }
    if (this.isInOrder) return;
    const { size } = bodies.nodes;
    if (this.#counters.length < size + 1) this.#counters = new Int32Array(grownLength(this.#counters.length, size + 1));
    if (this.byNodes.length < count) {
      this.byNodes = new Int32Array(this.#a.length);
      this.#sorted = new Int32Array(this.#a.length);
    }
    const counters = this.#counters;
    const { byNodes } = this;
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
