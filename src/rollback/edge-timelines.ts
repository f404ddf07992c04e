// What became of the edges of a world, step by step: for each pair of nodes that has had an edge, the records of that
// edge with its contacts. Rows of the edge table come and go; a pair is named by its nodes, and has a number here as
// long as the log knows of it.

import { isLogical, isStructural } from '../detection/contact-graph/edge-kinds.js';
import { PairMap } from '../detection/contact-graph/pair-map.js';
import type { State } from '../state/state.js';
import { doubled } from '../table/doubled.js';
import { RowWords } from '../table/row-words.js';
import type { LogMark, RecordLog } from './record-log.js';
import { Heads } from './record-log.js';

/** First word of a record: whether there is an edge. */
const GONE = 0;
const THERE = 1;

export class EdgeTimelines {
  readonly heads = new Heads();
  readonly #state: State;
  readonly #log: RecordLog;
  readonly #edgeRows: RowWords;
  readonly #contactRows: RowWords;
  readonly #numbers = new PairMap();
  /** How many numbers are given, those that are free again included. */
  #size = 0;
  readonly #free: number[] = [];
  /** Nodes of a pair, -1 where its number is free; and the next pair of each, as entries 2 number + side, -1 at the end. */
  #nodes = new Int32Array(128);
  #next = new Int32Array(128);
  /** The pass over all edges that last saw it. */
  #seen = new Int32Array(64);
  #pass = 0;
  /** First entry of each node. */
  #first = new Int32Array(64).fill(-1);
  /** Number of the pair that had a row of the edge table. */
  #numberOfRow = new Int32Array(64);

  constructor(state: State, log: RecordLog) {
    this.#state = state;
    this.#log = log;
    this.#edgeRows = new RowWords(state.graph.edges, ['motion']);
    this.#contactRows = new RowWords(state.graph.contacts, ['motion', 'link'], ['nextFreeBlock']);
  }

  /** Writes down all edges that are not as the log has them; all of them where `isKeyframe`. */
  recordAll(version: number, isKeyframe: boolean): void {
    const { edges } = this.#state.graph;
    const { kind } = edges.columns;
    this.#bind();
    this.#pass++;
    while (this.#numberOfRow.length < edges.size) this.#numberOfRow = doubled(this.#numberOfRow);
    for (let edge = 0; edge < edges.size; edge++) {
      if (!edges.isLive(edge) || isLogical(kind[edge]) || isStructural(kind[edge])) continue;
      const number = this.#numberOf(edge);
      this.#seen[number] = this.#pass;
      this.#record(number, edge, version, isKeyframe);
    }
    for (let number = 0; number < this.#size; number++) {
      if (this.#nodes[2 * number] >= 0 && this.#seen[number] !== this.#pass) this.#recordGone(number, version);
    }
  }

  /** The same of the edges of one node. */
  recordOf(node: number, version: number, isKeyframe: boolean): void {
    const { bodies, graph } = this.#state;
    this.#bind();
    const { next } = graph.edges.columns;
    while (this.#numberOfRow.length < graph.edges.size) this.#numberOfRow = doubled(this.#numberOfRow);
    for (let entry = bodies.nodes.columns.firstDynamicEdge[node]; entry >= 0; entry = next[entry]) {
      this.#record(this.#numberOf(entry >> 1), entry >> 1, version, isKeyframe);
    }
    for (let entry = this.firstOf(node); entry >= 0; entry = this.#next[entry]) {
      const number = entry >> 1;
      if (graph.find(this.#nodes[2 * number], this.#nodes[2 * number + 1]) < 0) this.#recordGone(number, version);
    }
  }

  #bind(): void {
    this.#edgeRows.bind();
    this.#contactRows.bind();
  }

  #record(number: number, edge: number, version: number, isKeyframe: boolean): void {
    const log = this.#log;
    const { firstContact, contactCount } = this.#state.graph.edges.columns;
    const first = firstContact[edge];
    const count = contactCount[edge];
    if (!isKeyframe && log.find(this.heads, number, Number.POSITIVE_INFINITY) && this.#isSame(edge, first, count)) return;
    const { width } = this.#contactRows;
    log.append(this.heads, number, version, 1 + this.#edgeRows.width + count * width);
    log.words[log.at] = THERE;
    this.#edgeRows.write(edge, 1, log.words, log.at + 1);
    if (count > 0) this.#contactRows.write(first, count, log.words, log.at + 1 + this.#edgeRows.width);
  }

  /** Whether an edge is as the record that was found says; the number of contacts is a part of its row. */
  #isSame(edge: number, first: number, count: number): boolean {
    const { words, at } = this.#log;
    if (words[at] === GONE || !this.#edgeRows.areSame(edge, 1, words, at + 1)) return false;
    return count === 0 || this.#contactRows.areSame(first, count, words, at + 1 + this.#edgeRows.width);
  }

  #recordGone(number: number, version: number): void {
    const log = this.#log;
    if (!log.find(this.heads, number, Number.POSITIVE_INFINITY) || log.words[log.at] === GONE) return;
    log.append(this.heads, number, version, 1);
    log.words[log.at] = GONE;
  }

  /** The first pair of a node, as an entry 2 number + side, -1 where it has none; and the one after an entry. */
  firstOf(node: number): number {
    return node < this.#first.length ? this.#first[node] : -1;
  }

  nextOf(entry: number): number {
    return this.#next[entry];
  }

  /** The node at the other end. */
  otherEnd(entry: number): number {
    return this.#nodes[entry ^ 1];
  }

  /** Whether a pair has an edge at a version, by these heads. */
  isThere(number: number, heads: Heads, version: number): boolean {
    return this.#log.find(heads, number, version) && this.#log.words[this.#log.at] === THERE;
  }

  /** Removes all edges of a node that come and go; joints keep theirs. */
  removeOf(node: number): void {
    const { bodies, graph } = this.#state;
    const { firstDynamicEdge } = bodies.nodes.columns;
    const { next, firstJoint } = graph.edges.columns;
    for (let entry = firstDynamicEdge[node]; entry >= 0; ) {
      const edge = entry >> 1;
      entry = next[entry];
      if (firstJoint[edge] < 0) graph.remove(edge);
    }
  }

  /** Makes the edge of a pair, which was removed, what it was at a version. */
  putBack(number: number, version: number): void {
    const { graph } = this.#state;
    const a = this.#nodes[2 * number];
    const b = this.#nodes[2 * number + 1];
    if (!this.isThere(number, this.heads, version)) return;
    let edge = graph.find(a, b);
    const { words, at } = this.#log;
    if (edge < 0) edge = graph.insert(a, b);
    else graph.clearContacts(edge);
    this.#bind();
    this.#edgeRows.putBack(edge, 1, words, at + 1);
    const { columns } = graph.edges;
    // What is known of the pair beyond its state was found at another placement.
    columns.still[edge] = 0;
    const count = columns.contactCount[edge];
    columns.contactCount[edge] = 0;
    if (count === 0) return;
    graph.reserveContacts(edge, count);
    graph.edges.columns.contactCount[edge] = count;
    this.#contactRows.bind();
    this.#contactRows.putBack(graph.edges.columns.firstContact[edge], count, words, at + 1 + this.#edgeRows.width);
  }

  /** All pairs that have a number. */
  *numbers(): Generator<number> {
    for (let number = 0; number < this.#size; number++) if (this.#nodes[2 * number] >= 0) yield number;
  }

  /** Pairs that came after a mark of the log, which is taken back to it, have no records any more. */
  forgetAfter({ page, used }: LogMark): void {
    const { pages, places } = this.heads;
    for (const number of this.numbers()) {
      if (pages[number] > page || (pages[number] === page && places[number] >= used)) pages[number] = -1;
    }
  }

  /** Lets go of pairs of which the log has no record any more, and chains the others anew. */
  forgetOld(): void {
    this.#first.fill(-1);
    for (let number = 0; number < this.#size; number++) {
      const a = this.#nodes[2 * number];
      if (a < 0) continue;
      if (this.#log.has(this.heads, number)) {
        this.#link(number);
        continue;
      }
      this.#numbers.remove(a, this.#nodes[2 * number + 1]);
      this.#nodes[2 * number] = -1;
      this.#free.push(number);
    }
  }

  /** The number of the pair that a row of the edge table is of. */
  #numberOf(edge: number): number {
    const { nodes } = this.#state.graph.edges.columns;
    const a = nodes[2 * edge];
    const b = nodes[2 * edge + 1];
    const remembered = this.#numberOfRow[edge];
    if (remembered < this.#size && this.#nodes[2 * remembered] === a && this.#nodes[2 * remembered + 1] === b) return remembered;
    let number = this.#numbers.find(a, b);
    if (number < 0) number = this.#add(a, b);
    this.#numberOfRow[edge] = number;
    return number;
  }

  #add(a: number, b: number): number {
    const number = this.#free.pop() ?? this.#size++;
    if (2 * this.#size > this.#nodes.length) {
      this.#nodes = doubled(this.#nodes);
      this.#next = doubled(this.#next);
      this.#seen = doubled(this.#seen);
    }
    this.heads.reserve(this.#size);
    this.heads.pages[number] = -1;
    this.#nodes[2 * number] = a;
    this.#nodes[2 * number + 1] = b;
    this.#numbers.insert(a, b, number);
    while (this.#first.length <= b) {
      const { length } = this.#first;
      this.#first = doubled(this.#first).fill(-1, length);
    }
    this.#link(number);
    return number;
  }

  #link(number: number): void {
    for (let entry = 2 * number; entry < 2 * number + 2; entry++) {
      const node = this.#nodes[entry];
      this.#next[entry] = this.#first[node];
      this.#first[node] = entry;
    }
  }
}
