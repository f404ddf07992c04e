// How much a row's velocity rises with each unit of its own impulse [1/kg or 1/(kg m^2)], while all that is active holds: what tells
// how far the row can go along its law.

import type { Forest } from './forest.js';
import { INERTIA_LENGTH } from './joint-block.js';

/** J Phi J^T over two ends of which one or none is the parent of the other. */
function quadratic(matrix: Float64Array, m: number, left: Float64Array, l: number, right: Float64Array, r: number): number {
  let sum = 0;
  for (let i = 0; i < 6; i++) {
    let row = 0;
    for (let j = 0; j < 6; j++) row += matrix[m + 6 * i + j] * right[r + j];
    sum += left[l + i] * row;
  }
  return sum;
}

/** Of an active row i of link k. */
export function responseOfActive(forest: Forest, k: number, i: number): number {
  const { firstActive, inverseA, reach, response, softness } = forest;
  const p = forest.plan.parent[k];
  const own = i - firstActive[k];
  let stiffness = inverseA[36 * k + 7 * own];
  if (p >= 0) stiffness -= quadratic(response, 36 * p, reach, 6 * i, reach, 6 * i);
  return 1 / stiffness - softness[i];
}

/** Of a row that is not active, of the block of link k; J of the link is at row[own ..], that of the other end at row[other ..]. */
export function responseOfInactive(forest: Forest, k: number, row: Float64Array, own: number, other: number): number {
  const { response, carry } = forest;
  const p = forest.plan.parent[k];
  const alone = quadratic(response, 36 * k, row, own, row, own);
  if (p < 0) return alone;
  // Phi between link and parent is X Phi_p.
  let between = 0;
  for (let i = 0; i < 6; i++) {
    let pushed = 0;
    let carried = 0;
    for (let j = 0; j < 6; j++) {
      pushed += response[36 * p + 6 * i + j] * row[other + j];
      carried += row[own + j] * carry[36 * k + 6 * j + i];
    }
    between += carried * pushed;
  }
  return alone + 2 * between + quadratic(response, 36 * p, row, other, row, other);
}

/** Of J at row[at ..] on link k, within its tree. */
export function responseOfLink(forest: Forest, k: number, row: Float64Array, at: number): number {
  return quadratic(forest.response, 36 * k, row, at, row, at);
}

/** Of J at row[at ..] on link k, were it alone in the world. */
export function responseAlone({ inverse }: Forest, k: number, row: Float64Array, at: number): number {
  const m = INERTIA_LENGTH * k;
  const x = row[at + 3];
  const y = row[at + 4];
  const z = row[at + 5];
  return (
    inverse[m] * (row[at] * row[at] + row[at + 1] * row[at + 1] + row[at + 2] * row[at + 2]) +
    inverse[m + 1] * x * x +
    inverse[m + 2] * y * y +
    inverse[m + 3] * z * z +
    2 * (inverse[m + 4] * x * y + inverse[m + 5] * x * z + inverse[m + 6] * y * z)
  );
}
