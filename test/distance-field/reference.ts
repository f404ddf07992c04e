// Distances to a mesh without any of the library's own code: every triangle by projections and clamping, the sign by the winding number.

import type { Random } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vector.js';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.js';

export type Triple = readonly [number, number, number];

export const minus = (p: Triple, q: Triple): Vec3 => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
export const dot = (p: Triple, q: Triple): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
export const norm = (p: Triple): number => Math.sqrt(dot(p, p));
export const blend = (p: Triple, s: number, q: Triple): Vec3 => [p[0] + s * q[0], p[1] + s * q[1], p[2] + s * q[2]];
export const cross = (p: Triple, q: Triple): Vec3 => [
  p[1] * q[2] - p[2] * q[1],
  p[2] * q[0] - p[0] * q[2],
  p[0] * q[1] - p[1] * q[0],
];

/** The corners of triangle t. */
export function cornersOf({ positions, triangles }: TriangleMesh, t: number): [Vec3, Vec3, Vec3] {
  return [0, 1, 2].map((i) => {
    const k = 3 * triangles[3 * t + i];
    return [positions[k], positions[k + 1], positions[k + 2]];
  }) as [Vec3, Vec3, Vec3];
}

function closestOnSegment(p: Triple, a: Triple, b: Triple): Vec3 {
  const along = minus(b, a);
  const square = dot(along, along);
  return blend(a, square > 0 ? Math.min(1, Math.max(0, dot(minus(p, a), along) / square)) : 0, along);
}

/** The point of a triangle that is closest to p: its foot in the plane if that is within, else the closest point of an edge. */
export function closestOnTriangle(p: Triple, [a, b, c]: readonly [Triple, Triple, Triple]): Vec3 {
  const n = cross(minus(b, a), minus(c, a));
  const square = dot(n, n);
  if (square > 0) {
    const foot = blend(p, -dot(minus(p, a), n) / square, n);
    const isLeftOf = (from: Triple, to: Triple) => dot(cross(minus(to, from), minus(foot, from)), n) >= 0;
    if (isLeftOf(a, b) && isLeftOf(b, c) && isLeftOf(c, a)) return foot;
  }
  return [closestOnSegment(p, a, b), closestOnSegment(p, b, c), closestOnSegment(p, c, a)].reduce((best, q) =>
    norm(minus(p, q)) < norm(minus(p, best)) ? q : best,
  );
}

/** How far p is from the surface [m]. */
export function distanceTo(mesh: TriangleMesh, p: Triple): number {
  let least = Infinity;
  for (let t = 0; t < mesh.triangles.length / 3; t++) {
    least = Math.min(least, norm(minus(p, closestOnTriangle(p, cornersOf(mesh, t)))));
  }
  return least;
}

/** How often the surface goes around p: the solid angles of all triangles (van Oosterom and Strackee) over that of a whole sphere [1]. */
export function windingNumber(mesh: TriangleMesh, p: Triple): number {
  let sum = 0;
  for (let t = 0; t < mesh.triangles.length / 3; t++) {
    const [a, b, c] = cornersOf(mesh, t).map((corner) => minus(corner, p));
    const [la, lb, lc] = [norm(a), norm(b), norm(c)];
    sum += 2 * Math.atan2(dot(a, cross(b, c)), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return sum / (4 * Math.PI);
}

/** A random point of triangle t. */
export function pointOnTriangle(mesh: TriangleMesh, t: number, random: Random): Vec3 {
  const [a, b, c] = cornersOf(mesh, t);
  let [s, r] = [random.uniform(), random.uniform()];
  if (s + r > 1) [s, r] = [1 - s, 1 - r];
  return blend(blend(a, s, minus(b, a)), r, minus(c, a));
}

/** Draws points of the surface, every part as likely as another of the same area. */
export function surfaceSampler(mesh: TriangleMesh, random: Random): () => Vec3 {
  const sums: number[] = [];
  let sum = 0;
  for (let t = 0; t < mesh.triangles.length / 3; t++) {
    const [a, b, c] = cornersOf(mesh, t);
    sum += norm(cross(minus(b, a), minus(c, a)));
    sums.push(sum);
  }
  return () => {
    const at = random.uniform(0, sum);
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle] > at) high = middle;
      else low = middle + 1;
    }
    return pointOnTriangle(mesh, low, random);
  };
}

/** A direction, none likelier than another. */
export function randomDirection(random: Random): Vec3 {
  for (;;) {
    const v: Vec3 = [random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)];
    const length = norm(v);
    if (length > 0.1 && length <= 1) return [v[0] / length, v[1] / length, v[2] / length];
  }
}
