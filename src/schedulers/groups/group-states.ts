// Saved states of contact groups, in pools: save -> slot, restore slot, release slot. Nothing is allocated where as
// much is released as saved.
//
// A state has
//   - its time, the time of the group's birth, and the length of the step that led to it;
//   - of each mover: position, orientation and velocity;
//   - which part each mover is of, where the group has fallen apart (parts.ts);
//   - of each of its own edges: when its bodies last touched;
//   - the motion of nodes, joints, edges and contacts, as words (state-words.ts);
//   - the events that the step to it has raised, held back until the state is final.

import type { HeldEvents } from '../../detection/held-events.js';
import { EVENT_CONTACT_SIZE } from '../../detection/held-events.js';
import type { TOUCH_SCHEMA } from '../../state/flight-table.js';
import type { State } from '../../state/state.js';
import { doubled } from '../../table/doubled.js';
import type { Table } from '../../table/table.js';
import { Members } from './members.js';
import type { OwnEdges } from './own-edges.js';
import type { Parts } from './parts.js';
import { StateWords } from './state-words.js';
import { WordPool } from './word-pool.js';

/** Numbers at the head of a state. */
const TIME = 0;
const BIRTH = 1;
const STEP = 2;
const HEAD_NUMBERS = 3;
/**
 * Words behind them: how many edges, events and parts; whether it rests; where movers' parts, touch times, motion and
 * events begin, and its end.
 */
const EDGES = 2 * HEAD_NUMBERS;
const EVENTS = EDGES + 1;
const PARTS = EDGES + 2;
const RESTS = EDGES + 3;
const PART_PLACE = EDGES + 4;
const TOUCH_PLACE = EDGES + 5;
const MOTION_PLACE = EDGES + 6;
const EVENT_PLACE = EDGES + 7;
const HEAD = EDGES + 8;

/** Numbers of a mover: position, orientation, velocity. */
export const ORIENTATION = 3;
export const VELOCITY = 7;
const MOVER_NUMBERS = 13;
/** Words of an event: its kind and its two nodes, behind the times of all. */
const EVENT_WORDS = 3;
/** Numbers of an event: its time, and its contact. */
const EVENT_NUMBERS = 1 + EVENT_CONTACT_SIZE;

export class GroupStates {
  readonly members: Members;
  readonly #state: State;
  readonly #words: StateWords;
  readonly #pool = new WordPool(1 << 14);
  #place = new Int32Array(64);
  #size = new Int32Array(64);
  #group = new Int32Array(64);
  #slotCount = 0;
  #free = new Int32Array(64);
  #freeCount = 0;

  constructor(state: State) {
    this.#state = state;
    this.members = new Members(state);
    this.#words = new StateWords(state, this.members);
  }

  /** How many states are saved. */
  get count(): number {
    return this.#slotCount - this.#freeCount;
  }

  /** [bytes] */
  get bytes(): number {
    return this.#pool.bytes;
  }

  groupOf(slot: number): number {
    return this.#group[slot];
  }

  /** [s] */
  timeOf(slot: number): number {
    return this.#pool.numbers[(this.#place[slot] >> 1) + TIME];
  }

  /** [s] */
  birthOf(slot: number): number {
    return this.#pool.numbers[(this.#place[slot] >> 1) + BIRTH];
  }

  /** Length of the step that led to it, 0 where it was born [s]. */
  stepOf(slot: number): number {
    return this.#pool.numbers[(this.#place[slot] >> 1) + STEP];
  }

  edgeCount(slot: number): number {
    return this.#pool.words[this.#place[slot] + EDGES];
  }

  eventCount(slot: number): number {
    return this.#pool.words[this.#place[slot] + EVENTS];
  }

  partCount(slot: number): number {
    return this.#pool.words[this.#place[slot] + PARTS];
  }

  /** The part of mover i, and whether a part flies. */
  partOf(slot: number, i: number): number {
    const place = this.#place[slot];
    return this.#pool.words[place + this.#pool.words[place + PART_PLACE] + i];
  }

  isFlying(slot: number, part: number): boolean {
    const place = this.#place[slot];
    const moverCount = this.members.moverCount(this.#group[slot]);
    return this.#pool.words[place + this.#pool.words[place + PART_PLACE] + moverCount + part] !== 0;
  }

  /** Whether the step to it has left all as it was. */
  rests(slot: number): boolean {
    return this.#pool.words[this.#place[slot] + RESTS] !== 0;
  }

  setRests(slot: number): void {
    this.#pool.words[this.#place[slot] + RESTS] = 1;
  }

  /** Numbers of all states, until the next is saved. Those of mover i of a state begin at `moverAt`. */
  get numbers(): Float64Array {
    return this.#pool.numbers;
  }

  moverAt(slot: number, i: number): number {
    return ((this.#place[slot] + HEAD) >> 1) + MOVER_NUMBERS * i;
  }

  /**
   * Saves a group as the tables have it, with its edges, parts and events. It was born at a time [s], and a step of a
   * length led here [s]. The group is the one at hand.
   */
  save(group: number, birth: number, step: number, edges: OwnEdges, parts: Parts, events: HeldEvents): number {
    const { members } = this;
    const count = members.moverCount(group);
    const partPlace = HEAD + 2 * MOVER_NUMBERS * count;
    const touchPlace = even(partPlace + count + parts.count);
    const motionPlace = touchPlace + 2 * edges.count;
    const eventPlace = even(motionPlace + this.#words.sizeOf(group, edges));
    const slot = this.#take(eventPlace + (2 * EVENT_NUMBERS + EVENT_WORDS) * events.count, group);
    const { words, numbers } = this.#pool;
    const place = this.#place[slot];
    numbers[(place >> 1) + TIME] = this.#state.bodies.nodes.columns.time[members.mover(group, 0)];
    numbers[(place >> 1) + BIRTH] = birth;
    numbers[(place >> 1) + STEP] = step;
    words[place + EDGES] = edges.count;
    words[place + EVENTS] = events.count;
    words[place + PARTS] = parts.count;
    words[place + RESTS] = 0;
    words[place + PART_PLACE] = partPlace;
    words[place + TOUCH_PLACE] = touchPlace;
    words[place + MOTION_PLACE] = motionPlace;
    words[place + EVENT_PLACE] = eventPlace;
    // What fills up to an even number of words is the same as ever.
    words[place + touchPlace - 1] = 0;
    words[place + eventPlace - 1] = 0;
    for (let i = 0; i < count; i++) this.#saveMover(members.mover(group, i), this.moverAt(slot, i));
    for (let i = 0; i < count; i++) words[place + partPlace + i] = parts.partOf[i];
    for (let i = 0; i < parts.count; i++) words[place + partPlace + count + i] = parts.isFlying[i];
    for (let i = 0; i < edges.count; i++) numbers[((place + touchPlace) >> 1) + i] = edges.touched[i];
    this.#words.write(group, edges, words, place + motionPlace);
    this.#saveEvents(events, place + eventPlace);
    return slot;
  }

  /** Makes the tables of the group's nodes what they were. Its edges to bodies outside are removed. */
  restore(slot: number): void {
    const { members } = this;
    const group = this.#group[slot];
    const { words } = this.#pool;
    const place = this.#place[slot];
    for (let i = 0; i < members.moverCount(group); i++) this.#restoreMover(members.mover(group, i), this.moverAt(slot, i));
    this.#words.putBack(group, words[place + EDGES], this.timeOf(slot), words, place + words[place + MOTION_PLACE]);
  }

  /** Another state that is the same. */
  copy(slot: number): number {
    const size = this.#size[slot];
    const other = this.#take(size, this.#group[slot]);
    this.#pool.words.copyWithin(this.#place[other], this.#place[slot], this.#place[slot] + size);
    return other;
  }

  release(slot: number): void {
    this.#pool.give(this.#place[slot], this.#size[slot]);
    this.#free[this.#freeCount++] = slot;
  }

  /** Whether two states of a group are the same to the last bit, events included. */
  areEqual(a: number, b: number): boolean {
    if (this.#size[a] !== this.#size[b] || this.#group[a] !== this.#group[b]) return false;
    const { words } = this.#pool;
    for (let k = 0; k < this.#size[a]; k++) if (words[this.#place[a] + k] !== words[this.#place[b] + k]) return false;
    return true;
  }

  /** Whether two states of a group differ in nothing but time. */
  areSame(a: number, b: number): boolean {
    if (this.#size[a] !== this.#size[b] || this.#group[a] !== this.#group[b] || this.stepOf(a) !== this.stepOf(b)) return false;
    const { words } = this.#pool;
    const p = this.#place[a];
    const q = this.#place[b];
    for (let k = EDGES; k < HEAD; k++) if (k !== RESTS && words[p + k] !== words[q + k]) return false;
    const size = 2 * MOVER_NUMBERS * this.members.moverCount(this.#group[a]);
    for (let k = HEAD; k < HEAD + size; k++) if (words[p + k] !== words[q + k]) return false;
    for (let k = words[p + MOTION_PLACE]; k < words[p + EVENT_PLACE]; k++) if (words[p + k] !== words[q + k]) return false;
    return true;
  }

  /** Lets a state be as the next step leaves it, which changes nothing: what touched touches, and what was told is told again. */
  moveOn(slot: number, end: number): void {
    const { words, numbers } = this.#pool;
    const place = this.#place[slot];
    const begin = this.timeOf(slot);
    numbers[(place >> 1) + TIME] = end;
    const touch = (place + words[place + TOUCH_PLACE]) >> 1;
    for (let i = 0; i < words[place + EDGES]; i++) if (numbers[touch + i] === begin) numbers[touch + i] = end;
    const first = (place + words[place + EVENT_PLACE]) >> 1;
    // Events are of the beginning of a step, or of its end.
    for (let i = 0; i < words[place + EVENTS]; i++) numbers[first + i] = numbers[first + i] === begin ? end : begin;
  }

  /** Whether no mover of a state has a velocity. */
  isStill(slot: number): boolean {
    const { numbers } = this.#pool;
    for (let i = 0; i < this.members.moverCount(this.#group[slot]); i++) {
      const at = this.moverAt(slot, i) + VELOCITY;
      for (let k = at; k < at + 6; k++) if (numbers[k] !== 0) return false;
    }
    return true;
  }

  /** Gives mover i of a state another velocity; what the step to it has told is not of this state. */
  strike(slot: number, i: number, velocity: Float64Array): void {
    const { words, numbers } = this.#pool;
    const place = this.#place[slot];
    for (let k = 0; k < 6; k++) numbers[this.moverAt(slot, i) + VELOCITY + k] = velocity[k];
    numbers[(place >> 1) + STEP] = 0;
    words[place + RESTS] = 0;
    words[place + EVENTS] = 0;
  }

  /** How many contacts the edges of a state have. */
  contactCount(slot: number): number {
    const { words } = this.#pool;
    const place = this.#place[slot];
    let at = this.#words.firstEdge(this.#group[slot], place + words[place + MOTION_PLACE]);
    let count = 0;
    for (let i = 0; i < words[place + EDGES]; i++) {
      count += words[at + 2];
      at = this.#words.nextEdge(words, at);
    }
    return count;
  }

  /** Calls a function with the nodes of each edge of a state, and when they last touched [s]. */
  forEachTouch(slot: number, deed: (node: number, other: number, time: number) => void): void {
    const { words, numbers } = this.#pool;
    const place = this.#place[slot];
    const touch = (place + words[place + TOUCH_PLACE]) >> 1;
    let at = this.#words.firstEdge(this.#group[slot], place + words[place + MOTION_PLACE]);
    for (let i = 0; i < words[place + EDGES]; i++) {
      deed(words[at], words[at + 1], numbers[touch + i]);
      at = this.#words.nextEdge(words, at);
    }
  }

  /** Appends to a table when the pairs of a state last touched; those that did so at its time do so at another [s]. */
  writeTouches(slot: number, now: number, touches: Table<typeof TOUCH_SCHEMA>): void {
    const { words, numbers } = this.#pool;
    const place = this.#place[slot];
    const touch = (place + words[place + TOUCH_PLACE]) >> 1;
    const count = words[place + EDGES];
    const last = this.timeOf(slot);
    touches.ensureCapacity(touches.size + count);
    const { nodes, time } = touches.columns;
    let at = this.#words.firstEdge(this.#group[slot], place + words[place + MOTION_PLACE]);
    for (let i = 0; i < count; i++) {
      nodes[2 * touches.size] = words[at];
      nodes[2 * touches.size + 1] = words[at + 1];
      time[touches.size++] = numbers[touch + i] === last ? now : numbers[touch + i];
      at = this.#words.nextEdge(words, at);
    }
  }

  /**
   * Sets when the edges of a list, which are of the group of a state, last touched by that state; `otherwise` [s] where
   * it has none such.
   */
  carryTouches(slot: number, edges: OwnEdges, otherwise: number): void {
    const { words, numbers } = this.#pool;
    const place = this.#place[slot];
    const touch = (place + words[place + TOUCH_PLACE]) >> 1;
    const count = words[place + EDGES];
    let at = this.#words.firstEdge(this.#group[slot], place + words[place + MOTION_PLACE]);
    // Both lists have the same order.
    for (let i = 0, k = 0; i < edges.count; i++) {
      while (k < count && isBefore(words[at], words[at + 1], edges.node[i], edges.other[i])) {
        at = this.#words.nextEdge(words, at);
        k++;
      }
      const isSame = k < count && words[at] === edges.node[i] && words[at + 1] === edges.other[i];
      edges.touched[i] = isSame ? numbers[touch + k] : otherwise;
    }
  }

  /** Appends the events of a state to a list. */
  readEvents(slot: number, to: HeldEvents): void {
    const { words, numbers } = this.#pool;
    const place = this.#place[slot];
    const count = words[place + EVENTS];
    const first = place + words[place + EVENT_PLACE];
    for (let i = 0; i < count; i++) {
      const at = to.add();
      const k = first + 2 * EVENT_NUMBERS * count + EVENT_WORDS * i;
      const contact = (first >> 1) + count + EVENT_CONTACT_SIZE * i;
      to.time[at] = numbers[(first >> 1) + i];
      for (let j = 0; j < EVENT_CONTACT_SIZE; j++) to.contact[EVENT_CONTACT_SIZE * at + j] = numbers[contact + j];
      to.kind[at] = words[k];
      to.nodes[2 * at] = words[k + 1];
      to.nodes[2 * at + 1] = words[k + 2];
    }
  }

  #saveEvents({ count, kind, nodes, time, contact }: HeldEvents, first: number): void {
    const { words, numbers } = this.#pool;
    for (let i = 0; i < count; i++) {
      const k = first + 2 * EVENT_NUMBERS * count + EVENT_WORDS * i;
      const to = (first >> 1) + count + EVENT_CONTACT_SIZE * i;
      numbers[(first >> 1) + i] = time[i];
      for (let j = 0; j < EVENT_CONTACT_SIZE; j++) numbers[to + j] = contact[EVENT_CONTACT_SIZE * i + j];
      words[k] = kind[i];
      words[k + 1] = nodes[2 * i];
      words[k + 2] = nodes[2 * i + 1];
    }
  }

  #take(size: number, group: number): number {
    const slot = this.#freeCount > 0 ? this.#free[--this.#freeCount] : this.#slotCount++;
    while (this.#place.length < this.#slotCount) {
      this.#place = doubled(this.#place);
      this.#size = doubled(this.#size);
      this.#group = doubled(this.#group);
      this.#free = doubled(this.#free);
    }
    this.#place[slot] = this.#pool.take(size);
    this.#size[slot] = size;
    this.#group[slot] = group;
    return slot;
  }

  #saveMover(row: number, at: number): void {
    const { numbers } = this.#pool;
    const { position, orientation, velocity } = this.#state.bodies.nodes.columns;
    for (let k = 0; k < 3; k++) numbers[at + k] = position[3 * row + k];
    for (let k = 0; k < 4; k++) numbers[at + ORIENTATION + k] = orientation[4 * row + k];
    for (let k = 0; k < 6; k++) numbers[at + VELOCITY + k] = velocity[6 * row + k];
  }

  #restoreMover(row: number, at: number): void {
    const { numbers } = this.#pool;
    const { position, orientation, velocity } = this.#state.bodies.nodes.columns;
    for (let k = 0; k < 3; k++) position[3 * row + k] = numbers[at + k];
    for (let k = 0; k < 4; k++) orientation[4 * row + k] = numbers[at + ORIENTATION + k];
    for (let k = 0; k < 6; k++) velocity[6 * row + k] = numbers[at + VELOCITY + k];
  }
}

function isBefore(node: number, other: number, thanNode: number, thanOther: number): boolean {
  return node < thanNode || (node === thanNode && other < thanOther);
}

function even(words: number): number {
  return words + (words & 1);
}
