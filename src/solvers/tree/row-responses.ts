// How much a row's velocity rises with each unit of its own impulse [1/kg or 1/(kg m^2)], while all that is active
// holds: what tells how far the row can go along its law. Results go to an array, since numbers that functions return
// may be allocated.

import { INVERSE_LENGTH } from '../../kernels/forest-layout.js';
import type { Forest } from './forest.js';
import { INERTIA_LENGTH } from './joint-block.js';

/** Adds J Phi J^T of a matrix at matrix[m ..] and of J at row[r ..] to to[i]. */
function addQuadratic(matrix: Float64Array, m: number, row: Float64Array, r: number, to: Float64Array, i: number): void {
  let sum = 0;
  for (let j = 0; j < 6; j++) {
    let turned = 0;
    for (let l = 0; l < 6; l++) turned += matrix[m + 6 * j + l] * row[r + l];
    sum += row[r + j] * turned;
  }
  to[i] += sum;
}

/** Of an active row of link k, to to[i]. */
export function setResponseOfActive(forest: Forest, k: number, active: number, to: Float64Array, i: number): void {
  const { inverseA, reach, response, softness } = forest;
  const p = forest.plan.parent[k];
  to[i] = 0;
  if (p >= 0) addQuadratic(response, 36 * p, reach, 6 * active, to, i);
  to[i] = 1 / (inverseA[36 * k + 7 * (active - 6 * k)] - to[i]) - softness[active];
}

/**
 * Of a row that is not active, of the block of link k, to to[i]; J of the link is at row[own ..], that of the other end
 * at row[other ..].
 */
export function setResponseOfInactive(
  forest: Forest,
  k: number,
  row: Float64Array,
  own: number,
  other: number,
  to: Float64Array,
  i: number,
): void {
  const { response, carry } = forest;
  const p = forest.plan.parent[k];
  to[i] = 0;
  addQuadratic(response, 36 * k, row, own, to, i);
  if (p < 0) return;
  addQuadratic(response, 36 * p, row, other, to, i);
  // Phi between link and parent is X Phi_p.
  for (let j = 0; j < 6; j++) {
    let pushed = 0;
    let carried = 0;
    for (let l = 0; l < 6; l++) {
      pushed += response[36 * p + 6 * j + l] * row[other + l];
      carried += row[own + l] * carry[36 * k + 6 * l + j];
    }
    to[i] += 2 * carried * pushed;
  }
}

/** Adds that of J at row[at ..] on link k, within its tree, to to[i]. */
export function addResponseOfLink(forest: Forest, k: number, row: Float64Array, at: number, to: Float64Array, i: number): void {
  addQuadratic(forest.response, 36 * k, row, at, to, i);
}

/** Adds that of J at row[at ..] on link k, were it alone in the world and free to move along all axes, to to[i]. */
export function addResponseAlone(
  { inertia, inverse }: Forest,
  k: number,
  row: Float64Array,
  at: number,
  to: Float64Array,
  i: number,
): void {
  const m = INVERSE_LENGTH * k + 3;
  const x = row[at + 3];
  const y = row[at + 4];
  const z = row[at + 5];
  to[i] +=
    (1 / inertia[INERTIA_LENGTH * k]) * (row[at] * row[at] + row[at + 1] * row[at + 1] + row[at + 2] * row[at + 2]) +
    inverse[m] * x * x +
    inverse[m + 1] * y * y +
    inverse[m + 2] * z * z +
    2 * (inverse[m + 3] * x * y + inverse[m + 4] * x * z + inverse[m + 5] * y * z);
}
