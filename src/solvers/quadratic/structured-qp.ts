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
import { grown } from './grown.js';
import type { ImpulseProblem } from './impulse-problem.js';
import { checkImpulseProblem } from './impulse-problem.js';
import { Iterate } from './iterate.js';
import { NewtonStep } from './newton-step.js';
import { COSINE, SIDES } from './pyramid.js';
import { objectiveOf, ScaledProblem } from './scaled-problem.js';

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
/** Weight of the least impulses against what they leave, at the start [1]. */
const SOFTNESS = 1e-4;
/** Where products s z are meant to end, as a share of what the tolerance, squared, allows [1]. */
const LEAST_TARGET = 0.01;
/** Mean product s z at which the objective is good enough, in tolerances [1]. */
const LEAST_GAP = 1e-4;
/** Cached impulses that are farther from a solution than this are none to start from [1]. */
const COLD = 0.3;
/** Impulses beyond this many times the speed of the problem, all being scaled, mean that nothing fulfils the conditions [1]. */
const BOUNDLESS = 1e12;
/** A residual that is this many times the best so far will not come down again: digits are used up [1]. */
const LOST = 1e3;
/** What momentum may lack after the solves of a step, in tolerances [1]. */
const LEAST_LACK = 0.1;
/** What is good enough when digits are used up, in tolerances; and what means that there is no solution [1]. */
const ACCEPTABLE = 10;
const HOPELESS = 1e-3;

export class StructuredQP {
  /** Multipliers of the bounds, one a contact [N s], and of the sides of the pyramids, eight a contact [m/s]: of the last solution. */
  boundMultiplier = new Float64Array(0);
  coneMultiplier = new Float64Array(0);

  readonly #report: QPReport = { iterations: 0, residual: 0, objective: 0, status: 'solved' };
  readonly #scaled = new ScaledProblem();
  readonly #at = new Iterate(this.#scaled);
  readonly #newton = new NewtonStep(this.#scaled, this.#at);

  /** Solves in place. The report is one object, written anew by the next call. Throws a RangeError for arrays that do not fit. */
  solve(problem: ImpulseProblem, options: QPOptions = {}): Readonly<QPReport> {
    checkObject('options', options);
    const { tolerance = DEFAULT_QP_TOLERANCE, iterations = DEFAULT_QP_ITERATIONS, warmStart = false, softness = 0 } = options;
    checkSize('tolerance', tolerance);
    checkCount('iterations', iterations, 0);
    checkSize('softness', softness);
    checkImpulseProblem(problem);
    this.#scaled.write(problem);
    this.#at.begin(softness);
    this.#newton.begin();
    this.boundMultiplier = grown(this.boundMultiplier, problem.contacts);
    this.coneMultiplier = grown(this.coneMultiplier, SIDES * problem.contacts);
    const report = this.#report;
    report.iterations = 0;
    report.residual = 0;
    report.status = 'solved';
    if (this.#scaled.isAtRest()) this.#at.stayAtRest();
    else this.#iterate(problem, tolerance, iterations, warmStart);
    this.#at.followImpulses();
    this.#scaled.addChange(problem, this.#at.u);
    this.#at.writeImpulses(problem, this.boundMultiplier, this.coneMultiplier);
    report.objective = objectiveOf(problem);
    // Masses beyond all measure: nothing is solved where velocities are no numbers.
    if (!Number.isFinite(report.objective)) report.status = 'limit';
    return report;
  }

  #iterate(problem: ImpulseProblem, tolerance: number, iterations: number, warmStart: boolean): void {
    const report = this.#report;
    const at = this.#at;
    this.#newton.analyse();
    this.#start(problem, warmStart);
    at.writeResiduals();
    report.residual = Number.POSITIVE_INFINITY;
    for (;;) {
      const residual = at.measure(problem);
      if (residual < report.residual) {
        report.residual = residual;
        at.keep();
      }
      const isNear = this.#isNear(tolerance);
      if ((isNear && report.residual <= tolerance) || report.iterations === iterations || this.#isLost(residual)) break;
      // All that is left is what contacts give.
      if (isNear) at.anchorImpulses();
      report.iterations++;
      this.#step(tolerance);
    }
    at.recall();
    report.status = report.residual <= ACCEPTABLE * tolerance ? 'solved' : report.residual < HOPELESS ? 'limit' : 'infeasible';
  }

  /** Whether the objective cannot fall by much more. */
  #isNear(tolerance: number): boolean {
    return this.#newton.complementarity(0) <= LEAST_GAP * tolerance * this.#scaled.speed * this.#at.largestImpulse();
  }

  /** Whether rounding has taken over, or impulses grow without bound because nothing fulfils the conditions. */
  #isLost(residual: number): boolean {
    return !(residual < LOST * this.#report.residual) || !(this.#at.largestImpulse() < BOUNDLESS * this.#scaled.speed);
  }

  /** One predictor and one corrector, with the same factors. */
  #step(tolerance: number): void {
    const newton = this.#newton;
    newton.factorize();
    newton.writeTargets(0, 0);
    newton.solve(Number.POSITIVE_INFINITY);
    const mu = newton.complementarity(0);
    const ahead = newton.complementarity(newton.reach());
    const share = ahead / mu;
    const target = Math.max(share * share * share * mu, this.#leastTarget(tolerance));
    newton.writeTargets(target, 1);
    newton.solve(LEAST_LACK * tolerance * this.#scaled.speed);
    newton.advance(Math.min(1, CLOSE * newton.reach()));
    this.#at.writeResiduals();
  }

  /** Below this no product s z need go: smaller ones cost digits and show nowhere. */
  #leastTarget(tolerance: number): number {
    return LEAST_TARGET * tolerance * tolerance * this.#scaled.speed * this.#at.largestImpulse();
  }

  /**
   * Into the middle of the pyramids: about the cached impulses, or about those that would stop all contacts if they could pull. How far
   * from the sides, and how large the multipliers, is what decides how many steps it takes.
   */
  #start(problem: ImpulseProblem, warmStart: boolean): void {
    const at = this.#at;
    const { contacts, isBounded } = this.#scaled;
    at.dropAnchor();
    let away = 1;
    if (warmStart && !isBounded) {
      at.readImpulses(problem);
      at.followImpulses();
      away = at.guessMultipliers(at.largestImpulse());
    }
    if (away > COLD) {
      away = 1;
      this.#newton.stopAll(SOFTNESS);
    }
    const impulse = at.largestImpulse();
    const center = AWAY_IMPULSE * away * impulse;
    const speed = AWAY_SPEED * away * this.#scaled.speed;
    const { j, s, z, t, nu } = at;
    for (let i = 0; i < contacts; i++) {
      const tangent = Math.sqrt(j[3 * i + 1] * j[3 * i + 1] + j[3 * i + 2] * j[3 * i + 2]);
      j[3 * i] = Math.max(j[3 * i], (tangent + center) / COSINE);
      at.writeSlacks(i);
      for (let k = SIDES * i; k < SIDES * (i + 1); k++) {
        const least = (center * speed) / s[k];
        z[k] = away < 1 ? Math.max(z[k], least) : least;
      }
      nu[i] = isBounded ? center : 0;
      t[i] = speed;
    }
    at.followImpulses();
  }
}
