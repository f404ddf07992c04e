// The histories of all bodies, each up to a time of its own: its local virtual time (LVT). A history is a queue of
// anchors, and the space-time segments since the global virtual time (GVT), before which nothing is undone any more.
// Those of different bodies are linked by collisions.
//
// The invariant: every two segments that overlap have been checked, and where they meet, that is in the queue of
// events. So whoever extends a history, cuts it or takes something of it back does it here.

import { moveMember, updateRotation } from '../../bodies/kinematics.js';
import { COMPOSITE, FIXED, SCRIPTED } from '../../bodies/node-kinds.js';
import type { Detection } from '../../detection/detection.js';
import { mayHit } from '../../detection/time-of-impact/impact-search.js';
import { ANCHOR_ACCELERATION, ANCHOR_NUMBERS, ANCHOR_POSITION, ANCHOR_TIME, Anchors } from './anchors.js';
import { ALWAYS, CollisionChecks } from './collision-checks.js';
import { BEFORE_COLLISIONS, COLLIDE, EventQueue, INTEGRATE } from './event-queue.js';
import { Flights } from './flights.js';
import { Gates } from './gates.js';
import { Grouping } from './grouping.js';
import { Links } from './links.js';
import { Passed } from './passed.js';
import { SpaceTime } from './space-time.js';
import type { TimeStatistics } from './statistics.js';
import { emptyTimeStatistics } from './statistics.js';

/** What a row is to a scheduler of time: nothing, a body that flies, or one that does not move by itself. */
export const ABSENT = 0;
export const FLIES = 1;
export const STANDS = 2;

export class Histories {
  readonly detection: Detection;
  readonly anchors = new Anchors();
  readonly flights: Flights;
  readonly checks: CollisionChecks;
  readonly segments = new SpaceTime();
  readonly events = new EventQueue();
  /** Collisions, each of which links the anchors that it made. */
  readonly links = new Links();
  /** Collisions of the history that holds now, some of which are still to be told of, in order. */
  readonly untold = new EventQueue();
  readonly grouping = new Grouping(this);
  readonly statistics: TimeStatistics = emptyTimeStatistics();
  readonly passed: Passed;
  readonly gates: Gates;
  /** What is done with a check of segments that overlap up to until[0] [s]: as a rule it looks for a collision, and queues it. */
  onOverlap = (check: number, until: Float64Array): void => {
    if (this.look(check, until)) this.queueCollision(check);
  };
  /** By row: what it is, oldest and newest anchor, oldest and newest segment, LVT [s], how often it was changed. */
  kind = new Uint8Array(0);
  oldest = new Int32Array(0);
  newest = new Int32Array(0);
  #firstSegment = new Int32Array(0);
  #lastSegment = new Int32Array(0);
  lvt = new Float64Array(0);
  version = new Int32Array(0);
  /** The rollback that touched it last. */
  #rolledBack = new Int32Array(0);
  #rollback = 0;
  #bodiesOfRollback = 0;
  /** The last rollback before the step of the world. */
  #rollbackBefore = 0;
  /** Where the step of the world begins and ends [s]. */
  readonly #step = new Float64Array(2);
  /** Of a segment: its time from and to [s], and no slack [1]. */
  readonly #span = new Float64Array(3);
  readonly #until = new Float64Array(1);
  readonly #end = this.#step.subarray(1);

  constructor(detection: Detection) {
    this.detection = detection;
    this.flights = new Flights(detection, this.anchors);
    this.checks = new CollisionChecks(this.anchors, this.flights);
    this.passed = new Passed(detection.bodies, this.flights);
    this.gates = new Gates(this);
  }

  /** Forgets everything: nobody has a history. */
  clear(): void {
    const { nodes, shapes } = this.detection.bodies;
    if (this.kind.length < nodes.size) {
      const size = 2 * nodes.size;
      this.kind = new Uint8Array(size);
      this.oldest = new Int32Array(size);
      this.newest = new Int32Array(size);
      this.#firstSegment = new Int32Array(size);
      this.#lastSegment = new Int32Array(size);
      this.lvt = new Float64Array(size);
      this.version = new Int32Array(size);
      this.#rolledBack = new Int32Array(size);
    }
    this.kind.fill(ABSENT);
    this.grouping.clear();
    for (const array of [this.oldest, this.newest, this.#firstSegment, this.#lastSegment]) array.fill(-1);
    this.anchors.clear();
    this.checks.clear();
    this.links.clear();
    this.events.clear();
    this.untold.clear();
    this.segments.clear(shapes.size);
    this.flights.renew();
  }

  // --- Anchors ---

  /**
   * A new anchor of a body at a time [s], behind all others; of what made it. Its numbers other than the time are for
   * the caller to write.
   */
  append(row: number, time: number, generation: number, link: number): number {
    const { anchors } = this;
    const anchor = anchors.allocate(row);
    const last = this.newest[row];
    anchors.numbers[ANCHOR_NUMBERS * anchor + ANCHOR_TIME] = time;
    anchors.generation[anchor] = generation;
    anchors.link[anchor] = link;
    if (link >= 0) {
      anchors.nextOfLink[anchor] = this.links.firstAnchor[link];
      this.links.firstAnchor[link] = anchor;
    }
    anchors.before[anchor] = last;
    if (last >= 0) anchors.after[last] = anchor;
    else this.oldest[row] = anchor;
    this.newest[row] = anchor;
    return anchor;
  }

  /** Takes the only anchor of a body away again. */
  forgetNewest(row: number): void {
    this.#kill(row, this.newest[row]);
    this.newest[row] = this.oldest[row] = -1;
  }

  /** Writes pose and velocity of a node to an anchor of it. Fixed bodies stand, though their surfaces may move. */
  writeFromNode(anchor: number): void {
    const { kind, position, orientation, velocity } = this.detection.bodies.nodes.columns;
    const row = this.anchors.body[anchor];
    const { numbers } = this.anchors;
    let k = ANCHOR_NUMBERS * anchor + ANCHOR_POSITION;
    for (let i = 0; i < 3; i++) numbers[k++] = position[3 * row + i];
    for (let i = 0; i < 4; i++) numbers[k++] = orientation[4 * row + i];
    for (let i = 0; i < 6; i++) numbers[k++] = kind[row] === FIXED ? 0 : velocity[6 * row + i];
  }

  /** A new anchor of a body where its node is at a time [s], which falls from there. */
  anchorHere(row: number, time: number): void {
    const { gravityScale } = this.detection.bodies.nodes.columns;
    const { gravity } = this.detection.state.settings;
    const anchor = this.append(row, time, 0, -1);
    this.writeFromNode(anchor);
    const k = ANCHOR_NUMBERS * anchor + ANCHOR_ACCELERATION;
    for (let i = 0; i < 3; i++) this.anchors.numbers[k + i] = gravityScale[row] * gravity[i];
  }

  copyAcceleration(from: number, to: number): void {
    const { numbers } = this.anchors;
    for (let i = ANCHOR_ACCELERATION; i < ANCHOR_NUMBERS; i++)
      numbers[ANCHOR_NUMBERS * to + i] = numbers[ANCHOR_NUMBERS * from + i];
  }

  /** Its anchor at a time [s]: the last one that is not after it. */
  anchorAt(row: number, time: number): number {
    const { anchors } = this;
    let anchor = this.newest[row];
    while (anchors.before[anchor] >= 0 && anchors.timeOf(anchor) > time) anchor = anchors.before[anchor];
    return anchor;
  }

  /** Puts the node of a body, and the members of a composite, where it is on the flight from an anchor at a time [s]. */
  bring(row: number, anchor: number, time: number): void {
    const { flights } = this;
    const { bodies, graph } = this.detection;
    const { columns } = bodies.nodes;
    if (columns.kind[row] === FIXED) return;
    // It is on its flight through the step, and not where its motion has it: steps of groups put it there again.
    if (columns.kind[row] === SCRIPTED) columns.time[row] = Number.NaN;
    this.grouping.touch(row);
    flights.sample(anchor, time);
    const { position, orientation } = flights.pose;
    for (let i = 0; i < 3; i++) columns.position[3 * row + i] = position[i];
    for (let i = 0; i < 4; i++) columns.orientation[4 * row + i] = orientation[i];
    for (let i = 0; i < 6; i++) columns.velocity[6 * row + i] = flights.velocity[i];
    updateRotation(columns, row);
    if (columns.kind[row] !== COMPOSITE) return;
    const { nodes: ends, next } = graph.edges.columns;
    for (let entry = columns.firstStaticEdge[row]; entry >= 0; entry = next[entry]) {
      const member = ends[entry ^ 1];
      if (columns.mover[member] !== row) continue;
      moveMember(columns, member, row);
      updateRotation(columns, member);
    }
  }

  // --- Forward ---

  /** Queues the next step of integration of a body, at its LVT. */
  queueIntegration(row: number): void {
    if (this.lvt[row] >= this.grouping.endOf(row)) return;
    this.events.push(this.lvt, row, BEFORE_COLLISIONS, row, row, INTEGRATE, row, this.version[row]);
  }

  /** A step of integration: a body goes to until[0] [s], or as far as its group has come. */
  integrate(row: number, until: Float64Array): void {
    const before = this.lvt[row];
    this.extend(row, until);
    // What rests is not integrated.
    if (!(this.lvt[row] > before) || this.grouping.isResting(row)) return;
    this.statistics.integrations++;
    this.statistics.integrated += this.lvt[row] - before;
  }

  /** Extends the history of a body to until[0] [s], along the flight from its newest anchor; all that it may meet is checked. */
  extend(row: number, until: Float64Array): void {
    const span = this.#span;
    span[0] = this.lvt[row];
    span[1] = this.grouping.isResting(row) ? Number.POSITIVE_INFINITY : Math.min(until[0], this.grouping.endOf(row));
    if (!(span[1] > span[0])) return;
    const { segments, flights } = this;
    const anchor = this.newest[row];
    for (let shape = flights.firstShape(row); shape >= 0; shape = flights.nextShape(shape)) {
      const segment = segments.allocate(shape, anchor, span);
      flights.writeBox(anchor, shape, span, segments.box, 6 * segment);
      segments.insert(segment);
      const last = this.#lastSegment[row];
      segments.before[segment] = last;
      if (last >= 0) segments.after[last] = segment;
      else this.#firstSegment[row] = segment;
      this.#lastSegment[row] = segment;
      segments.find(segment);
      for (let i = 0; i < segments.foundCount; i++) this.#check(segment, segments.found[i]);
    }
    this.lvt[row] = span[1];
  }

  /** Checks two segments that overlap, and queues their collision if there is one. */
  #check(one: number, other: number): void {
    const { segments, anchors, checks } = this;
    const isFirst = anchors.body[segments.anchor[one]] < anchors.body[segments.anchor[other]];
    const s = isFirst ? one : other;
    const t = isFirst ? other : one;
    if (!mayHit(this.detection, segments.shape[s], segments.shape[t])) return;
    if (this.#areGrouped(segments.anchor[s], segments.anchor[t])) return;
    this.statistics.collisionChecks++;
    const from = this.#isAtRest(segments.anchor[s], segments.anchor[t]) ? this.#step : ALWAYS;
    const check = checks.find(segments.anchor[s], segments.anchor[t], segments.shape[s], segments.shape[t], from);
    this.#until[0] = Math.min(segments.to[s], segments.to[t]);
    this.onOverlap(check, this.#until);
  }

  /**
   * Looks for when the two of a check meet up to until[0] [s], and returns whether they do. Those of which one rests are
   * looked at from step to step of the world: when it has come to rest must not matter.
   */
  look(check: number, until: Float64Array): boolean {
    const { checks } = this;
    const isAtRest = this.#isAtRest(checks.anchors[2 * check], checks.anchors[2 * check + 1]);
    return checks.look(check, isAtRest && this.#step[1] < until[0] ? this.#end : until);
  }

  #isAtRest(a: number, b: number): boolean {
    const { era } = this.anchors;
    const { grouping } = this;
    return grouping.isRestingEra(era[a]) || grouping.isRestingEra(era[b]);
  }

  /**
   * Whether nothing is to be found out about two: a group sees to what they do to each other, since both are its members,
   * or one is, and the other does not move by itself; or both rest.
   */
  #areGrouped(a: number, b: number): boolean {
    const { body, era } = this.anchors;
    if (this.kind[body[a]] === STANDS) return era[b] >= 0;
    if (this.kind[body[b]] === STANDS) return era[a] >= 0;
    if (this.grouping.isRestingEra(era[a]) && this.grouping.isRestingEra(era[b])) return true;
    return this.grouping.areTogether(a, b);
  }

  /** Queues the collision that a check has found, unless it is queued already. */
  queueCollision(check: number): void {
    const { checks, anchors } = this;
    if (checks.isQueued[check] !== 0) return;
    checks.isQueued[check] = 1;
    const lower = anchors.body[checks.anchors[2 * check]];
    const higher = anchors.body[checks.anchors[2 * check + 1]];
    const generation = checks.generationOf(check);
    this.events.push(checks.time, check, generation, lower, higher, COLLIDE, check, checks.version[check]);
  }

  // --- Back ---

  /** Begins to count the bodies that a rollback touches; one that touches none does not count. */
  beginRollback(): void {
    this.#rollback++;
    this.#bodiesOfRollback = 0;
  }

  #noteRollback(row: number): void {
    if (this.#rolledBack[row] === this.#rollback) return;
    const { statistics } = this;
    this.#rolledBack[row] = this.#rollback;
    if (++this.#bodiesOfRollback === 1) statistics.rollbacks++;
    statistics.bodiesRolledBack++;
    statistics.mostBodiesRolledBack = Math.max(statistics.mostBodiesRolledBack, this.#bodiesOfRollback);
  }

  /** A step of the world begins, between two times [s]: from here on `wasRolledBack` is of this one. */
  beginStep(begin: number, end: number, keepsWays: boolean): void {
    this.passed.begin(keepsWays);
    this.#step[0] = begin;
    this.#step[1] = end;
    this.#rollbackBefore = this.#rollback;
  }

  /** Whether a body was rolled back in the step of the world. */
  wasRolledBack(row: number): boolean {
    return this.#rolledBack[row] > this.#rollbackBefore;
  }

  /** Takes a body back to a time [s] at which nothing has happened to it, nor later. */
  takeBack(row: number, time: number): void {
    if (this.lvt[row] > time) this.#noteRollback(row);
    this.cut(row, time);
  }

  /** Takes a body back to a collision of it, which is not in its history yet: whatever it did later has not happened. */
  rollBack(row: number, time: number, generation: number, lower: number, higher: number): void {
    const { anchors, links } = this;
    for (;;) {
      const link = anchors.link[this.newest[row]];
      if (link < 0 || !links.isAfter(link, time, generation, lower, higher)) break;
      this.#undo(link);
    }
    this.takeBack(row, time);
  }

  /** Takes a collision back, and all that followed from it: the state graph is walked along its links. */
  #undo(link: number): void {
    const { anchors, links } = this;
    this.statistics.collisions--;
    if (links.isSoft[link] !== 0) {
      this.statistics.fusions--;
      this.statistics.groups--;
    }
    for (let anchor = links.firstAnchor[link]; anchor >= 0; ) {
      const next = anchors.nextOfLink[anchor];
      const row = anchors.body[anchor];
      while (this.newest[row] !== anchor) this.#undo(anchors.link[this.newest[row]]);
      this.#pop(row);
      anchor = next;
    }
    this.grouping.release(link);
    links.release(link);
  }

  /** Takes the newest anchor of a body back. */
  #pop(row: number): void {
    const { anchors } = this;
    const anchor = this.newest[row];
    const time = anchors.timeOf(anchor);
    const before = anchors.before[anchor];
    this.#noteRollback(row);
    this.statistics.statesDiscarded++;
    while (this.#lastSegment[row] >= 0 && this.segments.anchor[this.#lastSegment[row]] === anchor) this.#dropLast(row);
    this.lvt[row] = time;
    anchors.after[before] = -1;
    this.newest[row] = before;
    this.#kill(row, anchor);
    this.version[row]++;
    this.queueIntegration(row);
    // What was not due because of the anchor that is gone may be so now.
    const { checks } = this;
    for (let entry = anchors.firstCheck[before]; entry >= 0; entry = checks.nextOf(entry)) {
      if (checks.time[entry >> 1] < Number.POSITIVE_INFINITY) this.queueCollision(entry >> 1);
    }
  }

  #kill(row: number, anchor: number): void {
    if (this.anchors.link[anchor] >= 0) this.links.unlink(this.anchors, anchor);
    if (this.anchors.era[anchor] >= 0) this.grouping.eras.leave(this.anchors.era[anchor]);
    this.checks.releaseAllOf(anchor);
    this.flights.forget(anchor, row);
    this.anchors.release(anchor);
  }

  /**
   * Forgets where a body is after a time [s]. Every anchor up to then keeps a segment at least, be it of no length:
   * others may meet it there.
   */
  cut(row: number, time: number): void {
    const { segments, anchors } = this;
    for (let segment = this.#lastSegment[row]; segment >= 0 && segments.to[segment] > time; ) {
      const before = segments.before[segment];
      const isAtAnchor = segments.from[segment] === time && anchors.timeOf(segments.anchor[segment]) === time;
      if (segments.from[segment] < time || isAtAnchor) segments.to[segment] = time;
      else this.#dropLast(row);
      segment = before;
    }
    this.lvt[row] = time;
    this.version[row]++;
  }

  #dropLast(row: number): void {
    const { segments } = this;
    const last = this.#lastSegment[row];
    const before = segments.before[last];
    this.#lastSegment[row] = before;
    if (before >= 0) segments.after[before] = -1;
    else this.#firstSegment[row] = -1;
    segments.remove(last);
  }

  /** The step of the world ends: nothing of a body is undone any more that is before its end. */
  notePassed(row: number): void {
    for (let anchor = this.oldest[row]; anchor >= 0; anchor = this.anchors.after[anchor]) this.#notePassed(row, anchor);
  }

  /** The flight from an anchor is of the history that holds, as far as it is within the step. */
  #notePassed(row: number, anchor: number): void {
    const { anchors } = this;
    if (this.passed.boxes === undefined && !this.gates.areAny) return;
    const after = anchors.after[anchor];
    const span = this.#span;
    span[0] = Math.max(anchors.timeOf(anchor), this.#step[0]);
    span[1] = Math.min(after < 0 ? this.lvt[row] : anchors.timeOf(after), this.#step[1]);
    if (!(span[0] < span[1])) return;
    this.passed.note(row, anchor, span);
    this.gates.note(row, anchor, span);
  }

  /** Drops what is before gvt[0] [s], to which nobody goes back. */
  reclaim(row: number, gvt: Float64Array): void {
    const { anchors, segments } = this;
    for (let segment = this.#firstSegment[row]; segment >= 0 && segments.to[segment] < gvt[0]; ) {
      const after = segments.after[segment];
      this.#firstSegment[row] = after;
      if (after >= 0) segments.before[after] = -1;
      else this.#lastSegment[row] = -1;
      segments.remove(segment);
      segment = after;
    }
    for (let oldest = this.oldest[row]; ; ) {
      const after = anchors.after[oldest];
      if (after < 0 || !(anchors.timeOf(after) < gvt[0])) return;
      this.#notePassed(row, oldest);
      anchors.before[after] = -1;
      this.oldest[row] = after;
      this.#kill(row, oldest);
      oldest = after;
    }
  }
}
