// How fast time goes by, against the clock on the wall.

import { byId } from './elements.js';

/** Over how much time by the clock it is measured, and how often it is shown [ms]. */
const WINDOW = 1000;
const PAUSE = 250;

export class Pace {
  readonly #output = byId('pace');
  /** Clock [ms] and simulated time [s] of the frames of late. */
  #moments: { clock: number; time: number }[] = [];
  #shownAt = 0;

  /** A frame while time runs. */
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

  /** Time stands still. */
  stop(): void {
    this.#moments = [];
    this.#output.textContent = '';
  }
}
