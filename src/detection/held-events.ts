// Events that are held back until it is known that they belong to the history of the world: what schedulers find out
// ahead of time may have to be undone. They are named by rows, not by ids, since nothing comes or goes before they are
// told.

import { doubled } from '../table/doubled.js';

/** Kinds of event by number, in the order of `EVENT_KINDS` (events/events.ts). */
export const IN_TRIGGER = 0;
export const OUT_TRIGGER = 1;
export const NEW_TOUCHING = 2;
export const PERSISTENT_TOUCHING = 3;
export const VANISHING_TOUCHING = 4;
export const NEW_PROXIMITY = 5;
export const PERSISTENT_PROXIMITY = 6;
export const VANISHING_PROXIMITY = 7;
export const TIMER_TICK = 8;

/** Numbers of the contact that an event tells of: point [m], normal [1], impulse [N s], speed [m/s]. Zeros where it has none. */
export const EVENT_CONTACT_SIZE = 8;
export const CONTACT_NORMAL = 3;
export const CONTACT_IMPULSE = 6;
export const CONTACT_SPEED = 7;

export class HeldEvents {
  count = 0;
  kind = new Int32Array(64);
  /** The rows of the two nodes, the smaller first. */
  nodes = new Int32Array(128);
  /** [s] */
  time = new Float64Array(64);
  /** The contacts that they tell of. */
  contact = new Float64Array(64 * EVENT_CONTACT_SIZE);
  readonly #moved = new Float64Array(EVENT_CONTACT_SIZE);
  /** While they are sorted: their places. */
  #order = new Int32Array(64);
  #merged = new Int32Array(64);

  /** The place of one more. */
  add(): number {
    if (this.count === this.kind.length) {
      this.kind = doubled(this.kind);
      this.nodes = doubled(this.nodes);
      this.time = doubled(this.time);
      this.contact = doubled(this.contact);
    }
    this.contact.fill(0, EVENT_CONTACT_SIZE * this.count, EVENT_CONTACT_SIZE * (this.count + 1));
    return this.count++;
  }

  /**
   * Orders them by time, then by nodes; those of one pair at one time stay in the order in which they came. Merges ever
   * longer runs.
   */
  sort(): void {
    const { count } = this;
    if (this.#isSorted()) return;
    while (this.#order.length < count) {
      this.#order = doubled(this.#order);
      this.#merged = doubled(this.#merged);
    }
    for (let i = 0; i < count; i++) this.#order[i] = i;
    for (let run = 1; run < count; run *= 2) {
      for (let first = 0; first < count; first += 2 * run) this.#merge(first, first + run, first + 2 * run);
      const merged = this.#merged;
      this.#merged = this.#order;
      this.#order = merged;
    }
    this.#arrange();
  }

  #isSorted(): boolean {
    for (let i = 1; i < this.count; i++) if (this.#isBefore(i, i - 1)) return false;
    return true;
  }

  /** Merges the runs order[first .. middle) and order[middle .. end), as far as there are events. */
  #merge(first: number, middle: number, end: number): void {
    const order = this.#order;
    const until = Math.min(end, this.count);
    let a = first;
    let b = middle;
    for (let to = first; to < until; to++) {
      const takesA = a < middle && a < until && (b >= until || !this.#isBefore(order[b], order[a]));
      this.#merged[to] = takesA ? order[a++] : order[b++];
    }
  }

  #isBefore(i: number, j: number): boolean {
    const { time, nodes } = this;
    if (time[i] !== time[j]) return time[i] < time[j];
    if (nodes[2 * i] !== nodes[2 * j]) return nodes[2 * i] < nodes[2 * j];
    return nodes[2 * i + 1] < nodes[2 * j + 1];
  }

  /** Puts each event to its place: round by round, where one goes to another's place. */
  #arrange(): void {
    const order = this.#order;
    const { kind, nodes, time } = this;
    for (let start = 0; start < this.count; start++) {
      copyContact(this.contact, start, this.#moved, 0);
      const k = kind[start];
      const a = nodes[2 * start];
      const b = nodes[2 * start + 1];
      const t = time[start];
      let to = start;
      for (let from = order[to]; from !== start && from >= 0; from = order[to]) {
        kind[to] = kind[from];
        nodes[2 * to] = nodes[2 * from];
        nodes[2 * to + 1] = nodes[2 * from + 1];
        time[to] = time[from];
        copyContact(this.contact, from, this.contact, to);
        order[to] = -1;
        to = from;
      }
      if (order[to] < 0) continue;
      order[to] = -1;
      kind[to] = k;
      nodes[2 * to] = a;
      nodes[2 * to + 1] = b;
      time[to] = t;
      copyContact(this.#moved, 0, this.contact, to);
    }
  }
}

/** Copies the contact of one event to the place of another. */
export function copyContact(from: Float64Array, i: number, to: Float64Array, j: number): void {
  for (let k = 0; k < EVENT_CONTACT_SIZE; k++) to[EVENT_CONTACT_SIZE * j + k] = from[EVENT_CONTACT_SIZE * i + k];
}
