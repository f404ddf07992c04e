// Eras: each is the life of a contact group from one of its states to the next. Anchors of its members are of it, and
// it lasts as long as one of them does. States are shared: one era ends where the next begins. A group that rests is in
// one state, and its era has no end.

import { doubled } from '../../table/doubled.js';
import type { Groups } from '../groups/groups.js';

export class Eras {
  /** Slots of its first and of its last state (groups/groups.ts); the same where it is of no length, or rests. */
  from = new Int32Array(16);
  to = new Int32Array(16);
  /** 1 where its group rests: nothing of it moves until something comes from outside. */
  isResting = new Int32Array(16);
  /** How many anchors are of it. */
  #anchors = new Int32Array(16);
  #next = new Int32Array(16);
  #free = -1;
  #size = 0;
  readonly #groups: Groups;
  /** How many eras and links hold a state, and how many states are held of a group. */
  #holders = new Int32Array(64);
  #states = new Int32Array(64);

  constructor(groups: Groups) {
    this.#groups = groups;
  }

  /** An era without anchors; whoever makes it gives it some. */
  add(from: number, to: number, isResting: boolean): number {
    let era = this.#free;
    if (era >= 0) this.#free = this.#next[era];
    else {
      era = this.#size++;
      if (era === this.from.length) this.#grow();
    }
    this.from[era] = from;
    this.to[era] = to;
    this.isResting[era] = isResting ? 1 : 0;
    this.#anchors[era] = 0;
    this.hold(from);
    this.hold(to);
    return era;
  }

  /** The group that it is of. */
  groupOf(era: number): number {
    return this.#groups.states.groupOf(this.from[era]);
  }

  /** When it ends [s]. */
  endOf(era: number): number {
    return this.isResting[era] !== 0 ? Number.POSITIVE_INFINITY : this.#groups.states.timeOf(this.to[era]);
  }

  join(era: number): void {
    this.#anchors[era]++;
  }

  /** An anchor of it is no more. */
  leave(era: number): void {
    if (--this.#anchors[era] > 0) return;
    this.drop(this.from[era]);
    this.drop(this.to[era]);
    this.#next[era] = this.#free;
    this.#free = era;
  }

  /** A state is needed, until it is dropped as often. */
  hold(slot: number): void {
    const group = this.#groups.states.groupOf(slot);
    while (this.#holders.length <= slot) this.#holders = doubled(this.#holders);
    while (this.#states.length <= group) this.#states = doubled(this.#states);
    if (this.#holders[slot]++ === 0) this.#states[group]++;
  }

  drop(slot: number): void {
    if (--this.#holders[slot] > 0) return;
    const group = this.#groups.states.groupOf(slot);
    this.#groups.release(slot);
    if (--this.#states[group] === 0) this.#groups.dissolve(group);
  }

  #grow(): void {
    this.from = doubled(this.from);
    this.to = doubled(this.to);
    this.isResting = doubled(this.isResting);
    this.#anchors = doubled(this.#anchors);
    this.#next = doubled(this.#next);
  }
}
