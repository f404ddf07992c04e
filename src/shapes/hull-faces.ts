// Makes the polygonal faces of a convex hull from its triangles: merges coplanar triangles, and keeps only true
// corners.

import type { Vec3 } from '../math/vector.js';
import { cross, dot, length } from '../math/vector.js';
import type { GridPoints, Triangle } from './hull-triangles.js';
import { between, gridOf, heightAbove, triangulate } from './hull-triangles.js';

export interface HullFace {
  /** Indices of the face's corners, counter-clockwise from outside. */
  readonly loop: readonly number[];
  /**
   * Three of these corners, also counter-clockwise; their plane is the face's, and no corner of the hull is above it.
   */
  readonly support: readonly [number, number, number];
}

/** The faces of the hull as indices into `points`, in an order that depends on the indices only. */
export function facesOfHull(points: readonly Readonly<Vec3>[]): HullFace[] {
  const grid = gridOf(points);
  // A point that was added early may lie on an edge or a face of the finished hull. Excluding it and starting again is
  // simpler than repairing the surface, and is seldom needed more than once. The loop ends, since every round excludes
  // a point.
  for (;;) {
    const surface = triangulate(grid);
    const outlines = outlinesOfFaces(grid, surface);
    const rejected = falseCorners(grid, surface, outlines);
    if (rejected.size === 0) return outlines.map(faceOf).sort((f, g) => f.loop[0] - g.loop[0] || f.loop[1] - g.loop[1]);
    for (const point of withoutNeighbours(surface, rejected)) grid.excluded[point] = 1;
  }
}

/** A closed loop of edges around a face, and the triangle whose plane defines the face. */
interface Outline {
  readonly loop: readonly number[];
  readonly seed: Triangle;
}

/** Merges triangles whose corners lie within the tolerance of the plane of a larger one. */
function outlinesOfFaces(grid: GridPoints, surface: readonly Triangle[]): Outline[] {
  // Largest triangle first: its plane is the most accurate. Testing against it alone keeps small bends from adding up.
  const seeds = [...surface].sort((s, t) => t.doubleArea - s.doubleArea);
  const outlines: Outline[] = [];
  let face = 0;
  for (const seed of seeds) {
    if (seed.face >= 0) continue;
    const members = [seed];
    seed.face = face;
    for (let m = 0; m < members.length; m++) {
      for (const across of members[m].neighbours) {
        if (across.face >= 0) continue;
        if (across.corners.some((corner) => Math.abs(heightAbove(grid, seed, corner)) > grid.tolerance)) continue;
        across.face = face;
        members.push(across);
      }
    }
    for (const loop of loopsAround(grid, members)) outlines.push({ loop, seed });
    face++;
  }
  return outlines;
}

/** The closed loops of edges between the triangles of one face and all others. */
function loopsAround(grid: GridPoints, members: readonly Triangle[]): number[][] {
  const loops: number[][] = [];
  const walked = new Set<number>();
  for (const member of members) {
    for (let i = 0; i < 3; i++) {
      const loop: number[] = [];
      let triangle = member;
      let edge = i;
      while (triangle.neighbours[edge].face !== member.face) {
        const start = triangle.corners[edge];
        const end = triangle.corners[(edge + 1) % 3];
        if (walked.has(start * grid.count + end)) break;
        walked.add(start * grid.count + end);
        loop.push(start);
        // Rotate about the end vertex through triangles of this face until the next edge of the outline.
        edge = (edge + 1) % 3;
        while (triangle.neighbours[edge].face === member.face) {
          triangle = triangle.neighbours[edge];
          edge = triangle.corners.indexOf(end);
        }
      }
      if (loop.length > 0) loops.push(loop);
    }
  }
  return loops;
}

/** Points of outlines that are not corners within the tolerance: in a face, on an edge, or at a dent. */
function falseCorners(grid: GridPoints, surface: readonly Triangle[], outlines: readonly Outline[]): Set<number> {
  const facesAt = new Uint32Array(grid.count);
  const rejected = new Set<number>();
  for (const { loop, seed } of outlines) {
    loop.forEach((corner, i) => {
      facesAt[corner]++;
      const before = loop[(i + loop.length - 1) % loop.length];
      const after = loop[(i + 1) % loop.length];
      const arriving = between(grid, before, corner);
      const leaving = between(grid, corner, after);
      const turn = dot(seed.normal, cross(arriving, leaving)) / length(between(grid, before, after));
      // Dropping a dent loses nothing, since the points on both sides of it are as high. The sharp end of a narrow face
      // may be a corner, although the outline hardly turns there either: the test of `dot` keeps it.
      const straight = Math.abs(turn) <= grid.tolerance && dot(arriving, leaving) > 0;
      if (straight || turn < -grid.tolerance) rejected.add(corner);
    });
  }
  for (const triangle of surface) for (const corner of triangle.corners) if (facesAt[corner] < 3) rejected.add(corner);
  return rejected;
}

/** A set of rejected points without neighbours: after one point is excluded, its neighbour may be a corner. */
function withoutNeighbours(surface: readonly Triangle[], rejected: ReadonlySet<number>): Set<number> {
  const neighbours = new Map<number, number[]>();
  for (const point of rejected) neighbours.set(point, []);
  for (const { corners } of surface) {
    for (let i = 0; i < 3; i++) neighbours.get(corners[i])?.push(corners[(i + 1) % 3]);
  }
  const chosen = new Set<number>();
  for (const [point, around] of neighbours) if (!around.some((other) => chosen.has(other))) chosen.add(point);
  return chosen;
}

function faceOf({ loop, seed }: Outline): HullFace {
  const lowest = loop.reduce((least, corner, i) => (corner < loop[least] ? i : least), 0);
  return { loop: [...loop.slice(lowest), ...loop.slice(0, lowest)], support: seed.corners };
}
