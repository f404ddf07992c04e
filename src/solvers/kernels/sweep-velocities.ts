// The sweep of projected Gauss-Seidel over velocities (projected-gauss-seidel.ts), written out as one loop: in two functions, one for the
// normal and one for the tangents of a contact, velocities are loaded and stored twice, which takes half as long again.
//
// Where we differ: the paper's friction is a square, which is stronger along its diagonals; beside it there is Coulomb's disc.
// The two tangents of a contact are solved as one block, and where that leaves the disc, by a gradient step onto its rim, whose
// fixed point opposes the sliding exactly.

import * as layout from '../contact-record.js';

// V8 folds constants of the same module but not imported ones, which is a quarter of a sweep's time.
const {
  NORMAL,
  TANGENT_1,
  TANGENT_2,
  ANGULAR,
  TURN,
  INVERSE_MASS_A,
  INVERSE_MASS_B,
  INVERSE_DIAGONAL,
  INVERSE_TANGENT_BLOCK,
  TANGENT_STEP,
  BIAS,
  FRICTION,
  LAMBDA,
  RECORD_LENGTH,
} = layout;

/**
 * One sweep over all contacts in their order, or those from `first` on; `pyramid` chooses the paper's square limit of friction over the disc. Returns
 * whether it changed the relative velocity of some contact by more than `tolerance` [m/s].
 */
export function sweepVelocities(
  count: number,
  record: Float64Array,
  movers: Int32Array,
  u: Float64Array,
  pyramid: boolean,
  tolerance: number,
  first = 0,
): boolean {
  let changed = false;
  for (let i = first; i < count; i++) {
    const k = i * RECORD_LENGTH;
    const a = movers[2 * i];
    const b = movers[2 * i + 1];
    let ax = u[a];
    let ay = u[a + 1];
    let az = u[a + 2];
    let awx = u[a + 3];
    let awy = u[a + 4];
    let awz = u[a + 5];
    let bx = u[b];
    let by = u[b + 1];
    let bz = u[b + 2];
    let bwx = u[b + 3];
    let bwy = u[b + 4];
    let bwz = u[b + 5];
    const mA = record[k + INVERSE_MASS_A];
    const mB = record[k + INVERSE_MASS_B];

    // Normal row.
    const nx = record[k + NORMAL];
    const ny = record[k + NORMAL + 1];
    const nz = record[k + NORMAL + 2];
    const wn =
      nx * (bx - ax) +
      ny * (by - ay) +
      nz * (bz - az) +
      record[k + ANGULAR] * awx +
      record[k + ANGULAR + 1] * awy +
      record[k + ANGULAR + 2] * awz +
      record[k + ANGULAR + 3] * bwx +
      record[k + ANGULAR + 4] * bwy +
      record[k + ANGULAR + 5] * bwz +
      record[k + BIAS];
    const oldNormal = record[k + LAMBDA];
    const lambdaN = Math.max(0, oldNormal - wn * record[k + INVERSE_DIAGONAL]);
    const old1 = record[k + LAMBDA + 1];
    const old2 = record[k + LAMBDA + 2];
    // Open before and after, and so without friction: nothing changes. Contacts found ahead of time are mostly of this kind.
    if (lambdaN === 0 && oldNormal === 0 && old1 === 0 && old2 === 0) continue;
    const dn = lambdaN - oldNormal;
    if (Math.abs(dn) > tolerance * record[k + INVERSE_DIAGONAL]) changed = true;
    record[k + LAMBDA] = lambdaN;
    ax -= dn * mA * nx;
    ay -= dn * mA * ny;
    az -= dn * mA * nz;
    awx += dn * record[k + TURN];
    awy += dn * record[k + TURN + 1];
    awz += dn * record[k + TURN + 2];
    bx += dn * mB * nx;
    by += dn * mB * ny;
    bz += dn * mB * nz;
    bwx += dn * record[k + TURN + 3];
    bwy += dn * record[k + TURN + 4];
    bwz += dn * record[k + TURN + 5];

    // Both tangent rows.
    const sx = record[k + TANGENT_1];
    const sy = record[k + TANGENT_1 + 1];
    const sz = record[k + TANGENT_1 + 2];
    const tx = record[k + TANGENT_2];
    const ty = record[k + TANGENT_2 + 1];
    const tz = record[k + TANGENT_2 + 2];
    const w1 =
      sx * (bx - ax) +
      sy * (by - ay) +
      sz * (bz - az) +
      record[k + ANGULAR + 6] * awx +
      record[k + ANGULAR + 7] * awy +
      record[k + ANGULAR + 8] * awz +
      record[k + ANGULAR + 9] * bwx +
      record[k + ANGULAR + 10] * bwy +
      record[k + ANGULAR + 11] * bwz;
    const w2 =
      tx * (bx - ax) +
      ty * (by - ay) +
      tz * (bz - az) +
      record[k + ANGULAR + 12] * awx +
      record[k + ANGULAR + 13] * awy +
      record[k + ANGULAR + 14] * awz +
      record[k + ANGULAR + 15] * bwx +
      record[k + ANGULAR + 16] * bwy +
      record[k + ANGULAR + 17] * bwz;
    const limit = record[k + FRICTION] * lambdaN;
    const b11 = record[k + INVERSE_TANGENT_BLOCK];
    const b12 = record[k + INVERSE_TANGENT_BLOCK + 1];
    const b22 = record[k + INVERSE_TANGENT_BLOCK + 2];
    let lambda1 = old1 - b11 * w1 - b12 * w2;
    let lambda2 = old2 - b12 * w1 - b22 * w2;
    if (pyramid) {
      // Row by row; the second sees what the first did, through the entry of A between them.
      const a12 = -b12 / (b11 * b22 - b12 * b12);
      lambda1 = Math.max(-limit, Math.min(limit, old1 - w1 * record[k + INVERSE_DIAGONAL + 1]));
      lambda2 = old2 - (w2 + a12 * (lambda1 - old1)) * record[k + INVERSE_DIAGONAL + 2];
      lambda2 = Math.max(-limit, Math.min(limit, lambda2));
    } else if (lambda1 * lambda1 + lambda2 * lambda2 > limit * limit) {
      lambda1 = old1 - record[k + TANGENT_STEP] * w1;
      lambda2 = old2 - record[k + TANGENT_STEP] * w2;
      const length = Math.sqrt(lambda1 * lambda1 + lambda2 * lambda2);
      const shrink = length > limit ? limit / length : 1;
      lambda1 *= shrink;
      lambda2 *= shrink;
    }
    const d1 = lambda1 - old1;
    const d2 = lambda2 - old2;
    if (Math.abs(d1) + Math.abs(d2) > tolerance * record[k + TANGENT_STEP]) changed = true;
    record[k + LAMBDA + 1] = lambda1;
    record[k + LAMBDA + 2] = lambda2;
    const fx = d1 * sx + d2 * tx;
    const fy = d1 * sy + d2 * ty;
    const fz = d1 * sz + d2 * tz;
    u[a] = ax - mA * fx;
    u[a + 1] = ay - mA * fy;
    u[a + 2] = az - mA * fz;
    u[a + 3] = awx + d1 * record[k + TURN + 6] + d2 * record[k + TURN + 12];
    u[a + 4] = awy + d1 * record[k + TURN + 7] + d2 * record[k + TURN + 13];
    u[a + 5] = awz + d1 * record[k + TURN + 8] + d2 * record[k + TURN + 14];
    u[b] = bx + mB * fx;
    u[b + 1] = by + mB * fy;
    u[b + 2] = bz + mB * fz;
    u[b + 3] = bwx + d1 * record[k + TURN + 9] + d2 * record[k + TURN + 15];
    u[b + 4] = bwy + d1 * record[k + TURN + 10] + d2 * record[k + TURN + 16];
    u[b + 5] = bwz + d1 * record[k + TURN + 11] + d2 * record[k + TURN + 17];
  }
  return changed;
}
