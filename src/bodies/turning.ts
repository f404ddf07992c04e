// How the bodies of one world turn in a step: freely, about an axis that withstands contacts, or with what carries them.

import type { Columns } from '../table/table.js';
import { DURATION, FreeRotation } from './free-rotation.js';
import type { NODE_SCHEMA } from './node-table.js';
import { turnBy, turnVector } from './rotations.js';
import { FastSpin, writeSwing } from './spinning.js';

type Nodes = Columns<typeof NODE_SCHEMA>;

/** The splitting is stable up to a turn of about half a radian; a faster spin is followed in parts of at most this turn [rad]. */
export const LARGEST_TURN = 0.25;
/** Most parts for what spins on something, and would be upset by a wrong axis. */
const MOST_PARTS_OF_A_TOP = 512;

export class Turning {
  readonly free = new FreeRotation();
  readonly fast = new FastSpin();
  /** A turn of the body at hand [rad]. */
  readonly rotationVector = new Float64Array(3);
  /** From what carries a body to it [m]. */
  readonly #arm = new Float64Array(3);
  /** Angular impulse of contacts at the beginning of the step, and where their arms have turned with the axis since [N m s]. */
  readonly #impulse = new Float64Array(3);
  readonly #turned = new Float64Array(3);
  /** The axis then, and now [1]; its swing [rad]; an arm times the three components of an impulse. */
  readonly #axis = new Float64Array(3);
  readonly #axisNow = new Float64Array(3);
  readonly #swing = new Float64Array(3);
  readonly #lever = new Float64Array(3);

  /**
   * Moves a body with the turning one that it rests on: by the holder's whole turn about the holder's axis, where its own velocity
   * would take it along the tangent. What it moves against the holder, and its correction, it does first.
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

  /** Turns a body that spins fast, while contacts act on it all through the step; its correction turns its spin with it. */
  turnSpinning(nodes: Nodes, row: number, dt: number): void {
    const { fast, free } = this;
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
    free.spin[DURATION] = dt / parts;
    for (let part = 0; part < parts; part++) {
      fast.addAngularImpulse(nodes, row, turned, about, twist, 0.5 / parts);
      free.rotate(nodes, row);
      this.#turnLevers(nodes, row, about);
      fast.addAngularImpulse(nodes, row, turned, about, twist, 0.5 / parts);
    }
    if (c[i] !== 0 || c[i + 1] !== 0 || c[i + 2] !== 0) {
      turnBy(nodes.orientation, row, c, i);
      turnVector(u, i, c, i, 1);
    }
    for (let k = i - 3; k < i + 3; k++) c[k] = 0;
  }

  /** Orientation and angular velocity of a body after dt [s] without any torque. */
  followFreely(nodes: Nodes, row: number, dt: number): void {
    const { free } = this;
    const parts = partsOf(nodes, row, dt);
    free.spin[DURATION] = dt / parts;
    for (let part = 0; part < parts; part++) free.rotate(nodes, row);
  }

  /** Where the arms of contacts have turned with the axis by now. */
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
    // Of arm r and impulse J, the angular impulse r x J.
    for (let j = 0; j < 3; j++) {
      for (let k = 0; k < 3; k++) lever[k] = levers[9 * row + 3 * k + j];
      turnVector(lever, 0, swing, 0, 1);
      for (let k = 0; k < 3; k++) lever[k] -= levers[9 * row + 3 * k + j];
      turned[(j + 1) % 3] += lever[(j + 2) % 3];
      turned[(j + 2) % 3] -= lever[(j + 1) % 3];
    }
  }
}

/** In how many parts the turn of a body that spins fast is followed. */
function partsOf({ velocity: u }: Nodes, row: number, dt: number): number {
  const i = 6 * row + 3;
  const turn = dt * Math.sqrt(u[i] * u[i] + u[i + 1] * u[i + 1] + u[i + 2] * u[i + 2]);
  return Math.min(MOST_PARTS_OF_A_TOP, Math.max(1, Math.ceil(turn / LARGEST_TURN)));
}
