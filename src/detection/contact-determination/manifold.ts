// The contacts of one pair of convex shapes: one normal, up to MAX_RAW points before reduction.

/** Room for the points of an overlap polygon before it is reduced. */
export const MAX_RAW_CONTACTS = 64;

export class Manifold {
  count = 0;
  /** Unit normal from A to B, shared by all points [1]. */
  nx = 0;
  ny = 1;
  nz = 0;
  /** Points on the surface of A, three numbers each [m]. */
  readonly pointA = new Float64Array(3 * MAX_RAW_CONTACTS);
  /** Points on the surface of B, three numbers each: pointA + gap n [m]. */
  readonly pointB = new Float64Array(3 * MAX_RAW_CONTACTS);
  /** > 0 apart, < 0 penetrating [m]. */
  readonly gap = new Float64Array(MAX_RAW_CONTACTS);
  /** Names the pair of features that meet; unique within the manifold and the same from step to step while they meet. */
  readonly feature = new Int32Array(MAX_RAW_CONTACTS);
}
