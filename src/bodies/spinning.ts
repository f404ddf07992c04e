// Bodies that spin so fast that their axis withstands contacts: tops, and wheels, coins and eggs on end.
//
// A torque does not tilt the axis of a fast top: it goes aside, and nutates with an amplitude that is the smaller the faster it spins.
// An impulse at the beginning of the step would tilt it at once and let it swing through radians until the step ends. So contacts,
// which act all through the step, act on such a body all through its turn, and feel the inertia that it has over a step. With L
// the angular momentum, velocities across the axis obey I w' = [L]x w + P / dt: they turn by a = dt L / I in the step, and P moves the axis
// along itself by (1 - cos a) / a^2 of what it would move it without a spin. a^2 is the diagonal of dt^2 I^-1 [L]x^T I^-1 [L]x in
// the principal frame. What P moves across itself is the going aside, which the motion itself has.
// What is struck is not among them: a blow acts at once.

import { acos, cos } from '../math/portable.js';
import type { Columns } from '../table/table.js';
import type { NODE_SCHEMA } from './node-table.js';

type Nodes = Columns<typeof NODE_SCHEMA>;

/** An axis that swings by less than this in a step is followed as it is [rad]. */
const SLOW = 0.05;
/** Moments across the axis that differ by less than this share are alike [1]. */
const UNEVEN = 0.05;
/** Most angular momentum across the axis, as a share of that about it, of what spins rather than tumbles [1]. */
const NUTATING = 0.3;
/** After whole nutations an axis is where it was, whatever acted on it; as contacts feel it, it gives at least this little [1]. */
const LEAST_SWING = 1e-3;

export class FastSpin {
  /** The principal axes in the world, one after the other [1]; a vector in that frame. */
  readonly #frame = new Float64Array(9);
  readonly #inside = new Float64Array(3);

  /** Whether a body spins so fast in a step of dt [s], about an axis that it is nearly round about. */
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

  /** Gives a body the inertia that contacts feel until it has moved. */
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
    // No number is equal to this one: the inertia is made anew after the step.
    rotatedBy[4 * row] = Number.NaN;
  }

  /** Takes what contacts have done out of the angular velocity, and writes the angular impulse that it was [N m s]. */
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
   * Adds a part of an angular impulse [N m s] to the angular velocity, as the body is turned by now. What there is of it about the axis
   * that it spins about, number `about`, is given apart: the arms of contacts go with the axis, so that the rest stays across it.
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
   * Writes the principal axis of number `which` as it is in the world, or, where that is -1, the one that the body spins about. Returns its
   * number.
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

/** The principal axes of a body as they are in the world, one after the other, to frame[0 .. 9) [1]. */
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

/** Remembers the angular velocity that the body has without contacts. */
export function noteFreeSpin({ velocity, freeSpin }: Nodes, row: number): void {
  for (let j = 0; j < 3; j++) freeSpin[3 * row + j] = velocity[6 * row + 3 + j];
}

/** Writes the smallest turn that takes a unit vector to another, as a rotation vector [rad]. */
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
