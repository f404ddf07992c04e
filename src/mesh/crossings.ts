// Finds where a surface passes through itself: pairs of its triangles that cross, each with a common point. Triangles
// that only touch do not cross.

import type { Vec3 } from '../math/vector.js';
import { checkMesh } from './make-mesh.js';
import { boundsOf } from './measures.js';
import type { TriangleMesh } from './triangle-mesh.js';
import { SECTION, TriangleSection } from './triangle-section.js';
import { TriangleTree } from './triangle-tree.js';

/** Heights below this share of the largest coordinate count as rounding errors [1]. */
const ROUNDING = 1e-14;

export interface MeshCrossing {
  /** The two triangles, the smaller number first. */
  readonly triangles: readonly [number, number];
  /** Midpoint of the line along which they cross, on both triangles up to rounding [m]. */
  readonly at: Readonly<Vec3>;
}

/** All pairs of triangles that cross each other, in ascending order. */
export function findCrossings(mesh: TriangleMesh): MeshCrossing[] {
  checkMesh(mesh);
  const crossings: MeshCrossing[] = [];
  const near = new NearTriangles(mesh);
  const rounding = roundingOf(mesh);
  const count = mesh.triangles.length / 3;
  for (let t = 0; t < count; t++) {
    near.meetings(t, rounding, 0, (u, kind, section) => {
      if (u < t || kind !== SECTION.cross) return;
      const at = [0, 1, 2].map((k) => (section[k] + section[3 + k]) / 2) as Vec3;
      crossings.push({ triangles: [t, u], at });
    });
  }
  return crossings.sort((p, q) => p.triangles[0] - q.triangles[0] || p.triangles[1] - q.triangles[1]);
}

/** Largest height that counts as a rounding error [m]. */
export function roundingOf(mesh: TriangleMesh): number {
  const { lower, upper } = boundsOf(mesh);
  return ROUNDING * Math.max(...lower.map(Math.abs), ...upper.map(Math.abs));
}

/** Finds how a triangle meets the triangles of a mesh. */
export class NearTriangles {
  readonly #mesh: TriangleMesh;
  readonly #tree: TriangleTree;
  readonly #own = new Float64Array(9);
  readonly #other = new Float64Array(9);
  readonly #section = new TriangleSection();
  readonly #stack: number[] = [];

  constructor(mesh: TriangleMesh) {
    this.#mesh = mesh;
    this.#tree = new TriangleTree(mesh);
  }

  /** Visits all triangles that triangle t touches along a line, crosses or overlaps. Tests those within `apart` [m]. */
  meetings(t: number, snap: number, apart: number, visit: (u: number, kind: number, section: Float64Array) => void): void {
    writeCorners(this.#mesh.positions, this.#mesh.triangles, t, this.#own);
    this.meetingsOf(this.#own, snap, apart, (u, kind, section) => {
      if (u !== t) visit(u, kind, section);
    });
  }

  /** As meetings(), for a triangle given by its corners [m], which need not belong to the mesh. */
  meetingsOf(
    corners: Float64Array,
    snap: number,
    apart: number,
    visit: (u: number, kind: number, section: Float64Array) => void,
  ): void {
    const { bounds, links, counts, order } = this.#tree;
    const stack = this.#stack;
    const x0 = Math.min(corners[0], corners[3], corners[6]) - apart;
    const y0 = Math.min(corners[1], corners[4], corners[7]) - apart;
    const z0 = Math.min(corners[2], corners[5], corners[8]) - apart;
    const x1 = Math.max(corners[0], corners[3], corners[6]) + apart;
    const y1 = Math.max(corners[1], corners[4], corners[7]) + apart;
    const z1 = Math.max(corners[2], corners[5], corners[8]) + apart;
    stack.length = 0;
    stack.push(0);
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      const k = 6 * node;
      if (bounds[k] > x1 || bounds[k + 1] > y1 || bounds[k + 2] > z1) continue;
      if (bounds[k + 3] < x0 || bounds[k + 4] < y0 || bounds[k + 5] < z0) continue;
      if (counts[node] === 0) {
        stack.push(links[node], node + 1);
        continue;
      }
      const start = -1 - links[node];
      for (let i = start; i < start + counts[node]; i++) {
        writeCorners(this.#mesh.positions, this.#mesh.triangles, order[i], this.#other);
        const kind = this.#section.find(corners, this.#other, snap);
        if (kind !== SECTION.apart) visit(order[i], kind, this.#section.ends);
      }
    }
  }
}

/** Writes the nine coordinates of a triangle's corners [m]. */
export function writeCorners(positions: ArrayLike<number>, triangles: ArrayLike<number>, t: number, out: Float64Array): void {
  for (let i = 0; i < 9; i++) out[i] = positions[3 * triangles[3 * t + (i - (i % 3)) / 3] + (i % 3)];
}
