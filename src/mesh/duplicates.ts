// Triangles with the same three vertices.
//
// Copies of a triangle say nothing new, so one of them is enough. A triangle and its reverse, though, are a fold: a surface that
// goes there and back and encloses nothing. Meshes that were made coarser are full of such folds, and two
// solids that touch have one between them: of these none should be left. But a mesh drawn from both sides has a reverse for every
// triangle too, and there one has to stay. Which it is shows at the edges: whichever leaves fewer of them with an odd number of
// triangles is meant.

import { findEdges, hasRepeatedVertex } from './edges.js';
import type { TriangleMesh } from './triangle-mesh.js';

/** 1 for every triangle that is one too many because of others with the same vertices. */
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
 * 1 for every triangle with the same vertices, in the same sense of rotation, as an earlier one, unless one of the other sense is
 * there too.
 */
export function findCopies(mesh: TriangleMesh): Uint8Array {
  const copies = new Uint8Array(mesh.triangles.length / 3);
  for (const group of groupByVertices(mesh)) {
    const first = isEven(mesh.triangles, group[0]);
    if (group.every((t) => isEven(mesh.triangles, t) === first)) for (const t of group.slice(1)) copies[t] = 1;
  }
  return copies;
}

/** Triangles with the same vertices, in rising order; those with a repeated vertex are in no group. */
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

/** The sense of rotation: true if the vertex numbers rise but for one step. */
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
