// Welds a mesh: merges vertices at the same place, so that triangles that touch have common vertices. STL files always
// need it, other files at the seams of their textures.
//
// Vertices are processed in order. Each is merged into the first kept vertex within the tolerance. These are found by a
// hash grid whose cells are at least twice as wide as the tolerance, so at most eight cells are searched. This takes
// linear time, and gives the same result on every machine.

import { number } from '../input/fields.js';
import { distance } from '../math/vector.js';
import { findCopies } from './duplicates.js';
import { hasRepeatedVertex } from './edges.js';
import { checkMesh } from './make-mesh.js';
import { boundsOf, toleranceOf } from './measures.js';
import type { TriangleMesh } from './triangle-mesh.js';

/**
 * Least width of a grid cell as a share of the extent, so that the numbers of cells stay small at any tolerance [1].
 */
const NARROWEST = 1e-7;

/** A welded mesh, and counts of what was merged or dropped. */
export interface Welding {
  readonly mesh: TriangleMesh;
  /** Number of vertices merged into an earlier vertex. */
  readonly mergedVertices: number;
  /** Number of vertices dropped because no triangle used them. */
  readonly unusedVertices: number;
  /** Number of triangles dropped because two of their corners were merged. */
  readonly collapsedTriangles: number;
  /** Number of triangles dropped because an earlier one has the same vertices and winding, and none is reversed. */
  readonly duplicateTriangles: number;
}

/** Welds a copy of a mesh. Default tolerance: 1e-7 of the extent [m]. */
export function weldMesh(mesh: TriangleMesh, tolerance?: number): Welding {
  checkMesh(mesh);
  if (tolerance !== undefined) number('', { min: 0 }).check(tolerance, 'tolerance');
  const target = mergeVertices(mesh, tolerance ?? toleranceOf(mesh));
  const merged = { positions: mesh.positions, triangles: renumber(mesh.triangles, target) };
  const copies = findCopies(merged);
  const kept: number[] = [];
  let collapsedTriangles = 0;
  let duplicateTriangles = 0;
  for (let t = 0; t < copies.length; t++) {
    if (hasRepeatedVertex(merged, t)) collapsedTriangles++;
    else if (copies[t] === 1) duplicateTriangles++;
    else kept.push(merged.triangles[3 * t], merged.triangles[3 * t + 1], merged.triangles[3 * t + 2]);
  }
  const named = new Uint8Array(target.length);
  for (const v of mesh.triangles) named[v] = 1;
  let mergedVertices = 0;
  let unusedVertices = 0;
  for (let v = 0; v < target.length; v++) {
    if (named[v] === 0) unusedVertices++;
    else if (target[v] !== v) mergedVertices++;
  }
  return {
    mesh: dropUnusedVertices({ positions: mesh.positions, triangles: Uint32Array.from(kept) }),
    mergedVertices,
    unusedVertices,
    collapsedTriangles,
    duplicateTriangles,
  };
}

/** A copy with vertices at exactly the same place merged. The number and order of triangles stay the same. */
export function shareVertices(mesh: TriangleMesh): TriangleMesh {
  const target = mergeVertices(mesh, 0);
  return dropUnusedVertices({ positions: mesh.positions, triangles: renumber(mesh.triangles, target) });
}

/** By vertex: the vertex that it is merged into. */
function mergeVertices(mesh: TriangleMesh, tolerance: number): Uint32Array {
  const { positions } = mesh;
  const { lower, upper } = boundsOf(mesh);
  const count = positions.length / 3;
  const target = new Uint32Array(count);
  let size = 1;
  while (size < 2 * count) size *= 2;
  // Chains of the kept vertices of each cell, the last one first.
  const heads = new Int32Array(size).fill(-1);
  const chain = new Int32Array(count);
  const width = Math.max(2 * tolerance, NARROWEST * distance(lower, upper)) || 1;
  for (let v = 0; v < count; v++) {
    // Relative to the corner of the bounding box: far from the origin the numbers of cells would be too large.
    const x = positions[3 * v] - lower[0];
    const y = positions[3 * v + 1] - lower[1];
    const z = positions[3 * v + 2] - lower[2];
    let nearest = v;
    const lastX = Math.floor((x + tolerance) / width);
    const lastY = Math.floor((y + tolerance) / width);
    const lastZ = Math.floor((z + tolerance) / width);
    for (let i = Math.floor((x - tolerance) / width); i <= lastX; i++)
      for (let j = Math.floor((y - tolerance) / width); j <= lastY; j++)
        for (let k = Math.floor((z - tolerance) / width); k <= lastZ; k++)
          for (let u = heads[hashCell(i, j, k) & (size - 1)]; u >= 0; u = chain[u]) {
            const dx = positions[3 * u] - positions[3 * v];
            const dy = positions[3 * u + 1] - positions[3 * v + 1];
            const dz = positions[3 * u + 2] - positions[3 * v + 2];
            if (u < nearest && dx * dx + dy * dy + dz * dz <= tolerance * tolerance) nearest = u;
          }
    target[v] = nearest;
    if (nearest !== v) continue;
    const cell = hashCell(Math.floor(x / width), Math.floor(y / width), Math.floor(z / width)) & (size - 1);
    chain[v] = heads[cell];
    heads[cell] = v;
  }
  return target;
}

function hashCell(i: number, j: number, k: number): number {
  let h = Math.imul(i, 73856093) ^ Math.imul(j, 19349663) ^ Math.imul(k, 83492791);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return h ^ (h >>> 13);
}

/** A copy with only those vertices that triangles use, in their order. */
export function dropUnusedVertices(mesh: TriangleMesh): TriangleMesh {
  const isNamed = new Uint8Array(mesh.positions.length / 3);
  for (let i = 0; i < mesh.triangles.length; i++) isNamed[mesh.triangles[i]] = 1;
  const number = new Uint32Array(isNamed.length);
  const positions = new Float64Array(mesh.positions.length);
  let count = 0;
  for (let v = 0; v < isNamed.length; v++) {
    if (isNamed[v] === 0) continue;
    for (let k = 0; k < 3; k++) positions[3 * count + k] = mesh.positions[3 * v + k];
    number[v] = count++;
  }
  return { positions: positions.slice(0, 3 * count), triangles: renumber(mesh.triangles, number) };
}

/** Replaces vertex numbers by new ones. */
function renumber(triangles: Uint32Array, number: Uint32Array): Uint32Array {
  const renumbered = new Uint32Array(triangles.length);
  for (let i = 0; i < triangles.length; i++) renumbered[i] = number[triangles[i]];
  return renumbered;
}
