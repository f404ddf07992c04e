// Continuous detection, for schedulers: the bodies that hit something within a step which they would else pass are
// followed from impact to impact. Each goes at a time of its own: where two meet, they and what contacts and joints tie
// to them come to that time, and all others stay where they are. What nothing hits takes the step as a whole.
//
// An impact is due when neither of its bodies has one before it. What follows from it depends on these bodies alone, so
// that impacts which are due may be taken in any order, or at once. Where too much is tied to its bodies for an impact
// to be gone through, or one has gone through too many, they halt: those that would pass the other stay where they meet
// for what is left of the step. They have their velocities still, and the next step has their contacts.

import { updateRotations } from '../../bodies/kinematics.js';
import { COMPOSITE, LINK, RIGID } from '../../bodies/node-kinds.js';
import { isMover } from '../at-hand.js';
import type { Detection } from '../detection.js';
import type { Meeting } from './batches.js';
import { Batches } from './batches.js';
import { HALTS_A, HALTS_B, ImpactList } from './impact-list.js';
import { findImpacts, ImpactSearch, markFast } from './impact-search.js';
import { KeptImpulses } from './kept-impulses.js';
import { KeptLoads } from './kept-loads.js';
import { KnownSpeed } from './known-speed.js';
import { CARRIED, CHANGED, FAST, FOLLOWED, HALTED, LARGE, LEFT, TAKEN } from './marks.js';
import { MoverLists } from './mover-lists.js';
import { areAnyFast, findSweptPairs } from './swept-pairs.js';
import { Ties } from './ties.js';

/** Most movers that go through an impact together. */
const MOST_MOVERS = 64;
/**
 * Movers that go through impacts in a step, counted as often as they do: so many, or as many as there are nodes [1].
 * Then what has one to come waits, with all that its way comes near, so that a crowd of fast bodies costs no more than
 * a few steps of it.
 */
const LEAST_BUDGET = 2048;
/** The same of looks for impacts, each of which passes over all nodes: so many, or as many as pass over so many nodes [1]. */
const LEAST_LOOKS = 8;
const NODES_LOOKED_AT = 8192;

function isMovable(kind: number): boolean {
  return kind === RIGID || kind === LINK || kind === COMPOSITE;
}

export class Impacts {
  readonly #detection: Detection;
  readonly #search = new ImpactSearch();
  readonly #list = new ImpactList();
  /** What must be at one time, and what moves as one whatever touches it. */
  readonly #ties = new Ties();
  readonly #units = new Ties();
  /** By rows: how many impacts a mover has gone through, and the round in which it, or its root, had one before. */
  #counts = new Int32Array(0);
  #blocked = new Int32Array(0);
  #round = 0;
  #most = 0;
  /** Movers that went through impacts in the step at hand, and how many may; looks that were taken. */
  #spent = 0;
  #budget = 0;
  #looks = 0;
  /** Forces of all nodes when the step began [N], [N m]: they act all through it. */
  #forces = new Float64Array(0);
  #rows = new Int32Array(0);
  #members = new Int32Array(0);
  readonly #meetings: Meeting[] = [];
  #meetingCount = 0;
  readonly #batches = new Batches();
  readonly #loads = new KeptLoads();
  readonly #impulses = new KeptImpulses();
  readonly #speed: KnownSpeed;
  /** Movers by what becomes of them. */
  readonly lists: MoverLists;
  /** Whether impacts were looked for in the last step that it was asked of. */
  #hasLooked = false;

  constructor(detection: Detection) {
    this.#detection = detection;
    this.#speed = new KnownSpeed(detection);
    this.lists = new MoverLists(detection, this.#search, this.#ties);
  }

  /** Whether bodies may go so far within dt [s] that they pass what they should hit: if not, there is nothing to look for. */
  areAnyFast(dt: number, movers?: ArrayLike<number>): boolean {
    this.#hasLooked = false;
    if (movers !== undefined) {
      this.#take(movers);
      return areAnyFast(this.#detection, dt, this.#search.marks);
    }
    return this.#speed.areAnyFast(dt);
  }

  /** Looks for impacts from `begin` up to `end` [s] of all bodies, or of some; false where nothing would pass anything. */
  begin(begin: number, end: number, most: number, movers?: ArrayLike<number>): boolean {
    const { bodies } = this.#detection;
    const { size, columns } = bodies.nodes;
    this.#take(movers);
    const { marks, units, ways } = this.#search;
    this.#search.setSpan(begin, end);
    // Motions that were put back have times of their own; a step of all takes all from its beginning.
    if (movers === undefined) columns.time.fill(begin, 0, size);
    this.#most = most;
    this.#spent = 0;
    this.#looks = 0;
    this.#budget = Math.max(LEAST_BUDGET, size);
    this.#list.count = 0;
    updateRotations(columns, size);
    this.#units.renew(this.#detection, end, false);
    for (let row = 0; row < size; row++) {
      units[row] = this.#units.rootOf(row);
      marks[row] |= CHANGED;
      ways.fill(Number.POSITIVE_INFINITY, 6 * row, 6 * row + 3);
      ways.fill(Number.NEGATIVE_INFINITY, 6 * row + 3, 6 * row + 6);
    }
    this.#counts.fill(0, 0, size);
    this.#hasLooked = true;
    this.#look();
    const areFollowed = this.#followFast();
    if (this.#list.count === 0 && !areFollowed) return false;
    this.#batches.begin(this.#detection);
    this.#impulses.begin();
    this.#forces.set(columns.force.subarray(0, 6 * size));
    return true;
  }

  /**
   * What flies so fast that it may pass something is followed from the beginning, whether it hits that or not: contacts
   * that a method finds ahead of time might send it where nobody has looked. Returns whether there is such a body.
   */
  #followFast(): boolean {
    const { bodies } = this.#detection;
    const { marks } = this.#search;
    let isOne = false;
    for (let row = 0; row < bodies.nodes.size; row++) {
      if ((marks[row] & (FAST | CARRIED | LARGE | LEFT)) !== FAST || !isMover(bodies, row)) continue;
      this.#follow(row);
      isOne = true;
    }
    return isOne;
  }

  /** Marks what takes part: what does not move by itself, and all movers or some. */
  #take(movers: ArrayLike<number> | undefined): void {
    const { bodies } = this.#detection;
    const { size, columns } = bodies.nodes;
    this.#search.reserve(size, bodies.shapes.size);
    this.lists.reserve(size);
    if (this.#counts.length < size) {
      this.#counts = new Int32Array(2 * size);
      this.#blocked = new Int32Array(2 * size);
      this.#rows = new Int32Array(2 * size);
      this.#members = new Int32Array(2 * size);
      this.#forces = new Float64Array(12 * size);
    }
    const { marks } = this.#search;
    for (let row = 0; row < size; row++) marks[row] = movers === undefined || !isMovable(columns.kind[row]) ? TAKEN : 0;
    if (movers !== undefined) for (let i = 0; i < movers.length; i++) marks[movers[i]] = TAKEN;
  }

  /** Finds what belongs together by now, and the impacts of what has changed. */
  #look(): void {
    const { size } = this.#detection.bodies.nodes;
    const { marks } = this.#search;
    findSweptPairs(this.#search, this.#detection);
    markFast(this.#search, this.#detection);
    this.#tie();
    for (let row = 0; row < size; row++) {
      marks[row] &= ~(CARRIED | LARGE);
      if (this.#ties.isCarried(row)) marks[row] |= CARRIED;
      if (this.#ties.sizeOf(row) > MOST_MOVERS) marks[row] |= LARGE;
    }
    this.#list.dropMarked(marks, CHANGED);
    findImpacts(this.#search, this.#detection, this.#list);
    for (let row = 0; row < size; row++) marks[row] &= ~CHANGED;
  }

  #tie(): void {
    this.#ties.renew(this.#detection, this.#search.end, true);
    this.#ties.joinNeighbours(this.#detection, this.#search);
  }

  /** Chooses the impacts that are due: `meetings` has them. False where there are no more. */
  choose(): boolean {
    const list = this.#list;
    do {
      this.#look();
      if (this.#isSpent && list.count > 0) return this.#waitAll();
      list.sort();
      this.#meetingCount = 0;
      this.#round++;
      let members = 0;
      for (let i = 0; i < list.count; i++) members = this.#consider(list.order[i], members);
    } while (this.#meetingCount === 0 && list.count > 0);
    return this.#meetingCount > 0;
  }

  /** Whether following on would cost more than it may. */
  get #isSpent(): boolean {
    const { size } = this.#detection.bodies.nodes;
    return this.#spent >= this.#budget || (++this.#looks > LEAST_LOOKS && this.#looks * size > NODES_LOOKED_AT);
  }

  get meetingCount(): number {
    return this.#meetingCount;
  }

  meeting(i: number): Meeting {
    return this.#meetings[i];
  }

  /** The movers of a meeting. */
  membersOf({ first, count }: Meeting): Int32Array {
    return this.#members.subarray(first, first + count);
  }

  /** Makes a meeting of an impact, if it is due. Returns how many members all meetings have then. */
  #consider(i: number, members: number): number {
    const { a, b, halts } = this.#list;
    const { marks } = this.#search;
    const [one, other] = [a[i], b[i]];
    const isFree = this.#isFree(one) && this.#isFree(other);
    this.#block(one);
    this.#block(other);
    if (!isFree) return members;
    const isTooMuch = ((marks[one] | marks[other]) & HALTED) !== 0 || this.#isTooMuch(i);
    if (isTooMuch && (halts[i] === 0 || this.#isStoppedByMethod(i))) {
      // Slow as it is, the next step sees it in time; or the method stops it in what is left of this one.
      this.#list.drop(i);
      return members;
    }
    if (isTooMuch) return this.#addHalt(i, members);
    // Of what was not followed before, slower impacts count as well from here on.
    const isNew = this.#follow(one) || this.#follow(other);
    if (isNew) return members;
    return this.#addMeeting(i, members);
  }

  /**
   * Lets what has an impact to come wait where it is, with all that is followed and whose way comes near it. Returns
   * that there are no more impacts then.
   */
  #waitAll(): boolean {
    const { bodies } = this.#detection;
    const { marks } = this.#search;
    this.#ties.joinFollowed(this.#detection, this.#search);
    this.#round++;
    for (let i = 0; i < this.#list.count; i++) {
      if ((this.#search.marks[this.#list.a[i]] & FOLLOWED) !== 0) this.#block(this.#list.a[i]);
      if ((this.#search.marks[this.#list.b[i]] & FOLLOWED) !== 0) this.#block(this.#list.b[i]);
    }
    let count = 0;
    for (let row = 0; row < bodies.nodes.size; row++) {
      if (!isMover(bodies, row) || (marks[row] & (FOLLOWED | HALTED)) !== FOLLOWED || this.#isFree(row)) continue;
      this.#rows[count++] = row;
    }
    this.#list.count = 0;
    this.halt(this.#rows.subarray(0, count));
    this.#tie();
    return false;
  }

  /** Whether nothing that a node is tied to has an impact before. What does not move by itself may have any number. */
  #isFree(row: number): boolean {
    return !isMover(this.#detection.bodies, row) || this.#blocked[this.#ties.rootOf(row)] !== this.#round;
  }

  #block(row: number): void {
    this.#blocked[this.#ties.rootOf(row)] = this.#round;
  }

  #isTooMuch(i: number): boolean {
    const { a, b } = this.#list;
    const { bodies } = this.#detection;
    const [p, q] = [this.#ties.rootOf(a[i]), this.#ties.rootOf(b[i])];
    const isOver = (row: number) => isMover(bodies, row) && this.#counts[row] >= this.#most;
    if (isOver(a[i]) || isOver(b[i])) return true;
    const size = this.#ties.sizeOf(p) + (p === q ? 0 : this.#ties.sizeOf(q));
    return size > MOST_MOVERS && !this.#isNow(i);
  }

  /**
   * Whether an impact is of bodies that touch where they are, and that are stepped together by the method for what is
   * left of the step.
   */
  #isStoppedByMethod(i: number): boolean {
    const { a, b } = this.#list;
    const { bodies } = this.#detection;
    if (!this.#isNow(i) || ((this.#search.marks[a[i]] | this.#search.marks[b[i]]) & HALTED) !== 0) return false;
    if (isMover(bodies, a[i]) && isMover(bodies, b[i]) && this.#ties.rootOf(a[i]) !== this.#ties.rootOf(b[i])) return false;
    return this.#ties.isCarried(a[i]) || this.#ties.isCarried(b[i]);
  }

  /** Whether the bodies of an impact have come to its time. */
  #isNow(i: number): boolean {
    const { a, b, times } = this.#list;
    const { bodies } = this.#detection;
    const { time } = bodies.nodes.columns;
    return (!isMover(bodies, a[i]) || times[i] <= time[a[i]]) && (!isMover(bodies, b[i]) || times[i] <= time[b[i]]);
  }

  /** Marks what is tied to a node as followed. Returns whether something of it was not. */
  #follow(row: number): boolean {
    const { marks } = this.#search;
    let isNew = false;
    for (let each = this.#ties.firstOf(this.#ties.rootOf(row)); each >= 0; each = this.#ties.nextOf(each)) {
      if ((marks[each] & FOLLOWED) !== 0) continue;
      marks[each] |= FOLLOWED | CHANGED;
      isNew = true;
    }
    return isNew;
  }

  #addMeeting(i: number, members: number): number {
    const { a, b } = this.#list;
    const [p, q] = [this.#ties.rootOf(a[i]), this.#ties.rootOf(b[i])];
    let end = this.#listTree(this.#ties, p, members);
    if (q !== p) end = this.#listTree(this.#ties, q, end);
    this.#pushMeeting(i, false, members, end - members);
    this.#spent += end - members;
    for (const row of [a[i], b[i]]) this.#counts[row]++;
    return end;
  }

  /** Those that would pass the other halt where they meet it, with what moves as one with them. */
  #addHalt(i: number, members: number): number {
    const { a, b, halts } = this.#list;
    const { marks } = this.#search;
    let end = members;
    if ((halts[i] & HALTS_A) !== 0 && (marks[a[i]] & HALTED) === 0)
      end = this.#listTree(this.#units, this.#units.rootOf(a[i]), end);
    if ((halts[i] & HALTS_B) !== 0 && (marks[b[i]] & HALTED) === 0)
      end = this.#listTree(this.#units, this.#units.rootOf(b[i]), end);
    if (end === members) this.#list.drop(i);
    else this.#pushMeeting(i, true, members, end - members);
    return end;
  }

  #listTree(ties: Ties, root: number, at: number): number {
    let end = at;
    for (let row = ties.firstOf(root); row >= 0; row = ties.nextOf(row)) this.#members[end++] = row;
    return end;
  }

  #pushMeeting(i: number, isHalt: boolean, first: number, count: number): void {
    const at = this.#meetingCount++;
    if (this.#meetings.length === at) this.#meetings.push({ time: 0, isHalt, first, count });
    const meeting = this.#meetings[at];
    meeting.time = this.#list.times[i];
    meeting.isHalt = isHalt;
    meeting.first = first;
    meeting.count = count;
  }

  /**
   * The movers of meetings that go through their impacts together, at `batchTime` [s], and of those after them; nobody
   * at the end.
   */
  firstBatch(): Int32Array {
    this.#batches.reset(this.#meetings, this.#meetingCount);
    return this.nextBatch();
  }

  nextBatch(): Int32Array {
    return this.#batches.next(this.#detection, this.#meetings, this.#meetingCount, this.#members);
  }

  get batchTime(): number {
    return this.#batches.time;
  }

  /** Puts the movers of a batch a little [s] behind their impacts, but not behind the end [s]. */
  endBatch(little: number, end: number): void {
    this.#batches.putBack(this.#detection, little, end);
  }

  /** After the detection of a short stretch: keeps what its bodies carry. After the stretch: gives it back to them. */
  keepLoads(): void {
    this.#loads.keep(this.#detection);
  }

  putLoadsBack(): void {
    this.#loads.putBack(this.#detection);
  }

  /** After a stretch: takes note of what its contacts did. Where the step ends: adds up what each did in all of them. */
  noteImpulses(): void {
    this.#impulses.note(this.#detection);
  }

  addUpImpulses(): void {
    this.#impulses.giveBack(this.#detection);
  }

  /** Notes that some movers have come to elsewhere, or move otherwise. */
  noteChange(movers: Int32Array): void {
    const { marks } = this.#search;
    for (const row of movers) marks[row] |= FOLLOWED | CHANGED;
  }

  /** Lets some movers wait where they are: what touched them does so no more, since it goes on. */
  halt(movers: Int32Array): void {
    const { graph, bodies } = this.#detection;
    const { marks } = this.#search;
    for (const row of movers) marks[row] |= FOLLOWED | CHANGED | HALTED;
    for (let edge = 0; edge < graph.edges.size; edge++) {
      const { nodes: ends, contactCount, placementKnown, still } = graph.edges.columns;
      if (contactCount[edge] === 0 || !graph.edges.isLive(edge)) continue;
      const { mover } = bodies.nodes.columns;
      const [p, q] = [mover[ends[2 * edge]], mover[ends[2 * edge + 1]]];
      // Of what moves as one, contacts stay: it is stepped as one again.
      if (((marks[p] | marks[q]) & HALTED) === 0 || (marks[p] & marks[q] & HALTED) !== 0) continue;
      graph.clearContacts(edge);
      placementKnown[edge] = 0;
      still[edge] = 0;
    }
  }

  /** Gives some movers the forces of the step again, which a stretch has used up. */
  renewForces(movers: Int32Array): void {
    const { force } = this.#detection.bodies.nodes.columns;
    for (const row of movers) for (let k = 6 * row; k < 6 * row + 6; k++) force[k] = this.#forces[k];
  }

  /** Boxes about the ways of movers in the last step, by rows [m]; undefined where impacts were not looked for. */
  get ways(): Float64Array | undefined {
    return this.#hasLooked ? this.#search.ways : undefined;
  }
}
