// The tree of boxes over the triangles of a mesh, for rays, sweeps and intersection tests.

import { BoxHierarchy } from './box-hierarchy.js';
import type { TriangleMesh } from './triangle-mesh.js';

/** Most triangles of a leaf. */
const LEAF_SIZE = 4;

/** Triangles of a mesh, and the tree of their boxes. */
export interface TriangleHierarchy {
  readonly mesh: TriangleMesh;
  readonly parts: { readonly tree: TriangleTree };
}

export class TriangleTree {
  /** The arrays of BoxHierarchy, for the boxes of the triangles. */
  readonly bounds: Float64Array;
  readonly links: Int32Array;
  readonly counts: Int32Array;
  readonly order: Int32Array;
  readonly depth: number;

  constructor({ positions, triangles }: TriangleMesh) {
    const count = triangles.length / 3;
    const tree = new BoxHierarchy(LEAF_SIZE);
    tree.build(boxesOf(positions, triangles), count);
    this.bounds = tree.bounds.slice(0, 6 * tree.nodeCount);
    this.links = tree.links.slice(0, tree.nodeCount);
    this.counts = tree.counts.slice(0, tree.nodeCount);
    this.order = tree.order;
    this.depth = tree.depth;
  }
}

function boxesOf(positions: Float64Array, triangles: Uint32Array): Float64Array {
  const boxes = new Float64Array(2 * triangles.length);
  for (let t = 0; t < triangles.length / 3; t++) {
    for (let k = 0; k < 3; k++) {
      const a = positions[3 * triangles[3 * t] + k];
      const b = positions[3 * triangles[3 * t + 1] + k];
      const c = positions[3 * triangles[3 * t + 2] + k];
      boxes[6 * t + k] = Math.min(a, b, c);
      boxes[6 * t + 3 + k] = Math.max(a, b, c);
    }
  }
  return boxes;
}
