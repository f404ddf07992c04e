// Hashes of the state, by which tests and recordings compare worlds: equal hashes mean equal states, bit for bit, as
// far as 64 bits can tell. Nodes are hashed in the order of their rows, each with its shapes, edges in the order of
// their nodes, joints and couplings in the order of their rows. The rows of shapes, edges and contacts, and the free
// rows, are not part of the hash.

import type { Bodies } from '../bodies/bodies.js';
import type { NODE_SCHEMA } from '../bodies/node-table.js';
import { LOCK_COLUMNS, RARE_COLUMNS, SLEEP_COLUMNS } from '../bodies/node-table.js';
import type { ContactGraph } from '../detection/contact-graph/contact-graph.js';
import { JOINT_KINDS } from '../joints/joint-kinds.js';
import { COORDINATE_COLUMNS } from '../joints/joint-table.js';
import type { Joints } from '../joints/joints.js';
import { Hash } from '../math/hash.js';
import { HULL, isTriangulated } from '../shapes/shape-kinds.js';
import type { State } from '../state/state.js';
import type { AnyTable } from './snapshot.js';

/** Prefix of the hash of a world that runs the reference kernel, which gives different bits. */
export const REFERENCE_PREFIX = 'reference-';

/** For joints of at most this many coordinates, only so many numbers of each column of coordinates are hashed. */
const USUAL_COORDINATES = 3;
const USUAL_WIDTHS = Object.fromEntries(COORDINATE_COLUMNS.map((name) => [name, USUAL_COORDINATES]));

/** Values of the sleep columns of nodes that never slept. */
const SLEEP_USUAL = Object.fromEntries(SLEEP_COLUMNS.map((name) => [name, 0]));

/** More nodes than a table has rows. */
const MOST_NODES = 0x1000000;

export function hashState({ bodies, graph, joints, flights, touches, time, stepCount }: State): string {
  const hash = new Hash();
  for (const number of [time, stepCount]) hash.number(number);
  const ordinals = hashBodies(hash, bodies);
  hashEdges(hash, graph, ordinals);
  hashJoints(hash, joints);
  hashSlots(hash, bodies);
  hashFlights(hash, flights, touches);
  return hash.toString();
}

/** Hashes nodes and shapes. Returns by row of a shape its ordinal, counted in the order of nodes. */
function hashBodies(hash: Hash, bodies: Bodies): Int32Array {
  const { nodes, shapes, hulls } = bodies;
  const nodeRows = new RowHash(nodes as unknown as AnyTable, [
    ...SLEEP_COLUMNS,
    ...Object.keys(RARE_COLUMNS),
    ...Object.keys(LOCK_COLUMNS),
  ]);
  const shapeRows = new RowHash(shapes as unknown as AnyTable);
  const ordinals = new Int32Array(shapes.size);
  const { kind, geometry, next } = shapes.columns;
  let count = 0;
  for (let row = 0; row < nodes.size; row++) {
    if (!nodes.isLive(row)) continue;
    hash.number(row);
    nodeRows.add(hash, row);
    for (let shape = nodes.columns.firstShape[row]; shape >= 0; shape = next[shape]) {
      ordinals[shape] = count++;
      shapeRows.add(hash, shape);
      if (isTriangulated(kind[shape])) hash.number(geometry[shape]);
      const { vertices } = (kind[shape] === HULL && hulls[geometry[shape]]) || { vertices: undefined };
      if (vertices !== undefined) hash.column(vertices, 0, vertices.length);
    }
  }
  hashUnusual(hash, nodes, SLEEP_USUAL);
  hashUnusual(hash, nodes, RARE_COLUMNS);
  hashUnusual(hash, nodes, LOCK_COLUMNS);
  return ordinals;
}

/**
 * Hashes columns that most nodes leave at their usual values, such as those of sleep: only the nodes with another value
 * in any of them. So a world without such nodes kept its hash when these columns were introduced.
 */
function hashUnusual(hash: Hash, nodes: Bodies['nodes'], usual: Partial<Record<keyof typeof NODE_SCHEMA, number>>): void {
  const columns = Object.entries(usual).map(([name, value]) => ({
    column: nodes.columns[name as keyof typeof NODE_SCHEMA],
    width: nodes.schema[name as keyof typeof NODE_SCHEMA].width,
    value,
  }));
  const isUsual = (row: number): boolean =>
    columns.every(({ column, width, value }) =>
      column.subarray(width * row, width * (row + 1)).every((number) => number === value),
    );
  for (let row = 0; row < nodes.size; row++) {
    if (!nodes.isLive(row) || isUsual(row)) continue;
    hash.number(row);
    for (const { column, width } of columns) hash.column(column, width * row, width);
  }
}

function hashEdges(hash: Hash, graph: ContactGraph, ordinals: Int32Array): void {
  const { edges, contacts } = graph;
  const edgeRows = new RowHash(edges as unknown as AnyTable, ['generation']);
  const contactRows = new RowHash(contacts as unknown as AnyTable);
  const { firstContact, contactCount } = edges.columns;
  const { shapes } = contacts.columns;
  for (const edge of listEdges(graph)) {
    edgeRows.add(hash, edge);
    for (let contact = firstContact[edge]; contact < firstContact[edge] + contactCount[edge]; contact++) {
      for (let side = 0; side < 2; side++) hash.number(ordinals[shapes[2 * contact + side]]);
      contactRows.add(hash, contact);
    }
  }
}

/** Joints with few coordinates kept their hash when kinds with more coordinates were introduced. */
function hashJoints(hash: Hash, { table, couplings }: Joints): void {
  const { kind } = table.columns;
  const jointRows = new RowHash(table as unknown as AnyTable, [], USUAL_WIDTHS);
  for (let row = 0; row < table.size; row++) {
    if (!table.isLive(row)) continue;
    hash.number(row);
    jointRows.add(hash, row, JOINT_KINDS[kind[row]].coordinates.length <= USUAL_COORDINATES);
  }
  const couplingRows = new RowHash(couplings as unknown as AnyTable);
  for (let row = 0; row < couplings.size; row++) {
    if (!couplings.isLive(row)) continue;
    hash.number(row);
    couplingRows.add(hash, row);
  }
}

function hashSlots(hash: Hash, { slots }: Bodies): void {
  slots.forEach((numbers, node) => {
    if (numbers === undefined) return;
    hash.number(node);
    hash.column(numbers, 0, numbers.length);
  });
}

function hashFlights(hash: Hash, flights: State['flights'], touches: State['touches']): void {
  const rowHash = new RowHash(flights as unknown as AnyTable);
  for (let row = 0; row < flights.size; row++) if (flights.columns.node[row] !== 0) rowHash.add(hash, row);
  const touchHash = new RowHash(touches as unknown as AnyTable);
  // The order of rows is not state: after a rollback, redone touches may precede older ones. So they are sorted by
  // nodes.
  const { nodes } = touches.columns;
  const order = Int32Array.from({ length: touches.size }, (_, row) => row);
  order.sort((i, j) => nodes[2 * i] - nodes[2 * j] || nodes[2 * i + 1] - nodes[2 * j + 1]);
  for (const row of order) touchHash.add(hash, row);
}

/** Rows of all edges, in the order of their nodes. */
function listEdges(graph: ContactGraph): Int32Array {
  const { edges } = graph;
  const { nodes } = edges.columns;
  const pairs = new Float64Array(edges.liveCount);
  for (let edge = 0, i = 0; edge < edges.size; edge++) {
    if (edges.isLive(edge)) pairs[i++] = MOST_NODES * nodes[2 * edge] + nodes[2 * edge + 1];
  }
  pairs.sort();
  return Int32Array.from(pairs, (pair) => graph.find(Math.floor(pair / MOST_NODES), pair % MOST_NODES));
}

/** Hashes the state columns of a table as words, row by row. */
class RowHash {
  readonly #columns: readonly Int32Array[];
  readonly #widths: readonly number[];
  /** By column: number of words that are hashed of a usual row. */
  readonly #usual: readonly number[];

  /** `except`: columns left out. `usual`: count of numbers hashed of a usual row, where others have more. */
  constructor(table: AnyTable, except: readonly string[] = [], usual: Readonly<Record<string, number>> = {}) {
    const names = table.stateColumns().filter((name) => !except.includes(name));
    const columns = names.map((name) => table.columns[name]);
    const wordsOf = (width: number, i: number) => (width * columns[i].BYTES_PER_ELEMENT) / 4;
    this.#columns = columns.map(({ buffer, byteOffset, byteLength }) => new Int32Array(buffer, byteOffset, byteLength / 4));
    this.#widths = names.map((name, i) => wordsOf(table.schema[name].width, i));
    this.#usual = names.map((name, i) => wordsOf(usual[name] ?? table.schema[name].width, i));
  }

  add(hash: Hash, row: number, isUsual = false): void {
    for (let i = 0; i < this.#columns.length; i++) {
      const first = this.#widths[i] * row;
      hash.words(this.#columns[i], first, first + (isUsual ? this.#usual[i] : this.#widths[i]));
    }
  }
}

/** Hash of the pose and velocity of one node, its kind and whether it is active. */
export function hashNode(bodies: Bodies, row: number): number {
  const { position, orientation, velocity, kind, active } = bodies.nodes.columns;
  const hash = new Hash();
  hash.column(kind, row, 1);
  hash.column(active, row, 1);
  hash.column(position, 3 * row, 3);
  hash.column(orientation, 4 * row, 4);
  hash.column(velocity, 6 * row, 6);
  return hash.uint32();
}
