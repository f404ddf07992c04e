// Conversion of a scene's bodies to rows of the device's tables.
//
// On the device, a body's frame has its origin at the centre of mass and the principal axes of inertia, so that its
// inertia is three numbers. A shape's frame has its origin in the middle of the shape.

import { checkBody, massOf } from '../bodies/check-body.js';
import type { BodyDescriptor } from '../bodies/descriptors.js';
import { InputError, refuse, show } from '../input/fields.js';
import { principalAxes } from '../math/symmetric.js';
import type { Pose, Quat, Vec3 } from '../math/vector.js';
import {
  add,
  composePoses,
  distance,
  dot,
  IDENTITY,
  invertPose,
  length,
  multiply,
  normalizeQuat,
  rotate,
  scale,
} from '../math/vector.js';
import { ConvexHull } from '../shapes/convex-hull.js';
import type { ShapeDescriptor } from '../shapes/shape-kinds.js';
import { SHAPE_KINDS } from '../shapes/shape-kinds.js';

/** Products of inertia below this fraction of the trace count as zero [1]. */
const DIAGONAL = 1e-12;
/** Largest number of corners of a hull's face, and of a hull; larger hulls are refused [1]. */
const MOST_FACE_CORNERS = 24;
const MOST_CORNERS = 64;
const DEVICE_SHAPES: readonly string[] = ['sphere', 'box', 'capsule', 'cylinder', 'hull', 'half-space'];
/** Largest coordinate of a position [m]: cells of positions are counted by whole numbers. */
const FARTHEST = 1e6;
/** Least mass [kg] and moment of inertia [kg m^2], whose reciprocals are numbers of single precision. */
const LIGHTEST = 1e-30;
/** Kind of a missing shape. */
export const NOTHING = 99;
/** Extent and thickness of a half-space, larger than any other [m]. */
const ENDLESS = 1e9;

export interface DeviceShape {
  kind: number;
  /** Pose in the body's frame on the device. */
  pose: Pose;
  /** Half extents [m]. */
  size: Vec3;
  radius: number;
  material: string;
  hull: number[] | null;
  /** Approximate radius of the largest inscribed ball [m]. */
  thickness: number;
  /** Radius of a bounding ball about the middle of the shape [m]. */
  bound: number;
}

export interface DeviceBody {
  name: string | undefined;
  isFixed: boolean;
  /** Pose of the device's frame in the world, and in the body's own frame. */
  pose: Pose;
  own: Pose;
  velocity: Vec3;
  angularVelocity: Vec3;
  mass: number;
  moments: Vec3;
  gravityScale: number;
  linearDamping: number;
  angularDamping: number;
  category: number;
  mask: number;
  shapes: DeviceShape[];
}

export function describeBody(body: BodyDescriptor, path: string): DeviceBody {
  refuseUnknown(body, path);
  const isFixed = body.kind === 'fixed';
  const own = isFixed
    ? { position: [0, 0, 0] as Vec3, orientation: [...IDENTITY] as Quat, mass: 0, moments: [0, 0, 0] as Vec3 }
    : withPath(path, () => frameOf(body));
  const given: Pose = { position: [...(body.position ?? [0, 0, 0])], orientation: normalizeQuat(body.orientation ?? IDENTITY) };
  const frame: Pose = { position: own.position, orientation: own.orientation };
  const fromFrame = invertPose(frame);
  return {
    name: body.name,
    isFixed,
    pose: composePoses(given, frame),
    own: frame,
    velocity: isFixed ? [0, 0, 0] : [...(body.velocity ?? [0, 0, 0])],
    angularVelocity: isFixed ? [0, 0, 0] : [...(body.angularVelocity ?? [0, 0, 0])],
    mass: own.mass,
    moments: own.moments,
    gravityScale: body.gravityScale ?? 1,
    linearDamping: body.linearDamping ?? 0,
    angularDamping: body.angularDamping ?? 0,
    category: body.category ?? 1,
    mask: body.mask ?? 0xffffffff,
    shapes: body.shapes.map((shape, i) => describeShape(shape, fromFrame, body.material ?? 'default', `${path}.shapes[${i}]`)),
  };
}

/** Throws for fields and shapes that a world on the device does not support, and for what no world takes. */
function refuseUnknown(body: BodyDescriptor, path: string): void {
  if (body.kind === 'scripted') refuse(`${path}.kind`, body.kind, 'rigid or fixed in a world on the GPU');
  for (const field of ['locks', 'motion', 'surfaceVelocity', 'slots'] as const) {
    if (body[field] !== undefined) refuse(`${path}.${field}`, body[field], 'left out in a world on the GPU');
  }
  body.shapes.forEach(({ kind }, i) => {
    if (!DEVICE_SHAPES.includes(kind))
      refuse(`${path}.shapes[${i}].kind`, kind, 'sphere, box, capsule, cylinder, hull or half-space in a world on the GPU');
  });
  const { position } = body;
  if (position?.some((x) => Math.abs(x) > FARTHEST))
    refuse(`${path}.position`, position, `at most ${FARTHEST} m from the origin along each axis in a world on the GPU`);
  withPath(path, () => checkBody(body));
  if (body.active === false) refuse(`${path}.active`, false, 'true in a world on the GPU');
}

function frameOf(body: BodyDescriptor): { position: Vec3; orientation: Quat; mass: number; moments: Vec3 } {
  const { mass, center, inertia } = massOf(body, body.shapes.map(geometryOf));
  const [xx, yy, zz, ...products] = inertia;
  const isDiagonal = products.every((product) => Math.abs(product) <= DIAGONAL * (xx + yy + zz));
  const { moments, orientation } = isDiagonal
    ? { moments: [xx, yy, zz] as Vec3, orientation: [...IDENTITY] as Quat }
    : principalAxes(inertia);
  if (Math.min(mass, ...moments) < LIGHTEST)
    throw new InputError(
      `shapes give a mass of ${show(mass)} kg with moments ${show(moments)}, but all must be at least ${LIGHTEST} in a world on the GPU.`,
    );
  return { position: [...center], orientation, mass, moments };
}

/** What `find` returns; its InputError gets the path of the body. */
function withPath<T>(path: string, find: () => T): T {
  try {
    return find();
  } catch (error) {
    throw error instanceof InputError ? new InputError(`${path}.${error.message}`) : error;
  }
}

function geometryOf(shape: ShapeDescriptor): ConvexHull | null {
  return shape.kind === 'hull' ? ConvexHull.fromPoints(shape.points) : null;
}

function describeShape(shape: ShapeDescriptor, fromFrame: Pose, material: string, path: string): DeviceShape {
  const local: Pose = { position: [...(shape.position ?? [0, 0, 0])], orientation: normalizeQuat(shape.orientation ?? IDENTITY) };
  const pose = composePoses(fromFrame, local);
  const common = { kind: SHAPE_KINDS.indexOf(shape.kind), pose, material: shape.material ?? material, hull: null, radius: 0 };
  switch (shape.kind) {
    case 'sphere': {
      const { radius } = shape;
      return { ...common, radius, size: [radius, radius, radius], thickness: radius, bound: radius };
    }
    case 'box': {
      const size = scale(shape.size, 0.5);
      return { ...common, size, thickness: Math.min(...size), bound: length(size) };
    }
    case 'capsule': {
      const { radius } = shape;
      const size: Vec3 = [radius, shape.length / 2, radius];
      return { ...common, radius, size, thickness: radius, bound: radius + shape.length / 2 };
    }
    case 'cylinder': {
      const { radius } = shape;
      const size: Vec3 = [radius, shape.height / 2, radius];
      return {
        ...common,
        radius,
        size,
        thickness: Math.min(radius, shape.height / 2),
        bound: length([radius, shape.height / 2, 0]),
      };
    }
    case 'hull':
      return { ...common, ...describeHull(ConvexHull.fromPoints(shape.points), pose, path) };
    case 'half-space':
      return { ...common, size: [ENDLESS, ENDLESS, ENDLESS], thickness: ENDLESS, bound: 0 };
    default:
      throw new Error(`The device has no ${shape.kind}.`);
  }
}

/**
 * A hull as words: numbers of corners, faces and edge directions, begins of the three lists, and the lists. Begins are
 * relative to the first word. A face is its plane, its number of corners and the begin of their indices.
 */
function describeHull(hull: ConvexHull, pose: Pose, path: string) {
  const corners = Array.from({ length: hull.vertexCount }, (_, i) => [...hull.vertices.subarray(3 * i, 3 * i + 3)] as Vec3);
  const low = [0, 1, 2].map((k) => Math.min(...corners.map((corner) => corner[k])));
  const high = [0, 1, 2].map((k) => Math.max(...corners.map((corner) => corner[k])));
  const middle: Vec3 = [0, 1, 2].map((k) => (low[k] + high[k]) / 2) as Vec3;
  const centred = corners.map((corner) => add(corner, scale(middle, -1)));
  const faces = Array.from({ length: hull.faceCount }, (_, f) => [
    ...hull.faceVertices.subarray(hull.faceStart[f], hull.faceStart[f + 1]),
  ]);
  if (corners.length > MOST_CORNERS)
    refuse(`${path}.points`, corners.length, `at most ${MOST_CORNERS} corners in a world on the GPU`);
  const largest = Math.max(...faces.map((loop) => loop.length));
  if (largest > MOST_FACE_CORNERS)
    refuse(`${path}.points`, largest, `at most ${MOST_FACE_CORNERS} corners a face in a world on the GPU`);
  const edges = directionsOf(hull, corners);
  const words: number[] = [corners.length, faces.length, edges.length, 6, 6 + 3 * corners.length, 0];
  words.push(...centred.flat().map(bitsOf));
  const loops = 6 + 3 * corners.length + 6 * faces.length;
  let next = loops;
  faces.forEach((loop, f) => {
    const [x, y, z, d] = hull.facePlanes.subarray(4 * f, 4 * f + 4);
    words.push(...[x, y, z, d - dot([x, y, z], middle)].map(bitsOf), loop.length, next);
    next += loop.length;
  });
  words.push(...faces.flat());
  words[5] = words.length;
  words.push(...edges.flat().map(bitsOf));
  const heights = faces.map(
    (_, f) => hull.facePlanes[4 * f + 3] - dot([...hull.facePlanes.subarray(4 * f, 4 * f + 3)] as Vec3, middle),
  );
  return {
    pose: { position: add(pose.position, rotate(pose.orientation, middle)), orientation: pose.orientation },
    hull: words,
    size: [0, 1, 2].map((k) => (high[k] - low[k]) / 2) as Vec3,
    thickness: Math.min(...heights),
    bound: Math.max(...centred.map(length)),
  };
}

function directionsOf(hull: ConvexHull, corners: readonly Vec3[]): Vec3[] {
  const lines: Vec3[] = [];
  for (let e = 0; e < hull.edges.length; e += 4) {
    const way = add(corners[hull.edges[e + 1]], scale(corners[hull.edges[e]], -1));
    const line = scale(way, 1 / length(way));
    if (lines.every((other) => Math.abs(dot(line, other)) < 1 - 1e-9)) lines.push(line);
  }
  return lines;
}

/** The bits of a number in single precision. */
export function bitsOf(value: number): number {
  return new Uint32Array(Float32Array.of(value).buffer)[0];
}

/** The pose of a body's own frame, from that of its frame on the device. */
export function ownPose(pose: Pose, own: Pose): Pose {
  const orientation = multiply(pose.orientation, [
    -own.orientation[0],
    -own.orientation[1],
    -own.orientation[2],
    own.orientation[3],
  ]);
  return { position: add(pose.position, scale(rotate(orientation, own.position), -1)), orientation };
}

/** The contents of a free row: as many shapes as before, of kind NOTHING, which collide with nothing. */
export function emptyRow({ shapes }: DeviceBody): DeviceBody {
  const nothing = (shape: DeviceShape): DeviceShape => ({ ...shape, kind: NOTHING, hull: null });
  const still = { velocity: [0, 0, 0] as Vec3, angularVelocity: [0, 0, 0] as Vec3, moments: [0, 0, 0] as Vec3, mass: 0 };
  const pose: Pose = { position: [0, 0, 0], orientation: [...IDENTITY] };
  const plain = { gravityScale: 1, linearDamping: 0, angularDamping: 0, category: 0, mask: 0 };
  return { name: undefined, isFixed: true, pose, own: pose, ...still, ...plain, shapes: shapes.map(nothing) };
}

/** Largest distance of the shape from the centre of mass [m]. */
export function reachOf({ pose, bound }: DeviceShape): number {
  return distance(pose.position, [0, 0, 0]) + bound;
}
