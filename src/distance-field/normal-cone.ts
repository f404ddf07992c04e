// The faces about an edge or a corner of a mesh that are as close to a point as each other, and all normals between them. What meets an
// edge may be pushed along the normal of either face and along all that are between: what looks most against it is right.
// A box whose edge is flush with another's is pushed along the face that both stand on; two edges that cross, across both.

import type { TriangleMesh } from '../mesh/triangle-mesh.js';

/** Most faces with different normals. */
const MOST = 12;
/** Normals that differ by less than this are the same: one less the cosine of the angle [1]. */
const SAME_NORMAL = 1e-6;
/** What looks no more than this against something is no better: the first is taken [1]. */
const SAME_FACING = 1e-6;
/** Faces that do not turn inwards by more than this share of the way between them [1]. */
const FLAT = 1e-6;

/** What is chosen where it is between two faces. */
export const BETWEEN = -2;

export class NormalCone {
  count = 0;
  /** By face: unit normal [1], height of the point over it [m], its corner and its middle [m]. */
  readonly #normals = new Float64Array(3 * MOST);
  readonly #heights = new Float64Array(MOST);
  readonly #corners = new Float64Array(3 * MOST);
  readonly #middles = new Float64Array(3 * MOST);
  readonly #triangles = new Int32Array(MOST);
  /** What looks along at the point [1]. */
  readonly #facing = new Float64Array(3);
  /** The best so far: how much it looks against that [1], height [m], normal [1]. */
  readonly #best = new Float64Array(5);
  #face = -1;

  begin(x: number, y: number, z: number): void {
    this.count = 0;
    this.#facing[0] = x;
    this.#facing[1] = y;
    this.#facing[2] = z;
  }

  /** Adds a face, unless one with its normal is there. */
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
   * Writes height and normal of the face that looks most against the facing, or, where `isBetween`, of what is between two, to out[0] and
   * out[1 .. 3]. Returns the face, BETWEEN, or -1 for none.
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

  /** Of the normals between two faces that turn outwards the one that looks most against the facing. */
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

  /** Whether face j rises over the plane of face i. */
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
