// A triangle mesh as plain arrays. File readers return it, it is inspected and repaired, and distance fields are built
// from it.

import type { Vec3 } from '../math/vector.js';

/** A triangle mesh as plain arrays. */
export interface TriangleMesh {
  /** Three coordinates for each vertex [m]. */
  readonly positions: Float64Array;
  /** Three vertex numbers for each triangle, counter-clockwise seen from outside. */
  readonly triangles: Uint32Array;
}

/** The position of a vertex [m]. */
export function vertexAt(mesh: TriangleMesh, vertex: number): Vec3 {
  const { positions } = mesh;
  return [positions[3 * vertex], positions[3 * vertex + 1], positions[3 * vertex + 2]];
}
