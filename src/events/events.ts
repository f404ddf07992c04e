// Raises the events of a world (contact graph paper, section 4): changes of edges, as the kinds of table 3, and ticks
// of timers.
//
// Both of the paper's ways of delivery are here. Safe: once a step, when no event can be undone any more; each edge is
// compared with what was last reported of it. Queue: at every detection, with its time, kept until taken; going back in
// time takes back later events.
//
// Where we differ from the paper: persistent touching and persistent proximity are raised only if a setting or a
// subscriber asks for them. In a world at rest they would be nearly all events. The marks of edges have them in any
// case.

import type { ContactGraph } from '../detection/contact-graph/contact-graph.js';
import { isGeometric, isLogical, isStructural } from '../detection/contact-graph/edge-kinds.js';
import type { BodiesAtHand, Detection } from '../detection/detection.js';
import { EdgesAtHand } from '../detection/edges-at-hand.js';
import type { HeldEvents } from '../detection/held-events.js';
import {
  copyContact,
  EVENT_CONTACT_SIZE,
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
import { refuse } from '../input/fields.js';
import type { Settings } from '../settings.js';
import { doubled } from '../table/doubled.js';
import type { EventContact } from './event-contact.js';
import { readContact } from './event-contact.js';
import { writeContactOfStep } from './hits.js';

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

/** Bits of the two persistent kinds. */
const PERSISTENT = (1 << PERSISTENT_TOUCHING) | (1 << PERSISTENT_PROXIMITY);

/** One event. */
export interface RaisedEvent {
  readonly kind: EventKind;
  /** Id of the node of the smaller index, or of the timer. */
  readonly a: number;
  /** Id of the other node; -1 for a timer's tick. */
  readonly b: number;
  /** Time of the detection that found it [s]. */
  readonly time: number;
  /** The contact, for new and persistent touching; otherwise undefined. */
  readonly contact: EventContact | undefined;
}

/** The events of a world at some time, as snapshots save them. */
export interface SavedEvents {
  /** Running number of the next event. */
  readonly next: number;
  /**
   * The last events before it, column by column: with setting `queue` those not taken yet, otherwise those that the
   * next step will deliver.
   */
  readonly kind: Int32Array;
  readonly a: Float64Array;
  readonly b: Float64Array;
  readonly time: Float64Array;
  /** The contact of each event, eight numbers (held-events.ts). */
  readonly contact: Float64Array;
  /** Number of these events that a step has delivered. */
  readonly delivered: number;
}

export class Events {
  readonly #graph: ContactGraph;
  readonly #detection: Detection;
  readonly #settings: Pick<Settings, 'events.persistent'>;
  #count = 0;
  /** Running number of the first event here: the count of events removed from the front so far. */
  #first = 0;
  /** Number of events here that the last step delivered; the others were raised since. */
  #delivered = 0;
  /** Index of the first event that the last step was the first to deliver. */
  #firstNew = 0;
  /** Whether generate() last found persistent kinds only: while no edge changes, all marks stay as they are. */
  #isSteady = false;
  /** Bits of the kinds that subscribers ask for, in addition to the settings. */
  subscribed = 0;
  #kind = new Int32Array(256);
  #a = new Float64Array(256);
  #b = new Float64Array(256);
  #time = new Float64Array(256);
  /** By event: number of steps taken before the step that raised it; -1 if unknown. */
  #step = new Int32Array(256);
  #contact = new Float64Array(256 * EVENT_CONTACT_SIZE);
  readonly #some = new EdgesAtHand();
  /** Number of steps taken before the current one. */
  step = 0;
  /** Whether changes of edges are only noted at the edges and raise no events. */
  isSilent = false;
  /** Receives the events of edges while they may still be undone; undefined when they are raised at once. */
  held: HeldEvents | undefined = undefined;

  constructor(detection: Detection, settings: Pick<Settings, 'events.persistent'>) {
    this.#graph = detection.graph;
    this.#detection = detection;
    this.#settings = settings;
  }

  get count(): number {
    return this.#count;
  }

  /** Index of the first event that the last step was the first to deliver. */
  get firstNew(): number {
    return this.#firstNew;
  }

  at(index: number): RaisedEvent {
    if (!(Number.isInteger(index) && index >= 0 && index < this.#count))
      refuse('index', index, `a whole number of at least 0 and below ${this.#count}, the number of events`);
    const contact = readContact(this.#contact, EVENT_CONTACT_SIZE * index);
    return { kind: EVENT_KINDS[this.#kind[index]], a: this.#a[index], b: this.#b[index], time: this.#time[index], contact };
  }

  /** Whether the kind of an event is among the given bits. */
  isOf(index: number, kinds: number): boolean {
    return (kinds & (1 << this.#kind[index])) !== 0;
  }

  /** Number of events of a kind that are here. */
  countOf(kind: EventKind): number {
    const number = EVENT_KINDS.indexOf(kind);
    let sum = 0;
    for (let i = 0; i < this.#count; i++) if (this.#kind[i] === number) sum++;
    return sum;
  }

  *[Symbol.iterator](): Iterator<RaisedEvent> {
    for (let i = 0; i < this.#count; i++) yield this.at(i);
  }

  clear(): void {
    this.#graph.bodies.refuseWithinStep();
    this.#first += this.#count;
    this.#count = 0;
    this.#delivered = 0;
  }

  /** Removes the events that the last step delivered. Those raised since are left for the next step. */
  dropDelivered(): void {
    for (let i = this.#delivered; i < this.#count; i++) this.#copy(i, i - this.#delivered);
    this.#first += this.#delivered;
    this.#count -= this.#delivered;
    this.#delivered = 0;
  }

  /** Marks all events as delivered, at the end of a step. */
  markDelivered(): void {
    this.#firstNew = this.#delivered;
    this.#delivered = this.#count;
  }

  /** The events for a snapshot. */
  save(isQueue: boolean): SavedEvents {
    return this.#saveFrom(isQueue ? 0 : this.#delivered, this.#count);
  }

  #saveFrom(from: number, to: number): SavedEvents {
    return {
      next: this.#first + to,
      kind: this.#kind.slice(from, to),
      a: this.#a.slice(from, to),
      b: this.#b.slice(from, to),
      time: this.#time.slice(from, to),
      contact: this.#contact.slice(EVENT_CONTACT_SIZE * from, EVENT_CONTACT_SIZE * to),
      delivered: Math.min(Math.max(this.#delivered - from, 0), to - from),
    };
  }

  /** Restores saved events and removes later ones. Of a queue, events that were taken since stay taken. */
  restore(saved: SavedEvents, isQueue: boolean): void {
    const first = saved.next - saved.kind.length;
    const taken = isQueue ? Math.min(Math.max(this.#first - first, 0), saved.kind.length) : 0;
    this.#load(saved, taken);
    this.#step.fill(-1, 0, this.#count);
  }

  /** Replaces all events by the saved ones from index `from` on. */
  #load({ next, kind, a, b, time, contact, delivered }: SavedEvents, from: number): void {
    this.#count = kind.length - from;
    while (this.#kind.length < this.#count) this.#grow();
    this.#kind.set(kind.subarray(from));
    this.#a.set(a.subarray(from));
    this.#b.set(b.subarray(from));
    this.#time.set(time.subarray(from));
    this.#contact.set(contact.subarray(EVENT_CONTACT_SIZE * from));
    this.#first = next - this.#count;
    this.#delivered = Math.max(delivered - from, 0);
    this.#isSteady = false;
  }

  /** Running number of the next event. */
  get next(): number {
    return this.#first + this.#count;
  }

  /**
   * Saves all events before number `next`. Returns a function that restores them, whatever was raised or dropped since.
   */
  hold(next: number): () => void {
    const saved = this.#saveFrom(0, next - this.#first);
    const steps = this.#step.slice(0, saved.kind.length);
    return () => {
      this.#load(saved, 0);
      this.#step.set(steps);
    };
  }

  /**
   * Takes back the events that steps from `step` on raised of pairs for which `isOf` holds. Edges are left unchanged.
   */
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
    this.#isSteady = false;
  }

  /** Whether events of persistent kinds are raised. */
  get tellsPersistent(): boolean {
    return (this.#asked & PERSISTENT) !== 0;
  }

  /** Bits of the kinds that are raised. */
  get #asked(): number {
    return (this.#settings['events.persistent'] === 'on' ? PERSISTENT : 0) | this.subscribed | ~PERSISTENT;
  }

  /**
   * Figure 10 of the paper: compares every edge with what was last reported of it, raises the events, and updates the
   * report. There is nothing to do if no edge changed, the last marks were all persistent, and no one asks for
   * persistent kinds.
   */
  generate(time: number, isUnchanged: boolean): void {
    if (isUnchanged && this.#isSteady && !this.tellsPersistent) return;
    const { edges } = this.#graph;
    const isQuiet = !this.tellsPersistent && this.held === undefined;
    let isSteady = true;
    const { marks, proximity, contactState, reportedProximity, reportedTouching } = edges.columns;
    for (let edge = 0; edge < edges.size; edge++) {
      // In a moving world, many edges belong to pairs that are no longer near each other and raise no events.
      if ((proximity[edge] | contactState[edge] | reportedProximity[edge] | reportedTouching[edge] | marks[edge]) === 0) continue;
      if (!edges.isLive(edge)) continue;
      // Most edges are as was said of them, and as they were then: it is to be said again only where somebody asks for that.
      const touching = contactState[edge] === 0 ? 0 : 1;
      const near = proximity[edge];
      const isAsBefore = near === reportedProximity[edge] && touching === reportedTouching[edge];
      const persistent = (touching << PERSISTENT_TOUCHING) | (near << PERSISTENT_PROXIMITY);
      if (isQuiet && isAsBefore && marks[edge] === persistent) continue;
      this.#generateOf(edge, time);
      if ((marks[edge] & ~PERSISTENT) !== 0) isSteady = false;
    }
    this.#isSteady = isSteady;
  }

  /** As generate(), for the edges of the bodies at hand only. */
  generateOfSome(time: number, atHand: BodiesAtHand): void {
    const size = this.#some.list(this.#graph, atHand);
    this.#isSteady = false;
    for (let i = 0; i < size; i++) this.#generateOf(this.#some.edges[i], time);
  }

  /** Raises the vanishing events of an edge that is about to be removed with one of its nodes. */
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
   * Takes back all events from `time` on, newest first, with what each reported of its edge. Marks are then those of
   * the last events left. Events at `time` itself are taken back as well, since a world back at `time` detects again
   * then. Removed edges are not brought back; only a restore does that.
   */
  unwind(time: number): void {
    this.#graph.bodies.refuseWithinStep();
    if (typeof time !== 'number' || Number.isNaN(time)) refuse('time', time, 'a number');
    while (this.#count > 0 && this.#time[this.#count - 1] >= time) this.#takeBack();
    this.#isSteady = false;
    this.#renewMarks();
  }

  /** Renews the marks of edges by scanning the queue, as section 4 of the paper describes. */
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

  /** The edge of an event; -1 if it was removed. */
  #edgeOf(index: number): number {
    const { nodes } = this.#graph.bodies;
    const a = nodes.rowOf(this.#a[index]);
    const b = nodes.rowOf(this.#b[index]);
    return a >= 0 && b >= 0 ? this.#graph.find(a, b) : -1;
  }

  #takeBack(): void {
    const last = --this.#count;
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
    if (this.held !== undefined) {
      if (touchingEvent >= 0) this.#hold(this.held, touchingEvent, edge, time);
      if (proximityEvent >= 0) this.#hold(this.held, proximityEvent, edge, time);
      return;
    }
    if (this.isSilent) return;
    const asked = this.#asked;
    const tellsTouching = touchingEvent >= 0 && (asked & (1 << touchingEvent)) !== 0;
    const tellsProximity = proximityEvent >= 0 && (asked & (1 << proximityEvent)) !== 0;
    if (!tellsTouching && !tellsProximity) return;
    const table = this.#graph.bodies.nodes;
    const a = table.idOf(nodes[2 * edge]);
    const b = table.idOf(nodes[2 * edge + 1]);
    if (tellsTouching) {
      const at = this.#push(touchingEvent, a, b, time);
      this.#writeContact(touchingEvent, edge, this.#contact, at);
    }
    if (tellsProximity) this.#push(proximityEvent, a, b, time);
  }

  /** Writes an event of an edge to the held-back events. */
  #hold(held: HeldEvents, kind: number, edge: number, time: number): void {
    const { nodes } = this.#graph.edges.columns;
    const at = held.add();
    held.kind[at] = kind;
    held.nodes[2 * at] = nodes[2 * edge];
    held.nodes[2 * at + 1] = nodes[2 * edge + 1];
    held.time[at] = time;
    this.#writeContact(kind, edge, held.contact, at);
  }

  /** Writes the contact of an edge to entry `index` of `out`, for kinds of events that have one. */
  #writeContact(kind: number, edge: number, out: Float64Array, index: number): void {
    if (kind === NEW_TOUCHING || kind === PERSISTENT_TOUCHING)
      writeContactOfStep(this.#detection, edge, out, EVENT_CONTACT_SIZE * index);
  }

  /** Raises one of the held-back events. */
  tell({ kind, nodes, time, contact }: HeldEvents, index: number): void {
    if (this.isSilent || (this.#asked & (1 << kind[index])) === 0) return;
    const table = this.#graph.bodies.nodes;
    const at = this.#push(kind[index], table.idOf(nodes[2 * index]), table.idOf(nodes[2 * index + 1]), time[index]);
    copyContact(contact, index, this.#contact, at);
  }

  /** Adds an event in the order of times. Returns its index. */
  #push(kind: number, a: number, b: number, time: number): number {
    if (this.#count === this.#kind.length) this.#grow();
    let at = this.#count++;
    // Bodies whose local times are behind raise their events later; these are inserted before the events of later
    // times.
    for (; at > 0 && this.#time[at - 1] > time; at--) this.#copy(at - 1, at);
    this.#kind[at] = kind;
    this.#a[at] = a;
    this.#b[at] = b;
    this.#time[at] = time;
    this.#step[at] = this.step;
    this.#contact.fill(0, EVENT_CONTACT_SIZE * at, EVENT_CONTACT_SIZE * (at + 1));
    return at;
  }

  #copy(from: number, to: number): void {
    this.#kind[to] = this.#kind[from];
    this.#a[to] = this.#a[from];
    this.#b[to] = this.#b[from];
    this.#time[to] = this.#time[from];
    this.#step[to] = this.#step[from];
    copyContact(this.#contact, from, this.#contact, to);
  }

  #grow(): void {
    this.#kind = doubled(this.#kind);
    this.#step = doubled(this.#step);
    this.#a = doubled(this.#a);
    this.#b = doubled(this.#b);
    this.#time = doubled(this.#time);
    this.#contact = doubled(this.#contact);
  }
}
