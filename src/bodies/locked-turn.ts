// Rotation of a body some of whose rotations are locked. Locks give angular impulses about locked axes only, so the
// angular momentum about every free axis of the world is kept. With f the free axes, it is I_ff w_f, where I_ff changes
// as the body rotates. We find w_f from the momentum at each new orientation, and rotate by the midpoint rule: by the
// w_f of half the step. The energy is kept too. Its error is removed by a small rotation that keeps the momentum. If no
// small rotation does, as for a rod that turns many times in a step, the body is slowed rather than gain energy.
//
// A body with one free axis rotates about that axis. Its moment of inertia about it, and so its angular velocity, stay.

import { isLockedAxis, ROTATION_LOCKS } from '../math/locked-axes.js';
import type { Columns } from '../table/table.js';
import { turnBy } from './free-rotation.js';
import type { NODE_SCHEMA } from './node-table.js';
import { writePrincipalAxes } from './spinning.js';

type Nodes = Columns<typeof NODE_SCHEMA>;

/** The rotation is divided into substeps of at most this angle [rad], and their largest number. */
const LARGEST_TURN = 0.1;
const MOST_PARTS = 64;
/** Most Newton iterations on the energy; the angle over which their slope is found [rad]; their largest angle [rad]. */
const MOST_ENERGY_STEPS = 4;
const PROBE = 1e-5;
const MOST_MENDING = 0.05;
/** Energies that differ by a smaller fraction count as equal [1]. */
const ENERGY_ROUNDING = 1e-14;
/** A relative gain of energy above this is more than rounding [1]. */
const GAIN = 1e-9;

export class LockedTurn {
  readonly #frame = new Float64Array(9);
  readonly #rotation = new Float64Array(3);
  readonly #before = new Float64Array(4);
  /** I_ff of two free axes, [ii, jj, ij] [kg m^2], and the angular momentum about them [kg m^2/s]. */
  readonly #inertia = new Float64Array(3);
  readonly #momentum = new Float64Array(2);

  /**
   * Rotates a body with its velocity for dt [s], then by its correction. A body with all rotations locked keeps its
   * bits.
   */
  turn(nodes: Nodes, row: number, dt: number): void {
    const { velocity: u, correction: c, locks, orientation } = nodes;
    const i = 6 * row + 3;
    if ((locks[row] & ROTATION_LOCKS) === ROTATION_LOCKS) return;
    // The first and the last of the free axes.
    let a = 0;
    let b = 2;
    while (isLockedAxis(locks[row], 3 + a)) a++;
    while (isLockedAxis(locks[row], 3 + b)) b--;
    if (u[i] !== 0 || u[i + 1] !== 0 || u[i + 2] !== 0) {
      if (a === b) this.#turnBy(nodes, row, dt);
      else this.#turnAboutTwo(nodes, row, dt, a, b);
    }
    if (c[i] !== 0 || c[i + 1] !== 0 || c[i + 2] !== 0) turnBy(orientation, row, c, i);
  }

  #turnBy({ velocity: u, orientation }: Nodes, row: number, dt: number): void {
    for (let k = 0; k < 3; k++) this.#rotation[k] = dt * u[6 * row + 3 + k];
    turnBy(orientation, row, this.#rotation, 0);
  }

  /** Rotates a body whose free axes are a and b. */
  #turnAboutTwo(nodes: Nodes, row: number, dt: number, a: number, b: number): void {
    const { velocity: u, orientation: q } = nodes;
    const before = this.#before;
    const wa = 6 * row + 3 + a;
    const wb = 6 * row + 3 + b;
    const turn = dt * Math.sqrt(u[wa] * u[wa] + u[wb] * u[wb]);
    const parts = Math.max(1, Math.min(MOST_PARTS, Math.ceil(turn / LARGEST_TURN)));
    this.#findInertia(nodes, row, a, b);
    this.#momentum[0] = this.#inertia[0] * u[wa] + this.#inertia[2] * u[wb];
    this.#momentum[1] = this.#inertia[2] * u[wa] + this.#inertia[1] * u[wb];
    const energy = this.#energyOf(nodes, row, a, b);
    for (let part = 0; part < parts; part++) {
      for (let k = 0; k < 4; k++) before[k] = q[4 * row + k];
      this.#turnBy(nodes, row, (0.5 * dt) / parts);
      this.#spinByMomentum(nodes, row, a, b);
      for (let k = 0; k < 4; k++) q[4 * row + k] = before[k];
      this.#turnBy(nodes, row, dt / parts);
      this.#spinByMomentum(nodes, row, a, b);
    }
    this.#restoreEnergy(nodes, row, a, b, energy);
    this.#loseGain(nodes, row, a, b, energy);
  }

  /** Slows the body until twice its energy is `energy` [J], if it is above that by more than rounding. */
  #loseGain(nodes: Nodes, row: number, a: number, b: number, energy: number): void {
    const { velocity: u } = nodes;
    const now = this.#energyOf(nodes, row, a, b);
    if (!(now > energy * (1 + GAIN))) return;
    const share = Math.sqrt(energy / now);
    u[6 * row + 3 + a] *= share;
    u[6 * row + 3 + b] *= share;
  }

  /**
   * Rotates the body about an axis normal to w_f until twice its energy is `energy` [J]; gives up where the angle gets
   * large.
   */
  #restoreEnergy(nodes: Nodes, row: number, a: number, b: number, energy: number): void {
    const { velocity: u } = nodes;
    for (let step = 0; step < MOST_ENERGY_STEPS; step++) {
      const missing = energy - this.#energyOf(nodes, row, a, b);
      if (Math.abs(missing) <= ENERGY_ROUNDING * energy) return;
      const x = u[6 * row + 3 + a];
      const y = u[6 * row + 3 + b];
      const speed = Math.sqrt(x * x + y * y);
      this.#turnAcross(nodes, row, a, b, -y / speed, x / speed, PROBE);
      const slope = (this.#energyOf(nodes, row, a, b) - energy + missing) / PROBE;
      const angle = missing / slope;
      const isSmall = Math.abs(angle) <= MOST_MENDING;
      this.#turnAcross(nodes, row, a, b, -y / speed, x / speed, isSmall ? angle - PROBE : -PROBE);
      if (!isSmall) return;
    }
  }

  /** Rotates the body by an angle [rad] about the axis with these components along the axes a and b. */
  #turnAcross(nodes: Nodes, row: number, a: number, b: number, alongA: number, alongB: number, angle: number): void {
    const rotation = this.#rotation;
    rotation.fill(0);
    rotation[a] = angle * alongA;
    rotation[b] = angle * alongB;
    turnBy(nodes.orientation, row, rotation, 0);
    this.#spinByMomentum(nodes, row, a, b);
  }

  /** Twice the rotational energy [J]. */
  #energyOf({ velocity: u }: Nodes, row: number, a: number, b: number): number {
    return this.#momentum[0] * u[6 * row + 3 + a] + this.#momentum[1] * u[6 * row + 3 + b];
  }

  /** Sets w_f from the momentum at the present orientation: w_f = I_ff^-1 L_f. */
  #spinByMomentum(nodes: Nodes, row: number, a: number, b: number): void {
    const { velocity: u } = nodes;
    const inertia = this.#inertia;
    const momentum = this.#momentum;
    this.#findInertia(nodes, row, a, b);
    const determinant = inertia[0] * inertia[1] - inertia[2] * inertia[2];
    u[6 * row + 3 + a] = (inertia[1] * momentum[0] - inertia[2] * momentum[1]) / determinant;
    u[6 * row + 3 + b] = (inertia[0] * momentum[1] - inertia[2] * momentum[0]) / determinant;
  }

  #findInertia(nodes: Nodes, row: number, a: number, b: number): void {
    const frame = this.#frame;
    const inertia = this.#inertia;
    writePrincipalAxes(nodes, row, frame);
    inertia.fill(0);
    for (let j = 0; j < 3; j++) {
      const moment = nodes.moments[3 * row + j];
      inertia[0] += moment * frame[3 * j + a] * frame[3 * j + a];
      inertia[1] += moment * frame[3 * j + b] * frame[3 * j + b];
      inertia[2] += moment * frame[3 * j + a] * frame[3 * j + b];
    }
  }
}
