// The convex hull of a set of points with its polygonal faces, the geometry of shapes of kind hull.

import type { Vec3 } from '../math/vector.js';
import { cross, dot, length, scale, subtract } from '../math/vector.js';
import type { HullFace } from './hull-faces.js';
import { facesOfHull } from './hull-faces.js';

export class ConvexHull {
  /** Corner points, three numbers each [m]. */
  readonly vertices: Float64Array;
  /** Face f has the corners faceVertices[faceStart[f]] ... faceVertices[faceStart[f + 1] - 1], counter-clockwise from outside. */
  readonly faceStart: Int32Array;
  readonly faceVertices: Int32Array;
  /** Face f lies in the plane n.x = d: four numbers n.x, n.y, n.z, d, n pointing out. */
  readonly facePlanes: Float64Array;
  /**
   * Each edge once: its two corners and its two faces, four numbers each. The first face runs from the first corner to the
   * second, the second face back.
   */
  readonly edges: Int32Array;
  /**
   * Neighbours of corner v: neighbours[neighbourStart[v]] ... neighbours[neighbourStart[v + 1] - 1], for climbing to a support.
   */
  readonly neighbourStart: Int32Array;
  readonly neighbours: Int32Array;

  /** Makes a hull of known corners [m] and faces, which must be closed and convex. */
  constructor(corners: readonly Readonly<Vec3>[], faces: readonly HullFace[]) {
    const loops = faces.map((face) => face.loop);
    this.vertices = Float64Array.from(corners.flat());
    this.faceStart = startsOf(loops);
    this.faceVertices = Int32Array.from(loops.flat());
    this.facePlanes = Float64Array.from(faces.flatMap((face) => planeOf(corners, face)));
    this.edges = edgesOf(loops, corners.length);
    const around: number[][] = corners.map(() => []);
    for (let e = 0; e < this.edges.length; e += 4) {
      around[this.edges[e]].push(this.edges[e + 1]);
      around[this.edges[e + 1]].push(this.edges[e]);
    }
    this.neighbourStart = startsOf(around);
    this.neighbours = Int32Array.from(around.flat());
  }

  /**
   * The hull of at least four points that span a volume. Its corners are points of the input, in the order of the
   * input. Details smaller than 1e-9 of the set's extent are dropped: within this tolerance no two faces are coplanar
   * and no corner is on an edge.
   */
  static fromPoints(points: readonly Readonly<Vec3>[]): ConvexHull {
    const faces = facesOfHull(points);
    const used = [...new Set(faces.flatMap((face) => face.loop))].sort((i, j) => i - j);
    const cornerOf = new Int32Array(points.length);
    used.forEach((point, corner) => {
      cornerOf[point] = corner;
    });
    return new ConvexHull(
      used.map((point) => points[point]),
      faces.map(({ loop, support: [a, b, c] }) => ({
        loop: loop.map((point) => cornerOf[point]),
        support: [cornerOf[a], cornerOf[b], cornerOf[c]],
      })),
    );
  }

  get vertexCount(): number {
    return this.vertices.length / 3;
  }

  get faceCount(): number {
    return this.faceStart.length - 1;
  }
}

/** Start of each list when all are concatenated, and the end of the last one. */
function startsOf(lists: readonly (readonly number[])[]): Int32Array {
  const starts = new Int32Array(lists.length + 1);
  lists.forEach((list, i) => {
    starts[i + 1] = starts[i] + list.length;
  });
  return starts;
}

/** The plane through the support corners. The mean plane of a narrow loop could have any tilt within the tolerance. */
function planeOf(corners: readonly Readonly<Vec3>[], { loop, support: [a, b, c] }: HullFace): [number, number, number, number] {
  const out = cross(subtract(corners[b], corners[a]), subtract(corners[c], corners[a]));
  const [x, y, z] = scale(out, 1 / length(out));
  // Adding zero turns -0 into 0.
  const normal: Vec3 = [x + 0, y + 0, z + 0];
  return [...normal, Math.max(...loop.map((corner) => dot(normal, corners[corner])))];
}

function edgesOf(loops: readonly (readonly number[])[], cornerCount: number): Int32Array {
  const edges: number[] = [];
  const faceOf = new Map<number, number>();
  loops.forEach((loop, face) => {
    loop.forEach((start, i) => {
      faceOf.set(start * cornerCount + loop[(i + 1) % loop.length], face);
    });
  });
  for (const [key, face] of faceOf) {
    const end = key % cornerCount;
    const start = (key - end) / cornerCount;
    if (start > end) continue;
    edges.push(start, end, face, faceOf.get(end * cornerCount + start) as number);
  }
  return Int32Array.from(edges);
}
