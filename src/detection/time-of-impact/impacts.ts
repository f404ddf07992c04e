// Continuous detection, for schedulers: the bodies that hit something within a step which they would else pass are followed from impact to
// impact, together with all that they may meet on the way. The others take the step as a whole.
//
// Bodies are followed together where the boxes of their ways overlap, or where contacts or joints connect them. What an impact sends
// elsewhere is looked at again: what may be met there is then followed too.

import { updateRotations } from '../../bodies/kinematics.js';
import { isInsulator } from '../../bodies/node-kinds.js';
import { MOST_ROWS } from '../../joints/joint-table.js';
import { isMover } from '../at-hand.js';
import { isStructural } from '../contact-graph/edge-kinds.js';
import type { Detection } from '../detection.js';
import { couples } from '../islands/groups.js';
import { areAnyFast, findFirstImpact, findSweptPairs, ImpactSearch, mayHit } from './impact-search.js';

/** Marks of nodes beside that of those which hit something: it is followed; of a root, its tree is. */
const FOLLOWED = 2;
const TREE = 4;

/** What is known of whether bodies are fast: changes from outside when that was asked, and the time before; for which step; the answer. */
const ASKED = 0;
const BEFORE = 1;
const LENGTH = 2;
const ANSWER = 3;

export class Impacts {
  readonly #detection: Detection;
  readonly #search = new ImpactSearch();
  /** Forest of the nodes that are followed together, and which nodes are followed. */
  #parent = new Int32Array(0);
  #isFollowed = new Int32Array(0);
  #rows = new Int32Array(0);
  readonly #known = Float64Array.of(-1, -1, 0, 1);
  /** Forces of all nodes when the step began [N], [N m]: they act all through it. */
  #forces = new Float64Array(0);

  constructor(detection: Detection) {
    this.#detection = detection;
  }

  /** Time of the impact that was found last [s]. */
  get time(): number {
    return this.#search.first;
  }

  /** Whether bodies may go so far within dt [s] that they pass what they should hit: if not, there is nothing to look for. */
  areAnyFast(dt: number): boolean {
    const { bodies, stillness } = this.#detection;
    const known = this.#known;
    const isUntouched = known[ASKED] === bodies.changes && known[BEFORE] === bodies.changes && known[LENGTH] === dt;
    // What stood as it was in the step before, and was not touched since the one before that, is as fast as it was.
    const isSame = isUntouched && stillness.isKnown && stillness.isWorldStill && bodies.motions.length === 0;
    known[BEFORE] = known[ASKED];
    known[ASKED] = bodies.changes;
    known[LENGTH] = dt;
    if (!isSame || known[ANSWER] !== 0) known[ANSWER] = areAnyFast(this.#detection, dt) ? 1 : 0;
    return known[ANSWER] !== 0;
  }

  /** Looks for impacts of all bodies up to a time [s]. Those that hit something are followed from here on; false where there are none. */
  begin(end: number): boolean {
    const { bodies } = this.#detection;
    const { size, columns } = bodies.nodes;
    if (this.#parent.length < size) {
      this.#parent = new Int32Array(2 * size);
      this.#isFollowed = new Int32Array(2 * size);
      this.#rows = new Int32Array(2 * size);
      this.#forces = new Float64Array(12 * size);
    }
    this.#isFollowed.fill(0);
    this.#search.end = end;
    updateRotations(columns, size);
    findSweptPairs(this.#search, this.#detection);
    if (!findFirstImpact(this.#search, this.#detection, this.#isFollowed)) return false;
    this.#forces.set(columns.force.subarray(0, 6 * size));
    return true;
  }

  /** The movers that are to be followed and were not so far, since they may meet those that are. */
  join(): Int32Array {
    const { bodies } = this.#detection;
    findSweptPairs(this.#search, this.#detection);
    this.#joinNodes();
    const { size } = bodies.nodes;
    // A tree is followed as a whole where one of its nodes is: the mark of its root says so.
    for (let row = 0; row < size; row++) if (this.#isFollowed[row] !== 0) this.#isFollowed[this.#rootOf(row)] |= TREE;
    let count = 0;
    for (let row = 0; row < size; row++) {
      if ((this.#isFollowed[this.#rootOf(row)] & TREE) === 0 || (this.#isFollowed[row] & FOLLOWED) !== 0) continue;
      this.#isFollowed[row] |= FOLLOWED;
      if (isMover(bodies, row)) this.#rows[count++] = row;
    }
    return this.#rows.subarray(0, count);
  }

  /** All movers that are followed, or all others. */
  movers(areFollowed: boolean): Int32Array {
    const { bodies } = this.#detection;
    let count = 0;
    for (let row = 0; row < bodies.nodes.size; row++) {
      if (((this.#isFollowed[row] & FOLLOWED) !== 0) === areFollowed && isMover(bodies, row)) this.#rows[count++] = row;
    }
    return this.#rows.subarray(0, count);
  }

  /** Finds the next impact of what is followed, after join(); false where there is none up to the end. */
  findNext(): boolean {
    return findFirstImpact(this.#search, this.#detection, undefined);
  }

  /** Gives some movers the forces of the step again, which a stretch has used up. */
  renewForces(movers: Int32Array): void {
    const { force } = this.#detection.bodies.nodes.columns;
    for (const row of movers) for (let k = 6 * row; k < 6 * row + 6; k++) force[k] = this.#forces[k];
  }

  /**
   * Loads are forces times the length of a step, and carried on in proportion. What was an impact in a short stretch would be a huge force: after
   * a stretch of what is followed nothing is carried on.
   */
  dropLoads(): void {
    const { graph, contactEdges, groups, state } = this.#detection;
    const { firstContact, contactCount } = graph.edges.columns;
    const { load } = graph.contacts.columns;
    for (let i = 0; i < contactEdges.size; i++) {
      const edge = contactEdges.columns.edge[i];
      load.fill(0, 4 * firstContact[edge], 4 * (firstContact[edge] + contactCount[edge]));
    }
    const { impulse } = state.joints.table.columns;
    const { firstJoint, jointCount } = groups.free;
    for (let i = 0; i < firstJoint + jointCount; i++) {
      const joint = groups.joints.columns.member[i];
      impulse.fill(0, MOST_ROWS * joint, MOST_ROWS * (joint + 1));
    }
  }

  #joinNodes(): void {
    const { bodies, graph, state } = this.#detection;
    const { nodes, shapes } = bodies;
    const { mover } = nodes.columns;
    const { owner } = shapes.columns;
    const { pairA, pairB, pairCount } = this.#search.broadPhase;
    for (let row = 0; row < nodes.size; row++) this.#parent[row] = row;
    for (let row = 0; row < nodes.size; row++) if (nodes.isLive(row)) this.#joinRows(row, mover[row]);
    for (let i = 0; i < pairCount; i++) {
      if (mayHit(this.#detection, pairA[i], pairB[i])) this.#joinRows(owner[pairA[i]], owner[pairB[i]]);
    }
    const { nodes: ends, contactCount, kind, firstJoint } = graph.edges.columns;
    for (let edge = 0; edge < graph.edges.size; edge++) {
      if (!graph.edges.isLive(edge)) continue;
      // A trigger has no contacts.
      if (contactCount[edge] > 0 || isStructural(kind[edge]) || firstJoint[edge] >= 0)
        this.#joinRows(ends[2 * edge], ends[2 * edge + 1]);
    }
    const { table, couplings } = state.joints;
    for (let coupling = 0; coupling < couplings.size; coupling++) {
      if (!couples(state, coupling)) continue;
      const [p, q] = couplings.columns.joints.subarray(2 * coupling, 2 * coupling + 2);
      this.#joinRows(table.columns.nodes[2 * p + 1], table.columns.nodes[2 * q + 1]);
    }
  }

  /** What does not move by itself parts what it touches. */
  #joinRows(a: number, b: number): void {
    const { kind } = this.#detection.bodies.nodes.columns;
    if (a < 0 || b < 0 || isInsulator(kind[a]) || isInsulator(kind[b])) return;
    const p = this.#rootOf(a);
    const q = this.#rootOf(b);
    this.#parent[Math.max(p, q)] = Math.min(p, q);
  }

  #rootOf(row: number): number {
    const parent = this.#parent;
    let node = row;
    while (parent[node] !== node) {
      parent[node] = parent[parent[node]];
      node = parent[node];
    }
    return node;
  }
}
