// How long it is from one discontinuity to the next, as far as the last steps tell. How far schedulers step at once
// follows from it: what they find does not depend on that, but how long it takes does.

import type { TimeStatistics } from './statistics.js';

/** Share of the last step in the mean [1]. */
const NEWEST = 0.1;
/** Steps of integration are at most this many steps of the world, and at least this share of one [1]. */
const MOST = 8;
const LEAST = 1e-3;

export class MeanInterval {
  readonly #numbers = new Float64Array(3);

  /** Mean time between discontinuities anywhere in the world [s], before a step of dt [s]. */
  ofAll(statistics: TimeStatistics, dt: number): number {
    const [rate, collisions, simulated] = this.#numbers;
    const passed = statistics.simulated - simulated;
    const now = passed > 0 ? (statistics.collisions - collisions) / passed : 0;
    this.#numbers[0] = simulated === 0 ? now : rate + NEWEST * (now - rate);
    this.#numbers[1] = statistics.collisions;
    this.#numbers[2] = statistics.simulated;
    return Math.min(MOST * dt, Math.max(LEAST * dt, 1 / this.#numbers[0]));
  }

  /** The same of one of so many bodies. */
  ofABody(statistics: TimeStatistics, bodies: number, dt: number): number {
    this.ofAll(statistics, dt);
    return Math.min(MOST * dt, Math.max(LEAST * dt, bodies / (2 * this.#numbers[0])));
  }
}
