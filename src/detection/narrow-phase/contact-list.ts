// Contacts of pairs of shapes with a mesh, one behind the other, on their way from the narrow phase to contact determination. Unlike
// those of two convex shapes, which lie in one plane, each has a normal of its own.

import { doubled } from '../../table/doubled.js';

/** Storage is used again in every detection: it grows, and nothing else is allocated. */
export class ContactList {
  count = 0;
  /** The point on the surface of A, and the one on B, in the frame both shapes are placed in [m]. */
  pointA = new Float64Array(3 * 64);
  pointB = new Float64Array(3 * 64);
  /** Unit normal from A to B [1]. */
  normal = new Float64Array(3 * 64);
  /** 1 where the contact is a place on A's surface, -1 where it is one on B's. */
  side = new Int32Array(64);
  /** From that place a little way across the normal, to where more of the body is; nought where there is no such way [m]. */
  inward = new Float64Array(3 * 64);
  /** Signed distance, > 0 apart, along the normal: n.(B - A) [m]. */
  gap = new Float64Array(64);
  /** Names what meets, the same from step to step; unlike that of any other contact of the same pair of shapes. */
  feature = new Int32Array(64);
  /** The row that the first contact of the same sample had: one place may meet several sides. */
  sample = new Int32Array(64);
  /** What the place is, the lower the more it says; see raw-contacts.ts. */
  rank = new Int32Array(64);
  /** 1 when it is an edge or a corner that looks straight against what it meets: it does not pass that by. */
  isOpposed = new Int32Array(64);
  /** 1 when the two only pass each other at the contact in the step to come; set by the narrow phase. */
  passing = new Int32Array(64);

  /** Makes room for one more contact and returns its row. Arrays that were read before may have been replaced. */
  add(): number {
    if (this.count === this.gap.length) this.#grow();
    this.passing[this.count] = 0;
    this.isOpposed[this.count] = 0;
    this.sample[this.count] = this.count;
    return this.count++;
  }

  /** Puts the contact of row `from` in the place of that of row `to`. */
  move(from: number, to: number): void {
    const { pointA, pointB, normal, side, inward, gap, feature, sample, rank, isOpposed, passing } = this;
    for (let k = 0; k < 3; k++) {
      pointA[3 * to + k] = pointA[3 * from + k];
      pointB[3 * to + k] = pointB[3 * from + k];
      normal[3 * to + k] = normal[3 * from + k];
      inward[3 * to + k] = inward[3 * from + k];
    }
    side[to] = side[from];
    gap[to] = gap[from];
    feature[to] = feature[from];
    sample[to] = sample[from];
    rank[to] = rank[from];
    isOpposed[to] = isOpposed[from];
    passing[to] = passing[from];
  }

  #grow(): void {
    this.pointA = doubled(this.pointA);
    this.pointB = doubled(this.pointB);
    this.normal = doubled(this.normal);
    this.side = doubled(this.side);
    this.inward = doubled(this.inward);
    this.gap = doubled(this.gap);
    this.feature = doubled(this.feature);
    this.sample = doubled(this.sample);
    this.rank = doubled(this.rank);
    this.isOpposed = doubled(this.isOpposed);
    this.passing = doubled(this.passing);
  }
}
