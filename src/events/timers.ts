// Ticks of timers: nodes that raise an event at regular times.

import { TIMER } from '../bodies/node-kinds.js';
import type { ContactGraph } from '../detection/contact-graph/contact-graph.js';
import type { Events } from './events.js';

/** All ticks before `end` [s], in the order of time, those of one time in that of the timers; in silence where events are off. */
export function tickTimers({ bodies }: ContactGraph, events: Events, end: number, isOff: boolean): void {
  const { nodes } = bodies;
  const { kind, active, nextTick, period } = nodes.columns;
  let next = -1;
  do {
    next = -1;
    for (let row = 0; row < nodes.size; row++) {
      if (kind[row] !== TIMER || !nodes.isLive(row)) continue;
      // The time of a passive timer goes by in silence.
      if (isOff || active[row] === 0) while (nextTick[row] < end) nextTick[row] += period[row];
      else if (nextTick[row] < end && (next < 0 || nextTick[row] < nextTick[next])) next = row;
    }
    if (next < 0) return;
    events.tick(next, nextTick[next]);
    nextTick[next] += period[next];
  } while (next >= 0);
}
