// Where the interior-point method of structured-qp.ts stands on its way: impulses, slacks and multipliers of a scaled problem, how far they
// are from fulfilling the conditions of optimality, and the best of them so far.

import { addNormal, addTransposed, multiplyRows } from './contact-rows.js';
import { grown } from './grown.js';
import type { ImpulseProblem } from './impulse-problem.js';
import * as pyramid from './pyramid.js';
import { splitVelocity, steepestOf } from './pyramid.js';
import type { ScaledProblem } from './scaled-problem.js';

// V8 folds constants of the same module but not imported ones.
const { SIDES, NORMALS } = pyramid;

/** The least distance from a solution that cached impulses are taken to have [1]. */
const WARMEST = 1e-3;
/**
 * A little softness in any case: a body that is wedged may be squeezed by any impulse without moving, and without it the middle of all
 * solutions is infinitely far away. Where bodies differ in mass by many powers of ten, contacts would give by it: close to the solution it
 * counts from the impulses that are found by then [1].
 */
const LEAST_SOFTNESS = 1e-13;

export class Iterate {
  /** Impulses, slacks and multipliers of sides, slacks and multipliers of bounds, and u - u_before. */
  j = new Float64Array(0);
  s = new Float64Array(0);
  z = new Float64Array(0);
  t = new Float64Array(0);
  nu = new Float64Array(0);
  u = new Float64Array(0);
  /** What is left of the conditions: J y + drift - U z, N u + drift_n - bound - t, and what momentum lacks. */
  rj = new Float64Array(0);
  rt = new Float64Array(0);
  rm = new Float64Array(0);
  /** Root of the softness that is used [1]. */
  soft = 0;
  /** The softness that is asked for [1]. */
  #softness = 0;
  readonly #scaled: ScaledProblem;
  /** y - u_before, six a body. */
  #y = new Float64Array(0);
  /** Impulses about which contacts give, beyond the softness that is asked for. */
  #anchor = new Float64Array(0);
  /** The best impulses and multipliers. */
  #bestJ = new Float64Array(0);
  #bestZ = new Float64Array(0);
  #bestNu = new Float64Array(0);
  /** The rows of the contact at hand times the numbers of its bodies. */
  readonly #product = new Float64Array(3);

  constructor(scaled: ScaledProblem) {
    this.#scaled = scaled;
  }

  /** Makes room for the scaled problem, whose contacts are to be that soft [1]. */
  begin(softness: number): void {
    const { bodies, contacts } = this.#scaled;
    this.#softness = softness;
    this.soft = Math.sqrt(Math.max(softness, LEAST_SOFTNESS));
    this.j = grown(this.j, 3 * contacts);
    this.s = grown(this.s, SIDES * contacts);
    this.z = grown(this.z, SIDES * contacts);
    this.t = grown(this.t, contacts);
    this.nu = grown(this.nu, contacts);
    this.u = grown(this.u, 6 * bodies);
    this.rj = grown(this.rj, 3 * contacts);
    this.rt = grown(this.rt, contacts);
    this.rm = grown(this.rm, 6 * bodies);
    this.#y = grown(this.#y, 6 * bodies);
    this.#anchor = grown(this.#anchor, 3 * contacts);
    this.#bestJ = grown(this.#bestJ, 3 * contacts);
    this.#bestZ = grown(this.#bestZ, SIDES * contacts);
    this.#bestNu = grown(this.#bestNu, contacts);
  }

  /** No impulse, with the multipliers that go with it where that is the solution. */
  stayAtRest(): void {
    const { bodies, contacts, v0 } = this.#scaled;
    this.j.fill(0, 0, 3 * contacts);
    this.nu.fill(0, 0, contacts);
    this.u.fill(0, 0, 6 * bodies);
    for (let i = 0; i < contacts; i++) splitVelocity(v0, i, this.z);
  }

  /** From here on, contacts give about no impulse again. */
  dropAnchor(): void {
    this.#anchor.fill(0, 0, 3 * this.#scaled.contacts);
  }

  /** From here on, contacts give about the impulses that they bear now. */
  anchorImpulses(): void {
    for (let i = 0; i < 3 * this.#scaled.contacts; i++) this.#anchor[i] = this.j[i];
    this.writeResiduals();
  }

  /** Takes this for the best so far. */
  keep(): void {
    const { contacts } = this.#scaled;
    for (let i = 0; i < 3 * contacts; i++) this.#bestJ[i] = this.j[i];
    for (let i = 0; i < SIDES * contacts; i++) this.#bestZ[i] = this.z[i];
    for (let i = 0; i < contacts; i++) this.#bestNu[i] = this.nu[i];
  }

  /** Goes back to the best so far. */
  recall(): void {
    const { contacts } = this.#scaled;
    for (let i = 0; i < 3 * contacts; i++) this.j[i] = this.#bestJ[i];
    for (let i = 0; i < SIDES * contacts; i++) this.z[i] = this.#bestZ[i];
    for (let i = 0; i < contacts; i++) this.nu[i] = this.#bestNu[i];
  }

  /** Scaled impulses to start from. */
  readImpulses({ impulse, friction }: ImpulseProblem): void {
    for (let i = 0; i < this.#scaled.contacts; i++) {
      const scale = 1 / this.#scaled.scale[i];
      this.j[3 * i] = impulse[3 * i] * scale;
      for (let row = 1; row < 3; row++) {
        this.j[3 * i + row] = friction[i] > 0 ? (impulse[3 * i + row] * scale) / friction[i] : 0;
      }
    }
  }

  /** The impulses, unscaled, and the multipliers of bounds and sides. */
  writeImpulses({ impulse, friction, contacts }: ImpulseProblem, ofBounds: Float64Array, ofSides: Float64Array): void {
    for (let i = 0; i < contacts; i++) {
      const scale = this.#scaled.scale[i];
      impulse[3 * i] = this.j[3 * i] * scale;
      impulse[3 * i + 1] = this.j[3 * i + 1] * scale * friction[i];
      impulse[3 * i + 2] = this.j[3 * i + 2] * scale * friction[i];
      ofBounds[i] = this.#scaled.isBounded ? this.nu[i] * scale : 0;
      // With friction the sides' normals are longer than those of the scaled pyramid, by mu.
      const sides = scale * (friction[i] > 0 ? friction[i] : 1);
      for (let h = 0; h < SIDES; h++) ofSides[SIDES * i + h] = this.z[SIDES * i + h] / sides;
    }
  }

  /** u - u_before = J^T j. */
  followImpulses(): void {
    const { bodies, contacts, J, movers } = this.#scaled;
    this.u.fill(0, 0, 6 * bodies);
    addTransposed(J, movers, contacts, this.j, this.u);
  }

  /** s = U^T j of a contact. */
  writeSlacks(i: number): void {
    const { j } = this;
    for (let h = 0; h < SIDES; h++) {
      this.s[SIDES * i + h] = NORMALS[3 * h] * j[3 * i] + NORMALS[3 * h + 1] * j[3 * i + 1] + NORMALS[3 * h + 2] * j[3 * i + 2];
    }
  }

  /**
   * Multipliers of the sides for the contact velocities that the cached impulses give. Returns how far these are from a solution, in
   * their units, from WARMEST to 1 [1].
   */
  guessMultipliers(impulse: number): number {
    const { contacts, J, movers, v0, speed } = this.#scaled;
    const { rj, s, z } = this;
    const product = this.#product;
    let away = WARMEST;
    for (let i = 0; i < contacts; i++) {
      multiplyRows(J, movers, i, this.u, product);
      for (let row = 0; row < 3; row++) rj[3 * i + row] = v0[3 * i + row] + product[row];
      const short = steepestOf(rj, 3 * i) - rj[3 * i];
      if (short > 0) {
        away = Math.max(away, short / speed);
        rj[3 * i] += short;
      }
      splitVelocity(rj, i, z);
      this.writeSlacks(i);
      for (let k = SIDES * i; k < SIDES * (i + 1); k++) {
        away = Math.max(away, Math.min(s[k] / impulse, z[k] / speed), -s[k] / impulse);
      }
    }
    return Math.min(1, away);
  }

  /** How far the iterate is from J y + drift = U z, from u = u_before + J^T j and from t = N u + drift_n - bound. */
  writeResiduals(): void {
    const { bodies, contacts, J, movers, v0, bound, isBounded } = this.#scaled;
    const { j, z, t, nu, u, rj, rt, rm } = this;
    const y = this.#y;
    const product = this.#product;
    for (let i = 0; i < 6 * bodies; i++) {
      y[i] = u[i];
      rm[i] = -u[i];
    }
    addTransposed(J, movers, contacts, j, rm);
    if (isBounded) for (let i = 0; i < contacts; i++) addNormal(J, movers, i, -nu[i], y);
    for (let i = 0; i < contacts; i++) {
      multiplyRows(J, movers, i, y, product);
      for (let row = 0; row < 3; row++) {
        let r = v0[3 * i + row] + product[row] + this.#softness * j[3 * i + row];
        r += (this.soft * this.soft - this.#softness) * (j[3 * i + row] - this.#anchor[3 * i + row]);
        for (let h = 0; h < SIDES; h++) r -= NORMALS[3 * h + row] * z[SIDES * i + h];
        rj[3 * i + row] = r;
      }
      if (!isBounded) continue;
      multiplyRows(J, movers, i, u, product);
      rt[i] = v0[3 * i] + product[0] - bound[i] - t[i];
    }
  }

  /**
   * The KKT residual: of two complementary numbers, the smaller. All are measured unscaled, velocities in units of the largest contact
   * velocity or bound, impulses in units of the largest impulse; or by the velocity that they make at their contact, where that is more: beside
   * what a heavy body rests on, an impulse that throws a light one is small.
   */
  measure({ friction }: ImpulseProblem): number {
    const { contacts, J, movers, isBounded } = this.#scaled;
    const { j, s, z, t, nu, rj, rt } = this;
    const product = this.#product;
    const speed = 1 / this.#scaled.unitSpeed;
    const impulse = 1 / this.#largestUnscaled();
    let residual = 0;
    for (let i = 0; i < contacts; i++) {
      const scale = this.#scaled.scale[i];
      const toSpeed = speed / scale;
      const tangential = friction[i] > 0 ? friction[i] : 1;
      multiplyRows(J, movers, i, this.rm, product);
      for (let row = 0; row < 3; row++) {
        // With the velocities that the impulses give, and no softer than asked for.
        const excess = (this.soft * this.soft - this.#softness) * (j[3 * i + row] - this.#anchor[3 * i + row]);
        const r = Math.abs(rj[3 * i + row] + product[row] - excess) * toSpeed;
        residual = Math.max(residual, row === 0 ? r : r / tangential);
      }
      const push = Math.max(impulse * scale * tangential, toSpeed);
      const pull = toSpeed / tangential;
      for (let k = SIDES * i; k < SIDES * (i + 1); k++) {
        residual = Math.max(residual, Math.min(s[k] * push, z[k] * pull));
      }
      if (!isBounded) continue;
      const bounce = Math.min(t[i] * toSpeed, nu[i] * Math.max(scale * impulse, toSpeed));
      residual = Math.max(residual, Math.abs(rt[i]) * toSpeed, bounce);
    }
    return residual;
  }

  /** The largest normal impulse or multiplier of a bound, unscaled. */
  #largestUnscaled(): number {
    const { contacts, scale } = this.#scaled;
    let largest = 0;
    for (let i = 0; i < contacts; i++) largest = Math.max(largest, this.j[3 * i] * scale[i], this.nu[i] * scale[i]);
    return largest;
  }

  /** The largest scaled impulse, or speed where that is larger. */
  largestImpulse(): number {
    const { contacts, speed } = this.#scaled;
    let impulse = speed;
    for (let i = 0; i < contacts; i++) impulse = Math.max(impulse, this.j[3 * i]);
    return impulse;
  }
}
