// Who is of a contact group: the rows that it moves, with all that steps along with them. Members are fixed for the
// life of a group, and listed in the order of their rows, whatever the order in which they came: nothing depends on it.

import { COMPOSITE, LINK, MULTIBODY, RIGID } from '../../bodies/node-kinds.js';
import type { State } from '../../state/state.js';
import { doubled } from '../../table/doubled.js';
import { WordPool } from './word-pool.js';

/**
 * The lists of a group: movers; nodes, which are these and members of composites; joints; couplings; multibodies with a
 * control or numbers of their own.
 */
const MOVERS = 0;
const NODES = 1;
const JOINTS = 2;
const COUPLINGS = 3;
const MULTIBODIES = 4;
const LISTS = 5;

export class Members {
  readonly #state: State;
  readonly #pool = new WordPool();
  /** Of each group: where its lists lie, and how many words they are. First come the lengths of the lists. */
  #place = new Int32Array(16);
  #size = new Int32Array(16);
  #groupCount = 0;
  #free = new Int32Array(16);
  #freeCount = 0;
  /** Of nodes, joints and multibodies: the group, plus one, whose lists are being made, or that is at hand. */
  #groupOfNode = new Int32Array(64);
  #stampOfJoint = new Int32Array(64);
  /** Of movers: their place in the list. */
  #placeOfNode = new Int32Array(64);
  #stamp = 0;
  /** The lists that are being made. */
  #lists = new Int32Array(64);
  #end = 0;

  constructor(state: State) {
    this.#state = state;
  }

  /** A group of the movers of these rows, which must move by themselves. Returns its number. */
  add(rows: ArrayLike<number>, count = rows.length): number {
    const group = this.#freeCount > 0 ? this.#free[--this.#freeCount] : this.#groupCount++;
    while (this.#place.length < this.#groupCount) {
      this.#place = doubled(this.#place);
      this.#size = doubled(this.#size);
      this.#free = doubled(this.#free);
    }
    this.#mark(rows, count);
    const size = this.#listMarked();
    const place = this.#pool.take(size);
    this.#place[group] = place;
    this.#size[group] = size;
    for (let i = 0; i < size; i++) this.#pool.words[place + i] = this.#lists[i];
    return group;
  }

  release(group: number): void {
    this.#pool.give(this.#place[group], this.#size[group]);
    this.#free[this.#freeCount++] = group;
  }

  /** How many movers a group has, and the row of each, in the order of rows. */
  moverCount(group: number): number {
    return this.#pool.words[this.#place[group] + MOVERS];
  }

  mover(group: number, i: number): number {
    return this.#pool.words[this.#place[group] + LISTS + i];
  }

  /** The lists lie here: `nodeCount` nodes from `firstNode` on, and so on. */
  get words(): Int32Array {
    return this.#pool.words;
  }

  firstMover(group: number): number {
    return this.#place[group] + LISTS;
  }

  firstNode(group: number): number {
    return this.firstMover(group) + this.moverCount(group);
  }

  nodeCount(group: number): number {
    return this.#pool.words[this.#place[group] + NODES];
  }

  firstJoint(group: number): number {
    return this.firstNode(group) + this.nodeCount(group);
  }

  jointCount(group: number): number {
    return this.#pool.words[this.#place[group] + JOINTS];
  }

  firstCoupling(group: number): number {
    return this.firstJoint(group) + this.jointCount(group);
  }

  couplingCount(group: number): number {
    return this.#pool.words[this.#place[group] + COUPLINGS];
  }

  firstMultibody(group: number): number {
    return this.firstCoupling(group) + this.couplingCount(group);
  }

  multibodyCount(group: number): number {
    return this.#pool.words[this.#place[group] + MULTIBODIES];
  }

  /** Makes a group the one that `has` and `placeOf` speak of. */
  takeUp(group: number): void {
    this.#beginMarks();
    const { words } = this.#pool;
    const first = this.firstNode(group);
    for (let i = first; i < first + this.nodeCount(group); i++) this.#groupOfNode[words[i]] = this.#stamp;
    for (let i = 0; i < this.moverCount(group); i++) this.#placeOfNode[this.mover(group, i)] = i;
  }

  /** Whether a node is of the group that was taken up last. */
  has(node: number): boolean {
    return this.#groupOfNode[node] === this.#stamp;
  }

  /** The place of a mover of that group in its list. */
  placeOf(mover: number): number {
    return this.#placeOfNode[mover];
  }

  /** Whether a node moves by itself and is not of that group: what it touches is nothing to it. */
  isOutside(node: number): boolean {
    if (this.has(node)) return false;
    const { kind, active } = this.#state.bodies.nodes.columns;
    return active[node] !== 0 && (kind[node] === RIGID || kind[node] === LINK || kind[node] === COMPOSITE);
  }

  #beginMarks(): void {
    const { bodies, joints } = this.#state;
    while (this.#groupOfNode.length < bodies.nodes.size) {
      this.#groupOfNode = doubled(this.#groupOfNode);
      this.#placeOfNode = doubled(this.#placeOfNode);
    }
    while (this.#stampOfJoint.length < joints.table.size) this.#stampOfJoint = doubled(this.#stampOfJoint);
    this.#stamp++;
  }

  /** Marks the movers, the members of composites among them, and all their joints. */
  #mark(rows: ArrayLike<number>, count: number): void {
    const { bodies, joints } = this.#state;
    const { mover, firstJoint } = bodies.nodes.columns;
    const { nextOfNode } = joints.table.columns;
    this.#beginMarks();
    for (let i = 0; i < count; i++) this.#groupOfNode[rows[i]] = this.#stamp;
    for (let row = 0; row < bodies.nodes.size; row++) {
      if (!bodies.nodes.isLive(row) || this.#groupOfNode[mover[row]] !== this.#stamp) continue;
      this.#groupOfNode[row] = this.#stamp;
      for (let entry = firstJoint[row]; entry >= 0; entry = nextOfNode[entry]) this.#stampOfJoint[entry >> 1] = this.#stamp;
    }
  }

  /** Lists all that is marked, behind the lengths of the lists. Returns how many words that is. */
  #listMarked(): number {
    const { bodies, joints, graph } = this.#state;
    const { kind, mover, firstStaticEdge } = bodies.nodes.columns;
    const { nodes: ends, next } = graph.edges.columns;
    this.#end = LISTS;
    for (let row = 0; row < bodies.nodes.size; row++) if (this.has(row) && mover[row] === row) this.#append(row);
    let from = this.#close(MOVERS, LISTS);
    for (let row = 0; row < bodies.nodes.size; row++) if (this.has(row)) this.#append(row);
    from = this.#close(NODES, from);
    for (let joint = 0; joint < joints.table.size; joint++) if (this.#stampOfJoint[joint] === this.#stamp) this.#append(joint);
    from = this.#close(JOINTS, from);
    const { joints: coupled } = joints.couplings.columns;
    for (let coupling = 0; coupling < joints.couplings.size; coupling++) {
      const isOwn = joints.couplings.isLive(coupling) && this.#stampOfJoint[coupled[2 * coupling]] === this.#stamp;
      if (isOwn) this.#append(coupling);
    }
    from = this.#close(COUPLINGS, from);
    for (let row = 0; row < Math.max(bodies.slots.length, joints.controls.length); row++) {
      const isBare = bodies.slots[row] === undefined && joints.controls[row] === undefined;
      if (!isBare && kind[row] === MULTIBODY && hasMember(this, ends, next, firstStaticEdge[row])) this.#append(row);
    }
    return this.#close(MULTIBODIES, from);
  }

  #append(row: number): void {
    if (this.#end === this.#lists.length) this.#lists = doubled(this.#lists);
    this.#lists[this.#end++] = row;
  }

  /** Notes the length of a list that begins at `from`; the next begins behind it. */
  #close(list: number, from: number): number {
    this.#lists[list] = this.#end - from;
    return this.#end;
  }
}

/** Whether one of the nodes at the other ends of a chain of edges is of the group. */
function hasMember(members: Members, ends: Int32Array, next: Int32Array, first: number): boolean {
  for (let entry = first; entry >= 0; entry = next[entry]) if (members.has(ends[entry ^ 1])) return true;
  return false;
}
