// The corners of a mesh in the cells of its contact tree. A leaf is sampled at one point; where the allowed error is large against what the
// mesh is made of, other corners of the same cell stand out as well, and each of them may be what touches.

import type { ContactTree } from './contact-tree.js';
import { PIECE, PIECE_SIZE } from './tree-layout.js';

/** A corner that stands out by less than this share of the allowed error is smooth [1]. */
const STANDS_OUT = 0.05;
/** A corner that is no farther than this share of the mesh's reach from the sample is the sample [1]. */
const SAME = 1e-6;

export class PieceCorners {
  /** Corners of piece p: vertices[start[p]] to vertices[start[p + 1] - 1]. */
  readonly start: Int32Array;
  readonly vertices: Int32Array;

  constructor(tree: ContactTree) {
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
  }
}

function isNear(p: Float32Array, i: number, q: Float64Array, j: number, limit: number): boolean {
  const x = p[i] - q[j];
  const y = p[i + 1] - q[j + 1];
  const z = p[i + 2] - q[j + 2];
  return x * x + y * y + z * z <= limit * limit;
}
