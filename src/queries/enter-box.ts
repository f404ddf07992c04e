// Finds where a ray enters a box, for the traversal of trees.

/** Factor on the distance to the far side of a box, so that rounding misses no box (Ize 2013) [1]. */
const FARTHER = 1 + 1e-15;

/**
 * Writes to out[at] the distance at which the ray enters the box at bounds[k ..], enlarged by half[0 .. 2] on each side
 * [m]: at least 0, and infinite if it is not within limit[0]. ray[0 .. 5] is origin and direction, `inverse` is 1 /
 * direction. The result is not returned, since V8 allocates returned numbers where the call is not inlined.
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
    // For a ray in the plane of a side, 0 times infinity is NaN. Comparisons with NaN are false, so the side has no
    // effect.
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
