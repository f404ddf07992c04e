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

import { BlockFactorization } from './block-factorization.js';
import { grown } from './grown.js';
import type { ImpulseProblem } from './impulse-problem.js';
import { checkImpulseProblem, ROWS_LENGTH } from './impulse-problem.js';

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

/** Sides of the pyramid, and the inward normals of its sides (8) for mu = 1, [n, n_x, n_y] each, and after them the axes. */
const SIDES = 8;
/** Of pi / 8. */
const COSINE = 0.9238795325112867;
const SINE = 0.3826834323650898;
const DIAGONAL = Math.SQRT1_2;
const NORMALS = new Float64Array(
  [
    [1, 0],
    [DIAGONAL, DIAGONAL],
    [0, 1],
    [-DIAGONAL, DIAGONAL],
    [-1, 0],
    [-DIAGONAL, -DIAGONAL],
    [0, -1],
    [DIAGONAL, -DIAGONAL],
  ]
    .flatMap(([x, y]) => [COSINE, x, y])
    .concat([1, 0, 0], [0, 1, 0], [0, 0, 1]),
);
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
 * solutions is infinitely far away [1].
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
/** What is good enough when they are, in tolerances; and what means that there is no solution [1]. */
const ACCEPTABLE = 10;
const HOPELESS = 1e-3;

export class StructuredQP {
  /** Multipliers of the bounds, one a contact [N s], and of the sides of the pyramids, eight a contact [m/s]: of the last solution. */
  boundMultiplier = new Float64Array(0);
  coneMultiplier = new Float64Array(0);

  readonly #factors = new BlockFactorization();
  readonly #report: QPReport = { iterations: 0, residual: 0, objective: 0, status: 'solved' };
  #bodies = 0;
  #contacts = 0;
  #isBounded = false;
  /** The softness that is asked for, and the root of that which is used [1]. */
  #softness = 0;
  #soft = 0;
  /** Unknowns of a body: 6, or 12 with bounds. */
  #size = 6;
  /** Bodies of contacts, and where the block that joins them is, -1 for none. */
  #movers = new Int32Array(0);
  #block = new Int32Array(0);
  /** Square roots of inverse inertias, lower triangles [xx, yx, yy, zx, zy, zz]. */
  #root = new Float64Array(0);
  /** J scaled, its scale by contact, and the contact velocities before any impulse. */
  #J = new Float64Array(0);
  #scale = new Float64Array(0);
  #v0 = new Float64Array(0);
  #bound = new Float64Array(0);
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
  /** The largest scaled speed of the problem, and the largest unscaled [m/s]. */
  #speed = 0;
  #unitSpeed = 0;
  /** The best iterate: impulses and multipliers. */
  #bestJ = new Float64Array(0);
  #bestZ = new Float64Array(0);
  #bestNu = new Float64Array(0);

  /** Solves in place. The report is one object, written anew by the next call. Throws a RangeError for arrays that do not fit. */
  solve(problem: ImpulseProblem, options: QPOptions = {}): Readonly<QPReport> {
    const { tolerance = DEFAULT_QP_TOLERANCE, iterations = DEFAULT_QP_ITERATIONS, warmStart = false, softness = 0 } = options;
    this.#softness = softness;
    this.#soft = Math.sqrt(Math.max(softness, LEAST_SOFTNESS));
    checkImpulseProblem(problem);
    this.#scaleProblem(problem);
    const report = this.#report;
    report.iterations = 0;
    report.residual = 0;
    report.status = 'solved';
    if (this.#isAtRest()) this.#stayAtRest();
    else this.#iterate(problem, tolerance, iterations, warmStart);
    this.#followImpulses();
    this.#writeSolution(problem);
    report.objective = objectiveOf(problem);
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
      if (this.#isSolved(tolerance) || report.iterations === iterations || this.#isLost(residual)) break;
      report.iterations++;
      this.#step(tolerance);
    }
    this.#recall();
    report.status = report.residual <= ACCEPTABLE * tolerance ? 'solved' : report.residual < HOPELESS ? 'limit' : 'infeasible';
  }

  /** Whether the conditions hold, and the objective cannot fall by much more either. */
  #isSolved(tolerance: number): boolean {
    const gap = LEAST_GAP * tolerance * this.#speed * this.#largestImpulse();
    return this.#report.residual <= tolerance && this.#complementarity(0) <= gap;
  }

  /** The best iterate so far. */
  #keep(residual: number): void {
    this.#report.residual = residual;
    for (let i = 0; i < 3 * this.#contacts; i++) this.#bestJ[i] = this.#j[i];
    for (let i = 0; i < SIDES * this.#contacts; i++) this.#bestZ[i] = this.#z[i];
    for (let i = 0; i < this.#contacts; i++) this.#bestNu[i] = this.#nu[i];
  }

  #recall(): void {
    for (let i = 0; i < 3 * this.#contacts; i++) this.#j[i] = this.#bestJ[i];
    for (let i = 0; i < SIDES * this.#contacts; i++) this.#z[i] = this.#bestZ[i];
    for (let i = 0; i < this.#contacts; i++) this.#nu[i] = this.#bestNu[i];
  }

  /** Whether rounding has taken over, or impulses grow without bound because nothing fulfils the conditions. */
  #isLost(residual: number): boolean {
    return !(residual < LOST * this.#report.residual) || !(this.#largestImpulse() < BOUNDLESS * this.#speed);
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
    this.#solveStep(LEAST_LACK * tolerance * this.#speed);
    this.#advance(Math.min(1, CLOSE * this.#reach()));
    this.#writeResiduals();
  }

  // --- The problem, scaled ---

  #scaleProblem(problem: ImpulseProblem): void {
    this.#bodies = problem.bodies;
    this.#contacts = problem.contacts;
    this.#reserve(problem.bodies, problem.contacts);
    for (let i = 0; i < problem.bodies; i++) writeRoot(problem.inverseInertia, 6 * i, this.#root);
    this.#isBounded = false;
    this.#speed = 0;
    this.#unitSpeed = 0;
    for (let i = 0; i < problem.contacts; i++) this.#scaleContact(problem, i);
    this.#size = this.#isBounded ? 12 : 6;
  }

  #scaleContact({ movers, rows, inverseMass, friction, bound, drift, velocity }: ImpulseProblem, i: number): void {
    const J = this.#J;
    const v0 = this.#v0;
    const k = ROWS_LENGTH * i;
    this.#movers[2 * i] = movers[2 * i];
    this.#movers[2 * i + 1] = movers[2 * i + 1];
    for (let row = 0; row < 3; row++) {
      let v = drift[3 * i + row];
      for (let side = 0; side < 2; side++) {
        const body = movers[2 * i + side];
        const from = k + 12 * row + 6 * side;
        if (body < 0) {
          for (let c = 0; c < 6; c++) J[from + c] = 0;
          continue;
        }
        const root = 6 * body;
        for (let c = 0; c < 6; c++) v += rows[from + c] * velocity[root + c];
        const R = this.#root;
        const mass = Math.sqrt(inverseMass[body]);
        const x = rows[from + 3];
        const y = rows[from + 4];
        const z = rows[from + 5];
        for (let c = 0; c < 3; c++) J[from + c] = rows[from + c] * mass;
        J[from + 3] = x * R[root] + y * R[root + 1] + z * R[root + 3];
        J[from + 4] = y * R[root + 2] + z * R[root + 4];
        J[from + 5] = z * R[root + 5];
      }
      v0[3 * i + row] = v;
      this.#unitSpeed = Math.max(this.#unitSpeed, Math.abs(v));
    }
    let normal = 0;
    for (let c = 0; c < 12; c++) normal += J[k + c] * J[k + c];
    const scale = normal > 0 ? 1 / Math.sqrt(normal) : 1;
    this.#scale[i] = scale;
    this.#bound[i] = bound[i] * scale;
    if (bound[i] > 0) this.#isBounded = true;
    this.#unitSpeed = Math.max(this.#unitSpeed, bound[i]);
    for (let c = 0; c < 12; c++) J[k + c] *= scale;
    for (let c = 12; c < 36; c++) J[k + c] *= scale * friction[i];
    v0[3 * i] *= scale;
    v0[3 * i + 1] *= scale * friction[i];
    v0[3 * i + 2] *= scale * friction[i];
    for (let row = 0; row < 3; row++) this.#speed = Math.max(this.#speed, Math.abs(v0[3 * i + row]));
    this.#speed = Math.max(this.#speed, this.#bound[i]);
  }

  #reserve(bodies: number, contacts: number): void {
    this.#movers = grown(this.#movers, 2 * contacts);
    this.#block = grown(this.#block, contacts);
    this.#root = grown(this.#root, 6 * bodies);
    this.#J = grown(this.#J, ROWS_LENGTH * contacts);
    this.#scale = grown(this.#scale, contacts);
    this.#v0 = grown(this.#v0, 3 * contacts);
    this.#bound = grown(this.#bound, contacts);
    this.#j = grown(this.#j, 3 * contacts);
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

  /** Whether no impulse at all is the solution: all contact velocities are in the dual cone, and above their bounds. */
  #isAtRest(): boolean {
    for (let i = 0; i < this.#contacts; i++) {
      const n = this.#v0[3 * i];
      if (n < steepestOf(this.#v0, 3 * i) || n < this.#bound[i]) return false;
    }
    return true;
  }

  #stayAtRest(): void {
    this.#j.fill(0, 0, 3 * this.#contacts);
    this.#nu.fill(0, 0, this.#contacts);
    this.#u.fill(0, 0, 6 * this.#bodies);
    for (let i = 0; i < this.#contacts; i++) this.#splitVelocity(this.#v0, i);
  }

  /** z >= 0 with U z = v of a contact whose velocity is in the dual cone: two neighbouring sides for the tangents, opposite ones for the rest. */
  #splitVelocity(v: Float64Array, i: number): void {
    const z = this.#z;
    const n = v[3 * i];
    const x = v[3 * i + 1];
    const y = v[3 * i + 2];
    z.fill(0, SIDES * i, SIDES * i + SIDES);
    const ax = Math.abs(x);
    const ay = Math.abs(y);
    const straight = ax >= ay ? (x >= 0 ? 0 : 4) : y >= 0 ? 2 : 6;
    const diagonal = x >= 0 ? (y >= 0 ? 1 : 7) : y >= 0 ? 3 : 5;
    z[SIDES * i + diagonal] = Math.min(ax, ay) / DIAGONAL;
    z[SIDES * i + straight] = Math.max(ax, ay) - Math.min(ax, ay);
    const rest = n / COSINE - z[SIDES * i + diagonal] - z[SIDES * i + straight];
    for (let h = 0; h < SIDES; h++) z[SIDES * i + h] += Math.max(0, rest) / SIDES;
  }

  /** The pattern of the factors, and where each contact's blocks go. */
  #analyse(): void {
    const factors = this.#factors;
    factors.analyse(this.#bodies, this.#contacts, this.#movers, this.#size);
    for (let i = 0; i < this.#contacts; i++) {
      const a = this.#movers[2 * i];
      const b = this.#movers[2 * i + 1];
      this.#block[i] = a < 0 || b < 0 ? -1 : factors.offsetOf(a, b);
    }
  }

  // --- The iterate ---

  /**
   * Into the middle of the pyramids: about the cached impulses, or about those that would stop all contacts if they could pull. How far
   * from the sides, and how large the multipliers, is what decides how many steps it takes.
   */
  #start(problem: ImpulseProblem, warmStart: boolean): void {
    // No step has been foreseen yet.
    this.#ds.fill(0, 0, SIDES * this.#contacts);
    this.#dz.fill(0, 0, SIDES * this.#contacts);
    this.#dt.fill(0, 0, this.#contacts);
    this.#dnu.fill(0, 0, this.#contacts);
    let away = 1;
    if (warmStart && !this.#isBounded) {
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
    const speed = AWAY_SPEED * away * this.#speed;
    const j = this.#j;
    for (let i = 0; i < this.#contacts; i++) {
      const tangent = Math.sqrt(j[3 * i + 1] * j[3 * i + 1] + j[3 * i + 2] * j[3 * i + 2]);
      j[3 * i] = Math.max(j[3 * i], (tangent + center) / COSINE);
      this.#writeSlacks(i);
      for (let k = SIDES * i; k < SIDES * (i + 1); k++) {
        const least = (center * speed) / this.#s[k];
        this.#z[k] = away < 1 ? Math.max(this.#z[k], least) : least;
      }
      this.#nu[i] = this.#isBounded ? center : 0;
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
    for (let i = 0; i < this.#contacts; i++) {
      multiplyRows(this.#J, this.#movers, i, this.#u, product);
      for (let row = 0; row < 3; row++) this.#rj[3 * i + row] = this.#v0[3 * i + row] + product[row];
      const short = steepestOf(this.#rj, 3 * i) - this.#rj[3 * i];
      if (short > 0) {
        away = Math.max(away, short / this.#speed);
        this.#rj[3 * i] += short;
      }
      this.#splitVelocity(this.#rj, i);
      this.#writeSlacks(i);
      for (let k = SIDES * i; k < SIDES * (i + 1); k++) {
        away = Math.max(away, Math.min(this.#s[k] / impulse, this.#z[k] / this.#speed), -this.#s[k] / impulse);
      }
    }
    return Math.min(1, away);
  }

  /** The least impulses that would bring all contact velocities to zero, where there are such: one step from no impulse, with all slacks alike. */
  #stopAll(): void {
    const isBounded = this.#isBounded;
    this.#j.fill(0, 0, 3 * this.#contacts);
    this.#u.fill(0, 0, 6 * this.#bodies);
    this.#s.fill(1, 0, SIDES * this.#contacts);
    this.#z.fill(SOFTNESS, 0, SIDES * this.#contacts);
    // Bounds are left out.
    this.#nu.fill(0, 0, this.#contacts);
    this.#t.fill(1, 0, this.#contacts);
    this.#rt.fill(0, 0, this.#contacts);
    this.#rm.fill(0, 0, 6 * this.#bodies);
    this.#factorize();
    for (let i = 0; i < 3 * this.#contacts; i++) this.#r[i] = -this.#v0[i];
    for (let i = 0; i < this.#contacts; i++) divideTransposed(this.#R, 6 * i, this.#r, 3 * i);
    if (isBounded) this.#dnu.fill(0, 0, this.#contacts);
    this.#solveStep(Number.POSITIVE_INFINITY);
    for (let i = 0; i < 3 * this.#contacts; i++) this.#j[i] = this.#dj[i];
  }

  /** Scaled impulses to start from. */
  #readImpulses({ impulse, friction }: ImpulseProblem): void {
    for (let i = 0; i < this.#contacts; i++) {
      const scale = 1 / this.#scale[i];
      this.#j[3 * i] = impulse[3 * i] * scale;
      for (let row = 1; row < 3; row++) {
        this.#j[3 * i + row] = friction[i] > 0 ? (impulse[3 * i + row] * scale) / friction[i] : 0;
      }
    }
  }

  /** u - u_before = J^T j. */
  #followImpulses(): void {
    this.#u.fill(0, 0, 6 * this.#bodies);
    this.#addTransposed(this.#J, this.#j, this.#u);
  }

  /** Adds J^T, or P^T, times three numbers a contact to six numbers a body. */
  #addTransposed(J: Float64Array, j: Float64Array, to: Float64Array): void {
    for (let i = 0; i < this.#contacts; i++) {
      const j0 = j[3 * i];
      const j1 = j[3 * i + 1];
      const j2 = j[3 * i + 2];
      for (let side = 0; side < 2; side++) {
        const body = this.#movers[2 * i + side];
        if (body < 0) continue;
        const k = ROWS_LENGTH * i + 6 * side;
        for (let c = 0; c < 6; c++) to[6 * body + c] += J[k + c] * j0 + J[k + 12 + c] * j1 + J[k + 24 + c] * j2;
      }
    }
  }

  /** How far the iterate is from J y + drift = U z, from u = u_before + J^T j and from t = N u + drift_n - bound. */
  #writeResiduals(): void {
    const u = this.#u;
    const y = this.#y;
    for (let i = 0; i < 6 * this.#bodies; i++) {
      y[i] = u[i];
      this.#rm[i] = -u[i];
    }
    this.#addTransposed(this.#J, this.#j, this.#rm);
    if (this.#isBounded) for (let i = 0; i < this.#contacts; i++) this.#addNormal(i, -this.#nu[i], y);
    for (let i = 0; i < this.#contacts; i++) {
      multiplyRows(this.#J, this.#movers, i, y, product);
      for (let row = 0; row < 3; row++) {
        let r = this.#v0[3 * i + row] + product[row] + this.#soft * this.#soft * this.#j[3 * i + row];
        for (let h = 0; h < SIDES; h++) r -= NORMALS[3 * h + row] * this.#z[SIDES * i + h];
        this.#rj[3 * i + row] = r;
      }
      if (!this.#isBounded) continue;
      multiplyRows(this.#J, this.#movers, i, u, product);
      this.#rt[i] = this.#v0[3 * i] + product[0] - this.#bound[i] - this.#t[i];
    }
  }

  /**
   * The KKT residual: of two complementary numbers, the smaller. All are measured unscaled, velocities in units of the largest contact
   * velocity or bound, impulses in units of the largest impulse.
   */
  #measure({ friction }: ImpulseProblem): number {
    const speed = 1 / this.#unitSpeed;
    let largest = 0;
    for (let i = 0; i < this.#contacts; i++)
      largest = Math.max(largest, this.#j[3 * i] * this.#scale[i], this.#nu[i] * this.#scale[i]);
    const impulse = 1 / largest;
    let residual = 0;
    for (let i = 0; i < this.#contacts; i++) {
      const scale = this.#scale[i];
      const toSpeed = speed / scale;
      const tangential = friction[i] > 0 ? friction[i] : 1;
      multiplyRows(this.#J, this.#movers, i, this.#rm, product);
      for (let row = 0; row < 3; row++) {
        // With the velocities that the impulses give, and no softer than asked for.
        const excess = (this.#soft * this.#soft - this.#softness) * this.#j[3 * i + row];
        const r = Math.abs(this.#rj[3 * i + row] + product[row] - excess) * toSpeed;
        residual = Math.max(residual, row === 0 ? r : r / tangential);
      }
      const push = impulse * scale * tangential;
      const pull = toSpeed / tangential;
      for (let k = SIDES * i; k < SIDES * (i + 1); k++) {
        residual = Math.max(residual, Math.min(this.#s[k] * push, this.#z[k] * pull));
      }
      if (!this.#isBounded) continue;
      residual = Math.max(
        residual,
        Math.abs(this.#rt[i]) * toSpeed,
        Math.min(this.#t[i] * toSpeed, this.#nu[i] * scale * impulse),
      );
    }
    return residual;
  }

  /** The largest scaled impulse, or speed where that is larger. */
  #largestImpulse(): number {
    let impulse = this.#speed;
    for (let i = 0; i < this.#contacts; i++) impulse = Math.max(impulse, this.#j[3 * i]);
    return impulse;
  }

  /** Below this no product s z need go: smaller ones cost digits and show nowhere. */
  #leastTarget(tolerance: number): number {
    return LEAST_TARGET * tolerance * tolerance * this.#speed * this.#largestImpulse();
  }

  // --- The Newton step ---

  #factorize(): void {
    const factors = this.#factors;
    const { place } = factors.elimination;
    const { diagonal, below } = factors;
    const size = this.#size;
    const area = size * size;
    // Where y's unknowns are among those of a body.
    const y = this.#isBounded ? 6 : 0;
    factors.clear();
    softRoot[0] = this.#soft;
    for (let body = 0; body < this.#bodies; body++) {
      const at = place[body] * area;
      for (let c = 0; c < 6; c++) {
        if (this.#isBounded) {
          diagonal[at + c * size + c] = -1;
          diagonal[at + (6 + c) * size + c] = 1;
          diagonal[at + c * size + 6 + c] = 1;
        } else diagonal[at + c * size + c] = 1;
      }
    }
    for (let i = 0; i < this.#contacts; i++) {
      factorizeSides(this.#s, this.#z, this.#w, SIDES * i, this.#Q, this.#R, 6 * i, softRoot);
      writeQuotient(this.#J, ROWS_LENGTH * i, this.#R, 6 * i, this.#P);
      const a = this.#movers[2 * i];
      const b = this.#movers[2 * i + 1];
      const block = this.#block[i];
      if (a >= 0) addSquare(diagonal, place[a] * area, size, y, this.#P, ROWS_LENGTH * i, 0, 0);
      if (b >= 0) addSquare(diagonal, place[b] * area, size, y, this.#P, ROWS_LENGTH * i, 6, 6);
      const isAFirst = a >= 0 && b >= 0 && place[a] < place[b];
      if (block >= 0) addSquare(below, block, size, y, this.#P, ROWS_LENGTH * i, isAFirst ? 6 : 0, isAFirst ? 0 : 6);
      if (!this.#isBounded) continue;
      const weight = -this.#nu[i] / this.#t[i];
      if (a >= 0) addOuter(diagonal, place[a] * area, size, this.#J, ROWS_LENGTH * i, 0, 0, weight);
      if (b >= 0) addOuter(diagonal, place[b] * area, size, this.#J, ROWS_LENGTH * i, 6, 6, weight);
      if (block >= 0) addOuter(below, block, size, this.#J, ROWS_LENGTH * i, isAFirst ? 6 : 0, isAFirst ? 0 : 6, weight);
    }
    factors.factorize();
  }

  /** Right-hand sides R^-T r for products s z and t nu that go to `target`; `second` times what the last step foresaw of second order is taken off. */
  #writeTargets(target: number, second: 0 | 1): void {
    for (let i = 0; i < this.#contacts; i++) {
      if (this.#isBounded) {
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
    this.#stepU.fill(0, 0, 6 * this.#bodies);
    for (let round = 0; round < MOST_ROUNDS; round++) {
      this.#solveBodies();
      for (let i = 0; i < 6 * this.#bodies; i++) {
        this.#stepU[i] += this.#partU[i];
      }
      for (let i = 0; i < this.#contacts; i++) {
        multiplyRows(this.#P, this.#movers, i, this.#partY, product);
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
    for (let body = 0; body < this.#bodies; body++) {
      const at = size * place[body];
      for (let c = 0; c < 6; c++) {
        x[at + c] = this.#partU[6 * body + c];
        x[at + y + c] = this.#partY[6 * body + c];
      }
    }
    this.#factors.solve(x);
    for (let body = 0; body < this.#bodies; body++) {
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
    for (let i = 0; i < 6 * this.#bodies; i++) {
      e[i] = this.#rm[i] - this.#stepU[i];
      this.#partU[i] = 0;
    }
    this.#addTransposed(this.#J, this.#dj, e);
    let largest = 0;
    for (let i = 0; i < 6 * this.#bodies; i++) largest = Math.max(largest, Math.abs(e[i]));
    return largest;
  }

  /** P^T R^-T r + rm in the rows of y; in those of u, where there are any, -N^T (dnu - (nu / t) rt). */
  #writeRightHandSides(): void {
    const g = this.#partY;
    for (let i = 0; i < 6 * this.#bodies; i++) g[i] = this.#rm[i];
    this.#addTransposed(this.#P, this.#r, g);
    if (!this.#isBounded) return;
    this.#partU.fill(0, 0, 6 * this.#bodies);
    for (let i = 0; i < this.#contacts; i++) {
      this.#addNormal(i, (this.#nu[i] / this.#t[i]) * this.#rt[i] - this.#dnu[i], this.#partU);
    }
  }

  /** The steps of slacks and multipliers, r being R dj. */
  #deriveStep(): void {
    for (let i = 0; i < this.#contacts; i++) {
      for (let k = SIDES * i; k < SIDES * (i + 1); k++) {
        const along =
          this.#Q[3 * k] * this.#r[3 * i] + this.#Q[3 * k + 1] * this.#r[3 * i + 1] + this.#Q[3 * k + 2] * this.#r[3 * i + 2];
        this.#ds[k] = along / this.#w[k];
        this.#dz[k] -= this.#w[k] * along;
      }
      if (!this.#isBounded) continue;
      multiplyRows(this.#J, this.#movers, i, this.#stepU, product);
      const dt = product[0] + this.#rt[i];
      this.#dt[i] = dt;
      this.#dnu[i] -= (this.#nu[i] / this.#t[i]) * dt;
    }
  }

  /** Adds a multiple of the normal row of a contact to six numbers a body. */
  #addNormal(i: number, factor: number, to: Float64Array): void {
    const J = this.#J;
    for (let side = 0; side < 2; side++) {
      const body = this.#movers[2 * i + side];
      if (body < 0) continue;
      for (let c = 0; c < 6; c++) to[6 * body + c] += factor * J[ROWS_LENGTH * i + 6 * side + c];
    }
  }

  /** How much of the step can be taken until a slack or a multiplier is zero, at most all of it [1]. */
  #reach(): number {
    let reach = 1;
    for (let k = 0; k < SIDES * this.#contacts; k++) {
      if (this.#ds[k] < 0) reach = Math.min(reach, -this.#s[k] / this.#ds[k]);
      if (this.#dz[k] < 0) reach = Math.min(reach, -this.#z[k] / this.#dz[k]);
    }
    if (this.#isBounded) {
      for (let i = 0; i < this.#contacts; i++) {
        if (this.#dt[i] < 0) reach = Math.min(reach, -this.#t[i] / this.#dt[i]);
        if (this.#dnu[i] < 0) reach = Math.min(reach, -this.#nu[i] / this.#dnu[i]);
      }
    }
    return reach;
  }

  /** The mean of s z and t nu after a share of the step. */
  #complementarity(share: number): number {
    let sum = 0;
    for (let k = 0; k < SIDES * this.#contacts; k++) {
      sum += (this.#s[k] + share * this.#ds[k]) * (this.#z[k] + share * this.#dz[k]);
    }
    if (this.#isBounded) {
      for (let i = 0; i < this.#contacts; i++) {
        sum += (this.#t[i] + share * this.#dt[i]) * (this.#nu[i] + share * this.#dnu[i]);
      }
    }
    return sum / ((this.#isBounded ? SIDES + 1 : SIDES) * this.#contacts);
  }

  #advance(share: number): void {
    for (let i = 0; i < 3 * this.#contacts; i++) this.#j[i] += share * this.#dj[i];
    for (let k = 0; k < SIDES * this.#contacts; k++) {
      this.#s[k] += share * this.#ds[k];
      this.#z[k] += share * this.#dz[k];
    }
    if (this.#isBounded) {
      for (let i = 0; i < this.#contacts; i++) {
        this.#t[i] += share * this.#dt[i];
        this.#nu[i] += share * this.#dnu[i];
      }
    }
    for (let i = 0; i < 6 * this.#bodies; i++) this.#u[i] += share * this.#stepU[i];
  }

  // --- The solution, unscaled ---

  #writeSolution({ velocity, impulse, inverseMass, friction, bodies, contacts }: ImpulseProblem): void {
    const R = this.#root;
    for (let body = 0; body < bodies; body++) {
      const k = 6 * body;
      const mass = Math.sqrt(inverseMass[body]);
      const x = this.#u[k + 3];
      const y = this.#u[k + 4];
      const z = this.#u[k + 5];
      for (let c = 0; c < 3; c++) velocity[k + c] += mass * this.#u[k + c];
      velocity[k + 3] += R[k] * x;
      velocity[k + 4] += R[k + 1] * x + R[k + 2] * y;
      velocity[k + 5] += R[k + 3] * x + R[k + 4] * y + R[k + 5] * z;
    }
    for (let i = 0; i < contacts; i++) {
      const scale = this.#scale[i];
      impulse[3 * i] = this.#j[3 * i] * scale;
      impulse[3 * i + 1] = this.#j[3 * i + 1] * scale * friction[i];
      impulse[3 * i + 2] = this.#j[3 * i + 2] * scale * friction[i];
      this.boundMultiplier[i] = this.#isBounded ? this.#nu[i] * scale : 0;
      // With friction the sides' normals are longer than those of the scaled pyramid, by mu.
      const sides = scale * (friction[i] > 0 ? friction[i] : 1);
      for (let h = 0; h < SIDES; h++) this.coneMultiplier[SIDES * i + h] = this.#z[SIDES * i + h] / sides;
    }
  }
}

/** Three numbers of the contact at hand. */
const product = new Float64Array(3);

/** The three rows of J, or of P, of a contact times six numbers a body. A number that is returned would be allocated. */
function multiplyRows(J: Float64Array, movers: Int32Array, i: number, x: Float64Array, to: Float64Array): void {
  let n = 0;
  let t = 0;
  let b = 0;
  for (let side = 0; side < 2; side++) {
    const at = 6 * movers[2 * i + side];
    if (at < 0) continue;
    const k = ROWS_LENGTH * i + 6 * side;
    for (let c = 0; c < 6; c++) {
      const value = x[at + c];
      n += J[k + c] * value;
      t += J[k + 12 + c] * value;
      b += J[k + 24 + c] * value;
    }
  }
  to[0] = n;
  to[1] = t;
  to[2] = b;
}

/** The least normal velocity with which the contact velocity at `at` is in the dual cone, by the pyramid's edges, at odd multiples of pi / 8. */
export function steepestOf(v: Float64Array, at: number): number {
  const x = Math.abs(v[at + 1]);
  const y = Math.abs(v[at + 2]);
  return COSINE * Math.max(x, y) + SINE * Math.min(x, y);
}

/** Lower triangle R of the inverse inertia R R^T at `at`; zero where a body does not turn. */
function writeRoot(inertia: Float64Array, at: number, root: Float64Array): void {
  const xx = Math.sqrt(Math.max(0, inertia[at]));
  const yx = xx > 0 ? inertia[at + 3] / xx : 0;
  const zx = xx > 0 ? inertia[at + 4] / xx : 0;
  const yy = Math.sqrt(Math.max(0, inertia[at + 1] - yx * yx));
  const zy = yy > 0 ? (inertia[at + 5] - zx * yx) / yy : 0;
  const zz = Math.sqrt(Math.max(0, inertia[at + 2] - zx * zx - zy * zy));
  root[at] = xx;
  root[at + 1] = yx;
  root[at + 2] = yy;
  root[at + 3] = zx;
  root[at + 4] = zy;
  root[at + 5] = zz;
}

/** Root of the softness, in an array: as an argument it would be allocated. */
const softRoot = new Float64Array(1);
/** The sides of the contact at hand and, since impulses are soft, the three axes, by falling weight. */
const sorted = new Int32Array(SIDES + 3);
const weights = new Float64Array(SIDES + 3);
/** The rows of Q of the contact at hand, in that order. */
const q = new Float64Array(3 * (SIDES + 3));

/**
 * Q and R of the contact whose numbers by side are at `at`: Q R = diag(w) U^T, w being the roots of z / s, Q of orthonormal columns, R an
 * upper triangle [00, 01, 02, 11, 12, 22]. So R^T R = U diag(z / s) U^T; but the weights z / s differ by twenty powers of ten where an
 * impulse is at a side of its pyramid, and the sum itself would keep the largest alone. Rows are rotated into R one by one, the largest
 * first, which loses none. Softness adds rows of its own, the axes times its root.
 */
function factorizeSides(
  s: Float64Array,
  z: Float64Array,
  w: Float64Array,
  at: number,
  Q: Float64Array,
  R: Float64Array,
  k: number,
  soft: Float64Array,
): void {
  const count = SIDES + 3;
  for (let h = 0; h < count; h++) {
    // Not by a choice between two numbers: V8 would allocate each.
    weights[h] = soft[0];
    if (h < SIDES) w[at + h] = weights[h] = Math.sqrt(z[at + h] / s[at + h]);
    const weight = weights[h];
    let place = h;
    while (place > 0 && weights[sorted[place - 1]] < weight) {
      sorted[place] = sorted[place - 1];
      place--;
    }
    sorted[place] = h;
  }
  let r00 = 0;
  let r01 = 0;
  let r02 = 0;
  let r11 = 0;
  let r12 = 0;
  let r22 = 0;
  for (let i = 0; i < count; i++) {
    const h = sorted[i];
    const weight = weights[h];
    const x0 = weight * NORMALS[3 * h];
    let x1 = weight * NORMALS[3 * h + 1];
    let x2 = weight * NORMALS[3 * h + 2];
    const first = Math.sqrt(r00 * r00 + x0 * x0);
    const per0 = first > 0 ? 1 / first : 0;
    const c0 = first > 0 ? r00 * per0 : 1;
    const d0 = x0 * per0;
    r00 = first;
    const y1 = c0 * x1 - d0 * r01;
    const y2 = c0 * x2 - d0 * r02;
    r01 = c0 * r01 + d0 * x1;
    r02 = c0 * r02 + d0 * x2;
    x1 = y1;
    x2 = y2;
    const second = Math.sqrt(r11 * r11 + x1 * x1);
    const per1 = second > 0 ? 1 / second : 0;
    const c1 = second > 0 ? r11 * per1 : 1;
    const d1 = x1 * per1;
    r11 = second;
    const rest = c1 * x2 - d1 * r12;
    r12 = c1 * r12 + d1 * x2;
    const third = Math.sqrt(r22 * r22 + rest * rest);
    const per2 = third > 0 ? 1 / third : 0;
    const c2 = third > 0 ? r22 * per2 : 1;
    const d2 = rest * per2;
    r22 = third;
    // The same rotations on the rows of Q so far, and on the new one, which is one unit beside them.
    for (let row = 0; row < 3 * i; row += 3) {
      const q0 = q[row];
      const q1 = q[row + 1];
      const q2 = q[row + 2];
      const e0 = -d0 * q0;
      const e1 = c1 * e0 - d1 * q1;
      q[row] = c0 * q0;
      q[row + 1] = c1 * q1 + d1 * e0;
      q[row + 2] = c2 * q2 + d2 * e1;
    }
    q[3 * i] = d0;
    q[3 * i + 1] = d1 * c0;
    q[3 * i + 2] = d2 * c1 * c0;
  }
  for (let i = 0; i < count; i++) {
    if (sorted[i] >= SIDES) continue;
    const to = 3 * (at + sorted[i]);
    Q[to] = q[3 * i];
    Q[to + 1] = q[3 * i + 1];
    Q[to + 2] = q[3 * i + 2];
  }
  R[k] = r00;
  R[k + 1] = r01;
  R[k + 2] = r02;
  R[k + 3] = r11;
  R[k + 4] = r12;
  R[k + 5] = r22;
}

/** P = R^-T J of a contact: J^T C J is P^T P. */
function writeQuotient(J: Float64Array, at: number, R: Float64Array, k: number, P: Float64Array): void {
  const i0 = 1 / R[k];
  const i1 = 1 / R[k + 3];
  const i2 = 1 / R[k + 5];
  const r01 = R[k + 1];
  const r02 = R[k + 2];
  const r12 = R[k + 4];
  for (let c = at; c < at + 12; c++) {
    const p0 = J[c] * i0;
    const p1 = (J[c + 12] - r01 * p0) * i1;
    P[c] = p0;
    P[c + 12] = p1;
    P[c + 24] = (J[c + 24] - r02 * p0 - r12 * p1) * i2;
  }
}

/** Three numbers to R^-T times them. */
function divideTransposed(R: Float64Array, k: number, v: Float64Array, at: number): void {
  v[at] /= R[k];
  v[at + 1] = (v[at + 1] - R[k + 1] * v[at]) / R[k + 3];
  v[at + 2] = (v[at + 2] - R[k + 2] * v[at] - R[k + 4] * v[at + 1]) / R[k + 5];
}

/** R^-1 times three numbers, from one array to another. */
function divide(R: Float64Array, k: number, from: Float64Array, to: Float64Array, at: number): void {
  to[at + 2] = from[at + 2] / R[k + 5];
  to[at + 1] = (from[at + 1] - R[k + 4] * to[at + 2]) / R[k + 3];
  to[at] = (from[at] - R[k + 1] * to[at + 1] - R[k + 2] * to[at + 2]) / R[k];
}

/** Adds P^T P of two sides of a contact to the unknowns from `y` on of a block of `size` rows; of a diagonal block, its lower triangle. */
function addSquare(
  block: Float64Array,
  at: number,
  size: number,
  y: number,
  P: Float64Array,
  k: number,
  rowSide: number,
  columnSide: number,
): void {
  const from = k + columnSide;
  for (let r = 0; r < 6; r++) {
    const n = P[k + rowSide + r];
    const t = P[k + 12 + rowSide + r];
    const b = P[k + 24 + rowSide + r];
    const to = at + (y + r) * size + y;
    const end = rowSide === columnSide ? r + 1 : 6;
    for (let c = 0; c < end; c++) block[to + c] += n * P[from + c] + t * P[from + 12 + c] + b * P[from + 24 + c];
  }
}

/** Adds `weight` N^T N of two sides of a contact to the first six unknowns of a block of `size` rows. */
function addOuter(
  block: Float64Array,
  at: number,
  size: number,
  J: Float64Array,
  k: number,
  rowSide: number,
  columnSide: number,
  weight: number,
): void {
  for (let r = 0; r < 6; r++) {
    const n = weight * J[k + rowSide + r];
    for (let c = 0; c < 6; c++) block[at + r * size + c] += n * J[k + columnSide + c];
  }
}

const oneRoot = new Float64Array(6);

/** (14), and drift . j [J]. */
function objectiveOf({ bodies, contacts, inverseMass, inverseInertia, velocity, drift, impulse }: ImpulseProblem): number {
  const root = oneRoot;
  let sum = 0;
  for (let i = 0; i < 3 * contacts; i++) sum += drift[i] * impulse[i];
  for (let body = 0; body < bodies; body++) {
    const k = 6 * body;
    for (let c = 0; c < 6; c++) root[c] = inverseInertia[k + c];
    writeRoot(root, 0, root);
    // R^-1 w: its square is w I w.
    const x = root[0] > 0 ? velocity[k + 3] / root[0] : 0;
    const y = root[2] > 0 ? (velocity[k + 4] - root[1] * x) / root[2] : 0;
    const z = root[5] > 0 ? (velocity[k + 5] - root[3] * x - root[4] * y) / root[5] : 0;
    const square = velocity[k] * velocity[k] + velocity[k + 1] * velocity[k + 1] + velocity[k + 2] * velocity[k + 2];
    sum += 0.5 * (square / inverseMass[body] + x * x + y * y + z * z);
  }
  return sum;
}
