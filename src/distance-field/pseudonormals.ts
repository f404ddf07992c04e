// Computes pseudonormals, by which the sign of distances is found (Baerentzen and Aanaes, Signed distance computation
// using the angle weighted pseudonormal, 2005). The pseudonormal of an edge is the sum of its faces' normals; that of a
// vertex is the sum of its faces' normals weighted by their angles there. A point is outside if it is on the side to
// which the pseudonormal of the closest feature points. This holds for closed surfaces only. At border edges and
// corners, as of pieces that are not joined, another test must give the sign.

import { acos } from '../math/portable.js';
import { edgeUses, findEdges, nextCorner } from '../mesh/edges.js';
import { findFans } from '../mesh/fans.js';
import type { TriangleMesh } from '../mesh/triangle-mesh.js';

/** Numbers of a triangle: normals of its three corners, of its edges from each corner to the next, and of its face. */
export const NORMALS_SIZE = 21;
/** Feature numbers of the first edge and of the face; the normal of feature f begins at 3 f. */
export const EDGE_FEATURE = 3;
export const FACE_FEATURE = 6;

/** The normals of all triangles: not of unit length for edges and vertices, 0 for triangles without area. */
export function pseudonormals({ positions, triangles }: TriangleMesh): Float64Array {
  const count = triangles.length / 3;
  const vertexCount = positions.length / 3;
  const normals = new Float64Array(NORMALS_SIZE * count);
  const atVertices = new Float64Array(positions.length);
  const atEdges = new Map<number, [number, number, number]>();
  const edgeKey = (from: number, to: number): number => (from < to ? from * vertexCount + to : to * vertexCount + from);
  for (let t = 0; t < count; t++) {
    const normal = faceNormal(positions, triangles, t);
    normals.set(normal, NORMALS_SIZE * t + 3 * FACE_FEATURE);
    for (let i = 0; i < 3; i++) {
      const here = triangles[3 * t + i];
      const next = triangles[3 * t + ((i + 1) % 3)];
      const angle = cornerAngle(positions, here, next, triangles[3 * t + ((i + 2) % 3)]);
      for (let k = 0; k < 3; k++) atVertices[3 * here + k] += angle * normal[k];
      const key = edgeKey(here, next);
      const sum = atEdges.get(key);
      if (sum === undefined) atEdges.set(key, [...normal]);
      else for (let k = 0; k < 3; k++) sum[k] += normal[k];
    }
  }
  for (let t = 0; t < count; t++) {
    for (let i = 0; i < 3; i++) {
      const here = triangles[3 * t + i];
      const next = triangles[3 * t + ((i + 1) % 3)];
      normals.set(atVertices.subarray(3 * here, 3 * here + 3), NORMALS_SIZE * t + 3 * i);
      normals.set(atEdges.get(edgeKey(here, next)) as [number, number, number], NORMALS_SIZE * t + 3 * (EDGE_FEATURE + i));
    }
  }
  return normals;
}

/**
 * By triangle: bits of the features whose pseudonormal gives no sign: edges without exactly one consistent neighbour,
 * and corners at them or with several fans.
 */
export function borderFeatures(mesh: TriangleMesh): Uint8Array {
  const { triangles } = mesh;
  const edges = findEdges(mesh);
  const isBorder = (c: number) => {
    const other = edges.across[c];
    return edges.edgeOf[c] < 0 || edgeUses(edges, edges.edgeOf[c]) !== 2 || triangles[other] === triangles[c];
  };
  const fans = findFans(mesh, edges.across);
  const fanOf = new Int32Array(mesh.positions.length / 3).fill(-1);
  const isBorderVertex = new Uint8Array(fanOf.length);
  for (let c = 0; c < triangles.length; c++) {
    const v = triangles[c];
    if (fanOf[v] >= 0 && fanOf[v] !== fans[c]) isBorderVertex[v] = 1;
    fanOf[v] = fans[c];
    if (isBorder(c)) isBorderVertex[v] = isBorderVertex[triangles[nextCorner(c)]] = 1;
  }
  const border = new Uint8Array(triangles.length / 3);
  for (let c = 0; c < triangles.length; c++) {
    const i = c % 3;
    if (isBorderVertex[triangles[c]] === 1) border[(c - i) / 3] |= 1 << i;
    if (isBorder(c)) border[(c - i) / 3] |= 1 << (EDGE_FEATURE + i);
  }
  return border;
}

function faceNormal(positions: Float64Array, triangles: Uint32Array, t: number): [number, number, number] {
  const [a, b, c] = [3 * triangles[3 * t], 3 * triangles[3 * t + 1], 3 * triangles[3 * t + 2]];
  const ux = positions[b] - positions[a];
  const uy = positions[b + 1] - positions[a + 1];
  const uz = positions[b + 2] - positions[a + 2];
  const vx = positions[c] - positions[a];
  const vy = positions[c + 1] - positions[a + 1];
  const vz = positions[c + 2] - positions[a + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const length = Math.sqrt(x * x + y * y + z * z);
  return length > 0 ? [x / length, y / length, z / length] : [0, 0, 0];
}

/** The angle at a vertex between the directions to two others [rad]. */
function cornerAngle(positions: Float64Array, at: number, to: number, and: number): number {
  let dot = 0;
  let squareTo = 0;
  let squareAnd = 0;
  for (let k = 0; k < 3; k++) {
    const u = positions[3 * to + k] - positions[3 * at + k];
    const v = positions[3 * and + k] - positions[3 * at + k];
    dot += u * v;
    squareTo += u * u;
    squareAnd += v * v;
  }
  const lengths = Math.sqrt(squareTo * squareAnd);
  return lengths > 0 ? acos(dot / lengths) : 0;
}
