// The event queue: one heap of all events, in a total order: time, generation, lower body, higher body. Bodies' numbers
// decide, never those of anchors or checks, so that the order is the same whatever was computed before. What became
// void is not taken out: it carries the version that its owner had, and whoever takes it finds that the owner has
// another by then.

import { doubled } from '../../table/doubled.js';

/** Kinds of event. */
export const INTEGRATE = 0;
export const COLLIDE = 1;
export const CHECK = 2;
export const GROUP_STEP = 3;

/** The generation of all events but collisions: at one time they come before those. */
export const BEFORE_COLLISIONS = -1;

export class EventQueue {
  count = 0;
  time = new Float64Array(64);
  generation = new Int32Array(64);
  lower = new Int32Array(64);
  higher = new Int32Array(64);
  kind = new Int32Array(64);
  /** Whose it is: a body, a check, a collision or a group; and its version then. */
  owner = new Int32Array(64);
  version = new Int32Array(64);

  clear(): void {
    this.count = 0;
  }

  /** Whether the first one is of a time [s] or before it. */
  isDue(time: number): boolean {
    return this.count > 0 && this.time[0] <= time;
  }

  /** Queues an event at the time times[of] [s]: V8 would allocate a number that is handed over. */
  push(
    times: Float64Array,
    of: number,
    generation: number,
    lower: number,
    higher: number,
    kind: number,
    owner: number,
    version: number,
  ): void {
    if (this.count === this.time.length) this.#grow();
    const at = this.count++;
    this.time[at] = times[of];
    this.generation[at] = generation;
    this.lower[at] = lower;
    this.higher[at] = higher;
    this.kind[at] = kind;
    this.owner[at] = owner;
    this.version[at] = version;
    this.#rise(at);
  }

  /** Takes the event at a place out, as a rule the first. */
  remove(at = 0): void {
    const last = --this.count;
    if (at === last) return;
    this.#copy(last, at);
    this.#sink(at);
    this.#rise(at);
  }

  /** Whether event i comes before event j. */
  isBefore(i: number, j: number): boolean {
    const { time, generation, lower, higher } = this;
    if (time[i] !== time[j]) return time[i] < time[j];
    if (generation[i] !== generation[j]) return generation[i] < generation[j];
    if (lower[i] !== lower[j]) return lower[i] < lower[j];
    return higher[i] < higher[j];
  }

  #rise(from: number): void {
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (!this.isBefore(at, parent)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  #sink(from: number): void {
    for (let at = from; ; ) {
      let least = at;
      const left = 2 * at + 1;
      if (left < this.count && this.isBefore(left, least)) least = left;
      if (left + 1 < this.count && this.isBefore(left + 1, least)) least = left + 1;
      if (least === at) return;
      this.#swap(at, least);
      at = least;
    }
  }

  #swap(i: number, j: number): void {
    const { time, generation, lower, higher, kind, owner, version } = this;
    const t = time[i];
    time[i] = time[j];
    time[j] = t;
    swap(generation, i, j);
    swap(lower, i, j);
    swap(higher, i, j);
    swap(kind, i, j);
    swap(owner, i, j);
    swap(version, i, j);
  }

  #copy(from: number, to: number): void {
    this.time[to] = this.time[from];
    this.generation[to] = this.generation[from];
    this.lower[to] = this.lower[from];
    this.higher[to] = this.higher[from];
    this.kind[to] = this.kind[from];
    this.owner[to] = this.owner[from];
    this.version[to] = this.version[from];
  }

  #grow(): void {
    this.time = doubled(this.time);
    this.generation = doubled(this.generation);
    this.lower = doubled(this.lower);
    this.higher = doubled(this.higher);
    this.kind = doubled(this.kind);
    this.owner = doubled(this.owner);
    this.version = doubled(this.version);
  }
}

function swap(array: Int32Array, i: number, j: number): void {
  const value = array[i];
  array[i] = array[j];
  array[j] = value;
}
