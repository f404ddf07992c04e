// The closest points of two bodies, however far apart: a measurement, apart from the contact graph, which it leaves as it is.

import type { Bodies } from '../bodies/bodies.js';
import type { Vec3 } from '../math/vector.js';
import { PlacedShape } from '../shapes/placed-shape.js';
import type { Detection } from './detection.js';
import { closest } from './narrow-phase/closest.js';
import type { PairWorkspace } from './narrow-phase/pair-workspace.js';
import { PrincipalContact } from './narrow-phase/principal-contact.js';
import { placeInWorld } from './place-shape.js';

/** All in the world. */
export interface ClosestPoints {
  /** On the surfaces of A and of B [m]. */
  readonly onA: Vec3;
  readonly onB: Vec3;
  /** Unit normal from A to B [1]. */
  readonly normal: Vec3;
  /** Their distance; negative where the bodies overlap: then by how far they would have to be moved apart [m]. */
  readonly gap: number;
}

/** How far apart points are looked for at first, then four times as far, and so on to the largest distance that is meant [m]. */
const FIRST_REACH = 1e-3;
const LARGEST = 1e9;

/** Of the two nodes in these rows; undefined when there are none within `most` [m], or one has no shapes. */
export function closestPoints(detection: Detection, a: number, b: number, most: number): ClosestPoints | undefined {
  const { bodies, narrowPhase } = detection;
  const [shapeA, shapeB, principal] = [new PlacedShape(), new PlacedShape(), new PrincipalContact()];
  let found: ClosestPoints | undefined;
  for (const s of shapesOf(bodies, a)) {
    for (const t of shapesOf(bodies, b)) {
      placeInWorld(bodies, s, shapeA);
      placeInWorld(bodies, t, shapeB);
      const within = found === undefined ? most : found.gap;
      if (!isWithin(shapeA, shapeB, within, principal, narrowPhase.pairs) || !(principal.gap <= within)) continue;
      const { gap, nx, ny, nz, ax, ay, az, bx, by, bz } = principal;
      found = { gap, normal: [nx, ny, nz], onA: [ax, ay, az], onB: [bx, by, bz] };
    }
  }
  return found;
}

/** Further and further out: shapes and trees are not asked beyond what is needed, nor to a distance that would drown their sizes. */
function isWithin(a: PlacedShape, b: PlacedShape, most: number, out: PrincipalContact, pairs: PairWorkspace): boolean {
  for (let reach = FIRST_REACH; reach < Math.min(most, LARGEST); reach *= 4) if (closest(a, b, reach, out, pairs)) return true;
  return closest(a, b, Math.min(most, LARGEST), out, pairs);
}

function shapesOf({ nodes, shapes }: Bodies, row: number): number[] {
  const found: number[] = [];
  for (let shape = nodes.columns.firstShape[row]; shape >= 0; shape = shapes.columns.next[shape]) found.push(shape);
  return found;
}
