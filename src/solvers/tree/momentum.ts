// Impulses and momenta of links, six numbers each: what rows and contacts give them, and what they have.

import { INVERSE_LENGTH } from '../../kernels/forest-layout.js';
import * as contact from '../contact-record.js';
import type { RowSet } from '../row-set.js';
import type { Forest } from './forest.js';
import { blockOfRow, INERTIA_LENGTH, J_A, J_B, type JointBlocks, LAMBDA, ROW_LENGTH, type TreeProblem } from './joint-block.js';

/** Momentum of the links from `first` to `end` that move with `u`. */
export function setMomentum(
  { plan, inertia }: Forest,
  u: Float64Array,
  momentum: Float64Array,
  first = 0,
  end = plan.links,
): void {
  for (let k = first; k < end; k++) {
    const from = 6 * plan.body[k];
    const m = INERTIA_LENGTH * k;
    const x = u[from + 3];
    const y = u[from + 4];
    const z = u[from + 5];
    for (let j = 0; j < 3; j++) momentum[6 * k + j] = inertia[m] * u[from + j];
    momentum[6 * k + 3] = inertia[m + 1] * x + inertia[m + 4] * y + inertia[m + 5] * z;
    momentum[6 * k + 4] = inertia[m + 4] * x + inertia[m + 2] * y + inertia[m + 6] * z;
    momentum[6 * k + 5] = inertia[m + 5] * x + inertia[m + 6] * y + inertia[m + 3] * z;
  }
}

/** Adds M^-1 times impulses of links to their velocities. */
export function applyToLinks({ plan, inverse }: Forest, impulse: Float64Array, u: Float64Array): void {
  for (let k = 0; k < plan.links; k++) {
    const to = 6 * plan.body[k];
    const m = INVERSE_LENGTH * k;
    const x = impulse[6 * k + 3];
    const y = impulse[6 * k + 4];
    const z = impulse[6 * k + 5];
    for (let j = 0; j < 3; j++) u[to + j] += inverse[m + j] * impulse[6 * k + j];
    u[to + 3] += inverse[m + 3] * x + inverse[m + 6] * y + inverse[m + 7] * z;
    u[to + 4] += inverse[m + 6] * x + inverse[m + 4] * y + inverse[m + 8] * z;
    u[to + 5] += inverse[m + 7] * x + inverse[m + 8] * y + inverse[m + 5] * z;
  }
}

/** Adds J^T lambda of row r of a block to the impulses of its links. */
export function pushRow(
  { plan }: Forest,
  { ends, row }: JointBlocks,
  block: number,
  r: number,
  lambda: number,
  impulse: Float64Array,
): void {
  const { links, link } = plan;
  if (lambda === 0) return;
  for (let side = 0; side < 2; side++) {
    const body = ends[2 * block + side];
    if (body >= links) continue;
    const to = 6 * link[body];
    const from = r * ROW_LENGTH + (side === 0 ? J_A : J_B);
    for (let j = 0; j < 6; j++) impulse[to + j] += row[from + j] * lambda;
  }
}

/** Adds `factor` times J^T lambda of all rows of joints. */
export function pushJoints(forest: Forest, { blocks, couplings }: TreeProblem, factor: number, impulse: Float64Array): void {
  for (let block = 0; block < blocks.count; block++) {
    for (let r = blocks.firstRow[block]; r < blocks.firstRow[block + 1]; r++) {
      pushRow(forest, blocks, block, r, factor * blocks.row[r * ROW_LENGTH + LAMBDA], impulse);
    }
  }
  for (let i = 0; i < couplings.count; i++) {
    const lambda = factor * couplings.lambda[i];
    const first = couplings.rows[2 * i];
    const second = couplings.rows[2 * i + 1];
    pushRow(forest, blocks, blockOfRow(blocks, second), second, lambda, impulse);
    pushRow(forest, blocks, blockOfRow(blocks, first), first, -couplings.ratio[i] * lambda, impulse);
  }
}

/** Adds `factor` times J^T lambda of all contacts. */
export function pushContacts(
  { plan }: Forest,
  { contactCount, record, contactMovers }: TreeProblem,
  { rows, lambda }: RowSet,
  factor: number,
  impulse: Float64Array,
): void {
  const { links, link } = plan;
  for (let i = 0; i < contactCount; i++) {
    const k = i * contact.RECORD_LENGTH;
    for (let side = 0; side < 2; side++) {
      const body = contactMovers[2 * i + side] / 6;
      if (body >= links) continue;
      const to = 6 * link[body];
      for (let row = 0; row < rows; row++) {
        const push = factor * record[k + lambda + row];
        if (push === 0) continue;
        const d = k + contact.NORMAL + 3 * row;
        const r = k + contact.ANGULAR + 6 * row + 3 * side;
        for (let j = 0; j < 3; j++) {
          impulse[to + j] += (side === 0 ? -push : push) * record[d + j];
          impulse[to + 3 + j] += push * record[r + j];
        }
      }
    }
  }
}
