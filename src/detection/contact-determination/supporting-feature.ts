// The feature of a shape that looks along a direction: a point, a segment or a polygon.
//
// Features are taken generously, a face up to 25 degrees off the direction: what is too far from the other shape is dropped later
// by its gap, and a contact that tilts a little keeps its points. The cap of a cylinder is a polygon of fixed points on its rim
// and the point of the rim that is exactly the farthest.

import type { ConvexHull } from '../../shapes/convex-hull.js';
import type { PlacedShape } from '../../shapes/placed-shape.js';
import { BOX, CAPSULE, CYLINDER, HULL } from '../../shapes/shape-kinds.js';
import { hullCorner } from '../narrow-phase/support.js';

/** Faces with more corners are thinned to so many. */
export const MAX_FEATURE_POINTS = 32;
/** A face supports when the cosine of its normal with the direction is above this [1]. */
const FACE_COSINE = 0.9;
/** An edge supports when the cosine of its own direction with the direction is below this [1]. */
const EDGE_COSINE = 0.43;
/** Tilts of a cap below this have no farthest point of the rim: its direction would be noise [1]. */
const LEVEL = 1e-7;
/** Corners of the polygon on a cylinder's rim; they are numbered 0 to 11 on the upper rim, 12 to 23 on the lower. */
export const RIM_POINTS = 12;
/** Numbers of the farthest points of the upper and of the lower rim. */
export const FARTHEST_OF_UPPER = 24;
export const FARTHEST_OF_LOWER = 25;

const HALF_SQRT_3 = 0.8660254037844386;
/** x and z of the rim's points on the unit circle [1]. */
// biome-ignore format: pairs
export const RIM = new Float64Array([
  1, 0, HALF_SQRT_3, 0.5, 0.5, HALF_SQRT_3, 0, 1, -0.5, HALF_SQRT_3, -HALF_SQRT_3, 0.5,
  -1, 0, -HALF_SQRT_3, -0.5, -0.5, -HALF_SQRT_3, 0, -1, 0.5, -HALF_SQRT_3, HALF_SQRT_3, -0.5,
]);

export class SupportingFeature {
  /** 1: a point, 2: a segment, more: a polygon, anticlockwise seen from outside. */
  count = 0;
  /** Names the feature as a whole among the shape's features of its kind. */
  id = 0;
  /** Radius of the round side that a segment is a line of, 0 for a sharp edge [m]. */
  radius = 0;
  /** Outward unit normal of a polygon [1]. */
  nx = 0;
  ny = 0;
  nz = 0;
  /** Three numbers each [m]. */
  readonly points = new Float64Array(3 * MAX_FEATURE_POINTS);
  /** The farthest points at the two ends of a segment: the ends themselves but where a capsule's end bulges beyond its side [m]. */
  readonly tips = new Float64Array(6);
  hasTips = false;
  /** Indices of the points among the shape's corners. */
  readonly corners = new Int32Array(MAX_FEATURE_POINTS);
}

/** Appends the point (x, y, z) of the shape's own frame. */
function append(shape: PlacedShape, x: number, y: number, z: number, corner: number, out: SupportingFeature): void {
  const r = shape.r;
  const at = 3 * out.count;
  out.points[at] = shape.x + r[0] * x + r[1] * y + r[2] * z;
  out.points[at + 1] = shape.y + r[3] * x + r[4] * y + r[5] * z;
  out.points[at + 2] = shape.z + r[6] * x + r[7] * y + r[8] * z;
  out.corners[out.count++] = corner;
}

/** Turns the normal (x, y, z) of the shape's own frame. */
function setNormal(shape: PlacedShape, x: number, y: number, z: number, out: SupportingFeature): void {
  const r = shape.r;
  out.nx = r[0] * x + r[1] * y + r[2] * z;
  out.ny = r[3] * x + r[4] * y + r[5] * z;
  out.nz = r[6] * x + r[7] * y + r[8] * z;
}

/** Corner i of a box has the bits 1, 2, 4 for its positive x, y, z. */
function appendBoxCorner(shape: PlacedShape, corner: number, out: SupportingFeature): void {
  append(
    shape,
    (corner & 1) === 0 ? -shape.a : shape.a,
    (corner & 2) === 0 ? -shape.b : shape.b,
    (corner & 4) === 0 ? -shape.c : shape.c,
    corner,
    out,
  );
}

/** A direction in the shape's own frame. */
function boxFeature(shape: PlacedShape, x: number, y: number, z: number, out: SupportingFeature): void {
  const sx = Math.abs(x);
  const sy = Math.abs(y);
  const sz = Math.abs(z);
  const farthest = (x < 0 ? 0 : 1) | (y < 0 ? 0 : 2) | (z < 0 ? 0 : 4);
  const axis = sx >= sy && sx >= sz ? 0 : sy >= sz ? 1 : 2;
  if ((axis === 0 ? sx : axis === 1 ? sy : sz) > FACE_COSINE) {
    const bit = 1 << axis;
    const u = axis === 2 ? 1 : bit << 1;
    const v = 7 - bit - u;
    const isPositive = (farthest & bit) !== 0;
    const base = farthest & bit;
    const side = isPositive ? 1 : -1;
    setNormal(shape, axis === 0 ? side : 0, axis === 1 ? side : 0, axis === 2 ? side : 0, out);
    out.id = 2 * axis + (isPositive ? 1 : 0);
    appendBoxCorner(shape, base, out);
    appendBoxCorner(shape, base | (isPositive ? u : v), out);
    appendBoxCorner(shape, base | u | v, out);
    appendBoxCorner(shape, base | (isPositive ? v : u), out);
    return;
  }
  const edge = sx <= sy && sx <= sz ? 1 : sy <= sz ? 2 : 4;
  if ((edge === 1 ? sx : edge === 2 ? sy : sz) < EDGE_COSINE) {
    out.id = 8 * edge + (farthest & ~edge);
    appendBoxCorner(shape, farthest & ~edge, out);
    appendBoxCorner(shape, farthest | edge, out);
    return;
  }
  out.id = farthest;
  appendBoxCorner(shape, farthest, out);
}

/** The two ends of the line of a round side that faces the direction. */
function sideFeature(shape: PlacedShape, x: number, z: number, out: SupportingFeature): void {
  const radial = shape.a / Math.sqrt(x * x + z * z);
  append(shape, radial * x, shape.b, radial * z, FARTHEST_OF_UPPER, out);
  append(shape, radial * x, -shape.b, radial * z, FARTHEST_OF_LOWER, out);
  out.radius = shape.a;
  out.id = FARTHEST_OF_UPPER;
}

/** The end of a capsule that is farther along the direction bulges along the direction itself. */
function setTips(shape: PlacedShape, x: number, y: number, z: number, out: SupportingFeature): void {
  const end = y > 0 ? 0 : 1;
  const r = shape.r;
  const tx = shape.a * x;
  const ty = (y > 0 ? shape.b : -shape.b) + shape.a * y;
  const tz = shape.a * z;
  for (let k = 0; k < 6; k++) out.tips[k] = out.points[k];
  out.tips[3 * end] = shape.x + r[0] * tx + r[1] * ty + r[2] * tz;
  out.tips[3 * end + 1] = shape.y + r[3] * tx + r[4] * ty + r[5] * tz;
  out.tips[3 * end + 2] = shape.z + r[6] * tx + r[7] * ty + r[8] * tz;
  out.hasTips = true;
}

function capsuleFeature(shape: PlacedShape, x: number, y: number, z: number, out: SupportingFeature): void {
  if (Math.abs(y) <= FACE_COSINE && shape.b > 1e-9 * shape.a) {
    sideFeature(shape, x, z, out);
    setTips(shape, x, y, z, out);
    return;
  }
  const end = y < 0 ? -1 : 1;
  out.id = end === 1 ? FARTHEST_OF_UPPER : FARTHEST_OF_LOWER;
  append(shape, shape.a * x, end * shape.b + shape.a * y, shape.a * z, out.id, out);
}

function cylinderFeature(shape: PlacedShape, x: number, y: number, z: number, out: SupportingFeature): void {
  if (Math.abs(y) <= FACE_COSINE) {
    sideFeature(shape, x, z, out);
    return;
  }
  const isUpper = y > 0;
  const height = isUpper ? shape.b : -shape.b;
  const radial = Math.sqrt(x * x + z * z);
  const isTilted = radial > LEVEL;
  const fx = x / radial;
  const fz = z / radial;
  setNormal(shape, 0, isUpper ? 1 : -1, 0, out);
  out.id = isUpper ? FARTHEST_OF_UPPER : FARTHEST_OF_LOWER;
  // from x to z is clockwise seen from above
  const step = isUpper ? RIM_POINTS - 1 : 1;
  let from = 0;
  for (let i = 0; i < RIM_POINTS; i++) {
    const to = (from + step) % RIM_POINTS;
    append(shape, shape.a * RIM[2 * from], height, shape.a * RIM[2 * from + 1], isUpper ? from : RIM_POINTS + from, out);
    const past = (RIM[2 * from] * fz - RIM[2 * from + 1] * fx) * (isUpper ? -1 : 1);
    const before = (fx * RIM[2 * to + 1] - fz * RIM[2 * to]) * (isUpper ? -1 : 1);
    if (isTilted && past > 1e-6 && before > 1e-6) append(shape, shape.a * fx, height, shape.a * fz, out.id, out);
    from = to;
  }
}

function appendHullCorner(shape: PlacedShape, hull: ConvexHull, corner: number, out: SupportingFeature): void {
  append(shape, hull.vertices[3 * corner], hull.vertices[3 * corner + 1], hull.vertices[3 * corner + 2], corner, out);
}

function hullFeature(
  shape: PlacedShape,
  hull: ConvexHull,
  farthest: number,
  x: number,
  y: number,
  z: number,
  out: SupportingFeature,
): void {
  const { edges, facePlanes, vertices } = hull;
  let face = -1;
  let faceCosine = FACE_COSINE;
  let edge = -1;
  let edgeCosine = EDGE_COSINE;
  for (let e = 0; e < edges.length; e += 4) {
    const i = 3 * edges[e];
    const j = 3 * edges[e + 1];
    if (i !== 3 * farthest && j !== 3 * farthest) continue;
    for (let k = e + 2; k < e + 4; k++) {
      const p = 4 * edges[k];
      const cosine = facePlanes[p] * x + facePlanes[p + 1] * y + facePlanes[p + 2] * z;
      if (cosine > faceCosine || (cosine === faceCosine && edges[k] < face)) {
        faceCosine = cosine;
        face = edges[k];
      }
    }
    const ex = vertices[j] - vertices[i];
    const ey = vertices[j + 1] - vertices[i + 1];
    const ez = vertices[j + 2] - vertices[i + 2];
    const cosine = Math.abs(ex * x + ey * y + ez * z) / Math.sqrt(ex * ex + ey * ey + ez * ez);
    if (cosine < edgeCosine) {
      edgeCosine = cosine;
      edge = e;
    }
  }
  if (face >= 0) {
    const start = hull.faceStart[face];
    const corners = hull.faceStart[face + 1] - start;
    const step = Math.ceil(corners / MAX_FEATURE_POINTS);
    setNormal(shape, facePlanes[4 * face], facePlanes[4 * face + 1], facePlanes[4 * face + 2], out);
    out.id = face;
    for (let k = 0; k < corners; k += step) appendHullCorner(shape, hull, hull.faceVertices[start + k], out);
    return;
  }
  if (edge >= 0) {
    out.id = edge >> 2;
    appendHullCorner(shape, hull, edges[edge], out);
    appendHullCorner(shape, hull, edges[edge + 1], out);
    return;
  }
  out.id = farthest;
  appendHullCorner(shape, hull, farthest, out);
}

/** The feature of `shape` that looks along `sign * direction`, a unit vector of the working frame. */
export function supportingFeature(shape: PlacedShape, direction: Float64Array, sign: number, out: SupportingFeature): void {
  const r = shape.r;
  const dx = sign * direction[0];
  const dy = sign * direction[1];
  const dz = sign * direction[2];
  const x = r[0] * dx + r[3] * dy + r[6] * dz;
  const y = r[1] * dx + r[4] * dy + r[7] * dz;
  const z = r[2] * dx + r[5] * dy + r[8] * dz;
  out.count = 0;
  out.radius = 0;
  out.hasTips = false;
  switch (shape.kind) {
    case BOX:
      boxFeature(shape, x, y, z, out);
      return;
    case CAPSULE:
      capsuleFeature(shape, x, y, z, out);
      return;
    case CYLINDER:
      cylinderFeature(shape, x, y, z, out);
      return;
    case HULL: {
      const hull = shape.hull;
      if (hull !== null) hullFeature(shape, hull, hullCorner(shape, hull, direction, sign), x, y, z, out);
      return;
    }
  }
  out.id = 0;
  append(shape, shape.a * x, shape.a * y, shape.a * z, 0, out);
}
