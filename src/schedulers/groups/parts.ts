// Fission: what a contact group falls apart into. Two bodies are of one part as long as they touched within the time of
// separation, or where a joint or another body of the part connects them. Fixed and scripted bodies carry parts, but
// connect none.

import { isInsulator } from '../../bodies/node-kinds.js';
import { isGeometric } from '../../detection/contact-graph/edge-kinds.js';
import { acts } from '../../detection/islands/acting-joints.js';
import { SEPARATED } from '../../detection/narrow-phase/principal-contact.js';
import { WORLD_END } from '../../joints/joint-table.js';
import type { State } from '../../state/state.js';
import { doubled } from '../../table/doubled.js';
import type { Members } from './members.js';
import type { OwnEdges } from './own-edges.js';

export class Parts {
  /** How many there are. */
  count = 0;
  /** Of each mover of the group, by its place: the part that it is of. Parts are numbered in the order of their lowest rows. */
  partOf = new Int32Array(64);
  /** Of each part: 1 when it is one body that touches nothing, so that it flies. */
  isFlying = new Int32Array(64);
  readonly #state: State;
  #parent = new Int32Array(64);
  /** Of each mover: 1 when it touches something that does not move by itself, has a joint, or has locked axes. */
  #isHeld = new Int32Array(64);

  constructor(state: State) {
    this.#state = state;
  }

  /** All of a group is one part, whatever it touches. */
  takeWhole(members: Members, group: number): void {
    this.#reserve(members.moverCount(group));
    this.count = 1;
    this.partOf.fill(0, 0, members.moverCount(group));
    this.isFlying[0] = 0;
  }

  /** Finds the parts of the group at hand at a time [s]. What has not touched for longer than `separation` [s] is apart. */
  find(members: Members, group: number, edges: OwnEdges, time: number, separation: number): void {
    const count = members.moverCount(group);
    this.#reserve(count);
    for (let i = 0; i < count; i++) this.#parent[i] = i;
    this.#isHeld.fill(0, 0, count);
    this.#joinByEdges(members, edges, time, separation);
    this.#joinByJoints(members, group);
    const { locks } = this.#state.bodies.nodes.columns;
    for (let i = 0; i < count; i++) if (locks[members.mover(group, i)] !== 0) this.#isHeld[i] = 1;
    this.#number(count);
  }

  #joinByEdges(members: Members, edges: OwnEdges, time: number, separation: number): void {
    const { mover, kind: kinds } = this.#state.bodies.nodes.columns;
    const { kind } = this.#state.graph.edges.columns;
    for (let i = 0; i < edges.count; i++) {
      if (isGeometric(kind[edges.edge[i]]) || !(time - edges.touched[i] < separation)) continue;
      const place = members.placeOf(mover[edges.node[i]]);
      if (members.has(edges.other[i])) this.#join(place, members.placeOf(mover[edges.other[i]]));
      else if (isInsulator(kinds[edges.other[i]])) this.#isHeld[place] = 1;
    }
  }

  #joinByJoints(members: Members, group: number): void {
    const { mover } = this.#state.bodies.nodes.columns;
    const { nodes: ends } = this.#state.joints.table.columns;
    const first = members.firstJoint(group);
    for (let i = first; i < first + members.jointCount(group); i++) {
      const joint = members.words[i];
      if (!acts(this.#state, joint)) continue;
      const a = ends[2 * joint];
      const b = ends[2 * joint + 1];
      const isOfA = a !== WORLD_END && members.has(a);
      if (isOfA) this.#isHeld[members.placeOf(mover[a])] = 1;
      if (members.has(b)) this.#isHeld[members.placeOf(mover[b])] = 1;
      if (isOfA && members.has(b)) this.#join(members.placeOf(mover[a]), members.placeOf(mover[b]));
    }
    this.#joinByCouplings(members, group);
  }

  /** Joints that are coupled are of one part, whatever is between them. */
  #joinByCouplings(members: Members, group: number): void {
    const { mover } = this.#state.bodies.nodes.columns;
    const { nodes: ends } = this.#state.joints.table.columns;
    const { joints } = this.#state.joints.couplings.columns;
    const first = members.firstCoupling(group);
    for (let i = first; i < first + members.couplingCount(group); i++) {
      const coupling = members.words[i];
      const a = ends[2 * joints[2 * coupling] + 1];
      const b = ends[2 * joints[2 * coupling + 1] + 1];
      if (members.has(a) && members.has(b)) this.#join(members.placeOf(mover[a]), members.placeOf(mover[b]));
    }
  }

  /** Numbers the parts, and finds those that fly. */
  #number(count: number): void {
    this.count = 0;
    for (let i = 0; i < count; i++) {
      const root = this.#rootOf(i);
      // The root of a tree is its lowest place.
      if (root === i) {
        this.partOf[i] = this.count;
        this.isFlying[this.count++] = 1;
      } else {
        this.partOf[i] = this.partOf[root];
        this.isFlying[this.partOf[i]] = 0;
      }
      if (this.#isHeld[i] !== 0) this.isFlying[this.partOf[i]] = 0;
    }
  }

  #join(a: number, b: number): void {
    const p = this.#rootOf(a);
    const q = this.#rootOf(b);
    this.#parent[Math.max(p, q)] = Math.min(p, q);
  }

  #rootOf(place: number): number {
    const parent = this.#parent;
    let i = place;
    while (parent[i] !== i) {
      parent[i] = parent[parent[i]];
      i = parent[i];
    }
    return i;
  }

  #reserve(count: number): void {
    while (this.partOf.length < count) {
      this.partOf = doubled(this.partOf);
      this.isFlying = doubled(this.isFlying);
      this.#parent = doubled(this.#parent);
      this.#isHeld = doubled(this.#isHeld);
    }
  }
}

/** Whether the two bodies of an edge touch, be it that they were hit in the step before. */
export function isTouching({ graph }: State, edge: number): boolean {
  const { contactState, kind } = graph.edges.columns;
  return contactState[edge] !== SEPARATED && !isGeometric(kind[edge]);
}
