// The history of a world over a span in which nothing came or went: for each body, edge, joint and coupling its own
// records, one for every version at which it was not as before. What is at rest has none. Of a version, all bodies can
// be put back, or some.
//
// A version is three times the number of steps taken, for the state as the step left it; plus one, as it was changed
// from outside; plus two, with the inputs of that time.

import { countAsMoved } from '../bodies/count-as-moved.js';
import { updateRotation } from '../bodies/kinematics.js';
import { TIMER } from '../bodies/node-kinds.js';
import type { Snapshot } from '../recording/snapshot.js';
import { restoreState } from '../recording/snapshot.js';
import type { State } from '../state/state.js';
import { RowWords } from '../table/row-words.js';
import type { Schema, Table } from '../table/table.js';
import { EdgeTimelines } from './edge-timelines.js';
import { Heads, RecordLog } from './record-log.js';

/** A table; rows of one without slots are all in use. */
type Rows = Table<Schema> & { isLive?: (row: number) => boolean };

/** The rows of a table, or some of their columns. */
interface Line {
  readonly table: Rows;
  readonly rows: RowWords;
  readonly heads: Heads;
}

const NEWEST = Number.POSITIVE_INFINITY;

export class Timelines {
  readonly log = new RecordLog();
  readonly edges: EdgeTimelines;
  /** How bodies stand, which steps change, and what they are, which users change. All are at one time, that of the version. */
  readonly #motion: Line;
  readonly #definition: Line;
  readonly #joints: Line;
  readonly #couplings: Line;
  /** What schedulers of time keep of each body. */
  readonly #flights: Line;
  /** When members of contact groups last touched: a list that is made anew in every step, one record for all of it. */
  readonly #touches: Line;
  /** Numbers of multibodies' own, by the row of their node. */
  readonly #slots = new Heads();
  readonly #state: State;
  /** What came and went makes no part of records. */
  readonly #start: Snapshot;
  readonly #startBytes: number;

  /** `start` is a snapshot of the state as it is, the keyframe of a version. */
  constructor(state: State, start: Snapshot, version: number) {
    const { bodies, joints } = state;
    this.#state = state;
    this.#start = start;
    const columns = start.tables.flatMap((table) => table.columns);
    this.#startBytes = columns.reduce((sum, { byteLength }) => sum + byteLength, 0);
    this.edges = new EdgeTimelines(state, this.log);
    this.#motion = makeLine(bodies.nodes, new RowWords(bodies.nodes, ['motion'], ['time']));
    this.#definition = makeLine(bodies.nodes, new RowWords(bodies.nodes, ['definition']));
    this.#joints = makeLine(joints.table, new RowWords(joints.table, ['definition', 'motion']));
    this.#couplings = makeLine(joints.couplings, new RowWords(joints.couplings, ['definition', 'motion']));
    this.#flights = makeLine(state.flights, new RowWords(state.flights, ['motion']));
    this.#touches = makeLine(state.touches, new RowWords(state.touches, ['motion']));
    this.recordKeyframe(version);
  }

  /** [bytes] */
  get bytes(): number {
    return this.log.bytes + this.#startBytes;
  }

  /** Heads of all that has records by rows, for those who put some of them aside. */
  headsOfNode(): readonly Heads[] {
    return [this.#motion.heads, this.#definition.heads, this.#slots, this.#flights.heads];
  }

  /** Of the one record for all that members of contact groups have touched. */
  get touchHeads(): Heads {
    return this.#touches.heads;
  }

  get jointHeads(): Heads {
    return this.#joints.heads;
  }

  get couplingHeads(): Heads {
    return this.#couplings.heads;
  }

  // --- Writing down ---

  recordKeyframe(version: number): void {
    this.log.beginKeyframe(version);
    this.#recordLine(this.#definition, version, true);
    this.#recordAll(version, true);
    this.log.endKeyframe();
  }

  /** What a step has changed. Returns whether a body has moved. */
  recordStep(version: number): boolean {
    return this.#recordAll(version, false);
  }

  /** What a step has changed that left all alone but the time: timers. */
  recordIdleStep(version: number): void {
    const { nodes } = this.#state.bodies;
    const { kind } = nodes.columns;
    this.#motion.rows.bind();
    for (let row = 0; row < nodes.size; row++) {
      if (kind[row] === TIMER && nodes.isLive(row)) this.#recordRow(this.#motion, row, version, false);
    }
  }

  /** What users have changed. */
  recordChange(version: number): void {
    this.#recordLine(this.#definition, version, false);
    this.#recordAll(version, false);
  }

  #recordAll(version: number, isKeyframe: boolean): boolean {
    const hasMoved = this.#recordLine(this.#motion, version, isKeyframe);
    this.edges.recordAll(version, isKeyframe);
    this.#recordLine(this.#joints, version, isKeyframe);
    this.#recordLine(this.#couplings, version, isKeyframe);
    this.#recordLine(this.#flights, version, isKeyframe);
    this.#recordTouches(version, isKeyframe);
    const { slots } = this.#state.bodies;
    for (let row = 0; row < slots.length; row++) this.#recordSlots(row, version, isKeyframe);
    return hasMoved;
  }

  #recordLine(line: Line, version: number, isKeyframe: boolean): boolean {
    const { table, rows, heads } = line;
    rows.bind();
    heads.reserve(table.size);
    let isChanged = false;
    for (let row = 0; row < table.size; row++) {
      if (isInUse(table, row) && this.#recordRow(line, row, version, isKeyframe)) isChanged = true;
    }
    return isChanged;
  }

  #recordRow({ rows, heads }: Line, row: number, version: number, isKeyframe: boolean): boolean {
    const { log } = this;
    if (!isKeyframe && log.find(heads, row, NEWEST) && rows.areSame(row, 1, log.words, log.at)) return false;
    log.append(heads, row, version, rows.width);
    rows.write(row, 1, log.words, log.at);
    return true;
  }

  /**
   * When members of contact groups last touched, where some nodes are redone: of those the state has it, of all others
   * the log by former heads.
   */
  recordTouchesOf(has: (node: number) => boolean, former: Heads, version: number, isKeyframe: boolean): void {
    const { touches } = this.#state;
    this.#touches.rows.bind();
    const own = this.#listTouches(has);
    this.#putTouchesBack(version, former);
    const others = this.#listTouches((node) => !has(node));
    const size = own.length + others.length;
    touches.ensureCapacity(size);
    touches.size = size;
    const { nodes, time } = touches.columns;
    [...own, ...others].forEach((touch, row) => {
      [nodes[2 * row], nodes[2 * row + 1], time[row]] = touch;
    });
    this.#recordTouches(version, isKeyframe);
  }

  /** The two nodes of a pair, and when they touched [s], where the first is one of those asked for. */
  #listTouches(isAsked: (node: number) => boolean): (readonly [number, number, number])[] {
    const { columns, size } = this.#state.touches;
    const list: (readonly [number, number, number])[] = [];
    for (let row = 0; row < size; row++) {
      const [node, other] = [columns.nodes[2 * row], columns.nodes[2 * row + 1]];
      if (isAsked(node)) list.push([node, other, columns.time[row]]);
    }
    return list;
  }

  /** The number of rows, then the rows. */
  #recordTouches(version: number, isKeyframe: boolean): void {
    const { log } = this;
    const { rows, heads, table } = this.#touches;
    const { size } = table;
    rows.bind();
    if (!isKeyframe && log.find(heads, 0, NEWEST)) {
      if (log.words[log.at] === size && rows.areSame(0, size, log.words, log.at + 1)) return;
    }
    log.append(heads, 0, version, 1 + size * rows.width);
    log.words[log.at] = size;
    rows.write(0, size, log.words, log.at + 1);
  }

  #putTouchesBack(version: number, heads = this.#touches.heads): void {
    const { log } = this;
    const { rows } = this.#touches;
    const { touches } = this.#state;
    if (!log.find(heads, 0, version)) return;
    const size = log.words[log.at];
    touches.ensureCapacity(size);
    touches.size = size;
    rows.bind();
    rows.putBack(0, size, log.words, log.at + 1);
  }

  #recordSlots(row: number, version: number, isKeyframe: boolean): void {
    const { log } = this;
    const words = this.#slotWords(row);
    this.#slots.reserve(row + 1);
    if (words === undefined) return;
    const isKnown = !isKeyframe && log.find(this.#slots, row, NEWEST);
    if (isKnown && words.every((word, k) => word === log.words[log.at + k])) return;
    log.append(this.#slots, row, version, words.length);
    log.words.set(words, log.at);
  }

  #slotWords(row: number): Int32Array | undefined {
    const numbers = this.#state.bodies.slots[row];
    return numbers && new Int32Array(numbers.buffer, numbers.byteOffset, 2 * numbers.length);
  }

  /** Whether the numbers of multibodies' own are as they were last written down: users write them without a word. */
  areSlotsKnown(): boolean {
    const { log } = this;
    for (let row = 0; row < this.#state.bodies.slots.length; row++) {
      const words = this.#slotWords(row);
      if (words === undefined) continue;
      if (!log.find(this.#slots, row, NEWEST) || words.some((word, k) => word !== log.words[log.at + k])) return false;
    }
    return true;
  }

  /** Writes down some nodes, with their edges, joints and couplings. */
  recordNodes(nodes: readonly number[], couplings: readonly number[], version: number, isKeyframe: boolean): void {
    const { joints } = this.#state;
    const { size } = this.#flights.table;
    for (const { rows } of [this.#motion, this.#definition, this.#joints, this.#couplings, this.#flights]) rows.bind();
    for (const node of nodes) {
      this.#recordRow(this.#motion, node, version, isKeyframe);
      this.#recordRow(this.#definition, node, version, isKeyframe);
      if (node < size) this.#recordRow(this.#flights, node, version, isKeyframe);
      this.edges.recordOf(node, version, isKeyframe);
      for (const joint of joints.of(node)) this.#recordRow(this.#joints, joint, version, isKeyframe);
      this.#recordSlots(node, version, isKeyframe);
    }
    for (const coupling of couplings) this.#recordRow(this.#couplings, coupling, version, isKeyframe);
  }

  // --- Putting back ---

  /** Makes all what it was at a version; time, and what follows from the state, is for the caller. */
  putAllBack(version: number): void {
    const { bodies, graph } = this.#state;
    restoreState(this.#start, this.#state);
    // restoreState() has put the edges of the beginning in place, but not the map of pairs.
    graph.rebuildMap();
    this.#resizeFlights(version);
    for (const line of [this.#definition, this.#motion, this.#joints, this.#couplings, this.#flights]) {
      line.rows.bind();
      for (let row = 0; row < line.table.size; row++) this.#putRowBack(line, row, version);
    }
    this.#putTouchesBack(version);
    for (let row = 0; row < bodies.slots.length; row++) this.#putSlotsBack(row, version);
    for (let node = 0; node < bodies.nodes.size; node++) this.edges.removeOf(node);
    for (const number of this.edges.numbers()) this.edges.putBack(number, version);
    bodies.changes++;
  }

  /** Bodies that no scheduler of time had stepped at a version had no row then. */
  #resizeFlights(version: number): void {
    const { flights } = this.#state;
    const { heads } = this.#flights;
    let size = 0;
    while (size < heads.pages.length && this.log.find(heads, size, version)) size++;
    flights.ensureCapacity(size);
    flights.size = size;
  }

  /** Makes some nodes, with their edges, joints and couplings, what they were at a version, which is at a time [s]. */
  putNodesBack(nodes: readonly number[], couplings: readonly number[], version: number, time: number): void {
    const { bodies, joints } = this.#state;
    bodies.changes++;
    for (const { rows } of [this.#motion, this.#definition, this.#joints, this.#couplings, this.#flights]) rows.bind();
    for (const node of nodes) {
      this.#putRowBack(this.#definition, node, version);
      this.#putRowBack(this.#motion, node, version);
      this.#putFlightBack(node, version);
      for (const joint of joints.of(node)) this.#putRowBack(this.#joints, joint, version);
      this.#putSlotsBack(node, version);
      const { columns } = bodies.nodes;
      columns.time[node] = time;
      updateRotation(columns, node);
      countAsMoved(columns, node);
    }
    for (const coupling of couplings) this.#putRowBack(this.#couplings, coupling, version);
    for (const node of nodes) this.edges.removeOf(node);
    for (const node of nodes) {
      for (let entry = this.edges.firstOf(node); entry >= 0; entry = this.edges.nextOf(entry)) {
        this.edges.putBack(entry >> 1, version);
      }
    }
  }

  /**
   * What does not move by itself comes to what sleeps where its script has moved it in the step before, or it was changed just
   * before a version. Both are as they were then.
   */
  putComersBack(version: number): void {
    const { log } = this;
    const { table, rows, heads } = this.#motion;
    const { stirred, inverseMass, velocity } = this.#state.bodies.nodes.columns;
    const velocities = new Int32Array(velocity.buffer, velocity.byteOffset, 2 * velocity.length);
    const [ofStirred, ofVelocity] = [rows.placeOf('stirred'), rows.placeOf('velocity')];
    for (let row = 0; row < table.size; row++) {
      if (inverseMass[row] !== 0 || !isInUse(table, row) || !log.find(heads, row, version)) continue;
      stirred[row] = log.words[log.at + ofStirred];
      velocities.set(log.words.subarray(log.at + ofVelocity, log.at + ofVelocity + 12), 12 * row);
    }
  }

  #putRowBack({ table, rows, heads }: Line, row: number, version: number): void {
    if (!isInUse(table, row) || !this.log.find(heads, row, version)) return;
    rows.putBack(row, 1, this.log.words, this.log.at);
  }

  /** The flight of a node; one that no scheduler of time had stepped had none. */
  #putFlightBack(row: number, version: number): void {
    const { flights } = this.#state;
    if (row >= flights.size) return;
    if (this.log.find(this.#flights.heads, row, version)) this.#flights.rows.putBack(row, 1, this.log.words, this.log.at);
    else flights.clearRows(row, 1);
  }

  /** The rows of the contact groups at a version, by the labels of these. */
  groupsAt(version: number): ReadonlyMap<number, readonly number[]> {
    const groups = new Map<number, number[]>();
    for (let row = 0; row < this.#state.flights.size; row++) {
      const label = this.labelOf(row, version);
      if (label !== 0) groups.set(label, [...(groups.get(label) ?? []), row]);
    }
    return groups;
  }

  /** The label of the contact group that a row was in at a version; 0 where it flew. */
  labelOf(row: number, version: number): number {
    const { log } = this;
    const { rows, heads } = this.#flights;
    if (row >= this.#state.flights.size || !log.find(heads, row, version)) return 0;
    return log.words[log.at + rows.placeOf('group')];
  }

  /** When members of contact groups last touched, as the log has it. */
  putTouchesBack(): void {
    this.#putTouchesBack(NEWEST);
  }

  #putSlotsBack(row: number, version: number): void {
    const words = this.#slotWords(row);
    if (words === undefined || !this.log.find(this.#slots, row, version)) return;
    words.set(this.log.words.subarray(this.log.at, this.log.at + words.length));
  }

  // --- Forgetting ---

  /** Forgets all records that are later than a version. */
  cutAll(version: number): void {
    const { log } = this;
    for (const { heads } of [this.#motion, this.#definition, this.#joints, this.#couplings, this.#flights, this.#touches]) {
      for (let row = 0; row < heads.pages.length; row++) log.cut(heads, row, version);
    }
    for (let row = 0; row < this.#state.bodies.slots.length; row++) log.cut(this.#slots, row, version);
    for (const number of this.edges.numbers()) log.cut(this.edges.heads, number, version);
    log.forgetKeyframesAfter(version);
  }

  /** Forgets all that was before a keyframe. */
  dropBefore(keyframe: number): void {
    this.log.dropBefore(keyframe);
    this.edges.forgetOld();
  }
}

function isInUse(table: Rows, row: number): boolean {
  return table.isLive?.(row) ?? true;
}

function makeLine(table: unknown, rows: RowWords): Line {
  return { table: table as Rows, rows, heads: new Heads() };
}
