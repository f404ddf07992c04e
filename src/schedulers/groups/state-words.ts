// A state of a contact group as words: the motion of all its nodes, edges, contacts and joints, bit for bit as the
// tables have it.

import { countAsMoved } from '../../bodies/count-as-moved.js';
import { moveMember, updateRotation } from '../../bodies/kinematics.js';
import type { State } from '../../state/state.js';
import { RowWords } from '../../table/row-words.js';
import type { Members } from './members.js';
import type { OwnEdges } from './own-edges.js';

/** Words of an edge before its row: the node that lists it, the other, its contacts. */
const EDGE_HEAD = 3;

export class StateWords {
  readonly #state: State;
  readonly #members: Members;
  /** Poses and velocities, and the time, are kept by those who call this. */
  readonly #nodes: RowWords;
  readonly #edges: RowWords;
  readonly #contacts: RowWords;
  readonly #joints: RowWords;
  readonly #couplings: RowWords;

  constructor(state: State, members: Members) {
    const { bodies, graph, joints } = state;
    this.#state = state;
    this.#members = members;
    this.#nodes = new RowWords(bodies.nodes, ['motion'], ['position', 'orientation', 'velocity', 'time', 'nextTick']);
    this.#edges = new RowWords(graph.edges, ['motion']);
    this.#contacts = new RowWords(graph.contacts, ['motion', 'link'], ['nextFreeBlock']);
    this.#joints = new RowWords(joints.table, ['definition', 'motion']);
    this.#couplings = new RowWords(joints.couplings, ['definition', 'motion']);
  }

  /** Words of a group with these edges. */
  sizeOf(group: number, edges: OwnEdges): number {
    const members = this.#members;
    const { contactCount } = this.#state.graph.edges.columns;
    let size = members.nodeCount(group) * this.#nodes.width + members.jointCount(group) * this.#joints.width;
    size += members.couplingCount(group) * this.#couplings.width;
    const first = members.firstMultibody(group);
    for (let i = first; i < first + members.multibodyCount(group); i++) size += this.#slotWords(members.words[i]);
    for (let i = 0; i < edges.count; i++) {
      size += EDGE_HEAD + this.#edges.width + contactCount[edges.edge[i]] * this.#contacts.width;
    }
    return size;
  }

  /** Writes a group with these edges to words from `place` on. */
  write(group: number, edges: OwnEdges, words: Int32Array, place: number): void {
    this.#bind();
    let at = this.#writeRows(this.#nodes, this.#members.firstNode(group), this.#members.nodeCount(group), words, place);
    at = this.#writeRows(this.#joints, this.#members.firstJoint(group), this.#members.jointCount(group), words, at);
    at = this.#writeRows(this.#couplings, this.#members.firstCoupling(group), this.#members.couplingCount(group), words, at);
    at = this.#writeSlots(group, words, at);
    const { firstContact, contactCount } = this.#state.graph.edges.columns;
    for (let i = 0; i < edges.count; i++) {
      const edge = edges.edge[i];
      const count = contactCount[edge];
      words[at] = edges.node[i];
      words[at + 1] = edges.other[i];
      words[at + 2] = count;
      at += EDGE_HEAD;
      this.#edges.write(edge, 1, words, at);
      at += this.#edges.width;
      if (count > 0) this.#contacts.write(firstContact[edge], count, words, at);
      at += count * this.#contacts.width;
    }
  }

  /**
   * Makes a group with so many edges what the words from `place` on say, at a time [s]; its movers have their poses and
   * velocities already.
   */
  putBack(group: number, edgeCount: number, time: number, words: Int32Array, place: number): void {
    this.#bind();
    const members = this.#members;
    this.#takeEdgesAway(group);
    let at = this.#putRowsBack(this.#nodes, members.firstNode(group), members.nodeCount(group), words, place);
    at = this.#putRowsBack(this.#joints, members.firstJoint(group), members.jointCount(group), words, at);
    at = this.#putRowsBack(this.#couplings, members.firstCoupling(group), members.couplingCount(group), words, at);
    at = this.#putSlotsBack(group, words, at);
    this.#placeNodes(group, time);
    for (let i = 0; i < edgeCount; i++) at = this.#putEdgeBack(words, at);
  }

  /** Where the edges begin in the words of a group from `place` on. */
  firstEdge(group: number, place: number): number {
    const members = this.#members;
    let at = place + members.nodeCount(group) * this.#nodes.width + members.jointCount(group) * this.#joints.width;
    at += members.couplingCount(group) * this.#couplings.width;
    const first = members.firstMultibody(group);
    for (let i = first; i < first + members.multibodyCount(group); i++) at += this.#slotWords(members.words[i]);
    return at;
  }

  /** Where the edge after one is. */
  nextEdge(words: Int32Array, at: number): number {
    return at + EDGE_HEAD + this.#edges.width + words[at + 2] * this.#contacts.width;
  }

  #bind(): void {
    this.#nodes.bind();
    this.#edges.bind();
    this.#contacts.bind();
    this.#joints.bind();
    this.#couplings.bind();
  }

  #writeRows(rows: RowWords, first: number, count: number, words: Int32Array, place: number): number {
    const { words: list } = this.#members;
    let at = place;
    for (let i = first; i < first + count; i++, at += rows.width) rows.write(list[i], 1, words, at);
    return at;
  }

  #putRowsBack(rows: RowWords, first: number, count: number, words: Int32Array, place: number): number {
    const { words: list } = this.#members;
    let at = place;
    for (let i = first; i < first + count; i++, at += rows.width) rows.putBack(list[i], 1, words, at);
    return at;
  }

  /** Words of a multibody's own numbers. */
  #slotWords(multibody: number): number {
    return 2 * (this.#state.bodies.slots[multibody]?.length ?? 0);
  }

  #writeSlots(group: number, words: Int32Array, place: number): number {
    const members = this.#members;
    const first = members.firstMultibody(group);
    let at = place;
    for (let i = first; i < first + members.multibodyCount(group); i++) {
      const slots = this.#state.bodies.slots[members.words[i]];
      if (slots === undefined) continue;
      const from = new Int32Array(slots.buffer, slots.byteOffset, 2 * slots.length);
      words.set(from, at);
      at += from.length;
    }
    return at;
  }

  #putSlotsBack(group: number, words: Int32Array, place: number): number {
    const members = this.#members;
    const first = members.firstMultibody(group);
    let at = place;
    for (let i = first; i < first + members.multibodyCount(group); i++) {
      const slots = this.#state.bodies.slots[members.words[i]];
      if (slots === undefined) continue;
      const to = new Int32Array(slots.buffer, slots.byteOffset, 2 * slots.length);
      to.set(words.subarray(at, at + to.length));
      at += to.length;
    }
    return at;
  }

  /** Removes all edges of a group that come and go, those to bodies outside included; joints keep theirs. */
  #takeEdgesAway(group: number): void {
    const members = this.#members;
    const first = members.firstNode(group);
    for (let i = first; i < first + members.nodeCount(group); i++) takeEdgesAway(this.#state, members.words[i]);
  }

  /** What follows from poses and velocities of the movers. */
  #placeNodes(group: number, time: number): void {
    const members = this.#members;
    const { columns } = this.#state.bodies.nodes;
    const first = members.firstNode(group);
    for (let i = 0; i < members.moverCount(group); i++) updateRotation(columns, members.mover(group, i));
    for (let i = first; i < first + members.nodeCount(group); i++) {
      const node = members.words[i];
      if (columns.mover[node] !== node) moveMember(columns, node, columns.mover[node]);
      columns.time[node] = time;
      countAsMoved(columns, node);
    }
  }

  #putEdgeBack(words: Int32Array, place: number): number {
    const { graph } = this.#state;
    const count = words[place + 2];
    let edge = graph.find(words[place], words[place + 1]);
    if (edge < 0) edge = graph.insert(words[place], words[place + 1]);
    else graph.clearContacts(edge);
    let at = place + EDGE_HEAD;
    this.#edges.bind();
    this.#edges.putBack(edge, 1, words, at);
    at += this.#edges.width;
    // What is known of the pair beyond its state was found at another placement.
    graph.edges.columns.still[edge] = 0;
    graph.edges.columns.contactCount[edge] = 0;
    if (count === 0) return at;
    graph.reserveContacts(edge, count);
    graph.edges.columns.contactCount[edge] = count;
    this.#edges.bind();
    this.#contacts.bind();
    this.#contacts.putBack(graph.edges.columns.firstContact[edge], count, words, at);
    return at + count * this.#contacts.width;
  }
}

/** Removes the edges of a node that come and go. Joints keep theirs, without what a passive one has let touch. */
export function takeEdgesAway({ bodies, graph }: State, node: number): void {
  const { next, firstJoint } = graph.edges.columns;
  for (let entry = bodies.nodes.columns.firstDynamicEdge[node]; entry >= 0; ) {
    const edge = entry >> 1;
    entry = next[entry];
    if (firstJoint[edge] < 0) graph.remove(edge);
    else graph.clearContacts(edge);
  }
}
