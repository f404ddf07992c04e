// Raises the ticks of timers: nodes that raise an event at regular intervals.

import type { Bodies } from '../bodies/bodies.js';
import { TIMER } from '../bodies/node-kinds.js';
import type { Settings } from '../settings.js';
import type { Events } from './events.js';

/** The parts of the state that timers need. */
interface Ticked {
  readonly bodies: Bodies;
  readonly settings: Settings;
  readonly changesButTargets: number;
}

export class Timers {
  /** Rows of all timers, in ascending order. */
  readonly #rows: number[] = [];
  /** Counts of outside changes and of nodes when the timers were listed. */
  #changes = -1;
  #nodes = 0;

  /** Raises all ticks before `end` [s], by time, then by row. With events off, it only advances the timers. */
  tick(state: Ticked, events: Events, end: number): void {
    this.#list(state);
    if (this.#rows.length === 0) return;
    const { bodies, settings } = state;
    const isOff = settings.events === 'off';
    const { active, nextTick, period } = bodies.nodes.columns;
    let next = -1;
    do {
      next = -1;
      for (const row of this.#rows) {
        // A passive timer advances without ticks.
        if (isOff || active[row] === 0) while (nextTick[row] < end) nextTick[row] += period[row];
        else if (nextTick[row] < end && (next < 0 || nextTick[row] < nextTick[next])) next = row;
      }
      if (next < 0) return;
      events.tick(next, nextTick[next]);
      nextTick[next] += period[next];
    } while (next >= 0);
  }

  /** Lists all timers anew after a change from outside: only such changes add or remove timers. */
  #list({ bodies: { nodes }, changesButTargets: changes }: Ticked): void {
    if (this.#changes === changes && this.#nodes === nodes.size) return;
    const { kind } = nodes.columns;
    this.#rows.length = 0;
    for (let row = 0; row < nodes.size; row++) if (kind[row] === TIMER && nodes.isLive(row)) this.#rows.push(row);
    this.#changes = changes;
    this.#nodes = nodes.size;
  }
}
