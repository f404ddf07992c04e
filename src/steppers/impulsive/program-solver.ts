// How the quadratic programs of collisions and of static contacts are solved, beyond what their solver does: nothing
// lifts off that is not pushed, and a program whose solution is not found is not acted upon as if it were.

import type { NODE_SCHEMA } from '../../bodies/node-table.js';
import type { ImpulseAssembly } from '../../contact-problem/impulse-assembly.js';
import type { Settings } from '../../settings.js';
import { grown } from '../../solvers/quadratic/grown.js';
import type { ImpulseProblem } from '../../solvers/quadratic/impulse-problem.js';
import { ROWS_LENGTH } from '../../solvers/quadratic/impulse-problem.js';
import { steepestOf } from '../../solvers/quadratic/pyramid.js';
import type { QPReport, StructuredQP } from '../../solvers/quadratic/structured-qp.js';
import type { Columns } from '../../table/table.js';
import type { StepReport } from '../stepper.js';
import { limitEnergy, type Outcome } from './energy-limit.js';

/** A quadratic program that is farther from solved than this is not acted upon [1]. */
export const USABLE = 1e-3;
/** How much contacts give where what they ask for is impossible [1]. */
const SOFTNESS = 1e-6;
/** Most times that a program is solved again so that nothing lifts off. */
const MOST_LIFT_ROUNDS = 8;

export class ProgramSolver {
  readonly #qp: StructuredQP;
  readonly #settings: Settings;
  readonly #report: StepReport;
  readonly #options = { tolerance: 0, iterations: 0, warmStart: false, softness: 0 };
  /** The program at hand before it was first solved. */
  readonly #start = new ProgramStart();
  /** How fast contacts of the program that slide would lift off [m/s], and the velocity of one of them. */
  #lift = new Float64Array(0);
  readonly #slide = new Float64Array(3);

  constructor(qp: StructuredQP, settings: Settings, report: StepReport) {
    this.#qp = qp;
    this.#settings = settings;
    this.#report = report;
  }

  /**
   * Solves a program that asks for no bounce; where nothing fulfils its conditions (scripted bodies may squeeze what
   * lies between them), with contacts that give a little. What is found never has more energy than there was, which is
   * `before`. Returns whether anything was found. For `slowest`, see solveLevel().
   */
  solveSafely(problem: ImpulseProblem, before: Outcome, warmStart: boolean, slowest: number): boolean {
    let outcome = this.solveLevel(problem, warmStart, slowest);
    if (outcome.residual > USABLE) {
      this.#start.recall(problem);
      outcome = this.#solve(problem, false, SOFTNESS);
    }
    if (outcome.residual > USABLE) return false;
    limitEnergy(problem, before, before.energy);
    return true;
  }

  /**
   * Solves a program. Its solution lets contacts that slide lift off, at the speed that makes it optimal; where that is
   * not wanted, it is solved again from the start with as much head start for each of them, until they stay, to
   * `slowest` [m/s]: a fixed point (de Saxce and Feng 1998) at which friction opposes the slide and nothing leaves that
   * is not pushed.
   */
  solveLevel(problem: ImpulseProblem, warmStart: boolean, slowest: number): Readonly<QPReport> {
    this.#start.keep(problem);
    let outcome = this.#solve(problem, warmStart, 0);
    if (this.#settings['impulsive.lift'] === 'as-published') return outcome;
    this.#lift = grown(this.#lift, problem.contacts);
    this.#lift.fill(0, 0, problem.contacts);
    for (let round = 0; round < MOST_LIFT_ROUNDS && outcome.residual <= USABLE; round++) {
      if (this.#updateLifts(problem) <= slowest) break;
      this.#start.recall(problem);
      for (let i = 0; i < problem.contacts; i++) problem.drift[3 * i] += this.#lift[i];
      outcome = this.#solve(problem, warmStart, 0);
    }
    return outcome;
  }

  #solve(problem: ImpulseProblem, warmStart: boolean, softness: number): Readonly<QPReport> {
    const options = this.#options;
    const report = this.#report;
    options.tolerance = this.#settings['impulsive.tolerance'];
    options.iterations = this.#settings['impulsive.iterations'];
    options.warmStart = warmStart;
    options.softness = softness;
    const outcome = this.#qp.solve(problem, options);
    report.iterations = Math.max(report.iterations, outcome.iterations);
    // What is soft is solved less exactly, and need not be better.
    if (softness === 0) report.residual = Math.max(report.residual, outcome.residual);
    return outcome;
  }

  /**
   * The lift of each contact that its slide calls for, by the edges of its pyramid [m/s]. Returns the most that one has
   * changed by.
   */
  #updateLifts({ contacts, rows, velocity, movers, drift, friction, impulse }: ImpulseProblem): number {
    const lift = this.#lift;
    const slide = this.#slide;
    let most = 0;
    for (let i = 0; i < contacts; i++) {
      for (let row = 1; row < 3; row++) {
        let v = drift[3 * i + row];
        for (let side = 0; side < 2; side++) {
          const body = movers[2 * i + side];
          if (body < 0) continue;
          const at = ROWS_LENGTH * i + 12 * row + 6 * side;
          for (let c = 0; c < 6; c++) v += rows[at + c] * velocity[6 * body + c];
        }
        slide[row] = v;
      }
      const wanted = impulse[3 * i] > 0 ? friction[i] * steepestOf(slide, 0) : 0;
      const before = lift[i];
      lift[i] = wanted;
      most = Math.max(most, Math.abs(wanted - before));
    }
    return most;
  }
}

/** What solving a program changes of it. */
class ProgramStart {
  #velocity = new Float64Array(0);
  #impulse = new Float64Array(0);
  #drift = new Float64Array(0);

  keep({ bodies, contacts, velocity, impulse, drift }: ImpulseProblem): void {
    this.#velocity = grown(this.#velocity, 6 * bodies);
    this.#impulse = grown(this.#impulse, 3 * contacts);
    this.#drift = grown(this.#drift, 3 * contacts);
    for (let i = 0; i < 6 * bodies; i++) this.#velocity[i] = velocity[i];
    for (let i = 0; i < 3 * contacts; i++) this.#impulse[i] = impulse[i];
    for (let i = 0; i < 3 * contacts; i++) this.#drift[i] = drift[i];
  }

  recall({ bodies, contacts, velocity, impulse, drift }: ImpulseProblem): void {
    for (let i = 0; i < 6 * bodies; i++) velocity[i] = this.#velocity[i];
    for (let i = 0; i < 3 * contacts; i++) impulse[i] = this.#impulse[i];
    for (let i = 0; i < 3 * contacts; i++) drift[i] = this.#drift[i];
  }
}

/** Velocities of a solution to the bodies. */
export function writeVelocities({ problem, rows }: ImpulseAssembly, { velocity }: Columns<typeof NODE_SCHEMA>): void {
  for (let body = 0; body < problem.bodies; body++) {
    for (let c = 0; c < 6; c++) velocity[6 * rows[body] + c] = problem.velocity[6 * body + c];
  }
}

/** Its impulses to those of a group's contacts. */
export function writeImpulses({ problem, contacts: indices }: ImpulseAssembly, impulses: Float64Array): void {
  for (let i = 0; i < problem.contacts; i++) {
    for (let row = 0; row < 3; row++) impulses[3 * indices[i] + row] += problem.impulse[3 * i + row];
  }
}
