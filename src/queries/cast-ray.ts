// Casts the ray of a query against one shape.

import type { PlacedShape } from '../shapes/placed-shape.js';
import { isTriangulated } from '../shapes/shape-kinds.js';
import { trianglesOf } from '../shapes/triangle-shape.js';
import { NO_FEATURE } from './hits.js';
import { isPointInside } from './inside-faces.js';
import { bringRay, INSIDE, MISSED, rayOnConvex } from './ray-on-shape.js';
import { rayOnTriangles } from './ray-on-triangles.js';
import type { QuerySearch } from './search.js';

/** Finds where the ray enters a shape. Returns false if it misses, or if the nearest hit so far is nearer. */
export function castOnItem(search: QuerySearch, item: number): boolean {
  const { ray, local, found, best } = search;
  const shape = search.index.placed[item];
  bringRay(local, ray, shape);
  const status = isTriangulated(shape.kind) ? rayOnFaces(search, shape) : rayOnConvex(local, shape);
  if (status === MISSED) return false;
  if (status === INSIDE) {
    beginInside(search);
    return true;
  }
  const { entry } = local;
  const distance = entry[0];
  if (!(distance <= best[0])) return false;
  const { numbers } = found;
  const { r } = shape;
  numbers[0] = distance;
  for (let k = 0; k < 3; k++) {
    numbers[1 + k] = ray[k] + distance * ray[3 + k];
    numbers[4 + k] = r[3 * k] * entry[1] + r[3 * k + 1] * entry[2] + r[3 * k + 2] * entry[3];
  }
  found.feature = local.feature;
  found.isInside = false;
  return true;
}

/** A ray or sweep that begins inside a shape hits it at distance 0. The normal is then opposite to the direction. */
export function beginInside({ ray, found }: QuerySearch): void {
  const { numbers } = found;
  numbers[0] = 0;
  for (let k = 0; k < 3; k++) {
    numbers[1 + k] = ray[k];
    numbers[4 + k] = -ray[3 + k];
  }
  found.feature = NO_FEATURE;
  found.isInside = true;
}

/** Casts against the front faces of a mesh or a surface; on a two-sided surface also against the back faces. */
function rayOnFaces(search: QuerySearch, shape: PlacedShape): number {
  const { local, triangles, best } = search;
  if (isPointInside(search, shape, local.line)) return INSIDE;
  local.limit[0] = best[0];
  return rayOnTriangles(local, trianglesOf(shape), shape.surface?.isTwoSided ?? false, triangles);
}
