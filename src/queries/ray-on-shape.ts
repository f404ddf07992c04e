// Casts a ray against one convex shape in closed form, in the shape's frame. The line is clipped to the shape: it
// enters where it passes the last of the shape's bounding surfaces. The arithmetic starts from the point of the line
// nearest to the shape's centre or axis, so that a ray from far away is as accurate as a near one.

import type { ConvexHull } from '../shapes/convex-hull.js';
import type { PlacedShape } from '../shapes/placed-shape.js';
import { BOX, CAPSULE, CYLINDER, HALF_SPACE, HULL, SPHERE } from '../shapes/shape-kinds.js';

// V8 folds constants of the same module but not imported ones.
const [BALL, CUBOID, ROUND_ENDED, ROUND_SIDED, POLYHEDRON, PLANE] = [SPHERE, BOX, CAPSULE, CYLINDER, HULL, HALF_SPACE];

/** Results of a ray or a sweep against a shape: it misses, it enters, or it starts inside. */
export const MISSED = 0;
export const ENTERED = 1;
export const INSIDE = 2;

export class LocalRay {
  /** Origin [m] and unit direction [1] in the shape's frame. */
  readonly line = new Float64Array(6);
  /** Largest distance at which triangles are hit [m]. */
  readonly limit = new Float64Array(1);
  /** The hit: distance [m], then the normal in the shape's frame [1]. */
  readonly entry = new Float64Array(4);
  /** The feature that is hit. */
  feature = 0;
}

/** Transforms a ray with origin and unit direction ray[0 .. 5] into the frame of a shape. */
export function bringRay({ line }: LocalRay, ray: Float64Array, shape: PlacedShape): void {
  const { r } = shape;
  const x = ray[0] - shape.x;
  const y = ray[1] - shape.y;
  const z = ray[2] - shape.z;
  line[0] = r[0] * x + r[3] * y + r[6] * z;
  line[1] = r[1] * x + r[4] * y + r[7] * z;
  line[2] = r[2] * x + r[5] * y + r[8] * z;
  line[3] = r[0] * ray[3] + r[3] * ray[4] + r[6] * ray[5];
  line[4] = r[1] * ray[3] + r[4] * ray[4] + r[7] * ray[5];
  line[5] = r[2] * ray[3] + r[5] * ray[4] + r[8] * ray[5];
}

/** Casts a ray of unlimited length against a convex shape. Sets `entry` and `feature` if it enters. */
export function rayOnConvex(ray: LocalRay, shape: PlacedShape): number {
  switch (shape.kind) {
    case BALL:
      return rayOnBall(ray, shape, 0);
    case CUBOID:
      return rayOnBox(ray, shape);
    case ROUND_ENDED:
      return rayOnCapsule(ray, shape);
    case ROUND_SIDED:
      return rayOnCylinder(ray, shape);
    case POLYHEDRON:
      return shape.hull === null ? MISSED : rayOnHull(ray, shape.hull);
    case PLANE:
      return rayOnHalfSpace(ray);
    default:
      return MISSED;
  }
}

function setNormal({ entry }: LocalRay, x: number, y: number, z: number): void {
  entry[1] = x;
  entry[2] = y;
  entry[3] = z;
}

/** A sphere (end 0), or a capsule's lower (-1) or upper (1) end. V8 would allocate the numbers if passed one by one. */
function rayOnBall(ray: LocalRay, shape: PlacedShape, end: number): number {
  const { line, entry } = ray;
  const radius = shape.a;
  const x = line[0];
  const y = line[1] - end * shape.b;
  const z = line[2];
  const along = x * line[3] + y * line[4] + z * line[5];
  const px = x - along * line[3];
  const py = y - along * line[4];
  const pz = z - along * line[5];
  const room = radius * radius - (px * px + py * py + pz * pz);
  if (!(room >= 0)) return MISSED;
  const half = Math.sqrt(room);
  if (x * x + y * y + z * z < radius * radius) return INSIDE;
  const distance = -along - half;
  if (distance < 0) return along < 0 ? atOrigin(ray, x / radius, y / radius, z / radius) : MISSED;
  entry[0] = distance;
  const inverse = 1 / radius;
  setNormal(ray, (px - half * line[3]) * inverse, (py - half * line[4]) * inverse, (pz - half * line[5]) * inverse);
  ray.feature = 0;
  return ENTERED;
}

/** The hit of a ray that starts on the surface, up to rounding, and goes inward. */
function atOrigin(ray: LocalRay, nx: number, ny: number, nz: number): number {
  ray.entry[0] = 0;
  setNormal(ray, nx, ny, nz);
  ray.feature = 0;
  return ENTERED;
}

function rayOnBox(ray: LocalRay, { a, b, c }: PlacedShape): number {
  const { line, entry } = ray;
  let near = Number.NEGATIVE_INFINITY;
  let far = Number.POSITIVE_INFINITY;
  let axis = 0;
  let isInside = true;
  for (let k = 0; k < 3; k++) {
    const half = k === 0 ? a : k === 1 ? b : c;
    const o = line[k];
    const d = line[3 + k];
    if (!(Math.abs(o) < half)) isInside = false;
    if (d === 0) {
      if (Math.abs(o) > half) return MISSED;
      continue;
    }
    const side = d > 0 ? half : -half;
    const from = (-side - o) / d;
    const to = (side - o) / d;
    if (from > near) {
      near = from;
      axis = k;
    }
    if (to < far) far = to;
  }
  if (isInside) return INSIDE;
  if (near > far || far <= 0) return MISSED;
  const isPositive = line[3 + axis] < 0;
  entry[0] = near > 0 ? near : 0;
  entry[1] = entry[2] = entry[3] = 0;
  entry[1 + axis] = isPositive ? 1 : -1;
  ray.feature = 2 * axis + (isPositive ? 1 : 0);
  return ENTERED;
}

/**
 * Sets entry[0] and entry[1] to where the line is inside an infinite cylinder about y. Returns false if it is nowhere.
 */
function acrossSide({ line, entry: span }: LocalRay, { a: radius }: PlacedShape): boolean {
  const x = line[0];
  const z = line[2];
  const dx = line[3];
  const dz = line[5];
  const a = dx * dx + dz * dz;
  if (a === 0) {
    span[0] = Number.NEGATIVE_INFINITY;
    span[1] = Number.POSITIVE_INFINITY;
    return x * x + z * z <= radius * radius;
  }
  const middle = -(x * dx + z * dz) / a;
  const px = x + middle * dx;
  const pz = z + middle * dz;
  const room = radius * radius - (px * px + pz * pz);
  if (!(room >= 0)) return false;
  const half = Math.sqrt(room / a);
  span[0] = middle - half;
  span[1] = middle + half;
  return true;
}

function rayOnCylinder(ray: LocalRay, shape: PlacedShape): number {
  const { line, entry } = ray;
  const { a: radius, b: half } = shape;
  if (!acrossSide(ray, shape)) return MISSED;
  const y = line[1];
  const dy = line[4];
  const isWithin = line[0] * line[0] + line[2] * line[2] < radius * radius;
  if (isWithin && Math.abs(y) < half) return INSIDE;
  if (dy === 0 && Math.abs(y) > half) return MISSED;
  const cap = dy > 0 ? -half : half;
  const from = dy === 0 ? Number.NEGATIVE_INFINITY : (cap - y) / dy;
  const to = dy === 0 ? Number.POSITIVE_INFINITY : (-cap - y) / dy;
  const isCap = from > entry[0];
  const near = isCap ? from : entry[0];
  const far = Math.min(to, entry[1]);
  if (near > far || far <= 0) return MISSED;
  entry[0] = near > 0 ? near : 0;
  if (isCap) {
    setNormal(ray, 0, dy > 0 ? -1 : 1, 0);
    ray.feature = dy > 0 ? 1 : 2;
  } else {
    const inverse = 1 / radius;
    setNormal(ray, (line[0] + near * line[3]) * inverse, 0, (line[2] + near * line[5]) * inverse);
    ray.feature = 0;
  }
  return ENTERED;
}

/** A capsule is its cylindrical side and two spheres: the hit is the first entry of the three. */
function rayOnCapsule(ray: LocalRay, shape: PlacedShape): number {
  const { line, entry } = ray;
  const { a: radius, b: half } = shape;
  const o = Math.max(-half, Math.min(half, line[1]));
  const y = line[1] - o;
  if (line[0] * line[0] + y * y + line[2] * line[2] < radius * radius) return INSIDE;
  let found = MISSED;
  if (acrossSide(ray, shape) && entry[0] >= 0 && Math.abs(line[1] + entry[0] * line[4]) <= half) {
    const inverse = 1 / radius;
    setNormal(ray, (line[0] + entry[0] * line[3]) * inverse, 0, (line[2] + entry[0] * line[5]) * inverse);
    ray.feature = 0;
    // A line that enters through the side enters neither end before.
    return ENTERED;
  }
  for (let end = 1; end <= 2; end++) {
    const first = entry[0];
    const nx = entry[1];
    const ny = entry[2];
    const nz = entry[3];
    const feature = ray.feature;
    const isMet = rayOnBall(ray, shape, end === 1 ? -1 : 1) === ENTERED;
    if (isMet && (found === MISSED || entry[0] < first)) {
      found = ENTERED;
      ray.feature = end;
    } else if (found === ENTERED) {
      entry[0] = first;
      setNormal(ray, nx, ny, nz);
      ray.feature = feature;
    }
  }
  return found;
}

/** Clips the line by the planes of all faces (Cyrus and Beck 1978). */
function rayOnHull(ray: LocalRay, { facePlanes: planes, faceCount }: ConvexHull): number {
  const { line, entry } = ray;
  let near = Number.NEGATIVE_INFINITY;
  let far = Number.POSITIVE_INFINITY;
  let face = 0;
  let isInside = true;
  for (let f = 0; f < faceCount; f++) {
    const k = 4 * f;
    const above = planes[k] * line[0] + planes[k + 1] * line[1] + planes[k + 2] * line[2] - planes[k + 3];
    const rate = planes[k] * line[3] + planes[k + 1] * line[4] + planes[k + 2] * line[5];
    if (above >= 0) {
      isInside = false;
      if (rate >= 0 && (above > 0 || rate > 0)) return MISSED;
    }
    if (rate === 0) continue;
    const at = -above / rate;
    if (rate < 0) {
      if (at > near) {
        near = at;
        face = f;
      }
    } else if (at < far) far = at;
  }
  if (isInside) return INSIDE;
  if (near > far || far <= 0) return MISSED;
  entry[0] = near > 0 ? near : 0;
  setNormal(ray, planes[4 * face], planes[4 * face + 1], planes[4 * face + 2]);
  ray.feature = face;
  return ENTERED;
}

function rayOnHalfSpace(ray: LocalRay): number {
  const { line, entry } = ray;
  if (line[1] < 0) return INSIDE;
  if (!(line[4] < 0)) return MISSED;
  entry[0] = -line[1] / line[4];
  setNormal(ray, 0, 1, 0);
  ray.feature = 0;
  return ENTERED;
}
