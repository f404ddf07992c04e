// A surface of triangles that need not be closed: the ground, a wall, a sheet. Fixed bodies use it as a shape. It has
// no inside and no distance field, only its triangles, a tree of their boxes, and the triangles at each vertex. The
// latter distinguish inner edges from rims, and ridges from valleys.

import { InputError } from '../input/fields.js';
import { Hash } from '../math/hash.js';
import { mortonTree } from './morton-tree.js';
import type { TriangleMesh } from './triangle-mesh.js';
import type { TriangleTree } from './triangle-tree.js';

/** A triangle lower than this share of its longest side has no defined normal [1]. */
const FLATTEST = 1e-10;

export interface SurfaceOptions {
  /** Whether both sides of the triangles can be touched, or only their fronts. */
  readonly isTwoSided: boolean;
  /** Whether all points below it, along y, are inside, as for a heightfield. */
  readonly isGround: boolean;
}

/** A surface of triangles that need not be closed, or the ground of a heightfield. */
export class Surface {
  /** The triangles, counter-clockwise seen from the front. Vertices at the same place are merged. */
  readonly mesh: TriangleMesh;
  /** The tree of the triangles that have an area. */
  readonly parts: { readonly tree: TriangleTree };
  readonly isTwoSided: boolean;
  readonly isGround: boolean;
  /** Bounds of the triangles: min x, y, z, max x, y, z [m]. */
  readonly bounds: Float64Array;
  /** Radius of a ball about the origin that contains the surface [m]; infinite for a ground. */
  readonly reach: number;
  /**
   * Triangles at vertex v: around[aroundStart[v]] ... around[aroundStart[v + 1] - 1], without those that have no area.
   */
  readonly aroundStart: Int32Array;
  readonly around: Int32Array;
  /** Number of triangles that are ignored, since they have no area. */
  readonly skippedTriangles: number;
  #digest: string | undefined;

  /** Vertices at the same place must be merged already. Throws an InputError if no triangle has an area. */
  constructor(mesh: TriangleMesh, { isTwoSided, isGround }: SurfaceOptions) {
    const listed = trianglesWithArea(mesh);
    if (listed.length === 0) throw new InputError('triangles has no triangle with an area, but must have one at least.');
    this.mesh = mesh;
    this.isTwoSided = isTwoSided;
    this.isGround = isGround;
    this.parts = { tree: mortonTree(mesh, listed) };
    this.bounds = this.parts.tree.bounds.slice(0, 6);
    this.reach = isGround ? Number.POSITIVE_INFINITY : reachOf(this.bounds);
    this.skippedTriangles = mesh.triangles.length / 3 - listed.length;
    this.aroundStart = new Int32Array(mesh.positions.length / 3 + 1);
    this.around = new Int32Array(3 * listed.length);
    this.#listAround(listed);
  }

  /** Hash of the content: equal surfaces have equal digests. */
  get digest(): string {
    this.#digest ??= digestOf(this);
    return this.#digest;
  }

  #listAround(listed: Int32Array): void {
    const { aroundStart, around } = this;
    const { triangles } = this.mesh;
    for (let i = 0; i < listed.length; i++) {
      for (let k = 0; k < 3; k++) aroundStart[triangles[3 * listed[i] + k] + 1]++;
    }
    for (let v = 1; v < aroundStart.length; v++) aroundStart[v] += aroundStart[v - 1];
    const filled = aroundStart.slice();
    for (let i = 0; i < listed.length; i++) {
      for (let k = 0; k < 3; k++) around[filled[triangles[3 * listed[i] + k]]++] = listed[i];
    }
  }
}

/** Radius of the ball about the origin that contains a box [m]. */
function reachOf(box: Float64Array): number {
  let square = 0;
  for (let k = 0; k < 3; k++) square += Math.max(box[k] * box[k], box[3 + k] * box[3 + k]);
  return Math.sqrt(square);
}

function trianglesWithArea({ positions, triangles }: TriangleMesh): Int32Array {
  const listed = new Int32Array(triangles.length / 3);
  let count = 0;
  for (let t = 0; t < listed.length; t++) {
    const a = 3 * triangles[3 * t];
    const b = 3 * triangles[3 * t + 1];
    const c = 3 * triangles[3 * t + 2];
    const ux = positions[b] - positions[a];
    const uy = positions[b + 1] - positions[a + 1];
    const uz = positions[b + 2] - positions[a + 2];
    const vx = positions[c] - positions[a];
    const vy = positions[c + 1] - positions[a + 1];
    const vz = positions[c + 2] - positions[a + 2];
    const wx = vx - ux;
    const wy = vy - uy;
    const wz = vz - uz;
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    const longest = Math.max(ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz, wx * wx + wy * wy + wz * wz);
    if (x * x + y * y + z * z > FLATTEST * FLATTEST * longest * longest) listed[count++] = t;
  }
  return listed.slice(0, count);
}

function digestOf({ mesh: { positions, triangles }, isTwoSided, isGround }: Surface): string {
  const hash = new Hash();
  for (const value of [isTwoSided ? 1 : 0, isGround ? 1 : 0, positions.length]) hash.number(value);
  hash.column(positions, 0, positions.length);
  hash.column(triangles, 0, triangles.length);
  return hash.toString();
}
