// How bodies move between contacts: rotation matrices, forces into velocities, velocities into poses.
//
// Where we differ from the paper (VSP, eqs 18 and 26): the term -w x I w of f_ext is left out of the velocity update, and the
// orientation is not moved by an Euler step. Instead the position update follows the free rotation of the rigid body by the
// symmetric splitting of Dullweber, Leimkuhler and McLachlan: five exact rotations about the principal axes. It keeps the angular
// momentum to rounding and the energy error bounded, where Euler's step gains energy; what is left of that error is then taken out. And a body on which nothing but forces acts
// moves by the mean of its velocities before and after the step: it flies the parabola, and keeps its energy.

import { cos, sin } from '../math/portable.js';
import type { Columns } from '../table/table.js';
import type { NODE_SCHEMA } from './node-table.js';
import { addAngularImpulse, noteFreeSpin, spinAxis, takeBackContacts, writeSwing } from './spinning.js';

type Nodes = Columns<typeof NODE_SCHEMA>;

/** Below this turn in a step [rad] the free rotation differs from a constant one by less than rounding. */
const NEGLIGIBLE_TURN = 1e-7;
/** The splitting is stable up to a turn of about half a radian; a faster spin is followed in parts of at most this turn [rad]. */
const LARGEST_TURN = 0.25;
/** A body that turns more than this many parts in a step spins about the axis it has, which keeps its energy. */
const MOST_PARTS = 64;
/** The same for what spins on something, and would be upset by a wrong axis. */
const MOST_PARTS_OF_A_TOP = 512;

/** Brings `rotation` and `inverseInertia` of all rows up to date with their orientations; those that did not turn have them. */
export function updateRotations(nodes: Nodes, size: number): void {
  const { orientation: q, rotatedBy: p } = nodes;
  for (let row = 0; row < size; row++) {
    const k = 4 * row;
    if (q[k] !== p[k] || q[k + 1] !== p[k + 1] || q[k + 2] !== p[k + 2] || q[k + 3] !== p[k + 3]) updateRotation(nodes, row);
  }
}

/** Writes `rotation` and `inverseInertia` of a row from its orientation. */
export function updateRotation(nodes: Nodes, row: number): void {
  const q = nodes.orientation;
  const x = q[4 * row];
  const y = q[4 * row + 1];
  const z = q[4 * row + 2];
  const w = q[4 * row + 3];
  const r00 = 1 - 2 * (y * y + z * z);
  const r01 = 2 * (x * y - w * z);
  const r02 = 2 * (x * z + w * y);
  const r10 = 2 * (x * y + w * z);
  const r11 = 1 - 2 * (x * x + z * z);
  const r12 = 2 * (y * z - w * x);
  const r20 = 2 * (x * z - w * y);
  const r21 = 2 * (y * z + w * x);
  const r22 = 1 - 2 * (x * x + y * y);
  const p = nodes.rotatedBy;
  p[4 * row] = x;
  p[4 * row + 1] = y;
  p[4 * row + 2] = z;
  p[4 * row + 3] = w;
  const r = nodes.rotation;
  r[9 * row] = r00;
  r[9 * row + 1] = r01;
  r[9 * row + 2] = r02;
  r[9 * row + 3] = r10;
  r[9 * row + 4] = r11;
  r[9 * row + 5] = r12;
  r[9 * row + 6] = r20;
  r[9 * row + 7] = r21;
  r[9 * row + 8] = r22;

  // R S R^T, with S the symmetric body tensor.
  const s = nodes.bodyInverseInertia;
  const xx = s[6 * row];
  const yy = s[6 * row + 1];
  const zz = s[6 * row + 2];
  const xy = s[6 * row + 3];
  const xz = s[6 * row + 4];
  const yz = s[6 * row + 5];
  const a00 = r00 * xx + r01 * xy + r02 * xz;
  const a01 = r00 * xy + r01 * yy + r02 * yz;
  const a02 = r00 * xz + r01 * yz + r02 * zz;
  const a10 = r10 * xx + r11 * xy + r12 * xz;
  const a11 = r10 * xy + r11 * yy + r12 * yz;
  const a12 = r10 * xz + r11 * yz + r12 * zz;
  const a20 = r20 * xx + r21 * xy + r22 * xz;
  const a21 = r20 * xy + r21 * yy + r22 * yz;
  const a22 = r20 * xz + r21 * yz + r22 * zz;
  const inverse = nodes.inverseInertia;
  inverse[6 * row] = a00 * r00 + a01 * r01 + a02 * r02;
  inverse[6 * row + 1] = a10 * r10 + a11 * r11 + a12 * r12;
  inverse[6 * row + 2] = a20 * r20 + a21 * r21 + a22 * r22;
  inverse[6 * row + 3] = a00 * r10 + a01 * r11 + a02 * r12;
  inverse[6 * row + 4] = a00 * r20 + a01 * r21 + a02 * r22;
  inverse[6 * row + 5] = a10 * r20 + a11 * r21 + a12 * r22;
}

/**
 * u <- u + dt M^-1 f_ext for the rigid rows[first .. first + count), then damping, implicitly so that any rate is stable. Like
 * all hot code here it loops inside: numbers handed to a function once a body would be allocated by V8.
 */
export function integrateVelocities(
  nodes: Nodes,
  rows: Int32Array,
  first: number,
  count: number,
  dt: number,
  gravity: readonly [number, number, number],
  linearDamping: number,
  angularDamping: number,
): void {
  const u = nodes.velocity;
  const f = nodes.force;
  const flight = nodes.flight;
  for (let member = first; member < first + count; member++) {
    const row = rows[member];
    const i = 6 * row;
    const inverseMass = nodes.inverseMass[row];
    const g = nodes.gravityScale[row];
    const slow = 1 / (1 + dt * (linearDamping + nodes.linearDamping[row]));
    const calm = 1 / (1 + dt * (angularDamping + nodes.angularDamping[row]));
    const s = nodes.inverseInertia;
    const vx = u[i];
    const vy = u[i + 1];
    const vz = u[i + 2];
    u[i] = (u[i] + dt * (g * gravity[0] + inverseMass * f[i])) * slow;
    u[i + 1] = (u[i + 1] + dt * (g * gravity[1] + inverseMass * f[i + 1])) * slow;
    u[i + 2] = (u[i + 2] + dt * (g * gravity[2] + inverseMass * f[i + 2])) * slow;
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
    if (nodes.spinning[row] !== 0) noteFreeSpin(nodes, row);
  }
}

/**
 * Of the rigid rows[first .. first + count), those whose velocity is still what the forces made it fly freely. Adds to their
 * `correction`, once, what takes them from their velocity at the end of the step to the mean of the step.
 */
export function followParabolas(
  { velocity: u, flight, correction: c }: Nodes,
  rows: Int32Array,
  first: number,
  count: number,
): void {
  for (let member = first; member < first + count; member++) {
    const i = 6 * rows[member];
    if (u[i] !== flight[i] || u[i + 1] !== flight[i + 1] || u[i + 2] !== flight[i + 2]) continue;
    for (let j = 0; j < 3; j++) {
      c[i + j] += flight[i + 3 + j];
      flight[i + 3 + j] = 0;
    }
  }
}

/**
 * Moves the rigid rows[first .. first + count) along their velocities for dt [s], and by their `correction`, which is used up.
 */
export function integratePositions(nodes: Nodes, rows: Int32Array, first: number, count: number, dt: number): void {
  const u = nodes.velocity;
  const c = nodes.correction;
  const x = nodes.position;
  for (let member = first; member < first + count; member++) {
    const row = rows[member];
    const i = 6 * row;
    // What stands still stays where it is to the last bit; normalizing its orientation anew would make it flicker by one.
    if (isZero(u, i) && isZero(c, i)) continue;
    if (nodes.carriedBy[row] !== 0) {
      carry(nodes, row, dt);
      continue;
    }
    x[3 * row] += dt * u[i] + c[i];
    x[3 * row + 1] += dt * u[i + 1] + c[i + 1];
    x[3 * row + 2] += dt * u[i + 2] + c[i + 2];
    if (nodes.spinning[row] !== 0) {
      turnSpinning(nodes, row, dt);
      continue;
    }
    const wx = u[i + 3];
    const wy = u[i + 4];
    const wz = u[i + 5];
    const turn = dt * Math.sqrt(wx * wx + wy * wy + wz * wz);
    const moments = nodes.moments;
    const isotropic = moments[3 * row] === moments[3 * row + 1] && moments[3 * row] === moments[3 * row + 2];
    const parts = Math.ceil(turn / LARGEST_TURN);
    if (turn < NEGLIGIBLE_TURN || isotropic || parts > MOST_PARTS) {
      rotationVector[0] = dt * wx;
      rotationVector[1] = dt * wy;
      rotationVector[2] = dt * wz;
      turnBy(nodes.orientation, row, rotationVector, 0);
    } else {
      spin[DURATION] = dt / parts;
      for (let part = 0; part < parts; part++) rotateFreely(nodes, row);
    }
    if (c[i + 3] !== 0 || c[i + 4] !== 0 || c[i + 5] !== 0) {
      if (isotropic || (wx === 0 && wy === 0 && wz === 0)) turnBy(nodes.orientation, row, c, i + 3);
      else correctSpinning(nodes, row, c, i + 3);
    }
    for (let k = i; k < i + 6; k++) c[k] = 0;
  }
}

/**
 * Moves a body with the turning one that it rests on: by the holder's whole turn about the holder's axis, where its own velocity
 * would take it along the tangent. What it moves against the holder, and its correction, it does first.
 */
function carry(nodes: Nodes, row: number, dt: number): void {
  const { velocity: u, position: x, correction: c, carriedBy } = nodes;
  const holder = carriedBy[row] - 1;
  carriedBy[row] = 0;
  const h = 6 * holder;
  const i = 6 * row;
  for (let j = 0; j < 3; j++) {
    const k = h + 3 + ((j + 1) % 3);
    const l = h + 3 + ((j + 2) % 3);
    const m = 3 * row + ((j + 1) % 3);
    const n = 3 * row + ((j + 2) % 3);
    arm[j] = x[3 * row + j] - x[3 * holder + j];
    const carried = u[h + j] + u[k] * (x[n] - x[n - 3 * row + 3 * holder]) - u[l] * (x[m] - x[m - 3 * row + 3 * holder]);
    arm[j] += dt * (u[i + j] - carried) + c[i + j];
    u[i + j] -= u[h + j];
  }
  turnVector(arm, 0, u, h + 3, dt);
  turnVector(u, i, u, h + 3, dt);
  for (let j = 0; j < 3; j++) {
    x[3 * row + j] = x[3 * holder + j] + dt * u[h + j] + arm[j];
    u[i + j] += u[h + j];
    rotationVector[j] = dt * u[h + 3 + j];
  }
  if (c[i + 3] !== 0 || c[i + 4] !== 0 || c[i + 5] !== 0) turnBy(nodes.orientation, row, c, i + 3);
  turnBy(nodes.orientation, row, rotationVector, 0);
  for (let k = i; k < i + 6; k++) c[k] = 0;
}

const arm = new Float64Array(3);

/** Turns v[at .. at + 3) by the angular velocity w[wAt ..] [rad/s] of dt [s]. */
export function turnVector(v: Float64Array, at: number, w: Float64Array, wAt: number, dt: number): void {
  const ax = dt * w[wAt];
  const ay = dt * w[wAt + 1];
  const az = dt * w[wAt + 2];
  const squared = ax * ax + ay * ay + az * az;
  // sin(a) / a and (1 - cos(a)) / a^2.
  let s = 1;
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

/** Turns a body that spins fast, while contacts act on it all through the step; its correction turns its spin with it. */
function turnSpinning(nodes: Nodes, row: number, dt: number): void {
  const { velocity: u, correction: c } = nodes;
  const i = 6 * row + 3;
  takeBackContacts(nodes, row, impulse);
  turned.set(impulse);
  const about = spinAxis(nodes, row, axis, -1);
  const twist = axis[0] * impulse[0] + axis[1] * impulse[1] + axis[2] * impulse[2];
  const parts = partsOf(nodes, row, dt);
  spin[DURATION] = dt / parts;
  for (let part = 0; part < parts; part++) {
    addAngularImpulse(nodes, row, turned, about, twist, 0.5 / parts);
    rotateFreely(nodes, row);
    turnLevers(nodes, row, about);
    addAngularImpulse(nodes, row, turned, about, twist, 0.5 / parts);
  }
  if (c[i] !== 0 || c[i + 1] !== 0 || c[i + 2] !== 0) {
    turnBy(nodes.orientation, row, c, i);
    turnVector(u, i, c, i, 1);
  }
  for (let k = i - 3; k < i + 3; k++) c[k] = 0;
}

/** In how many parts the turn of a body that spins fast is followed. */
function partsOf({ velocity: u }: Nodes, row: number, dt: number): number {
  const i = 6 * row + 3;
  const turn = dt * Math.sqrt(u[i] * u[i] + u[i + 1] * u[i + 1] + u[i + 2] * u[i + 2]);
  return Math.min(MOST_PARTS_OF_A_TOP, Math.max(1, Math.ceil(turn / LARGEST_TURN)));
}

/** Orientation and angular velocity of a body after dt [s] without any torque. */
export function followFreely(nodes: Nodes, row: number, dt: number): void {
  const parts = partsOf(nodes, row, dt);
  spin[DURATION] = dt / parts;
  for (let part = 0; part < parts; part++) rotateFreely(nodes, row);
}

/** Angular impulse of contacts at the beginning of the step, and where their arms have turned with the axis since [N m s]. */
const impulse = new Float64Array(3);
const turned = new Float64Array(3);
/** The axis then, and now [1]; its swing [rad]; an arm times the three components of an impulse. */
const axis = new Float64Array(3);
const axisNow = new Float64Array(3);
const swing = new Float64Array(3);
const lever = new Float64Array(3);

function turnLevers(nodes: Nodes, row: number, about: number): void {
  const { levers } = nodes;
  spinAxis(nodes, row, axisNow, about);
  writeSwing(axis, axisNow, swing, 0);
  turned.set(impulse);
  // Of arm r and impulse J, the angular impulse r x J.
  for (let j = 0; j < 3; j++) {
    for (let k = 0; k < 3; k++) lever[k] = levers[9 * row + 3 * k + j];
    turnVector(lever, 0, swing, 0, 1);
    for (let k = 0; k < 3; k++) lever[k] -= levers[9 * row + 3 * k + j];
    turned[(j + 1) % 3] += lever[(j + 2) % 3];
    turned[(j + 2) % 3] -= lever[(j + 1) % 3];
  }
}

/** Whether the six numbers from `at` on are all zero. */
function isZero(v: Float64Array, at: number): boolean {
  return v[at] === 0 && v[at + 1] === 0 && v[at + 2] === 0 && v[at + 3] === 0 && v[at + 4] === 0 && v[at + 5] === 0;
}

const rotationVector = new Float64Array(3);

/** q <- exp(v) q for the rotation vector at v[at ..] [rad] in the world's frame. */
function turnBy(orientation: Float64Array, row: number, v: Float64Array, at: number): void {
  const vx = v[at];
  const vy = v[at + 1];
  const vz = v[at + 2];
  const squared = vx * vx + vy * vy + vz * vz;
  let s = 0.5;
  let c = 1;
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

function normalize(q: Float64Array, k: number): void {
  const s = 1 / Math.sqrt(q[k] * q[k] + q[k + 1] * q[k + 1] + q[k + 2] * q[k + 2] + q[k + 3] * q[k + 3]);
  for (let i = k; i < k + 4; i++) q[i] *= s;
}

/** While one body turns: its principal orientation (4), its angular momentum in the principal frame (3), and for how long [s]. */
const spin = new Float64Array(8);
const DURATION = 7;

/**
 * Orientation and angular velocity of a torque-free body after spin[DURATION]: rotations about the axes 1 2 3 2 1, outer ones
 * halved.
 */
function rotateFreely(nodes: Nodes, row: number): void {
  const { moments } = nodes;
  readSpin(nodes, row);
  const energy = spinEnergy(moments, 3 * row);
  spin[DURATION] *= 0.5;
  turnAboutPrincipalAxis(0, moments, 3 * row);
  turnAboutPrincipalAxis(1, moments, 3 * row);
  spin[DURATION] *= 2;
  turnAboutPrincipalAxis(2, moments, 3 * row);
  spin[DURATION] *= 0.5;
  turnAboutPrincipalAxis(1, moments, 3 * row);
  turnAboutPrincipalAxis(0, moments, 3 * row);
  spin[DURATION] *= 2;
  restoreEnergy(energy, moments, 3 * row);
  writeSpin(nodes, row);
}

/**
 * Turns a spinning body by the rotation vector at v[at ..] [rad] in the world's frame and keeps its angular momentum. Its inertia
 * turns with it: where that would raise its energy, it is turned a little less, or not at all.
 */
function correctSpinning(nodes: Nodes, row: number, v: Float64Array, at: number): void {
  readSpin(nodes, row);
  const energy = spinEnergy(nodes.moments, 3 * row);
  rotateVector(spin, 1);
  turnBy(spin, 0, v, at);
  rotateVector(spin, -1);
  if (spinEnergy(nodes.moments, 3 * row) > energy) restoreEnergy(energy, nodes.moments, 3 * row);
  if (spinEnergy(nodes.moments, 3 * row) <= energy * (1 + ENERGY_ROUNDING)) writeSpin(nodes, row);
}

/** The vector at s[4 ..] by the quaternion at s[0 ..], or by its inverse where `way` is -1. */
function rotateVector(s: Float64Array, way: number): void {
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

/** Twice the kinetic energy of the spin at hand [J]; the principal moments are at moments[at ..]. */
function spinEnergy(moments: Float64Array, at: number): number {
  return (spin[4] * spin[4]) / moments[at] + (spin[5] * spin[5]) / moments[at + 1] + (spin[6] * spin[6]) / moments[at + 2];
}

/** Principal orientation and angular momentum in the principal frame, I R^T w, of a body. */
function readSpin({ orientation: q, principal: p, velocity: u, moments }: Nodes, row: number): void {
  const k = 4 * row;
  spin[0] = q[k + 3] * p[k] + q[k] * p[k + 3] + q[k + 1] * p[k + 2] - q[k + 2] * p[k + 1];
  spin[1] = q[k + 3] * p[k + 1] - q[k] * p[k + 2] + q[k + 1] * p[k + 3] + q[k + 2] * p[k];
  spin[2] = q[k + 3] * p[k + 2] + q[k] * p[k + 1] - q[k + 1] * p[k] + q[k + 2] * p[k + 3];
  spin[3] = q[k + 3] * p[k + 3] - q[k] * p[k] - q[k + 1] * p[k + 1] - q[k + 2] * p[k + 2];
  for (let j = 0; j < 3; j++) spin[4 + j] = u[6 * row + 3 + j];
  rotateVector(spin, -1);
  for (let j = 0; j < 3; j++) spin[4 + j] *= moments[3 * row + j];
}

/** The body's orientation and angular velocity from the spin at hand. */
function writeSpin({ orientation: q, principal: p, velocity: u, moments }: Nodes, row: number): void {
  const k = 4 * row;
  for (let j = 0; j < 3; j++) spin[4 + j] /= moments[3 * row + j];
  rotateVector(spin, 1);
  for (let j = 0; j < 3; j++) u[6 * row + 3 + j] = spin[4 + j];
  // Back from the principal frame to the body's: times the conjugate of `principal`.
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

/** Newton's steps towards the energy that the body had: they square the error, which is some thousandths. */
const MOST_ENERGY_STEPS = 6;
/** An energy that differs by less than this share is the same [1]. */
const ENERGY_ROUNDING = 1e-14;
/** Closer to a principal axis than this the energy hardly depends on the direction of the momentum, and is right already [1]. */
const NEAR_AXIS = 1e-12;

/**
 * Turns the momentum in the principal frame until twice the kinetic energy is what it was, and the frame against it, so that the
 * momentum stays as it is in the world.
 */
function restoreEnergy(energy: number, moments: Float64Array, at: number): void {
  const i1 = moments[at];
  const i2 = moments[at + 1];
  const i3 = moments[at + 2];
  const m1 = spin[4];
  const m2 = spin[5];
  const m3 = spin[6];
  const squared = m1 * m1 + m2 * m2 + m3 * m3;
  let x = m1;
  let y = m2;
  let z = m3;
  for (let step = 0; step < MOST_ENERGY_STEPS; step++) {
    const g1 = x / i1;
    const g2 = y / i2;
    const g3 = z / i3;
    const now = x * g1 + y * g2 + z * g3;
    // The gradient of the energy along the sphere of constant momentum.
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
  // A turn this large is no rounding of the splitting: the energy asked for is out of reach.
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
 * The exact flow of the kinetic energy m_axis^2 / (2 I) for the time spin[DURATION]; the principal moments are at moments[at ..].
 */
function turnAboutPrincipalAxis(axis: number, moments: Float64Array, at: number): void {
  const half = (0.5 * spin[DURATION] * spin[4 + axis]) / moments[at + axis];
  const s = sin(half);
  const c = cos(half);
  const j = (axis + 1) % 3;
  const k = (axis + 2) % 3;
  // The frame turns by +angle about the axis ...
  const qi = spin[axis];
  const qj = spin[j];
  const qk = spin[k];
  const qw = spin[3];
  spin[axis] = c * qi + s * qw;
  spin[j] = c * qj + s * qk;
  spin[k] = c * qk - s * qj;
  spin[3] = c * qw - s * qi;
  // ... and so the momentum seen from it by -angle.
  const sine = 2 * s * c;
  const cosine = 1 - 2 * s * s;
  const mj = spin[4 + j];
  const mk = spin[4 + k];
  spin[4 + j] = cosine * mj + sine * mk;
  spin[4 + k] = cosine * mk - sine * mj;
}
