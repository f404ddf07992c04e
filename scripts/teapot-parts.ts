// The teapot of its npm package as solids that scenes can hold: made once, at build time, since the package brings what the library must not
// depend on. It is four open sheets that pass through each other; each is closed by repair and stays a solid of its own.

import type { PackedSolid } from '../scenes/meshes/packed-solid.js';
import { LARGEST_STEP } from '../scenes/meshes/packed-solid.js';
import type { Vec3 } from '../src/math/vector.js';
import { makeMesh } from '../src/mesh/make-mesh.js';
import { repairMesh } from '../src/mesh/repair.js';
import type { TriangleMesh } from '../src/mesh/triangle-mesh.js';

/** What such a package exports. */
export interface PackagedMesh {
  positions: number[][];
  cells: number[][];
}

/** Body, lid, handle and spout, about the origin and together 1 m long. */
export function teapotParts({ positions, cells }: PackagedMesh): PackedSolid[] {
  return packTogether(partsOf(repairMesh(makeMesh(positions, cells)).mesh));
}

/** The parts that do not hang together, in the order of their first triangles. */
function partsOf({ positions, triangles }: TriangleMesh): TriangleMesh[] {
  const leader = Uint32Array.from({ length: positions.length / 3 }, (_, v) => v);
  const find = (v: number): number => {
    let root = v;
    while (leader[root] !== root) root = leader[root];
    return root;
  };
  for (let c = 0; c < triangles.length; c++) {
    const [a, b] = [find(triangles[c]), find(triangles[c - (c % 3)])];
    leader[Math.max(a, b)] = Math.min(a, b);
  }
  const parts = new Map<number, number[]>();
  for (let t = 0; t < triangles.length; t += 3) {
    const root = find(triangles[t]);
    const corners = parts.get(root) ?? [];
    corners.push(...triangles.subarray(t, t + 3));
    parts.set(root, corners);
  }
  return [...parts.values()].map((corners) => {
    const used = [...new Set(corners)].sort((a, b) => a - b);
    const renumbered = new Map(used.map((v, i) => [v, i]));
    return makeMesh(
      used.map((v) => [...positions.subarray(3 * v, 3 * v + 3)]),
      corners.map((v) => renumbered.get(v) as number),
    );
  });
}

/** The parts in the same measure: coordinates from 0 to LARGEST_STEP over 1 m, about the middle. */
function packTogether(parts: readonly TriangleMesh[]): PackedSolid[] {
  const { low, high } = boundsOf(parts);
  const long = Math.max(...high.map((x, k) => x - low[k]));
  const stepOf = (x: number, k: number) => Math.round(LARGEST_STEP * (0.5 + (x - (low[k] + high[k]) / 2) / long));
  return parts.map(({ positions, triangles }) => ({
    vertices: textOf(Uint16Array.from(positions, (x, i) => stepOf(x, i % 3))),
    triangles: textOf(Uint16Array.from(triangles)),
  }));
}

function textOf(numbers: Uint16Array): string {
  return Buffer.from(numbers.buffer).toString('base64');
}

function boundsOf(parts: readonly TriangleMesh[]): { low: Vec3; high: Vec3 } {
  const low: Vec3 = [Infinity, Infinity, Infinity];
  const high: Vec3 = [-Infinity, -Infinity, -Infinity];
  for (const { positions } of parts) {
    positions.forEach((x, i) => {
      low[i % 3] = Math.min(low[i % 3], x);
      high[i % 3] = Math.max(high[i % 3], x);
    });
  }
  return { low, high };
}
