// The cone of a change: the bodies that may go another way because of it. It is closed step by step. A body joins where
// it has had an edge to one of the cone, or would have come near one, be it by the old history or by the new one. Until
// then it follows its records.
//
// Near means that the boxes about the ways of two bodies overlap. Boxes are wider than those of detection, so that no
// pair is missed.

import { COMPOSITE, LINK, MULTIBODY, RIGID } from '../bodies/node-kinds.js';
import { canMove } from '../detection/at-hand.js';
import { lookOf } from '../detection/look-ahead.js';
import { WORLD_END } from '../joints/joint-table.js';
import type { State } from '../state/state.js';

/**
 * Where all nodes were in the old history, by rows, at the beginning and the end of a step; and boxes about their ways
 * where these were not short.
 */
export interface OldStep {
  readonly before: Float32Array;
  readonly after: Float32Array;
  readonly ways: Float64Array | undefined;
}

/** Positions are kept as f32, which rounds them by less than this share [1]. */
const ROUNDING = 1.2e-7;

export class Cone {
  /** Rows of all nodes in it, in the order in which they came: bodies, and the composites and multibodies they are parts of. */
  readonly nodes: number[] = [];
  /** Couplings between joints of it. */
  readonly couplings: number[] = [];
  readonly #isIn: Uint8Array;
  readonly #state: State;
  /** Radius of a ball about each node that detection would not look beyond; -1 for what has no shapes [m]. */
  readonly #reach: Float64Array;
  /** Rows with shapes that are not in it. */
  #outside: number[] = [];
  /** Boxes about the ways of those in it, in the step at hand: min x, y, z, max x, y, z [m]; and one about all of them. */
  #boxes = new Float64Array(6 * 16);
  #boxCount = 0;
  readonly #hull = new Float64Array(6);
  readonly #box = new Float64Array(6);

  constructor(state: State) {
    const { size, columns } = state.bodies.nodes;
    this.#state = state;
    this.#isIn = new Uint8Array(size);
    this.#reach = findReach(state);
    for (let row = 0; row < size; row++) {
      if (isMovable(columns.kind[row]) && this.#reach[row] >= 0 && state.bodies.nodes.isLive(row)) this.#outside.push(row);
    }
  }

  has(row: number): boolean {
    return this.#isIn[row] !== 0;
  }

  /**
   * Adds nodes and all that is tied to them; `neighbours` lists the nodes that a node has edges with. Returns the nodes
   * added.
   */
  add(seeds: readonly number[], neighbours: (node: number) => Iterable<number>): number[] {
    const added: number[] = [];
    const reached = [...seeds];
    while (reached.length > 0) {
      const node = reached.pop() as number;
      if (this.#isIn[node] !== 0 || !isMovable(this.#state.bodies.nodes.columns.kind[node])) continue;
      this.#isIn[node] = 1;
      added.push(node);
      for (const other of neighbours(node)) reached.push(other);
      for (const other of this.#tiedTo(node)) reached.push(other);
    }
    this.nodes.push(...added);
    this.#outside = this.#outside.filter((row) => this.#isIn[row] === 0);
    return added;
  }

  /** Those of its nodes that are moved as a whole, in the order of their rows, passive ones included. */
  findMovers(): Int32Array {
    return Int32Array.from(this.nodes.filter((row) => canMove(this.#state.bodies, row))).sort();
  }

  /**
   * Nodes that go with a node whatever it touches: parts of one composite or multibody, and what joints and couplings
   * tie it to.
   */
  *#tiedTo(node: number): Generator<number> {
    const { graph, joints } = this.#state;
    yield* graph.structuralNeighbours(node);
    const { nodes } = joints.table.columns;
    for (const joint of joints.of(node)) {
      for (const end of [nodes[2 * joint], nodes[2 * joint + 1]]) if (end !== WORLD_END) yield end;
      yield* this.#coupledWith(joint);
    }
  }

  *#coupledWith(joint: number): Generator<number> {
    const { table, couplings } = this.#state.joints;
    const { joints } = couplings.columns;
    for (let coupling = 0; coupling < couplings.size; coupling++) {
      const [first, second] = [joints[2 * coupling], joints[2 * coupling + 1]];
      if ((first !== joint && second !== joint) || !couplings.isLive(coupling)) continue;
      if (!this.couplings.includes(coupling)) this.couplings.push(coupling);
      for (const end of [2 * first, 2 * first + 1, 2 * second, 2 * second + 1]) {
        if (table.columns.nodes[end] !== WORLD_END) yield table.columns.nodes[end];
      }
    }
  }

  /**
   * The nodes outside that come near the cone in a step of dt [s], by where all were in the old history at its
   * beginning and its end, and by where the cone is now and will be as far as its velocities tell.
   */
  findNear(old: OldStep, dt: number): number[] {
    this.#boxCount = 0;
    resetBox(this.#hull);
    for (const row of this.nodes) this.#addBox(row, old, dt);
    return this.findNearBoxes(old);
  }

  /**
   * Whether the step has brought the cone no further than the boxes that were looked at; they are widened where it has.
   * `ways` are the boxes about the ways of its bodies, by rows, where they may have gone there and back.
   */
  isWithinBoxes(ways: Float64Array | undefined): boolean {
    const { position } = this.#state.bodies.nodes.columns;
    let isWithin = true;
    let i = 0;
    for (const row of this.nodes) {
      const reach = this.#reach[row];
      if (reach < 0) continue;
      for (let k = 0, at = 6 * i; k < 3; k++, at++) {
        const x = position[3 * row + k];
        const low = ways === undefined ? x - reach : Math.min(x - reach, ways[6 * row + k]);
        const high = ways === undefined ? x + reach : Math.max(x + reach, ways[6 * row + 3 + k]);
        if (low >= this.#boxes[at] && high <= this.#boxes[at + 3]) continue;
        this.#boxes[at] = Math.min(this.#boxes[at], low);
        this.#boxes[at + 3] = Math.max(this.#boxes[at + 3], high);
        isWithin = false;
      }
      i++;
    }
    if (!isWithin) this.#renewHull();
    return isWithin;
  }

  /** The nodes outside that are near the boxes as they are now. */
  findNearBoxes(old: OldStep): number[] {
    return this.#outside.filter((row) => this.#isNear(row, old));
  }

  /** The boxes about the ways of its nodes, in their order, of boxes by rows. */
  takeWays(ways: Float64Array): Float64Array {
    const own = new Float64Array(6 * this.nodes.length);
    this.nodes.forEach((row, i) => {
      for (let k = 0; k < 6; k++) own[6 * i + k] = ways[6 * row + k];
    });
    return own;
  }

  #addBox(row: number, { before, after, ways }: OldStep, dt: number): void {
    const reach = this.#reach[row];
    if (reach < 0) return;
    const { position, velocity } = this.#state.bodies.nodes.columns;
    const { gravity } = this.#state.settings;
    if (this.#boxes.length < 6 * (this.#boxCount + 1)) {
      const larger = new Float64Array(2 * this.#boxes.length);
      larger.set(this.#boxes);
      this.#boxes = larger;
    }
    const at = 6 * this.#boxCount++;
    for (let k = 0; k < 3; k++) {
      const x = position[3 * row + k];
      const end = x + velocity[6 * row + k] * dt;
      const fall = Math.abs(gravity[k]) * dt * dt;
      const old = rounding(before, after, 3 * row + k);
      const low = Math.min(x, end - fall, before[3 * row + k] - old, after[3 * row + k] - old) - reach;
      const high = Math.max(x, end + fall, before[3 * row + k] + old, after[3 * row + k] + old) + reach;
      this.#boxes[at + k] = ways === undefined ? low : Math.min(low, ways[6 * row + k]);
      this.#boxes[at + 3 + k] = ways === undefined ? high : Math.max(high, ways[6 * row + 3 + k]);
      this.#hull[k] = Math.min(this.#hull[k], this.#boxes[at + k]);
      this.#hull[3 + k] = Math.max(this.#hull[3 + k], this.#boxes[at + 3 + k]);
    }
  }

  #renewHull(): void {
    resetBox(this.#hull);
    for (let at = 0; at < 6 * this.#boxCount; at += 6) {
      for (let k = 0; k < 3; k++) {
        this.#hull[k] = Math.min(this.#hull[k], this.#boxes[at + k]);
        this.#hull[3 + k] = Math.max(this.#hull[3 + k], this.#boxes[at + 3 + k]);
      }
    }
  }

  /** Whether the box about the recorded way of a node overlaps one of the cone. */
  #isNear(row: number, { before, after, ways }: OldStep): boolean {
    const box = this.#box;
    const hull = this.#hull;
    const reach = this.#reach[row];
    for (let k = 0; k < 3; k++) {
      const a = before[3 * row + k];
      const b = after[3 * row + k];
      const wide = reach + rounding(before, after, 3 * row + k);
      box[k] = (a < b ? a : b) - wide;
      box[3 + k] = (a < b ? b : a) + wide;
      if (ways !== undefined) {
        box[k] = Math.min(box[k], ways[6 * row + k]);
        box[3 + k] = Math.max(box[3 + k], ways[6 * row + 3 + k]);
      }
      if (box[k] > hull[3 + k] || box[3 + k] < hull[k]) return false;
    }
    const boxes = this.#boxes;
    for (let at = 0; at < 6 * this.#boxCount; at += 6) {
      const isApart =
        box[0] > boxes[at + 3] ||
        box[3] < boxes[at] ||
        box[1] > boxes[at + 4] ||
        box[4] < boxes[at + 1] ||
        box[2] > boxes[at + 5] ||
        box[5] < boxes[at + 2];
      if (!isApart) return true;
    }
    return false;
  }
}

function isMovable(kind: number): boolean {
  return kind === RIGID || kind === LINK || kind === COMPOSITE || kind === MULTIBODY;
}

function resetBox(box: Float64Array): void {
  box.fill(Number.POSITIVE_INFINITY, 0, 3);
  box.fill(Number.NEGATIVE_INFINITY, 3, 6);
}

function rounding(before: Float32Array, after: Float32Array, k: number): number {
  return ROUNDING * (Math.abs(before[k]) + Math.abs(after[k]));
}

/** By rows: how far from its centre of mass a node may meet another in a step, beyond the way it goes [m]; -1 without shapes. */
function findReach({ bodies, settings }: State): Float64Array {
  const { owner, reach, thickness } = bodies.shapes.columns;
  const far = new Float64Array(bodies.nodes.size).fill(-1);
  // What detection looks ahead by, its envelope, and once more the half thickness for what a step shifts on its way.
  const margin = 1 + settings['detection.envelope'];
  const ahead = settings['detection.lookAhead'];
  for (let shape = 0; shape < bodies.shapes.size; shape++) {
    if (!bodies.shapes.isLive(shape)) continue;
    far[owner[shape]] = Math.max(far[owner[shape]], reach[shape] + margin * thickness[shape] + ahead * lookOf(bodies, shape));
  }
  return far;
}
