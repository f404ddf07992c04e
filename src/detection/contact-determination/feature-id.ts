// Names of contacts: which feature of A meets which feature of B, in 32 bits.
//
// Two bits say how they meet, fifteen each name the features by their indices in the shapes. A name says nothing of positions or
// of the order of points, so it stays the same while the same features meet.

/** The supporting features meet in one point. */
export const SINGLE = 0;
/** A corner of A on a face or an edge of B. */
export const CORNER_OF_A = 1;
/** A corner of B on a face or an edge of A. */
export const CORNER_OF_B = 2;
/** An edge of A crosses an edge of B. */
export const CROSSING = 3;

const MASK = 0x7fff;
/** The square of this fits into fifteen bits. */
const CORNERS_TOLD_APART = 181;

/** An edge goes by its two corners, whichever face it is seen from. */
export function edgeName(from: number, to: number): number {
  return from < to ? from * CORNERS_TOLD_APART + to : to * CORNERS_TOLD_APART + from;
}

export function featureId(meeting: number, ofA: number, ofB: number): number {
  return (meeting << 30) | ((ofA & MASK) << 15) | (ofB & MASK);
}

/** The name of the same meeting when A and B change places. */
export function mirroredFeatureId(id: number): number {
  const meeting = id >>> 30;
  const mirrored = meeting === CORNER_OF_A ? CORNER_OF_B : meeting === CORNER_OF_B ? CORNER_OF_A : meeting;
  return featureId(mirrored, id & MASK, (id >>> 15) & MASK);
}
