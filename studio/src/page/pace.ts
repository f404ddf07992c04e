// Display of the speed of simulated time relative to real time.

import { byId } from './elements.js';

/** Real time over which the speed is measured, and between updates of the display [ms]. */
const WINDOW = 1000;
const PAUSE = 250;

export class Pace {
  readonly #output = byId('pace');
  /** Real time [ms] and simulated time [s] of recent frames. */
  #moments: { clock: number; time: number }[] = [];
  #shownAt = 0;

  /** Notes a frame while the simulation plays. */
  note(clock: number, time: number): void {
    const last = this.#moments.at(-1);
    if (last !== undefined && time < last.time) this.#moments = [];
    this.#moments.push({ clock, time });
    while (this.#moments.length > 2 && this.#moments[1].clock < clock - WINDOW) this.#moments.shift();
    const [first] = this.#moments;
    if (clock - first.clock < PAUSE || clock - this.#shownAt < PAUSE) return;
    this.#shownAt = clock;
    this.#output.textContent = `×${((1000 * (time - first.time)) / (clock - first.clock)).toFixed(2)}`;
  }

  /** Clears the display when the simulation stops. */
  stop(): void {
    this.#moments = [];
    this.#output.textContent = '';
  }
}
