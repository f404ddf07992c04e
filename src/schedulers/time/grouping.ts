// Contact groups among the histories of bodies. A group steps from where it is to the end of the world's step; each of
// its members has an anchor for that, whose flight is its way there. A collision of a member cuts the step: all members
// get new anchors then. So a group is never ahead of a redraw, and steps are as long as those of `fixed` where nothing
// happens. A group that rests is not stepped at all: its members stand, like what does not move by itself, until something
// comes near or is changed.
//
// A collision is soft where what is left of its speed would be taken by gravity within a step: the two are one group
// from then on. Groups come apart at the ends of steps.

import type { Detection } from '../../detection/detection.js';
import { copyContact, HeldEvents, NEW_TOUCHING, VANISHING_TOUCHING } from '../../detection/held-events.js';
import { Flight, Pose } from '../../detection/time-of-impact/flight.js';
import { Groups } from '../groups/groups.js';
import type { Stages } from '../scheduler.js';
import { type Anchors, FOREVER } from './anchors.js';
import { Eras } from './eras.js';
import { FusedFlights } from './fused-flights.js';
import type { GivenGroup } from './given-groups.js';
import type { Links } from './links.js';
import type { TimeStatistics } from './statistics.js';
import { writeWay } from './ways-of-members.js';

/** The histories of bodies, as groups need them (histories.ts). */
interface BodyHistories {
  readonly detection: Detection;
  readonly anchors: Anchors;
  readonly links: Links;
  readonly statistics: TimeStatistics;
  /** By row: newest anchor. */
  readonly newest: Int32Array;
  append(row: number, time: number, generation: number, link: number): number;
  anchorHere(row: number, time: number): void;
  cut(row: number, time: number): void;
  extend(row: number, until: Float64Array): void;
  integrate(row: number, until: Float64Array): void;
  queueIntegration(row: number): void;
}

/** When a step of the world begins and ends, and how long it is [s]. */
export interface StepTimes {
  readonly begin: number;
  readonly end: number;
  readonly dt: number;
}

/** No era. */
const NONE = -1;

export class Grouping {
  readonly #histories: BodyHistories;
  #stages: Stages | undefined;
  #work: { readonly groups: Groups; readonly eras: Eras } | undefined;
  /** Where the world's step begins, where it ends, and its length [s]. */
  readonly #times = new Float64Array(3);
  readonly #way = new Flight();
  readonly #end = this.#times.subarray(1);
  readonly #pose = new Pose();
  readonly #velocity = new Float64Array(6);
  /** What has happened in the step, to be told at its end. */
  readonly events = new HeldEvents();
  /** By row: 1 where tables may have another state than the one that is to be shown. */
  #isTouched = new Uint8Array(0);
  /** Whether groups may rest in this step: nothing is scripted. */
  #mayRest = false;
  readonly fused = new FusedFlights();

  constructor(histories: BodyHistories) {
    this.#histories = histories;
  }

  get groups(): Groups {
    return (this.#work ?? this.#make()).groups;
  }

  get eras(): Eras {
    return (this.#work ?? this.#make()).eras;
  }

  begin(stages: Stages, { begin, end, dt }: StepTimes): void {
    this.#stages = stages;
    this.#times[0] = begin;
    this.#times[1] = end;
    this.#times[2] = dt;
    this.events.count = 0;
    const { size } = stages.state.bodies.nodes;
    if (this.#isTouched.length < size) this.#isTouched = new Uint8Array(2 * size).fill(1);
    this.fused.begin(size);
    this.#mayRest = !this.groups.isAnythingScripted();
  }

  #make(): { readonly groups: Groups; readonly eras: Eras } {
    if (this.#stages === undefined) throw new Error('There are no groups before the first step.');
    const groups = new Groups(this.#stages);
    this.#work = { groups, eras: new Eras(groups) };
    return this.#work;
  }

  /** Nobody has a history. */
  clear(): void {
    this.#work = undefined;
    this.#isTouched.fill(1);
  }

  /** The era that a body is in by its newest anchor; negative for one that flies. */
  eraOf(row: number): number {
    const { anchors, newest } = this.#histories;
    return newest[row] < 0 ? NONE : anchors.era[newest[row]];
  }

  /** Whether the group of an era rests; none does where the era is negative. */
  isRestingEra(era: number): boolean {
    return era >= 0 && this.eras.isResting[era] !== 0;
  }

  isResting(row: number): boolean {
    return this.isRestingEra(this.eraOf(row));
  }

  /** The tables of a body are about to be changed. */
  touch(row: number): void {
    this.#isTouched[row] = 1;
  }

  /** How far the flight of the newest anchor of a body goes [s]. */
  endOf(row: number): number {
    const era = this.eraOf(row);
    return era < 0 ? Number.POSITIVE_INFINITY : this.eras.endOf(era);
  }

  /** Whether two anchors are of one group, which sees to what its members do to each other. */
  areTogether(a: number, b: number): boolean {
    const { era } = this.#histories.anchors;
    return era[a] >= 0 && era[b] >= 0 && this.eras.groupOf(era[a]) === this.eras.groupOf(era[b]);
  }

  /** Calls a function with each row of the group of an era. */
  forEachMember(era: number, deed: (row: number, place: number) => void): void {
    const { members } = this.groups.states;
    const group = this.eras.groupOf(era);
    for (let i = 0; i < members.moverCount(group); i++) deed(members.mover(group, i), i);
  }

  /** Whether a row is the one of its group that stands for all of them. */
  isFirst(row: number): boolean {
    const era = this.eraOf(row);
    return era >= 0 && this.groups.states.members.mover(this.eras.groupOf(era), 0) === row;
  }

  // --- Forward ---

  /** A group goes on from a state to the end of the world's step; the link that made the state makes the anchors. */
  launch(slot: number, generation: number, link: number): void {
    const { groups, eras } = this;
    const [begin, end, dt] = this.#times;
    const time = groups.states.timeOf(slot);
    if (time === begin && this.#mayRest && groups.rests(slot, dt) && groups.states.isStill(slot)) {
      this.#rest(slot);
      return;
    }
    const to = time < end ? groups.step(slot, time === begin ? dt : end - time, end) : slot;
    const era = eras.add(slot, to, false);
    if (time < end) this.#count(to);
    this.forEachMember(era, (row, place) => {
      const anchor = this.#histories.append(row, time, generation, link);
      this.#histories.anchors.era[anchor] = era;
      eras.join(era);
      writeWay(this.#histories.anchors, anchor, groups.states, slot, to, place, this.#way);
      if (time < end) this.#histories.integrate(row, this.#end);
    });
  }

  /** A group rests in a state, from its time on. */
  #rest(slot: number): void {
    const era = this.eras.add(slot, slot, true);
    const time = this.groups.states.timeOf(slot);
    this.forEachMember(era, (row, place) => {
      const anchor = this.#histories.append(row, time, 0, NONE);
      this.#histories.anchors.era[anchor] = era;
      this.eras.join(era);
      writeWay(this.#histories.anchors, anchor, this.groups.states, slot, slot, place, this.#way);
      this.#histories.extend(row, FOREVER);
    });
  }

  /** A step of a group to a state has been taken. */
  #count(slot: number): void {
    const { statistics } = this.#histories;
    const { states } = this.groups;
    statistics.groupEvents++;
    statistics.callbackEvents += this.groups.controlCount(states.groupOf(slot));
    statistics.largestGroup = Math.max(statistics.largestGroup, states.members.moverCount(states.groupOf(slot)));
    statistics.mostContacts = Math.max(statistics.mostContacts, states.contactCount(slot));
  }

  /** Tells what has happened in the step. */
  tell(): void {
    this.events.sort();
    this.#stages?.tellEvents(this.events);
  }

  /** All groups go on at the beginning of a step; one with a force on it as the tables have it. */
  launchAll(): void {
    const { size } = this.#histories.detection.bodies.nodes;
    for (let row = 0; row < size; row++) {
      if (!this.isFirst(row)) continue;
      const era = this.eraOf(row);
      const isForced = this.#isForced(era);
      if (this.eras.isResting[era] !== 0) {
        if (!isForced && this.#goesOnResting(era)) continue;
        this.forEachMember(era, (member) => this.#histories.cut(member, this.#times[0]));
      }
      const slot = this.#stateAt(era, this.#times[0]);
      this.launch(isForced ? this.#resume(era, slot) : slot, 0, NONE);
      if (isForced) this.#drop(slot);
    }
  }

  /** Whether a group that rests does so in this step too, and nobody is near it. */
  #goesOnResting(era: number): boolean {
    const { anchors, newest } = this.#histories;
    if (!this.#mayRest || !this.groups.rests(this.eras.from[era], this.#times[2])) return false;
    let isNear = false;
    this.forEachMember(era, (row) => {
      if (anchors.checkCount[newest[row]] > 0) isNear = true;
    });
    return !isNear;
  }

  /** The state of a group at the beginning of a step [s], whose last era goes that far. */
  #stateAt(era: number, time: number): number {
    const slot = this.eras.to[era];
    return this.groups.states.timeOf(slot) === time ? slot : this.groups.rest(slot, time);
  }

  /** A state is not needed here any more; it may be so elsewhere. */
  #drop(slot: number): void {
    this.eras.hold(slot);
    this.eras.drop(slot);
  }

  /** Groups that are given at a time [s] go on with bodies as they are. */
  resumeAll(given: readonly GivenGroup[], now: number): void {
    const { columns, size } = this.#histories.detection.state.touches;
    for (const { rows, birth } of given) {
      if (birth === undefined) this.#histories.statistics.groups++;
      this.launch(this.groups.resume(rows, birth ?? now, columns, birth === undefined ? 0 : size), 0, NONE);
    }
  }

  /** The lowest row of the group that a body is in, plus one; 0 where it flies. */
  labelOf(row: number): number {
    const era = this.eraOf(row);
    return era < 0 ? 0 : this.groups.states.members.mover(this.eras.groupOf(era), 0) + 1;
  }

  /** When the group of a body was born [s]. */
  birthOf(row: number): number {
    return this.groups.states.birthOf(this.eras.to[this.eraOf(row)]);
  }

  /**
   * Writes to the state when bodies of groups last touched, at the end of a step. What touched when its group came to rest
   * touches now.
   */
  saveTouches(): void {
    const { detection } = this.#histories;
    const { touches } = detection.state;
    touches.size = 0;
    for (let row = 0; row < detection.bodies.nodes.size; row++) {
      if (this.isFirst(row)) this.groups.states.writeTouches(this.eras.to[this.eraOf(row)], this.#times[1], touches);
    }
  }

  #isForced(era: number): boolean {
    const { force } = this.#histories.detection.bodies.nodes.columns;
    let isForced = false;
    this.forEachMember(era, (row) => {
      for (let k = 6 * row; k < 6 * row + 6; k++) if (force[k] !== 0) isForced = true;
    });
    return isForced;
  }

  /** A state as the tables have it, which differs from that of the group by forces. */
  #resume(era: number, slot: number): number {
    const { states } = this.groups;
    const nodes: number[] = [];
    const time: number[] = [];
    states.forEachTouch(slot, (node, other, touched) => {
      nodes.push(node, other);
      time.push(touched);
    });
    const touches = { nodes: Int32Array.from(nodes), time: Float64Array.from(time) };
    const rows: number[] = [];
    this.forEachMember(era, (row) => rows.push(row));
    return this.groups.resume(rows, states.birthOf(slot), touches, time.length);
  }

  // --- Collisions ---

  /**
   * The state of the group that a body is in at a time [s] of its newest era, before a collision; negative where it
   * flies. Its tables are brought there.
   */
  cut(row: number, time: number): number {
    const era = this.eraOf(row);
    if (era < 0) return NONE;
    const { groups, eras } = this;
    const isResting = eras.isResting[era] !== 0;
    const from = isResting ? this.#stateAt(era, this.#times[0]) : eras.from[era];
    const to = isResting ? groups.rest(from, this.#times[1]) : eras.to[era];
    const { states } = groups;
    const slot = time === states.timeOf(from) ? from : time === states.timeOf(to) ? to : groups.cut(from, to, time);
    if (slot !== from && slot !== to) this.#count(slot);
    if (isResting) for (const other of [from, to]) if (other !== slot && other !== eras.to[era]) this.#drop(other);
    groups.states.restore(slot);
    this.forEachMember(era, (member) => this.touch(member));
    return slot;
  }

  /** Another state of the same time, in which a member has the velocity that a collision has given to it. */
  strike(slot: number, row: number, velocity: Float64Array): number {
    const { states } = this.groups;
    const group = states.groupOf(slot);
    for (let i = 0; i < states.members.moverCount(group); i++) {
      if (states.members.mover(group, i) === row) return this.groups.strike(slot, i, velocity);
    }
    throw new Error(`Row ${row} is not of the group that it is struck in.`);
  }

  /** The state of the group that states of one time and bodies that are placed become; the former are no longer needed. */
  fuse(slots: readonly number[], flights: readonly number[]): number {
    const fused = this.groups.fuse(slots, flights);
    this.#histories.statistics.groups++;
    for (const slot of slots) {
      this.eras.hold(slot);
      this.eras.drop(slot);
    }
    return fused;
  }

  /** Puts the node of a body that flies where it is after a collision, for others to fuse with it. */
  place(row: number, time: number, velocity: Float64Array): void {
    const { position, orientation } = this.#histories.detection.bodies.nodes.columns;
    this.#pose.time = time;
    for (let k = 0; k < 3; k++) this.#pose.position[k] = position[3 * row + k];
    for (let k = 0; k < 4; k++) this.#pose.orientation[k] = orientation[4 * row + k];
    for (let k = 0; k < 6; k++) this.#velocity[k] = velocity[k];
    this.fused.note(this.#histories.detection.state, row);
    this.groups.placeFlight(row, this.#pose, this.#velocity);
  }

  /**
   * A collision is told, with what led to the states of groups before it. The two touch and part, unless it has made
   * one group of them, whose steps tell what they do.
   */
  collectEvents(link: number): void {
    const { slots, isSoft, nodes, time, contact } = this.#histories.links;
    // What led to a state at the beginning of the step has been told.
    for (let i = 2 * link; i < 2 * link + 2 && time[link] > this.#times[0]; i++) if (slots[i] >= 0) this.#collect(slots[i]);
    for (let k = 0; k < 2 && isSoft[link] === 0; k++) {
      const at = this.events.add();
      this.events.kind[at] = k === 0 ? NEW_TOUCHING : VANISHING_TOUCHING;
      this.events.nodes[2 * at] = Math.min(nodes[2 * link], nodes[2 * link + 1]);
      this.events.nodes[2 * at + 1] = Math.max(nodes[2 * link], nodes[2 * link + 1]);
      this.events.time[at] = time[link];
      if (k === 0) copyContact(contact, link, this.events.contact, at);
    }
  }

  /** What led to a state, which is of the final history, is told. */
  #collect(slot: number): void {
    const { groups } = this;
    const { statistics } = this.#histories;
    statistics.newContacts += groups.collectEvents(slot, this.events);
    // No step has led to a state that a collision has made.
    if (groups.states.stepOf(slot) > 0) statistics.callbacks += groups.controlCount(groups.states.groupOf(slot));
  }

  /** A collision is told, or undone: the states before it are not needed for it any more. */
  release(link: number): void {
    const { slots } = this.#histories.links;
    for (let i = 2 * link; i < 2 * link + 2; i++) {
      if (slots[i] >= 0) this.eras.drop(slots[i]);
      slots[i] = NONE;
    }
  }

  // --- Ends of steps ---

  /** All groups are shown at the end of the step, and told of; those that have come apart are so from there on. */
  showAll(): void {
    const { groups, eras } = this;
    for (let row = 0; row < this.#histories.detection.bodies.nodes.size; row++) {
      if (!this.isFirst(row)) continue;
      const era = this.eraOf(row);
      if (eras.isResting[era] !== 0) {
        this.#showResting(era);
        continue;
      }
      if (eras.from[era] !== eras.to[era]) this.#collect(eras.to[era]);
      if (groups.hasEnded(eras.to[era])) this.#part(era);
      else groups.states.restore(eras.to[era]);
      this.forEachMember(era, (member) => this.#settle(member));
    }
  }

  /** A group that rests is in the tables already, unless they were changed meanwhile; what it does is told again. */
  #showResting(era: number): void {
    const [begin, end] = this.#times;
    const slot = this.eras.to[era];
    let isTouched = false;
    this.forEachMember(era, (row) => {
      if (this.#isTouched[row] !== 0) isTouched = true;
    });
    this.groups.collectEventsOfRest(slot, begin, end, this.events);
    if (!isTouched) return;
    this.groups.states.restore(slot);
    this.forEachMember(era, (row) => this.#settle(row));
  }

  /** The tables have a body as it is. */
  #settle(row: number): void {
    this.#isTouched[row] = 0;
  }

  /** A group has come apart: its parts fly, or are groups, from the end of its last era on. */
  #part(era: number): void {
    const { groups, eras } = this;
    const histories = this.#histories;
    const { states } = groups;
    const last = eras.to[era];
    const group = states.groupOf(last);
    eras.hold(last);
    histories.statistics.fissions++;
    const parts = states.partCount(last);
    for (let part = 0; part < parts; part++) {
      if (states.isFlying(last, part)) continue;
      histories.statistics.groups++;
      this.launch(groups.split(last, part), 0, NONE);
    }
    states.restore(last);
    for (let i = 0; i < states.members.moverCount(group); i++) {
      if (!states.isFlying(last, states.partOf(last, i))) continue;
      const row = states.members.mover(group, i);
      histories.anchorHere(row, states.timeOf(last));
      histories.queueIntegration(row);
    }
    eras.drop(last);
  }
}
