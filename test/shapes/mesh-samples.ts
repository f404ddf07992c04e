// Closed meshes for tests, triangles counter-clockwise seen from outside.

import type { MeshDescriptor } from '../../src/index.js';
import type { Vec3 } from '../../src/math/vector.js';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.js';
import type { ConvexHull } from '../../src/shapes/convex-hull.js';

export type MeshLists = MeshDescriptor & { vertices: number[]; triangles: number[] };

export function triangleMesh({ vertices, triangles }: MeshDescriptor): TriangleMesh {
  return { positions: Float64Array.from(vertices), triangles: Uint32Array.from(triangles) };
}

/** A box by its full edge lengths; corner i has the bits 1, 2, 4 for its positive x, y, z. */
export function boxMesh(x = 1, y = 1, z = 1, center: Readonly<Vec3> = [0, 0, 0]): MeshLists {
  const vertices: number[] = [];
  for (let i = 0; i < 8; i++) {
    vertices.push(center[0] + (i & 1 ? x : -x) / 2, center[1] + (i & 2 ? y : -y) / 2, center[2] + (i & 4 ? z : -z) / 2);
  }
  // biome-ignore format: two triangles a face
  const triangles = [0, 2, 3, 0, 3, 1,  4, 5, 7, 4, 7, 6,  0, 1, 5, 0, 5, 4,  2, 6, 7, 2, 7, 3,  0, 4, 6, 0, 6, 2,  1, 3, 7, 1, 7, 5];
  return { vertices, triangles };
}

/** The tetrahedron at the corner of the axes. */
export function cornerMesh(): MeshLists {
  return { vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3] };
}

/** A torus about y of so many segments around it and around its tube. */
export function torusMesh(radius: number, tube: number, around: number, across: number): MeshLists {
  const vertices: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i < around; i++) {
    const u = (2 * Math.PI * i) / around;
    for (let j = 0; j < across; j++) {
      const v = (2 * Math.PI * j) / across;
      const r = radius + tube * Math.cos(v);
      vertices.push(r * Math.cos(u), tube * Math.sin(v), r * Math.sin(u));
      const [a, b] = [across * i + j, across * ((i + 1) % around) + j];
      const [c, d] = [across * i + ((j + 1) % across), across * ((i + 1) % around) + ((j + 1) % across)];
      triangles.push(a, c, d, a, d, b);
    }
  }
  return { vertices, triangles };
}

/** The surface of a hull. */
export function hullMesh({ vertices, faceStart, faceVertices, faceCount }: ConvexHull): MeshLists {
  const triangles: number[] = [];
  for (let f = 0; f < faceCount; f++) {
    // From the last corner of the face, unlike anything in the library.
    const last = faceStart[f + 1] - 1;
    for (let i = faceStart[f]; i + 1 < last; i++) triangles.push(faceVertices[last], faceVertices[i], faceVertices[i + 1]);
  }
  return { vertices: [...vertices], triangles };
}

/** Several surfaces as one mesh. */
export function together(...parts: MeshLists[]): MeshLists {
  const vertices: number[] = [];
  const triangles: number[] = [];
  for (const part of parts) {
    const first = vertices.length / 3;
    vertices.push(...part.vertices);
    triangles.push(...part.triangles.map((vertex) => first + vertex));
  }
  return { vertices, triangles };
}

/** The same surface seen from the other side, as around a cavity. */
export function insideOut({ vertices, triangles }: MeshLists): MeshLists {
  return { vertices, triangles: [...triangles].reverse() };
}

/**
 * A block 4 m wide, 2 m high and 3 m long with a groove along z in its top, the sides of which rise by 45 degrees as if from the
 * origin, where there is a channel 0.4 m wide and 0.3 m deep.
 */
export function grooveMesh(): MeshLists {
  // biome-ignore format: the outline, anticlockwise seen from +z
  const outline = [-2, -1,  2, -1,  2, 1,  1, 1,  0.2, 0.2,  0.2, -0.3,  -0.2, -0.3,  -0.2, 0.2,  -1, 1,  -2, 1];
  const count = outline.length / 2;
  const vertices: number[] = [];
  for (const z of [-1.5, 1.5]) for (let i = 0; i < count; i++) vertices.push(outline[2 * i], outline[2 * i + 1], z);
  // biome-ignore format: triangles of the outline
  const cap = [1, 2, 3,  1, 3, 4,  1, 4, 5,  0, 1, 5,  0, 5, 6,  0, 6, 7,  0, 7, 8,  0, 8, 9];
  const triangles: number[] = [];
  for (let k = 0; k < cap.length; k += 3) {
    triangles.push(cap[k] + count, cap[k + 1] + count, cap[k + 2] + count, cap[k + 2], cap[k + 1], cap[k]);
  }
  for (let i = 0; i < count; i++) {
    const j = (i + 1) % count;
    triangles.push(i, j, j + count, i, j + count, i + count);
  }
  return { vertices, triangles };
}
