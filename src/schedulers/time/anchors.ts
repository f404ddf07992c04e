// Anchors: where bodies were at their discontinuities, and how they moved on from there. Between two of them a body is
// on a flight (detection/time-of-impact/flight.ts), a pure function of the anchor: a state that is computed on the way
// never becomes an anchor, so that whoever asks for whatever times, in whatever order, gets the same bits.
//
// The anchors of a body are its state queue. Those of one collision are linked (links.ts): the queues are a state graph.

import { doubled } from '../../table/doubled.js';

/**
 * Where the numbers of an anchor begin: time [s], centre of mass [m], orientation [1], velocities [m/s], [rad/s],
 * acceleration [m/s^2].
 */
export const ANCHOR_TIME = 0;
export const ANCHOR_POSITION = 1;
export const ANCHOR_ORIENTATION = 4;
export const ANCHOR_VELOCITY = 8;
export const ANCHOR_ACCELERATION = 14;
export const ANCHOR_NUMBERS = 17;

/** A pool: rows that are released are used again. */
/**
 * The end of what goes on for ever [s]. Times that are handed over for each body, segment or check lie in arrays: V8 would
 * allocate numbers.
 */
export const FOREVER = Float64Array.of(Number.POSITIVE_INFINITY);

export class Anchors {
  numbers = new Float64Array(ANCHOR_NUMBERS * 64);
  /** The body, by the row of its node; -1 for an anchor that is dead. */
  body = new Int32Array(64);
  /** 1 + the largest generation of what came before at the same time, 0 where nothing did. */
  generation = new Int32Array(64);
  /** The anchor before it and the one after it of the same body; -1 for none. */
  before = new Int32Array(64);
  after = new Int32Array(64);
  /** The link of the collision that made it (links.ts); -1 for what was given from outside. */
  link = new Int32Array(64);
  /** The next anchor that the same link has made, -1 at the end. */
  nextOfLink = new Int32Array(64);
  /** The era of a contact group that it is of (eras.ts); -1 for a body that flies. */
  era = new Int32Array(64);
  /** Chain of checks that it takes part in (collision-checks.ts), -1 at the end; and how many these are. */
  firstCheck = new Int32Array(64);
  checkCount = new Int32Array(64);
  #free = -1;
  #size = 0;

  timeOf(anchor: number): number {
    return this.numbers[ANCHOR_NUMBERS * anchor + ANCHOR_TIME];
  }

  /** A new anchor of a body, without numbers. */
  allocate(body: number): number {
    let anchor = this.#free;
    if (anchor >= 0) this.#free = this.after[anchor];
    else {
      anchor = this.#size++;
      if (anchor === this.body.length) this.#grow();
    }
    this.body[anchor] = body;
    this.generation[anchor] = this.checkCount[anchor] = 0;
    this.before[anchor] = this.after[anchor] = -1;
    this.link[anchor] = this.firstCheck[anchor] = -1;
    this.nextOfLink[anchor] = this.era[anchor] = -1;
    return anchor;
  }

  release(anchor: number): void {
    this.body[anchor] = -1;
    this.after[anchor] = this.#free;
    this.#free = anchor;
  }

  clear(): void {
    this.#free = -1;
    this.#size = 0;
  }

  #grow(): void {
    this.numbers = doubled(this.numbers);
    this.body = doubled(this.body);
    this.generation = doubled(this.generation);
    this.before = doubled(this.before);
    this.after = doubled(this.after);
    this.link = doubled(this.link);
    this.nextOfLink = doubled(this.nextOfLink);
    this.era = doubled(this.era);
    this.firstCheck = doubled(this.firstCheck);
    this.checkCount = doubled(this.checkCount);
  }
}
