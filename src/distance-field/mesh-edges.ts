// The edges of a mesh by start vertex, and whether each is a convex edge, a ridge. Ridges and corners can touch other
// shapes where no face does.

import type { MeshDistance } from './mesh-distance.js';
import { EDGE_FEATURE, FACE_FEATURE, NORMALS_SIZE } from './pseudonormals.js';

/** Sine of the bending angle below which an edge counts as flat [1]. */
const FLAT = 1e-4;

export class MeshEdges {
  /** Edges from vertex v: start[v] to start[v + 1] - 1. Each edge has two numbers, one from each end. */
  readonly start: Int32Array;
  /** By edge: the vertices at its ends, whether it is a ridge, and the index of its pseudonormal in the mesh. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly isRidge: Uint8Array;
  readonly #normalAt: Int32Array;
  /** By edge: the lower of its two numbers. */
  readonly names: Int32Array;
  readonly #distance: MeshDistance;

  constructor(distance: MeshDistance) {
    this.#distance = distance;
    const { positions, triangles } = distance.mesh;
    const { aroundStart, around } = distance.parts;
    const from: number[] = [];
    const to: number[] = [];
    const isRidge: number[] = [];
    const normalAt: number[] = [];
    this.start = new Int32Array(positions.length / 3 + 1);
    for (let v = 0; v + 1 < this.start.length; v++) {
      for (let at = aroundStart[v]; at < aroundStart[v + 1]; at++) {
        const t = around[at];
        // In a closed surface each edge at v starts at v in exactly one triangle.
        const i = triangles[3 * t] === v ? 0 : triangles[3 * t + 1] === v ? 1 : 2;
        from.push(v);
        isRidge.push(turnsOutwards(distance, t, i) ? 1 : 0);
        to.push(triangles[3 * t + ((i + 1) % 3)]);
        normalAt.push(NORMALS_SIZE * t + 3 * (EDGE_FEATURE + i));
      }
      this.start[v + 1] = to.length;
    }
    this.from = Int32Array.from(from);
    this.to = Int32Array.from(to);
    this.isRidge = Uint8Array.from(isRidge);
    this.#normalAt = Int32Array.from(normalAt);
    this.names = this.from.map((v, edge) => {
      const back = this.between(this.to[edge], v);
      return back < 0 ? edge : Math.min(edge, back);
    });
  }

  /** The edge from one vertex to another; -1 if there is none. */
  between(from: number, to: number): number {
    for (let edge = this.start[from]; edge < this.start[from + 1]; edge++) if (this.to[edge] === to) return edge;
    return -1;
  }

  /** Height of a vertex above the surface around it, by the highest of its ridges [m]. */
  heightOf(vertex: number): number {
    const { positions } = this.#distance.mesh;
    const { normals } = this.#distance.parts;
    let highest = 0;
    for (let edge = this.start[vertex]; edge < this.start[vertex + 1]; edge++) {
      if (this.isRidge[edge] === 0) continue;
      // Half the length times half the angle between its faces, whose normals sum to twice the cosine of that half angle.
      const n = this.#normalAt[edge];
      const sum = normals[n] * normals[n] + normals[n + 1] * normals[n + 1] + normals[n + 2] * normals[n + 2];
      let square = 0;
      for (let k = 0; k < 3; k++) {
        const way = positions[3 * this.to[edge] + k] - positions[3 * vertex + k];
        square += way * way;
      }
      highest = Math.max(highest, 0.5 * Math.sqrt(square * Math.max(0, 1 - sum / 4)));
    }
    return highest;
  }

  /** Writes the unit pseudonormal of an edge to `out`. */
  writeNormal(edge: number, out: Float64Array): void {
    writeUnit(this.#distance.parts.normals, this.#normalAt[edge], out);
  }

  /** Writes the unit pseudonormal of a vertex to `out`. */
  writeNormalOfVertex(vertex: number, out: Float64Array): void {
    const { aroundStart, around, normals } = this.#distance.parts;
    const { triangles } = this.#distance.mesh;
    const t = around[aroundStart[vertex]];
    const i = triangles[3 * t] === vertex ? 0 : triangles[3 * t + 1] === vertex ? 1 : 2;
    writeUnit(normals, NORMALS_SIZE * t + 3 * i, out);
  }
}

function writeUnit(normals: Float64Array, at: number, out: Float64Array): void {
  const x = normals[at];
  const y = normals[at + 1];
  const z = normals[at + 2];
  const length = Math.sqrt(x * x + y * y + z * z);
  const inverse = length > 0 ? 1 / length : 0;
  out[0] = x * inverse;
  out[1] = y * inverse;
  out[2] = z * inverse;
}

/** Whether the edge from corner i of triangle t to the next corner is convex. */
function turnsOutwards({ mesh, parts }: MeshDistance, t: number, i: number): boolean {
  const { positions, triangles } = mesh;
  const { aroundStart, around, normals } = parts;
  const from = triangles[3 * t + i];
  const next = triangles[3 * t + ((i + 1) % 3)];
  const n = NORMALS_SIZE * t + 3 * FACE_FEATURE;
  for (let at = aroundStart[from]; at < aroundStart[from + 1]; at++) {
    const u = 3 * around[at];
    for (let corner = 0; corner < 3; corner++) {
      if (triangles[u + corner] !== next || triangles[u + ((corner + 1) % 3)] !== from) continue;
      const opposite = 3 * triangles[u + ((corner + 2) % 3)];
      let height = 0;
      let square = 0;
      for (let k = 0; k < 3; k++) {
        const way = positions[opposite + k] - positions[3 * from + k];
        height += normals[n + k] * way;
        square += way * way;
      }
      return height < -FLAT * Math.sqrt(square);
    }
  }
  return false;
}
