// Tests whether shapes and points are inside a mesh or below a ground. Other surfaces have no inside.

import { coreSupport } from '../detection/narrow-phase/support.js';
import { isUnderground } from '../detection/surfaces/near-triangles.js';
import type { ContactTree } from '../distance-field/contact-tree.js';
import type { PlacedShape } from '../shapes/placed-shape.js';
import type { QuerySearch } from './search.js';

/** The y axis of the frame of a mesh or a surface: "below" a ground is along it. */
const UP = new Float64Array([0, 1, 0]);

/**
 * Whether a shape that contains no triangle is inside. All or nothing of it is inside a mesh then, so one point
 * decides. A ground has no walls below its rim, so the midpoint of the shape's highest and lowest points decides.
 */
export function isShapeInside(search: QuerySearch, target: PlacedShape, shape: PlacedShape): boolean {
  const { top, bottom } = search.ends;
  coreSupport(shape, UP, 1, top, 0);
  coreSupport(shape, UP, -1, bottom, 0);
  for (let k = 0; k < 3; k++) bottom[k] = 0.5 * (bottom[k] + top[k]);
  return isPointInside(search, target, bottom);
}

/** Whether a point of the target's frame is inside the target. */
export function isPointInside({ probe, pairs }: QuerySearch, { tree, surface }: PlacedShape, point: Float64Array): boolean {
  if (surface !== null) return isUnderground(pairs.surfaces.near, surface, point);
  return isInsideMesh(tree as ContactTree, point, probe);
}

/** Whether a point of the mesh's frame is inside. The field rules out most outside points before the exact distance. */
function isInsideMesh(tree: ContactTree, point: Float64Array, probe: Float64Array): boolean {
  const { bounds, exact } = tree;
  for (let k = 0; k < 3; k++) {
    if (point[k] < bounds[k] || point[k] > bounds[3 + k]) return false;
    probe[k] = point[k];
  }
  tree.leastDistance(probe, 0);
  if (probe[3] > 0) return false;
  exact.writeSignedDistance(point, probe);
  return probe[0] < 0;
}
