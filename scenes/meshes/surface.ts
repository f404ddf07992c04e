// Closed surfaces of triangles, counter-clockwise seen from outside, as scenes hold them; and the two ways of laying them out that most
// solids here share: rings of points one after the other, closed by a point at both ends or into a ring of rings.

import { cos, sin } from '../../src/math/portable.js';
import type { Vec3 } from '../../src/math/vector.js';

export interface Surface {
  /** Three coordinates a vertex [m]. */
  readonly vertices: number[];
  /** Three vertices a triangle. */
  readonly triangles: number[];
}

/** A full turn [rad]. */
export const TURN = 2 * Math.PI;

/** Points and triangles as a surface, without the negative zeros that a file cannot hold. */
export function surfaceOf(points: readonly Readonly<Vec3>[], triangles: number[]): Surface {
  return { vertices: points.flatMap((point) => point.map((x) => x + 0)), triangles };
}

/** A circle of `count` points about the y axis, from x towards -z, so that outside is where rings going up have it. */
export function ringAbout(radius: number, height: number, count: number): Vec3[] {
  return Array.from({ length: count }, (_, i): Vec3 => {
    const angle = (TURN * i) / count;
    return [radius * cos(angle), height, -radius * sin(angle)];
  });
}

/** Rings of equally many points, each joined to the next, and the first and the last to a point of their own: a ball. */
export function closeByPoints(first: Vec3, rings: readonly Vec3[][], last: Vec3): Surface {
  const count = rings[0].length;
  const points = [...rings.flat(), first, last];
  const [start, end] = [points.length - 2, points.length - 1];
  const triangles: number[] = [];
  for (let r = 0; r + 1 < rings.length; r++) joinRings(points, r * count, (r + 1) * count, count, triangles);
  for (let i = 0; i < count; i++) {
    const next = (i + 1) % count;
    const top = (rings.length - 1) * count;
    triangles.push(start, next, i, end, top + i, top + next);
  }
  return surfaceOf(points, triangles);
}

/** Rings of equally many points, each joined to the next and the last to the first: a torus. */
export function closeIntoRing(rings: readonly Vec3[][]): Surface {
  const count = rings[0].length;
  const points = rings.flat();
  const triangles: number[] = [];
  for (let r = 0; r < rings.length; r++) joinRings(points, r * count, ((r + 1) % rings.length) * count, count, triangles);
  return surfaceOf(points, triangles);
}

function joinRings(points: readonly Vec3[], lower: number, upper: number, count: number, triangles: number[]): void {
  for (let i = 0; i < count; i++) {
    const next = (i + 1) % count;
    addQuad(points, [lower + i, lower + next, upper + next, upper + i], triangles);
  }
}

/** Two triangles for four corners in order, cut along the shorter diagonal. */
export function addQuad(points: readonly Readonly<Vec3>[], corners: readonly number[], triangles: number[]): void {
  const [a, b, c, d] = corners;
  if (squareBetween(points[a], points[c]) <= squareBetween(points[b], points[d])) triangles.push(a, b, c, a, c, d);
  else triangles.push(a, b, d, b, c, d);
}

function squareBetween(p: Readonly<Vec3>, q: Readonly<Vec3>): number {
  const [x, y, z] = [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
  return x * x + y * y + z * z;
}

/** The surface `factor` times as large. */
export function scaleSurface({ vertices, triangles }: Surface, factor: number): Surface {
  return { vertices: vertices.map((x) => factor * x), triangles };
}

/** The surface about the middle of its bounds, `size` long along the longest side of these [m]. */
export function centred({ vertices, triangles }: Surface, size: number): Surface {
  const sides = [0, 1, 2].map((axis) => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let i = axis; i < vertices.length; i += 3) {
      low = Math.min(low, vertices[i]);
      high = Math.max(high, vertices[i]);
    }
    return { middle: (low + high) / 2, long: high - low };
  });
  const factor = size / Math.max(...sides.map(({ long }) => long));
  return { vertices: vertices.map((x, i) => factor * (x - sides[i % 3].middle)), triangles };
}
