// What is inside a mesh, or below a ground. Other surfaces have no inside.

import { coreSupport } from '../detection/narrow-phase/support.js';
import { isUnderground } from '../detection/surfaces/near-triangles.js';
import type { ContactTree } from '../distance-field/contact-tree.js';
import type { PlacedShape } from '../shapes/placed-shape.js';
import type { QuerySearch } from './search.js';

/** Along y of the frame of a mesh or a surface: what is below a ground is so along it. */
const UP = new Float64Array([0, 1, 0]);

/**
 * Whether a shape is inside, of which no triangle is in the shape. A mesh then has all of the shape or nothing of it, so that one point
 * tells. A ground has no walls below its rim: of what is there, the middle between the highest and the lowest point tells.
 */
export function isShapeInside(search: QuerySearch, target: PlacedShape, shape: PlacedShape): boolean {
  const { top, bottom } = search.ends;
  coreSupport(shape, UP, 1, top, 0);
  coreSupport(shape, UP, -1, bottom, 0);
  for (let k = 0; k < 3; k++) bottom[k] = 0.5 * (bottom[k] + top[k]);
  return isPointInside(search, target, bottom);
}

/** Whether a point of its own frame is inside. */
export function isPointInside({ probe, pairs }: QuerySearch, { tree, surface }: PlacedShape, point: Float64Array): boolean {
  if (surface !== null) return isUnderground(pairs.surfaces.near, surface, point);
  return isInsideMesh(tree as ContactTree, point, probe);
}

/** Whether a point of its own frame is inside a mesh. The field tells most points outside apart, the exact distance the others. */
function isInsideMesh(tree: ContactTree, point: Float64Array, probe: Float64Array): boolean {
  const { bounds, exact } = tree;
  for (let k = 0; k < 3; k++) {
    if (point[k] < bounds[k] || point[k] > bounds[3 + k]) return false;
    probe[k] = point[k];
  }
  if (tree.leastDistance(probe) && probe[3] > 0) return false;
  exact.writeSignedDistance(point, probe);
  return probe[0] < 0;
}
