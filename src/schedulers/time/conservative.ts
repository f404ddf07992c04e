// Conservative advancement: no body ever goes beyond a discontinuity. For every pair that is near there is a lower
// bound of the time at which it meets; all bodies advance to the least of these, and the pair that it is of is looked
// at again from there. Bounds creep up to a collision, and every one of them stops all bodies.
//
// Bounds are the paper's: the gap over the fastest that it may close. `exact` has times of impact in their place, so
// that bodies stop at collisions alone.

import type { Detection } from '../../detection/detection.js';
import { closest } from '../../detection/narrow-phase/closest.js';
import { PrincipalContact } from '../../detection/narrow-phase/principal-contact.js';
import { placeInWorld } from '../../detection/place-shape.js';
import { PlacedShape } from '../../shapes/placed-shape.js';
import { isTriangulated } from '../../shapes/shape-kinds.js';
import type { Stages, TimeScheduler } from '../scheduler.js';
import type { TimeStepper } from './all-or-some.js';
import { AllOrSome } from './all-or-some.js';
import { beginningOf, Clockwork } from './clockwork.js';
import { BEFORE_COLLISIONS, CHECK, INTEGRATE } from './event-queue.js';
import { FLIES } from './histories.js';
import { MeanInterval } from './mean-interval.js';

/** Pairs are within reach of a time of impact when their gap is less than so many times its tolerance [1]. */
const CLOSE = 4;
/** Pairs that are near are looked for this share of the mean time between a body's collisions ahead [1]. */
const AHEAD = 0.5;

export interface ConservativeOptions {
  readonly bounds?: 'creeping' | 'exact';
}

export function makeConservative(options: ConservativeOptions = {}): TimeScheduler {
  return {
    name: 'conservative',
    offers: ['second-detection', 'some-bodies'],
    make: (detection) => new AllOrSome(detection, () => new Conservative(detection, options.bounds ?? 'creeping')),
  };
}

class Conservative implements TimeStepper {
  readonly work: Clockwork;
  readonly #interval = new MeanInterval();
  readonly #principal = new PrincipalContact();
  readonly #a = new PlacedShape();
  readonly #b = new PlacedShape();
  /** Where all bodies are in time [s]. */
  readonly #now = new Float64Array(1);
  /** Where they were last brought to [s]. */
  readonly #advanced = new Float64Array(1);
  /** To when something is looked at [s]. */
  readonly #until = new Float64Array(1);

  constructor(detection: Detection, bounds: 'creeping' | 'exact') {
    this.work = new Clockwork(detection, false);
    if (bounds === 'creeping') this.work.histories.onOverlap = (check) => this.#queueCheck(check, 0);
  }

  get statistics() {
    return this.work.histories.statistics;
  }

  advance(stages: Stages, dt: number, movers?: ArrayLike<number>, until?: number): void {
    const { work } = this;
    const { events } = work.histories;
    this.#now[0] = this.#advanced[0] = beginningOf(stages, movers);
    const end = work.begin(stages, dt, movers, until);
    const step = AHEAD * this.#interval.ofABody(this.statistics, work.rowCount, dt);
    while (events.isDue(end)) {
      const now = events.time[0];
      this.#now[0] = now;
      const kind = events.kind[0];
      const owner = events.owner[0];
      const version = events.version[0];
      events.remove();
      if (kind === INTEGRATE) this.#lookAhead(owner, version, step);
      else if (kind === CHECK) this.#check(owner, version, now);
      else this.#collide(owner, version, now);
    }
    this.#countAdvance(end);
    work.end(stages, dt, end);
  }

  /** Finds what a body may meet in a step [s] to come. */
  #lookAhead(row: number, version: number, step: number): void {
    const { histories } = this.work;
    if (histories.version[row] !== version) return;
    histories.reclaim(row, this.#now);
    this.#until[0] = this.#now[0] + step;
    histories.extend(row, this.#until);
    histories.queueIntegration(row);
  }

  #advanceAll(now: number): void {
    const { histories, rows, rowCount } = this.work;
    this.#countAdvance(now);
    for (let i = 0; i < rowCount; i++) {
      if (!histories.grouping.isResting(rows[i])) histories.bring(rows[i], histories.newest[rows[i]], now);
    }
  }

  /** All bodies have taken a step of integration, where looking ahead is none. */
  #countAdvance(now: number): void {
    const { statistics } = this;
    if (now > this.#advanced[0]) {
      statistics.integrations += this.work.rowCount;
      statistics.integrated += this.work.rowCount * (now - this.#advanced[0]);
    }
    this.#advanced[0] = now;
  }

  /** Looks at a pair where it has come to: at its time of impact if it is close, and else at the next bound. */
  #check(check: number, version: number, now: number): void {
    const { histories } = this.work;
    const { checks, anchors, lvt } = histories;
    if (checks.version[check] !== version) return;
    checks.isQueued[check] = 0;
    this.statistics.collisionChecks++;
    const [a, b] = [checks.anchors[2 * check], checks.anchors[2 * check + 1]];
    if (anchors.after[a] >= 0 || anchors.after[b] >= 0) return;
    this.#advanceAll(now);
    this.#until[0] = Math.min(lvt[anchors.body[a]], lvt[anchors.body[b]]);
    const wait = this.#boundOf(check, now);
    if (wait > 0) {
      if (now + wait < this.#until[0]) this.#queueCheck(check, now + wait);
    } else if (histories.look(check, this.#until)) histories.queueCollision(check);
  }

  /** So long two shapes do not meet [s]; 0 where they are close. */
  #boundOf(check: number, now: number): number {
    const { histories } = this.work;
    const { checks, flights, detection } = histories;
    const [s, t] = [checks.shapes[2 * check], checks.shapes[2 * check + 1]];
    const { kind } = detection.bodies.shapes.columns;
    if (isTriangulated(kind[s]) || isTriangulated(kind[t])) return 0;
    for (let side = 0; side < 2; side++) {
      const anchor = checks.anchors[2 * check + side];
      histories.bring(histories.anchors.body[anchor], anchor, now);
    }
    placeInWorld(detection.bodies, s, this.#a);
    placeInWorld(detection.bodies, t, this.#b);
    if (!closest(this.#a, this.#b, Number.POSITIVE_INFINITY, this.#principal, detection.narrowPhase.pairs)) return 0;
    const tolerance = flights.toleranceOf(s, t);
    if (this.#principal.gap <= CLOSE * tolerance) return 0;
    return flights.boundOf(checks.anchors[2 * check], checks.anchors[2 * check + 1], s, t, now, this.#principal.gap - tolerance);
  }

  #queueCheck(check: number, time: number): void {
    const { checks, anchors, events } = this.work.histories;
    if (checks.isQueued[check] !== 0) return;
    checks.isQueued[check] = 1;
    const [a, b] = [checks.anchors[2 * check], checks.anchors[2 * check + 1]];
    this.#until[0] = Math.max(time, anchors.timeOf(a), anchors.timeOf(b), this.#now[0]);
    events.push(this.#until, 0, BEFORE_COLLISIONS, anchors.body[a], anchors.body[b], CHECK, check, checks.version[check]);
  }

  #collide(check: number, version: number, now: number): void {
    this.statistics.collisionEvents++;
    if (!this.work.collisions.isDue(check, version)) return;
    this.#advanceAll(now);
    this.#forgetAhead(check, now);
    this.work.collide(check);
  }

  /** Where bodies that fly were looked for ahead, they have not been: there is nothing to take back. */
  #forgetAhead(check: number, now: number): void {
    const { histories } = this.work;
    const { checks, anchors, kind } = histories;
    for (let side = 0; side < 2; side++) {
      const anchor = checks.anchors[2 * check + side];
      if (kind[anchors.body[anchor]] === FLIES && anchors.era[anchor] < 0) histories.cut(anchors.body[anchor], now);
    }
  }
}
