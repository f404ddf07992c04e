// Where a ray enters a box.

/** The far side of a box counts as this much farther, so that rounding leaves no box out (Ize 2013) [1]. */
const FARTHER = 1 + 1e-15;

/**
 * Writes to out[at] how far along the ray, with origin and direction at ray[0 .. 5], the box at bounds[k ..] is entered, once it is larger by
 * half[0 .. 2] on each side: at least 0, and infinite where that is not within limit[0] [m]. `inverse` is 1 / direction. A number that was
 * returned would cost an allocation where the call is not inlined.
 */
export function enterBox(
  ray: Float64Array,
  inverse: Float64Array,
  half: Float64Array,
  bounds: Float64Array,
  k: number,
  limit: Float64Array,
  out: Float64Array,
  at: number,
): void {
  let near = 0;
  let far = limit[0];
  for (let axis = 0; axis < 3; axis++) {
    const i = inverse[axis];
    const low = bounds[k + axis] - half[axis] - ray[axis];
    const high = bounds[k + 3 + axis] + half[axis] - ray[axis];
    const from = (i < 0 ? high : low) * i;
    const to = (i < 0 ? low : high) * i * FARTHER;
    // Nothing is more than NaN, which is 0 times infinity: along a side of the box.
    if (from > near) near = from;
    if (to < far) far = to;
  }
  out[at] = near <= far ? near : Number.POSITIVE_INFINITY;
}

/** Writes 1 / direction of a ray. */
export function invertDirection(ray: Float64Array, inverse: Float64Array): void {
  inverse[0] = 1 / ray[3];
  inverse[1] = 1 / ray[4];
  inverse[2] = 1 / ray[5];
}
