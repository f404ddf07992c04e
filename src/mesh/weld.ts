// Welding: vertices at the same place become one, so that triangles that touch also share vertices. STL files need it always,
// others at the seams of their textures.
//
// Vertices are taken in order. Each goes to the first earlier one that was kept and lies within the tolerance, found over a hash
// grid whose cells are at least twice as wide as the tolerance, so at most eight are looked at: linear time, and the same result
// on every machine.

import { number } from '../input/fields.js';
import { distance } from '../math/vector.js';
import { findCopies } from './duplicates.js';
import { hasRepeatedVertex } from './edges.js';
import { checkMesh } from './make-mesh.js';
import { boundsOf, toleranceOf } from './measures.js';
import type { TriangleMesh } from './triangle-mesh.js';

/**
 * The cells of the grid are at least this share of the extent wide, whatever the tolerance, so that their numbers stay small [1].
 */
const NARROWEST = 1e-7;

export interface Welding {
  readonly mesh: TriangleMesh;
  /** Vertices that became one with an earlier vertex. */
  readonly mergedVertices: number;
  /** Vertices that no triangle named, left out. */
  readonly unusedVertices: number;
  /** Triangles left out because two of their corners are one vertex. */
  readonly collapsedTriangles: number;
  /** Triangles left out because an earlier one has the same vertices in the same sense of rotation, and none the other. */
  readonly duplicateTriangles: number;
}

/** A welded copy of a mesh. The tolerance is 1e-7 of the extent unless given [m]. */
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

/** A copy in which vertices at exactly the same place are one. Triangles stay as they are, in number and order. */
export function shareVertices(mesh: TriangleMesh): TriangleMesh {
  const target = mergeVertices(mesh, 0);
  return dropUnusedVertices({ positions: mesh.positions, triangles: renumber(mesh.triangles, target) });
}

/** The vertex that each becomes. */
function mergeVertices(mesh: TriangleMesh, tolerance: number): Uint32Array {
  const { positions } = mesh;
  const { lower, upper } = boundsOf(mesh);
  const count = positions.length / 3;
  const target = new Uint32Array(count);
  let size = 1;
  while (size < 2 * count) size *= 2;
  // The kept vertices of each cell, the last first, as chains.
  const heads = new Int32Array(size).fill(-1);
  const chain = new Int32Array(count);
  const width = Math.max(2 * tolerance, NARROWEST * distance(lower, upper)) || 1;
  for (let v = 0; v < count; v++) {
    // From the corner of the box around all: far from the origin the numbers of cells would be too large to count with.
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

/** The same mesh with only the vertices that a triangle names, in their order. */
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

/** Vertex numbers, each as the number that its vertex becomes. */
function renumber(triangles: Uint32Array, number: Uint32Array): Uint32Array {
  const renumbered = new Uint32Array(triangles.length);
  for (let i = 0; i < triangles.length; i++) renumbered[i] = number[triangles[i]];
  return renumbered;
}
