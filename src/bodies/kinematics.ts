// Motion of bodies in a step: forces into velocities, velocities into poses, and rotation matrices of the poses. A body
// rotates freely, as a fast top (spinning.ts), within its locks, or with the turning body that carries it. Members of a
// composite follow the composite.
//
// We differ from the paper (VSP, eqs 18 and 26) in two points. The velocity update leaves out the term -w x I w of
// f_ext, and the orientation is not moved by an Euler step, which gains energy: the position update follows the free
// rotation of the body by the symmetric splitting of free-rotation.ts. And a body on which only forces act moves by the
// mean of its velocities before and after the step, so that it flies the exact parabola and keeps its energy.

import * as loops from '../kernels/shared/accelerate-bodies.js';
import { clearLocked, lockInverseInertia, ROTATION_LOCKS } from '../math/locked-axes.js';
import type { SlotTable } from '../table/slots.js';
import type { Columns } from '../table/table.js';
import { DURATION, rotateFreely, SPIN_LENGTH, turnBy, turnVector } from './free-rotation.js';
import { LockedTurn } from './locked-turn.js';
import { LARGEST_TURN, moveBodies } from './move-bodies.js';
import type { NODE_SCHEMA } from './node-table.js';
import { FastSpin, noteFreeSpin, writeSwing } from './spinning.js';

type Nodes = Columns<typeof NODE_SCHEMA>;

/** Most substeps of the rotation of a body that spins on a contact, where an axis that is off would upset the body. */
const MOST_PARTS_OF_A_TOP = 512;

/** Updates `rotation` and `inverseInertia` of the rows [first .. end) whose orientation has changed. */
export function updateRotations(nodes: Nodes, end: number, first = 0): void {
  const { orientation: q, rotatedBy: p } = nodes;
  for (let row = first; row < end; row++) {
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
  if ((nodes.locks[row] & ROTATION_LOCKS) !== 0) lockInverseInertia(inverse, 6 * row, nodes.locks[row]);
}

/** Applies forces and damping to the velocities of the rigid rows[first .. first + count), for dt [s]. */
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
  loops.accelerateBodies(
    rows,
    first,
    count,
    dt,
    gravity[0],
    gravity[1],
    gravity[2],
    linearDamping,
    angularDamping,
    nodes.velocity,
    nodes.force,
    nodes.flight,
    nodes.inverseMass,
    nodes.inverseInertia,
    nodes.gravityScale,
    nodes.linearDamping,
    nodes.angularDamping,
  );
  const { velocity, locks, spinning } = nodes;
  for (let member = first; member < first + count; member++) {
    const row = rows[member];
    if (locks[row] !== 0) clearLocked(velocity, 6 * row, locks[row]);
    if (spinning[row] !== 0) noteFreeSpin(nodes, row);
  }
}

/** Has bodies of rows[first .. first + count) that nothing but forces moves follow their parabolas. */
export function followParabolas({ velocity, flight, correction }: Nodes, rows: Int32Array, first: number, count: number): void {
  loops.followParabolas(rows, first, count, velocity, flight, correction);
}

/**
 * Moves the rigid rows[first .. first + count) with their velocities for dt [s] and by their `correction`, which is
 * then zero.
 */
export function integratePositions(
  turning: Turning,
  nodes: Nodes,
  rows: Int32Array,
  first: number,
  count: number,
  dt: number,
): void {
  const others = moveBodies(
    rows,
    first,
    count,
    dt,
    nodes.velocity,
    nodes.correction,
    nodes.position,
    nodes.orientation,
    nodes.principal,
    nodes.moments,
    nodes.carriedBy,
    nodes.spinning,
    nodes.locks,
    ROTATION_LOCKS,
    turning.spin,
    nodes.listed,
  );
  moveOthers(turning, nodes, others, dt);
}

/**
 * Moves the first `count` bodies of the column `listed`, which moveBodies() leaves: carried, fast spinning or locked
 * ones.
 */
export function moveOthers(turning: Turning, nodes: Nodes, count: number, dt: number): void {
  const { velocity: u, correction: c, position: x, listed } = nodes;
  for (let member = 0; member < count; member++) {
    const row = listed[member];
    const i = 6 * row;
    if (nodes.carriedBy[row] !== 0) {
      turning.carry(nodes, row, dt);
      continue;
    }
    for (let j = 0; j < 3; j++) x[3 * row + j] += dt * u[i + j] + c[i + j];
    if (nodes.spinning[row] !== 0) turning.turnSpinning(nodes, row, dt);
    else if ((nodes.locks[row] & ROTATION_LOCKS) !== 0) turning.locked.turn(nodes, row, dt);
    else turning.turnAbout(nodes, row, dt);
    for (let k = i; k < i + 6; k++) c[k] = 0;
  }
}

/** Whether the six numbers from `at` on are all zero. */
export function isZero(v: Float64Array, at: number): boolean {
  return v[at] === 0 && v[at + 1] === 0 && v[at + 2] === 0 && v[at + 3] === 0 && v[at + 4] === 0 && v[at + 5] === 0;
}

/** Sets pose and velocity of every composite's members from those of the composite. */
export function moveMembers({ nodes }: { readonly nodes: SlotTable<typeof NODE_SCHEMA> }): void {
  const { columns, size } = nodes;
  for (let row = 0; row < size; row++) {
    if (columns.mover[row] !== row && nodes.isLive(row)) moveMember(columns, row, columns.mover[row]);
  }
}

/** Sets pose and velocity of one member from those of its composite. */
export function moveMember(nodes: Nodes, row: number, composite: number): void {
  const r = 9 * composite;
  const { rotation, memberPose: pose, orientation, position, velocity } = nodes;
  const m = 7 * row;
  const x = rotation[r] * pose[m] + rotation[r + 1] * pose[m + 1] + rotation[r + 2] * pose[m + 2];
  const y = rotation[r + 3] * pose[m] + rotation[r + 4] * pose[m + 1] + rotation[r + 5] * pose[m + 2];
  const z = rotation[r + 6] * pose[m] + rotation[r + 7] * pose[m + 1] + rotation[r + 8] * pose[m + 2];
  position[3 * row] = position[3 * composite] + x;
  position[3 * row + 1] = position[3 * composite + 1] + y;
  position[3 * row + 2] = position[3 * composite + 2] + z;
  const ax = orientation[4 * composite];
  const ay = orientation[4 * composite + 1];
  const az = orientation[4 * composite + 2];
  const aw = orientation[4 * composite + 3];
  const bx = pose[m + 3];
  const by = pose[m + 4];
  const bz = pose[m + 5];
  const bw = pose[m + 6];
  orientation[4 * row] = aw * bx + ax * bw + ay * bz - az * by;
  orientation[4 * row + 1] = aw * by - ax * bz + ay * bw + az * bx;
  orientation[4 * row + 2] = aw * bz + ax * by - ay * bx + az * bw;
  orientation[4 * row + 3] = aw * bw - ax * bx - ay * by - az * bz;
  const wx = velocity[6 * composite + 3];
  const wy = velocity[6 * composite + 4];
  const wz = velocity[6 * composite + 5];
  velocity[6 * row] = velocity[6 * composite] + wy * z - wz * y;
  velocity[6 * row + 1] = velocity[6 * composite + 1] + wz * x - wx * z;
  velocity[6 * row + 2] = velocity[6 * composite + 2] + wx * y - wy * x;
  velocity[6 * row + 3] = wx;
  velocity[6 * row + 4] = wy;
  velocity[6 * row + 5] = wz;
  updateRotation(nodes, row);
}

/** Rotation of the bodies of one world that moveBodies() leaves, with its workspace. */
export class Turning {
  /** Workspace of free-rotation.ts. */
  readonly spin = new Float64Array(SPIN_LENGTH);
  readonly fast = new FastSpin();
  readonly locked = new LockedTurn();
  /** A rotation vector of the body at hand [rad]. */
  readonly rotationVector = new Float64Array(3);
  /** Vector from the carrying body to the carried one [m]. */
  readonly #arm = new Float64Array(3);
  /**
   * Angular impulse of contacts with their arms at the beginning of the step, and with arms rotated with the axis [N m
   * s].
   */
  readonly #impulse = new Float64Array(3);
  readonly #turned = new Float64Array(3);
  /**
   * Spin axis at the beginning and now [1]; its swing [rad]; the column of `levers` for one component of the impulse.
   */
  readonly #axis = new Float64Array(3);
  readonly #axisNow = new Float64Array(3);
  readonly #swing = new Float64Array(3);
  readonly #lever = new Float64Array(3);

  /**
   * Moves a body with the turning holder that it rests on, by a rotation about the holder's axis; a step with its own
   * velocity would follow the tangent. Its motion relative to the holder, and its correction, are applied first.
   */
  carry(nodes: Nodes, row: number, dt: number): void {
    const { rotationVector } = this;
    const arm = this.#arm;
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

  /** Rotates a body about its present axis of rotation, and by its correction. */
  turnAbout(nodes: Nodes, row: number, dt: number): void {
    const { rotationVector } = this;
    const i = 6 * row + 3;
    for (let j = 0; j < 3; j++) rotationVector[j] = dt * nodes.velocity[i + j];
    turnBy(nodes.orientation, row, rotationVector, 0);
    turnBy(nodes.orientation, row, nodes.correction, i);
  }

  /**
   * Rotates a fast spinning body while contacts act on it all through the step. Its correction rotates its spin too.
   */
  turnSpinning(nodes: Nodes, row: number, dt: number): void {
    const { fast, spin } = this;
    const impulse = this.#impulse;
    const turned = this.#turned;
    const axis = this.#axis;
    const { velocity: u, correction: c } = nodes;
    const i = 6 * row + 3;
    fast.takeBackContacts(nodes, row, impulse);
    turned.set(impulse);
    const about = fast.spinAxis(nodes, row, axis, -1);
    const twist = axis[0] * impulse[0] + axis[1] * impulse[1] + axis[2] * impulse[2];
    const parts = partsOf(nodes, row, dt);
    spin[DURATION] = dt / parts;
    for (let part = 0; part < parts; part++) {
      fast.addAngularImpulse(nodes, row, turned, about, twist, 0.5 / parts);
      rotateFreely(spin, nodes.orientation, nodes.principal, u, nodes.moments, row);
      this.#turnLevers(nodes, row, about);
      fast.addAngularImpulse(nodes, row, turned, about, twist, 0.5 / parts);
    }
    if (c[i] !== 0 || c[i + 1] !== 0 || c[i + 2] !== 0) {
      turnBy(nodes.orientation, row, c, i);
      turnVector(u, i, c, i, 1);
    }
  }

  /** Updates orientation and angular velocity of a body by dt [s] without torque. */
  followFreely(nodes: Nodes, row: number, dt: number): void {
    const { spin } = this;
    const { orientation, principal, velocity, moments } = nodes;
    const parts = partsOf(nodes, row, dt);
    spin[DURATION] = dt / parts;
    for (let part = 0; part < parts; part++) rotateFreely(spin, orientation, principal, velocity, moments, row);
  }

  /**
   * Writes the angular impulse of contacts with their arms rotated as the spin axis has since the beginning of the
   * step.
   */
  #turnLevers(nodes: Nodes, row: number, about: number): void {
    const { fast } = this;
    const impulse = this.#impulse;
    const turned = this.#turned;
    const axis = this.#axis;
    const axisNow = this.#axisNow;
    const swing = this.#swing;
    const lever = this.#lever;
    const { levers } = nodes;
    fast.spinAxis(nodes, row, axisNow, about);
    writeSwing(axis, axisNow, swing, 0);
    turned.set(impulse);
    // Adds r' x J - r x J, for the rotated arm r' of each impulse J.
    for (let j = 0; j < 3; j++) {
      for (let k = 0; k < 3; k++) lever[k] = levers[9 * row + 3 * k + j];
      turnVector(lever, 0, swing, 0, 1);
      for (let k = 0; k < 3; k++) lever[k] -= levers[9 * row + 3 * k + j];
      turned[(j + 1) % 3] += lever[(j + 2) % 3];
      turned[(j + 2) % 3] -= lever[(j + 1) % 3];
    }
  }
}

/** Number of substeps in which the rotation of a fast spinning body is followed. */
function partsOf({ velocity: u }: Nodes, row: number, dt: number): number {
  const i = 6 * row + 3;
  const turn = dt * Math.sqrt(u[i] * u[i] + u[i + 1] * u[i + 1] + u[i + 2] * u[i + 2]);
  return Math.min(MOST_PARTS_OF_A_TOP, Math.max(1, Math.ceil(turn / LARGEST_TURN)));
}
