// Bodies created from objects of three.js. Boxes, balls, cylinders and capsules become exact shapes unless their scale
// deforms them into something else. Every other geometry becomes a convex hull, a closed mesh or a surface of its
// transformed vertices.

import type { BoxGeometry, BufferGeometry, CapsuleGeometry, CylinderGeometry, Mesh, Object3D, SphereGeometry } from 'three';
import { Matrix4, Quaternion, Vector3 } from 'three';
import type { Body } from '../handles.js';
import { InputError, oneOf, refuse } from '../input/fields.js';
import type { Vec3 } from '../math/vector.js';
import type { ShapeDescriptor, ShapePlacement } from '../shapes/shape-kinds.js';
import type { BodyOptions } from '../world/creation.js';
import type { World } from '../world.js';
import { checkOptions, checkWorld } from './checks.js';

/** Kind of shape that a geometry becomes if it is no box, ball, cylinder or capsule. */
export type GeometryForm = 'hull' | 'mesh' | 'surface';

/** Options of a body, without shapes and pose, which the object gives. */
export type ObjectBodyOptions<UserData = unknown> = Omit<BodyOptions<UserData>, 'shapes' | 'position' | 'orientation'> & {
  /** Shape of other geometries; default surface for fixed bodies, hull for others. */
  form?: GeometryForm;
};

const formField = oneOf('', ['hull', 'mesh', 'surface']);
/** Scales that differ by a smaller fraction count as equal [1]. */
const SAME_SCALE = 1e-6;
const FULL_TURN = 2 * Math.PI;

/**
 * Creates a body from an object and all meshes below it, at its present pose. The body's origin is that of the object.
 * Scales become part of the shapes. Meshes and surfaces are registered in the world under new names.
 */
export function createBodyFrom<UserData>(
  world: World<UserData>,
  object: Object3D,
  options: ObjectBodyOptions<UserData> = {},
): Body<UserData> {
  checkWorld(world);
  if (object?.isObject3D !== true) refuse('object', object, 'an object of three.js');
  checkOptions(options);
  const { form = options.kind === 'fixed' ? 'surface' : 'hull', ...body } = options;
  formField.check(form, 'options.form');
  if (form === 'surface' && options.kind !== 'fixed')
    throw new InputError("options.form is 'surface', but only fixed bodies have surfaces: options.kind must be 'fixed'.");
  object.updateWorldMatrix(true, true);
  const position = new Vector3();
  const orientation = new Quaternion();
  object.matrixWorld.decompose(position, orientation, new Vector3());
  const toBody = new Matrix4().compose(position, orientation, new Vector3(1, 1, 1)).invert();
  const parts: Mesh[] = [];
  object.traverse((part) => {
    if ((part as Mesh).isMesh === true) parts.push(part as Mesh);
  });
  if (parts.length === 0) throw new InputError(`object is a ${object.type}, but must be a mesh or have meshes below it.`);
  return orNothing(world, () => {
    const shapes = parts.map((mesh) => shapeOf(world, mesh, toBody.clone().multiply(mesh.matrixWorld), form));
    return world.createBody({ ...body, shapes, position: position.toArray(), orientation: orientation.toArray() });
  });
}

/** Calls `make`. If it throws, the meshes and surfaces that it registered are removed, since nothing refers to them. */
function orNothing<Made>({ store: { meshes, surfaces } }: Pick<World, 'store'>, make: () => Made): Made {
  const [meshCount, surfaceCount] = [meshes.list.length, surfaces.list.length];
  try {
    return make();
  } catch (error) {
    meshes.list.length = meshCount;
    surfaces.list.length = surfaceCount;
    throw error;
  }
}

/** The shape of a mesh of three.js whose vertices are transformed by a matrix. */
function shapeOf<UserData>(world: World<UserData>, { geometry }: Mesh, matrix: Matrix4, form: GeometryForm): ShapeDescriptor {
  const at = new Vector3();
  const turned = new Quaternion();
  const scaled = new Vector3();
  matrix.decompose(at, turned, scaled);
  const placement: Pick<ShapePlacement, 'position' | 'orientation'> = { position: at.toArray(), orientation: turned.toArray() };
  const plain = isSheared(matrix, at, turned, scaled) ? null : plainShape(geometry, scaled);
  if (plain !== null) return { ...plain, ...placement };
  const vertices = placeVertices(geometry, matrix);
  if (form === 'hull') return { kind: 'hull', points: pointsOf(vertices) };
  const triangles = trianglesOf(geometry, matrix.determinant() < 0);
  const name = freeName(world, geometry);
  if (form === 'mesh') {
    world.createMesh(name, { vertices, triangles, repair: true });
    return { kind: 'mesh', mesh: name };
  }
  world.createSurface(name, { vertices, triangles });
  return { kind: 'surface', surface: name };
}

/** Whether a matrix has shear beside rotation, scale and translation, as from rotated parents with uneven scales. */
function isSheared(matrix: Matrix4, at: Vector3, turned: Quaternion, scaled: Vector3): boolean {
  const again = new Matrix4().compose(at, turned, scaled).elements;
  const size = Math.max(Math.abs(scaled.x), Math.abs(scaled.y), Math.abs(scaled.z));
  return matrix.elements.some((x, k) => k < 12 && Math.abs(x - again[k]) > SAME_SCALE * size);
}

/** The exact shape of a geometry of three.js, null if there is none. A mirrored geometry has the same shape. */
function plainShape(geometry: BufferGeometry, { x, y, z }: Vector3): ShapeDescriptor | null {
  const [sx, sy, sz] = [Math.abs(x), Math.abs(y), Math.abs(z)];
  const isSame = (a: number, b: number) => Math.abs(a - b) <= SAME_SCALE * Math.max(a, b);
  switch (geometry.type) {
    case 'BoxGeometry': {
      const { width, height, depth } = (geometry as BoxGeometry).parameters;
      return { kind: 'box', size: [width * sx, height * sy, depth * sz] };
    }
    case 'SphereGeometry': {
      const { radius, phiLength, thetaLength } = (geometry as SphereGeometry).parameters;
      const isWhole = phiLength >= FULL_TURN && thetaLength >= Math.PI;
      return isWhole && isSame(sx, sy) && isSame(sx, sz) ? { kind: 'sphere', radius: radius * sx } : null;
    }
    case 'CapsuleGeometry': {
      const { radius, height } = (geometry as CapsuleGeometry).parameters;
      if (!isSame(sx, sy) || !isSame(sx, sz)) return null;
      return { kind: 'capsule', radius: radius * sx, length: height * sx };
    }
    case 'CylinderGeometry': {
      const { radiusTop, radiusBottom, height, openEnded, thetaLength } = (geometry as CylinderGeometry).parameters;
      const isWhole = radiusTop === radiusBottom && !openEnded && thetaLength >= FULL_TURN;
      return isWhole && isSame(sx, sz) ? { kind: 'cylinder', radius: radiusTop * sx, height: height * sy } : null;
    }
    default:
      return null;
  }
}

function placeVertices(geometry: BufferGeometry, matrix: Matrix4): Float64Array {
  const position = geometry.getAttribute('position');
  if (position === undefined) throw new InputError('object has a mesh whose geometry has no positions.');
  const vertices = new Float64Array(3 * position.count);
  const vertex = new Vector3();
  for (let i = 0; i < position.count; i++)
    vertex
      .fromBufferAttribute(position, i)
      .applyMatrix4(matrix)
      .toArray(vertices, 3 * i);
  return vertices;
}

/** Three vertex indices per triangle. A mirrored mesh gets the opposite order, so that normals point outward. */
function trianglesOf(geometry: BufferGeometry, isMirrored: boolean): number[] {
  const { index } = geometry;
  const count = index?.count ?? geometry.getAttribute('position').count;
  const at = (k: number) => index?.getX(k) ?? k;
  const triangles: number[] = [];
  for (let k = 0; k + 2 < count; k += 3) {
    triangles.push(at(k), at(isMirrored ? k + 2 : k + 1), at(isMirrored ? k + 1 : k + 2));
  }
  return triangles;
}

function pointsOf(vertices: Float64Array): Vec3[] {
  const points: Vec3[] = [];
  for (let k = 0; k < vertices.length; k += 3) points.push([vertices[k], vertices[k + 1], vertices[k + 2]]);
  return points;
}

/** A name that no mesh or surface of the world has. */
function freeName<UserData>({ store: { meshes, surfaces } }: World<UserData>, { name, type }: BufferGeometry): string {
  const taken = new Set([...meshes.list, ...surfaces.list].map((known) => known.name));
  const stem = name === '' ? type : name;
  let free = stem;
  for (let k = 2; taken.has(free); k++) free = `${stem} ${k}`;
  return free;
}
