// Collision checks: whether and when two shapes meet, each on the flight of an anchor. A check is made once for two
// anchors, however often their segments overlap, and looks as far ahead as it was asked to. It dies with either anchor.
//
// It looks through windows of time which begin at the later anchor and double in length. So the time that it finds is a
// pure function of the two anchors: it depends neither on how far it was asked to look, nor on who asked. What is near
// and closes so slowly that it is no deeper by a slack at the end of a window is left to the next one, and slacks
// become smaller by half: all of them together are less than the gap that a collision leaves.

import { doubled } from '../../table/doubled.js';
import type { Anchors } from './anchors.js';
import type { Flights } from './flights.js';

/** The first window [s]. */
const FIRST_WINDOW = 1 / 16;
/** The first slack, as a share of the tolerance [1]. */
const SLACK = 0.2;

/** From when on checks look that are of nothing at rest: from their later anchor [s]. */
export const ALWAYS = Float64Array.of(Number.NEGATIVE_INFINITY);

export class CollisionChecks {
  readonly #anchors: Anchors;
  readonly #flights: Flights;
  /** The anchor of the lower body, then that of the higher one; the first is -1 for a check that is dead. */
  anchors = new Int32Array(2 * 64);
  shapes = new Int32Array(2 * 64);
  /** The two do not meet before this, unless at `time` [s]. */
  safe = new Float64Array(64);
  /** When they meet; infinite where they do not, as far as is known [s]. */
  time = new Float64Array(64);
  /** Whether its event is in the queue, and how often this row was a check. */
  isQueued = new Int32Array(64);
  version = new Int32Array(64);
  /** Chains of the checks of an anchor, doubly linked: entries 2 check and 2 check + 1, for either anchor. */
  #next = new Int32Array(2 * 64);
  #previous = new Int32Array(2 * 64);
  /** Length of the next window [s]. */
  #window = new Float64Array(64);
  /** Where the window at hand begins and ends [s], and its slack [1]. */
  readonly #span = new Float64Array(3);
  #size = 0;
  #free = -1;
  /** How many searches there were. */
  searches = 0;

  constructor(anchors: Anchors, flights: Flights) {
    this.#anchors = anchors;
    this.#flights = flights;
  }

  clear(): void {
    for (let check = 0; check < this.#size; check++) this.version[check]++;
    this.#size = 0;
    this.#free = -1;
  }

  /**
   * The check of two shapes on two flights, the lower body first; where there is none, a new one that looks from from[0]
   * [s] on, or from the later anchor.
   */
  find(a: number, b: number, s: number, t: number, from: Float64Array): number {
    const { anchors, shapes } = this;
    // What does not move may have many.
    const { checkCount, firstCheck } = this.#anchors;
    for (let entry = firstCheck[checkCount[a] <= checkCount[b] ? a : b]; entry >= 0; entry = this.#next[entry]) {
      const k = entry & ~1;
      if (anchors[k] === a && anchors[k + 1] === b && shapes[k] === s && shapes[k + 1] === t) return entry >> 1;
    }
    return this.#add(a, b, s, t, from);
  }

  #add(a: number, b: number, s: number, t: number, from: Float64Array): number {
    let check = this.#free;
    if (check >= 0) this.#free = this.#next[2 * check];
    else {
      check = this.#size++;
      if (check === this.safe.length) this.#grow();
    }
    this.anchors[2 * check] = a;
    this.anchors[2 * check + 1] = b;
    this.shapes[2 * check] = s;
    this.shapes[2 * check + 1] = t;
    this.safe[check] = Math.max(this.#anchors.timeOf(a), this.#anchors.timeOf(b), from[0]);
    this.time[check] = Number.POSITIVE_INFINITY;
    this.isQueued[check] = 0;
    this.#window[check] = FIRST_WINDOW;
    this.#link(2 * check, a);
    this.#link(2 * check + 1, b);
    return check;
  }

  /** Looks for when the two meet up to until[0] [s]. Returns whether they do, then or earlier. */
  look(check: number, until: Float64Array): boolean {
    while (this.time[check] === Number.POSITIVE_INFINITY && this.safe[check] <= until[0]) this.#lookThroughWindow(check);
    return this.time[check] <= until[0];
  }

  #lookThroughWindow(check: number): void {
    const { anchors, shapes } = this;
    const a = anchors[2 * check];
    const b = anchors[2 * check + 1];
    const window = this.#window[check];
    const span = this.#span;
    span[0] = this.safe[check];
    span[1] = span[0] + window;
    span[2] = (SLACK * FIRST_WINDOW) / window;
    this.#window[check] = 2 * window;
    this.searches++;
    const isMet = this.#flights.findImpact(a, b, shapes[2 * check], shapes[2 * check + 1], span);
    if (isMet) this.time[check] = this.#flights.query.time;
    this.safe[check] = isMet ? this.time[check] : this.#flights.query.to;
  }

  /** 1 + the largest generation of the two anchors, where they are of the time at which they meet, or else 0. */
  generationOf(check: number): number {
    const { generation } = this.#anchors;
    const a = this.anchors[2 * check];
    const b = this.anchors[2 * check + 1];
    const time = this.time[check];
    const ofA = this.#anchors.timeOf(a) === time ? generation[a] + 1 : 0;
    const ofB = this.#anchors.timeOf(b) === time ? generation[b] + 1 : 0;
    return Math.max(ofA, ofB);
  }

  /** An anchor is dead, and all its checks with it. */
  releaseAllOf(anchor: number): void {
    const { firstCheck } = this.#anchors;
    while (firstCheck[anchor] >= 0) this.#release(firstCheck[anchor] >> 1);
  }

  /** The next entry of a chain: that of check c is 2 c or 2 c + 1. */
  nextOf(entry: number): number {
    return this.#next[entry];
  }

  #release(check: number): void {
    this.#unlink(2 * check);
    this.#unlink(2 * check + 1);
    this.anchors[2 * check] = -1;
    this.version[check]++;
    this.#next[2 * check] = this.#free;
    this.#free = check;
  }

  #link(entry: number, anchor: number): void {
    const { firstCheck, checkCount } = this.#anchors;
    const head = firstCheck[anchor];
    checkCount[anchor]++;
    this.#previous[entry] = -1;
    this.#next[entry] = head;
    if (head >= 0) this.#previous[head] = entry;
    firstCheck[anchor] = entry;
  }

  #unlink(entry: number): void {
    const previous = this.#previous[entry];
    const next = this.#next[entry];
    this.#anchors.checkCount[this.anchors[entry]]--;
    if (previous >= 0) this.#next[previous] = next;
    else this.#anchors.firstCheck[this.anchors[entry]] = next;
    if (next >= 0) this.#previous[next] = previous;
  }

  #grow(): void {
    this.anchors = doubled(this.anchors);
    this.shapes = doubled(this.shapes);
    this.safe = doubled(this.safe);
    this.time = doubled(this.time);
    this.version = doubled(this.version);
    this.#next = doubled(this.#next);
    this.#previous = doubled(this.#previous);
    this.#window = doubled(this.#window);
    this.isQueued = doubled(this.isQueued);
  }
}
