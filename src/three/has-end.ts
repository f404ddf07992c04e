// Which boxes of the broad phase can be drawn.

/** A box that reaches so far is of a half-space [m]. */
const ENDLESS = 1e6;

/** Whether a box has an end on every side; that of a half-space has none. */
export function hasEnd(box: Float64Array): boolean {
  return box.every((x) => Math.abs(x) < ENDLESS);
}
