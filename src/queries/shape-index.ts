// What queries look at: all shapes that take part, where they are in the world, and a tree of their boxes. It is brought up to date when
// a query comes and something has changed since the last one; a world that nobody asks pays nothing.
//
// Shapes are numbered as items in the order of their bodies' numbers, and of their places in the body. Where two answers are as good, the
// lower item is taken. So answers do not depend on the tree, nor on what was asked before.

import type { Bodies } from '../bodies/bodies.js';
import { isPhysical, TRIGGER } from '../bodies/node-kinds.js';
import { placeInWorld } from '../detection/place-shape.js';
import { BoxHierarchy } from '../mesh/box-hierarchy.js';
import { placedBounds } from '../shapes/bounds.js';
import { PlacedShape } from '../shapes/placed-shape.js';

/** Boxes are made larger by this share of their coordinates, so that rounding leaves no shape out [1]. */
const MARGIN = 1e-12;
/** A tree that has been refitted is built anew when its cost has grown by this factor [1]. */
const WORN_OUT = 1.3;

/** How often things have changed: the same number for the same poses. */
export interface Versions {
  readonly bodies: Bodies;
  readonly time: number;
  readonly stepCount: number;
}

export class ShapeIndex {
  /** Items there are. */
  count = 0;
  /** Of each item: its row in the shape table, its owner's row, its place among the shapes of its owner. */
  shape = new Int32Array(0);
  owner = new Int32Array(0);
  place = new Int32Array(0);
  /** Of each item: its placed shape, in the world. */
  readonly placed: PlacedShape[] = [];
  /** Of each item: min x, y, z, max x, y, z; infinite where it has no end [m]. */
  bounds = new Float64Array(0);
  /** The tree of all items but those without an end; its boxes are numbered as `bounded`. */
  readonly tree = new BoxHierarchy(1);
  /** Items in the tree, and those without an end. */
  bounded = new Int32Array(0);
  unbounded = new Int32Array(0);
  boundedCount = 0;
  unboundedCount = 0;
  #boxes = new Float64Array(0);
  readonly #state: Versions;
  /** What it was made of. */
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
    // Within a step poses change without being counted.
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

  /** Lists the shapes that take part; false where they are not those of the last time. */
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

  /** Parts items with and without an end; false where they are not those of the last time. */
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
