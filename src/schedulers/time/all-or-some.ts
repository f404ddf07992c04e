// A scheduler of time at work on a world. It steps all bodies; and where the past of some is redone (rollback/), those
// without the others, which are ahead of them. The two have histories of their own.

import type { Detection } from '../../detection/detection.js';
import type { SchedulerAtWork, Stages } from '../scheduler.js';
import type { Clockwork } from './clockwork.js';

/** One of the three, by which all bodies or some are stepped. */
export interface TimeStepper {
  readonly work: Clockwork;
  advance(stages: Stages, dt: number, movers?: ArrayLike<number>, end?: number): void;
}

export class AllOrSome implements SchedulerAtWork {
  readonly tellsEvents = true;
  readonly #all: TimeStepper;
  readonly #some: TimeStepper;
  #last: TimeStepper;

  constructor(detection: Detection, make: () => TimeStepper) {
    // What passes them is found when a step ends (gates.ts).
    detection.atHand.leavesTriggers = true;
    this.#all = make();
    this.#some = make();
    this.#last = this.#all;
  }

  /** Of steps of all bodies. */
  get statistics() {
    return this.#all.work.histories.statistics;
  }

  get localTimes() {
    return this.#all.work;
  }

  get ways(): Float64Array | undefined {
    return this.#last.work.histories.passed.boxes;
  }

  advance(stages: Stages, dt: number, movers?: ArrayLike<number>, end?: number): void {
    this.#last = movers === undefined ? this.#all : this.#some;
    this.#last.advance(stages, dt, movers, end);
  }
}
