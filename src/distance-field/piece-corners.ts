// Lists the corners of a mesh in the leaf cells of its contact tree. A leaf has a single sample. If the allowed error
// is large relative to the details of the mesh, a cell has other protruding corners that may touch as well. Also finds
// the vertex or ridge of each sample, where the search for contacts starts.

import type { MeshDistance } from './mesh-distance.js';
import type { MeshEdges } from './mesh-edges.js';
import type { SampledField } from './sampled-field.js';
import { PIECE, PIECE_SIZE } from './tree-layout.js';

/** A corner that protrudes by less than this share of the allowed error is smooth [1]. */
const STANDS_OUT = 0.05;
/** A corner within this share of the mesh's reach from the sample is the sample itself [1]. */
const SAME = 1e-6;
/**
 * A sample within this share of the mesh's reach from a corner or an edge is on it [1]: samples have single precision.
 */
const AT = 1e-5;
const NOWHERE = -1;

/** The parts of a contact tree that are needed here. */
interface TreeOfPieces extends SampledField {
  readonly exact: MeshDistance;
  readonly edges: MeshEdges;
  readonly allowedError: number;
  readonly reach: number;
}

export class PieceCorners {
  /** Corners of piece p: vertices[start[p]] to vertices[start[p + 1] - 1]. */
  readonly start: Int32Array;
  readonly vertices: Int32Array;
  /**
   * By piece: the vertex of its sample, or the number of vertices plus the ridge of its sample. -1 for neither, and for
   * smooth pieces.
   */
  readonly placeOfSample: Int32Array;

  constructor(tree: TreeOfPieces) {
    const { edges, exact, allowedError, reach } = tree;
    const { pieces } = tree.columns;
    const { positions } = exact.mesh;
    const point = new Float64Array(5);
    const count = pieces.length / PIECE_SIZE;
    const pieceOf = new Int32Array(positions.length / 3).fill(-1);
    this.start = new Int32Array(count + 1);
    for (let v = 0; v < pieceOf.length; v++) {
      if (edges.heightOf(v) < STANDS_OUT * allowedError) continue;
      point.set(positions.subarray(3 * v, 3 * v + 3));
      const piece = tree.pieceAt(point);
      const sample = PIECE_SIZE * piece + PIECE.sample;
      if (piece < 0 || isNear(pieces, sample, positions, 3 * v, SAME * reach)) continue;
      pieceOf[v] = piece;
      this.start[piece + 1]++;
    }
    for (let p = 0; p < count; p++) this.start[p + 1] += this.start[p];
    this.vertices = new Int32Array(this.start[count]);
    const filled = this.start.slice();
    for (let v = 0; v < pieceOf.length; v++) if (pieceOf[v] >= 0) this.vertices[filled[pieceOf[v]]++] = v;
    this.placeOfSample = Int32Array.from({ length: count }, (_, piece) => placeOfSample(tree, piece));
  }
}

function placeOfSample(tree: TreeOfPieces, piece: number): number {
  const { pieces } = tree.columns;
  const at = PIECE_SIZE * piece;
  if (pieces[at + PIECE.slide] > 0) return NOWHERE;
  tree.exact.signedDistance(pieces[at + PIECE.sample], pieces[at + PIECE.sample + 1], pieces[at + PIECE.sample + 2]);
  const vertex = vertexAt(tree);
  if (vertex !== NOWHERE) return vertex;
  const edge = edgeAt(tree);
  return edge === NOWHERE ? NOWHERE : tree.edges.start.length - 1 + edge;
}

/** The vertex at the closest point of the last distance query, or NOWHERE. */
function vertexAt({ exact, reach }: TreeOfPieces): number {
  const { positions, triangles } = exact.mesh;
  const { closest, feature } = exact;
  for (let i = 0; i < 3; i++) {
    const v = triangles[3 * feature[0] + i];
    const x = positions[3 * v] - closest[0];
    const y = positions[3 * v + 1] - closest[1];
    const z = positions[3 * v + 2] - closest[2];
    if (x * x + y * y + z * z <= AT * reach * (AT * reach)) return v;
  }
  return NOWHERE;
}

/** The ridge at the closest point of the last distance query, or NOWHERE. */
function edgeAt({ exact, edges, reach }: TreeOfPieces): number {
  const { positions, triangles } = exact.mesh;
  const { closest, feature } = exact;
  for (let i = 0; i < 3; i++) {
    const edge = edges.between(triangles[3 * feature[0] + i], triangles[3 * feature[0] + ((i + 1) % 3)]);
    if (edge === NOWHERE || edges.isRidge[edge] === 0) continue;
    const a = 3 * edges.from[edge];
    const b = 3 * edges.to[edge];
    const ux = positions[b] - positions[a];
    const uy = positions[b + 1] - positions[a + 1];
    const uz = positions[b + 2] - positions[a + 2];
    const x = closest[0] - positions[a];
    const y = closest[1] - positions[a + 1];
    const z = closest[2] - positions[a + 2];
    const along = ux * x + uy * y + uz * z;
    const square = x * x + y * y + z * z - (along * along) / (ux * ux + uy * uy + uz * uz);
    if (square <= AT * reach * (AT * reach)) return edge;
  }
  return NOWHERE;
}

function isNear(p: Float32Array, i: number, q: Float64Array, j: number, limit: number): boolean {
  const x = p[i] - q[j];
  const y = p[i + 1] - q[j + 1];
  const z = p[i + 2] - q[j + 2];
  return x * x + y * y + z * z <= limit * limit;
}
