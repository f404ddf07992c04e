// Geometries of three.js for shapes of bodies. Shapes that differ only in size share one geometry, which is scaled.

import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  CylinderGeometry,
  PlaneGeometry,
  SphereGeometry,
} from 'three';
import { toCreasedNormals } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import type { TriangleMesh } from '../mesh/triangle-mesh.js';
import { ConvexHull } from '../shapes/convex-hull.js';
import type { ShapeDescriptor } from '../shapes/shape-kinds.js';
import { GROUND_WIDTH } from './default-look.js';

export interface ShapeGeometry {
  /** Shapes with the same key share a geometry. */
  readonly key: string;
  /** Scale of the geometry along the axes of the shape [1]. */
  readonly scale: readonly [number, number, number];
  make(): BufferGeometry;
}

/** Normals are smoothed across edges of a mesh whose faces meet at less than this angle [rad]. */
const CREASE = 0.6;

/** The geometry of a shape; null for a half-space, which is infinite. `triangles` are those of its mesh or surface. */
export function geometryOf(shape: ShapeDescriptor, triangles: TriangleMesh | null): ShapeGeometry | null {
  switch (shape.kind) {
    case 'sphere':
      return {
        key: 'sphere',
        scale: [shape.radius, shape.radius, shape.radius],
        make: () => new SphereGeometry(1, 32, 16),
      };
    case 'box':
      return { key: 'box', scale: [...shape.size], make: () => new BoxGeometry(1, 1, 1) };
    case 'cylinder':
      return {
        key: 'cylinder',
        scale: [shape.radius, shape.height, shape.radius],
        make: () => new CylinderGeometry(1, 1, 1, 32),
      };
    case 'capsule':
      // Capsules of other sizes cannot be scaled copies, since their ends must stay round.
      return {
        key: `capsule ${shape.radius} ${shape.length}`,
        scale: [1, 1, 1],
        make: () => new CapsuleGeometry(shape.radius, shape.length, 8, 20),
      };
    case 'hull':
      return { key: `hull ${JSON.stringify(shape.points)}`, scale: [1, 1, 1], make: () => makeHull(shape.points) };
    case 'mesh':
      return { key: `mesh ${shape.mesh}`, scale: [1, 1, 1], make: () => makeMesh(triangles as TriangleMesh) };
    case 'surface':
      return { key: `surface ${shape.surface}`, scale: [1, 1, 1], make: () => makeMesh(triangles as TriangleMesh) };
    case 'half-space':
      return null;
  }
}

/** The geometry drawn for a half-space: a square of this width [m]. */
export function groundGeometry(width = GROUND_WIDTH): ShapeGeometry {
  return { key: 'half-space', scale: [width, 1, width], make: () => new PlaneGeometry(1, 1).rotateX(-Math.PI / 2) };
}

/** A hull whose faces do not share vertices, so that edges are sharp. */
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

function makeMesh({ positions, triangles }: TriangleMesh): BufferGeometry {
  return toCreasedNormals(makeFaceted(positions, triangles), CREASE);
}

/** Triangles that do not share vertices, with flat normals. */
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
