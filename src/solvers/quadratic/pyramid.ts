// The pyramid of friction with eight sides (impulsive suite, section 4.1, equations 8 and 9), for mu = 1: where mu is scaled away, all are this one.

/** Sides of the pyramid, and the inward normals of its sides (8) for mu = 1, [n, n_x, n_y] each, and after them the axes. */
export const SIDES = 8;
/** Of pi / 8. */
export const COSINE = 0.9238795325112867;
const SINE = 0.3826834323650898;
const DIAGONAL = Math.SQRT1_2;
export const NORMALS = new Float64Array(
  [
    [1, 0],
    [DIAGONAL, DIAGONAL],
    [0, 1],
    [-DIAGONAL, DIAGONAL],
    [-1, 0],
    [-DIAGONAL, -DIAGONAL],
    [0, -1],
    [DIAGONAL, -DIAGONAL],
  ]
    .flatMap(([x, y]) => [COSINE, x, y])
    .concat([1, 0, 0], [0, 1, 0], [0, 0, 1]),
);

/** The least normal velocity with which the contact velocity at `at` is in the dual cone, by the pyramid's edges, at odd multiples of pi / 8. */
export function steepestOf(v: Float64Array, at: number): number {
  const x = Math.abs(v[at + 1]);
  const y = Math.abs(v[at + 2]);
  return COSINE * Math.max(x, y) + SINE * Math.min(x, y);
}

/** z >= 0 with U z = v of a contact whose velocity is in the dual cone: two neighbouring sides for the tangents, opposite ones for the rest. */
export function splitVelocity(v: Float64Array, i: number, z: Float64Array): void {
  const n = v[3 * i];
  const x = v[3 * i + 1];
  const y = v[3 * i + 2];
  z.fill(0, SIDES * i, SIDES * i + SIDES);
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  const straight = ax >= ay ? (x >= 0 ? 0 : 4) : y >= 0 ? 2 : 6;
  const diagonal = x >= 0 ? (y >= 0 ? 1 : 7) : y >= 0 ? 3 : 5;
  z[SIDES * i + diagonal] = Math.min(ax, ay) / DIAGONAL;
  z[SIDES * i + straight] = Math.max(ax, ay) - Math.min(ax, ay);
  const rest = n / COSINE - z[SIDES * i + diagonal] - z[SIDES * i + straight];
  for (let h = 0; h < SIDES; h++) z[SIDES * i + h] += Math.max(0, rest) / SIDES;
}
