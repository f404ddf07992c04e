// Projected Gauss-Seidel on contact records (VSP paper, section 3): each contact in turn is solved as if the others were right,
// by (31)-(33), and projected onto its limits (29), (30). It works on velocities directly, u = u^t + dt M^-1 f_ext + M^-1 J^T
// lambda. kernels/sweep-velocities.ts has the sweep over velocities.

import * as layout from './contact-record.js';

// V8 folds constants of the same module but not imported ones.
const {
  NORMAL,
  ANGULAR,
  TURN,
  INVERSE_MASS_A,
  INVERSE_MASS_B,
  INVERSE_DIAGONAL,
  BIAS,
  FRICTION,
  LAMBDA,
  GAP,
  CORRECTION_LAMBDA,
  RECORD_LENGTH,
} = layout;

/** Adds the impulses that the records hold to the velocities. */
export function applyImpulses(count: number, record: Float64Array, movers: Int32Array, u: Float64Array): void {
  for (let i = 0; i < count; i++) {
    const k = i * RECORD_LENGTH;
    for (let row = 0; row < 3; row++) applyRow(record, k, row, record[k + LAMBDA + row], u, movers[2 * i], movers[2 * i + 1]);
  }
}

/** Adds what `lambda` of one row does to the velocities. */
export function applyRow(
  record: Float64Array,
  k: number,
  row: number,
  lambda: number,
  u: Float64Array,
  a: number,
  b: number,
): void {
  const d = k + NORMAL + 3 * row;
  const t = k + TURN + 6 * row;
  const pushA = -lambda * record[k + INVERSE_MASS_A];
  const pushB = lambda * record[k + INVERSE_MASS_B];
  for (let j = 0; j < 3; j++) {
    u[a + j] += pushA * record[d + j];
    u[a + 3 + j] += lambda * record[t + j];
    u[b + j] += pushB * record[d + j];
    u[b + 3 + j] += lambda * record[t + 3 + j];
  }
}

/**
 * The relaxation (41) of the projection where bodies have no room, as a share of the mean of the diagonal [1]. All contacts yield by
 * the same way under the same impulse: as a share of its own diagonal, each would yield the more the lighter its bodies are.
 */
export const YIELDING = 0.25;

/**
 * One sweep of the projection that mends penetration (46): normal rows only, on displacements `s` in place of velocities, with
 * the gap in place of b. Returns whether it changed anything: if not, none that follows will.
 */
export function sweepPositions(
  count: number,
  record: Float64Array,
  movers: Int32Array,
  s: Float64Array,
  relaxation = 0,
): boolean {
  let isChanged = false;
  const compliance = relaxation > 0 ? relaxation * meanDiagonal(count, record) : 0;
  for (let i = 0; i < count; i++) {
    const k = i * RECORD_LENGTH;
    const a = movers[2 * i];
    const b = movers[2 * i + 1];
    const w = rowVelocity(record, k, 0, s, a, b) + record[k + GAP];
    const old = record[k + CORRECTION_LAMBDA];
    const inverse = record[k + INVERSE_DIAGONAL];
    const lambda = Math.max(0, old - ((w + compliance * old) * inverse) / (1 + compliance * inverse));
    if (lambda === old) continue;
    isChanged = true;
    record[k + CORRECTION_LAMBDA] = lambda;
    applyRow(record, k, 0, lambda - old, s, a, b);
  }
  return isChanged;
}

function meanDiagonal(count: number, record: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += 1 / record[i * RECORD_LENGTH + INVERSE_DIAGONAL];
  return count > 0 ? sum / count : 0;
}

/** J u of one row: the velocity of B's contact point against A's along the row's direction [m/s]. */
export function rowVelocity(record: Float64Array, k: number, row: number, u: Float64Array, a: number, b: number): number {
  const d = k + NORMAL + 3 * row;
  const r = k + ANGULAR + 6 * row;
  return (
    record[d] * (u[b] - u[a]) +
    record[d + 1] * (u[b + 1] - u[a + 1]) +
    record[d + 2] * (u[b + 2] - u[a + 2]) +
    record[r] * u[a + 3] +
    record[r + 1] * u[a + 4] +
    record[r + 2] * u[a + 5] +
    record[r + 3] * u[b + 3] +
    record[r + 4] * u[b + 4] +
    record[r + 5] * u[b + 5]
  );
}

/**
 * The merit theta of (38): half the squared length of H of (37). H is written as lambda - project(lambda - w), which is the same
 * for the paper's limits and makes sense for the disc as well.
 */
export function merit(count: number, record: Float64Array, movers: Int32Array, u: Float64Array, pyramid: boolean): number {
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const k = i * RECORD_LENGTH;
    const a = movers[2 * i];
    const b = movers[2 * i + 1];
    const normal = record[k + LAMBDA];
    const hn = normal - Math.max(0, normal - rowVelocity(record, k, 0, u, a, b) - record[k + BIAS]);
    const lambda1 = record[k + LAMBDA + 1];
    const lambda2 = record[k + LAMBDA + 2];
    let p1 = lambda1 - rowVelocity(record, k, 1, u, a, b);
    let p2 = lambda2 - rowVelocity(record, k, 2, u, a, b);
    const limit = record[k + FRICTION] * normal;
    if (pyramid) {
      p1 = Math.max(-limit, Math.min(limit, p1));
      p2 = Math.max(-limit, Math.min(limit, p2));
    } else {
      const length = Math.sqrt(p1 * p1 + p2 * p2);
      const shrink = length > limit ? limit / length : 1;
      p1 *= shrink;
      p2 *= shrink;
    }
    sum += hn * hn + (lambda1 - p1) * (lambda1 - p1) + (lambda2 - p2) * (lambda2 - p2);
  }
  return 0.5 * sum;
}
