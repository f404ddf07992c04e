// Finds the signed distance of the query's point to one shape, and the closest point of its surface.

import { isUnderground } from '../detection/surfaces/near-triangles.js';
import type { ContactTree } from '../distance-field/contact-tree.js';
import type { Surface } from '../mesh/surface.js';
import { bringPoint, placePoint, turnDirection } from '../shapes/frames.js';
import type { PlacedShape } from '../shapes/placed-shape.js';
import { MESH, SURFACE } from '../shapes/shape-kinds.js';
import { signedDistance } from '../shapes/signed-distance.js';
import { featureAt, featureOfTriangle } from './features.js';
import type { QuerySearch } from './search.js';

/** Share of the shape's size within which a point counts as on an edge [1]. */
const ON_EDGE = 1e-9;

/** Finds the signed distance to a shape. Returns false if the smallest distance so far is smaller. */
export function distanceOfItem(search: QuerySearch, item: number): boolean {
  const { ray: point, distance, found, best, features, index } = search;
  const shape = index.placed[item];
  if (shape.kind === MESH) return distanceOfMesh(search, shape);
  if (shape.kind === SURFACE) return distanceOfSurface(search, shape);
  signedDistance(shape, point, distance);
  if (!(distance[0] <= best[0])) return false;
  take(search);
  features.near[0] = ON_EDGE * (Math.abs(distance[0]) + sizeOf(index.bounds, 6 * item));
  found.feature = featureAt(shape, found.numbers, 1, features);
  return true;
}

/** Writes the hit that follows from `distance`: the signed distance and its gradient. */
function take({ ray: point, distance, found }: QuerySearch): void {
  const { numbers } = found;
  numbers[0] = distance[0];
  for (let k = 0; k < 3; k++) {
    numbers[1 + k] = point[k] - distance[0] * distance[1 + k];
    numbers[4 + k] = distance[1 + k];
  }
  found.isInside = distance[0] < 0;
}

function distanceOfMesh(search: QuerySearch, shape: PlacedShape): boolean {
  const { ray, distance, found, best, features } = search;
  const { exact, reach } = shape.tree as ContactTree;
  const { point } = features;
  bringPoint(shape, ray, 0, point);
  exact.writeSignedDistance(point, distance);
  const signed = distance[0];
  if (!(signed <= best[0])) return false;
  const { closest, feature } = exact;
  const { numbers } = found;
  // On the surface itself the direction to the closest point is undefined: the normal is that of the feature.
  if (signed === 0) exact.writeNormal(feature[0], feature[1], distance, 1);
  else for (let k = 0; k < 3; k++) distance[1 + k] = (point[k] - closest[k]) / signed;
  const length = Math.sqrt(distance[1] * distance[1] + distance[2] * distance[2] + distance[3] * distance[3]);
  for (let k = 1; k < 4; k++) distance[k] /= length;
  numbers[0] = signed;
  placePoint(shape, closest, 0, numbers, 1);
  turnDirection(shape, distance, 1, numbers, 4);
  found.isInside = signed < 0;
  features.near[0] = ON_EDGE * reach;
  found.feature = featureOfTriangle(exact.mesh, feature[0], closest, features);
  return true;
}

/** The distance to a ground is negative below it. The distance to other surfaces is positive on both sides. */
function distanceOfSurface(search: QuerySearch, shape: PlacedShape): boolean {
  const { ray, found, best, features, distance: within, surfaceDistance: nearest, pairs } = search;
  const surface = shape.surface as Surface;
  const { point } = features;
  bringPoint(shape, ray, 0, point);
  const isInside = isUnderground(pairs.surfaces.near, surface, point);
  if (!isInside && best[0] < 0) return false;
  within[0] = isInside ? Number.POSITIVE_INFINITY : best[0];
  if (!nearest.find(surface, point, within)) return false;
  const distance = within[0];
  const signed = isInside ? -distance : distance;
  if (!(signed <= best[0])) return false;
  const { numbers } = found;
  numbers[0] = signed;
  placePoint(shape, nearest.closest, 0, numbers, 1);
  turnDirection(shape, nearest.normal, 0, numbers, 4);
  if (isInside) for (let k = 4; k < 7; k++) numbers[k] = -numbers[k];
  found.isInside = isInside;
  features.near[0] = ON_EDGE * (distance + sizeOf(surface.bounds, 0));
  found.feature = featureOfTriangle(surface.mesh, nearest.triangle, nearest.closest, features);
  return true;
}

function sizeOf(bounds: Float64Array, k: number): number {
  const size = bounds[k + 3] - bounds[k] + bounds[k + 4] - bounds[k + 1] + bounds[k + 5] - bounds[k + 2];
  return Number.isFinite(size) ? size : 1;
}
