// One step of the interior-point method of structured-qp.ts: the sparse matrix of its linear system in the space of bodies, factorized once
// for predictor and corrector, and what the solution makes of impulses, slacks and multipliers.

import { BlockFactorization } from './block-factorization.js';
import { addNormal, addOuter, addSquare, addTransposed, multiplyRows } from './contact-rows.js';
import { grown } from './grown.js';
import * as problem from './impulse-problem.js';
import type { Iterate } from './iterate.js';
import * as pyramid from './pyramid.js';
import type { ScaledProblem } from './scaled-problem.js';
import { divide, divideTransposed, SideFactors, writeQuotient } from './side-factors.js';

// V8 folds constants of the same module but not imported ones.
const { SIDES } = pyramid;
const { ROWS_LENGTH } = problem;

/** Solves of one step at most [1]. */
const MOST_ROUNDS = 3;

export class NewtonStep {
  readonly #factors = new BlockFactorization();
  readonly #sides = new SideFactors();
  readonly #scaled: ScaledProblem;
  readonly #at: Iterate;
  /** Unknowns of a body: 6, or 12 with bounds. */
  #size = 6;
  /** Where the block that joins a contact's bodies is, -1 for none. */
  #block = new Int32Array(0);
  /** Steps of impulses, and of slacks and multipliers of sides and bounds; until the corrector, what the predictor foresaw. */
  #dj = new Float64Array(0);
  #ds = new Float64Array(0);
  #dz = new Float64Array(0);
  #dt = new Float64Array(0);
  #dnu = new Float64Array(0);
  /** w, Q, R and R^-T J of contacts, right-hand sides by contact, unknowns by place. */
  #w = new Float64Array(0);
  #Q = new Float64Array(0);
  #R = new Float64Array(0);
  #P = new Float64Array(0);
  #r = new Float64Array(0);
  #x = new Float64Array(0);
  /** Six a body: parts of the steps of u and y, and the step of u. */
  #partU = new Float64Array(0);
  #partY = new Float64Array(0);
  #stepU = new Float64Array(0);
  /** The rows of the contact at hand times the numbers of its bodies. */
  readonly #product = new Float64Array(3);
  /** Root of the softness, in an array: as an argument it would be allocated. */
  readonly #softRoot = new Float64Array(1);

  constructor(scaled: ScaledProblem, at: Iterate) {
    this.#scaled = scaled;
    this.#at = at;
  }

  /** Makes room for the scaled problem. */
  begin(): void {
    const { bodies, contacts, isBounded } = this.#scaled;
    this.#size = isBounded ? 12 : 6;
    this.#block = grown(this.#block, contacts);
    this.#dj = grown(this.#dj, 3 * contacts);
    this.#ds = grown(this.#ds, SIDES * contacts);
    this.#dz = grown(this.#dz, SIDES * contacts);
    this.#dt = grown(this.#dt, contacts);
    this.#dnu = grown(this.#dnu, contacts);
    this.#w = grown(this.#w, SIDES * contacts);
    this.#Q = grown(this.#Q, 3 * SIDES * contacts);
    this.#R = grown(this.#R, 6 * contacts);
    this.#P = grown(this.#P, ROWS_LENGTH * contacts);
    this.#r = grown(this.#r, 3 * contacts);
    this.#x = grown(this.#x, 12 * bodies);
    this.#partY = grown(this.#partY, 6 * bodies);
    this.#stepU = grown(this.#stepU, 6 * bodies);
    this.#partU = grown(this.#partU, 6 * bodies);
  }

  /** The pattern of the factors, and where each contact's blocks go. No step has been foreseen yet. */
  analyse(): void {
    const { bodies, contacts, movers } = this.#scaled;
    const factors = this.#factors;
    factors.analyse(bodies, contacts, movers, this.#size);
    for (let i = 0; i < contacts; i++) {
      const a = movers[2 * i];
      const b = movers[2 * i + 1];
      this.#block[i] = a < 0 || b < 0 ? -1 : factors.offsetOf(a, b);
    }
    this.#ds.fill(0, 0, SIDES * contacts);
    this.#dz.fill(0, 0, SIDES * contacts);
    this.#dt.fill(0, 0, contacts);
    this.#dnu.fill(0, 0, contacts);
  }

  /**
   * The least impulses that would bring all contact velocities to zero, where there are such, become those of the iterate: one step from no
   * impulse, with all slacks alike. `weight` is that of the impulses against what they leave [1].
   */
  stopAll(weight: number): void {
    const { bodies, contacts, v0, isBounded } = this.#scaled;
    const { j, s, z, t, nu, u, rt, rm } = this.#at;
    j.fill(0, 0, 3 * contacts);
    u.fill(0, 0, 6 * bodies);
    s.fill(1, 0, SIDES * contacts);
    z.fill(weight, 0, SIDES * contacts);
    // Bounds are left out.
    nu.fill(0, 0, contacts);
    t.fill(1, 0, contacts);
    rt.fill(0, 0, contacts);
    rm.fill(0, 0, 6 * bodies);
    this.factorize();
    for (let i = 0; i < 3 * contacts; i++) this.#r[i] = -v0[i];
    for (let i = 0; i < contacts; i++) divideTransposed(this.#R, 6 * i, this.#r, 3 * i);
    if (isBounded) this.#dnu.fill(0, 0, contacts);
    this.solve(Number.POSITIVE_INFINITY);
    for (let i = 0; i < 3 * contacts; i++) j[i] = this.#dj[i];
  }

  /** The factors of the matrix where the iterate is. */
  factorize(): void {
    const { bodies, contacts, J, movers, isBounded } = this.#scaled;
    const { s, z, t, nu } = this.#at;
    const factors = this.#factors;
    const { place } = factors.elimination;
    const { diagonal, below } = factors;
    const size = this.#size;
    const area = size * size;
    const P = this.#P;
    // Where y's unknowns are among those of a body.
    const y = isBounded ? 6 : 0;
    factors.clear();
    this.#softRoot[0] = this.#at.soft;
    for (let body = 0; body < bodies; body++) this.#writeIdentity(diagonal, place[body] * area);
    for (let i = 0; i < contacts; i++) {
      const row = ROWS_LENGTH * i;
      this.#sides.factorize(s, z, this.#w, SIDES * i, this.#Q, this.#R, 6 * i, this.#softRoot);
      writeQuotient(J, row, this.#R, 6 * i, P);
      const a = movers[2 * i];
      const b = movers[2 * i + 1];
      const block = this.#block[i];
      if (a >= 0) addSquare(diagonal, place[a] * area, size, y, P, row, 0, 0);
      if (b >= 0) addSquare(diagonal, place[b] * area, size, y, P, row, 6, 6);
      const isAFirst = a >= 0 && b >= 0 && place[a] < place[b];
      if (block >= 0) addSquare(below, block, size, y, P, row, isAFirst ? 6 : 0, isAFirst ? 0 : 6);
      if (!isBounded) continue;
      const weight = -nu[i] / t[i];
      if (a >= 0) addOuter(diagonal, place[a] * area, size, J, row, 0, 0, weight);
      if (b >= 0) addOuter(diagonal, place[b] * area, size, J, row, 6, 6, weight);
      if (block >= 0) addOuter(below, block, size, J, row, isAFirst ? 6 : 0, isAFirst ? 0 : 6, weight);
    }
    factors.factorize();
  }

  /** What a body's block has without contacts. */
  #writeIdentity(diagonal: Float64Array, at: number): void {
    const size = this.#size;
    for (let c = 0; c < 6; c++) {
      if (size === 12) {
        diagonal[at + c * size + c] = -1;
        diagonal[at + (6 + c) * size + c] = 1;
        diagonal[at + c * size + 6 + c] = 1;
      } else diagonal[at + c * size + c] = 1;
    }
  }

  /** Right-hand sides R^-T r for products s z and t nu that go to `target`; `second` times what the last step foresaw of second order is taken off. */
  writeTargets(target: number, second: 0 | 1): void {
    const { contacts, isBounded } = this.#scaled;
    const { s, z, t, nu, rj } = this.#at;
    const r = this.#r;
    for (let i = 0; i < contacts; i++) {
      if (isBounded) {
        const wanted = target - second * this.#dt[i] * this.#dnu[i];
        // Kept for the step of nu, as below for that of z: what it is before the slack moves.
        this.#dnu[i] = wanted / t[i] - nu[i];
      }
      for (let row = 0; row < 3; row++) r[3 * i + row] = -rj[3 * i + row];
      divideTransposed(this.#R, 6 * i, r, 3 * i);
      for (let k = SIDES * i; k < SIDES * (i + 1); k++) {
        const wanted = target - second * this.#ds[k] * this.#dz[k];
        const d = wanted / s[k] - z[k];
        this.#dz[k] = d;
        // R^-T u_h d, where small must not be a difference of large.
        const weighted = d / this.#w[k];
        for (let row = 0; row < 3; row++) r[3 * i + row] += this.#Q[3 * k + row] * weighted;
      }
    }
  }

  /**
   * The step of everything for the right-hand sides at hand. Impulses take up the rounding of blocks that differ by many powers of ten;
   * what momentum then lacks by more than `lack` is solved for again.
   */
  solve(lack: number): void {
    const { bodies, contacts, movers } = this.#scaled;
    const product = this.#product;
    this.#writeRightHandSides();
    this.#stepU.fill(0, 0, 6 * bodies);
    for (let round = 0; round < MOST_ROUNDS; round++) {
      this.#solveBodies();
      for (let i = 0; i < 6 * bodies; i++) this.#stepU[i] += this.#partU[i];
      for (let i = 0; i < contacts; i++) {
        multiplyRows(this.#P, movers, i, this.#partY, product);
        for (let row = 0; row < 3; row++) this.#r[3 * i + row] -= product[row];
        divide(this.#R, 6 * i, this.#r, this.#dj, 3 * i);
      }
      if (lack === Number.POSITIVE_INFINITY || this.#writeLack() <= lack) break;
    }
    this.#deriveStep();
  }

  /** Solves for the steps of u and y, whose right-hand sides are in their place. */
  #solveBodies(): void {
    const { bodies } = this.#scaled;
    const { place } = this.#factors.elimination;
    const size = this.#size;
    const y = size - 6;
    const x = this.#x;
    for (let body = 0; body < bodies; body++) {
      const at = size * place[body];
      for (let c = 0; c < 6; c++) {
        x[at + c] = this.#partU[6 * body + c];
        x[at + y + c] = this.#partY[6 * body + c];
      }
    }
    this.#factors.solve(x);
    for (let body = 0; body < bodies; body++) {
      const at = size * place[body];
      for (let c = 0; c < 6; c++) {
        this.#partU[6 * body + c] = x[at + c];
        this.#partY[6 * body + c] = x[at + y + c];
      }
    }
  }

  /** What momentum lacks with the step so far, as right-hand sides. Returns the largest. */
  #writeLack(): number {
    const { bodies, contacts, J, movers } = this.#scaled;
    const { rm } = this.#at;
    const e = this.#partY;
    for (let i = 0; i < 6 * bodies; i++) {
      e[i] = rm[i] - this.#stepU[i];
      this.#partU[i] = 0;
    }
    addTransposed(J, movers, contacts, this.#dj, e);
    let largest = 0;
    for (let i = 0; i < 6 * bodies; i++) largest = Math.max(largest, Math.abs(e[i]));
    return largest;
  }

  /** P^T R^-T r + rm in the rows of y; in those of u, where there are any, -N^T (dnu - (nu / t) rt). */
  #writeRightHandSides(): void {
    const { bodies, contacts, J, movers, isBounded } = this.#scaled;
    const { t, nu, rt, rm } = this.#at;
    const g = this.#partY;
    for (let i = 0; i < 6 * bodies; i++) g[i] = rm[i];
    addTransposed(this.#P, movers, contacts, this.#r, g);
    if (!isBounded) return;
    this.#partU.fill(0, 0, 6 * bodies);
    for (let i = 0; i < contacts; i++) addNormal(J, movers, i, (nu[i] / t[i]) * rt[i] - this.#dnu[i], this.#partU);
  }

  /** The steps of slacks and multipliers, r being R dj. */
  #deriveStep(): void {
    const { contacts, J, movers, isBounded } = this.#scaled;
    const { t, nu, rt } = this.#at;
    const Q = this.#Q;
    const r = this.#r;
    const product = this.#product;
    for (let i = 0; i < contacts; i++) {
      for (let k = SIDES * i; k < SIDES * (i + 1); k++) {
        const along = Q[3 * k] * r[3 * i] + Q[3 * k + 1] * r[3 * i + 1] + Q[3 * k + 2] * r[3 * i + 2];
        this.#ds[k] = along / this.#w[k];
        this.#dz[k] -= this.#w[k] * along;
      }
      if (!isBounded) continue;
      multiplyRows(J, movers, i, this.#stepU, product);
      const dt = product[0] + rt[i];
      this.#dt[i] = dt;
      this.#dnu[i] -= (nu[i] / t[i]) * dt;
    }
  }

  /** How much of the step can be taken until a slack or a multiplier is zero, at most all of it [1]. */
  reach(): number {
    const { contacts, isBounded } = this.#scaled;
    const { s, z, t, nu } = this.#at;
    let reach = 1;
    for (let k = 0; k < SIDES * contacts; k++) {
      if (this.#ds[k] < 0) reach = Math.min(reach, -s[k] / this.#ds[k]);
      if (this.#dz[k] < 0) reach = Math.min(reach, -z[k] / this.#dz[k]);
    }
    if (isBounded) {
      for (let i = 0; i < contacts; i++) {
        if (this.#dt[i] < 0) reach = Math.min(reach, -t[i] / this.#dt[i]);
        if (this.#dnu[i] < 0) reach = Math.min(reach, -nu[i] / this.#dnu[i]);
      }
    }
    return reach;
  }

  /** The mean of s z and t nu after a share of the step. */
  complementarity(share: number): number {
    const { contacts, isBounded } = this.#scaled;
    const { s, z, t, nu } = this.#at;
    let sum = 0;
    for (let k = 0; k < SIDES * contacts; k++) sum += (s[k] + share * this.#ds[k]) * (z[k] + share * this.#dz[k]);
    if (isBounded) {
      for (let i = 0; i < contacts; i++) sum += (t[i] + share * this.#dt[i]) * (nu[i] + share * this.#dnu[i]);
    }
    return sum / ((isBounded ? SIDES + 1 : SIDES) * contacts);
  }

  /** Moves the iterate by a share of the step. */
  advance(share: number): void {
    const { bodies, contacts, isBounded } = this.#scaled;
    const { j, s, z, t, nu, u } = this.#at;
    for (let i = 0; i < 3 * contacts; i++) j[i] += share * this.#dj[i];
    for (let k = 0; k < SIDES * contacts; k++) {
      s[k] += share * this.#ds[k];
      z[k] += share * this.#dz[k];
    }
    if (isBounded) {
      for (let i = 0; i < contacts; i++) {
        t[i] += share * this.#dt[i];
        nu[i] += share * this.#dnu[i];
      }
    }
    for (let i = 0; i < 6 * bodies; i++) u[i] += share * this.#stepU[i];
  }
}
