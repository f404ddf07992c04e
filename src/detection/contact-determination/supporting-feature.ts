// The feature of a shape that looks along a direction: a point, a segment or a polygon.
//
// Features are taken generously, a face up to 25 degrees off the direction: what is too far from the other shape is dropped later
// by its gap, and a contact that tilts a little keeps its points (box-feature.ts). The cap of a cylinder is a polygon of fixed points on its rim
// and the point of the rim that is exactly the farthest.

import type { ConvexHull } from '../../shapes/convex-hull.js';
import type { PlacedShape } from '../../shapes/placed-shape.js';
import { BOX, CAPSULE, CYLINDER, HULL } from '../../shapes/shape-kinds.js';
import { hullCorner } from '../narrow-phase/support.js';
import { boxFeature, EDGE_COSINE, FACE_COSINE, MAX_FEATURE_POINTS, type SupportingFeature } from './box-feature.js';

/** An edge is level when the cosine is below this [1]. */
const LEVEL_EDGE = 1e-3;
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

/** The two ends of the line of a round side that faces the direction. */
function sideFeature(shape: PlacedShape, out: SupportingFeature): void {
  const { along } = out;
  const x = along[0];
  const z = along[2];
  const radial = shape.a / Math.sqrt(x * x + z * z);
  append(shape, radial * x, shape.b, radial * z, FARTHEST_OF_UPPER, out);
  append(shape, radial * x, -shape.b, radial * z, FARTHEST_OF_LOWER, out);
  out.radius = shape.a;
  out.id = FARTHEST_OF_UPPER;
}

/** The end of a capsule that is farther along the direction bulges along the direction itself. */
function setTips(shape: PlacedShape, out: SupportingFeature): void {
  const { along } = out;
  const y = along[1];
  const end = y > 0 ? 0 : 1;
  const r = shape.r;
  const tx = shape.a * along[0];
  const ty = (y > 0 ? shape.b : -shape.b) + shape.a * y;
  const tz = shape.a * along[2];
  for (let k = 0; k < 6; k++) out.tips[k] = out.points[k];
  out.tips[3 * end] = shape.x + r[0] * tx + r[1] * ty + r[2] * tz;
  out.tips[3 * end + 1] = shape.y + r[3] * tx + r[4] * ty + r[5] * tz;
  out.tips[3 * end + 2] = shape.z + r[6] * tx + r[7] * ty + r[8] * tz;
  out.hasTips = true;
}

function capsuleFeature(shape: PlacedShape, out: SupportingFeature): void {
  const { along } = out;
  const y = along[1];
  if (Math.abs(y) <= FACE_COSINE && shape.b > 1e-9 * shape.a) {
    sideFeature(shape, out);
    setTips(shape, out);
    return;
  }
  const end = y < 0 ? -1 : 1;
  out.id = end === 1 ? FARTHEST_OF_UPPER : FARTHEST_OF_LOWER;
  append(shape, shape.a * along[0], end * shape.b + shape.a * y, shape.a * along[2], out.id, out);
}

function cylinderFeature(shape: PlacedShape, out: SupportingFeature): void {
  const { along } = out;
  const x = along[0];
  const y = along[1];
  const z = along[2];
  if (Math.abs(y) <= FACE_COSINE) {
    sideFeature(shape, out);
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

/**
 * A face or an edge at the farthest corner; when an edge there is level, one of its two faces or itself, seen from either end.
 */
function hullFeature(shape: PlacedShape, hull: ConvexHull, farthest: number, out: SupportingFeature): void {
  const { along } = out;
  const x = along[0];
  const y = along[1];
  const z = along[2];
  const { edges, facePlanes, vertices } = hull;
  let face = -1;
  let faceCosine = FACE_COSINE;
  let edge = -1;
  let edgeCosine = EDGE_COSINE;
  let isLevel = false;
  for (let e = 0; e < edges.length; e += 4) {
    if (edges[e] !== farthest && edges[e + 1] !== farthest) continue;
    const i = 3 * edges[e];
    const j = 3 * edges[e + 1];
    const ex = vertices[j] - vertices[i];
    const ey = vertices[j + 1] - vertices[i + 1];
    const ez = vertices[j + 2] - vertices[i + 2];
    const cosine = Math.abs(ex * x + ey * y + ez * z) / Math.sqrt(ex * ex + ey * ey + ez * ez);
    if (cosine < edgeCosine) {
      edgeCosine = cosine;
      edge = e;
    }
    if (cosine < LEVEL_EDGE && !isLevel) {
      isLevel = true;
      face = -1;
      faceCosine = FACE_COSINE;
    }
    if (isLevel && cosine >= LEVEL_EDGE) continue;
    for (let k = e + 2; k < e + 4; k++) {
      const p = 4 * edges[k];
      const alignment = facePlanes[p] * x + facePlanes[p + 1] * y + facePlanes[p + 2] * z;
      if (alignment > faceCosine) {
        faceCosine = alignment;
        face = edges[k];
      }
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
  const { along } = out;
  const r = shape.r;
  const dx = sign * direction[0];
  const dy = sign * direction[1];
  const dz = sign * direction[2];
  along[0] = r[0] * dx + r[3] * dy + r[6] * dz;
  along[1] = r[1] * dx + r[4] * dy + r[7] * dz;
  along[2] = r[2] * dx + r[5] * dy + r[8] * dz;
  out.count = 0;
  out.radius = 0;
  out.hasTips = false;
  switch (shape.kind) {
    case BOX:
      boxFeature(shape, out);
      return;
    case CAPSULE:
      capsuleFeature(shape, out);
      return;
    case CYLINDER:
      cylinderFeature(shape, out);
      return;
    case HULL: {
      const hull = shape.hull;
      if (hull !== null) hullFeature(shape, hull, hullCorner(shape, hull, direction, sign), out);
      return;
    }
  }
  out.id = 0;
  append(shape, shape.a * along[0], shape.a * along[1], shape.a * along[2], 0, out);
}
