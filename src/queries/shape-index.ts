// The index of shapes for queries: all active shapes, placed in the world, and a tree of their boxes. A query updates
// it if something has changed since the last query, so a world without queries pays nothing.
//
// Shapes are numbered as items, in the order of their bodies' rows, then of their places in the body. Of two equal
// results the lower item is taken. So results depend neither on the tree nor on earlier queries.

import type { Bodies } from '../bodies/bodies.js';
import { isPhysical, TRIGGER } from '../bodies/node-kinds.js';
import { placeInWorld } from '../detection/place-shape.js';
import { BoxHierarchy } from '../mesh/box-hierarchy.js';
import { placedBounds } from '../shapes/bounds.js';
import { PlacedShape } from '../shapes/placed-shape.js';

/** Boxes are enlarged by this share of their coordinates, so that rounding misses no shape [1]. */
const MARGIN = 1e-12;
/** A refitted tree is rebuilt when its cost has grown by this factor [1]. */
const WORN_OUT = 1.3;

/** Counts by which the index sees changes: while all are the same, poses and shapes are. */
export interface Versions {
  readonly bodies: Bodies;
  readonly time: number;
  readonly stepCount: number;
}

export class ShapeIndex {
  /** Number of items. */
  count = 0;
  /** By item: row in the shape table, row of the owner, place among the owner's shapes. */
  shape = new Int32Array(0);
  owner = new Int32Array(0);
  place = new Int32Array(0);
  /** By item: the shape placed in the world. */
  readonly placed: PlacedShape[] = [];
  /** By item: box min x, y, z, max x, y, z [m]; infinite where the shape is unbounded. */
  bounds = new Float64Array(0);
  /** The tree of all bounded items. Its boxes are numbered as in `bounded`. */
  readonly tree = new BoxHierarchy(1);
  /** Items in the tree, and unbounded items. */
  bounded = new Int32Array(0);
  unbounded = new Int32Array(0);
  boundedCount = 0;
  unboundedCount = 0;
  #boxes = new Float64Array(0);
  readonly #state: Versions;
  /** The counts at the last refresh; not known after a refresh within a step. */
  #isKnown = false;
  #changes = 0;
  #stepCount = 0;
  #time = 0;
  #turnover = 0;
  #builtCost = 0;

  constructor(state: Versions) {
    this.#state = state;
  }

  /** Brings the index up to date with the poses of the bodies. */
  refresh(): void {
    const { bodies, time, stepCount } = this.#state;
    const turnover = bodies.nodes.turnover + bodies.shapes.turnover;
    // Within a step poses change without changing the counts.
    const isSame =
      this.#isKnown &&
      !bodies.isLocked &&
      this.#changes === bodies.changes &&
      this.#time === time &&
      this.#stepCount === stepCount &&
      this.#turnover === turnover;
    if (isSame) return;
    this.#isKnown = !bodies.isLocked;
    this.#changes = bodies.changes;
    this.#time = time;
    this.#stepCount = stepCount;
    this.#turnover = turnover;
    const isListSame = this.#list(bodies);
    this.#place(bodies);
    const isTreeSame = this.#sortByKind() && isListSame;
    this.#renewTree(isTreeSame);
  }

  /** Lists the shapes of active bodies and triggers. Returns false if the list has changed. */
  #list(bodies: Bodies): boolean {
    const { nodes, shapes } = bodies;
    const { kind, active, firstShape, mover } = nodes.columns;
    const { next } = shapes.columns;
    this.#reserve(shapes.liveCount);
    let count = 0;
    let isSame = true;
    for (let row = 0; row < nodes.size; row++) {
      if (!nodes.isLive(row) || active[row] === 0 || active[mover[row]] === 0) continue;
      if (!isPhysical(kind[row]) && kind[row] !== TRIGGER) continue;
      for (let shape = firstShape[row], place = 0; shape >= 0; shape = next[shape], place++) {
        if (count >= this.count || this.shape[count] !== shape) isSame = false;
        this.shape[count] = shape;
        this.owner[count] = row;
        this.place[count] = place;
        count++;
      }
    }
    if (count !== this.count) isSame = false;
    this.count = count;
    return isSame;
  }

  #reserve(count: number): void {
    while (this.placed.length < count) this.placed.push(new PlacedShape());
    if (count <= this.shape.length) return;
    const room = Math.max(count, 2 * this.shape.length);
    const { shape } = this;
    this.shape = new Int32Array(room);
    this.shape.set(shape);
    this.owner = new Int32Array(room);
    this.place = new Int32Array(room);
    this.bounds = new Float64Array(6 * room);
    this.bounded = new Int32Array(room);
    this.unbounded = new Int32Array(room);
    this.#boxes = new Float64Array(6 * room);
  }

  #place(bodies: Bodies): void {
    const { bounds } = this;
    for (let item = 0; item < this.count; item++) {
      const placed = this.placed[item];
      placeInWorld(bodies, this.shape[item], placed);
      placedBounds(placed, bounds, 6 * item);
      for (let k = 6 * item; k < 6 * item + 3; k++) {
        bounds[k] -= MARGIN * Math.abs(bounds[k]);
        bounds[k + 3] += MARGIN * Math.abs(bounds[k + 3]);
      }
    }
  }

  /** Separates bounded and unbounded items. Returns false if the list of bounded items has changed. */
  #sortByKind(): boolean {
    const { bounds, bounded, unbounded } = this;
    let isSame = true;
    let first = 0;
    let second = 0;
    for (let item = 0; item < this.count; item++) {
      let isBounded = true;
      for (let k = 6 * item; k < 6 * item + 6; k++) if (!Number.isFinite(bounds[k])) isBounded = false;
      if (!isBounded) {
        unbounded[second++] = item;
        continue;
      }
      if (first >= this.boundedCount || bounded[first] !== item) isSame = false;
      for (let k = 0; k < 6; k++) this.#boxes[6 * first + k] = bounds[6 * item + k];
      bounded[first++] = item;
    }
    if (first !== this.boundedCount) isSame = false;
    this.boundedCount = first;
    this.unboundedCount = second;
    return isSame;
  }

  #renewTree(isSame: boolean): void {
    const { tree } = this;
    if (isSame) {
      tree.refit(this.#boxes);
      if (tree.cost() <= WORN_OUT * this.#builtCost) return;
    }
    tree.build(this.#boxes, this.boundedCount);
    this.#builtCost = tree.cost();
  }
}
