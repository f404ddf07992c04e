// Sixteen directions around a circle, as constants. If the portable sine were called when this module is loaded, V8
// would compile it less well for the rotation of bodies, and every rotation would allocate.

const [A, B, C] = [0.9238795325112867, Math.SQRT1_2, 0.3826834323650898];

export const CIRCLE_POINTS = 16;
/** Cosine and sine of each, anticlockwise from (1, 0) [1]. */
// biome-ignore format: pairs, a quarter a line
export const CIRCLE = new Float64Array([
  1, 0, A, C, B, B, C, A,
  0, 1, -C, A, -B, B, -A, C,
  -1, 0, -A, -C, -B, -B, -C, -A,
  0, -1, C, -A, B, -B, A, -C,
]);
