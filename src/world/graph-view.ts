// The contact graph for users: nodes, edges, contacts and groups as plain objects, made on each call. Read only.

import type { NodeKind } from '../bodies/node-kinds.js';
import { NODE_KINDS } from '../bodies/node-kinds.js';
import type { ContactGraph } from '../detection/contact-graph/contact-graph.js';
import type { EdgeCategory } from '../detection/contact-graph/edge-kinds.js';
import { EDGE_KINDS } from '../detection/contact-graph/edge-kinds.js';
import { jointsOf } from '../detection/contact-graph/joint-edges.js';
import type { Detection } from '../detection/detection.js';
import type { EventKind } from '../events/events.js';
import { EVENT_KINDS } from '../events/events.js';
import { InputError, refuse } from '../input/fields.js';
import type { Vec3 } from '../math/vector.js';
import { add, scale, vectorAt } from '../math/vector.js';

const STATES = ['separated', 'touching', 'penetrating'] as const;

export interface NodeView {
  readonly id: number;
  readonly name: string | undefined;
  readonly kind: NodeKind;
  readonly active: boolean;
  /** Index of the node's contact group in the last step, -1 for none. */
  readonly group: number;
}

/**
 * A contact as of the last detection, with its impulses of the step. Most methods detect at the beginning of a step
 * only. A method that detects again at the end shows the contacts of that second detection.
 */
export interface ContactView {
  /** Contact point, half way between the two surfaces [m]. */
  readonly point: Vec3;
  /** Unit normal from A to B [1]. */
  readonly normal: Vec3;
  /** Signed distance: > 0 separated, < 0 penetrating [m]. */
  readonly gap: number;
  /** Id of the features that meet, the same from step to step. */
  readonly feature: number;
  /** Impulse along the normal, at least zero [N s]. */
  readonly normalImpulse: number;
  /** Friction impulse on B; the one on A is opposite [N s]. */
  readonly frictionImpulse: Vec3;
  /** Total impulse on B: normal and friction [N s]. */
  readonly impulseOnB: Vec3;
  /** Total impulse on A: opposite to `impulseOnB` [N s]. */
  readonly impulseOnA: Vec3;
  /** Angular impulse of rolling and spinning friction on B; the one on A is opposite [N m s]. */
  readonly torqueOnB: Vec3;
}

export interface EdgeView {
  /** Ids of the two nodes; A has the smaller index. */
  readonly a: number;
  readonly b: number;
  /** Kind of the edge in the words of the contact graph paper, e.g. "rigid vs. fixed". */
  readonly kind: string;
  readonly category: EdgeCategory;
  readonly state: (typeof STATES)[number];
  /** Whether the bounding boxes overlap. */
  readonly proximity: boolean;
  /** Smallest signed distance [m]; infinite for a separated pair, whose distance is above the envelope. */
  readonly gap: number;
  /** Kinds of the events of this edge that were delivered last. */
  readonly marks: readonly EventKind[];
  readonly contacts: readonly ContactView[];
  /** Ids of the joints between the two, in the order of their indices. */
  readonly joints: readonly number[];
}

export interface GroupView {
  readonly edges: readonly EdgeView[];
  /** Ids of the movers of the group: bodies and composites. */
  readonly bodies: readonly number[];
}

/** A reference to a node: a body or another handle, a node of `nodes()`, or any object with its id. */
export interface NodeReference {
  readonly id: number;
}

/** The graph that made each node view, to refuse nodes of other worlds. */
const givenBy = new WeakMap<object, GraphView>();

export class GraphView {
  readonly #detection: Detection;

  constructor(detection: Detection) {
    this.#detection = detection;
  }

  /** The tables of the graph, to read whole columns. They may be reallocated when the world changes: keep no column. */
  get tables(): Pick<ContactGraph, 'edges' | 'contacts'> {
    return this.#detection.graph;
  }

  get nodeCount(): number {
    return this.#detection.bodies.nodes.liveCount;
  }

  get edgeCount(): number {
    return this.#detection.graph.edges.liveCount;
  }

  /** All nodes in the order of their indices. */
  *nodes(): Generator<NodeView> {
    const { nodes } = this.#detection.bodies;
    for (let row = 0; row < nodes.size; row++) if (nodes.isLive(row)) yield this.#node(row);
  }

  /** All edges. */
  *edges(): Generator<EdgeView> {
    const { edges } = this.#detection.graph;
    for (let edge = 0; edge < edges.size; edge++) if (edges.isLive(edge)) yield this.#edge(edge);
  }

  /** The edges of one node. */
  edgesOf(node: NodeReference): Generator<EdgeView> {
    return this.#edgesOf(this.#rowOf(node, 'node'));
  }

  *#edgesOf(row: number): Generator<EdgeView> {
    const { bodies, graph } = this.#detection;
    if (row < 0) return;
    const { firstStaticEdge, firstDynamicEdge } = bodies.nodes.columns;
    for (const first of [firstStaticEdge[row], firstDynamicEdge[row]]) {
      for (let entry = first; entry >= 0; entry = graph.edges.columns.next[entry]) yield this.#edge(entry >> 1);
    }
  }

  /** The edge between two nodes, found in constant time; undefined when there is none. */
  edgeBetween(a: NodeReference, b: NodeReference): EdgeView | undefined {
    const { graph } = this.#detection;
    const rowA = this.#rowOf(a, 'a');
    const rowB = this.#rowOf(b, 'b');
    const edge = rowA < 0 || rowB < 0 || rowA === rowB ? -1 : graph.find(rowA, rowB);
    return edge < 0 ? undefined : this.#edge(edge);
  }

  /** The row of a node, -1 when it was removed; throws for a node of another world, whose ids mean other nodes. */
  #rowOf(node: NodeReference, path: string): number {
    if (typeof node !== 'object' || node === null || typeof node.id !== 'number')
      refuse(path, node, 'a body or a node with its id');
    const graph = givenBy.get(node) ?? (node as { world?: { graph?: GraphView } }).world?.graph;
    if (graph !== undefined && graph !== this) throw new InputError(`${path} is the node of id ${node.id} of another world.`);
    return this.#detection.bodies.nodes.rowOf(node.id);
  }

  /** The contact groups of the last step. */
  groups(): GroupView[] {
    const { groups, bodies } = this.#detection;
    const { member: edges } = groups.edges.columns;
    const { member: movers } = groups.movers.columns;
    return groups.list.slice(0, groups.count).map(({ firstEdge, edgeCount, firstBody, bodyCount }) => ({
      edges: Array.from(edges.subarray(firstEdge, firstEdge + edgeCount), (edge) => this.#edge(edge)),
      bodies: Array.from(movers.subarray(firstBody, firstBody + bodyCount), (row) => bodies.nodes.idOf(row)),
    }));
  }

  #node(row: number): NodeView {
    const { bodies } = this.#detection;
    const { kind, active, group } = bodies.nodes.columns;
    const node = {
      id: bodies.nodes.idOf(row),
      name: bodies.names[row],
      kind: NODE_KINDS[kind[row]],
      active: active[row] !== 0,
      group: group[row],
    };
    givenBy.set(node, this);
    return node;
  }

  #edge(edge: number): EdgeView {
    const { bodies, graph } = this.#detection;
    const { nodes, kind, contactState, proximity, gap, marks, firstContact, contactCount } = graph.edges.columns;
    return {
      a: bodies.nodes.idOf(nodes[2 * edge]),
      b: bodies.nodes.idOf(nodes[2 * edge + 1]),
      kind: EDGE_KINDS[kind[edge]].name,
      category: EDGE_KINDS[kind[edge]].category,
      state: STATES[contactState[edge]],
      proximity: proximity[edge] !== 0,
      gap: contactState[edge] === 0 ? Number.POSITIVE_INFINITY : gap[edge],
      marks: EVENT_KINDS.filter((_, event) => (marks[edge] & (1 << event)) !== 0),
      contacts: Array.from({ length: contactCount[edge] }, (_, i) => this.#contact(firstContact[edge] + i)),
      joints: Array.from(jointsOf(graph, edge), (joint) => graph.joints.table.idOf(joint)),
    };
  }

  #contact(contact: number): ContactView {
    const { bodies, graph } = this.#detection;
    const { gap, feature, impulse, torque, worldPoint, worldNormal } = graph.contacts.columns;
    const normal = vectorAt(worldNormal, 3 * contact);
    const normalImpulse = impulse[4 * contact];
    const frictionImpulse = vectorAt(impulse, 4 * contact + 1);
    const impulseOnB = add(scale(normal, normalImpulse), frictionImpulse);
    return {
      point: vectorAt(worldPoint, 3 * contact),
      normal,
      gap: gap[contact],
      feature: feature[contact],
      normalImpulse,
      frictionImpulse,
      impulseOnB,
      impulseOnA: scale(impulseOnB, -1),
      torqueOnB: bodies.materials.areResisting ? vectorAt(torque, 3 * contact) : [0, 0, 0],
    };
  }
}
