// Places where two shapes may touch, before it is decided which become contacts: points of one shape's surface in or near the other one.

import { doubled } from '../../table/doubled.js';

/** Ranks of samples: of two that lie next to each other, a corner says more than a point of an edge, and that more than one of a face. */
export const CORNER = 0;
export const EDGE = 1;
export const SURFACE = 2;
/** In the column `piece`: the sample is on no piece of a tree. */
export const NO_PIECE = -1;

export class RawContacts {
  count = 0;
  /** 1 when something within reach was left out, since it does not come closer in the step to come. */
  passedBy = 0;
  /** The point on the surface of the walker, the shape that was sampled, in the working frame [m]. */
  point = new Float64Array(3 * 256);
  /** Of a round walker, the point is on its core, and the surface this far from it [m]. */
  radius = new Float64Array(256);
  /** The walker's outward normal there; (0, 0, 0) where it has none [1]. */
  facing = new Float64Array(3 * 256);
  /** Distance of the point to the other shape's surface [m], and its gradient there, which points out of that shape [1]. */
  field = new Float64Array(4 * 256);
  /** 1 where shape A is the walker, -1 where B is. */
  side = new Int32Array(256);
  /** Names the sample. */
  feature = new Int32Array(256);
  /** What the sample is: see CORNER, EDGE and SURFACE. */
  rank = new Int32Array(256);
  /** The walker's piece of surface that the sample is of, or NO_PIECE. */
  piece = new Int32Array(256);

  add(): number {
    if (this.count === this.side.length) this.#grow();
    return this.count++;
  }

  move(from: number, to: number): void {
    const { point, radius, facing, field, side, feature, rank, piece } = this;
    for (let k = 0; k < 3; k++) {
      point[3 * to + k] = point[3 * from + k];
      facing[3 * to + k] = facing[3 * from + k];
    }
    for (let k = 0; k < 4; k++) field[4 * to + k] = field[4 * from + k];
    radius[to] = radius[from];
    side[to] = side[from];
    feature[to] = feature[from];
    rank[to] = rank[from];
    piece[to] = piece[from];
  }

  #grow(): void {
    this.point = doubled(this.point);
    this.radius = doubled(this.radius);
    this.facing = doubled(this.facing);
    this.field = doubled(this.field);
    this.side = doubled(this.side);
    this.feature = doubled(this.feature);
    this.rank = doubled(this.rank);
    this.piece = doubled(this.piece);
  }
}
