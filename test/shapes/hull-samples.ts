// Point sets for the tests of hulls, and what every hull must satisfy.

import { expect } from 'vitest';
import type { Random } from '../../src/math/random.js';
import type { Pose, Quat, Vec3 } from '../../src/math/vector.js';
import { cross, dot, length, normalizeQuat, scale, subtract } from '../../src/math/vector.js';
import type { ConvexHull } from '../../src/shapes/convex-hull.js';

export function boxCorners(x: number, y: number, z: number): Vec3[] {
  const corners: Vec3[] = [];
  for (const i of [-0.5, 0.5]) for (const j of [-0.5, 0.5]) for (const k of [-0.5, 0.5]) corners.push([i * x, j * y, k * z]);
  return corners;
}

/** Points on the faces and edges of a box, its corners last. */
export function boxSurface(random: Random, count: number, size: Readonly<Vec3>): Vec3[] {
  const points: Vec3[] = [];
  for (let i = 0; i < count; i++) {
    const point: Vec3 = [random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5)];
    const axis = random.uint32() % 3;
    point[axis] = random.uint32() % 2 === 0 ? 0.5 : -0.5;
    if (i % 2 === 0) point[(axis + 1) % 3] = random.uint32() % 2 === 0 ? 0.5 : -0.5;
    points.push([point[0] * size[0], point[1] * size[1], point[2] * size[2]]);
  }
  return [...points, ...boxCorners(...(size as Vec3))];
}

export function direction(random: Random): Vec3 {
  for (;;) {
    const v: Vec3 = [random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)];
    const l = length(v);
    if (l > 0.1 && l < 1) return scale(v, 1 / l);
  }
}

export function orientation(random: Random): Quat {
  return normalizeQuat([random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(0.1, 1)]);
}

export function pose(random: Random): Pose {
  return { position: scale(direction(random), random.uniform(0, 3)), orientation: orientation(random) };
}

export function cornersOf(hull: ConvexHull): Vec3[] {
  return Array.from({ length: hull.vertexCount }, (_, v) => [...hull.vertices.subarray(3 * v, 3 * v + 3)] as Vec3);
}

export function facesOf(hull: ConvexHull): { loop: number[]; normal: Vec3; offset: number }[] {
  return Array.from({ length: hull.faceCount }, (_, f) => ({
    loop: [...hull.faceVertices.subarray(hull.faceStart[f], hull.faceStart[f + 1])],
    normal: [...hull.facePlanes.subarray(4 * f, 4 * f + 3)] as Vec3,
    offset: hull.facePlanes[4 * f + 3],
  }));
}

/** Diagonal of the bounding box [m]. */
export function extentOf(points: readonly Readonly<Vec3>[]): number {
  const side = (k: number): number => Math.max(...points.map((p) => p[k])) - Math.min(...points.map((p) => p[k]));
  return length([side(0), side(1), side(2)]);
}

/** Everything that holds of the hull of any points; `relative` is the tolerance over the extent of the set [1]. */
export function expectHullOf(points: readonly Readonly<Vec3>[], hull: ConvexHull, relative: number): void {
  const tolerance = relative * extentOf(points);
  const corners = cornersOf(hull);
  const faces = facesOf(hull);

  const given = new Set(points.map((point) => point.join()));
  for (const corner of corners) expect(given).toContain(corner.join());
  expect(new Set(corners.map((corner) => corner.join())).size).toBe(corners.length);

  let outside = -Infinity;
  let offPlane = 0;
  let leastTurn = Infinity;
  for (const { loop, normal, offset } of faces) {
    expect(loop.length).toBeGreaterThanOrEqual(3);
    expect(length(normal)).toBeCloseTo(1, 12);
    for (const point of points) outside = Math.max(outside, dot(normal, point) - offset);
    loop.forEach((corner, i) => {
      offPlane = Math.max(offPlane, Math.abs(dot(normal, corners[corner]) - offset));
      const arriving = subtract(corners[corner], corners[loop[(i + loop.length - 1) % loop.length]]);
      const leaving = subtract(corners[loop[(i + 1) % loop.length]], corners[corner]);
      leastTurn = Math.min(leastTurn, dot(normal, cross(arriving, leaving)));
    });
  }
  expect(outside).toBeLessThanOrEqual(tolerance);
  expect(offPlane).toBeLessThanOrEqual(tolerance);
  expect(leastTurn).toBeGreaterThan(0);

  const sides = new Map<string, number>();
  faces.forEach(({ loop }, f) => {
    loop.forEach((corner, i) => {
      const side = `${corner} ${loop[(i + 1) % loop.length]}`;
      expect(sides.has(side)).toBe(false);
      sides.set(side, f);
    });
  });
  const edgeCount = hull.edges.length / 4;
  expect(sides.size).toBe(2 * edgeCount);
  for (let e = 0; e < edgeCount; e++) {
    const [start, end, left, right] = hull.edges.subarray(4 * e, 4 * e + 4);
    expect(sides.get(`${start} ${end}`)).toBe(left);
    expect(sides.get(`${end} ${start}`)).toBe(right);
    expect(left).not.toBe(right);
  }
  expect(hull.vertexCount - edgeCount + hull.faceCount).toBe(2);

  corners.forEach((_, v) => {
    const around = [...hull.neighbours.subarray(hull.neighbourStart[v], hull.neighbourStart[v + 1])];
    expect(around.length).toBeGreaterThanOrEqual(3);
    expect(new Set(around).size).toBe(around.length);
    for (const other of around) expect(sides.has(`${v} ${other}`)).toBe(true);
  });
  expect(hull.neighbours.length).toBe(2 * edgeCount);
}
