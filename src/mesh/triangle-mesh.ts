// A triangle mesh as plain arrays: what readers of files give, what is inspected and mended, and what distance fields are of.

export interface TriangleMesh {
  /** Three coordinates a vertex [m]. */
  readonly positions: Float64Array;
  /** Three vertices a triangle, counter-clockwise seen from outside. */
  readonly triangles: Uint32Array;
}
