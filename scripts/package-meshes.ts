// Meshes of npm packages as solids that scenes can hold: made once, at build time, since packages bring what the library must not depend on.
//
// - The bunny is closed as it comes.
// - The teapot is four open sheets that pass through each other; each is closed by repair and stays a solid of its own.
// - The dragon's coarse version is folded over itself, so that nothing but a new surface helps: that around all places which its triangles, seen along
//   z, enclose more often than not.

import { extractSurface } from '../scenes/meshes/implicit.js';
import type { Surface } from '../scenes/meshes/surface.js';
import { MeshDistance } from '../src/distance-field/mesh-distance.js';
import type { Vec3 } from '../src/math/vector.js';
import { makeMesh } from '../src/mesh/make-mesh.js';
import { repairMesh } from '../src/mesh/repair.js';
import { solidOf } from '../src/mesh/solid.js';
import type { TriangleMesh } from '../src/mesh/triangle-mesh.js';

/** What such a package exports. */
export interface PackagedMesh {
  positions: number[][];
  cells: number[][];
}

/** The solids of each package, about the origin and 1 m long. */
export function packageMeshes(bunny: PackagedMesh, teapot: PackagedMesh, dragon: PackagedMesh): Record<string, Surface[]> {
  const solids = {
    bunny: [solidOf(meshOf(bunny)).mesh],
    teapot: partsOf(repairMesh(meshOf(teapot)).mesh),
    dragon: [solidOf(surroundMesh(meshOf(dragon), DRAGON_CELL), { repair: true }).mesh].map(largestPart),
  };
  return Object.fromEntries(Object.entries(solids).map(([name, parts]) => [name, normalize(parts)]));
}

/** Edge of a cell of the dragon's new surface, as a share of its length [1]. */
const DRAGON_CELL = 1 / 42;

function meshOf({ positions, cells }: PackagedMesh): TriangleMesh {
  return makeMesh(positions, cells);
}

function largestPart(mesh: TriangleMesh): TriangleMesh {
  return partsOf(mesh).reduce((largest, part) => (part.triangles.length > largest.triangles.length ? part : largest));
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

/** The surface around all that a mesh encloses, on a grid of that many cells a length: closed whatever the mesh is. */
function surroundMesh(mesh: TriangleMesh, share: number): TriangleMesh {
  const { low, high } = boundsOf([mesh]);
  const cell = share * Math.max(...high.map((x, k) => x - low[k]));
  const exact = new MeshDistance(mesh);
  const isInside = enclosure(mesh, cell);
  const field = (point: Readonly<Vec3>) => {
    const distance = Math.abs(exact.signedDistance(...point));
    return isInside(point) ? -distance : distance;
  };
  const from = low.map((x) => x - 2.31 * cell) as Vec3;
  const to = high.map((x) => x + 2 * cell) as Vec3;
  const { vertices, triangles } = extractSurface(field, { from, to, cell });
  return makeMesh(vertices, triangles);
}

/** Whether more triangles above a point face up than down, seen along z: triangles are looked up by the columns they are over. */
function enclosure({ positions, triangles }: TriangleMesh, cell: number): (point: Readonly<Vec3>) => boolean {
  const columns = new Map<string, number[]>();
  for (let t = 0; t < triangles.length; t += 3) {
    const [xs, ys] = [0, 1].map((k) => [0, 1, 2].map((c) => Math.floor(positions[3 * triangles[t + c] + k] / cell)));
    for (let i = Math.min(...xs); i <= Math.max(...xs); i++) {
      for (let j = Math.min(...ys); j <= Math.max(...ys); j++) {
        const key = `${i} ${j}`;
        const column = columns.get(key);
        if (column === undefined) columns.set(key, [t]);
        else column.push(t);
      }
    }
  }
  return ([x, y, z]) => {
    let turns = 0;
    for (const t of columns.get(`${Math.floor(x / cell)} ${Math.floor(y / cell)}`) ?? []) {
      const [a, b, c] = [0, 1, 2].map((k) => 3 * triangles[t + k]);
      const side = (p: number, q: number) =>
        (positions[p] - x) * (positions[q + 1] - y) - (positions[q] - x) * (positions[p + 1] - y);
      const [u, v, w] = [side(b, c), side(c, a), side(a, b)];
      if (!((u > 0 && v > 0 && w > 0) || (u < 0 && v < 0 && w < 0))) continue;
      const height = (u * positions[a + 2] + v * positions[b + 2] + w * positions[c + 2]) / (u + v + w);
      if (height > z) turns += Math.sign(u);
    }
    return turns > 0;
  };
}

function normalize(parts: readonly TriangleMesh[]): Surface[] {
  const { low, high } = boundsOf(parts);
  const long = Math.max(...high.map((x, k) => x - low[k]));
  return parts.map(({ positions, triangles }) => ({
    vertices: Array.from(positions, (x, i) => (x - (low[i % 3] + high[i % 3]) / 2) / long),
    triangles: [...triangles],
  }));
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
