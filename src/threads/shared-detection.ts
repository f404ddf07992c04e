// The loops of detection and of placing contacts, executed by several threads: candidates and edges are independent of
// each other. The functions are those of the kernel.

import { DETECTION_TABLE_LENGTH, WORKSPACE } from '../kernels/detection-layout.js';
import type { Kernel, KernelMemory } from '../kernels/kernel.js';
import { LIST_LENGTH } from './board.js';
import type { Crew } from './crew.js';
import * as loops from './loops.js';

/** Smallest numbers of candidates, edges with contacts, overlaps and bodies per piece [1]. */
const LEAST_CANDIDATES = 16;
const LEAST_EDGES = 64;
const LEAST_OVERLAPS = 128;
const LEAST_BODIES = 64;
const TABLE_BYTES = 4 * DETECTION_TABLE_LENGTH;

export class SharedDetection {
  readonly #own: Kernel;
  readonly #crew: Crew;
  readonly #index: number;
  readonly #memory: KernelMemory;
  #integers: Int32Array = new Int32Array(0);
  /** Addresses of the helpers' tables: copies of the world's table, each with its own workspace behind it. */
  readonly #tables: number[] = [];
  /** Screening: numbers of candidates and of unchanged overlaps; number of pieces, and the present piece. */
  readonly candidateCount = { value: 0 };
  readonly unchangedCount = { value: 0 };
  #ranges = 0;
  #range = 0;
  /** Contact determination: number of pieces, the present piece, and how many of its list were returned. */
  #pieces = 0;
  #piece = 0;
  #told = 0;

  constructor(own: Kernel, crew: Crew, index: number, memory: KernelMemory) {
    this.#own = own;
    this.#crew = crew;
    this.#index = index;
    this.#memory = memory;
  }

  #reserveTables(): void {
    while (this.#tables.length < this.#crew.count - 1)
      this.#tables.push(this.#memory.allocate(TABLE_BYTES + this.#own.detectionBytes() + 8));
  }

  /** Copies the world's table to those of the helpers, except for the address of the workspace. */
  #writeTables(table: number): void {
    const { numbers, count } = this.#crew;
    this.#reserveTables();
    numbers[loops.TABLES] = table;
    for (let thread = 1; thread < count; thread++) {
      const own = this.#tables[thread - 1];
      numbers[loops.TABLES + thread] = own;
      const integers = this.#view(own + TABLE_BYTES);
      integers.copyWithin(own / 4, table / 4, (table + TABLE_BYTES) / 4);
      integers[own / 4 + WORKSPACE] = workspaceOf(own);
    }
  }

  /** A view of the memory that reaches to an address at least: the memory may have grown. */
  #view(end: number): Int32Array {
    if (4 * this.#integers.length < end) this.#integers = new Int32Array(this.#memory.block.buffer);
    return this.#integers;
  }

  moveBodies(
    rows: number,
    first: number,
    count: number,
    dt: number,
    velocity: number,
    correction: number,
    position: number,
    orientation: number,
    principal: number,
    moments: number,
    carriedBy: number,
    spinning: number,
    locks: number,
    locked: number,
    spin: number,
    listed: number,
  ): number {
    const { numbers } = this.#crew;
    numbers[0] = rows;
    numbers[1] = dt;
    numbers[2] = velocity;
    numbers[3] = correction;
    numbers[4] = position;
    numbers[5] = orientation;
    numbers[6] = principal;
    numbers[7] = moments;
    numbers[8] = carriedBy;
    numbers[9] = spinning;
    numbers[10] = locks;
    numbers[11] = locked;
    numbers[12] = listed;
    numbers[13] = first;
    this.#reserveTables();
    numbers[loops.WORKSPACES] = spin;
    for (let thread = 1; thread < this.#crew.count; thread++)
      numbers[loops.WORKSPACES + thread] = workspaceOf(this.#tables[thread - 1]);
    const pieces = this.#crew.shareRange(loops.MOVE_BODIES, this.#index, first, first + count, LEAST_BODIES);
    return this.#joinLists(listed, count, pieces, first, 0);
  }

  /**
   * The call with `from` 0 screens all overlaps, in ranges, and then moves the candidates of the ranges together. If an
   * overlap is left to TypeScript, its range stops there; the next call screens the rest of the range in this thread,
   * and moves the candidates of the following ranges.
   */
  screenOverlaps(
    table: number,
    from: number,
    end: number,
    count: number,
    needed: number,
    isCoherent: boolean,
    share: number,
  ): number {
    const own = this.#own;
    const { numbers } = this.#crew;
    if (from === 0) {
      this.#writeTables(table);
      numbers[0] = needed;
      numbers[1] = isCoherent ? 1 : 0;
      numbers[2] = share;
      this.#ranges = this.#crew.shareRange(loops.SCREEN_OVERLAPS, this.#index, 0, end, LEAST_OVERLAPS);
      this.#range = 0;
    }
    let candidates = count;
    let unchanged = 0;
    let stopped = end;
    for (; this.#range < this.#ranges; this.#range++) {
      const p = loops.firstOfPiece(this.#range);
      const first = numbers[p + loops.FROM];
      if (from > first) {
        stopped = own.screenOverlaps(table, from, numbers[p + loops.END], candidates, needed, isCoherent, share);
        candidates = own.candidateCount.value;
        unchanged += own.unchangedCount.value;
      } else {
        stopped = this.#crew.resultOf(this.#range);
        if (first !== candidates) own.moveCandidates(table, first, numbers[p + loops.LISTED], candidates);
        candidates += numbers[p + loops.LISTED];
        unchanged += numbers[p + loops.UNCHANGED];
      }
      if (stopped < numbers[p + loops.END]) break;
    }
    this.candidateCount.value = candidates;
    this.unchangedCount.value = unchanged;
    return stopped;
  }

  testPairs(
    table: number,
    from: number,
    end: number,
    envelope: number,
    lookAhead: number,
    penetrationTolerance: number,
    ahead: number,
    isExact: boolean,
  ): void {
    const { numbers } = this.#crew;
    this.#writeTables(table);
    numbers[0] = envelope;
    numbers[1] = lookAhead;
    numbers[2] = penetrationTolerance;
    numbers[3] = ahead;
    numbers[4] = isExact ? 1 : 0;
    this.#crew.shareRange(loops.TEST_PAIRS, this.#index, from, end, LEAST_CANDIDATES);
  }

  storeResults(table: number, from: number, end: number): number {
    this.#writeTables(table);
    return this.#crew.sumOf(this.#crew.shareRange(loops.STORE_RESULTS, this.#index, from, end, LEAST_EDGES));
  }

  /**
   * The call with `from` 0 determines the contacts of all candidates. It and the following calls return, one by one,
   * the candidates that are left to TypeScript. Each candidate has its own block of contacts, so the order does not
   * matter.
   */
  determineContacts(table: number, from: number, count: number, maxContacts: number, isTolerant: boolean): number {
    const { board, numbers } = this.#crew;
    if (from === 0) {
      this.#writeTables(table);
      numbers[0] = maxContacts;
      numbers[1] = isTolerant ? 1 : 0;
      this.#pieces = this.#crew.shareRange(loops.DETERMINE_CONTACTS, this.#index, 0, count, LEAST_CANDIDATES);
      this.#piece = 0;
      this.#told = 0;
    }
    for (; this.#piece < this.#pieces; this.#piece++, this.#told = 0) {
      const p = loops.firstOfPiece(this.#piece);
      if (this.#told < numbers[p + loops.LISTED]) return board.lists[LIST_LENGTH * this.#piece + this.#told++];
      // If the list was full, the rest of the piece is executed here.
      const end = numbers[p + loops.END];
      const left = this.#own.determineContacts(
        table,
        Math.max(from, this.#crew.resultOf(this.#piece)),
        end,
        maxContacts,
        isTolerant,
      );
      if (left < end) return left;
    }
    return count;
  }

  placePoints(
    edges: number,
    firstEdge: number,
    edgeCount: number,
    ends: number,
    firstContact: number,
    contactCount: number,
    anchorA: number,
    anchorB: number,
    normal: number,
    gaps: number,
    worldPoint: number,
    worldNormal: number,
    position: number,
    rotation: number,
  ): number {
    const { numbers } = this.#crew;
    numbers[0] = edges;
    numbers[1] = ends;
    numbers[2] = firstContact;
    numbers[3] = contactCount;
    numbers[4] = anchorA;
    numbers[5] = anchorB;
    numbers[6] = normal;
    numbers[7] = gaps;
    numbers[8] = worldPoint;
    numbers[9] = worldNormal;
    numbers[10] = position;
    numbers[11] = rotation;
    const end = firstEdge + edgeCount;
    return this.#crew.largestOf(this.#crew.shareRange(loops.PLACE_POINTS, this.#index, firstEdge, end, LEAST_EDGES));
  }

  limitApproaches(
    edges: number,
    firstEdge: number,
    edgeCount: number,
    movers: number,
    firstContact: number,
    contactCount: number,
    shapes: number,
    passing: number,
    gaps: number,
    worldPoint: number,
    worldNormal: number,
    closings: number,
    bias: number,
    bounces: number,
    position: number,
    u: number,
    struck: number,
    thickness: number,
    dt: number,
    closed: number,
    strike: number,
  ): void {
    const { numbers } = this.#crew;
    numbers[0] = edges;
    numbers[1] = movers;
    numbers[2] = firstContact;
    numbers[3] = contactCount;
    numbers[4] = shapes;
    numbers[5] = passing;
    numbers[6] = gaps;
    numbers[7] = worldPoint;
    numbers[8] = worldNormal;
    numbers[9] = closings;
    numbers[10] = bias;
    numbers[11] = bounces;
    numbers[12] = position;
    numbers[13] = u;
    numbers[14] = struck;
    numbers[15] = thickness;
    numbers[16] = dt;
    numbers[17] = closed;
    numbers[18] = strike;
    this.#crew.shareRange(loops.LIMIT_APPROACHES, this.#index, firstEdge, firstEdge + edgeCount, LEAST_EDGES);
  }

  listUncertain(
    listed: number,
    count: number,
    nodes: number,
    edges: number,
    firstPair: number,
    shapes: number,
    gone: number,
    position: number,
    rotation: number,
    kind: number,
    owner: number,
    centred: number,
    thickness: number,
    reach: number,
    proximity: number,
    gap: number,
    travel: number,
    firstContact: number,
    contactCount: number,
    anchorA: number,
    anchorB: number,
    normal: number,
    envelope: number,
    lookAhead: number,
    deep: number,
    firstMesh: number,
    ball: number,
    atCentre: number,
  ): number {
    const { numbers } = this.#crew;
    numbers[0] = listed;
    numbers[1] = nodes;
    numbers[2] = edges;
    numbers[3] = firstPair;
    numbers[4] = shapes;
    numbers[5] = gone;
    numbers[6] = position;
    numbers[7] = rotation;
    numbers[8] = kind;
    numbers[9] = owner;
    numbers[10] = centred;
    numbers[11] = thickness;
    numbers[12] = reach;
    numbers[13] = proximity;
    numbers[14] = gap;
    numbers[15] = travel;
    numbers[16] = firstContact;
    numbers[17] = contactCount;
    numbers[18] = anchorA;
    numbers[19] = anchorB;
    numbers[20] = normal;
    numbers[21] = envelope;
    numbers[22] = lookAhead;
    numbers[23] = deep;
    numbers[24] = firstMesh;
    numbers[25] = ball;
    numbers[26] = atCentre;
    const pieces = this.#crew.shareRange(loops.LIST_UNCERTAIN, this.#index, 0, count, LEAST_OVERLAPS);
    return this.#joinLists(listed, count, pieces, 0, 1);
  }

  /**
   * Joins the lists of the pieces, each at the place of its range (relative to `first`), into one. With `counts` 1,
   * their entries are relative to the begin of the range, and become relative to `first`.
   */
  #joinLists(listed: number, most: number, pieces: number, first: number, counts: 0 | 1): number {
    const start = listed / 4;
    const integers = this.#view(listed + 4 * most);
    let count = 0;
    for (let k = 0; k < pieces; k++) {
      const from = this.#crew.numbers[loops.firstOfPiece(k) + loops.FROM] - first;
      const found = this.#crew.resultOf(k);
      for (let i = 0; i < found; i++) integers[start + count++] = counts * from + integers[start + from + i];
    }
    return count;
  }
}

/** Address of the workspace behind a helper's table. */
function workspaceOf(table: number): number {
  return 8 * Math.ceil((table + TABLE_BYTES) / 8);
}
