// Finds triangles with the same three vertices, for welding and repair.
//
// Of several copies of a triangle one is kept. A triangle and its reverse form a fold, a surface that encloses no
// volume. Simplified meshes have many folds, and two solids that touch have one between them; both triangles of these
// should be removed. But a mesh modelled with both sides also has a reverse of every triangle, and there one of the two
// must stay. The edges decide between the two cases: the choice that leaves fewer edges with an odd number of triangles
// is taken.

import { findEdges, hasRepeatedVertex } from './edges.js';
import type { TriangleMesh } from './triangle-mesh.js';

/** 1 for every triangle to be removed because of others with the same vertices. */
export function findDuplicates(mesh: TriangleMesh): Uint8Array {
  const copies = new Uint8Array(mesh.triangles.length / 3);
  const folds = new Uint8Array(mesh.triangles.length / 3);
  let folded = false;
  for (const group of groupByVertices(mesh)) {
    if (group.length === 1) continue;
    const even = group.filter((t) => isEven(mesh.triangles, t));
    const odd = group.filter((t) => !isEven(mesh.triangles, t));
    const kept = even.length > odd.length ? even[0] : odd.length > even.length ? odd[0] : group[0];
    for (const t of group) {
      copies[t] = t === kept ? 0 : 1;
      folds[t] = t === kept && even.length !== odd.length ? 0 : 1;
    }
    folded ||= even.length === odd.length;
  }
  return folded && countOddEdges(mesh, folds) < countOddEdges(mesh, copies) ? folds : copies;
}

/**
 * 1 for every triangle with the same vertices and the same winding as an earlier one, unless there is also one with the
 * opposite winding.
 */
export function findCopies(mesh: TriangleMesh): Uint8Array {
  const copies = new Uint8Array(mesh.triangles.length / 3);
  for (const group of groupByVertices(mesh)) {
    const first = isEven(mesh.triangles, group[0]);
    if (group.every((t) => isEven(mesh.triangles, t) === first)) for (const t of group.slice(1)) copies[t] = 1;
  }
  return copies;
}

/** Groups of triangles with the same vertices, in ascending order. Triangles with a repeated vertex are in no group. */
function groupByVertices(mesh: TriangleMesh): Iterable<number[]> {
  const groups = new Map<string, number[]>();
  for (let t = 0; 3 * t < mesh.triangles.length; t++) {
    if (hasRepeatedVertex(mesh, t)) continue;
    const key = mesh.triangles
      .slice(3 * t, 3 * t + 3)
      .sort()
      .join(' ');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [t]);
    else group.push(t);
  }
  return groups.values();
}

/** The winding: true if the vertex numbers ascend in two of the three steps around the triangle. */
function isEven(triangles: Uint32Array, t: number): boolean {
  const a = triangles[3 * t];
  const b = triangles[3 * t + 1];
  const c = triangles[3 * t + 2];
  return Number(a < b) + Number(b < c) + Number(c < a) === 2;
}

function countOddEdges(mesh: TriangleMesh, leftOut: Uint8Array): number {
  const { count, starts } = findEdges(mesh, leftOut);
  let odd = 0;
  for (let e = 0; e < count; e++) odd += (starts[e + 1] - starts[e]) % 2;
  return odd;
}
