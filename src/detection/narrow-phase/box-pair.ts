// Two boxes: by their axes, and by the general convex method where these prove nothing.

import type { PlacedShape } from '../../shapes/placed-shape.js';
import { alongAxes, type BoxWorkspace, FOUND, UNPROVEN } from './box-box.js';
import { type ConvexWorkspace, convexPair } from './convex-pair.js';
import type { PrincipalContact } from './principal-contact.js';

interface BoxPairWorkspace {
  readonly boxes: BoxWorkspace;
  readonly convex: ConvexWorkspace;
}

export function boxBox(
  a: PlacedShape,
  b: PlacedShape,
  envelope: number,
  out: PrincipalContact,
  pairs: BoxPairWorkspace,
): boolean {
  const known = alongAxes(pairs.boxes, a, b, envelope, out);
  return known === UNPROVEN ? convexPair(a, b, envelope, out, pairs) : known === FOUND;
}
