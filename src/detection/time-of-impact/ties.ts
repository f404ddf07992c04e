// Which movers belong together while some go ahead of others in time: those that contacts, joints or composites tie to
// each other are at one time. What contacts press is carried, and so is what joints and locks hold: only a method can move
// it. All else flies.

import { isTied } from '../../bodies/locks.js';
import { isInsulator } from '../../bodies/node-kinds.js';
import { isMover } from '../at-hand.js';
import { isStructural } from '../contact-graph/edge-kinds.js';
import type { Detection } from '../detection.js';
import { couples } from '../islands/acting-joints.js';

/**
 * Two free bodies press each other where they would close by more than this share of the half thickness of the thinner
 * one [1].
 */
const CLOSING = 1e-3;

const END = 0;

export class Ties {
  /** Forest of the nodes, and of a root how many movers its tree has and whether it is carried. */
  #parent = new Int32Array(0);
  #size = new Int32Array(0);
  #isCarried = new Uint8Array(0);
  /** Movers of a tree: the first by root, and the one behind each; -1 at the end. */
  #first = new Int32Array(0);
  #next = new Int32Array(0);
  readonly #numbers = new Float64Array(1);

  /** Ties what belongs together up to a time [s]; without contacts where only joints and composites are to count. */
  renew(detection: Detection, end: number, byContacts: boolean): void {
    const { bodies } = detection;
    const { size, columns } = bodies.nodes;
    this.#reserve(size);
    this.#numbers[END] = end;
    for (let row = 0; row < size; row++) this.#parent[row] = row;
    for (let row = 0; row < size; row++) if (bodies.nodes.isLive(row)) this.#join(detection, row, columns.mover[row]);
    this.#joinEdges(detection, byContacts);
    this.#joinCouplings(detection);
    this.#listTrees(detection);
    if (byContacts) this.#findCarried(detection);
  }

  rootOf(row: number): number {
    const parent = this.#parent;
    let node = row;
    while (parent[node] !== node) {
      parent[node] = parent[parent[node]];
      node = parent[node];
    }
    return node;
  }

  /** How many movers belong together with a node. */
  sizeOf(row: number): number {
    return this.#size[this.rootOf(row)];
  }

  isCarried(row: number): boolean {
    return this.#isCarried[this.rootOf(row)] !== 0;
  }

  /** The first mover of a root's tree, and the one behind a mover; -1 at the end. */
  firstOf(root: number): number {
    return this.#first[root];
  }

  nextOf(row: number): number {
    return this.#next[row];
  }

  #reserve(size: number): void {
    if (this.#parent.length >= size) return;
    this.#parent = new Int32Array(2 * size);
    this.#size = new Int32Array(2 * size);
    this.#isCarried = new Uint8Array(2 * size);
    this.#first = new Int32Array(2 * size);
    this.#next = new Int32Array(2 * size);
  }

  #joinEdges(detection: Detection, byContacts: boolean): void {
    const { edges } = detection.graph;
    const { nodes: ends, contactCount, kind, firstJoint } = edges.columns;
    for (let edge = 0; edge < edges.size; edge++) {
      const isTied = (byContacts && contactCount[edge] > 0) || firstJoint[edge] >= 0 || isStructural(kind[edge]);
      if (isTied && edges.isLive(edge)) this.#join(detection, ends[2 * edge], ends[2 * edge + 1]);
    }
  }

  #joinCouplings(detection: Detection): void {
    const { state } = detection;
    const { table, couplings } = state.joints;
    for (let coupling = 0; coupling < couplings.size; coupling++) {
      if (!couples(state, coupling)) continue;
      const p = couplings.columns.joints[2 * coupling];
      const q = couplings.columns.joints[2 * coupling + 1];
      this.#join(detection, table.columns.nodes[2 * p + 1], table.columns.nodes[2 * q + 1]);
    }
  }

  /** What does not move by itself parts what it touches. */
  #join({ bodies }: Detection, a: number, b: number): void {
    const { kind } = bodies.nodes.columns;
    if (a < 0 || b < 0 || isInsulator(kind[a]) || isInsulator(kind[b])) return;
    const p = this.rootOf(a);
    const q = this.rootOf(b);
    this.#parent[Math.max(p, q)] = Math.min(p, q);
  }

  #listTrees({ bodies }: Detection): void {
    const { size, columns } = bodies.nodes;
    this.#first.fill(-1, 0, size);
    this.#size.fill(0, 0, size);
    this.#isCarried.fill(0, 0, size);
    // From the back, so that a tree lists its movers in the order of their rows.
    for (let row = size - 1; row >= 0; row--) {
      if (!isMover(bodies, row)) continue;
      const root = this.rootOf(row);
      this.#next[row] = this.#first[root];
      this.#first[root] = row;
      this.#size[root]++;
      if (isTied(columns, row)) this.#isCarried[root] = 1;
    }
  }

  #findCarried(detection: Detection): void {
    const { graph, bodies } = detection;
    const { nodes: ends, contactCount } = graph.edges.columns;
    const { kind } = bodies.nodes.columns;
    for (let edge = 0; edge < graph.edges.size; edge++) {
      if (contactCount[edge] === 0 || !graph.edges.isLive(edge)) continue;
      const moving = ends[2 * edge + (isInsulator(kind[ends[2 * edge]]) ? 1 : 0)];
      const root = this.rootOf(moving);
      if (this.#isCarried[root] === 0 && this.#isPressed(detection, edge)) this.#isCarried[root] = 1;
    }
  }

  /** Whether the bodies of an edge would close a contact of it up to the end, if they flew. */
  #isPressed({ graph, bodies, state }: Detection, edge: number): boolean {
    const { nodes: ends, firstContact, contactCount } = graph.edges.columns;
    const { shapes, passing, gap, worldPoint: p, worldNormal: n } = graph.contacts.columns;
    const { mover, position: x, velocity: u, time, inverseMass, gravityScale } = bodies.nodes.columns;
    const { gravity } = state.settings;
    const { thickness } = bodies.shapes.columns;
    const a = mover[ends[2 * edge]];
    const b = mover[ends[2 * edge + 1]];
    const rest = this.#numbers[END] - Math.max(inverseMass[a] > 0 ? time[a] : 0, inverseMass[b] > 0 ? time[b] : 0);
    const areBothFree = inverseMass[a] > 0 && inverseMass[b] > 0;
    for (let contact = firstContact[edge]; contact < firstContact[edge] + contactCount[edge]; contact++) {
      if (passing[contact] !== 0) continue;
      const c = 3 * contact;
      let closing = 0;
      let pull = 0;
      for (let k = 0; k < 3; k++) {
        const i = (k + 1) % 3;
        const j = (k + 2) % 3;
        const ofA = u[6 * a + k] + u[6 * a + 3 + i] * (p[c + j] - x[3 * a + j]) - u[6 * a + 3 + j] * (p[c + i] - x[3 * a + i]);
        const ofB = u[6 * b + k] + u[6 * b + 3 + i] * (p[c + j] - x[3 * b + j]) - u[6 * b + 3 + j] * (p[c + i] - x[3 * b + i]);
        closing += n[c + k] * (ofA - ofB);
        const fallOfA = inverseMass[a] > 0 ? gravityScale[a] : 0;
        const fallOfB = inverseMass[b] > 0 ? gravityScale[b] : 0;
        pull += n[c + k] * gravity[k] * (fallOfA - fallOfB);
      }
      const thinner = Math.min(thickness[shapes[2 * contact]], thickness[shapes[2 * contact + 1]]);
      const room = Math.max(0, gap[contact]) + (areBothFree ? CLOSING * thinner : 0);
      if (rest * (closing + 0.5 * rest * pull) > room) return true;
    }
    return false;
  }
}
