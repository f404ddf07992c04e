// Contact groups as entities of time: each has fixed members and states of its own, at times of its own. Schedulers
// keep the states in queues, step from any of them, and drop those that turn out not to have happened. A group is a
// number, a state is a slot.
//
// The contract:
//   - A state is all that the future of the group depends on but for fixed and scripted bodies, settings and the time.
//     `step` is a pure function of the state, the length of the step and the time of its end: its bits do not depend on
//     what the tables hold, on what was stepped before, or on where other bodies are. Members meet each other and what
//     does not move by itself, and nothing else: what they and others do to each other is for the scheduler to find,
//     from the flights of ways.ts.
//   - All calls write to the tables of the members they are of, and to no others. What the tables hold after a call is
//     not to be relied on, but for `restore` and `placeFlight`.
//   - A step that is cut short is a step from the same state with a shorter length, since a step holds the whole of its
//     forces: `cut`. Members are then where the longer step was seen to have them, so that whoever has hit one there
//     has hit it.
//   - Forces of users are part of a state, and act in the step from it.
//   - A state that `hasEnded` is the last of its group: what has not touched for the time of separation has come apart.
//     Its parts are flights (as `restore` leaves them) or groups (`split`), from its time on.
//   - Groups and flights at one time become one group by `fuse`, in whatever order they are given.
//   - Events are held by the state that a step leads to, and collected when it is known to be of the final history.
//     Those of all entities, in order (HeldEvents.sort()), are told by `stages.tellEvents`, of a scheduler that says
//     `tellsEvents`.
//   - Slots are released one by one; a group when none of its states is left.

import { isGeometric } from '../../detection/contact-graph/edge-kinds.js';
import { HeldEvents, NEW_TOUCHING, OUT_TRIGGER, VANISHING_PROXIMITY, VANISHING_TOUCHING } from '../../detection/held-events.js';
import { Flight, Pose } from '../../detection/time-of-impact/flight.js';
import { doubled } from '../../table/doubled.js';
import { stepAndLookBack } from '../follow-impacts.js';
import type { Stages } from '../scheduler.js';
import { GroupStates } from './group-states.js';
import { OwnEdges } from './own-edges.js';
import { isTouching, Parts } from './parts.js';
import { placeMover, releaseMover } from './place-mover.js';
import { setWay } from './ways.js';

/** How long bodies have not touched when they come apart [s]. */
export const SEPARATION = 0.1;

/** When pairs of nodes last touched. */
export interface Touches {
  readonly nodes: Int32Array;
  /** [s] */
  readonly time: Float64Array;
}

/** No slot. */
const NONE = -1;

export class Groups {
  readonly states: GroupStates;
  readonly #stages: Stages;
  readonly #separation: number;
  readonly #edges: OwnEdges;
  readonly #parts: Parts;
  readonly #events = new HeldEvents();
  readonly #way = new Flight();
  readonly #pose = new Pose();
  readonly #velocity = new Float64Array(6);
  #forces = new Float64Array(6 * 16);
  /** Movers of a group that is about to be born. */
  #rows = new Int32Array(64);
  #rowCount = 0;

  constructor(stages: Stages, separation = SEPARATION) {
    this.#stages = stages;
    this.#separation = separation;
    this.states = new GroupStates(stages.state);
    this.#edges = new OwnEdges(stages.state);
    this.#parts = new Parts(stages.state);
  }

  // --- Birth ---

  /**
   * A group of movers as the tables have them, which are at one time; its first state. Edges between them and to what
   * stands are its own.
   */
  found(rows: ArrayLike<number>): number {
    this.#rowCount = 0;
    for (let i = 0; i < rows.length; i++) this.#join(rows[i]);
    return this.#bear();
  }

  /** The group that groups in states of one time and flights, placed at that time by `placeFlight`, become; its first state. */
  fuse(slots: ArrayLike<number>, flights: ArrayLike<number>): number {
    const { states } = this;
    this.#rowCount = 0;
    for (let i = 0; i < slots.length; i++) {
      const group = states.groupOf(slots[i]);
      states.restore(slots[i]);
      for (let k = 0; k < states.members.moverCount(group); k++) this.#join(states.members.mover(group, k));
    }
    for (let i = 0; i < flights.length; i++) this.#join(flights[i]);
    return this.#bear();
  }

  /** The group that a part of a state that has ended becomes, which does not fly; its first state. */
  split(slot: number, part: number): number {
    const { states } = this;
    const group = states.groupOf(slot);
    states.restore(slot);
    this.#rowCount = 0;
    for (let i = 0; i < states.members.moverCount(group); i++) {
      if (states.partOf(slot, i) === part) this.#join(states.members.mover(group, i));
    }
    return this.#bear();
  }

  /**
   * A group as the tables have it that was born at a time [s], whose bodies touched when the first `count` of `touches` say; its
   * state. Pairs of nodes that are not among them have touched at its birth.
   */
  resume(rows: ArrayLike<number>, birth: number, touches: Touches, count: number): number {
    this.#rowCount = 0;
    for (let i = 0; i < rows.length; i++) this.#join(rows[i]);
    const { members } = this.states;
    const group = members.add(this.#rows, this.#rowCount);
    const edges = this.#edges;
    edges.list(members, group);
    for (let i = 0; i < edges.count; i++) {
      edges.touched[i] = birth;
      for (let k = 0; k < count; k++) {
        const isSame = touches.nodes[2 * k] === edges.node[i] && touches.nodes[2 * k + 1] === edges.other[i];
        if (isSame) edges.touched[i] = touches.time[k];
      }
    }
    this.#parts.takeWhole(members, group);
    this.#events.count = 0;
    return this.states.save(group, birth, 0, edges, this.#parts, this.#events);
  }

  #join(row: number): void {
    if (this.#rowCount === this.#rows.length) this.#rows = doubled(this.#rows);
    this.#rows[this.#rowCount++] = row;
  }

  #bear(): number {
    const { members } = this.states;
    const group = members.add(this.#rows, this.#rowCount);
    const time = this.#stages.state.bodies.nodes.columns.time[this.#rows[0]];
    this.#edges.list(members, group);
    this.#edges.touched.fill(time, 0, this.#edges.count);
    this.#parts.takeWhole(members, group);
    this.#events.count = 0;
    return this.states.save(group, time, 0, this.#edges, this.#parts, this.#events);
  }

  // --- Time ---

  /** Steps a group from a state by dt [s], to a time [s]. Returns the state there. */
  step(slot: number, dt: number, end: number): number {
    return this.rests(slot, dt) && !this.isAnythingScripted() ? this.rest(slot, end) : this.#step(slot, dt, end, NONE);
  }

  /**
   * The state at a time [s] between two that follow each other, where something is to happen to it: members are where
   * everybody sees them then (`setWay`), and as fast as a step from the earlier state to that time makes them. Forces
   * go on, and nothing comes apart.
   */
  cut(from: number, to: number, time: number): number {
    return this.#step(from, time - this.states.timeOf(from), time, to);
  }

  /**
   * Whether steps of dt [s] from a state leave all as it is, however many, as long as nothing comes from outside, be it a
   * scripted body.
   */
  rests(slot: number, dt: number): boolean {
    return this.states.rests(slot) && this.states.stepOf(slot) === dt;
  }

  /** Steps from a state; where the state that a longer step has led to is given, to where the way to it has members. */
  #step(slot: number, dt: number, end: number, whole: number): number {
    const { states } = this;
    const group = states.groupOf(slot);
    const first = states.members.firstMover(group);
    const movers = states.members.words.subarray(first, first + states.members.moverCount(group));
    states.restore(slot);
    if (whole !== NONE) this.#noteForces(group);
    this.#events.count = 0;
    this.#stages.holdEvents(this.#events);
    try {
      stepAndLookBack(this.#stages, dt, movers, end);
    } finally {
      this.#stages.holdEvents();
    }
    if (whole !== NONE) this.#placeOnWays(slot, whole, end);
    return this.#saveAfter(slot, dt, end, whole !== NONE);
  }

  /** Puts all members where they are on their ways between two states at a time [s]; velocities stay. */
  #placeOnWays(from: number, to: number, time: number): void {
    const { states } = this;
    const { bodies } = this.#stages.state;
    const group = states.groupOf(from);
    this.#pose.time = time;
    for (let i = 0; i < states.members.moverCount(group); i++) {
      const row = states.members.mover(group, i);
      setWay(this.#way, states, from, to, i);
      this.#way.writePose(this.#pose);
      for (let k = 0; k < 6; k++) this.#velocity[k] = bodies.nodes.columns.velocity[6 * row + k];
      placeMover(this.#stages.state, row, this.#pose, this.#velocity);
      for (let k = 0; k < 6; k++) bodies.nodes.columns.force[6 * row + k] = this.#forces[6 * i + k];
    }
  }

  /** Forces act throughout a step, however often it is cut. */
  #noteForces(group: number): void {
    const { members } = this.states;
    const { force } = this.#stages.state.bodies.nodes.columns;
    while (this.#forces.length < 6 * members.moverCount(group)) this.#forces = doubled(this.#forces);
    for (let i = 0; i < members.moverCount(group); i++) {
      for (let k = 0; k < 6; k++) this.#forces[6 * i + k] = force[6 * members.mover(group, i) + k];
    }
  }

  /** Saves what a step of dt [s] from a state has come to. */
  #saveAfter(slot: number, dt: number, end: number, isCut: boolean): number {
    const { states } = this;
    const group = states.groupOf(slot);
    const birth = states.birthOf(slot);
    const edges = this.#edges;
    edges.list(states.members, group);
    states.carryTouches(slot, edges, birth);
    for (let i = 0; i < edges.count; i++) if (isTouching(this.#stages.state, edges.edge[i])) edges.touched[i] = end;
    if (isCut || end - birth < this.#separation) this.#parts.takeWhole(states.members, group);
    else this.#parts.find(states.members, group, edges, end, this.#separation);
    this.#letGo(end);
    this.#events.sort();
    const next = states.save(group, birth, dt, edges, this.#parts, this.#events);
    const isSettled = !this.hasEnded(next) && !this.#mayPart(birth, end) && this.controlCount(group) === 0;
    if (isSettled && states.areSame(slot, next)) states.setRests(next);
    return next;
  }

  /** Whether bodies of the group at hand that do not touch at a time [s] may come apart later, although nothing changes. */
  #mayPart(birth: number, time: number): boolean {
    const { count, touched } = this.#edges;
    if (this.#separation === Number.POSITIVE_INFINITY) return false;
    for (let i = 0; i < count; i++) if (touched[i] !== time && time - touched[i] < this.#separation) return true;
    return time - birth < this.#separation;
  }

  /** The state at a later time [s], of steps that leave all as it is. */
  rest(slot: number, end: number): number {
    const next = this.states.copy(slot);
    this.states.moveOn(next, end);
    return next;
  }

  /** Whether a scripted body may come and disturb what rests. */
  isAnythingScripted(): boolean {
    const { bodies } = this.#stages.state;
    return bodies.scripted.some((row) => bodies.nodes.columns.active[row] !== 0);
  }

  /** How many multibodies of a group users' functions control: what they do is not known before. */
  controlCount(group: number): number {
    const { members } = this.states;
    const first = members.firstMultibody(group);
    let count = 0;
    for (let i = first; i < first + members.multibodyCount(group); i++) {
      if (this.#stages.state.joints.controls[members.words[i]] !== undefined) count++;
    }
    return count;
  }

  /** A member is struck: another state of the same time, in which it has another velocity of six numbers. */
  strike(slot: number, i: number, velocity: Float64Array): number {
    const struck = this.states.copy(slot);
    this.states.strike(struck, i, velocity);
    return struck;
  }

  // --- End ---

  /** Whether a state is the last of its group: it has fallen apart, or flies. */
  hasEnded(slot: number): boolean {
    return this.states.partCount(slot) > 1 || this.states.isFlying(slot, 0);
  }

  /** The edges between parts, and those of what flies, are no more: that is told, and they are left out. */
  #letGo(time: number): void {
    const edges = this.#edges;
    let kept = 0;
    for (let i = 0; i < edges.count; i++) {
      if (this.#isWithinPart(edges.node[i], edges.other[i])) edges.move(i, kept++);
      else this.#tellEnd(edges.edge[i], time);
    }
    edges.count = kept;
  }

  #isWithinPart(node: number, other: number): boolean {
    const { mover } = this.#stages.state.bodies.nodes.columns;
    const { members } = this.states;
    const { partOf, isFlying } = this.#parts;
    const part = partOf[members.placeOf(mover[node])];
    if (isFlying[part] !== 0) return false;
    return !members.has(other) || partOf[members.placeOf(mover[other])] === part;
  }

  #tellEnd(edge: number, time: number): void {
    const { kind, nodes, reportedTouching, reportedProximity } = this.#stages.state.graph.edges.columns;
    const untouched = isGeometric(kind[edge]) ? OUT_TRIGGER : VANISHING_TOUCHING;
    if (reportedTouching[edge] !== 0) this.#hold(untouched, nodes[2 * edge], nodes[2 * edge + 1], time);
    if (reportedProximity[edge] !== 0) this.#hold(VANISHING_PROXIMITY, nodes[2 * edge], nodes[2 * edge + 1], time);
  }

  #hold(kind: number, a: number, b: number, time: number): void {
    const at = this.#events.add();
    this.#events.kind[at] = kind;
    this.#events.nodes[2 * at] = a;
    this.#events.nodes[2 * at + 1] = b;
    this.#events.time[at] = time;
  }

  /** Appends the events of the step that led to a state, which is of the final history. Returns how many contacts began in it. */
  collectEvents(slot: number, to: HeldEvents): number {
    const first = to.count;
    this.states.readEvents(slot, to);
    let begun = 0;
    for (let i = first; i < to.count; i++) if (to.kind[i] === NEW_TOUCHING) begun++;
    return begun;
  }

  /** The same of a step between two times [s] that has left a state as it was. */
  collectEventsOfRest(slot: number, begin: number, end: number, to: HeldEvents): void {
    const first = to.count;
    const time = this.states.timeOf(slot);
    this.states.readEvents(slot, to);
    for (let i = first; i < to.count; i++) to.time[i] = to.time[i] === time ? end : begin;
  }

  release(slot: number): void {
    this.states.release(slot);
  }

  /** Lets go of a group without states. */
  dissolve(group: number): void {
    this.states.members.release(group);
  }

  // --- The tables ---

  /** Puts a mover that flies where it is at a time, with a velocity of six numbers. It touches nothing. */
  placeFlight(row: number, pose: Pose, velocity: Float64Array): void {
    placeMover(this.#stages.state, row, pose, velocity);
    releaseMover(this.#stages.state, row);
  }
}
