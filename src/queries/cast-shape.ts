// Sweeps the shape of a query along its ray against one shape. A sphere against a sphere or a capsule is a ray against
// a larger one. A half-space is hit by the shape's lowest point. All other pairs use the GJK ray cast (swept-pair.ts);
// meshes and surfaces use it for each triangle.

import { closest } from '../detection/narrow-phase/closest.js';
import { coreRadius, coreSupport } from '../detection/narrow-phase/support.js';
import { placedBounds } from '../shapes/bounds.js';
import { copyPlace, copyShape, placePoint, turnDirection } from '../shapes/frames.js';
import type { PlacedShape } from '../shapes/placed-shape.js';
import { CAPSULE, HALF_SPACE, isTriangulated, SPHERE } from '../shapes/shape-kinds.js';
import { trianglesOf } from '../shapes/triangle-shape.js';
import { beginInside } from './cast-ray.js';
import { featureAt, featureOfTriangle } from './features.js';
import { isShapeInside } from './inside-faces.js';
import { bringSweep, sweepOnTriangles } from './mesh-sweep.js';
import { bringRay, ENTERED, INSIDE, MISSED, rayOnConvex } from './ray-on-shape.js';
import type { QuerySearch } from './search.js';
import { sweep } from './swept-pair.js';

/** As shares of the moving shape's size [1]: the gap of a hit, and the distance from an edge of a point on it. */
const MET = 1e-10;
const ON_EDGE = 1e-6;
/** Rounding of coordinates [1]. */
const ROUNDING = 1e-15;

/** Prepares the sweep of search.shape: its box, its centre as the origin of the ray, and its tolerances. */
export function prepareSweep(search: QuerySearch): void {
  const { shape, box, half, ray } = search;
  placedBounds(shape, box, 0);
  let size = 0;
  let farthest = 0;
  for (let k = 0; k < 3; k++) {
    half[k] = 0.5 * (box[3 + k] - box[k]);
    ray[k] = 0.5 * (box[3 + k] + box[k]);
    size += half[k];
    farthest = Math.max(farthest, Math.abs(ray[k]));
  }
  search.swept.limits[1] = MET * size + ROUNDING * farthest;
  search.features.near[0] = ON_EDGE * size;
  copyShape(shape, search.moving);
}

/** Finds where the shape hits another one. Returns false if it misses, or if the nearest hit so far is nearer. */
export function sweepOnItem(search: QuerySearch, item: number): boolean {
  const { best, found, swept, index } = search;
  const target = index.placed[item];
  const status = sweepOn(search, target);
  if (status === MISSED) return false;
  if (status === INSIDE) {
    overlapAtOnce(search, target);
    return true;
  }
  const { met } = swept;
  if (!(met[0] <= best[0])) return false;
  const { numbers } = found;
  numbers[0] = met[0];
  for (let k = 0; k < 3; k++) {
    numbers[1 + k] = met[4 + k];
    numbers[4 + k] = met[1 + k];
  }
  found.isInside = false;
  if (!isTriangulated(target.kind)) found.feature = featureAt(target, numbers, 1, search.features);
  return true;
}

/** Sets swept.met to the place where the shape hits the target. For a mesh or surface it sets the feature as well. */
function sweepOn(search: QuerySearch, target: PlacedShape): number {
  const { shape, moving, swept, best, ray } = search;
  if (isTriangulated(target.kind)) return sweepOnFaces(search, target);
  if (target.kind === HALF_SPACE) return sweepOnHalfSpace(search, target);
  if (shape.kind === SPHERE && (target.kind === SPHERE || target.kind === CAPSULE)) return sweepBall(search, target);
  copyPlace(shape, moving);
  swept.limits[0] = best[0];
  return sweep(swept, moving, target, ray);
}

/** The shape does not rotate, so the point that is lowest at the beginning hits the half-space. */
function sweepOnHalfSpace({ shape, swept, ray, pairs }: QuerySearch, { r, x, y, z }: PlacedShape): number {
  const { down, lowest } = pairs;
  const { met } = swept;
  for (let k = 0; k < 3; k++) down[k] = -r[1 + 3 * k];
  coreSupport(shape, down, 1, lowest, 0);
  const gap = (x - lowest[0]) * down[0] + (y - lowest[1]) * down[1] + (z - lowest[2]) * down[2] - coreRadius(shape);
  if (gap < 0) return INSIDE;
  const closing = down[0] * ray[3] + down[1] * ray[4] + down[2] * ray[5];
  if (!(closing > 0)) return MISSED;
  met[0] = gap / closing;
  const radius = coreRadius(shape);
  for (let k = 0; k < 3; k++) {
    met[1 + k] = -down[k];
    met[4 + k] = lowest[k] + radius * down[k] + met[0] * ray[3 + k];
  }
  return ENTERED;
}

function sweepBall({ shape, grown, local, ray, swept }: QuerySearch, target: PlacedShape): number {
  copyShape(target, grown);
  grown.a += shape.a;
  bringRay(local, ray, grown);
  const status = rayOnConvex(local, grown);
  if (status !== ENTERED) return status;
  const { met } = swept;
  met[0] = local.entry[0];
  turnDirection(target, local.entry, 1, met, 1);
  for (let k = 0; k < 3; k++) met[4 + k] = ray[k] + met[0] * ray[3 + k] - shape.a * met[1 + k];
  return ENTERED;
}

/** A shape that begins inside a mesh, below a ground or on a surface hits it at distance 0. */
function sweepOnFaces(search: QuerySearch, target: PlacedShape): number {
  const { shape, ray, best, swept, features, found, onMesh } = search;
  const triangles = trianglesOf(target);
  bringSweep(onMesh, target, shape, ray);
  if (isShapeInside(search, target, onMesh.shape)) return INSIDE;
  onMesh.limit[0] = best[0];
  onMesh.isFrontOnly = target.surface?.isTwoSided === false;
  const status = sweepOnTriangles(onMesh, triangles, swept);
  if (status !== ENTERED) return status;
  const { met } = onMesh;
  swept.met[0] = met[0];
  turnDirection(target, met, 1, swept.met, 1);
  placePoint(target, met, 4, swept.met, 4);
  for (let k = 0; k < 3; k++) features.point[k] = met[4 + k];
  found.feature = featureOfTriangle(triangles.mesh, onMesh.triangle, features.point, features);
  return ENTERED;
}

/** For shapes that overlap at the beginning, the normal is the direction of least separation. */
function overlapAtOnce(search: QuerySearch, target: PlacedShape): void {
  const { shape, principal, pairs, found } = search;
  beginInside(search);
  if (!closest(shape, target, 0, principal, pairs)) return;
  const { numbers } = found;
  numbers[1] = principal.bx;
  numbers[2] = principal.by;
  numbers[3] = principal.bz;
  numbers[4] = -principal.nx;
  numbers[5] = -principal.ny;
  numbers[6] = -principal.nz;
}
