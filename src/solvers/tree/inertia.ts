// Inertias of bodies as tree problems have them: mass, then xx, yy, zz, xy, xz, yz.

/** The inertia at inertia[m ..] times the velocity at u[k ..], to to[k ..]. */
export function multiplyInertia(inertia: Float64Array, m: number, u: Float64Array, to: Float64Array, k: number): void {
  for (let j = 0; j < 3; j++) to[k + j] = inertia[m] * u[k + j];
  to[k + 3] = inertia[m + 1] * u[k + 3] + inertia[m + 4] * u[k + 4] + inertia[m + 5] * u[k + 5];
  to[k + 4] = inertia[m + 4] * u[k + 3] + inertia[m + 2] * u[k + 4] + inertia[m + 6] * u[k + 5];
  to[k + 5] = inertia[m + 5] * u[k + 3] + inertia[m + 6] * u[k + 4] + inertia[m + 3] * u[k + 5];
}

/** Adds so many times the inertia at `m` to a block. */
export function addInertia(matrix: Float64Array, at: number, inertia: Float64Array, m: number, times: number): void {
  for (let j = 0; j < 3; j++) {
    matrix[at + 7 * j] += times * inertia[m];
    matrix[at + 7 * (j + 3)] += times * inertia[m + 1 + j];
  }
  matrix[at + 22] += times * inertia[m + 4];
  matrix[at + 27] += times * inertia[m + 4];
  matrix[at + 23] += times * inertia[m + 5];
  matrix[at + 33] += times * inertia[m + 5];
  matrix[at + 29] += times * inertia[m + 6];
  matrix[at + 34] += times * inertia[m + 6];
}
