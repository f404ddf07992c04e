// Fewer triangles for the zero surface of a field: short edges are collapsed into a point of the surface, as long as the triangles around it stay
// close to the surface, keep their direction and are well shaped. Flat parts get large triangles, thin ones keep small ones.

import type { Vec3 } from '../../src/math/vector.js';
import { add, cross, distance, dot, length, scale, subtract } from '../../src/math/vector.js';
import type { Field } from './implicit.js';
import { stepTowards } from './implicit.js';
import type { Surface } from './surface.js';
import { surfaceOf } from './surface.js';

export interface Simplification {
  /** How far the middle of a triangle may be from the surface [m]. */
  tolerance: number;
  /** How long an edge may get [m]. */
  longest: number;
  /** Vertices for which this is false stay where they are. */
  isFree(point: Readonly<Vec3>): boolean;
}

/** Cosine of the angle by which a triangle may turn [1]. */
const LEAST_TURN = 0.8;
/** Smallest height of a triangle over its longest edge [1]. */
const LEAST_SHAPE = 0.25;
/** Times that all edges are gone over. */
const PASSES = 3;

export function simplify({ vertices, triangles }: Surface, field: Field, limits: Simplification): Surface {
  const points = Array.from({ length: vertices.length / 3 }, (_, v) => vertices.slice(3 * v, 3 * v + 3) as Vec3);
  let left = Array.from({ length: triangles.length / 3 }, (_, t) => triangles.slice(3 * t, 3 * t + 3));
  const around = trianglesAround(left, points.length);
  for (let pass = 0; pass < PASSES; pass++) {
    for (const [a, b] of edgesByLength(left, points)) {
      const shared = around[a].filter((triangle) => triangle.includes(b));
      // One of them may be gone, or they were parted.
      if (shared.length !== 2 || !limits.isFree(points[a]) || !limits.isFree(points[b])) continue;
      if (countCommonNeighbours(around[a], around[b], a, b) !== 2) continue;
      const merged = stepTowards(field, scale(add(points[a], points[b]), 0.5), [1, 1, 1], 0.1 * limits.tolerance);
      const changed = [...around[a], ...around[b]].filter((triangle) => !shared.includes(triangle));
      if (!changed.every((triangle) => staysGood(triangle, a, b, merged, points, field, limits))) continue;
      points[a] = merged;
      for (const triangle of changed) if (triangle.includes(b)) triangle[triangle.indexOf(b)] = a;
      for (const v of shared.flat()) around[v] = around[v].filter((triangle) => !shared.includes(triangle));
      around[a] = changed;
      around[b] = [];
    }
    left = [...new Set(around.flat())];
  }
  return dropUnused(points, left);
}

function trianglesAround(triangles: number[][], vertices: number): number[][][] {
  const around: number[][][] = Array.from({ length: vertices }, () => []);
  for (const triangle of triangles) for (const v of triangle) around[v].push(triangle);
  return around;
}

/** Each edge once, shortest first. */
function edgesByLength(triangles: readonly number[][], points: readonly Vec3[]): [number, number][] {
  const edges: { a: number; b: number; long: number }[] = [];
  for (const triangle of triangles) {
    triangle.forEach((a, k) => {
      const b = triangle[(k + 1) % 3];
      if (a < b) edges.push({ a, b, long: distance(points[a], points[b]) });
    });
  }
  edges.sort((e, f) => e.long - f.long || e.a - f.a || e.b - f.b);
  return edges.map(({ a, b }) => [a, b]);
}

/** Two, in a surface that stays one when a and b become one point: the corners of the two triangles at their edge. */
function countCommonNeighbours(aroundA: number[][], aroundB: number[][], a: number, b: number): number {
  const neighbours = new Set(aroundA.flat());
  const common = new Set(aroundB.flat().filter((v) => v !== a && v !== b && neighbours.has(v)));
  return common.size;
}

function staysGood(
  triangle: number[],
  a: number,
  b: number,
  merged: Vec3,
  points: readonly Vec3[],
  field: Field,
  { tolerance, longest }: Simplification,
): boolean {
  const before = triangle.map((v) => points[v]);
  const corners = triangle.map((v) => (v === a || v === b ? merged : points[v]));
  const [p, q, r] = corners;
  const normal = cross(subtract(q, p), subtract(r, p));
  const old = cross(subtract(before[1], before[0]), subtract(before[2], before[0]));
  const area = length(normal);
  if (dot(normal, old) < LEAST_TURN * area * length(old)) return false;
  const long = Math.max(distance(p, q), distance(q, r), distance(r, p));
  if (long > longest || area < LEAST_SHAPE * long * long) return false;
  return Math.abs(field(scale(add(add(p, q), r), 1 / 3))) < tolerance;
}

function dropUnused(points: readonly Vec3[], triangles: readonly number[][]): Surface {
  const used = [...new Set(triangles.flat())].sort((a, b) => a - b);
  const renumbered = new Map(used.map((v, i) => [v, i]));
  return surfaceOf(
    used.map((v) => points[v]),
    triangles.flat().map((v) => renumbered.get(v) as number),
  );
}
