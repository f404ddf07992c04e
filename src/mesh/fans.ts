// Fans: sets of triangles around a vertex that are connected over edges. A vertex with several fans joins surfaces at a
// point only.

import { type MeshEdges, nextCorner } from './edges.js';
import type { TriangleMesh } from './triangle-mesh.js';

/** For each corner, the smallest corner of its fan at its vertex. `across` defines the edges that connect triangles. */
export function findFans({ triangles }: TriangleMesh, across: MeshEdges['across']): Uint32Array {
  const parent = Uint32Array.from(triangles, (_, c) => c);
  const root = (c: number) => {
    while (parent[c] !== c) {
      parent[c] = parent[parent[c]];
      c = parent[c];
    }
    return c;
  };
  const join = (a: number, b: number) => {
    const [low, high] = [Math.min(root(a), root(b)), Math.max(root(a), root(b))];
    parent[high] = low;
  };
  for (let c = 0; c < triangles.length; c++) {
    const other = across[c];
    if (other < c) continue;
    const same = triangles[other] === triangles[c];
    join(c, same ? other : nextCorner(other));
    join(nextCorner(c), same ? nextCorner(other) : other);
  }
  return parent.map((_, c) => root(c));
}

/** A copy of the mesh in which every fan at vertices `meant` has its own vertex, and the number of added vertices. */
export function splitFans(
  mesh: TriangleMesh,
  across: MeshEdges['across'],
  meant: (vertex: number) => boolean,
): { mesh: TriangleMesh; added: number } {
  const fans = findFans(mesh, across);
  const positions = Array.from(mesh.positions);
  const firstFan = new Int32Array(mesh.positions.length / 3).fill(-1);
  const vertexOfFan = new Map<number, number>();
  const triangles = mesh.triangles.map((v, c) => {
    if (firstFan[v] < 0) firstFan[v] = fans[c];
    if (firstFan[v] === fans[c] || !meant(v)) return v;
    let vertex = vertexOfFan.get(fans[c]);
    if (vertex === undefined) {
      vertex = positions.length / 3;
      positions.push(mesh.positions[3 * v], mesh.positions[3 * v + 1], mesh.positions[3 * v + 2]);
      vertexOfFan.set(fans[c], vertex);
    }
    return vertex;
  });
  return { mesh: { positions: Float64Array.from(positions), triangles }, added: vertexOfFan.size };
}
