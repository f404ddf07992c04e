// The collision of one pair of bodies. Its impulse is Newton's (2) with Coulomb's friction against the slide, added to
// it (5) or taken into account beforehand (6).
//
// Where we differ from the paper:
// - Friction brings a slide to rest at most. In the paper it is always mu times the normal impulse, which would turn a
//   slow slide around.
// - Contacts of the same two bodies that close at the same speed, as the corners of a face that lands flat, are one
//   collision at their middle: one after the other, they would spin the bodies.
// - Where (6) would add energy, as a known weakness of Newton's law with friction has it, (5) is used.

import * as layout from '../../solvers/contact-record.js';
import { applyRow, rowVelocity } from '../../solvers/projected-gauss-seidel.js';
import type { GroupContacts } from './group-contacts.js';

const { ANGULAR, TURN, INVERSE_MASS_A, INVERSE_MASS_B, FRICTION, RECORD_LENGTH } = layout;

/** How friction enters the impulse of a collision. */
export type CollisionFormula = 'friction-after' | 'friction-within';

export class PairCollision {
  /** The record at the middle of the contacts. */
  readonly #middle = new Float64Array(RECORD_LENGTH);
  /** The impulse: normal, and against the slide. */
  readonly #found = new Float64Array(2);
  /** A at the middle: [nn, n1, n2, 11, 12, 22]. */
  readonly #matrix = new Float64Array(6);

  /**
   * Resolves the collision of contact `first` and those that follow it through `nextOfPair`, which share the impulse;
   * -1 ends.
   */
  resolve(
    { arrays, restitution, impulses }: GroupContacts,
    first: number,
    nextOfPair: Int32Array,
    formula: CollisionFormula,
  ): void {
    const { record, movers, u } = arrays;
    const middle = this.#middle;
    const matrix = this.#matrix;
    const a = movers[2 * first];
    const b = movers[2 * first + 1];
    const count = writeMiddle(middle, record, first, nextOfPair);
    const v = rowVelocity(middle, 0, 0, u, a, b);
    const v1 = rowVelocity(middle, 0, 1, u, a, b);
    const v2 = rowVelocity(middle, 0, 2, u, a, b);
    const slide = Math.sqrt(v1 * v1 + v2 * v2);
    const c = slide > 0 ? v1 / slide : 1;
    const s = slide > 0 ? v2 / slide : 0;
    writeMatrix(matrix, middle);
    const nt = c * matrix[1] + s * matrix[2];
    const tt = c * c * matrix[3] + 2 * c * s * matrix[4] + s * s * matrix[5];
    const wanted = -(1 + restitution[first]) * v;
    if (formula === 'friction-after') this.#addFrictionAfter(wanted, slide, matrix[0], nt, tt, middle[FRICTION]);
    else this.#includeFriction(wanted, slide, matrix[0], nt, tt, middle[FRICTION]);
    if (this.#workOf(v, slide, matrix[0], nt, tt) > 0) {
      this.#addFrictionAfter(wanted, slide, matrix[0], nt, tt, middle[FRICTION]);
    }
    const normal = this.#found[0];
    const friction = slide > 0 ? this.#found[1] : 0;
    applyRow(middle, 0, 0, normal, u, a, b);
    applyRow(middle, 0, 1, -friction * c, u, a, b);
    applyRow(middle, 0, 2, -friction * s, u, a, b);
    for (let i = first; i >= 0; i = nextOfPair[i]) {
      impulses[3 * i] += normal / count;
      impulses[3 * i + 1] -= (friction * c) / count;
      impulses[3 * i + 2] -= (friction * s) / count;
    }
  }

  /** What the impulse adds to the energy of the bodies: it times the mean of the velocities before and after it [J]. */
  #workOf(v: number, slide: number, nn: number, nt: number, tt: number): number {
    const normal = this.#found[0];
    const friction = this.#found[1];
    return normal * (v + 0.5 * (nn * normal - nt * friction)) - friction * (slide + 0.5 * (nt * normal - tt * friction));
  }

  /**
   * (2), then (5). Neither adds energy: the first by e <= 1, the second because it opposes what is left of the slide.
   */
  #addFrictionAfter(wanted: number, slide: number, nn: number, nt: number, tt: number, mu: number): void {
    const normal = wanted / nn;
    this.#found[0] = normal;
    this.#found[1] = Math.min(mu * normal, Math.max(0, (slide + nt * normal) / tt));
  }

  /** (6): the normal impulse that reaches the speed wanted although friction acts as well. */
  #includeFriction(wanted: number, slide: number, nn: number, nt: number, tt: number, mu: number): void {
    const found = this.#found;
    const sliding = nn - mu * nt;
    // Friction that would press the bodies together more than the normal impulse parts them: (6) has no answer.
    if (slide === 0 || sliding <= 0) {
      this.#addFrictionAfter(wanted, slide, nn, nt, tt, mu);
      return;
    }
    const normal = wanted / sliding;
    found[0] = normal;
    found[1] = mu * normal;
    if (slide + nt * normal - tt * mu * normal >= 0) return;
    // The slide ends: both speeds are known.
    const stopping = nn - (nt * nt) / tt;
    found[0] = Math.max(0, (wanted + (slide * nt) / tt) / stopping);
    found[1] = Math.min(mu * found[0], Math.max(0, (slide + nt * found[0]) / tt));
  }
}

/**
 * The mean of the records of a pair's contacts: all that is used of a record is linear in where the contact is. Returns
 * how many they are.
 */
function writeMiddle(middle: Float64Array, record: Float64Array, first: number, nextOfPair: Int32Array): number {
  let count = 0;
  middle.fill(0);
  for (let i = first; i >= 0; i = nextOfPair[i], count++) {
    for (let c = 0; c < RECORD_LENGTH; c++) middle[c] += record[i * RECORD_LENGTH + c];
  }
  for (let c = 0; c < RECORD_LENGTH; c++) middle[c] /= count;
  return count;
}

/** J M^-1 J^T of one contact alone. */
function writeMatrix(matrix: Float64Array, record: Float64Array): void {
  const inverseMass = record[INVERSE_MASS_A] + record[INVERSE_MASS_B];
  let at = 0;
  for (let row = 0; row < 3; row++) {
    for (let column = row; column < 3; column++) {
      let sum = row === column ? inverseMass : 0;
      for (let c = 0; c < 6; c++) sum += record[ANGULAR + 6 * row + c] * record[TURN + 6 * column + c];
      matrix[at++] = sum;
    }
  }
}
