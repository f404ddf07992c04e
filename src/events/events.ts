// Events (contact graph paper, section 4): what changed at the edges, as the nine kinds of table 3, and the ticks of timers.
//
// Both of the paper's ways to deliver them. Safe: once a step, when nothing can be taken back any more, compared with what was
// last delivered. Queue: at every detection, with the time, and kept until taken; going back in time takes back the events after
// it.
//
// What looking ahead means for touching: bodies that were stopped, or thrown back, by a contact found ahead of time have touched
// during the step, although the detection before it saw a gap between them. They are the hits.

import { TIMER } from '../bodies/node-kinds.js';
import { isPairAtHand } from '../detection/at-hand.js';
import type { ContactGraph } from '../detection/contact-graph/contact-graph.js';
import { isGeometric, isLogical, isStructural } from '../detection/contact-graph/edge-kinds.js';
import type { Detection } from '../detection/detection.js';
import type { HeldEvents } from '../detection/held-events.js';
import {
  IN_TRIGGER,
  NEW_PROXIMITY,
  NEW_TOUCHING,
  OUT_TRIGGER,
  PERSISTENT_PROXIMITY,
  PERSISTENT_TOUCHING,
  TIMER_TICK,
  VANISHING_PROXIMITY,
  VANISHING_TOUCHING,
} from '../detection/held-events.js';
import { SEPARATED, TOUCHING } from '../detection/narrow-phase/principal-contact.js';
import { refuse } from '../input/fields.js';

export const EVENT_KINDS = [
  'in-trigger',
  'out-trigger',
  'new-touching',
  'persistent-touching',
  'vanishing-touching',
  'new-proximity',
  'persistent-proximity',
  'vanishing-proximity',
  'timer-tick',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** One event, as users read it. */
export interface WorldEvent {
  readonly kind: EventKind;
  /** Id of the node of the smaller index, or of the timer. */
  readonly a: number;
  /** Id of the other node; -1 for a timer's tick. */
  readonly b: number;
  /** When it was detected [s]. */
  readonly time: number;
}

/** Where the events of a world stand at some moment. */
export interface SavedEvents {
  /** Running number of the next one. */
  readonly next: number;
  /**
   * The last ones before it, column by column: of a queue those that were not taken, otherwise those that wait for the
   * next step.
   */
  readonly kind: Int32Array;
  readonly a: Float64Array;
  readonly b: Float64Array;
  readonly time: Float64Array;
}

export class Events {
  readonly #graph: ContactGraph;
  #count = 0;
  /** How many were taken from the front so far: the running number of the first one here. */
  #first = 0;
  /** How many of those here the last step delivered; the others came since. */
  #delivered = 0;
  /** The first so many places hold what was last generated, all of it persistent: 0 when that was not so, or is lost. */
  #steady = 0;
  #kind = new Int32Array(256);
  #a = new Float64Array(256);
  #b = new Float64Array(256);
  #time = new Float64Array(256);
  /** Steps taken before the one that raised it; -1 where that is not known. */
  #step = new Int32Array(256);
  /** Steps taken before the one at hand. */
  step = 0;
  /** Whether what happens at edges is noted there alone: nobody is to hear of it. */
  isSilent = false;
  /** Where what happens at edges is written instead of being told, while it may still be undone. */
  held: HeldEvents | undefined = undefined;

  constructor(graph: ContactGraph) {
    this.#graph = graph;
  }

  get count(): number {
    return this.#count;
  }

  at(index: number): WorldEvent {
    if (!(Number.isInteger(index) && index >= 0 && index < this.#count))
      refuse('index', index, `a whole number of at least 0 and below ${this.#count}, the number of events`);
    return { kind: EVENT_KINDS[this.#kind[index]], a: this.#a[index], b: this.#b[index], time: this.#time[index] };
  }

  /** How many events of a kind are waiting. */
  countOf(kind: EventKind): number {
    const number = EVENT_KINDS.indexOf(kind);
    let sum = 0;
    for (let i = 0; i < this.#count; i++) if (this.#kind[i] === number) sum++;
    return sum;
  }

  *[Symbol.iterator](): Iterator<WorldEvent> {
    for (let i = 0; i < this.#count; i++) yield this.at(i);
  }

  clear(): void {
    this.#graph.bodies.refuseWithinStep();
    this.#first += this.#count;
    this.#count = 0;
    this.#delivered = 0;
  }

  /** Forgets what the last step delivered; what happened since then is for the next one. */
  dropDelivered(): void {
    if (this.#delivered < this.#count) {
      this.#steady = 0;
      this.#kind.copyWithin(0, this.#delivered, this.#count);
      this.#a.copyWithin(0, this.#delivered, this.#count);
      this.#b.copyWithin(0, this.#delivered, this.#count);
      this.#time.copyWithin(0, this.#delivered, this.#count);
      this.#step.copyWithin(0, this.#delivered, this.#count);
    }
    this.#first += this.#delivered;
    this.#count -= this.#delivered;
    this.#delivered = 0;
  }

  /** A step has ended: everything here is delivered. */
  markDelivered(): void {
    this.#delivered = this.#count;
  }

  /** Where the events stand, for a snapshot. */
  save(isQueue: boolean): SavedEvents {
    const from = isQueue ? 0 : this.#delivered;
    return {
      next: this.next,
      kind: this.#kind.slice(from, this.#count),
      a: this.#a.slice(from, this.#count),
      b: this.#b.slice(from, this.#count),
      time: this.#time.slice(from, this.#count),
    };
  }

  /**
   * Back, or forth, to where they stood: those after it are gone, those before it are here again, but for what has been
   * taken. What a step has delivered is not a queue, and is gone.
   */
  restore({ next, kind, a, b, time }: SavedEvents, isQueue: boolean): void {
    const first = next - kind.length;
    const taken = isQueue ? Math.min(Math.max(this.#first - first, 0), kind.length) : 0;
    this.#count = this.#steady = 0;
    for (let i = taken; i < kind.length; i++) this.#push(kind[i], a[i], b[i], time[i]);
    this.#step.fill(-1, 0, this.#count);
    this.#first = first + taken;
    this.#delivered = isQueue ? this.#count : 0;
  }

  /** Running number of the next event. */
  get next(): number {
    return this.#first + this.#count;
  }

  /** Keeps all before number `next`; the function returned puts it back, whatever was raised or dropped meanwhile. */
  hold(next: number): () => void {
    const all = [...this].slice(0, next - this.#first);
    const [first, delivered] = [this.#first, Math.min(this.#delivered, all.length)];
    const steps = this.#step.slice(0, all.length);
    return () => {
      this.#count = this.#steady = 0;
      for (const { kind, a, b, time } of all) this.#push(EVENT_KINDS.indexOf(kind), a, b, time);
      this.#step.set(steps);
      this.#first = first;
      this.#delivered = delivered;
    };
  }

  /** Takes back what steps from this one on raised of pairs of nodes, by their ids; what was said of edges is left as it is. */
  takeBackFrom(step: number, isOf: (a: number, b: number) => boolean): void {
    let kept = 0;
    let delivered = 0;
    for (let i = 0; i < this.#count; i++) {
      if (this.#step[i] >= step && isOf(this.#a[i], this.#b[i])) continue;
      if (i < this.#delivered) delivered++;
      this.#copy(i, kept++);
    }
    this.#count = kept;
    this.#delivered = delivered;
    this.#steady = 0;
  }

  /** All events so far; they are then gone from here. */
  take(): WorldEvent[] {
    const all = [...this];
    this.clear();
    return all;
  }

  /**
   * Figure 10: the events of every edge, or of those of bodies at hand, compared with what was last reported of it,
   * which is then brought up to date. Where no edge changed and all that was said the last time is that things persist,
   * the same is said again. Where there are sleepers, `listed` are the edges of bodies at hand; nothing is said of others.
   */
  generate(time: number, isUnchanged: boolean, areAll = true, listed?: Int32Array): void {
    if (isUnchanged && this.#steady > 0 && this.#count === 0) {
      this.#count = this.#steady;
      this.#time.fill(time, 0, this.#count);
      this.#step.fill(this.step, 0, this.#count);
      return;
    }
    const { edges, bodies } = this.#graph;
    const { atHand } = bodies.nodes.columns;
    const first = this.#count;
    this.#steady = 0;
    const { nodes, marks, proximity, contactState, reportedProximity, reportedTouching } = edges.columns;
    const count = listed === undefined ? edges.size : listed.length;
    for (let i = 0; i < count; i++) {
      const edge = listed === undefined ? i : listed[i];
      // Many edges of a world in motion are of pairs that have passed each other: nothing to say of them.
      if ((proximity[edge] | contactState[edge] | reportedProximity[edge] | reportedTouching[edge] | marks[edge]) === 0) continue;
      if (!areAll && !isPairAtHand(atHand, nodes[2 * edge], nodes[2 * edge + 1])) continue;
      if (edges.isLive(edge)) this.#generateOf(edge, time);
    }
    if (first === 0 && areAll && this.#isAllPersistent()) this.#steady = this.#count;
  }

  #isAllPersistent(): boolean {
    for (let i = 0; i < this.#count; i++) {
      if (this.#kind[i] !== PERSISTENT_TOUCHING && this.#kind[i] !== PERSISTENT_PROXIMITY) return false;
    }
    return true;
  }

  /** What is reported of an edge that is about to be removed with one of its nodes. */
  reportRemoval(edge: number, time: number): void {
    const { proximity, contactState } = this.#graph.edges.columns;
    proximity[edge] = 0;
    contactState[edge] = 0;
    this.#generateOf(edge, time);
  }

  tick(timer: number, time: number): void {
    this.#push(TIMER_TICK, this.#graph.bodies.nodes.idOf(timer), -1, time);
  }

  /**
   * Takes back all events from `time` on, the newest first, and with each what it had said of its edge; marks are then
   * those of the last events left. A world that is back at `time` has that time's detection still before it, so its
   * events go too. Edges that have been removed since are not brought back; a restore does that.
   */
  unwind(time: number): void {
    this.#graph.bodies.refuseWithinStep();
    if (typeof time !== 'number' || Number.isNaN(time)) refuse('time', time, 'a number');
    while (this.#count > 0 && this.#time[this.#count - 1] >= time) this.#takeBack();
    this.#renewMarks();
  }

  /** The "marked" state of the edges, by scanning through the queue, as section 4 says. */
  #renewMarks(): void {
    const { marks } = this.#graph.edges.columns;
    marks.fill(0, 0, this.#graph.edges.size);
    let last = this.#count - 1;
    while (last >= 0 && this.#kind[last] === TIMER_TICK) last--;
    for (let i = last; i >= 0 && this.#time[i] === this.#time[last]; i--) {
      const edge = this.#kind[i] === TIMER_TICK ? -1 : this.#edgeOf(i);
      if (edge >= 0) marks[edge] |= 1 << this.#kind[i];
    }
  }

  /** The edge that an event was of, or -1 when it is gone. */
  #edgeOf(index: number): number {
    const { nodes } = this.#graph.bodies;
    const a = nodes.rowOf(this.#a[index]);
    const b = nodes.rowOf(this.#b[index]);
    return a >= 0 && b >= 0 ? this.#graph.find(a, b) : -1;
  }

  #takeBack(): void {
    const last = --this.#count;
    this.#steady = 0;
    this.#delivered = Math.min(this.#delivered, last);
    const edge = this.#kind[last] === TIMER_TICK ? -1 : this.#edgeOf(last);
    if (edge < 0) return;
    const { reportedProximity, reportedTouching } = this.#graph.edges.columns;
    const kind = this.#kind[last];
    if (kind === NEW_TOUCHING || kind === IN_TRIGGER) reportedTouching[edge] = 0;
    else if (kind === VANISHING_TOUCHING || kind === OUT_TRIGGER) reportedTouching[edge] = 1;
    else if (kind === NEW_PROXIMITY) reportedProximity[edge] = 0;
    else if (kind === VANISHING_PROXIMITY) reportedProximity[edge] = 1;
  }

  #generateOf(edge: number, time: number): void {
    const { kind, nodes, marks, proximity, contactState, reportedProximity, reportedTouching } = this.#graph.edges.columns;
    const near = proximity[edge];
    const touching = contactState[edge] === 0 ? 0 : 1;
    const wasNear = reportedProximity[edge];
    const wasTouching = reportedTouching[edge];
    if (isLogical(kind[edge]) || isStructural(kind[edge])) return;
    let touchingEvent = -1;
    let proximityEvent = -1;
    if (isGeometric(kind[edge])) {
      // Triggers have no events of proximity.
      if (touching !== wasTouching) touchingEvent = touching ? IN_TRIGGER : OUT_TRIGGER;
      reportedProximity[edge] = 0;
    } else {
      if (touching || wasTouching)
        touchingEvent = !touching ? VANISHING_TOUCHING : wasTouching ? PERSISTENT_TOUCHING : NEW_TOUCHING;
      if (near || wasNear) proximityEvent = !near ? VANISHING_PROXIMITY : wasNear ? PERSISTENT_PROXIMITY : NEW_PROXIMITY;
      reportedProximity[edge] = near;
    }
    reportedTouching[edge] = touching;
    marks[edge] = (touchingEvent < 0 ? 0 : 1 << touchingEvent) | (proximityEvent < 0 ? 0 : 1 << proximityEvent);
    if (marks[edge] === 0) return;
    if (this.isSilent) return;
    if (this.held !== undefined) {
      if (touchingEvent >= 0) hold(this.held, touchingEvent, nodes, edge, time);
      if (proximityEvent >= 0) hold(this.held, proximityEvent, nodes, edge, time);
      return;
    }
    const table = this.#graph.bodies.nodes;
    const a = table.idOf(nodes[2 * edge]);
    const b = table.idOf(nodes[2 * edge + 1]);
    if (touchingEvent >= 0) this.#push(touchingEvent, a, b, time);
    if (proximityEvent >= 0) this.#push(proximityEvent, a, b, time);
  }

  /** Tells one of the events that were held back. */
  tell({ kind, nodes, time }: HeldEvents, index: number): void {
    const table = this.#graph.bodies.nodes;
    this.#push(kind[index], table.idOf(nodes[2 * index]), table.idOf(nodes[2 * index + 1]), time[index]);
  }

  #push(kind: number, a: number, b: number, time: number): void {
    if (this.#count === this.#kind.length) this.#grow();
    if (this.#count < this.#steady) this.#steady = 0;
    let at = this.#count++;
    // Of bodies that are behind others in time, events come later than those of the others, and stand before them.
    for (; at > 0 && this.#time[at - 1] > time; at--) this.#copy(at - 1, at);
    this.#kind[at] = kind;
    this.#a[at] = a;
    this.#b[at] = b;
    this.#time[at] = time;
    this.#step[at] = this.step;
  }

  #copy(from: number, to: number): void {
    this.#kind[to] = this.#kind[from];
    this.#a[to] = this.#a[from];
    this.#b[to] = this.#b[from];
    this.#time[to] = this.#time[from];
    this.#step[to] = this.#step[from];
  }

  #grow(): void {
    const size = 2 * this.#kind.length;
    const kind = new Int32Array(size);
    kind.set(this.#kind);
    this.#kind = kind;
    const step = new Int32Array(size);
    step.set(this.#step);
    this.#step = step;
    this.#a = grown(this.#a, size);
    this.#b = grown(this.#b, size);
    this.#time = grown(this.#time, size);
  }
}

/** Writes an event of an edge to those that are held back. */
function hold(held: HeldEvents, kind: number, nodes: Int32Array, edge: number, time: number): void {
  const at = held.add();
  held.kind[at] = kind;
  held.nodes[2 * at] = nodes[2 * edge];
  held.nodes[2 * at + 1] = nodes[2 * edge + 1];
  held.time[at] = time;
}

function grown(old: Float64Array, size: number): Float64Array<ArrayBuffer> {
  const array = new Float64Array(size);
  array.set(old);
  return array;
}

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

/**
 * Lists the edges that were separated when detected, but whose contacts bore an impulse since. Before another detection
 * in the same step those that touched are listed as well: what bounced may be apart by then.
 */
export function listHits({ graph, contactEdges, hitEdges }: Detection, isDetectedAgain: boolean): void {
  hitEdges.ensureCapacity(hitEdges.size + contactEdges.size);
  const { contactState, firstContact, contactCount } = graph.edges.columns;
  const { impulse } = graph.contacts.columns;
  for (let i = 0; i < contactEdges.size; i++) {
    const edge = contactEdges.columns.edge[i];
    if (contactState[edge] !== SEPARATED && !isDetectedAgain) continue;
    let bore = false;
    for (let contact = firstContact[edge]; contact < firstContact[edge] + contactCount[edge]; contact++) {
      if (impulse[4 * contact] > 0) bore = true;
    }
    if (bore) hitEdges.columns.edge[hitEdges.size++] = edge;
  }
}

/**
 * After a step: every edge that was hit touches, whatever a later detection has found. Returns whether one did not
 * before. What was found of such a pair is no longer what the graph says of it, so the next detection must look at it
 * again, moved or not.
 */
export function markHits({ graph, hitEdges, stillness }: Detection): boolean {
  const { contactState, placementKnown, still } = graph.edges.columns;
  let isChanged = false;
  for (let i = 0; i < hitEdges.size; i++) {
    const edge = hitEdges.columns.edge[i];
    if (!graph.edges.isLive(edge) || contactState[edge] !== SEPARATED) continue;
    contactState[edge] = TOUCHING;
    placementKnown[edge] = 0;
    still[edge] = 0;
    stillness.restlessEdges++;
    isChanged = true;
  }
  hitEdges.size = 0;
  return isChanged;
}
