// Solves the quadratic program of collisions and static contacts (impulse-problem.ts) by a primal-dual interior-point method
// (Mehrotra's predictor and corrector) whose every step is one sparse factorization in the space of bodies.
//
// With masses and friction scaled away (u = M^-1/2 u', tangential rows times mu) all pyramids are the same, and impulses and
// multipliers satisfy
//
//   J y + drift = U z,    s = U^T j >= 0, z >= 0, s z = 0         y = u - N^T nu
//   t = N u + drift_n - bound >= 0, nu >= 0, t nu = 0             u = u_before + J^T j
//
// Without bounds above zero, t >= 0 follows from the first line, nu is zero and y = u: the energy is least where all contact
// velocities are in the cone dual to the pyramid. A Newton step is then
//
//   (I + J^T C J) du = J^T C r,   C = (U diag(z / s) U^T)^-1, a 3 x 3 block a contact,
//
// six unknowns a body, joined where bodies touch. With bounds there are twelve, of u and y, and the matrix is quasi-definite:
//
//   [ -(I + N^T diag(nu / t) N)   I       ] [du]
//   [  I                          J^T C J ] [dy]
//
// Where contacts are redundant, as four on a face are, there are many solutions j and one u; the method goes to the middle of them.

import { checkCount, checkObject, checkSize } from '../matrix/refuse.js';
import { BlockFactorization } from './block-factorization.js';
import { addNormal, addOuter, addSquare, addTransposed, multiplyRows } from './contact-rows.js';
import { grown } from './grown.js';
import type { ImpulseProblem } from './impulse-problem.js';
import { checkImpulseProblem, ROWS_LENGTH } from './impulse-problem.js';
import * as pyramid from './pyramid.js';
import { splitVelocity, steepestOf } from './pyramid.js';
import { objectiveOf, ScaledProblem } from './scaled-problem.js';
import { divide, divideTransposed, factorizeSides, writeQuotient } from './side-factors.js';

// V8 folds constants of the same module but not imported ones.
const { SIDES, NORMALS, COSINE } = pyramid;

export interface QPOptions {
  /** Largest KKT residual to stop at [1]. */
  tolerance?: number;
  /** Most steps of the method. */
  iterations?: number;
  /** Whether `impulse` holds impulses to start from. */
  warmStart?: boolean;
  /**
   * How much contacts give: half of this times the square of each impulse, scaled by the square root of what it acts on, is added to the
   * objective. Above 0 there is a solution to whatever cannot be fulfilled: what is squeezed is squeezed evenly [1].
   */
  softness?: number;
}

export interface QPReport {
  iterations: number;
  /** Largest violation of a condition of optimality, relative to the largest speed and impulse [1]. */
  residual: number;
  /** Kinetic energy after the impulses, and drift . j [J]. */
  objective: number;
  /** Why it stopped. */
  status: 'solved' | 'limit' | 'infeasible';
}

export const DEFAULT_QP_TOLERANCE = 1e-9;
export const DEFAULT_QP_ITERATIONS = 60;

/** How far to go towards the boundary, of the way there [1]. */
const CLOSE = 0.995;
/** Where to start: distance from the sides and multipliers, as shares of the largest impulse and speed [1]. */
const AWAY_IMPULSE = 0.1;
const AWAY_SPEED = 0.1;
const WARMEST = 1e-3;
/** Weight of the least impulses against what they leave, at the start [1]. */
const SOFTNESS = 1e-4;
/** Where products s z are meant to end, as a share of what the tolerance, squared, allows [1]. */
const LEAST_TARGET = 0.01;
/** Mean product s z at which the objective is good enough, in tolerances [1]. */
const LEAST_GAP = 1e-4;
/**
 * A little softness in any case: a body that is wedged may be squeezed by any impulse without moving, and without it the middle of all
 * solutions is infinitely far away. Where bodies differ in mass by many powers of ten, contacts would give by it: close to the solution it
 * counts from the impulses that are found by then [1].
 */
const LEAST_SOFTNESS = 1e-13;
/** Cached impulses that are farther from a solution than this are none to start from [1]. */
const COLD = 0.3;
/** Impulses beyond this many times the speed of the problem, all being scaled, mean that nothing fulfils the conditions [1]. */
const BOUNDLESS = 1e12;
/** A residual that is this many times the best so far will not come down again: digits are used up [1]. */
const LOST = 1e3;
/** Solves of one step at most, and what momentum may lack after them, in tolerances [1]. */
const MOST_ROUNDS = 3;
const LEAST_LACK = 0.1;
/** The rows of the contact at hand times the numbers of its bodies. */
const product = new Float64Array(3);
/** Root of the softness, in an array: as an argument it would be allocated. */
const softRoot = new Float64Array(1);

/** What is good enough when they are, in tolerances; and what means that there is no solution [1]. */
const ACCEPTABLE = 10;
const HOPELESS = 1e-3;

export class StructuredQP {
  /** Multipliers of the bounds, one a contact [N s], and of the sides of the pyramids, eight a contact [m/s]: of the last solution. */
  boundMultiplier = new Float64Array(0);
  coneMultiplier = new Float64Array(0);

  readonly #factors = new BlockFactorization();
  readonly #report: QPReport = { iterations: 0, residual: 0, objective: 0, status: 'solved' };
  readonly #scaled = new ScaledProblem();
  /** The softness that is asked for, and the root of that which is used [1]. */
  #softness = 0;
  #soft = 0;
  /** Unknowns of a body: 6, or 12 with bounds. */
  #size = 6;
  /** Where the block that joins a contact's bodies is, -1 for none. */
  #block = new Int32Array(0);
  /** The iterate: impulses, slacks and multipliers of sides, slacks and multipliers of bounds, and u - u_before. */
  #j = new Float64Array(0);
  #s = new Float64Array(0);
  #z = new Float64Array(0);
  #t = new Float64Array(0);
  #nu = new Float64Array(0);
  #u = new Float64Array(0);
  /** The step, and what the predictor foresaw. */
  #dj = new Float64Array(0);
  #ds = new Float64Array(0);
  #dz = new Float64Array(0);
  #dt = new Float64Array(0);
  #dnu = new Float64Array(0);
  /** J y + drift - U z, t's residual, w, Q, R and R^-T J of contacts, right-hand sides by contact, unknowns by place. */
  #rj = new Float64Array(0);
  #rt = new Float64Array(0);
  #w = new Float64Array(0);
  #Q = new Float64Array(0);
  #R = new Float64Array(0);
  #P = new Float64Array(0);
  #r = new Float64Array(0);
  #x = new Float64Array(0);
  /** Six a body: y - u_before, what momentum lacks, parts of the steps of u and y and the steps themselves. */
  #y = new Float64Array(0);
  #rm = new Float64Array(0);
  #partU = new Float64Array(0);
  #partY = new Float64Array(0);
  #stepU = new Float64Array(0);
  /** Impulses about which contacts give, beyond the softness that is asked for. */
  #anchor = new Float64Array(0);
  /** The best iterate: impulses and multipliers. */
  #bestJ = new Float64Array(0);
  #bestZ = new Float64Array(0);
  #bestNu = new Float64Array(0);

  /** Solves in place. The report is one object, written anew by the next call. Throws a RangeError for arrays that do not fit. */
  solve(problem: ImpulseProblem, options: QPOptions = {}): Readonly<QPReport> {
    checkObject('options', options);
    const { tolerance = DEFAULT_QP_TOLERANCE, iterations = DEFAULT_QP_ITERATIONS, warmStart = false, softness = 0 } = options;
    checkSize('tolerance', tolerance);
    checkCount('iterations', iterations, 0);
    checkSize('softness', softness);
    checkImpulseProblem(problem);
    this.#softness = softness;
    this.#soft = Math.sqrt(Math.max(softness, LEAST_SOFTNESS));
    this.#scaled.write(problem);
    this.#size = this.#scaled.isBounded ? 12 : 6;
    this.#reserve(problem.bodies, problem.contacts);
    const report = this.#report;
    report.iterations = 0;
    report.residual = 0;
    report.status = 'solved';
    if (this.#scaled.isAtRest()) this.#stayAtRest();
    else this.#iterate(problem, tolerance, iterations, warmStart);
    this.#followImpulses();
    this.#scaled.addChange(problem, this.#u);
    this.#writeImpulses(problem);
    report.objective = objectiveOf(problem);
    // Masses beyond all measure: nothing is solved where velocities are no numbers.
    if (!Number.isFinite(report.objective)) report.status = 'limit';
    return report;
  }

  #iterate(problem: ImpulseProblem, tolerance: number, iterations: number, warmStart: boolean): void {
    const report = this.#report;
    this.#analyse();
    this.#start(problem, warmStart);
    this.#writeResiduals();
    report.residual = Number.POSITIVE_INFINITY;
    for (;;) {
      const residual = this.#measure(problem);
      if (residual < report.residual) this.#keep(residual);
      const isNear = this.#isNear(tolerance);
      if ((isNear && report.residual <= tolerance) || report.iterations === iterations || this.#isLost(residual)) break;
      // All that is left is what contacts give: from here on, they give about what they bear now.
      if (isNear) this.#anchorImpulses();
      report.iterations++;
      this.#step(tolerance);
    }
    this.#recall();
    report.status = report.residual <= ACCEPTABLE * tolerance ? 'solved' : report.residual < HOPELESS ? 'limit' : 'infeasible';
  }

  /** Whether the objective cannot fall by much more. */
  #isNear(tolerance: number): boolean {
    return this.#complementarity(0) <= LEAST_GAP * tolerance * this.#scaled.speed * this.#largestImpulse();
  }

  #anchorImpulses(): void {
    for (let i = 0; i < 3 * this.#scaled.contacts; i++) this.#anchor[i] = this.#j[i];
    this.#writeResiduals();
  }

  /** The best iterate so far. */
  #keep(residual: number): void {
    this.#report.residual = residual;
    for (let i = 0; i < 3 * this.#scaled.contacts; i++) this.#bestJ[i] = this.#j[i];
    for (let i = 0; i < SIDES * this.#scaled.contacts; i++) this.#bestZ[i] = this.#z[i];
    for (let i = 0; i < this.#scaled.contacts; i++) this.#bestNu[i] = this.#nu[i];
  }

  #recall(): void {
    for (let i = 0; i < 3 * this.#scaled.contacts; i++) this.#j[i] = this.#bestJ[i];
    for (let i = 0; i < SIDES * this.#scaled.contacts; i++) this.#z[i] = this.#bestZ[i];
    for (let i = 0; i < this.#scaled.contacts; i++) this.#nu[i] = this.#bestNu[i];
  }

  /** Whether rounding has taken over, or impulses grow without bound because nothing fulfils the conditions. */
  #isLost(residual: number): boolean {
    return !(residual < LOST * this.#report.residual) || !(this.#largestImpulse() < BOUNDLESS * this.#scaled.speed);
  }

  /** One predictor and one corrector, with the same factors. */
  #step(tolerance: number): void {
    this.#factorize();
    this.#writeTargets(0, 0);
    this.#solveStep(Number.POSITIVE_INFINITY);
    const mu = this.#complementarity(0);
    const ahead = this.#complementarity(this.#reach());
    const share = ahead / mu;
    const target = Math.max(share * share * share * mu, this.#leastTarget(tolerance));
    this.#writeTargets(target, 1);
    this.#solveStep(LEAST_LACK * tolerance * this.#scaled.speed);
    this.#advance(Math.min(1, CLOSE * this.#reach()));
    this.#writeResiduals();
  }

  // --- The problem, scaled ---

  #reserve(bodies: number, contacts: number): void {
    this.#block = grown(this.#block, contacts);
    this.#j = grown(this.#j, 3 * contacts);
    this.#anchor = grown(this.#anchor, 3 * contacts);
    this.#bestJ = grown(this.#bestJ, 3 * contacts);
    this.#bestZ = grown(this.#bestZ, SIDES * contacts);
    this.#bestNu = grown(this.#bestNu, contacts);
    this.#s = grown(this.#s, SIDES * contacts);
    this.#z = grown(this.#z, SIDES * contacts);
    this.#t = grown(this.#t, contacts);
    this.#nu = grown(this.#nu, contacts);
    this.#u = grown(this.#u, 6 * bodies);
    this.#dj = grown(this.#dj, 3 * contacts);
    this.#ds = grown(this.#ds, SIDES * contacts);
    this.#dz = grown(this.#dz, SIDES * contacts);
    this.#dt = grown(this.#dt, contacts);
    this.#dnu = grown(this.#dnu, contacts);
    this.#rj = grown(this.#rj, 3 * contacts);
    this.#rt = grown(this.#rt, contacts);
    this.#w = grown(this.#w, SIDES * contacts);
    this.#Q = grown(this.#Q, 3 * SIDES * contacts);
    this.#R = grown(this.#R, 6 * contacts);
    this.#P = grown(this.#P, ROWS_LENGTH * contacts);
    this.#r = grown(this.#r, 3 * contacts);
    this.#x = grown(this.#x, 12 * bodies);
    this.#y = grown(this.#y, 6 * bodies);
    this.#rm = grown(this.#rm, 6 * bodies);
    this.#partY = grown(this.#partY, 6 * bodies);
    this.#stepU = grown(this.#stepU, 6 * bodies);
    this.#partU = grown(this.#partU, 6 * bodies);
    this.boundMultiplier = grown(this.boundMultiplier, contacts);
    this.coneMultiplier = grown(this.coneMultiplier, SIDES * contacts);
  }

  #stayAtRest(): void {
    this.#j.fill(0, 0, 3 * this.#scaled.contacts);
    this.#nu.fill(0, 0, this.#scaled.contacts);
    this.#u.fill(0, 0, 6 * this.#scaled.bodies);
    for (let i = 0; i < this.#scaled.contacts; i++) splitVelocity(this.#scaled.v0, i, this.#z);
  }

  /** The pattern of the factors, and where each contact's blocks go. */
  #analyse(): void {
    const factors = this.#factors;
    factors.analyse(this.#scaled.bodies, this.#scaled.contacts, this.#scaled.movers, this.#size);
    for (let i = 0; i < this.#scaled.contacts; i++) {
      const a = this.#scaled.movers[2 * i];
      const b = this.#scaled.movers[2 * i + 1];
      this.#block[i] = a < 0 || b < 0 ? -1 : factors.offsetOf(a, b);
    }
  }

  // --- The iterate ---

  /**
   * Into the middle of the pyramids: about the cached impulses, or about those that would stop all contacts if they could pull. How far
   * from the sides, and how large the multipliers, is what decides how many steps it takes.
   */
  #start(problem: ImpulseProblem, warmStart: boolean): void {
    this.#anchor.fill(0, 0, 3 * this.#scaled.contacts);
    // No step has been foreseen yet.
    this.#ds.fill(0, 0, SIDES * this.#scaled.contacts);
    this.#dz.fill(0, 0, SIDES * this.#scaled.contacts);
    this.#dt.fill(0, 0, this.#scaled.contacts);
    this.#dnu.fill(0, 0, this.#scaled.contacts);
    let away = 1;
    if (warmStart && !this.#scaled.isBounded) {
      this.#readImpulses(problem);
      this.#followImpulses();
      away = this.#guessMultipliers(this.#largestImpulse());
    }
    if (away > COLD) {
      away = 1;
      this.#stopAll();
    }
    const impulse = this.#largestImpulse();
    const center = AWAY_IMPULSE * away * impulse;
    const speed = AWAY_SPEED * away * this.#scaled.speed;
    const j = this.#j;
    for (let i = 0; i < this.#scaled.contacts; i++) {
      const tangent = Math.sqrt(j[3 * i + 1] * j[3 * i + 1] + j[3 * i + 2] * j[3 * i + 2]);
      j[3 * i] = Math.max(j[3 * i], (tangent + center) / COSINE);
      this.#writeSlacks(i);
      for (let k = SIDES * i; k < SIDES * (i + 1); k++) {
        const least = (center * speed) / this.#s[k];
        this.#z[k] = away < 1 ? Math.max(this.#z[k], least) : least;
      }
      this.#nu[i] = this.#scaled.isBounded ? center : 0;
      this.#t[i] = speed;
    }
    this.#followImpulses();
  }

  #writeSlacks(i: number): void {
    for (let h = 0; h < SIDES; h++) {
      const j = this.#j;
      this.#s[SIDES * i + h] = NORMALS[3 * h] * j[3 * i] + NORMALS[3 * h + 1] * j[3 * i + 1] + NORMALS[3 * h + 2] * j[3 * i + 2];
    }
  }

  /**
   * Multipliers of the sides for the contact velocities that the cached impulses give. Returns how far these are from a solution, in
   * their units, from WARMEST to 1 [1].
   */
  #guessMultipliers(impulse: number): number {
    let away = WARMEST;
    for (let i = 0; i < this.#scaled.contacts; i++) {
      multiplyRows(this.#scaled.J, this.#scaled.movers, i, this.#u, product);
      for (let row = 0; row < 3; row++) this.#rj[3 * i + row] = this.#scaled.v0[3 * i + row] + product[row];
      const short = steepestOf(this.#rj, 3 * i) - this.#rj[3 * i];
      if (short > 0) {
        away = Math.max(away, short / this.#scaled.speed);
        this.#rj[3 * i] += short;
      }
      splitVelocity(this.#rj, i, this.#z);
      this.#writeSlacks(i);
      for (let k = SIDES * i; k < SIDES * (i + 1); k++) {
        away = Math.max(away, Math.min(this.#s[k] / impulse, this.#z[k] / this.#scaled.speed), -this.#s[k] / impulse);
      }
    }
    return Math.min(1, away);
  }

  /** The least impulses that would bring all contact velocities to zero, where there are such: one step from no impulse, with all slacks alike. */
  #stopAll(): void {
    const isBounded = this.#scaled.isBounded;
    this.#j.fill(0, 0, 3 * this.#scaled.contacts);
    this.#u.fill(0, 0, 6 * this.#scaled.bodies);
    this.#s.fill(1, 0, SIDES * this.#scaled.contacts);
    this.#z.fill(SOFTNESS, 0, SIDES * this.#scaled.contacts);
    // Bounds are left out.
    this.#nu.fill(0, 0, this.#scaled.contacts);
    this.#t.fill(1, 0, this.#scaled.contacts);
    this.#rt.fill(0, 0, this.#scaled.contacts);
    this.#rm.fill(0, 0, 6 * this.#scaled.bodies);
    this.#factorize();
    for (let i = 0; i < 3 * this.#scaled.contacts; i++) this.#r[i] = -this.#scaled.v0[i];
    for (let i = 0; i < this.#scaled.contacts; i++) divideTransposed(this.#R, 6 * i, this.#r, 3 * i);
    if (isBounded) this.#dnu.fill(0, 0, this.#scaled.contacts);
    this.#solveStep(Number.POSITIVE_INFINITY);
    for (let i = 0; i < 3 * this.#scaled.contacts; i++) this.#j[i] = this.#dj[i];
  }

  /** Scaled impulses to start from. */
  #readImpulses({ impulse, friction }: ImpulseProblem): void {
    for (let i = 0; i < this.#scaled.contacts; i++) {
      const scale = 1 / this.#scaled.scale[i];
      this.#j[3 * i] = impulse[3 * i] * scale;
      for (let row = 1; row < 3; row++) {
        this.#j[3 * i + row] = friction[i] > 0 ? (impulse[3 * i + row] * scale) / friction[i] : 0;
      }
    }
  }

  /** u - u_before = J^T j. */
  #followImpulses(): void {
    this.#u.fill(0, 0, 6 * this.#scaled.bodies);
    addTransposed(this.#scaled.J, this.#scaled.movers, this.#scaled.contacts, this.#j, this.#u);
  }

  /** How far the iterate is from J y + drift = U z, from u = u_before + J^T j and from t = N u + drift_n - bound. */
  #writeResiduals(): void {
    const u = this.#u;
    const y = this.#y;
    for (let i = 0; i < 6 * this.#scaled.bodies; i++) {
      y[i] = u[i];
      this.#rm[i] = -u[i];
    }
    addTransposed(this.#scaled.J, this.#scaled.movers, this.#scaled.contacts, this.#j, this.#rm);
    if (this.#scaled.isBounded)
      for (let i = 0; i < this.#scaled.contacts; i++) addNormal(this.#scaled.J, this.#scaled.movers, i, -this.#nu[i], y);
    for (let i = 0; i < this.#scaled.contacts; i++) {
      multiplyRows(this.#scaled.J, this.#scaled.movers, i, y, product);
      for (let row = 0; row < 3; row++) {
        let r = this.#scaled.v0[3 * i + row] + product[row] + this.#softness * this.#j[3 * i + row];
        r += (this.#soft * this.#soft - this.#softness) * (this.#j[3 * i + row] - this.#anchor[3 * i + row]);
        for (let h = 0; h < SIDES; h++) r -= NORMALS[3 * h + row] * this.#z[SIDES * i + h];
        this.#rj[3 * i + row] = r;
      }
      if (!this.#scaled.isBounded) continue;
      multiplyRows(this.#scaled.J, this.#scaled.movers, i, u, product);
      this.#rt[i] = this.#scaled.v0[3 * i] + product[0] - this.#scaled.bound[i] - this.#t[i];
    }
  }

  /**
   * The KKT residual: of two complementary numbers, the smaller. All are measured unscaled, velocities in units of the largest contact
   * velocity or bound, impulses in units of the largest impulse; or by the velocity that they make at their contact, where that is more: beside
   * what a heavy body rests on, an impulse that throws a light one is small.
   */
  #measure({ friction }: ImpulseProblem): number {
    const speed = 1 / this.#scaled.unitSpeed;
    let largest = 0;
    for (let i = 0; i < this.#scaled.contacts; i++)
      largest = Math.max(largest, this.#j[3 * i] * this.#scaled.scale[i], this.#nu[i] * this.#scaled.scale[i]);
    const impulse = 1 / largest;
    let residual = 0;
    for (let i = 0; i < this.#scaled.contacts; i++) {
      const scale = this.#scaled.scale[i];
      const toSpeed = speed / scale;
      const tangential = friction[i] > 0 ? friction[i] : 1;
      multiplyRows(this.#scaled.J, this.#scaled.movers, i, this.#rm, product);
      for (let row = 0; row < 3; row++) {
        // With the velocities that the impulses give, and no softer than asked for.
        const excess = (this.#soft * this.#soft - this.#softness) * (this.#j[3 * i + row] - this.#anchor[3 * i + row]);
        const r = Math.abs(this.#rj[3 * i + row] + product[row] - excess) * toSpeed;
        residual = Math.max(residual, row === 0 ? r : r / tangential);
      }
      const push = Math.max(impulse * scale * tangential, toSpeed);
      const pull = toSpeed / tangential;
      for (let k = SIDES * i; k < SIDES * (i + 1); k++) {
        residual = Math.max(residual, Math.min(this.#s[k] * push, this.#z[k] * pull));
      }
      if (!this.#scaled.isBounded) continue;
      residual = Math.max(
        residual,
        Math.abs(this.#rt[i]) * toSpeed,
        Math.min(this.#t[i] * toSpeed, this.#nu[i] * Math.max(scale * impulse, toSpeed)),
      );
    }
    return residual;
  }

  /** The largest scaled impulse, or speed where that is larger. */
  #largestImpulse(): number {
    let impulse = this.#scaled.speed;
    for (let i = 0; i < this.#scaled.contacts; i++) impulse = Math.max(impulse, this.#j[3 * i]);
    return impulse;
  }

  /** Below this no product s z need go: smaller ones cost digits and show nowhere. */
  #leastTarget(tolerance: number): number {
    return LEAST_TARGET * tolerance * tolerance * this.#scaled.speed * this.#largestImpulse();
  }

  // --- The Newton step ---

  #factorize(): void {
    const factors = this.#factors;
    const { place } = factors.elimination;
    const { diagonal, below } = factors;
    const size = this.#size;
    const area = size * size;
    // Where y's unknowns are among those of a body.
    const y = this.#scaled.isBounded ? 6 : 0;
    factors.clear();
    softRoot[0] = this.#soft;
    for (let body = 0; body < this.#scaled.bodies; body++) {
      const at = place[body] * area;
      for (let c = 0; c < 6; c++) {
        if (this.#scaled.isBounded) {
          diagonal[at + c * size + c] = -1;
          diagonal[at + (6 + c) * size + c] = 1;
          diagonal[at + c * size + 6 + c] = 1;
        } else diagonal[at + c * size + c] = 1;
      }
    }
    for (let i = 0; i < this.#scaled.contacts; i++) {
      factorizeSides(this.#s, this.#z, this.#w, SIDES * i, this.#Q, this.#R, 6 * i, softRoot);
      writeQuotient(this.#scaled.J, ROWS_LENGTH * i, this.#R, 6 * i, this.#P);
      const a = this.#scaled.movers[2 * i];
      const b = this.#scaled.movers[2 * i + 1];
      const block = this.#block[i];
      if (a >= 0) addSquare(diagonal, place[a] * area, size, y, this.#P, ROWS_LENGTH * i, 0, 0);
      if (b >= 0) addSquare(diagonal, place[b] * area, size, y, this.#P, ROWS_LENGTH * i, 6, 6);
      const isAFirst = a >= 0 && b >= 0 && place[a] < place[b];
      if (block >= 0) addSquare(below, block, size, y, this.#P, ROWS_LENGTH * i, isAFirst ? 6 : 0, isAFirst ? 0 : 6);
      if (!this.#scaled.isBounded) continue;
      const weight = -this.#nu[i] / this.#t[i];
      if (a >= 0) addOuter(diagonal, place[a] * area, size, this.#scaled.J, ROWS_LENGTH * i, 0, 0, weight);
      if (b >= 0) addOuter(diagonal, place[b] * area, size, this.#scaled.J, ROWS_LENGTH * i, 6, 6, weight);
      if (block >= 0) addOuter(below, block, size, this.#scaled.J, ROWS_LENGTH * i, isAFirst ? 6 : 0, isAFirst ? 0 : 6, weight);
    }
    factors.factorize();
  }

  /** Right-hand sides R^-T r for products s z and t nu that go to `target`; `second` times what the last step foresaw of second order is taken off. */
  #writeTargets(target: number, second: 0 | 1): void {
    for (let i = 0; i < this.#scaled.contacts; i++) {
      if (this.#scaled.isBounded) {
        const wanted = target - second * this.#dt[i] * this.#dnu[i];
        // Kept for the step of nu, as below for that of z: what it is before the slack moves.
        this.#dnu[i] = wanted / this.#t[i] - this.#nu[i];
      }
      for (let row = 0; row < 3; row++) this.#r[3 * i + row] = -this.#rj[3 * i + row];
      divideTransposed(this.#R, 6 * i, this.#r, 3 * i);
      for (let k = SIDES * i; k < SIDES * (i + 1); k++) {
        const wanted = target - second * this.#ds[k] * this.#dz[k];
        const d = wanted / this.#s[k] - this.#z[k];
        this.#dz[k] = d;
        // R^-T u_h d, where small must not be a difference of large.
        const weighted = d / this.#w[k];
        for (let row = 0; row < 3; row++) this.#r[3 * i + row] += this.#Q[3 * k + row] * weighted;
      }
    }
  }

  /**
   * The step of everything for the right-hand sides at hand. Impulses take up the rounding of blocks that differ by many powers of ten;
   * what momentum then lacks by more than `lack` is solved for again.
   */
  #solveStep(lack: number): void {
    this.#writeRightHandSides();
    this.#stepU.fill(0, 0, 6 * this.#scaled.bodies);
    for (let round = 0; round < MOST_ROUNDS; round++) {
      this.#solveBodies();
      for (let i = 0; i < 6 * this.#scaled.bodies; i++) {
        this.#stepU[i] += this.#partU[i];
      }
      for (let i = 0; i < this.#scaled.contacts; i++) {
        multiplyRows(this.#P, this.#scaled.movers, i, this.#partY, product);
        for (let row = 0; row < 3; row++) this.#r[3 * i + row] -= product[row];
        divide(this.#R, 6 * i, this.#r, this.#dj, 3 * i);
      }
      if (lack === Number.POSITIVE_INFINITY || this.#writeLack() <= lack) break;
    }
    this.#deriveStep();
  }

  /** Solves for the steps of u and y, whose right-hand sides are in their place. */
  #solveBodies(): void {
    const { place } = this.#factors.elimination;
    const size = this.#size;
    const y = size - 6;
    const x = this.#x;
    for (let body = 0; body < this.#scaled.bodies; body++) {
      const at = size * place[body];
      for (let c = 0; c < 6; c++) {
        x[at + c] = this.#partU[6 * body + c];
        x[at + y + c] = this.#partY[6 * body + c];
      }
    }
    this.#factors.solve(x);
    for (let body = 0; body < this.#scaled.bodies; body++) {
      const at = size * place[body];
      for (let c = 0; c < 6; c++) {
        this.#partU[6 * body + c] = x[at + c];
        this.#partY[6 * body + c] = x[at + y + c];
      }
    }
  }

  /** What momentum lacks with the step so far, as right-hand sides. Returns the largest. */
  #writeLack(): number {
    const e = this.#partY;
    for (let i = 0; i < 6 * this.#scaled.bodies; i++) {
      e[i] = this.#rm[i] - this.#stepU[i];
      this.#partU[i] = 0;
    }
    addTransposed(this.#scaled.J, this.#scaled.movers, this.#scaled.contacts, this.#dj, e);
    let largest = 0;
    for (let i = 0; i < 6 * this.#scaled.bodies; i++) largest = Math.max(largest, Math.abs(e[i]));
    return largest;
  }

  /** P^T R^-T r + rm in the rows of y; in those of u, where there are any, -N^T (dnu - (nu / t) rt). */
  #writeRightHandSides(): void {
    const g = this.#partY;
    for (let i = 0; i < 6 * this.#scaled.bodies; i++) g[i] = this.#rm[i];
    addTransposed(this.#P, this.#scaled.movers, this.#scaled.contacts, this.#r, g);
    if (!this.#scaled.isBounded) return;
    this.#partU.fill(0, 0, 6 * this.#scaled.bodies);
    for (let i = 0; i < this.#scaled.contacts; i++) {
      addNormal(this.#scaled.J, this.#scaled.movers, i, (this.#nu[i] / this.#t[i]) * this.#rt[i] - this.#dnu[i], this.#partU);
    }
  }

  /** The steps of slacks and multipliers, r being R dj. */
  #deriveStep(): void {
    for (let i = 0; i < this.#scaled.contacts; i++) {
      for (let k = SIDES * i; k < SIDES * (i + 1); k++) {
        const along =
          this.#Q[3 * k] * this.#r[3 * i] + this.#Q[3 * k + 1] * this.#r[3 * i + 1] + this.#Q[3 * k + 2] * this.#r[3 * i + 2];
        this.#ds[k] = along / this.#w[k];
        this.#dz[k] -= this.#w[k] * along;
      }
      if (!this.#scaled.isBounded) continue;
      multiplyRows(this.#scaled.J, this.#scaled.movers, i, this.#stepU, product);
      const dt = product[0] + this.#rt[i];
      this.#dt[i] = dt;
      this.#dnu[i] -= (this.#nu[i] / this.#t[i]) * dt;
    }
  }

  /** How much of the step can be taken until a slack or a multiplier is zero, at most all of it [1]. */
  #reach(): number {
    let reach = 1;
    for (let k = 0; k < SIDES * this.#scaled.contacts; k++) {
      if (this.#ds[k] < 0) reach = Math.min(reach, -this.#s[k] / this.#ds[k]);
      if (this.#dz[k] < 0) reach = Math.min(reach, -this.#z[k] / this.#dz[k]);
    }
    if (this.#scaled.isBounded) {
      for (let i = 0; i < this.#scaled.contacts; i++) {
        if (this.#dt[i] < 0) reach = Math.min(reach, -this.#t[i] / this.#dt[i]);
        if (this.#dnu[i] < 0) reach = Math.min(reach, -this.#nu[i] / this.#dnu[i]);
      }
    }
    return reach;
  }

  /** The mean of s z and t nu after a share of the step. */
  #complementarity(share: number): number {
    let sum = 0;
    for (let k = 0; k < SIDES * this.#scaled.contacts; k++) {
      sum += (this.#s[k] + share * this.#ds[k]) * (this.#z[k] + share * this.#dz[k]);
    }
    if (this.#scaled.isBounded) {
      for (let i = 0; i < this.#scaled.contacts; i++) {
        sum += (this.#t[i] + share * this.#dt[i]) * (this.#nu[i] + share * this.#dnu[i]);
      }
    }
    return sum / ((this.#scaled.isBounded ? SIDES + 1 : SIDES) * this.#scaled.contacts);
  }

  #advance(share: number): void {
    for (let i = 0; i < 3 * this.#scaled.contacts; i++) this.#j[i] += share * this.#dj[i];
    for (let k = 0; k < SIDES * this.#scaled.contacts; k++) {
      this.#s[k] += share * this.#ds[k];
      this.#z[k] += share * this.#dz[k];
    }
    if (this.#scaled.isBounded) {
      for (let i = 0; i < this.#scaled.contacts; i++) {
        this.#t[i] += share * this.#dt[i];
        this.#nu[i] += share * this.#dnu[i];
      }
    }
    for (let i = 0; i < 6 * this.#scaled.bodies; i++) this.#u[i] += share * this.#stepU[i];
  }

  // --- The solution, unscaled ---

  #writeImpulses({ impulse, friction, contacts }: ImpulseProblem): void {
    for (let i = 0; i < contacts; i++) {
      const scale = this.#scaled.scale[i];
      impulse[3 * i] = this.#j[3 * i] * scale;
      impulse[3 * i + 1] = this.#j[3 * i + 1] * scale * friction[i];
      impulse[3 * i + 2] = this.#j[3 * i + 2] * scale * friction[i];
      this.boundMultiplier[i] = this.#scaled.isBounded ? this.#nu[i] * scale : 0;
      // With friction the sides' normals are longer than those of the scaled pyramid, by mu.
      const sides = scale * (friction[i] > 0 ? friction[i] : 1);
      for (let h = 0; h < SIDES; h++) this.coneMultiplier[SIDES * i + h] = this.#z[SIDES * i + h] / sides;
    }
  }
}
