// The spin of a body that is turned to elsewhere: its angular momentum stays, its angular velocity does not, unless all
// its moments are equal.

import type { Bodies } from '../../bodies/bodies.js';
import { rotateVector } from '../../bodies/free-rotation.js';

export class CarriedSpin {
  /** A principal orientation [1], and a vector behind it. */
  readonly #frame = new Float64Array(7);
  readonly #momentum = new Float64Array(3);
  /** The angular velocity last asked for [rad/s]. */
  readonly result = new Float64Array(3);

  /** Sets `result` to the angular velocity of a mover, as it is, once it has the orientation at to[at ..]. */
  carry({ nodes }: Bodies, row: number, to: Float64Array, at: number): void {
    const { velocity: u, orientation, moments } = nodes.columns;
    const frame = this.#frame;
    this.#setFrame(nodes, row, orientation, 4 * row);
    for (let k = 0; k < 3; k++) frame[4 + k] = u[6 * row + 3 + k];
    rotateVector(frame, -1);
    for (let k = 0; k < 3; k++) frame[4 + k] *= moments[3 * row + k];
    rotateVector(frame, 1);
    for (let k = 0; k < 3; k++) this.#momentum[k] = frame[4 + k];
    this.#setFrame(nodes, row, to, at);
    rotateVector(frame, -1);
    for (let k = 0; k < 3; k++) frame[4 + k] /= moments[3 * row + k];
    rotateVector(frame, 1);
    for (let k = 0; k < 3; k++) this.result[k] = frame[4 + k];
  }

  /** Slows `result` where the mover has gained energy by being turned: on a free rotation it does not. */
  loseGain({ nodes }: Bodies, row: number): void {
    const { velocity: u } = nodes.columns;
    let before = 0;
    let after = 0;
    for (let k = 0; k < 3; k++) {
      before += u[6 * row + 3 + k] * this.#momentum[k];
      after += this.result[k] * this.#momentum[k];
    }
    if (after > before) for (let k = 0; k < 3; k++) this.result[k] *= Math.sqrt(before / after);
  }

  /**
   * Sets `result` to the angular velocity of a mover that joints or locks hold, once it has the orientation at to[at ..]: they say
   * what becomes of its momentum. It turns as it does, or less fast where it would have more energy there.
   */
  keep({ nodes }: Bodies, row: number, to: Float64Array, at: number): void {
    const { velocity: u, orientation } = nodes.columns;
    const before = this.#energyAt(nodes, row, orientation, 4 * row);
    const after = this.#energyAt(nodes, row, to, at);
    const share = after > before ? Math.sqrt(before / after) : 1;
    for (let k = 0; k < 3; k++) this.result[k] = share * u[6 * row + 3 + k];
  }

  /** Twice the energy of a mover's spin if it had the orientation at q[i ..] [J]. */
  #energyAt(nodes: Bodies['nodes'], row: number, q: Float64Array, i: number): number {
    const { velocity: u, moments } = nodes.columns;
    const frame = this.#frame;
    this.#setFrame(nodes, row, q, i);
    for (let k = 0; k < 3; k++) frame[4 + k] = u[6 * row + 3 + k];
    rotateVector(frame, -1);
    let energy = 0;
    for (let k = 0; k < 3; k++) energy += moments[3 * row + k] * frame[4 + k] * frame[4 + k];
    return energy;
  }

  /** The principal orientation of a mover that has the orientation at q[i ..]. */
  #setFrame(nodes: Bodies['nodes'], row: number, q: Float64Array, i: number): void {
    const { principal: p } = nodes.columns;
    const j = 4 * row;
    const frame = this.#frame;
    frame[0] = q[i + 3] * p[j] + q[i] * p[j + 3] + q[i + 1] * p[j + 2] - q[i + 2] * p[j + 1];
    frame[1] = q[i + 3] * p[j + 1] - q[i] * p[j + 2] + q[i + 1] * p[j + 3] + q[i + 2] * p[j];
    frame[2] = q[i + 3] * p[j + 2] + q[i] * p[j + 1] - q[i + 1] * p[j] + q[i + 2] * p[j + 3];
    frame[3] = q[i + 3] * p[j + 3] - q[i] * p[j] - q[i + 1] * p[j + 1] - q[i + 2] * p[j + 2];
  }
}
