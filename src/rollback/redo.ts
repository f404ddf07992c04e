// A change in the past: the bodies it may reach are put back to where they were then, and step once more with what they meet. All
// others keep their states. What is redone takes the place of what was, in the world and in its history, or nothing is changed.

import { takeAllBodies } from '../detection/at-hand.js';
import { regroup } from '../detection/detect.js';
import type { Detection } from '../detection/detection.js';
import type { Events } from '../events/events.js';
import { renewAll } from '../recording/renew-all.js';
import type { State } from '../state/state.js';
import { Cone } from './cone.js';
import { Heads } from './record-log.js';
import type { StepBook } from './step-book.js';
import type { Timelines } from './timelines.js';

/** What is done to a body at the beginning of a step. */
export interface Input {
  readonly step: number;
  /** Inputs of one time are taken in this order, and in the order in which they came. */
  readonly order: number;
  /** The rows of what it may change. */
  readonly rows: readonly number[];
  /** Its target, as sentences call it. */
  readonly target: string;
  readonly change: () => void;
}

/** What a change in the past has cost. */
export interface Redone {
  /** Steps taken once more. */
  readonly steps: number;
  /** The same, counted for each body that took them. */
  readonly bodySteps: number;
}

/** What can step some bodies without the others. */
export interface StepsSome {
  /** Steps them by dt [s], up to a time [s]; `isRedone` tells the rows of all that is redone. */
  stepSome(dt: number, movers: ArrayLike<number>, isRedone: (row: number) => boolean, end: number): void;
  /** Rows of bodies of different islands that the last step treated together. */
  listTogether(): ArrayLike<number>;
  /** Boxes about the ways of bodies in the last step, by rows [m]; undefined where they went the shortest way. */
  readonly ways: Float64Array | undefined;
  /** Whether the last step left all as it was, but for the time. */
  readonly isIdle: boolean;
}

export interface History {
  readonly state: State;
  readonly detection: Detection;
  readonly events: Events;
  readonly book: StepBook;
  readonly timelines: Timelines;
  /** In the order in which they are taken. */
  readonly inputs: readonly Input[];
  readonly steps: StepsSome;
}

/** A head that was put aside. */
interface FormerHead {
  readonly heads: Heads;
  readonly index: number;
  readonly page: number;
  readonly place: number;
}

/** Redoes all from a step on that the inputs of some nodes at its beginning may have changed. */
export function redoFrom(history: History, step: number, nodes: readonly number[]): Redone {
  return new Redo(history, step).run(nodes);
}

class Redo {
  readonly #history: History;
  readonly #start: number;
  readonly #cone: Cone;
  readonly #isRedone = (row: number): boolean => this.#cone.has(row);
  /** Heads of what is redone, as they were. */
  readonly #former: FormerHead[] = [];
  readonly #formerEdges = new Heads();
  readonly #knownEdges = new Set<number>();
  /** The record of touches as it was. */
  readonly #formerTouches = new Heads();
  /** Where the cone was at each step redone, three numbers for each node that it had then. */
  readonly #places: Float32Array[] = [];
  /** Bodies that each of them treated together. */
  readonly #together: number[][] = [];
  /**
   * Boxes about the ways of the cone in each of them in which impacts were looked for, six numbers for each node that
   * it had then.
   */
  readonly #ways: (Float64Array | undefined)[] = [];
  #bodySteps = 0;

  constructor(history: History, start: number) {
    this.#history = history;
    this.#start = start;
    this.#cone = new Cone(history.state);
    const { touchHeads } = history.timelines;
    this.#formerTouches.pages[0] = touchHeads.pages[0];
    this.#formerTouches.places[0] = touchHeads.places[0];
  }

  run(nodes: readonly number[]): Redone {
    const { state, timelines, events } = this.#history;
    const { time, stepCount } = state;
    const mark = timelines.log.mark();
    const putEventsBack = events.hold(events.next);
    try {
      this.#putTouchesAside();
      this.#join(nodes, this.#start, 3 * this.#start + 1);
      this.#takeInputs(this.#start);
      for (let step = this.#start; step < stepCount; step++) {
        this.#keepPlaces();
        this.#takeStep(step);
        this.#takeInputs(step + 1);
      }
      this.#keepPlaces();
    } catch (error) {
      events.isSilent = false;
      this.#putFormerBack();
      timelines.log.takeBack(mark);
      timelines.edges.forgetAfter(mark);
      this.#leaveUnchanged(time, stepCount);
      putEventsBack();
      throw error;
    }
    this.#commit(time, stepCount);
    return { steps: stepCount - this.#start, bodySteps: this.#bodySteps };
  }

  /** Nodes join at the beginning of a step, with all that has edges to them, as they were at a version. */
  #join(nodes: readonly number[], step: number, version: number): void {
    const { timelines, book, state } = this.#history;
    const isAllInOne = state.settings.groups === 'all-in-one';
    const seeds = isAllInOne ? Array.from({ length: state.bodies.nodes.size }, (_, row) => row) : nodes;
    let groups: ReadonlyMap<number, readonly number[]> | undefined;
    const added = this.#cone.add(
      seeds.filter((row) => state.bodies.nodes.isLive(row)),
      (node) => {
        const label = timelines.labelOf(node, version);
        if (label !== 0) groups ??= timelines.groupsAt(version);
        return [...this.#neighboursOf(node, version), ...(groups?.get(label) ?? [])];
      },
    );
    for (const node of added) this.#putAside(node, version);
    for (const coupling of this.#cone.couplings) this.#putHeadAside(timelines.couplingHeads, coupling, version);
    timelines.putNodesBack(added, this.#cone.couplings, version, book.timeOf(step));
    if (state.settings.events === 'queue') this.#takeEventsBack(step, added);
  }

  /** The nodes that a node had an edge with, by the old history. */
  *#neighboursOf(node: number, version: number): Generator<number> {
    const { edges } = this.#history.timelines;
    for (let entry = edges.firstOf(node); entry >= 0; entry = edges.nextOf(entry)) {
      const number = entry >> 1;
      const heads = this.#knownEdges.has(number) ? this.#formerEdges : edges.heads;
      if (edges.isThere(number, heads, version)) yield edges.otherEnd(entry);
    }
  }

  /** Forgets what became of a node after a version, until it is known whether that was for good. */
  #putAside(node: number, version: number): void {
    const { timelines, state } = this.#history;
    const { edges } = timelines;
    for (const heads of timelines.headsOfNode()) this.#putHeadAside(heads, node, version);
    for (const joint of state.joints.of(node)) this.#putHeadAside(timelines.jointHeads, joint, version);
    for (let entry = edges.firstOf(node); entry >= 0; entry = edges.nextOf(entry)) {
      const number = entry >> 1;
      if (!this.#knownEdges.has(number)) {
        this.#knownEdges.add(number);
        this.#formerEdges.reserve(number + 1);
        this.#formerEdges.pages[number] = edges.heads.pages[number];
        this.#formerEdges.places[number] = edges.heads.places[number];
      }
      this.#putHeadAside(edges.heads, number, version);
    }
  }

  /** The list of touches is that of the beginning; of nodes outside, former ones are taken over step by step. */
  #putTouchesAside(): void {
    const { timelines } = this.#history;
    this.#putHeadAside(timelines.touchHeads, 0, 3 * this.#start + 1);
    timelines.putTouchesBack();
  }

  #putHeadAside(heads: Heads, index: number, version: number): void {
    heads.reserve(index + 1);
    this.#former.push({ heads, index, page: heads.pages[index], place: heads.places[index] });
    this.#history.timelines.log.cut(heads, index, version);
  }

  #putFormerBack(): void {
    // The first that was put aside is the one that was there.
    for (const { heads, index, page, place } of this.#former.reverse()) {
      heads.pages[index] = page;
      heads.places[index] = place;
    }
  }

  /** Calls the inputs of bodies in the cone at the beginning of a step, in their order. */
  #takeInputs(step: number): void {
    const { state, inputs } = this.#history;
    const own = inputs.filter((input) => input.step === step && this.#cone.has(input.rows[0]));
    if (own.length === 0) return;
    this.#goTo(step);
    for (const { rows, target, change } of own) {
      state.bodies.beginInput(rows, target);
      try {
        change();
      } finally {
        state.bodies.endInput();
      }
    }
    this.#record(3 * step + 2);
  }

  /** The time of the world is that of a step's beginning: bodies note when they wake. */
  #goTo(step: number): void {
    const { state, book } = this.#history;
    state.time = book.timeOf(step);
    state.stepCount = step;
  }

  #record(version: number): void {
    const { timelines } = this.#history;
    const { nodes, couplings } = this.#cone;
    const isKeyframe = timelines.log.hasKeyframe(version);
    timelines.recordNodes(nodes, couplings, version, isKeyframe);
    timelines.recordTouchesOf((node) => this.#cone.has(node), this.#formerTouches, version, isKeyframe);
  }

  /** Steps the cone, with whoever comes near it in this step. */
  #takeStep(step: number): void {
    const { book, timelines, steps, state } = this.#history;
    const cone = this.#cone;
    this.#goTo(step);
    const time = book.timeOf(step);
    const end = book.timeOf(step + 1);
    const dt = book.lengthOf(step);
    let movers: Int32Array = new Int32Array(0);
    const old = { before: book.placesOf(step), after: book.placesOf(step + 1), ways: book.waysIn(step) };
    for (;;) {
      for (let near = cone.findNear(old, dt); near.length > 0; near = cone.findNear(old, dt)) {
        this.#join(near, step, 3 * step + 2);
      }
      movers = cone.findMovers();
      this.#prepareEvents(step);
      timelines.putComersBack(3 * step + 2);
      if (movers.length > 0) steps.stepSome(dt, movers, this.#isRedone, end);
      this.#bodySteps += movers.length;
      const others = this.#findTied(step);
      if (!cone.isWithinBoxes(movers.length > 0 ? steps.ways : undefined)) others.push(...cone.findNearBoxes(old));
      if (others.length === 0) break;
      // It has gone further than its velocities told, or was treated together with others: once more, with them.
      timelines.putNodesBack(cone.nodes, cone.couplings, 3 * step + 2, time);
      timelines.putTouchesBack();
      if (state.settings.events === 'queue') this.#takeEventsBack(step, cone.nodes);
      this.#join(others, step, 3 * step + 2);
    }
    for (const node of cone.nodes) state.bodies.nodes.columns.time[node] = end;
    if (movers.length > 0 && steps.ways !== undefined) this.#ways[step - this.#start] = cone.takeWays(steps.ways);
    this.#record(3 * (step + 1));
  }

  /** Bodies outside that a step treats together with some of the cone, be it by the old history or by the new one. */
  #findTied(step: number): number[] {
    const { book, steps } = this.#history;
    const before = [...(book.togetherIn(step) ?? [])];
    const now = Array.from(steps.listTogether());
    const others = before.filter((row) => !this.#cone.has(row));
    const isTied = now.length > 0 || others.length < before.length;
    this.#together[step - this.#start] = [...others, ...now];
    return isTied ? others : [];
  }

  /** Without a queue, events are those of the last step: earlier ones go by in silence. */
  #prepareEvents(step: number): void {
    const { events, state, book } = this.#history;
    events.step = step;
    if (state.settings.events === 'queue') return;
    events.isSilent = step + 1 < book.last;
    if (!events.isSilent) this.#takeEventsBack(step, this.#cone.nodes);
  }

  /** Events of nodes from a step on are no more. */
  #takeEventsBack(step: number, rows: readonly number[]): void {
    const { events, state } = this.#history;
    const own = new Set(rows.map((row) => state.bodies.nodes.idOf(row)));
    events.takeBackFrom(step, (a, b) => own.has(a) || own.has(b));
  }

  #keepPlaces(): void {
    const { position } = this.#history.state.bodies.nodes.columns;
    const { nodes } = this.#cone;
    const places = new Float32Array(3 * nodes.length);
    nodes.forEach((node, i) => {
      for (let k = 0; k < 3; k++) places[3 * i + k] = position[3 * node + k];
    });
    this.#places.push(places);
  }

  #commit(time: number, stepCount: number): void {
    const { book, events } = this.#history;
    this.#places.forEach((places, i) => {
      book.setSome(this.#start + i, this.#cone.nodes, places.length / 3, places);
    });
    this.#together.forEach((rows, i) => {
      book.setTogether(this.#start + i, rows);
    });
    for (let i = 0; i < stepCount - this.#start; i++) book.setSomeWays(this.#start + i, this.#cone.nodes, this.#ways[i]);
    this.#joinTimes(time, stepCount);
    if (stepCount > this.#start) events.markDelivered();
  }

  /** After a redo that failed: all that it has touched is as the log has it. */
  #leaveUnchanged(time: number, stepCount: number): void {
    const { state, timelines, detection } = this.#history;
    const { scripted } = state.bodies;
    const touched = [...this.#cone.nodes, ...scripted];
    timelines.putNodesBack(touched, this.#cone.couplings, Number.POSITIVE_INFINITY, time);
    timelines.putTouchesBack();
    state.memory.clearScratch();
    renewAll(state, detection);
    this.#joinTimes(time, stepCount);
  }

  /** All bodies are at one time again. */
  #joinTimes(time: number, stepCount: number): void {
    const { state, detection } = this.#history;
    state.time = time;
    state.stepCount = stepCount;
    takeAllBodies(detection, time);
    detection.stillness.isKnown = false;
    regroup(detection, state.settings);
    state.bodies.changes++;
  }
}
