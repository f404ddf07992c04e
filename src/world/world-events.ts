// The events of a world, for users to read and to subscribe to. Subscribers are called after the step, when no part of
// it can be undone: they get the events of the final history only, whatever a scheduler tried and took back.
// Events are delivered in their order, and each event in the order of the subscriptions.

import { categoryField } from '../bodies/descriptors.js';
import type { EventContact } from '../events/event-contact.js';
import type { EventKind, Events, RaisedEvent } from '../events/events.js';
import { EVENT_KINDS } from '../events/events.js';
import type { Body, HandlesWorld, OtherNode } from '../handles.js';
import { Handle } from '../handles.js';
import type { Field } from '../input/fields.js';
import { InputError, refuse, sentenceOf } from '../input/fields.js';

/**
 * A node of an event: a body or another node; undefined if it was removed, and for the second node of a timer's tick.
 */
export type EventNode = Body | OtherNode | undefined;

/** One event, as users read it. */
export class WorldEvent implements RaisedEvent {
  readonly kind: EventKind;
  /** Id of the node with the smaller index, or of the timer. */
  readonly a: number;
  /** Id of the other node; -1 for a timer's tick. */
  readonly b: number;
  /** Time of the detection that found the event [s]. */
  readonly time: number;
  /** Point, normal, impulse and speed of the contact; for events of new and persistent touching only. */
  readonly contact: EventContact | undefined;
  readonly #nodeOf: (id: number) => EventNode;

  constructor({ kind, a, b, time, contact }: RaisedEvent, nodeOf: (id: number) => EventNode) {
    this.kind = kind;
    this.a = a;
    this.b = b;
    this.time = time;
    this.contact = contact;
    this.#nodeOf = nodeOf;
  }

  /** The node of id `a`. */
  get nodeA(): EventNode {
    return this.#nodeOf(this.a);
  }

  /** The node of id `b`. */
  get nodeB(): EventNode {
    return this.#nodeOf(this.b);
  }
}

/** Conditions on the events that a subscriber gets, besides their kinds; all given conditions must hold. */
export interface EventFilter {
  /** One of the event's nodes is one of these bodies, triggers or timers. */
  of?: Handle | readonly Handle[];
  /** One of the event's nodes is in one of these categories, as bits. */
  category?: number;
}

interface Subscription {
  /** Event kinds as bits. */
  readonly kinds: number;
  readonly ids: ReadonlySet<number> | undefined;
  readonly category: number;
  readonly callback: (event: WorldEvent) => void;
}

const kindField: Field = {
  check(value, path) {
    if (!EVENT_KINDS.includes(value as EventKind)) refuse(path, value, `one of ${EVENT_KINDS.join(', ')}`);
  },
  schema: () => ({ enum: [...EVENT_KINDS] }),
};

export class WorldEvents {
  readonly #events: Events;
  readonly #world: HandlesWorld;
  #subscriptions: readonly Subscription[] = [];
  #isTelling = false;
  readonly #nodeOf = (id: number): EventNode => (id < 0 ? undefined : (this.#world.node(id) as EventNode));

  constructor(events: Events, world: HandlesWorld) {
    this.#events = events;
    this.#world = world;
  }

  get count(): number {
    return this.#events.count;
  }

  /** Running number of the next event. */
  get next(): number {
    return this.#events.next;
  }

  at(index: number): WorldEvent {
    return new WorldEvent(this.#events.at(index), this.#nodeOf);
  }

  /** Number of events of a kind that are in the list. */
  countOf(kind: EventKind): number {
    return this.#events.countOf(kind);
  }

  *[Symbol.iterator](): Iterator<WorldEvent> {
    for (let i = 0; i < this.#events.count; i++) yield this.at(i);
  }

  /** Returns all events in the list, and clears it. */
  take(): WorldEvent[] {
    const all = [...this];
    this.#events.clear();
    return all;
  }

  clear(): void {
    this.#events.clear();
  }

  /**
   * Undoes all events from `time` on, the newest first, together with the reported state of their edges. The marks of
   * edges are then those of the last events left. Events at `time` itself are undone too, since a world that is back at
   * `time` detects at that time again. Edges that were removed since are not brought back; a restore does that.
   */
  unwind(time: number): void {
    this.#events.unwind(time);
  }

  /**
   * Calls a function for every event of these kinds, at the end of the step that delivers it. The returned function
   * ends the subscription. The callback may change the world as between steps, but must not step, restore or rewind it.
   * If it throws, the step still counts as taken and other subscribers are called; step() then throws. Persistent kinds
   * are raised only while subscribed to.
   */
  on(kinds: EventKind | readonly EventKind[], callback: (event: WorldEvent) => void, filter: EventFilter = {}): () => void {
    const subscription = this.#read(kinds, callback, filter);
    this.#subscriptions = [...this.#subscriptions, subscription];
    this.#ask();
    return () => {
      this.#subscriptions = this.#subscriptions.filter((other) => other !== subscription);
      this.#ask();
    };
  }

  #read(kinds: unknown, callback: unknown, filter: unknown): Subscription {
    const list = Array.isArray(kinds) ? kinds : [kinds];
    list.forEach((kind, i) => {
      kindField.check(kind, Array.isArray(kinds) ? `kinds[${i}]` : 'kinds');
    });
    if (typeof callback !== 'function') refuse('callback', callback, 'a function');
    if (typeof filter !== 'object' || filter === null) refuse('filter', filter, 'an object with of or category');
    const stranger = Object.keys(filter as object).find((key) => key !== 'of' && key !== 'category');
    if (stranger !== undefined) throw new InputError(`filter.${stranger} is not known; a filter has of and category.`);
    const { of, category } = filter as EventFilter;
    if (category !== undefined) categoryField.check(category, 'filter.category');
    return {
      kinds: list.reduce((bits: number, kind: EventKind) => bits | (1 << EVENT_KINDS.indexOf(kind)), 0),
      ids: of === undefined ? undefined : new Set(this.#idsOf(of)),
      category: category ?? 0,
      callback: callback as Subscription['callback'],
    };
  }

  #idsOf(of: Handle | readonly Handle[]): number[] {
    const handles: readonly Handle[] = Array.isArray(of) ? of : [of as Handle];
    return handles.map((handle, i) => {
      const path = Array.isArray(of) ? `filter.of[${i}]` : 'filter.of';
      if (!(handle instanceof Handle)) refuse(path, handle, 'a body or another node of this world');
      if (handle.world !== this.#world) throw new InputError(`${path} is the node of id ${handle.id} of another world.`);
      return handle.id;
    });
  }

  /** Tells the event list which kinds have subscribers, so that they are raised. */
  #ask(): void {
    this.#events.subscribed = this.#subscriptions.reduce((bits, { kinds }) => bits | kinds, 0);
  }

  /** Throws while subscribers are called: they must not step, restore or rewind the world. */
  refuseWhileTelling(): void {
    if (this.#isTelling) throw new InputError('The world is telling its events; step it, restore it or rewind it after that.');
  }

  /** Calls the subscribers for the new events of a step that was taken. */
  tell(step: number): void {
    if (this.#subscriptions.length === 0) return;
    const { subscribed } = this.#events;
    const told: WorldEvent[] = [];
    for (let i = this.#events.firstNew; i < this.#events.count; i++) if (this.#events.isOf(i, subscribed)) told.push(this.at(i));
    const thrown: { kind: EventKind; error: unknown }[] = [];
    this.#isTelling = true;
    for (const event of told) {
      for (const subscription of this.#subscriptions) {
        if (!this.#concerns(subscription, event)) continue;
        try {
          subscription.callback(event);
        } catch (error) {
          thrown.push({ kind: event.kind, error });
        }
      }
    }
    this.#isTelling = false;
    if (thrown.length === 0) return;
    const [{ kind, error }] = thrown;
    throw new Error(`A subscriber to ${kind} has thrown after step ${step}, which is taken: ${sentenceOf(error)}`, {
      cause: error,
    });
  }

  #concerns({ kinds, ids, category }: Subscription, { kind, a, b }: WorldEvent): boolean {
    if ((kinds & (1 << EVENT_KINDS.indexOf(kind))) === 0) return false;
    if (ids !== undefined && !ids.has(a) && !ids.has(b)) return false;
    return category === 0 || ((this.#categoryOf(a) | this.#categoryOf(b)) & category) !== 0;
  }

  /** The categories of a node as bits, 0 for a node that was removed. */
  #categoryOf(id: number): number {
    const { nodes } = this.#world.store;
    const row = id < 0 ? -1 : nodes.rowOf(id);
    return row < 0 ? 0 : nodes.columns.category[row];
  }
}
