// What forces do to the velocities of bodies in a step, and the energy that these have (bodies/kinematics.ts, steppers/bounces.ts).

import type { F64, I32, Integers, Numbers } from './numbers.js';

/**
 * u <- u + dt M^-1 f_ext for the rows[first .. first + count), then damping, implicitly so that any rate is stable. Notes in `flight` the
 * linear velocity after that, and by how far a body goes less or more along its parabola than by this velocity.
 */
export function accelerateBodies(
  rows: Integers,
  first: I32,
  count: I32,
  dt: F64,
  gravityX: F64,
  gravityY: F64,
  gravityZ: F64,
  linear: F64,
  angular: F64,
  u: Numbers,
  f: Numbers,
  flight: Numbers,
  inverseMass: Numbers,
  s: Numbers,
  gravityScale: Numbers,
  linearDamping: Numbers,
  angularDamping: Numbers,
): void {
  for (let member: I32 = first; member < first + count; member++) {
    const row = rows[member];
    const i = 6 * row;
    const m = inverseMass[row];
    const g = gravityScale[row];
    const slow = 1 / (1 + dt * (linear + linearDamping[row]));
    const calm = 1 / (1 + dt * (angular + angularDamping[row]));
    const vx = u[i];
    const vy = u[i + 1];
    const vz = u[i + 2];
    u[i] = (vx + dt * (g * gravityX + m * f[i])) * slow;
    u[i + 1] = (vy + dt * (g * gravityY + m * f[i + 1])) * slow;
    u[i + 2] = (vz + dt * (g * gravityZ + m * f[i + 2])) * slow;
    flight[i] = u[i];
    flight[i + 1] = u[i + 1];
    flight[i + 2] = u[i + 2];
    flight[i + 3] = 0.5 * dt * (vx - u[i]);
    flight[i + 4] = 0.5 * dt * (vy - u[i + 1]);
    flight[i + 5] = 0.5 * dt * (vz - u[i + 2]);
    const tx = f[i + 3];
    const ty = f[i + 4];
    const tz = f[i + 5];
    u[i + 3] = (u[i + 3] + dt * (s[i] * tx + s[i + 3] * ty + s[i + 4] * tz)) * calm;
    u[i + 4] = (u[i + 4] + dt * (s[i + 3] * tx + s[i + 1] * ty + s[i + 5] * tz)) * calm;
    u[i + 5] = (u[i + 5] + dt * (s[i + 4] * tx + s[i + 5] * ty + s[i + 2] * tz)) * calm;
  }
}

/**
 * Finds the bodies of rows[first .. first + count) in free flight: those with the velocity that forces alone gave them. Adds to their
 * correction `c`, once, the difference between a step with the mean velocity and one with the final velocity.
 */
export function followParabolas(rows: Integers, first: I32, count: I32, u: Numbers, flight: Numbers, c: Numbers): void {
  for (let member: I32 = first; member < first + count; member++) {
    const i = 6 * rows[member];
    if (u[i] !== flight[i] || u[i + 1] !== flight[i + 1] || u[i + 2] !== flight[i + 2]) continue;
    for (let j: I32 = i; j < i + 3; j++) {
      c[j] += flight[j + 3];
      flight[j + 3] = 0;
    }
  }
}

/** Sum of m v^2 / 2 + w.I w / 2 over the rows[first .. first + count), with I from its inverse by cofactors [J]. */
export function kineticEnergyOf(rows: Integers, first: I32, count: I32, u: Numbers, mass: Numbers, s: Numbers): F64 {
  let twice: F64 = 0;
  for (let member: I32 = first; member < first + count; member++) {
    const row = rows[member];
    const k = 6 * row;
    const x = u[k + 3];
    const y = u[k + 4];
    const z = u[k + 5];
    twice += mass[row] * (u[k] * u[k] + u[k + 1] * u[k + 1] + u[k + 2] * u[k + 2]);
    if (x === 0 && y === 0 && z === 0) continue;
    const xx = s[k + 1] * s[k + 2] - s[k + 5] * s[k + 5];
    const xy = s[k + 4] * s[k + 5] - s[k + 3] * s[k + 2];
    const xz = s[k + 3] * s[k + 5] - s[k + 4] * s[k + 1];
    const yy = s[k] * s[k + 2] - s[k + 4] * s[k + 4];
    const yz = s[k + 3] * s[k + 4] - s[k] * s[k + 5];
    const zz = s[k] * s[k + 1] - s[k + 3] * s[k + 3];
    const determinant = s[k] * xx + s[k + 3] * xy + s[k + 4] * xz;
    if (determinant > 0)
      twice += (xx * x * x + yy * y * y + zz * z * z + 2 * (xy * x * y + xz * x * z + yz * y * z)) / determinant;
  }
  return 0.5 * twice;
}

/** The largest velocity along an axis of the rows[first .. first + count), of those that are noted from `at` on in rows of `width` numbers [m/s]. */
export function fastestOf(rows: Integers, first: I32, count: I32, noted: Numbers, width: I32, at: I32): F64 {
  let fastest: F64 = 0;
  for (let member: I32 = first; member < first + count; member++) {
    const k = width * rows[member] + at;
    for (let j: I32 = k; j < k + 3; j++) fastest = Math.max(fastest, Math.abs(noted[j]));
  }
  return fastest;
}
