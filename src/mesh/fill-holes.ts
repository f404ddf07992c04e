// Filling holes: every rim gets the triangulation of least area among its own vertices (Barequet and Sharir 1995), which for a
// flat rim is a triangulation of the polygon and for others close to the tightest skin. Rims of more than 300 edges, and those
// where every triangulation would use an edge that the mesh has already, get a fan around the mean of their vertices instead.

import { findBorderLoops } from './border-loops.js';
import { findEdges } from './edges.js';
import { toleranceOf } from './measures.js';
import type { TriangleMesh } from './triangle-mesh.js';

/** The triangulation of least area takes a time that grows with the cube of this. */
const LONGEST_RIM = 300;

/**
 * How much a triangle's squared edges count beside its area: just enough to choose the rounder among triangulations of the same
 * area [1].
 */
const ROUNDNESS = 1e-6;

export interface Filling {
  readonly mesh: TriangleMesh;
  readonly addedTriangles: number;
  /** Vertices in the middle of fans. */
  readonly addedVertices: number;
}

/** A copy of an oriented mesh with all its holes filled; rims that do not close are left. */
export function fillHoles(mesh: TriangleMesh): Filling {
  const edges = findEdges(mesh);
  const positions = Array.from(mesh.positions);
  const triangles = Array.from(mesh.triangles);
  const taken = new Set<number>();
  const stride = mesh.positions.length / 3;
  const keyOf = (a: number, b: number) => Math.min(a, b) * stride + Math.max(a, b);
  for (let e = 0; e < edges.count; e++) taken.add(keyOf(edges.ends[2 * e], edges.ends[2 * e + 1]));

  const tolerance = toleranceOf(mesh);
  for (const loop of findBorderLoops(mesh, edges, new Uint8Array(mesh.triangles.length / 3))) {
    if (!loop.closed) continue;
    // The new triangles pass the rim the other way.
    const rim = [...loop.vertices].reverse();
    const patch =
      rim.length <= LONGEST_RIM ? triangulateRim(positions, rim, tolerance, (a, b) => taken.has(keyOf(a, b))) : undefined;
    if (patch !== undefined) {
      triangles.push(...patch);
      for (let c = 0; c < patch.length; c++) taken.add(keyOf(patch[c], patch[c % 3 === 2 ? c - 2 : c + 1]));
      continue;
    }
    const middle = positions.length / 3;
    for (let k = 0; k < 3; k++) {
      let sum = 0;
      for (const v of rim) sum += mesh.positions[3 * v + k];
      positions.push(sum / rim.length);
    }
    for (let i = 0; i < rim.length; i++) triangles.push(rim[i], rim[(i + 1) % rim.length], middle);
  }
  return {
    mesh: { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) },
    addedTriangles: (triangles.length - mesh.triangles.length) / 3,
    addedVertices: (positions.length - mesh.positions.length) / 3,
  };
}

/**
 * The triangulation of least cost of a polygon in space, as vertex numbers, by dynamic programming over its chords: the best
 * between i and j is the best triangle on that chord with the best on both sides of it. Undefined if each would need a chord that
 * is taken.
 */
function triangulateRim(
  positions: readonly number[],
  rim: readonly number[],
  tolerance: number,
  isTaken: (a: number, b: number) => boolean,
): number[] | undefined {
  const n = rim.length;
  if (n < 3) return undefined;
  const points = new Float64Array(3 * n);
  for (let i = 0; i < n; i++) for (let k = 0; k < 3; k++) points[3 * i + k] = positions[3 * rim[i] + k];
  const best = new Float64Array(n * n);
  const apex = new Int32Array(n * n);
  // A triangle without area costs more than any with, but less than none at all.
  const spread = squaredSpread(points);
  for (let span = 2; span < n; span++)
    for (let i = 0; i + span < n; i++) {
      const j = i + span;
      best[i * n + j] = Infinity;
      if (span < n - 1 && isTaken(rim[i], rim[j])) continue;
      for (let m = i + 1; m < j; m++) {
        const sides = best[i * n + m] + best[m * n + j];
        if (sides >= best[i * n + j]) continue;
        const cost = sides + triangleCost(points, i, m, j, tolerance, spread);
        if (cost >= best[i * n + j]) continue;
        best[i * n + j] = cost;
        apex[i * n + j] = m;
      }
    }
  if (best[n - 1] === Infinity) return undefined;
  const patch: number[] = [];
  const chords = [[0, n - 1]];
  for (let chord = chords.pop(); chord !== undefined; chord = chords.pop()) {
    const [i, j] = chord;
    if (j - i < 2) continue;
    const m = apex[i * n + j];
    patch.push(rim[i], rim[m], rim[j]);
    chords.push([i, m], [m, j]);
  }
  return patch;
}

function triangleCost(points: Float64Array, i: number, m: number, j: number, tolerance: number, spread: number): number {
  const ax = points[3 * m] - points[3 * i];
  const ay = points[3 * m + 1] - points[3 * i + 1];
  const az = points[3 * m + 2] - points[3 * i + 2];
  const bx = points[3 * j] - points[3 * i];
  const by = points[3 * j + 1] - points[3 * i + 1];
  const bz = points[3 * j + 2] - points[3 * i + 2];
  const x = ay * bz - az * by;
  const y = az * bx - ax * bz;
  const z = ax * by - ay * bx;
  const doubled = Math.sqrt(x * x + y * y + z * z);
  const a2 = ax * ax + ay * ay + az * az;
  const b2 = bx * bx + by * by + bz * bz;
  const c2 = (bx - ax) * (bx - ax) + (by - ay) * (by - ay) + (bz - az) * (bz - az);
  const flat = doubled <= tolerance * Math.sqrt(Math.max(a2, b2, c2));
  return doubled / 2 + ROUNDNESS * (a2 + b2 + c2) + (flat ? spread : 0);
}

/** A bound on the area that any triangulation can have [m^2]. */
function squaredSpread(points: Float64Array): number {
  let sum = 0;
  for (let i = 3; i < points.length; i++) sum += (points[i] - points[i % 3]) * (points[i] - points[i % 3]);
  return 4 * sum;
}
