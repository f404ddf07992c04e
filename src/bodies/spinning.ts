// Bodies that spin so fast that gyroscopic stiffness matters in a step: tops, and wheels, coins and eggs on edge.
//
// A torque does not tilt the axis of a fast top: the axis precesses, and nutates with an amplitude that falls with the
// spin. An impulse at the beginning of the step would tilt the axis at once and let it swing through radians until the
// step ends. So we apply the impulses of contacts, which act all through the step, in parts along the body's rotation,
// and contacts are solved with the effective inertia of the body over a step. With L the angular momentum, velocities
// normal to the axis obey I w' = [L]x w + P / dt: they rotate by a = dt L / I in the step, and P moves the axis along
// itself by the fraction (1 - cos a) / a^2 of the motion without spin. a^2 is the diagonal of
// dt^2 I^-1 [L]x^T I^-1 [L]x in the principal frame. The motion normal to P is the precession, which rotating the body
// yields by itself. Struck bodies are not treated so: a blow acts at once.

import { acos, cos } from '../math/portable.js';
import type { Columns } from '../table/table.js';
import type { NODE_SCHEMA } from './node-table.js';

type Nodes = Columns<typeof NODE_SCHEMA>;

/** A body whose axis swings by less than this in a step counts as slow [rad]. */
const SLOW = 0.05;
/** Moments normal to the spin axis that differ by a smaller fraction count as equal [1]. */
const UNEVEN = 0.05;
/**
 * Largest angular momentum normal to the axis, as a fraction of that about it, of a body that spins and does not tumble
 * [1].
 */
const NUTATING = 0.3;
/**
 * Lower limit of (1 - cos a) / a^2, which is zero after whole nutations: contacts need a finite effective inertia [1].
 */
const LEAST_SWING = 1e-3;

export class FastSpin {
  /** The principal axes in the world's frame, one after the other [1]; a vector in the principal frame. */
  readonly #frame = new Float64Array(9);
  readonly #inside = new Float64Array(3);

  /** Whether a body spins fast in a step of dt [s], about an axis about which it is nearly symmetric. */
  isSpinning(nodes: Nodes, row: number, dt: number): boolean {
    const inside = this.#inside;
    const { moments, inverseMass, velocity: u, struck, locks } = nodes;
    const v = 6 * row + 3;
    const squared = u[v] * u[v] + u[v + 1] * u[v + 1] + u[v + 2] * u[v + 2];
    if (squared === 0 || inverseMass[row] === 0 || struck[row] !== 0 || locks[row] !== 0) return false;
    // Most bodies are too slow about any axis.
    const most = Math.max(moments[3 * row], moments[3 * row + 1], moments[3 * row + 2]);
    const least = Math.min(moments[3 * row], moments[3 * row + 1], moments[3 * row + 2]);
    if (dt * Math.sqrt(squared) * most <= SLOW * least) return false;
    const about = this.spinAxis(nodes, row, inside, -1);
    const across = moments[3 * row + ((about + 1) % 3)];
    const other = moments[3 * row + ((about + 2) % 3)];
    const along = inside[0] * u[v] + inside[1] * u[v + 1] + inside[2] * u[v + 2];
    const momentum = moments[3 * row + about] * Math.abs(along);
    const sideways = Math.max(across, other) * Math.sqrt(Math.max(0, squared - along * along));
    return dt * momentum > SLOW * across && Math.abs(across - other) <= UNEVEN * across && sideways <= NUTATING * momentum;
  }

  /** Gives a body the effective inertia with which contacts are solved, until it is moved. */
  stiffen(nodes: Nodes, row: number, dt: number): void {
    const frame = this.#frame;
    const inside = this.#inside;
    const { moments, stiffMoments, velocity: u, inverseInertia, rotatedBy } = nodes;
    const about = this.spinAxis(nodes, row, inside, -1);
    const m = 3 * row;
    const v = 6 * row + 3;
    for (let j = 0; j < 3; j++) {
      inside[j] = dt * moments[m + j] * (frame[3 * j] * u[v] + frame[3 * j + 1] * u[v + 1] + frame[3 * j + 2] * u[v + 2]);
    }
    for (let j = 0; j < 3; j++) {
      const k = (j + 1) % 3;
      const l = (j + 2) % 3;
      const squared = ((inside[l] * inside[l]) / moments[m + k] + (inside[k] * inside[k]) / moments[m + l]) / moments[m + j];
      const swung = j === about ? 1 : Math.max(LEAST_SWING, (1 - cos(Math.sqrt(squared))) / squared);
      stiffMoments[m + j] = moments[m + j] / swung;
    }
    const at = 6 * row;
    for (let k = at; k < at + 6; k++) inverseInertia[k] = 0;
    for (let j = 0; j < 3; j++) {
      const s = 1 / stiffMoments[m + j];
      const x = frame[3 * j];
      const y = frame[3 * j + 1];
      const z = frame[3 * j + 2];
      inverseInertia[at] += s * x * x;
      inverseInertia[at + 1] += s * y * y;
      inverseInertia[at + 2] += s * z * z;
      inverseInertia[at + 3] += s * x * y;
      inverseInertia[at + 4] += s * x * z;
      inverseInertia[at + 5] += s * y * z;
    }
    // NaN differs from every number, so updateRotations() restores the true inertia after the step.
    rotatedBy[4 * row] = Number.NaN;
  }

  /**
   * Removes the effect of contacts from the angular velocity, and writes the angular impulse of the contacts [N m s].
   */
  takeBackContacts(nodes: Nodes, row: number, impulse: Float64Array): void {
    const frame = this.#frame;
    const { stiffMoments, velocity: u, freeSpin, spinning } = nodes;
    spinning[row] = 0;
    writePrincipalAxes(nodes, row, frame);
    impulse[0] = impulse[1] = impulse[2] = 0;
    for (let j = 0; j < 3; j++) {
      let along = 0;
      for (let i = 0; i < 3; i++) along += frame[3 * j + i] * (u[6 * row + 3 + i] - freeSpin[3 * row + i]);
      for (let i = 0; i < 3; i++) impulse[i] += stiffMoments[3 * row + j] * along * frame[3 * j + i];
    }
    for (let i = 0; i < 3; i++) u[6 * row + 3 + i] = freeSpin[3 * row + i];
  }

  /**
   * Adds the fraction `part` of an angular impulse [N m s] to the angular velocity, with the inertia at the present
   * orientation. Its component about the spin axis, with index `about`, is given as `twist`: the arms of contacts
   * rotate with the axis, so that the rest of the impulse stays normal to it.
   */
  addAngularImpulse(nodes: Nodes, row: number, impulse: Float64Array, about: number, twist: number, part: number): void {
    const frame = this.#frame;
    const { moments, velocity: u } = nodes;
    writePrincipalAxes(nodes, row, frame);
    for (let j = 0; j < 3; j++) {
      const f = 3 * j;
      const whole = j === about ? twist : frame[f] * impulse[0] + frame[f + 1] * impulse[1] + frame[f + 2] * impulse[2];
      const along = (part * whole) / moments[3 * row + j];
      for (let i = 0; i < 3; i++) u[6 * row + 3 + i] += along * frame[f + i];
    }
  }

  /**
   * Writes the principal axis with index `which` in the world's frame, or for -1 the axis with the largest angular
   * momentum, about which the body spins. Returns its index.
   */
  spinAxis(nodes: Nodes, row: number, axis: Float64Array, which: number): number {
    const frame = this.#frame;
    writePrincipalAxes(nodes, row, frame);
    const { velocity: u, moments } = nodes;
    let about = which;
    let most = -1;
    for (let j = 0; j < 3 && which < 0; j++) {
      const v = 6 * row + 3;
      const part =
        Math.abs(frame[3 * j] * u[v] + frame[3 * j + 1] * u[v + 1] + frame[3 * j + 2] * u[v + 2]) * moments[3 * row + j];
      if (part <= most) continue;
      most = part;
      about = j;
    }
    for (let i = 0; i < 3; i++) axis[i] = frame[3 * about + i];
    return about;
  }
}

/** Writes the principal axes of a body in the world's frame, one after the other, to frame[0 .. 9) [1]. */
export function writePrincipalAxes({ orientation: q, principal: p }: Nodes, row: number, frame: Float64Array): void {
  const k = 4 * row;
  const x = q[k + 3] * p[k] + q[k] * p[k + 3] + q[k + 1] * p[k + 2] - q[k + 2] * p[k + 1];
  const y = q[k + 3] * p[k + 1] - q[k] * p[k + 2] + q[k + 1] * p[k + 3] + q[k + 2] * p[k];
  const z = q[k + 3] * p[k + 2] + q[k] * p[k + 1] - q[k + 1] * p[k] + q[k + 2] * p[k + 3];
  const w = q[k + 3] * p[k + 3] - q[k] * p[k] - q[k + 1] * p[k + 1] - q[k + 2] * p[k + 2];
  frame[0] = 1 - 2 * (y * y + z * z);
  frame[1] = 2 * (x * y + w * z);
  frame[2] = 2 * (x * z - w * y);
  frame[3] = 2 * (x * y - w * z);
  frame[4] = 1 - 2 * (x * x + z * z);
  frame[5] = 2 * (y * z + w * x);
  frame[6] = 2 * (x * z + w * y);
  frame[7] = 2 * (y * z - w * x);
  frame[8] = 1 - 2 * (x * x + y * y);
}

/** Stores the angular velocity of the body without contacts. */
export function noteFreeSpin({ velocity, freeSpin }: Nodes, row: number): void {
  for (let j = 0; j < 3; j++) freeSpin[3 * row + j] = velocity[6 * row + 3 + j];
}

/** Writes the rotation vector of the smallest rotation from one unit vector to another [rad]. */
export function writeSwing(from: Float64Array, to: Float64Array, out: Float64Array, at: number): void {
  const cosine = from[0] * to[0] + from[1] * to[1] + from[2] * to[2];
  const x = from[1] * to[2] - from[2] * to[1];
  const y = from[2] * to[0] - from[0] * to[2];
  const z = from[0] * to[1] - from[1] * to[0];
  const sine = Math.sqrt(x * x + y * y + z * z);
  const acute = 0.5 * Math.PI - acos(Math.min(1, sine));
  const s = sine > 0 ? (cosine > 0 ? acute : Math.PI - acute) / sine : 0;
  out[at] = s * x;
  out[at + 1] = s * y;
  out[at + 2] = s * z;
}
