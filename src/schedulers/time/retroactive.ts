// Retroactive detection: all bodies take a step together, and what has collided within it is looked for afterwards. All
// of them are then taken back to the first collision, which is the next discontinuity, and go on from there. The work
// of a collision grows with the number of bodies.

import type { Detection } from '../../detection/detection.js';
import type { Stages, TimeScheduler } from '../scheduler.js';
import type { TimeStepper } from './all-or-some.js';
import { AllOrSome } from './all-or-some.js';
import { Clockwork } from './clockwork.js';
import { COLLIDE } from './event-queue.js';
import { MeanInterval } from './mean-interval.js';

export function makeRetroactive(): TimeScheduler {
  return {
    name: 'retroactive',
    offers: ['second-detection', 'some-bodies'],
    make: (detection) => new AllOrSome(detection, () => new Retroactive(detection)),
  };
}

class Retroactive implements TimeStepper {
  readonly work: Clockwork;
  readonly #interval = new MeanInterval();
  /** From when to when all bodies go [s]. */
  readonly #now = new Float64Array(1);
  readonly #until = new Float64Array(1);

  constructor(detection: Detection) {
    this.work = new Clockwork(detection);
  }

  get statistics() {
    return this.work.histories.statistics;
  }

  advance(stages: Stages, dt: number, movers?: ArrayLike<number>, until?: number): void {
    const { work } = this;
    const end = work.begin(stages, dt, movers, until);
    const step = this.#interval.ofAll(this.statistics, dt);
    for (let now = work.beginning; now < end; ) {
      const to = now + step < end ? now + step : end;
      this.#now[0] = now;
      this.#until[0] = to;
      this.#stepAll();
      const check = this.#findFirst(to);
      if (check < 0) now = to;
      else {
        now = work.histories.checks.time[check];
        this.#takeAllBack(now);
        work.collide(check);
      }
    }
    work.end(stages, dt, end);
  }

  /** All bodies take a step, and whatever they meet on the way is found. */
  #stepAll(): void {
    const { histories, rows, rowCount } = this.work;
    for (let i = 0; i < rowCount; i++) {
      histories.reclaim(rows[i], this.#now);
      if (histories.lvt[rows[i]] < this.#until[0]) histories.integrate(rows[i], this.#until);
    }
  }

  /** The first collision up to a time [s]; -1 where there is none. */
  #findFirst(to: number): number {
    const { histories, collisions } = this.work;
    const { events } = histories;
    while (events.isDue(to)) {
      const kind = events.kind[0];
      const check = events.owner[0];
      const version = events.version[0];
      events.remove();
      if (kind !== COLLIDE) continue;
      this.statistics.collisionEvents++;
      if (collisions.isDue(check, version)) return check;
    }
    return -1;
  }

  #takeAllBack(time: number): void {
    const { histories, rows, rowCount } = this.work;
    histories.beginRollback();
    for (let i = 0; i < rowCount; i++) histories.takeBack(rows[i], time);
  }
}
