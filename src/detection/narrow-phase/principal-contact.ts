// What the narrow phase says of two shapes: how far apart, along which direction, and the closest points.

/** Further apart than the collision envelope. */
export const SEPARATED = 0;
/** Within the envelope, not inside each other. */
export const TOUCHING = 1;
/** Inside each other. */
export const PENETRATING = 2;

/** No face showed that two shapes are apart. */
export const NO_AXIS = -1;

/** The closest pair of points of two shapes, in the frame both are placed in: the paper's minPC(e). */
export class PrincipalContact {
  /** Signed distance: > 0 apart, < 0 penetrating [m]. */
  gap = 0;
  /** Unit normal from A to B [1]. */
  nx = 0;
  ny = 1;
  nz = 0;
  /** Witness on the surface of A [m]. */
  ax = 0;
  ay = 0;
  az = 0;
  /** Witness on the surface of B: a + gap n [m]. */
  bx = 0;
  by = 0;
  bz = 0;
  /** Of two boxes that are further apart than was asked: the axis of the face that showed it; else NO_AXIS. */
  separatingAxis = NO_AXIS;
}
