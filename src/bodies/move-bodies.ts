// Motion of bodies with their velocities and by their corrections (see kinematics.ts). The kernel compiles this file
// too.

import type { F64, I32, Integers, Numbers } from '../kernels/shared/numbers.js';
import { DURATION, rotateFreely, turnBy, turnSpin } from './free-rotation.js';

/** Below this angle per step the free rotation differs from one about a constant axis by less than rounding [rad]. */
const NEGLIGIBLE_TURN: F64 = 1e-7;
/** Largest angle per substep of a free rotation; the splitting is stable up to about half a radian [rad]. */
export const LARGEST_TURN: F64 = 0.25;
/** A body that would take more substeps is rotated about its present axis, which keeps its energy. */
const MOST_PARTS: F64 = 64;
/** A body whose angle in the step is not below this, or is no number, is listed instead of moved [rad]. */
const FARTHEST: F64 = 1e5;

/**
 * Moves the rigid bodies rows[first .. first + count) for dt [s] and by their corrections, which are then zero. Bodies
 * that are carried, that spin fast, or that have one of the locks `locked`, are not moved but listed. Returns their
 * number.
 */
export function moveBodies(
  rows: Integers,
  first: I32,
  count: I32,
  dt: F64,
  u: Numbers,
  c: Numbers,
  x: Numbers,
  q: Numbers,
  principal: Numbers,
  moments: Numbers,
  carriedBy: Integers,
  spinning: Integers,
  locks: Integers,
  locked: I32,
  spin: Numbers,
  listed: Integers,
): I32 {
  let others: I32 = 0;
  for (let member: I32 = first; member < first + count; member++) {
    const row = rows[member];
    const i = 6 * row;
    // A body at rest keeps its pose to the bit: normalizing its orientation again could change the last bit.
    if (isStill(u, c, i)) continue;
    const turned = dt * (Math.abs(u[i + 3]) + Math.abs(u[i + 4]) + Math.abs(u[i + 5]));
    const corrected = Math.abs(c[i + 3]) + Math.abs(c[i + 4]) + Math.abs(c[i + 5]);
    const isOther = carriedBy[row] !== 0 || spinning[row] !== 0 || (locks[row] & locked) !== 0;
    if (isOther || !(turned + corrected < FARTHEST)) {
      listed[others] = row;
      others++;
      continue;
    }
    x[3 * row] += dt * u[i] + c[i];
    x[3 * row + 1] += dt * u[i + 1] + c[i + 1];
    x[3 * row + 2] += dt * u[i + 2] + c[i + 2];
    spin[DURATION] = dt;
    turnBody(row, u, c, q, principal, moments, spin);
    for (let k: I32 = i; k < i + 6; k++) c[k] = 0;
  }
  return others;
}

/** Rotates a body with its angular velocity for spin[DURATION], and then by its correction. */
function turnBody(row: I32, u: Numbers, c: Numbers, q: Numbers, principal: Numbers, moments: Numbers, spin: Numbers): void {
  const i = 6 * row + 3;
  const dt = spin[DURATION];
  const turn = dt * Math.sqrt(u[i] * u[i] + u[i + 1] * u[i + 1] + u[i + 2] * u[i + 2]);
  const isTurning = u[i] !== 0 || u[i + 1] !== 0 || u[i + 2] !== 0;
  const isotropic = moments[3 * row] === moments[3 * row + 1] && moments[3 * row] === moments[3 * row + 2];
  const parts = Math.ceil(turn / LARGEST_TURN);
  if (turn < NEGLIGIBLE_TURN || isotropic || parts > MOST_PARTS) {
    spin[0] = dt * u[i];
    spin[1] = dt * u[i + 1];
    spin[2] = dt * u[i + 2];
    turnBy(q, row, spin, 0);
  } else {
    spin[DURATION] = dt / parts;
    for (let part: F64 = 0; part < parts; part++) rotateFreely(spin, q, principal, u, moments, row);
  }
  if (c[i] === 0 && c[i + 1] === 0 && c[i + 2] === 0) return;
  if (isotropic || !isTurning) turnBy(q, row, c, i);
  else turnSpin(spin, q, principal, u, moments, row, c, i);
}

/** Whether a body has neither a velocity nor a correction. */
function isStill(u: Numbers, c: Numbers, i: I32): boolean {
  for (let k: I32 = i; k < i + 6; k++) if (u[k] !== 0 || c[k] !== 0) return false;
  return true;
}
