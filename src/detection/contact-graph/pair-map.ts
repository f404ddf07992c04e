// Which edge a pair has. PairMap finds it by its two nodes in constant time: open addressing with linear probing, and no gravestones, so
// that it never slows down however many edges come and go. A slot holds the pair beside the edge, so that one look at memory answers.
//
// NearbyPairs are the pairs of shapes that the broad phase chooses from, each with its edge and its place in the order of nodes. They stay
// the same for several detections, and most of them from one list to the next, so that edges are rarely looked up and never sorted.
// What is remembered decides the cost alone: an edge is checked before it is used.

import type { Bodies } from '../../bodies/bodies.js';
import type { BroadPhase } from '../broad-phase/broad-phase.js';
import { grownLength } from '../broad-phase/pair-list.js';

/**
 * Numbers in a slot: node A, node B, edge number + 1 (0 when the slot is empty), and one to keep slots within a line of the
 * cache.
 */
const SLOT = 4;
const EDGE = 2;

export class PairMap {
  #slots = new Int32Array(256 * SLOT);
  #mask = 255;
  #count = 0;

  /** The edge between a and b, or -1. */
  find(a: number, b: number): number {
    const slots = this.#slots;
    for (let slot = hashPair(a, b) & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const at = SLOT * slot;
      if (slots[at + EDGE] === 0) return -1;
      if (slots[at] === a && slots[at + 1] === b) return slots[at + EDGE] - 1;
    }
  }

  /** Puts in a pair that is not there yet. */
  insert(a: number, b: number, edge: number): void {
    if (2 * (this.#count + 1) > this.#mask) this.#grow();
    this.#place(a, b, edge + 1);
    this.#count++;
  }

  /** Takes out a pair that is there. */
  remove(a: number, b: number): void {
    const slots = this.#slots;
    const mask = this.#mask;
    let hole = hashPair(a, b) & mask;
    while (slots[SLOT * hole] !== a || slots[SLOT * hole + 1] !== b) hole = (hole + 1) & mask;
    // Move later members of the run back into the hole, unless that would put one before its own home.
    for (let slot = (hole + 1) & mask; slots[SLOT * slot + EDGE] !== 0; slot = (slot + 1) & mask) {
      const at = SLOT * slot;
      const home = hashPair(slots[at], slots[at + 1]) & mask;
      if (((slot - home) & mask) >= ((slot - hole) & mask)) {
        slots[SLOT * hole] = slots[at];
        slots[SLOT * hole + 1] = slots[at + 1];
        slots[SLOT * hole + EDGE] = slots[at + EDGE];
        hole = slot;
      }
    }
    slots[SLOT * hole + EDGE] = 0;
    this.#count--;
  }

  /** Each edge has another number: place[edge]. */
  renumber(place: Int32Array): void {
    const slots = this.#slots;
    for (let at = EDGE; at < slots.length; at += SLOT) if (slots[at] !== 0) slots[at] = place[slots[at] - 1] + 1;
  }

  clear(): void {
    this.#slots.fill(0);
    this.#count = 0;
  }

  #place(a: number, b: number, value: number): void {
    let slot = hashPair(a, b) & this.#mask;
    while (this.#slots[SLOT * slot + EDGE] !== 0) slot = (slot + 1) & this.#mask;
    this.#slots[SLOT * slot] = a;
    this.#slots[SLOT * slot + 1] = b;
    this.#slots[SLOT * slot + EDGE] = value;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Int32Array(2 * old.length);
    this.#mask = 2 * this.#mask + 1;
    for (let at = 0; at < old.length; at += SLOT) if (old[at + EDGE] !== 0) this.#place(old[at], old[at + 1], old[at + EDGE]);
  }
}

/**
 * Where the search for a pair begins. Pairs of neighbouring numbers share a page of 256 slots, in which 8 nodes times 32 nodes
 * have a place each; pages are scattered. So nothing can crowd, and looking up pairs in the order of their numbers, as detection
 * does, stays within a few pages whatever the number of edges.
 */
function hashPair(a: number, b: number): number {
  let page = Math.imul(a >> 3, 0x9e3779b1) ^ Math.imul(b >> 5, 0x85ebca77);
  page = Math.imul(page ^ (page >>> 15), 0x2c1b3c6d);
  page = Math.imul(page ^ (page >>> 12), 0x297a2d39);
  page ^= page >>> 15;
  // Two pages that fall together are shifted against each other.
  return (page << 8) | ((((a & 7) << 5) + (b & 31) + (page >>> 24)) & 255);
}

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
    const edge = this.edge;
    let last = 0;
    for (let i = 0; i < this.count; i++) {
      const shape = fatPairs.a[i];
      const other = fatPairs.b[i];
      this.#a[i] = shape;
      this.#b[i] = other;
      while (last < lastCount && (lastA[last] < shape || (lastA[last] === shape && lastB[last] < other))) last++;
      edge[i] = last < lastCount && lastA[last] === shape && lastB[last] === other ? lastEdge[last] : -1;
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
