// Finds the edges of a mesh and the triangles that meet at each.
//
// A corner c of the list `triangles` represents the directed edge from its vertex to that of the next corner of the
// same triangle. An edge is the set of all corners between the same two vertices, in either direction. Corners are
// sorted by the smaller vertex of their edge, then by the larger one. So the order of edges follows from the vertices,
// not from the order of the triangles.

import type { TriangleMesh } from './triangle-mesh.js';

export interface MeshEdges {
  readonly count: number;
  /** The two vertices of each edge, the smaller number first. */
  readonly ends: Uint32Array;
  /** Index of the first corner of each edge in `corners`; one more entry than edges. */
  readonly starts: Uint32Array;
  /** The corners of all edges, edge by edge, in ascending order within each. */
  readonly corners: Uint32Array;
  /** The edge of each corner; -1 for triangles that were left out. */
  readonly edgeOf: Int32Array;
  /** The opposite corner of each corner's edge if exactly two triangles meet there; otherwise -1. */
  readonly across: Int32Array;
}

/** The next corner of the same triangle. */
export function nextCorner(corner: number): number {
  return corner % 3 === 2 ? corner - 2 : corner + 1;
}

/** Whether a triangle has the same vertex twice. */
export function hasRepeatedVertex({ triangles }: TriangleMesh, triangle: number): boolean {
  const a = triangles[3 * triangle];
  const b = triangles[3 * triangle + 1];
  const c = triangles[3 * triangle + 2];
  return a === b || b === c || c === a;
}

/** The edges of all triangles but those flagged in `leftOut` and those with a repeated vertex. */
export function findEdges(mesh: TriangleMesh, leftOut?: Uint8Array): MeshEdges {
  const { triangles } = mesh;
  const first = new Uint32Array(mesh.positions.length / 3 + 1);
  const smaller = (c: number) => Math.min(triangles[c], triangles[nextCorner(c)]);
  const larger = (c: number) => Math.max(triangles[c], triangles[nextCorner(c)]);
  const has = (c: number) => leftOut?.[Math.floor(c / 3)] !== 1 && !hasRepeatedVertex(mesh, Math.floor(c / 3));
  let total = 0;
  for (let c = 0; c < triangles.length; c++) {
    if (!has(c)) continue;
    first[smaller(c) + 1]++;
    total++;
  }
  for (let v = 1; v < first.length; v++) first[v] += first[v - 1];

  const corners = new Uint32Array(total);
  const filled = first.slice();
  for (let c = 0; c < triangles.length; c++) if (has(c)) corners[filled[smaller(c)]++] = c;
  for (let v = 0; v + 1 < first.length; v++)
    corners.subarray(first[v], first[v + 1]).sort((a, b) => larger(a) - larger(b) || a - b);

  const edgeOf = new Int32Array(triangles.length).fill(-1);
  const ends: number[] = [];
  const starts: number[] = [];
  for (let i = 0; i < total; i++) {
    const c = corners[i];
    const e = ends.length;
    if (e === 0 || ends[e - 2] !== smaller(c) || ends[e - 1] !== larger(c)) {
      ends.push(smaller(c), larger(c));
      starts.push(i);
    }
    edgeOf[c] = starts.length - 1;
  }
  starts.push(total);
  const across = new Int32Array(triangles.length).fill(-1);
  for (let e = 0; e + 1 < starts.length; e++) {
    if (starts[e + 1] - starts[e] !== 2) continue;
    across[corners[starts[e]]] = corners[starts[e] + 1];
    across[corners[starts[e] + 1]] = corners[starts[e]];
  }
  return { count: starts.length - 1, ends: Uint32Array.from(ends), starts: Uint32Array.from(starts), corners, edgeOf, across };
}

/** Number of triangles that meet at an edge. */
export function edgeUses(edges: MeshEdges, edge: number): number {
  return edges.starts[edge + 1] - edges.starts[edge];
}
