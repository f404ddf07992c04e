// How far any two bodies of a world are apart, by plain geometry that owes nothing to the engine: every shape is a few
// points, their hull and a radius around it, and of two such shapes every direction is tried in which they may be parted.
// Round faces of cylinders are prisms within them, and meshes have to be given as convex parts.

import type { Body, World } from '../../src/index.js';
import { composePoses, cross, dot, IDENTITY, length, scale, subtract, transformPoint, type Vec3 } from '../../src/math/vector.js';
import type { ShapeDescriptor } from '../../src/shapes/shape-kinds.js';

/** Points, in whatever frame, with the numbers of the ends of edges, and one normal of each face. */
interface Core {
  points: Vec3[];
  edges: (readonly [number, number])[];
  normals: Vec3[];
  radius: number;
}

export interface Part extends Core {
  body: Body;
  /** Whether it moves by itself. */
  isFree: boolean;
  center: Vec3;
  /** From the centre to the farthest point [m]. */
  reach: number;
  /** Radius of a ball that fits in, about [m]. */
  thickness: number;
}

export interface Gap {
  a: Part;
  b: Part;
  /** Below zero by how far they would have to be moved apart [m]. */
  gap: number;
}

/** By the names of meshes, the corners of their convex parts. */
export type Meshes = Readonly<Record<string, readonly (readonly Vec3[])[]>>;

/** Corners of a circle that stands for a round face [1]. */
const CORNERS = 16;
const SMALL = 1e-9;

/** Calls `visit` for every two shapes whose bodies may touch and are less than `within` [m] apart. */
export function visitGaps(
  world: World,
  within: number,
  visit: (gap: Gap) => void,
  { meshes = {}, areTied = () => false }: { meshes?: Meshes; areTied?: (a: Body, b: Body) => boolean } = {},
): void {
  const parts = [...world.bodies()].flatMap((body) => partsOf(body, meshes));
  const byX = parts.sort((a, b) => a.center[0] - a.reach - (b.center[0] - b.reach));
  byX.forEach((a, i) => {
    for (let j = i + 1; j < byX.length && byX[j].center[0] - byX[j].reach <= a.center[0] + a.reach + within; j++) {
      const b = byX[j];
      if (a.body === b.body || !(a.isFree || b.isFree) || areTied(a.body, b.body)) continue;
      if (length(subtract(a.center, b.center)) > a.reach + b.reach + within) continue;
      const gap = gapOf(a, b, within);
      if (gap < within) visit({ a, b, gap });
    }
  });
}

/** How far two shapes are apart, or more than `within` if they are that far [m]. */
function gapOf(a: Part, b: Part, within: number): number {
  if (a.points.length === 0) return heightOver(a, b);
  if (b.points.length === 0) return heightOver(b, a);
  const radii = a.radius + b.radius;
  let gap = Number.NEGATIVE_INFINITY;
  const tryBoth = (axis: Vec3): boolean => {
    const size = length(axis);
    if (size < SMALL) return false;
    const [lowA, highA] = extent(axis, a.points);
    const [lowB, highB] = extent(axis, b.points);
    gap = Math.max(gap, (lowB - highA) / size - radii, (lowA - highB) / size - radii);
    return gap > within;
  };
  for (const axis of axesBetween(a, b)) if (tryBoth(axis)) break;
  return gap;
}

/** How far above a half-space, whose surface goes through its centre. */
function heightOver({ normals: [up], center }: Part, { points, radius }: Part): number {
  return (
    extent(
      up,
      points.map((p) => subtract(p, center)),
    )[0] - radius
  );
}

/** All directions in which two hulls may be nearest to each other, or least deep in each other. */
function* axesBetween(a: Core, b: Core): Generator<Vec3> {
  yield* a.normals;
  yield* b.normals;
  const alongA = directionsOf(a);
  const alongB = directionsOf(b);
  for (const e of alongA) for (const f of alongB) yield cross(e, f);
  for (const p of a.points) for (const q of b.points) yield subtract(q, p);
  for (const [core, other] of [
    [a, b],
    [b, a],
  ]) {
    for (const [i, j] of core.edges) {
      const edge = subtract(core.points[j], core.points[i]);
      const square = dot(edge, edge);
      for (const q of other.points) {
        const way = subtract(q, core.points[i]);
        yield subtract(way, scale(edge, dot(way, edge) / square));
      }
    }
  }
}

/** Of the edges, each direction once. */
function directionsOf({ points, edges }: Core): Vec3[] {
  const found: Vec3[] = [];
  for (const [i, j] of edges) {
    const edge = subtract(points[j], points[i]);
    const unit = scale(edge, 1 / length(edge));
    if (!found.some((f) => Math.abs(dot(f, unit)) > 1 - 1e-13)) found.push(unit);
  }
  return found;
}

function extent(axis: Vec3, points: readonly Vec3[]): [low: number, high: number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const p of points) {
    const value = axis[0] * p[0] + axis[1] * p[1] + axis[2] * p[2];
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}

/** The shapes of a body where it is. */
function partsOf(body: Body, meshes: Meshes): Part[] {
  const isFree = body.kind !== 'fixed' && body.kind !== 'scripted';
  return body.shapes.flatMap((shape) => {
    const inBody = { position: shape.position ?? ([0, 0, 0] as const), orientation: shape.orientation ?? IDENTITY };
    const pose = composePoses({ position: body.position, orientation: body.orientation }, inBody);
    const turn = { position: [0, 0, 0] as const, orientation: pose.orientation };
    return coresOf(shape, meshes).map(({ core, thickness }): Part => {
      const normals = core.normals.map((n) => transformPoint(turn, n));
      if (core.points.length === 0)
        return { ...core, body, isFree, normals, center: pose.position as Vec3, reach: Number.POSITIVE_INFINITY, thickness };
      const points = core.points.map((p) => transformPoint(pose, p));
      const center = scale(
        points.reduce((sum, p) => [sum[0] + p[0], sum[1] + p[1], sum[2] + p[2]], [0, 0, 0]),
        1 / points.length,
      );
      const reach = core.radius + Math.max(...points.map((p) => length(subtract(p, center))));
      return { ...core, body, isFree, points, normals, center, reach, thickness };
    });
  });
}

const known = new Map<string, { core: Core; thickness: number }[]>();

/** A shape as convex parts, in its own frame. */
function coresOf(shape: ShapeDescriptor, meshes: Meshes): { core: Core; thickness: number }[] {
  const { position, orientation, ...form } = shape;
  const key = JSON.stringify(form);
  let cores = known.get(key);
  if (cores === undefined) {
    cores = cornersOf(shape, meshes).map(({ points, radius }) => hullOf(points, radius));
    known.set(key, cores);
  }
  return cores;
}

function cornersOf(shape: ShapeDescriptor, meshes: Meshes): { points: Vec3[]; radius: number }[] {
  const signs = [-0.5, 0.5];
  if (shape.kind === 'half-space') return [{ points: [], radius: 0 }];
  if (shape.kind === 'sphere') return [{ points: [[0, 0, 0]], radius: shape.radius }];
  if (shape.kind === 'capsule') return [{ points: signs.map((s): Vec3 => [0, s * shape.length, 0]), radius: shape.radius }];
  if (shape.kind === 'box') {
    const [x, y, z] = shape.size;
    return [{ points: signs.flatMap((i) => signs.flatMap((j) => signs.map((k): Vec3 => [i * x, j * y, k * z]))), radius: 0 }];
  }
  if (shape.kind === 'cylinder') {
    const { radius, height } = shape;
    const corner = (i: number, side: number): Vec3 => {
      const angle = (2 * Math.PI * i) / CORNERS;
      return [radius * Math.cos(angle), side * height, radius * Math.sin(angle)];
    };
    return [{ points: signs.flatMap((side) => Array.from({ length: CORNERS }, (_, i) => corner(i, side))), radius: 0 }];
  }
  if (shape.kind === 'hull') return [{ points: shape.points.map((p): Vec3 => [...p] as Vec3), radius: 0 }];
  if (shape.kind === 'mesh')
    return meshes[shape.mesh].map((points) => ({ points: points.map((p): Vec3 => [...p] as Vec3), radius: 0 }));
  throw new Error(`A ${shape.kind} has no corners.`);
}

/** The hull of points, by trying all planes through three of them. */
function hullOf(points: Vec3[], radius: number): { core: Core; thickness: number } {
  if (points.length === 0)
    return { core: { points, edges: [], normals: [[0, 1, 0]], radius }, thickness: Number.POSITIVE_INFINITY };
  if (points.length < 4) {
    const edges = points.length === 2 ? [[0, 1] as const] : [];
    return { core: { points, edges, normals: [], radius }, thickness: radius };
  }
  const size = Math.max(...points.map((p) => length(subtract(p, points[0]))));
  const normals: Vec3[] = [];
  const faces: Set<number>[] = [];
  let thickness = Number.POSITIVE_INFINITY;
  for (let i = 0; i < points.length; i++)
    for (let j = i + 1; j < points.length; j++)
      for (let k = j + 1; k < points.length; k++) {
        const normal = cross(subtract(points[j], points[i]), subtract(points[k], points[i]));
        if (length(normal) < SMALL * size * size) continue;
        const unit = scale(normal, 1 / length(normal));
        const heights = points.map((p) => dot(unit, subtract(p, points[i])));
        const [low, high] = [Math.min(...heights), Math.max(...heights)];
        if (low < -SMALL * size && high > SMALL * size) continue;
        const face = new Set(points.map((_, p) => p).filter((p) => Math.abs(heights[p]) <= SMALL * size));
        if (faces.some((other) => [...face].every((p) => other.has(p)))) continue;
        faces.push(face);
        normals.push(unit);
        thickness = Math.min(thickness, 0.5 * (high - low));
      }
  const edges: (readonly [number, number])[] = [];
  for (let i = 0; i < points.length; i++)
    for (let j = i + 1; j < points.length; j++)
      if (faces.filter((face) => face.has(i) && face.has(j)).length === 2) edges.push([i, j]);
  return { core: { points, edges, normals, radius }, thickness };
}
