// The polygonal faces of a convex hull: coplanar triangles merged, and only true corners kept.

import type { Vec3 } from '../math/vector.js';
import { cross, dot, length } from '../math/vector.js';
import type { GridPoints, Triangle } from './hull-triangles.js';
import { between, gridOf, heightAbove, triangulate } from './hull-triangles.js';

export interface HullFace {
  /** Indices of the face's corners, counter-clockwise from outside. */
  readonly loop: readonly number[];
  /** Three of them, in the same sense, whose plane no corner of the hull is above. */
  readonly support: readonly [number, number, number];
}

/** Faces of the hull with indices into `points`, in an order that follows from the indices alone. */
export function facesOfHull(points: readonly Readonly<Vec3>[]): HullFace[] {
  const grid = gridOf(points);
  // A point can be added early and turn out to lie on an edge or a face of the finished hull. Leaving it out and starting again
  // is simpler than mending the surface, and seldom needed more than once. It ends, as every round leaves out a point.
  for (;;) {
    const surface = triangulate(grid);
    const outlines = outlinesOfFaces(grid, surface);
    const rejected = falseCorners(grid, surface, outlines);
    if (rejected.size === 0) return outlines.map(faceOf).sort((f, g) => f.loop[0] - g.loop[0] || f.loop[1] - g.loop[1]);
    for (const point of withoutNeighbours(surface, rejected)) grid.excluded[point] = 1;
  }
}

/** One closed loop of edges around a face, and the triangle whose plane the face was measured against. */
interface Outline {
  readonly loop: readonly number[];
  readonly seed: Triangle;
}

/** Merges triangles whose corners lie within the tolerance of the plane of a larger one. */
function outlinesOfFaces(grid: GridPoints, surface: readonly Triangle[]): Outline[] {
  // Largest first: its plane is the best known, and measuring against it alone keeps a chain of small bends from adding up.
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
        // Turn about the end through the triangles of this face until the next edge of its outline.
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

/** Points of the outlines that are no corners to within the tolerance: in a face, on an edge, or at a dent of an outline. */
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
      // Nothing is lost with a dent, as the points on both sides of it are as high as it is; but the sharp end of a narrow face,
      // where the outline hardly seems to turn either, may be a corner.
      const straight = Math.abs(turn) <= grid.tolerance && dot(arriving, leaving) > 0;
      if (straight || turn < -grid.tolerance) rejected.add(corner);
    });
  }
  for (const triangle of surface) for (const corner of triangle.corners) if (facesAt[corner] < 3) rejected.add(corner);
  return rejected;
}

/** Of the rejected points as many as can go at once: not two neighbours, since without one the other may be a corner. */
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
