// Rotation of orientations by rotation vectors, and the torque-free rotation of a rigid body. The latter is by the
// symmetric splitting of Dullweber, Leimkuhler and McLachlan ("Symplectic splitting methods for rigid body molecular
// dynamics", 1997): five exact rotations about the principal axes. It keeps the angular momentum to rounding, and the
// energy error bounded. Unlike the paper, we then remove the remaining energy error. The kernel compiles this file too.

import type { F64, I32, Numbers } from '../kernels/shared/numbers.js';
import { cos, setSineAndCosine, sin } from '../math/sine.js';

/** Squared angular momenta below this are left alone, since products with them would underflow [kg^2 m^4/s^2]. */
const LEAST_SQUARE: F64 = 1e-140;
/** Most Newton iterations on the energy. Each squares the relative error, which begins at some thousandths. */
const MOST_ENERGY_STEPS: I32 = 6;
/** Energies that differ by a smaller fraction count as equal [1]. */
const ENERGY_ROUNDING: F64 = 1e-14;
/**
 * Squared sine of the angle to a principal axis below which the energy hardly depends on the momentum's direction [1].
 */
const NEAR_AXIS: F64 = 1e-12;

/** Indices in `spin`: the duration of a turn [s], sine and cosine of half its angle, twice an energy [J]. */
export const DURATION: I32 = 7;
const SINE: I32 = 8;
const COSINE: I32 = 9;
const ENERGY: I32 = 10;
export const SPIN_LENGTH: I32 = 11;

/**
 * Updates orientation and angular velocity of a torque-free body by spin[DURATION]: rotations about the axes 1 2 3 2 1,
 * the outer ones for half the time. Here and below, `spin` holds for the body at hand its principal orientation (4),
 * its angular momentum in the principal frame (3), the duration [s] (1), and workspace (3).
 */
export function rotateFreely(spin: Numbers, q: Numbers, principal: Numbers, u: Numbers, moments: Numbers, row: I32): void {
  readSpin(spin, q, principal, u, moments, row);
  spin[ENERGY] = energyOf(spin, moments, 3 * row);
  turnFreely(spin, moments, 3 * row);
  restoreEnergy(spin, moments, 3 * row);
  writeSpin(spin, q, principal, u, moments, row);
}

/**
 * Rotates a spinning body by the rotation vector v[at ..] [rad] in the world's frame, and keeps its angular momentum.
 * Its inertia rotates too. If that would raise its energy, the body is rotated a little less, or not at all.
 */
export function turnSpin(
  spin: Numbers,
  q: Numbers,
  principal: Numbers,
  u: Numbers,
  moments: Numbers,
  row: I32,
  v: Numbers,
  at: I32,
): void {
  readSpin(spin, q, principal, u, moments, row);
  const energy = energyOf(spin, moments, 3 * row);
  spin[ENERGY] = energy;
  rotateVector(spin, 1);
  turnBy(spin, 0, v, at);
  rotateVector(spin, -1);
  if (energyOf(spin, moments, 3 * row) > energy) restoreEnergy(spin, moments, 3 * row);
  if (energyOf(spin, moments, 3 * row) <= energy * (1 + ENERGY_ROUNDING)) writeSpin(spin, q, principal, u, moments, row);
}

/** The five rotations of the splitting, for spin[DURATION]; the principal moments are at moments[at ..]. */
export function turnFreely(spin: Numbers, moments: Numbers, at: I32): void {
  spin[DURATION] *= 0.5;
  turnAboutAxis(spin, 0, moments, at);
  turnAboutAxis(spin, 1, moments, at);
  spin[DURATION] *= 2;
  turnAboutAxis(spin, 2, moments, at);
  spin[DURATION] *= 0.5;
  turnAboutAxis(spin, 1, moments, at);
  turnAboutAxis(spin, 0, moments, at);
  spin[DURATION] *= 2;
}

/** Twice the rotational energy of `spin` [J]; the principal moments are at moments[at ..]. */
function energyOf(spin: Numbers, moments: Numbers, at: I32): F64 {
  return (spin[4] * spin[4]) / moments[at] + (spin[5] * spin[5]) / moments[at + 1] + (spin[6] * spin[6]) / moments[at + 2];
}

/** Reads a body's principal orientation, and its angular momentum in the principal frame, I R^T w, into `spin`. */
function readSpin(spin: Numbers, q: Numbers, p: Numbers, u: Numbers, moments: Numbers, row: I32): void {
  const k = 4 * row;
  spin[0] = q[k + 3] * p[k] + q[k] * p[k + 3] + q[k + 1] * p[k + 2] - q[k + 2] * p[k + 1];
  spin[1] = q[k + 3] * p[k + 1] - q[k] * p[k + 2] + q[k + 1] * p[k + 3] + q[k + 2] * p[k];
  spin[2] = q[k + 3] * p[k + 2] + q[k] * p[k + 1] - q[k + 1] * p[k] + q[k + 2] * p[k + 3];
  spin[3] = q[k + 3] * p[k + 3] - q[k] * p[k] - q[k + 1] * p[k + 1] - q[k + 2] * p[k + 2];
  for (let j: I32 = 0; j < 3; j++) spin[4 + j] = u[6 * row + 3 + j];
  rotateVector(spin, -1);
  for (let j: I32 = 0; j < 3; j++) spin[4 + j] *= moments[3 * row + j];
}

/** Writes a body's orientation and angular velocity from `spin`. */
function writeSpin(spin: Numbers, q: Numbers, p: Numbers, u: Numbers, moments: Numbers, row: I32): void {
  const k = 4 * row;
  for (let j: I32 = 0; j < 3; j++) spin[4 + j] /= moments[3 * row + j];
  rotateVector(spin, 1);
  for (let j: I32 = 0; j < 3; j++) u[6 * row + 3 + j] = spin[4 + j];
  // From the principal frame to the body's frame: multiplied by the conjugate of `principal`.
  const x = spin[0];
  const y = spin[1];
  const z = spin[2];
  const w = spin[3];
  q[k] = -w * p[k] + x * p[k + 3] - y * p[k + 2] + z * p[k + 1];
  q[k + 1] = -w * p[k + 1] + x * p[k + 2] + y * p[k + 3] - z * p[k];
  q[k + 2] = -w * p[k + 2] - x * p[k + 1] + y * p[k] + z * p[k + 3];
  q[k + 3] = w * p[k + 3] + x * p[k] + y * p[k + 1] + z * p[k + 2];
  normalize(q, k);
}

/**
 * Rotates the momentum in the principal frame until twice the kinetic energy is spin[ENERGY], and the frame the
 * opposite way, so that the momentum in the world stays the same. Newton's method along the gradient of the energy.
 */
function restoreEnergy(spin: Numbers, moments: Numbers, at: I32): void {
  const energy = spin[ENERGY];
  const i1 = moments[at];
  const i2 = moments[at + 1];
  const i3 = moments[at + 2];
  const m1 = spin[4];
  const m2 = spin[5];
  const m3 = spin[6];
  const squared = m1 * m1 + m2 * m2 + m3 * m3;
  if (squared < LEAST_SQUARE) return;
  let x = m1;
  let y = m2;
  let z = m3;
  for (let step: I32 = 0; step < MOST_ENERGY_STEPS; step++) {
    const g1 = x / i1;
    const g2 = y / i2;
    const g3 = z / i3;
    const now = x * g1 + y * g2 + z * g3;
    // Tangential gradient of the energy on the sphere of constant momentum.
    const along = now / squared;
    const t1 = g1 - along * x;
    const t2 = g2 - along * y;
    const t3 = g3 - along * z;
    const slope = t1 * t1 + t2 * t2 + t3 * t3;
    if (now === energy || slope <= NEAR_AXIS * (g1 * g1 + g2 * g2 + g3 * g3)) break;
    const s = (0.5 * (energy - now)) / slope;
    x += s * t1;
    y += s * t2;
    z += s * t3;
    const scale = Math.sqrt(squared / (x * x + y * y + z * z));
    x *= scale;
    y *= scale;
    z *= scale;
  }
  // The rotation from the new momentum to the old.
  let qw = squared + x * m1 + y * m2 + z * m3;
  let qx = y * m3 - z * m2;
  let qy = z * m1 - x * m3;
  let qz = x * m2 - y * m1;
  const size = 1 / Math.sqrt(qw * qw + qx * qx + qy * qy + qz * qz);
  // So large a rotation is no error of the splitting: the momentum cannot have this energy, and `spin` is left
  // unchanged.
  if (!(qw * size > 0.99)) return;
  qw *= size;
  qx *= size;
  qy *= size;
  qz *= size;
  const a = spin[0];
  const b = spin[1];
  const c = spin[2];
  const d = spin[3];
  spin[0] = d * qx + a * qw + b * qz - c * qy;
  spin[1] = d * qy - a * qz + b * qw + c * qx;
  spin[2] = d * qz + a * qy - b * qx + c * qw;
  spin[3] = d * qw - a * qx - b * qy - c * qz;
  spin[4] = x;
  spin[5] = y;
  spin[6] = z;
}

/**
 * The exact flow of the kinetic energy m_axis^2 / (2 I) for spin[DURATION]; the principal moments are at moments[at
 * ..].
 */
function turnAboutAxis(spin: Numbers, axis: I32, moments: Numbers, at: I32): void {
  spin[SINE] = (0.5 * spin[DURATION] * spin[4 + axis]) / moments[at + axis];
  setSineAndCosine(spin, SINE);
  const s = spin[SINE];
  const c = spin[COSINE];
  const j = (axis + 1) % 3;
  const k = (axis + 2) % 3;
  // The frame rotates by +angle about the axis ...
  const qi = spin[axis];
  const qj = spin[j];
  const qk = spin[k];
  const qw = spin[3];
  spin[axis] = c * qi + s * qw;
  spin[j] = c * qj + s * qk;
  spin[k] = c * qk - s * qj;
  spin[3] = c * qw - s * qi;
  // ... so the momentum as seen in the frame rotates by -angle.
  const sine = 2 * s * c;
  const cosine = 1 - 2 * s * s;
  const mj = spin[4 + j];
  const mk = spin[4 + k];
  spin[4 + j] = cosine * mj + sine * mk;
  spin[4 + k] = cosine * mk - sine * mj;
}

/** Rotates the vector s[4 .. 7) by the quaternion s[0 .. 4), or by its inverse if `way` is -1. */
export function rotateVector(s: Numbers, way: I32): void {
  const x = way * s[0];
  const y = way * s[1];
  const z = way * s[2];
  const w = s[3];
  const tx = 2 * (y * s[6] - z * s[5]);
  const ty = 2 * (z * s[4] - x * s[6]);
  const tz = 2 * (x * s[5] - y * s[4]);
  s[4] += w * tx + y * tz - z * ty;
  s[5] += w * ty + z * tx - x * tz;
  s[6] += w * tz + x * ty - y * tx;
}

/** Rotates v[at .. at + 3) with the angular velocity w[wAt ..] [rad/s] for dt [s]. */
export function turnVector(v: Numbers, at: I32, w: Numbers, wAt: I32, dt: F64): void {
  const ax = dt * w[wAt];
  const ay = dt * w[wAt + 1];
  const az = dt * w[wAt + 2];
  const squared = ax * ax + ay * ay + az * az;
  // sin(a) / a and (1 - cos(a)) / a^2.
  let s: F64 = 1;
  let c = 0.5;
  if (squared > 1e-14) {
    const angle = Math.sqrt(squared);
    s = sin(angle) / angle;
    const half = sin(0.5 * angle) / (0.5 * angle);
    c = 0.5 * half * half;
  }
  const x = v[at];
  const y = v[at + 1];
  const z = v[at + 2];
  const bx = ay * z - az * y;
  const by = az * x - ax * z;
  const bz = ax * y - ay * x;
  v[at] = x + s * bx + c * (ay * bz - az * by);
  v[at + 1] = y + s * by + c * (az * bx - ax * bz);
  v[at + 2] = z + s * bz + c * (ax * by - ay * bx);
}

/** q <- exp(v) q for the rotation vector at v[at ..] [rad] in the world's frame. */
export function turnBy(orientation: Numbers, row: I32, v: Numbers, at: I32): void {
  const vx = v[at];
  const vy = v[at + 1];
  const vz = v[at + 2];
  const squared = vx * vx + vy * vy + vz * vz;
  let s = 0.5;
  let c: F64 = 1;
  if (squared > 1e-14) {
    const angle = Math.sqrt(squared);
    s = sin(0.5 * angle) / angle;
    c = cos(0.5 * angle);
  }
  const ax = s * vx;
  const ay = s * vy;
  const az = s * vz;
  const k = 4 * row;
  const x = orientation[k];
  const y = orientation[k + 1];
  const z = orientation[k + 2];
  const w = orientation[k + 3];
  orientation[k] = c * x + ax * w + ay * z - az * y;
  orientation[k + 1] = c * y - ax * z + ay * w + az * x;
  orientation[k + 2] = c * z + ax * y - ay * x + az * w;
  orientation[k + 3] = c * w - ax * x - ay * y - az * z;
  normalize(orientation, k);
}

/** Makes the quaternion at q[k ..] of unit length again. */
export function normalize(q: Numbers, k: I32): void {
  const s = 1 / Math.sqrt(q[k] * q[k] + q[k + 1] * q[k + 1] + q[k + 2] * q[k + 2] + q[k + 3] * q[k + 3]);
  for (let i: I32 = k; i < k + 4; i++) q[i] *= s;
}
