// How long a group may go on until the next of its open contacts is hit. The paper leaves this to the simulator around
// the suite; here a group is stepped from impact to impact, so that what bounces does so where it touches, with the
// speed that it has there, and momentum, angular momentum and energy are kept as the bodies really move.

import type { Settings } from '../../settings.js';
import * as layout from '../../solvers/contact-record.js';
import { rowVelocity } from '../../solvers/projected-gauss-seidel.js';
import { grown } from '../../solvers/quadratic/grown.js';
import type { AwakeBodies } from './awake-bodies.js';
import { type GroupContacts, OPEN, TOUCHING } from './group-contacts.js';

const { RECORD_LENGTH } = layout;

/** Which bodies of the group at hand fly, and when they hit something. */
export class Flight {
  /** Six numbers a row: what forces do to bodies that fly, zero for others [m/s^2]. */
  #acceleration = new Float64Array(0);
  /** 1 for rows of the group at hand that no contact holds. */
  #isFlying = new Int32Array(0);

  /** Whether nothing holds the body of a row, of those that find() was last told of. */
  flies(row: number): boolean {
    return this.#isFlying[row] === 1;
  }

  /** Finds which bodies fly through the next dt [s]: no contact that touches them will be pressed. */
  find({ arrays, nodes, touching }: GroupContacts, { rows, count }: AwakeBodies, { gravity }: Settings, dt: number): void {
    const { record, movers, u } = arrays;
    const { gravityScale, inverseMass, force } = nodes;
    this.#isFlying = grown(this.#isFlying, inverseMass.length);
    this.#acceleration = grown(this.#acceleration, 6 * inverseMass.length);
    const isFlying = this.#isFlying;
    const acceleration = this.#acceleration;
    for (let end = 0; end < 2 * arrays.count; end++) this.#stand(movers[end] / 6);
    for (let i = 0; i < count; i++) {
      const row = rows[i];
      isFlying[row] = 1;
      for (let c = 0; c < 3; c++) {
        acceleration[6 * row + c] = gravityScale[row] * gravity[c] + inverseMass[row] * force[6 * row + c];
      }
    }
    for (let i = 0; i < arrays.count; i++) {
      if (touching[i] === 0) continue;
      const a = movers[2 * i];
      const b = movers[2 * i + 1];
      const k = i * RECORD_LENGTH;
      const leaving = rowVelocity(record, k, 0, u, a, b) + dt * rowVelocity(record, k, 0, acceleration, a, b);
      if (leaving > 0) continue;
      isFlying[a / 6] = 0;
      isFlying[b / 6] = 0;
    }
    for (let i = 0; i < count; i++) if (isFlying[rows[i]] === 0) this.#stand(rows[i]);
  }

  #stand(row: number): void {
    this.#isFlying[row] = 0;
    this.#acceleration.fill(0, 6 * row, 6 * row + 6);
  }

  /**
   * The time until something hits [s], at most `most`. What hits slower than `slowest` [m/s] is left to the static
   * contacts.
   */
  timeToImpact(contacts: GroupContacts, most: number, slowest: number): number {
    let time = most;
    for (let i = 0; i < contacts.arrays.count; i++) {
      if (contacts.state[i] === OPEN && contacts.isActive(i)) time = Math.min(time, this.#timeOf(contacts, i, slowest));
    }
    return time;
  }

  /** What would be hit within dt [s] touches from now on: its gap is taken for closed. */
  closeGaps(contacts: GroupContacts, dt: number, slowest: number): void {
    for (let i = 0; i < contacts.arrays.count; i++) {
      if (contacts.state[i] !== OPEN || !contacts.isActive(i)) continue;
      if (this.#timeOf(contacts, i, slowest) < dt) contacts.touch(i, TOUCHING);
    }
  }

  /** When a gap is closed, by v t + a t^2 / 2; infinite where it never is, or slowly [s]. */
  #timeOf(contacts: GroupContacts, i: number, slowest: number): number {
    const { record, movers, u } = contacts.arrays;
    const k = i * RECORD_LENGTH;
    const gap = contacts.gap[i];
    const v = -rowVelocity(record, k, 0, u, movers[2 * i], movers[2 * i + 1]);
    const a = -rowVelocity(record, k, 0, this.#acceleration, movers[2 * i], movers[2 * i + 1]);
    const squared = v * v + 2 * a * gap;
    if (squared <= slowest * slowest || (v <= 0 && a <= 0)) return Number.POSITIVE_INFINITY;
    // The smaller root, written so that it holds without acceleration too.
    return (2 * gap) / (v + Math.sqrt(squared));
  }
}
