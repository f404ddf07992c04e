// Selection of bounding boxes that can be drawn.

/** A box that reaches this far belongs to a half-space [m]. */
const ENDLESS = 1e6;

/** Whether a box is finite; that of a half-space is not. */
export function hasEnd(box: Float64Array): boolean {
  return box.every((x) => Math.abs(x) < ENDLESS);
}
