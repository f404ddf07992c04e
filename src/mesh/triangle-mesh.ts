// A triangle mesh as plain arrays: what readers of files give, what is inspected and mended, and what distance fields are of.

import type { Vec3 } from '../math/vector.js';

export interface TriangleMesh {
  /** Three coordinates a vertex [m]. */
  readonly positions: Float64Array;
  /** Three vertices a triangle, counter-clockwise seen from outside. */
  readonly triangles: Uint32Array;
}

/** Where a vertex is [m]. */
export function vertexAt(mesh: TriangleMesh, vertex: number): Vec3 {
  const { positions } = mesh;
  return [positions[3 * vertex], positions[3 * vertex + 1], positions[3 * vertex + 2]];
}
