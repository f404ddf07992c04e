// Cuts a mesh at edges where more than two triangles meet, so that surfaces that only touch there are separated. Repair
// uses it.
//
// Solid and empty sectors alternate around such an edge. A solid sector begins at a triangle that faces backward and
// ends at the next one that faces forward; these two are neighbours. So triangles are sorted by their angle around the
// edge and matched like brackets. A triangle without partner gets an open edge.

import { atan2 } from '../math/portable.js';
import { cross, dot, length, normalize, scale, subtract, type Vec3 } from '../math/vector.js';
import { edgeUses, findEdges, type MeshEdges, nextCorner } from './edges.js';
import { splitFans } from './fans.js';
import { type TriangleMesh, vertexAt } from './triangle-mesh.js';

/** Returns a copy of an oriented mesh whose edges have at most two triangles, and the number of edges that had more. */
export function cutEdges(mesh: TriangleMesh): { mesh: TriangleMesh; cut: number } {
  const edges = findEdges(mesh);
  const across = edges.across.slice();
  const touched = new Set<number>();
  let cut = 0;
  for (let e = 0; e < edges.count; e++) {
    if (edgeUses(edges, e) <= 2) continue;
    cut++;
    touched.add(edges.ends[2 * e]).add(edges.ends[2 * e + 1]);
    matchSectors(mesh, edges, e, across);
  }
  return cut === 0 ? { mesh, cut } : { mesh: splitFans(mesh, across, (v) => touched.has(v)).mesh, cut };
}

function matchSectors(mesh: TriangleMesh, edges: MeshEdges, edge: number, across: Int32Array): void {
  const { triangles } = mesh;
  const from = vertexAt(mesh, edges.ends[2 * edge]);
  const along = subtract(vertexAt(mesh, edges.ends[2 * edge + 1]), from);
  const axis = length(along) > 0 ? normalize(along) : along;
  const around = [...edges.corners.subarray(edges.starts[edge], edges.starts[edge + 1])].map((corner) => {
    const apex = subtract(vertexAt(mesh, triangles[nextCorner(nextCorner(corner))]), from);
    return { corner, radial: subtract(apex, scale(axis, dot(apex, axis))), facesOn: triangles[corner] === edges.ends[2 * edge] };
  });
  const zero: Vec3 = around[0].radial;
  const ordered = around
    .map((side) => ({ ...side, angle: atan2(dot(axis, cross(zero, side.radial)), dot(zero, side.radial)) }))
    // At equal angles, a sector ends before the next one begins.
    .sort((a, b) => a.angle - b.angle || Number(b.facesOn) - Number(a.facesOn) || a.corner - b.corner);

  // Two rounds, since a sector may contain the angle where the order begins.
  const waiting: number[] = [];
  const matched = new Set<number>();
  for (const { corner, facesOn } of [...ordered, ...ordered]) {
    if (matched.has(corner) || waiting.includes(corner)) continue;
    if (!facesOn) waiting.push(corner);
    else {
      const partner = waiting.pop();
      if (partner === undefined) continue;
      across[corner] = partner;
      across[partner] = corner;
      matched.add(corner).add(partner);
    }
  }
}
