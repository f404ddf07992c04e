// Continuous detection, for schedulers: the bodies that hit something within a step which they would else pass are
// followed from impact to impact. Each goes at a time of its own: where two meet, they and what contacts and joints tie
// to them come to that time, and all others stay where they are. What nothing hits takes the step as a whole.
//
// An impact is due when neither of its bodies has one before it. What follows from it depends on these bodies alone, so
// that impacts which are due may be taken in any order, or at once. Where too much is tied to its bodies for an impact
// to be gone through, or one has gone through too many, they halt: those that would pass the other stay where they meet
// for what is left of the step. They have their velocities still, and the next step has their contacts.

import { updateRotations } from '../../bodies/kinematics.js';
import { isTied } from '../../bodies/locks.js';
import { COMPOSITE, LINK, RIGID } from '../../bodies/node-kinds.js';
import { isMover } from '../at-hand.js';
import type { Detection } from '../detection.js';
import { Anchors } from './anchors.js';
import type { Meeting } from './batches.js';
import { Batches } from './batches.js';
import { HALTS_A, HALTS_B, ImpactList } from './impact-list.js';
import { areAnyFast, findImpacts, findSweptPairs, ImpactSearch } from './impact-search.js';
import { KeptLoads } from './kept-loads.js';
import { LastLook } from './last-look.js';
import { CARRIED, CHANGED, FAST, FLOWN, FOLLOWED, HALTED, LARGE, LEFT, TAKEN } from './marks.js';
import { MayPass } from './may-pass.js';
import { Ties } from './ties.js';

/** Most movers that go through an impact together. */
const MOST_MOVERS = 64;

/**
 * What is known of whether bodies are fast: changes from outside when that was asked, and the time before; for which
 * step; the answer.
 */
const ASKED = 0;
const BEFORE = 1;
const LENGTH = 2;
const ANSWER = 3;

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
  /** Forces of all nodes when the step began [N], [N m]: they act all through it. */
  #forces = new Float64Array(0);
  #rows = new Int32Array(0);
  #members = new Int32Array(0);
  readonly #meetings: Meeting[] = [];
  #meetingCount = 0;
  readonly #batches = new Batches();
  readonly #loads = new KeptLoads();
  readonly #anchors = new Anchors();
  readonly #lastLook = new LastLook(this.#anchors);
  readonly #mayPass = new MayPass();
  readonly #known = Float64Array.of(-1, -1, 0, 1);
  /** Whether impacts were looked for in the last step that it was asked of. */
  #hasLooked = false;

  constructor(detection: Detection) {
    this.#detection = detection;
  }

  /** Whether bodies may go so far within dt [s] that they pass what they should hit: if not, there is nothing to look for. */
  areAnyFast(dt: number, movers?: ArrayLike<number>): boolean {
    const { bodies, stillness } = this.#detection;
    this.#hasLooked = false;
    if (movers !== undefined) {
      this.#take(movers);
      return areAnyFast(this.#detection, dt, this.#search.marks);
    }
    const known = this.#known;
    const isUntouched = known[ASKED] === bodies.changes && known[BEFORE] === bodies.changes && known[LENGTH] === dt;
    // What stood as it was in the step before, and was not touched since the one before that, is as fast as it was.
    const isSame = isUntouched && stillness.isKnown && stillness.isWorldStill && bodies.scripted.length === 0;
    known[BEFORE] = known[ASKED];
    known[ASKED] = bodies.changes;
    known[LENGTH] = dt;
    if (!isSame || known[ANSWER] !== 0) known[ANSWER] = areAnyFast(this.#detection, dt, undefined) ? 1 : 0;
    return known[ANSWER] !== 0;
  }

  /** Looks for impacts from `begin` up to `end` [s] of all bodies, or of some; false where nothing would pass anything. */
  begin(begin: number, end: number, most: number, movers?: ArrayLike<number>): boolean {
    const { bodies } = this.#detection;
    const { size, columns } = bodies.nodes;
    this.#take(movers);
    const { marks } = this.#search;
    this.#search.setSpan(begin, end);
    // Motions that were put back have times of their own; a step of all takes all from its beginning.
    if (movers === undefined) columns.time.fill(begin, 0, size);
    this.#most = most;
    this.#list.count = 0;
    updateRotations(columns, size);
    this.#beginWays();
    for (let row = 0; row < size; row++) marks[row] |= CHANGED;
    this.#counts.fill(0, 0, size);
    this.#look();
    const areFollowed = this.#followFast();
    if (this.#list.count === 0 && !areFollowed) return false;
    this.#batches.begin(this.#detection);
    this.#forces.set(columns.force.subarray(0, 6 * size));
    return true;
  }

  /** Nobody has gone anywhere yet; what joints and composites tie together is one unit. */
  #beginWays(): void {
    const { size } = this.#detection.bodies.nodes;
    const { units, ways, end } = this.#search;
    this.#units.renew(this.#detection, end, false);
    for (let row = 0; row < size; row++) {
      units[row] = this.#units.rootOf(row);
      ways.fill(Number.POSITIVE_INFINITY, 6 * row, 6 * row + 3);
      ways.fill(Number.NEGATIVE_INFINITY, 6 * row + 3, 6 * row + 6);
    }
    this.#hasLooked = true;
  }

  /** Before a step that begins at a time [s]: takes note of where all are. */
  anchorAll(begin: number): void {
    this.#anchors.takeAll(this.#detection, begin);
  }

  /** Before a stretch of the bodies at hand, which have been detected: takes note of where they are. */
  anchorAtHand(): void {
    this.#hasLooked = false;
    this.#anchors.takeAtHand(this.#detection);
  }

  /** Before another detection in the same step: takes note of whom contacts hold. */
  noteHeld(): void {
    this.#anchors.noteHeld(this.#detection);
  }

  /** Some movers have flown to where they are, past nothing. */
  anchorSome(movers: Int32Array): void {
    this.#anchors.takeSome(this.#detection, movers);
  }

  /** Some movers have flown to the end. */
  noteFlown(movers: Int32Array): void {
    for (const row of movers) this.#search.marks[row] |= FLOWN;
  }

  /**
   * After a step, which took all bodies or some from `begin` to `end` [s]: what has passed something is put back. Where ways are kept
   * they are found as soon as one is long: whatever else may come to be there, it would be met.
   */
  lookBack(begin: number, end: number, movers: ArrayLike<number> | undefined, keepsWays: boolean): void {
    const detection = this.#detection;
    if (!this.#anchors.mayAnyBeFar(detection)) return;
    const isLookNeeded = this.#hasLooked || keepsWays;
    if (!isLookNeeded && !this.#mayPass.mayAny(detection, this.#anchors, end - begin)) return;
    if (!this.#anchors.areAnyFar(detection)) return;
    this.#search.setSpan(begin, end);
    if (!this.#hasLooked) {
      this.#take(movers);
      this.#beginWays();
    }
    this.#lastLook.look(this.#search, detection, this.#units);
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
    const { marks, end } = this.#search;
    this.#ties.renew(this.#detection, end, true);
    for (let row = 0; row < size; row++) {
      marks[row] &= ~(CARRIED | LARGE);
      if (this.#ties.isCarried(row)) marks[row] |= CARRIED;
      if (this.#ties.sizeOf(row) > MOST_MOVERS) marks[row] |= LARGE;
    }
    this.#list.dropMarked(marks, CHANGED);
    findSweptPairs(this.#search, this.#detection);
    findImpacts(this.#search, this.#detection, this.#list);
    for (let row = 0; row < size; row++) marks[row] &= ~CHANGED;
  }

  /** Chooses the impacts that are due: `meetings` has them. False where there are no more. */
  choose(): boolean {
    const list = this.#list;
    do {
      this.#look();
      list.sort();
      this.#meetingCount = 0;
      this.#round++;
      let members = 0;
      for (let i = 0; i < list.count; i++) members = this.#consider(list.order[i], members);
    } while (this.#meetingCount === 0 && list.count > 0);
    return this.#meetingCount > 0;
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
    if (isTooMuch && halts[i] === 0) {
      // Slow as it is, the next step sees it in time.
      this.#list.drop(i);
      return members;
    }
    if (isTooMuch) return this.#addHalt(i, members);
    // Of what was not followed before, slower impacts count as well from here on.
    const isNew = this.#follow(one) || this.#follow(other);
    if (isNew) return members;
    return this.#addMeeting(i, members);
  }

  /** Whether nothing that a node is tied to has an impact before. What does not move by itself may have any number. */
  #isFree(row: number): boolean {
    return !isMover(this.#detection.bodies, row) || this.#blocked[this.#ties.rootOf(row)] !== this.#round;
  }

  #block(row: number): void {
    this.#blocked[this.#ties.rootOf(row)] = this.#round;
  }

  #isTooMuch(i: number): boolean {
    const { a, b, times } = this.#list;
    const { bodies } = this.#detection;
    const [p, q] = [this.#ties.rootOf(a[i]), this.#ties.rootOf(b[i])];
    const isOver = (row: number) => isMover(bodies, row) && this.#counts[row] >= this.#most;
    if (isOver(a[i]) || isOver(b[i])) return true;
    const { time } = bodies.nodes.columns;
    const isNow = [a[i], b[i]].every((row) => !isMover(bodies, row) || times[i] <= time[row]);
    const size = this.#ties.sizeOf(p) + (p === q ? 0 : this.#ties.sizeOf(q));
    return size > MOST_MOVERS && !isNow;
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

  isCarried(row: number): boolean {
    return (this.#search.marks[row] & CARRIED) !== 0;
  }

  /** Whether a node cannot fly by itself: joints or locks hold it. */
  isJointed(row: number): boolean {
    return isTied(this.#detection.bodies.nodes.columns, row);
  }

  /**
   * Lists the movers that are not followed; those that are, and fly; that halt; or that are carried and at the same
   * time as the first of these.
   */
  list(kind: 'others' | 'flying' | 'halted' | 'carried'): Int32Array {
    const { bodies } = this.#detection;
    const { marks, end } = this.#search;
    const { time } = bodies.nodes.columns;
    let count = 0;
    for (let row = 0; row < bodies.nodes.size; row++) {
      if ((marks[row] & TAKEN) === 0 || !isMover(bodies, row)) continue;
      const isWaiting = (marks[row] & FOLLOWED) !== 0 && time[row] < end;
      const isOne =
        kind === 'others'
          ? (marks[row] & FOLLOWED) === 0
          : isWaiting && kind === ((marks[row] & HALTED) !== 0 ? 'halted' : (marks[row] & CARRIED) !== 0 ? 'carried' : 'flying');
      if (!isOne || (kind === 'carried' && count > 0 && time[row] !== time[this.#rows[0]])) continue;
      this.#rows[count++] = row;
    }
    return this.#rows.subarray(0, count);
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
