// Chooses the contact normal at an edge or a corner of a mesh, among the faces that are equally close to a point and
// all normals between them. A shape that meets an edge may be pushed along any of these; the one most opposed to its
// facing direction is chosen. A box whose edge is flush with another's is pushed along the common face; two crossing
// edges are pushed along their common perpendicular.

import type { TriangleMesh } from '../mesh/triangle-mesh.js';

/** Most faces with different normals. */
const MOST = 12;
/** One minus the cosine of the angle up to which normals count as equal [1]. */
const SAME_NORMAL = 1e-6;
/** A candidate must be opposed by more than this to replace an earlier one [1]. */
const SAME_FACING = 1e-6;
/** Faces count as concave if one rises above the other's plane by more than this share of their distance [1]. */
const FLAT = 1e-6;

/** Result of choose() for a normal between two faces. */
export const BETWEEN = -2;

export class NormalCone {
  count = 0;
  /** By face: unit normal [1], height of the point above it [m], its first corner and its centroid [m]. */
  readonly #normals = new Float64Array(3 * MOST);
  readonly #heights = new Float64Array(MOST);
  readonly #corners = new Float64Array(3 * MOST);
  readonly #middles = new Float64Array(3 * MOST);
  readonly #triangles = new Int32Array(MOST);
  /** Facing direction of the point [1]. */
  readonly #facing = new Float64Array(3);
  /**
   * Best candidate so far: its score, which is the negative product of normal and facing [1], height [m], normal [1].
   */
  readonly #best = new Float64Array(5);
  #face = -1;

  begin(x: number, y: number, z: number): void {
    this.count = 0;
    this.#facing[0] = x;
    this.#facing[1] = y;
    this.#facing[2] = z;
  }

  /** Adds a face, unless one with the same normal was added. */
  add({ positions, triangles }: TriangleMesh, triangle: number, x: number, y: number, z: number, height: number): void {
    const n = this.#normals;
    if (this.count === MOST) return;
    for (let i = 0; i < 3 * this.count; i += 3) if (n[i] * x + n[i + 1] * y + n[i + 2] * z > 1 - SAME_NORMAL) return;
    const at = this.count++;
    n[3 * at] = x;
    n[3 * at + 1] = y;
    n[3 * at + 2] = z;
    this.#heights[at] = height;
    this.#triangles[at] = triangle;
    const a = 3 * triangles[3 * triangle];
    const b = 3 * triangles[3 * triangle + 1];
    const c = 3 * triangles[3 * triangle + 2];
    for (let k = 0; k < 3; k++) {
      this.#corners[3 * at + k] = positions[a + k];
      this.#middles[3 * at + k] = (positions[a + k] + positions[b + k] + positions[c + k]) / 3;
    }
  }

  /**
   * Writes height and normal of the face most opposed to the facing direction to out[0] and out[1 .. 3]; with
   * `isBetween`, normals between two faces are candidates as well. Returns the triangle, BETWEEN, or -1 for none.
   */
  choose(isBetween: boolean, out: Float64Array): number {
    if (this.count === 0) return -1;
    this.#best[0] = -Infinity;
    for (let i = 0; i < this.count; i++) {
      const n = this.#normals;
      this.#offer(-this.#along(i), this.#heights[i], n[3 * i], n[3 * i + 1], n[3 * i + 2], this.#triangles[i]);
    }
    if (isBetween) for (let i = 0; i < this.count; i++) for (let j = 0; j < i; j++) this.#offerBetween(i, j);
    for (let k = 0; k < 4; k++) out[k] = this.#best[1 + k];
    return this.#face;
  }

  #along(i: number): number {
    const n = this.#normals;
    const f = this.#facing;
    return n[3 * i] * f[0] + n[3 * i + 1] * f[1] + n[3 * i + 2] * f[2];
  }

  #offer(score: number, height: number, x: number, y: number, z: number, face: number): void {
    const best = this.#best;
    if (score <= best[0] + SAME_FACING) return;
    best[0] = score;
    best[1] = height;
    best[2] = x;
    best[3] = y;
    best[4] = z;
    this.#face = face;
  }

  /** Offers the normal between two faces of a convex edge that is most opposed to the facing direction. */
  #offerBetween(i: number, j: number): void {
    if (this.#turnsInwards(i, j) || this.#turnsInwards(j, i)) return;
    const n = this.#normals;
    const cosine = n[3 * i] * n[3 * j] + n[3 * i + 1] * n[3 * j + 1] + n[3 * i + 2] * n[3 * j + 2];
    const a = -this.#along(i);
    const b = -this.#along(j);
    const square = 1 - cosine * cosine;
    if (!(square > SAME_NORMAL)) return;
    const ofI = (a - cosine * b) / square;
    const ofJ = (b - cosine * a) / square;
    if (!(ofI > 0 && ofJ > 0)) return;
    const x = ofI * n[3 * i] + ofJ * n[3 * j];
    const y = ofI * n[3 * i + 1] + ofJ * n[3 * j + 1];
    const z = ofI * n[3 * i + 2] + ofJ * n[3 * j + 2];
    const length = Math.sqrt(x * x + y * y + z * z);
    const height = (ofI * this.#heights[i] + ofJ * this.#heights[j]) / length;
    this.#offer(length, height, x / length, y / length, z / length, BETWEEN);
  }

  /** Whether face j rises above the plane of face i. */
  #turnsInwards(i: number, j: number): boolean {
    let height = 0;
    let square = 0;
    for (let k = 0; k < 3; k++) {
      const way = this.#middles[3 * j + k] - this.#corners[3 * i + k];
      height += this.#normals[3 * i + k] * way;
      square += way * way;
    }
    return height > FLAT * Math.sqrt(square);
  }
}
