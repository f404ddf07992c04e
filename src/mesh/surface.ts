// A surface of triangles that need not be closed: the ground, a wall, a sheet. It has no inside and no distance field, only its triangles, a
// tree of their boxes, and which of them meet at each vertex: that tells its inner edges from its rims and its ridges from its valleys.

import { InputError } from '../input/fields.js';
import { Hash } from '../math/hash.js';
import { mortonTree } from './morton-tree.js';
import type { TriangleMesh } from './triangle-mesh.js';
import type { TriangleTree } from './triangle-tree.js';

/** A triangle lower than this share of its longest side has no normal that could be told [1]. */
const FLATTEST = 1e-10;

export interface SurfaceOptions {
  /** Whether both sides of its triangles can be touched, or their fronts alone. */
  readonly isTwoSided: boolean;
  /** Whether all that is below it, along y, is inside: the ground of a heightfield. */
  readonly isGround: boolean;
}

export class Surface {
  /** Triangles are counter-clockwise seen from their front; vertices at the same place are one. */
  readonly mesh: TriangleMesh;
  /** Of the triangles that have an area. */
  readonly parts: { readonly tree: TriangleTree };
  readonly isTwoSided: boolean;
  readonly isGround: boolean;
  /** Min x, y, z, max x, y, z of its triangles [m]. */
  readonly bounds: Float64Array;
  /** Radius of a ball about the origin that holds it; infinite of a ground [m]. */
  readonly reach: number;
  /** Triangles around vertex v: around[aroundStart[v]] ... around[aroundStart[v + 1] - 1]; those without an area are left out. */
  readonly aroundStart: Int32Array;
  readonly around: Int32Array;
  /** Triangles that are left out, since they have no area. */
  readonly skippedTriangles: number;
  #digest: string | undefined;

  /** Vertices at the same place must be one already. Throws an InputError where no triangle has an area. */
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

  /** Surfaces of the same content have the same. */
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

/** Of a ball about the origin that holds a box [m]. */
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
