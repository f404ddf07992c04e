// Whether two bodies of a scene overlap, by plain geometry that owes nothing to the engine: convex bodies as point sets, and the
// separating axis theorem. Balls are points with a radius. Of two bodies of which one is a mesh, no corner may be inside the other.

import type { Vec3 } from '../../src/math/vector.js';
import { cross, distance, dot, length, normalize, subtract } from '../../src/math/vector.js';
import type { Solid } from './solids.js';

/** How deep the two overlap at least: negative when they are apart, zero when they touch [m]. */
export function overlap(a: Solid, b: Solid): number {
  if (a.distanceTo !== undefined || b.distanceTo !== undefined) return Math.max(deepestCorner(a, b), deepestCorner(b, a));
  const axes: Vec3[] = [...a.normals, ...b.normals];
  for (const e of a.edges) for (const f of b.edges) axes.push(cross(e, f));
  // A ball is nearest to a corner, an edge or a face of the other.
  if (a.radius > 0 || b.radius > 0) for (const p of a.points) axes.push(...b.points.map((q) => subtract(q, p)));
  const [ball, other] = a.radius > 0 ? [a, b] : [b, a];
  if (ball.radius > 0 && other.radius === 0) axes.push(...edgeNormals(ball, other));
  let depth = Number.POSITIVE_INFINITY;
  for (const axis of axes) {
    if (length(axis) > 1e-9) depth = Math.min(depth, overlapAlong(normalize(axis), a, b));
  }
  return depth;
}

/** How deep a corner of the one, or a ball, is in the other, if that is a mesh. */
function deepestCorner({ points, radius }: Solid, { distanceTo }: Solid): number {
  if (distanceTo === undefined) return Number.NEGATIVE_INFINITY;
  return radius - Math.min(...points.map(distanceTo));
}

/** Directions from the ball's centre square to each edge direction of the other, through each of its corners. */
function edgeNormals(ball: Solid, other: Solid): Vec3[] {
  const [center] = ball.points;
  return other.points.flatMap((p) => other.edges.map((edge) => cross(edge, cross(subtract(p, center), edge))));
}

function overlapAlong(axis: Vec3, a: Solid, b: Solid): number {
  const [lowA, highA] = extent(axis, a);
  const [lowB, highB] = extent(axis, b);
  return Math.min(highA - lowB, highB - lowA);
}

function extent(axis: Vec3, { points, radius }: Solid): [low: number, high: number] {
  const values = points.map((p) => dot(axis, p));
  return [Math.min(...values) - radius, Math.max(...values) + radius];
}

/** The deepest overlap of any two of the solids; pairs whose surrounding balls are apart are left out [m]. */
export function deepestOverlap(solids: readonly Solid[]): { depth: number; pair: string } {
  let deepest = { depth: Number.NEGATIVE_INFINITY, pair: 'none' };
  const byX = [...solids].sort((a, b) => a.center[0] - a.reach - (b.center[0] - b.reach));
  byX.forEach((a, i) => {
    for (let j = i + 1; j < byX.length && byX[j].center[0] - byX[j].reach < a.center[0] + a.reach; j++) {
      const b = byX[j];
      if (a.body === b.body || (a.fixed && b.fixed) || distance(a.center, b.center) > a.reach + b.reach) continue;
      const depth = overlap(a, b);
      if (depth > deepest.depth) deepest = { depth, pair: `${a.body} and ${b.body}` };
    }
  });
  return deepest;
}
