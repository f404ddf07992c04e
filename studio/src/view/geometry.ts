// From a shape of the engine to what is drawn of it. Shapes that differ only in size share one geometry, which the instances
// scale.

import { BufferAttribute, BufferGeometry, CapsuleGeometry, CylinderGeometry, SphereGeometry } from 'three';
import { toCreasedNormals } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import type { TriangleMesh } from '../../../src/mesh/triangle-mesh.js';
import { ConvexHull } from '../../../src/shapes/convex-hull.js';
import type { ShapePicture } from '../protocol.js';

export interface ShapeGeometry {
  /** Shapes of the same key are drawn together. */
  readonly key: string;
  /** What the geometry is scaled by [1]. */
  readonly scale: readonly [number, number, number];
  make(): BufferGeometry;
}

/** Null for a half-space, which is drawn as a plane without end. */
export function geometryOf({ shape, mesh }: ShapePicture): ShapeGeometry | null {
  switch (shape.kind) {
    case 'sphere':
      return { key: 'sphere', scale: [shape.radius, shape.radius, shape.radius], make: makeBall };
    case 'box':
      return { key: 'box', scale: [...shape.size] as [number, number, number], make: makeBox };
    case 'cylinder':
      return {
        key: 'cylinder',
        scale: [shape.radius, shape.height, shape.radius],
        make: () => new CylinderGeometry(1, 1, 1, 32),
      };
    case 'capsule':
      // Round ends do not stay round when they are stretched.
      return {
        key: `capsule ${shape.radius} ${shape.length}`,
        scale: [1, 1, 1],
        make: () => new CapsuleGeometry(shape.radius, shape.length, 8, 20),
      };
    case 'hull':
      return { key: `hull ${JSON.stringify(shape.points)}`, scale: [1, 1, 1], make: () => makeHull(shape.points) };
    case 'mesh':
      return { key: `mesh ${shape.mesh}`, scale: [1, 1, 1], make: () => makeMesh(mesh as TriangleMesh) };
    case 'surface':
      return { key: `surface ${shape.surface}`, scale: [1, 1, 1], make: () => makeMesh(mesh as TriangleMesh) };
    case 'half-space':
      return null;
  }
}

/** Of radius 1, in quarters of two shades, so that turning is seen. */
function makeBall(): BufferGeometry {
  const ball = new SphereGeometry(1, 20, 12).toNonIndexed();
  const { array } = ball.getAttribute('position');
  const shades = new Float32Array(array.length);
  for (let face = 0; face < array.length; face += 9) {
    const x = array[face] + array[face + 3] + array[face + 6];
    const z = array[face + 2] + array[face + 5] + array[face + 8];
    shades.fill(x > 0 === z > 0 ? 1 : 0.72, face, face + 9);
  }
  ball.setAttribute('color', new BufferAttribute(shades, 3));
  return ball;
}

/**
 * Of edge 1, with bevelled edges. Three vertices a corner, one for each face; `inset` is the way from there along the face, by which the
 * shader moves a vertex inward for a bevel of the same width at every size.
 */
function makeBox(): BufferGeometry {
  const signs = [-1, 1];
  const corners = signs.flatMap((x) => signs.flatMap((y) => signs.map((z) => [x, y, z])));
  const positions: number[] = [];
  const normals: number[] = [];
  const insets: number[] = [];
  for (const corner of corners) {
    for (let axis = 0; axis < 3; axis++) {
      positions.push(...corner.map((x) => x / 2));
      normals.push(...corner.map((x, k) => (k === axis ? x : 0)));
      insets.push(...corner.map((x, k) => (k === axis ? 0 : x)));
    }
  }
  const vertex = (corner: readonly number[], axis: number) =>
    3 * corners.findIndex((other) => other.every((x, k) => x === corner[k])) + axis;
  const triangles: number[] = [];
  const bevelled = (v: number) => [0, 1, 2].map((k) => positions[3 * v + k] - 0.1 * insets[3 * v + k]);
  const addTriangle = (a: number, b: number, c: number) => {
    const [p, q, r] = [a, b, c].map(bevelled);
    const u = q.map((x, k) => x - p[k]);
    const v = r.map((x, k) => x - p[k]);
    const outward = p[0] * (u[1] * v[2] - u[2] * v[1]) + p[1] * (u[2] * v[0] - u[0] * v[2]) + p[2] * (u[0] * v[1] - u[1] * v[0]);
    triangles.push(...(outward > 0 ? [a, b, c] : [a, c, b]));
  };
  const addQuad = (a: number, b: number, c: number, d: number) => {
    addTriangle(a, b, c);
    addTriangle(a, c, d);
  };
  for (let axis = 0; axis < 3; axis++) {
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    const at = (a: number, b: number, c: number) => {
      const corner = [0, 0, 0];
      corner[axis] = a;
      corner[u] = b;
      corner[v] = c;
      return corner;
    };
    // The two faces across the axis, and the four edges along it.
    for (const side of signs) {
      const [a, b, c, d] = [at(side, -1, -1), at(side, 1, -1), at(side, 1, 1), at(side, -1, 1)].map((k) => vertex(k, axis));
      addQuad(a, b, c, d);
    }
    for (const b of signs) {
      for (const c of signs) {
        addQuad(vertex(at(-1, b, c), u), vertex(at(1, b, c), u), vertex(at(1, b, c), v), vertex(at(-1, b, c), v));
      }
    }
  }
  for (const corner of corners) addTriangle(vertex(corner, 0), vertex(corner, 1), vertex(corner, 2));
  const box = new BufferGeometry();
  box.setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3));
  box.setAttribute('normal', new BufferAttribute(Float32Array.from(normals), 3));
  box.setAttribute('inset', new BufferAttribute(Float32Array.from(insets), 3));
  box.setIndex(triangles);
  return box;
}

/** Faces of their own vertices, so that edges are sharp. */
function makeHull(points: readonly (readonly number[])[]): BufferGeometry {
  const { vertices, faceStart, faceVertices, faceCount } = ConvexHull.fromPoints(points as [number, number, number][]);
  const triangles: number[] = [];
  for (let face = 0; face < faceCount; face++) {
    for (let k = faceStart[face] + 1; k + 1 < faceStart[face + 1]; k++) {
      triangles.push(faceVertices[faceStart[face]], faceVertices[k], faceVertices[k + 1]);
    }
  }
  return makeFaceted(vertices, triangles);
}

/** Faces that meet at less than this angle are drawn as one smooth surface [rad]. */
const CREASE = 0.6;

function makeMesh({ positions, triangles }: TriangleMesh): BufferGeometry {
  return toCreasedNormals(makeFaceted(positions, triangles), CREASE);
}

/** Triangles with flat faces. */
function makeFaceted(vertices: ArrayLike<number>, triangles: ArrayLike<number>): BufferGeometry {
  const positions = new Float32Array(3 * triangles.length);
  for (let i = 0; i < triangles.length; i++) {
    for (let k = 0; k < 3; k++) positions[3 * i + k] = vertices[3 * triangles[i] + k];
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.computeVertexNormals();
  return geometry;
}
