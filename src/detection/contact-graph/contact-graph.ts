// The contact graph (contact graph paper, section 2): nodes are rows of the node table, edges are found in constant time by their
// pair of nodes and hold what is known of the pair from step to step: proximity, placement, contacts and their impulses.

import type { Bodies } from '../../bodies/bodies.js';
import { NODE_KINDS } from '../../bodies/node-kinds.js';
import type { Joints } from '../../joints/joints.js';
import type { Memory } from '../../table/memory.js';
import { SlotTable } from '../../table/slots.js';
import { FIRST_ROWS, Table } from '../../table/table.js';
import { edgeKindOf, isLogical, isStructural } from './edge-kinds.js';
import { BLOCK_SCHEMA, BLOCK_SIZES, CONTACT_SCHEMA, CONTACTS_OF_A_FACE, EDGE_SCHEMA } from './edge-table.js';
import { PairMap } from './pair-map.js';

/** Rows for each body of a pile, with room for what may be found in one step [1]. */
const EDGES_OF_A_BODY = 14;
const CONTACTS_OF_A_BODY = 20;

export class ContactGraph {
  readonly bodies: Bodies;
  readonly joints: Joints;
  readonly edges: SlotTable<typeof EDGE_SCHEMA>;
  readonly contacts: Table<typeof CONTACT_SCHEMA>;
  /** Free blocks of contacts, by size. */
  readonly blocks: Table<typeof BLOCK_SCHEMA>;
  /** How often an edge came or went. */
  changes = 0;
  /** How often the contacts of all edges were moved to other rows. */
  contactMoves = 0;
  readonly #map = new PairMap();

  constructor(memory: Memory, bodies: Bodies, joints: Joints) {
    this.bodies = bodies;
    this.joints = joints;
    this.edges = new SlotTable(memory, EDGE_SCHEMA, FIRST_ROWS, EDGES_OF_A_BODY);
    this.contacts = new Table(memory, CONTACT_SCHEMA, FIRST_ROWS, CONTACTS_OF_A_BODY);
    this.blocks = new Table(memory, BLOCK_SCHEMA, BLOCK_SIZES);
    this.forgetBlocks();
  }

  /** No block of contacts is free, as where there are no contacts. */
  forgetBlocks(): void {
    this.blocks.size = BLOCK_SIZES;
    this.blocks.columns.firstFree.fill(-1);
  }

  /** The edge between two nodes, or -1. */
  find(nodeA: number, nodeB: number): number {
    return nodeA < nodeB ? this.#map.find(nodeA, nodeB) : this.#map.find(nodeB, nodeA);
  }

  /** A new edge; refuses a pair that makes no sense and one that has an edge already. */
  insert(node1: number, node2: number): number {
    const nodeA = Math.min(node1, node2);
    const nodeB = Math.max(node1, node2);
    const kinds = this.bodies.nodes.columns.kind;
    const kind = edgeKindOf(kinds[nodeA], kinds[nodeB]);
    if (kind < 0 || nodeA === nodeB) {
      throw new Error(
        `An edge between nodes ${nodeA} (${NODE_KINDS[kinds[nodeA]]}) and ${nodeB} (${NODE_KINDS[kinds[nodeB]]}) makes no sense.`,
      );
    }
    if (this.find(nodeA, nodeB) >= 0) throw new Error(`Nodes ${nodeA} and ${nodeB} have an edge already.`);
    this.changes++;
    const edge = this.edges.allocate();
    const columns = this.edges.columns;
    columns.nodes[2 * edge] = nodeA;
    columns.nodes[2 * edge + 1] = nodeB;
    columns.kind[edge] = kind;
    columns.firstContact[edge] = -1;
    columns.firstJoint[edge] = -1;
    this.#map.insert(nodeA, nodeB, edge);
    this.#link(edge, 0);
    this.#link(edge, 1);
    return edge;
  }

  remove(edge: number): void {
    this.changes++;
    this.clearContacts(edge);
    this.#unlink(edge, 0);
    this.#unlink(edge, 1);
    const { nodes } = this.edges.columns;
    this.#map.remove(nodes[2 * edge], nodes[2 * edge + 1]);
    this.edges.release(edge);
  }

  /** Makes a node one of another kind, and its edges with it; they stay in the chains they are in. */
  changeKind(node: number, nodeKind: number): void {
    const { kind: kinds, firstStaticEdge, firstDynamicEdge } = this.bodies.nodes.columns;
    const { nodes, next, kind } = this.edges.columns;
    kinds[node] = nodeKind;
    for (const first of [firstStaticEdge[node], firstDynamicEdge[node]]) {
      for (let entry = first; entry >= 0; entry = next[entry]) kind[entry >> 1] = edgeKindOf(nodeKind, kinds[nodes[entry ^ 1]]);
    }
  }

  /** The nodes at the other ends of the structural edges of a node, in the order of their rows: members, links, or what has it. */
  structuralNeighbours(node: number): number[] {
    const { nodes, next, kind } = this.edges.columns;
    const found: number[] = [];
    for (let entry = this.bodies.nodes.columns.firstStaticEdge[node]; entry >= 0; entry = next[entry])
      if (isStructural(kind[entry >> 1])) found.push(nodes[entry ^ 1]);
    return found.sort((a, b) => a - b);
  }

  /** Removes all edges of a node; its joints must be gone. */
  removeEdgesOf(node: number): void {
    const { firstStaticEdge, firstDynamicEdge } = this.bodies.nodes.columns;
    while (firstStaticEdge[node] >= 0) this.remove(firstStaticEdge[node] >> 1);
    while (firstDynamicEdge[node] >= 0) this.remove(firstDynamicEdge[node] >> 1);
  }

  /**
   * Room for `count` contacts at the edge; the contacts it had are lost unless they fit where they are. A phase that holds
   * columns while it calls this has given the table of contacts enough rows beforehand.
   */
  reserveContacts(edge: number, count: number): void {
    if (count <= this.edges.columns.contactRoom[edge]) return;
    this.clearContacts(edge);
    const size = blockSize(count);
    const rank = rankOf(size);
    let first = this.blocks.columns.firstFree[rank];
    if (first >= 0) this.blocks.columns.firstFree[rank] = this.contacts.columns.nextFreeBlock[first];
    else {
      first = this.contacts.size;
      this.contacts.ensureCapacity(first + size);
      this.contacts.size = first + size;
      this.contacts.clearRows(first, size);
    }
    this.edges.columns.firstContact[edge] = first;
    this.edges.columns.contactRoom[edge] = size;
  }

  /** Makes room for one more contact at the edge, behind those it has. Returns its row, which holds what it happens to. */
  addContact(edge: number): number {
    const { firstContact, contactCount, contactRoom } = this.edges.columns;
    const count = contactCount[edge];
    const room = contactRoom[edge];
    if (count === room) {
      const from = firstContact[edge];
      contactRoom[edge] = 0;
      this.reserveContacts(edge, count + 1);
      this.contacts.copyRows(from, firstContact[edge], count);
      if (room > 0) this.#freeBlock(from, room);
      this.contactMoves++;
    }
    contactCount[edge] = count + 1;
    return firstContact[edge] + count;
  }

  /** Gives the edge's contacts back. */
  clearContacts(edge: number): void {
    const { firstContact, contactCount, contactRoom } = this.edges.columns;
    contactCount[edge] = 0;
    const room = contactRoom[edge];
    if (room === 0) return;
    this.#freeBlock(firstContact[edge], room);
    firstContact[edge] = -1;
    contactRoom[edge] = 0;
  }

  #freeBlock(first: number, room: number): void {
    const { firstFree } = this.blocks.columns;
    this.contacts.columns.nextFreeBlock[first] = firstFree[rankOf(room)];
    firstFree[rankOf(room)] = first;
  }

  /**
   * Moves all edges to other rows: row i becomes what row source[i] was, and place[] says where each row has gone. Who has noted the rows
   * of edges sees by the changes, and by the moves of contacts, that they do not hold any more.
   */
  moveEdges(source: Int32Array, place: Int32Array): void {
    const { edges, joints, bodies } = this;
    edges.rearrange(source);
    const { next, previous } = edges.columns;
    const { firstStaticEdge, firstDynamicEdge } = bodies.nodes.columns;
    moveEntries(next, 2 * edges.size, place);
    moveEntries(previous, 2 * edges.size, place);
    moveEntries(firstStaticEdge, bodies.nodes.size, place);
    moveEntries(firstDynamicEdge, bodies.nodes.size, place);
    const { edge: edgeOf } = joints.table.columns;
    for (let joint = 0; joint < joints.table.size; joint++) if (edgeOf[joint] >= 0) edgeOf[joint] = place[edgeOf[joint]];
    this.#map.renumber(place);
    this.changes++;
    this.contactMoves++;
  }

  /** Makes the map of pairs anew from the edge table, after a restore. */
  rebuildMap(): void {
    this.#map.clear();
    const { nodes } = this.edges.columns;
    for (let edge = 0; edge < this.edges.size; edge++)
      if (this.edges.isLive(edge)) this.#map.insert(nodes[2 * edge], nodes[2 * edge + 1], edge);
  }

  #chainOf(edge: number): Int32Array {
    const kind = this.edges.columns.kind[edge];
    const { firstStaticEdge, firstDynamicEdge } = this.bodies.nodes.columns;
    return isLogical(kind) || isStructural(kind) ? firstStaticEdge : firstDynamicEdge;
  }

  #link(edge: number, side: number): void {
    const { nodes, next, previous } = this.edges.columns;
    const first = this.#chainOf(edge);
    const entry = 2 * edge + side;
    const node = nodes[entry];
    next[entry] = first[node];
    previous[entry] = -1;
    if (first[node] >= 0) previous[first[node]] = entry;
    first[node] = entry;
  }

  #unlink(edge: number, side: number): void {
    const { nodes, next, previous } = this.edges.columns;
    const entry = 2 * edge + side;
    if (previous[entry] >= 0) next[previous[entry]] = next[entry];
    else this.#chainOf(edge)[nodes[entry]] = next[entry];
    if (next[entry] >= 0) previous[next[entry]] = previous[entry];
  }
}

/** Entries of chains, 2 edge + side, -1 at the ends. */
function moveEntries(entries: Int32Array, count: number, place: Int32Array): void {
  for (let i = 0; i < count; i++) if (entries[i] >= 0) entries[i] = 2 * place[entries[i] >> 1] + (entries[i] & 1);
}

/**
 * Rows of the block that holds `count` contacts: one, which is what a ball has, or a power of two from that of a face on, so that
 * what rolls over its edges and corners stays where it is.
 */
export function blockSize(count: number): number {
  if (count <= 1) return 1;
  let size = CONTACTS_OF_A_FACE;
  while (size < count) size *= 2;
  return size;
}

function rankOf(size: number): number {
  return 31 - Math.clz32(size);
}
