// Impacts to come, in the order of time; of one time, in that of their bodies.

import { doubled } from '../../table/doubled.js';

/** Which bodies of an impact would pass the other by their own speed: none where the impact is as slow as a method can see. */
export const HALTS_A = 1;
export const HALTS_B = 2;

export class ImpactList {
  count = 0;
  /** When [s], which two movers, the lower node first, and who would pass. */
  times = new Float64Array(64);
  a = new Int32Array(64);
  b = new Int32Array(64);
  halts = new Int32Array(64);
  /** Places in these columns, in order. */
  order = new Int32Array(64);

  add(time: number, a: number, b: number, halts: number): void {
    if (this.count === this.a.length) this.#grow();
    const i = this.count++;
    this.times[i] = time;
    this.a[i] = a;
    this.b[i] = b;
    this.halts[i] = halts;
  }

  /** Drops the impact at a place; what is behind it stays there. */
  drop(i: number): void {
    this.a[i] = -1;
  }

  /** Drops the impacts of movers with a mark, and those dropped before for good. */
  dropMarked(marks: Int32Array, mark: number): void {
    let kept = 0;
    for (let i = 0; i < this.count; i++) {
      if (this.a[i] < 0 || ((marks[this.a[i]] | marks[this.b[i]]) & mark) !== 0) continue;
      this.times[kept] = this.times[i];
      this.a[kept] = this.a[i];
      this.b[kept] = this.b[i];
      this.halts[kept++] = this.halts[i];
    }
    this.count = kept;
  }

  /** Puts `order` in order, by insertion into heaps: nothing is allocated. */
  sort(): void {
    const { order, count } = this;
    for (let i = 0; i < count; i++) order[i] = i;
    for (let root = (count >> 1) - 1; root >= 0; root--) this.#sink(root, count);
    for (let last = count - 1; last > 0; last--) {
      const top = order[0];
      order[0] = order[last];
      order[last] = top;
      this.#sink(0, last);
    }
  }

  /** Lets the entry at the root of a heap of the latest sink to its place. */
  #sink(from: number, count: number): void {
    const { order } = this;
    const entry = order[from];
    let root = from;
    for (let child = 2 * root + 1; child < count; child = 2 * root + 1) {
      if (child + 1 < count && this.#isBefore(order[child], order[child + 1])) child++;
      if (!this.#isBefore(entry, order[child])) break;
      order[root] = order[child];
      root = child;
    }
    order[root] = entry;
  }

  #isBefore(i: number, k: number): boolean {
    const { times, a, b } = this;
    if (times[i] !== times[k]) return times[i] < times[k];
    if (a[i] !== a[k]) return a[i] < a[k];
    return b[i] !== b[k] ? b[i] < b[k] : i < k;
  }

  #grow(): void {
    const times = new Float64Array(2 * this.times.length);
    times.set(this.times);
    this.times = times;
    this.a = doubled(this.a);
    this.b = doubled(this.b);
    this.halts = doubled(this.halts);
    this.order = doubled(this.order);
  }
}
