// Cutting a mesh at edges where more than two triangles meet, so that surfaces that only touch there are separate.
//
// Around such an edge solid and empty sectors take turns. A solid sector begins at a triangle that faces back and ends at the
// next one that faces on; those two belong together. So triangles are sorted by their angle around the edge and matched like
// brackets. What finds no partner becomes an open edge.

import { atan2 } from '../math/portable.js';
import { cross, dot, length, normalize, scale, subtract, type Vec3 } from '../math/vector.js';
import { edgeUses, findEdges, type MeshEdges, nextCorner } from './edges.js';
import { splitFans } from './fans.js';
import { type TriangleMesh, vertexAt } from './triangle-mesh.js';

/** A copy of an oriented mesh in which no edge has more than two triangles, and how many edges had. */
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
    // At the same angle a sector ends before the next begins.
    .sort((a, b) => a.angle - b.angle || Number(b.facesOn) - Number(a.facesOn) || a.corner - b.corner);

  // Twice around, since a sector may lie across the angle where the order begins.
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
