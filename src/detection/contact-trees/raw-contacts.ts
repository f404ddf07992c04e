// Places where two shapes may touch, before it is decided which become contacts: points of one shape's surface in or near the other one.

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
  /** The walker's piece of surface that the sample may slide on, -1 for none. */
  piece = new Int32Array(256);

  add(): number {
    if (this.count === this.side.length) this.#grow();
    return this.count++;
  }

  move(from: number, to: number): void {
    const { point, radius, facing, field, side, feature, piece } = this;
    for (let k = 0; k < 3; k++) {
      point[3 * to + k] = point[3 * from + k];
      facing[3 * to + k] = facing[3 * from + k];
    }
    for (let k = 0; k < 4; k++) field[4 * to + k] = field[4 * from + k];
    radius[to] = radius[from];
    side[to] = side[from];
    feature[to] = feature[from];
    piece[to] = piece[from];
  }

  #grow(): void {
    this.point = doubled(this.point);
    this.radius = doubled(this.radius);
    this.facing = doubled(this.facing);
    this.field = doubled(this.field);
    this.side = doubled(this.side);
    this.feature = doubled(this.feature);
    this.piece = doubled(this.piece);
  }
}

function doubled<T extends Float64Array | Int32Array>(old: T): T {
  const larger = new (old.constructor as new (length: number) => T)(2 * old.length);
  larger.set(old);
  return larger;
}
