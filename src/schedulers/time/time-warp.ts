// Time warp (Jefferson 1985; Mirtich 2000): every body has a time of its own, and goes ahead of the others as if it
// were alone. Where a collision is found in the past of a body, that body alone is taken back to it, and with it those
// that it has met since.
//
// The paper's loop: take the least event; its time is GVT, the time before which nothing is undone. Integrate a body:
// drop what is before GVT, extend its history by one step, check what it may meet on the way. Collide two: take both
// back to the collision, and link the states after it.

import type { Detection } from '../../detection/detection.js';
import type { Stages, TimeScheduler } from '../scheduler.js';
import type { TimeStepper } from './all-or-some.js';
import { AllOrSome } from './all-or-some.js';
import { Clockwork } from './clockwork.js';
import { COLLIDE, INTEGRATE } from './event-queue.js';
import { MeanInterval } from './mean-interval.js';

/** A body goes ahead by this share of the mean time between its collisions [1]: further, and too much is undone. */
const AHEAD = 0.5;

export interface TimeWarpOptions {
  /**
   * Chooses which event is taken next, of the first `count` in the order of the queue: the result must not depend on
   * it. Events up to `window` [s] after the first may be chosen.
   */
  readonly pick?: (count: number) => number;
  readonly window?: number;
}

export function makeTimeWarp(options: TimeWarpOptions = {}): TimeScheduler {
  return {
    name: 'timewarp',
    offers: ['second-detection', 'some-bodies'],
    make: (detection) => new AllOrSome(detection, () => new TimeWarp(detection, options)),
  };
}

class TimeWarp implements TimeStepper {
  readonly work: Clockwork;
  readonly #options: TimeWarpOptions;
  readonly #interval = new MeanInterval();
  /** The time before which nothing is undone, and to where a body goes [s]. */
  readonly #gvt = new Float64Array(1);
  readonly #until = new Float64Array(1);

  constructor(detection: Detection, options: TimeWarpOptions) {
    this.work = new Clockwork(detection);
    this.#options = options;
  }

  get statistics() {
    return this.work.histories.statistics;
  }

  advance(stages: Stages, dt: number, movers?: ArrayLike<number>, until?: number): void {
    const { work } = this;
    const { events } = work.histories;
    const end = work.begin(stages, dt, movers, until);
    const step = AHEAD * this.#interval.ofABody(this.statistics, work.rowCount, dt);
    while (events.isDue(end)) {
      this.#gvt[0] = events.time[0];
      const at = this.#options.pick === undefined ? 0 : this.#pick(events.time[0], end);
      const kind = events.kind[at];
      const owner = events.owner[at];
      const version = events.version[at];
      events.remove(at);
      if (kind === INTEGRATE) this.#integrate(owner, version, step);
      else this.#collide(owner, version);
    }
    work.end(stages, dt, end);
  }

  #integrate(row: number, version: number, step: number): void {
    const { histories } = this.work;
    if (histories.version[row] !== version) return;
    histories.reclaim(row, this.#gvt);
    this.#until[0] = histories.lvt[row] + step;
    histories.integrate(row, this.#until);
    histories.queueIntegration(row);
  }

  #collide(check: number, version: number): void {
    this.statistics.collisionEvents++;
    if (this.work.collisions.isDue(check, version)) this.work.collide(check);
  }

  /** The place of one of the events that may be chosen. */
  #pick(gvt: number, end: number): number {
    const { events } = this.work.histories;
    const { pick = () => 0, window = 0 } = this.#options;
    const places = [];
    for (let at = 0; at < events.count; at++) {
      // Groups are not ahead of the end of a step.
      const last = events.kind[at] === COLLIDE ? Math.min(gvt + window, end) : gvt + window;
      if (events.time[at] <= last) places.push(at);
    }
    places.sort((i, j) => (events.isBefore(i, j) ? -1 : 1));
    return places[Math.min(places.length - 1, Math.max(0, Math.floor(pick(places.length))))];
  }
}
