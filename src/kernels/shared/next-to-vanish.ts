// Which edges something is left to be done for of those that the broad phase has not reported (contact-graph/edge-update.ts). Most have
// vanished long ago, and their nodes are not far apart: these are passed over.

import type { F64, I32, Integers, Numbers } from './numbers.js';

/** The first edge from `first` on that has not been seen and is to vanish, or is obsolete; `end` if there is none before it. */
export function nextToVanish(
  first: I32,
  end: I32,
  stamp: I32,
  seen: Integers,
  generation: Integers,
  nodes: Integers,
  bounds: Numbers,
  proximity: Integers,
  contactState: Integers,
  placementKnown: Integers,
  still: Integers,
  reportedProximity: Integers,
  reportedTouching: Integers,
  contactRoom: Integers,
  contactCount: Integers,
): I32 {
  for (let edge: I32 = first; edge < end; edge++) {
    if (seen[edge] === stamp || (generation[edge] & 1) === 0) continue;
    const states = proximity[edge] | contactState[edge] | placementKnown[edge] | still[edge];
    const reported = reportedProximity[edge] | reportedTouching[edge];
    if ((states | reported | contactRoom[edge] | contactCount[edge]) !== 0) return edge;
    if (isObsolete(bounds, nodes[2 * edge], nodes[2 * edge + 1])) return edge;
  }
  return end;
}

/** Section 3.1: the gap between the boxes along some axis exceeds twice the largest edge of the boxes. Most are not apart at all. */
export function isObsolete(bounds: Numbers, a: I32, b: I32): boolean {
  let gap: F64 = 0;
  for (let axis: I32 = 0; axis < 3; axis++) {
    const behind = bounds[6 * a + axis] - bounds[6 * b + axis + 3];
    const before = bounds[6 * b + axis] - bounds[6 * a + axis + 3];
    if (behind > gap) gap = behind;
    if (before > gap) gap = before;
  }
  if (gap === 0) return false;
  for (let axis: I32 = 0; axis < 3; axis++) {
    if (2 * (bounds[6 * a + axis + 3] - bounds[6 * a + axis]) >= gap) return false;
    if (2 * (bounds[6 * b + axis + 3] - bounds[6 * b + axis]) >= gap) return false;
  }
  return true;
}
