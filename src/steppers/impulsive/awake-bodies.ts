// The bodies of the group at hand that are not frozen, and their velocities on the way through a stretch of time.

import { integrateVelocities } from '../../bodies/kinematics.js';
import type { NODE_SCHEMA } from '../../bodies/node-table.js';
import type { Settings } from '../../settings.js';
import { grown } from '../../solvers/quadratic/grown.js';
import { angularDampingOf, linearDampingOf } from '../../speedups.js';
import type { Columns } from '../../table/table.js';
import type { Part } from '../part.js';
import { isUnderWay, squaredFall } from './freezing.js';

type Nodes = Columns<typeof NODE_SCHEMA>;

export class AwakeBodies {
  /** Their rows in the table of nodes. */
  rows = new Int32Array(0);
  count = 0;
  /** With forces, before static contacts; six each. */
  falling = new Float64Array(0);
  /** Before both. */
  #earlier = new Float64Array(0);
  /** What a velocity has gained: six numbers. */
  readonly #gain = new Float64Array(6);

  /**
   * Lists the awake bodies of a group. What a collision gave to a body that stays frozen is gone: nothing may rest on a
   * body that moves and does not.
   */
  list({ frozen, velocity }: Nodes, { firstBody, bodyCount }: Part, members: Int32Array): void {
    this.rows = grown(this.rows, bodyCount);
    this.count = 0;
    for (let i = firstBody; i < firstBody + bodyCount; i++) {
      const row = members[i];
      if (frozen[row] === 0) this.rows[this.count++] = row;
      else velocity.fill(0, 6 * row, 6 * row + 6);
    }
  }

  /** u + dt M^-1 f_ext. */
  accelerate(nodes: Nodes, settings: Settings, dt: number): void {
    const linear = linearDampingOf(settings);
    const angular = angularDampingOf(settings);
    this.#earlier = grown(this.#earlier, 6 * this.count);
    this.falling = grown(this.falling, 6 * this.count);
    this.#keepVelocities(nodes, this.#earlier);
    integrateVelocities(nodes, this.rows, 0, this.count, dt, settings.gravity, linear, angular);
    this.#keepVelocities(nodes, this.falling);
  }

  #keepVelocities({ velocity }: Nodes, to: Float64Array): void {
    for (let i = 0; i < this.count; i++) for (let c = 0; c < 6; c++) to[6 * i + c] = velocity[6 * this.rows[i] + c];
  }

  /** Takes back what has been done to velocities since accelerate(). */
  fallAgain({ velocity }: Nodes): void {
    for (let i = 0; i < this.count; i++) {
      for (let c = 0; c < 6; c++) velocity[6 * this.rows[i] + c] = this.falling[6 * i + c];
    }
  }

  /** What gains speed, in dt [s], by all that acts on it is not at rest: how long it has been is counted anew. */
  noteGains(nodes: Nodes, settings: Settings, dt: number): void {
    const { velocity, stillFor } = nodes;
    const fall = squaredFall(settings, dt);
    for (let i = 0; i < this.count; i++) {
      const row = this.rows[i];
      for (let c = 0; c < 6; c++) this.#gain[c] = velocity[6 * row + c] - this.#earlier[6 * i + c];
      if (isUnderWay(nodes, row, this.#gain, fall)) stillFor[row] = -1;
    }
  }
}
