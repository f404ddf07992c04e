// The shapes of a scene's bodies in the world: corners, directions of edges, normals of faces.

import { MeshDistance } from '../../src/distance-field/mesh-distance.js';
import type { Pose, Quat, Vec3 } from '../../src/math/vector.js';
import {
  composePoses,
  cross,
  distance,
  dot,
  IDENTITY,
  invertPose,
  length,
  normalize,
  normalizeQuat,
  scale,
  subtract,
  transformPoint,
} from '../../src/math/vector.js';
import { makeMesh } from '../../src/mesh/make-mesh.js';
import { meshVolume } from '../../src/mesh/measures.js';
import { vertexAt } from '../../src/mesh/triangle-mesh.js';
import type { MeshArrays, Scene, SceneBody } from '../../src/scene/scene.js';
import type { ShapeDescriptor } from '../../src/shapes/shape-kinds.js';

export interface Solid {
  body: string;
  fixed: boolean;
  /** Corners, or the centre of a ball [m]. */
  points: Vec3[];
  /** Of a ball, else 0 [m]. */
  radius: number;
  edges: Vec3[];
  normals: Vec3[];
  center: Vec3;
  /** From the centre to the farthest point [m]. */
  reach: number;
  /** [m^3] */
  volume: number;
  /** Of a mesh: how far a point is from its surface, negative inside [m]. */
  distanceTo?: (point: Vec3) => number;
}

/** Of all bodies but half-spaces and surfaces. */
export function solidsOf(scene: Scene): Solid[] {
  return (scene.bodies ?? []).flatMap((body) =>
    body.shapes.filter(({ kind }) => kind !== 'half-space' && kind !== 'surface').map((shape) => solidOf(body, shape, scene)),
  );
}

function poseOf({
  position = [0, 0, 0],
  orientation = IDENTITY,
}: {
  position?: Readonly<Vec3>;
  orientation?: Readonly<Quat>;
}): Pose {
  return { position, orientation: normalizeQuat(orientation) };
}

function solidOf(body: SceneBody, shape: ShapeDescriptor, scene: Scene): Solid {
  const pose = composePoses(poseOf(body), poseOf(shape));
  const { corners, radius, volume, distanceFrom } = shape.kind === 'mesh' ? meshGeometry(shape.mesh, scene) : geometryOf(shape);
  const points = corners.map((corner) => transformPoint(pose, corner));
  const center = scale(
    points.reduce((sum, p) => [sum[0] + p[0], sum[1] + p[1], sum[2] + p[2]], [0, 0, 0]),
    1 / points.length,
  );
  const reach = radius + Math.max(...points.map((p) => distance(p, center)));
  const normals = distanceFrom === undefined ? faceNormals(points) : [];
  const edges = edgeDirections(normals);
  const solid = { body: body.name ?? '?', fixed: body.kind === 'fixed', points, radius, edges, normals, center, reach, volume };
  if (distanceFrom === undefined) return solid;
  const inverse = invertPose(pose);
  return { ...solid, distanceTo: (point) => distanceFrom(transformPoint(inverse, point)) };
}

interface Geometry {
  corners: Vec3[];
  radius: number;
  volume: number;
  /** Of a mesh: see Solid, in the frame of the shape. */
  distanceFrom?: (point: Vec3) => number;
}

const meshes = new WeakMap<object, Geometry>();

function meshGeometry(name: string, { meshes: given = {} }: Scene): Geometry {
  const descriptor = given[name] as MeshArrays;
  const known = meshes.get(descriptor);
  if (known !== undefined) return known;
  const mesh = makeMesh(descriptor.vertices, descriptor.triangles);
  const distance = new MeshDistance(mesh);
  const geometry = {
    corners: Array.from({ length: mesh.positions.length / 3 }, (_, v): Vec3 => vertexAt(mesh, v)),
    radius: 0,
    volume: meshVolume(mesh),
    distanceFrom: (point: Vec3) => distance.signedDistance(...point),
  };
  meshes.set(descriptor, geometry);
  return geometry;
}

function geometryOf(shape: ShapeDescriptor): Geometry {
  if (shape.kind === 'sphere') {
    const { radius } = shape;
    return { corners: [[0, 0, 0]], radius, volume: (4 / 3) * Math.PI * radius * radius * radius };
  }
  if (shape.kind === 'box') {
    const [x, y, z] = shape.size;
    const corners = [-0.5, 0.5].flatMap((i) => [-0.5, 0.5].flatMap((j) => [-0.5, 0.5].map((k): Vec3 => [i * x, j * y, k * z])));
    return { corners, radius: 0, volume: x * y * z };
  }
  if (shape.kind === 'cylinder') {
    // The prism within it, with an edge in each direction of the axes.
    const { radius, height } = shape;
    const corners = Array.from({ length: 24 }, (_, i): Vec3 => {
      const angle = (Math.PI / 6) * (i >> 1);
      return [radius * Math.cos(angle), i % 2 === 0 ? height / 2 : -height / 2, radius * Math.sin(angle)];
    });
    return { corners, radius: 0, volume: Math.PI * radius * radius * height };
  }
  if (shape.kind === 'hull') return { corners: shape.points.map((p) => [...p] as Vec3), radius: 0, volume: Number.NaN };
  throw new Error(`No built-in scene has a ${shape.kind} yet.`);
}

/** Normals of all planes through three of the points that have every point on one side, each direction once. */
function faceNormals(points: readonly Vec3[]): Vec3[] {
  const normals: Vec3[] = [];
  points.forEach((p, i) => {
    points.slice(i + 1).forEach((q, j) => {
      for (const r of points.slice(i + j + 2)) {
        const n = cross(subtract(q, p), subtract(r, p));
        if (length(n) < 1e-9) continue;
        const unit = normalize(n);
        const heights = points.map((s) => dot(unit, subtract(s, p)));
        if (Math.max(...heights) > 1e-9 && Math.min(...heights) < -1e-9) continue;
        if (!normals.some((m) => Math.abs(dot(m, unit)) > 1 - 1e-12)) normals.push(unit);
      }
    });
  });
  return normals;
}

/** Every edge is where two faces meet. */
function edgeDirections(normals: readonly Vec3[]): Vec3[] {
  return normals.flatMap((n, i) =>
    normals
      .slice(i + 1)
      .map((m) => cross(n, m))
      .filter((e) => length(e) > 1e-9)
      .map(normalize),
  );
}
