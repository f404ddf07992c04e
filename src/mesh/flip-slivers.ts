// Removes slivers: triangles without area whose three corners differ, so that one corner lies on the opposite edge.
// Dropping such a triangle would open the mesh. Instead that edge is flipped: the triangle and its neighbour beyond the
// edge are replaced by two others on the same four vertices, and the surface does not change.

import { distance } from '../math/vector.js';
import { findEdges, nextCorner } from './edges.js';
import { heightBetween, toleranceOf, triangleHeight } from './measures.js';
import { type TriangleMesh, vertexAt } from './triangle-mesh.js';

/** Most rounds; slivers next to slivers need several. */
const ROUNDS = 16;

/**
 * A copy of an oriented mesh with fewer triangles no higher than the tolerance [m], and the number of flipped edges.
 */
export function flipSlivers(mesh: TriangleMesh, tolerance = toleranceOf(mesh)): { mesh: TriangleMesh; flipped: number } {
  const flippedMesh = { positions: mesh.positions, triangles: mesh.triangles.slice() };
  let flipped = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const now = flipOnce(flippedMesh, tolerance);
    if (now === 0) break;
    flipped += now;
  }
  return { mesh: flippedMesh, flipped };
}

/** One round: flips edges, each triangle at most once. */
function flipOnce(mesh: TriangleMesh, tolerance: number): number {
  const { triangles } = mesh;
  const slivers: number[] = [];
  for (let t = 0; 3 * t < triangles.length; t++) if (triangleHeight(mesh, t) <= tolerance) slivers.push(t);
  if (slivers.length === 0) return 0;
  const { across, ends } = findEdges(mesh);
  const stride = mesh.positions.length / 3;
  const keyOf = (a: number, b: number) => Math.min(a, b) * stride + Math.max(a, b);
  const taken = new Set<number>();
  for (let i = 0; i < ends.length; i += 2) taken.add(keyOf(ends[i], ends[i + 1]));
  const heightOf = (a: number, b: number, c: number) => heightBetween(mesh.positions, a, b, c);
  const touched = new Set<number>();
  let flipped = 0;
  for (const t of slivers) {
    const c = longestCorner(mesh, t);
    const other = across[c];
    if (other < 0) continue;
    const u = Math.floor(other / 3);
    const a = triangles[c];
    const b = triangles[nextCorner(c)];
    const p = triangles[nextCorner(nextCorner(c))];
    const q = triangles[nextCorner(nextCorner(other))];
    if (touched.has(t) || touched.has(u) || p === q || triangles[other] !== b || taken.has(keyOf(p, q))) continue;
    const thinnest = Math.min(heightOf(a, b, p), heightOf(b, a, q));
    if (Math.min(heightOf(p, a, q), heightOf(q, b, p)) <= thinnest) continue;
    triangles.set([p, a, q], 3 * t);
    triangles.set([q, b, p], 3 * u);
    taken.delete(keyOf(a, b));
    taken.add(keyOf(p, q));
    touched.add(t).add(u);
    flipped++;
  }
  return flipped;
}

/** The corner where the longest edge of a triangle begins. */
function longestCorner(mesh: TriangleMesh, t: number): number {
  const size = (c: number) => distance(vertexAt(mesh, mesh.triangles[c]), vertexAt(mesh, mesh.triangles[nextCorner(c)]));
  let longest = 3 * t;
  for (let c = 3 * t + 1; c < 3 * t + 3; c++) if (size(c) > size(longest)) longest = c;
  return longest;
}
