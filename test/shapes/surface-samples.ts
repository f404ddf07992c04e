// Surfaces that tests share.

import type { HeightfieldDescriptor, OpenMeshDescriptor, Vec3 } from '../../src/index.js';
import { add, cross, dot, len, mul, sub, unit } from '../queries/twins.js';

/** A grid of heights by a function of x and z, centred on the origin. */
export function heightsOf(
  columns: number,
  rows: number,
  spacing: readonly [number, number],
  height: (x: number, z: number) => number,
): HeightfieldDescriptor & { heights: number[] } {
  const heights: number[] = [];
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++)
      heights.push(height((i - (columns - 1) / 2) * spacing[0], (j - (rows - 1) / 2) * spacing[1]));
  }
  return { heights, columns, rows, spacing };
}

/** The same as an open mesh: two triangles a cell, that look up. */
export function gridMesh({ heights, columns, rows, spacing }: HeightfieldDescriptor): OpenMeshDescriptor & {
  vertices: number[];
  triangles: number[];
} {
  const vertices: number[] = [];
  const triangles: number[] = [];
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      vertices.push((i - (columns - 1) / 2) * spacing[0], heights[j * columns + i], (j - (rows - 1) / 2) * spacing[1]);
      if (i + 1 === columns || j + 1 === rows) continue;
      const near = j * columns + i;
      triangles.push(near, near + columns, near + columns + 1, near, near + columns + 1, near + 1);
    }
  }
  return { vertices, triangles };
}

/** A mesh whose triangles have vertices of their own, as STL files have. */
export function soupOf({ vertices, triangles }: { vertices: number[]; triangles: number[] }): OpenMeshDescriptor {
  return {
    vertices: triangles.flatMap((v) => vertices.slice(3 * v, 3 * v + 3)),
    triangles: triangles.map((_, i) => i),
  };
}

/** A grid with bumps, neither even nor symmetric. */
export const bumpy = (x: number, z: number): number =>
  0.5 * Math.sin(1.3 * x + 0.4) * Math.cos(0.9 * z) + 0.07 * Math.sin(5 * x - 3 * z);

/** The distance of a point to a triangle: to its face where it is over that, else to the nearest of its edges. */
export function nearestOn(p: Vec3, [a, b, c]: Vec3[]): number {
  const n = unit(cross(sub(b, a), sub(c, a)));
  const foot = sub(p, mul(n, dot(n, sub(p, a))));
  const isOver = [
    [a, b],
    [b, c],
    [c, a],
  ].every(([u, v]) => dot(n, cross(sub(v, u), sub(foot, u))) >= 0);
  if (isOver) return Math.abs(dot(n, sub(p, a)));
  const toEdge = ([u, v]: Vec3[]): number => {
    const way = sub(v, u);
    const share = Math.min(1, Math.max(0, dot(sub(p, u), way) / dot(way, way)));
    return len(sub(p, add(u, mul(way, share))));
  };
  return Math.min(
    ...[
      [a, b],
      [b, c],
      [c, a],
    ].map(toEdge),
  );
}
