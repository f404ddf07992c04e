// An island with joints: one factorisation over the forest of its joints, loops and gears by a Schur complement over it, laws of rows
// by an active set, contacts swept with the exact response of all of it.

import type { RowSet } from '../row-set.js';
import { POSITION_ROWS, VELOCITY_ROWS } from '../row-set.js';
import { closeRows } from './close-rows.js';
import { contactResidual } from './contact-residual.js';
import { factorForest, gatherInertias } from './factor-forest.js';
import { meetLimits, type Revision, releaseRows, revisePieces, startPieces } from './find-pieces.js';
import { Forest } from './forest.js';
import type { TreeProblem } from './joint-block.js';
import { sweepTour, sweepTourOfGaps } from './kernels/sweep-tour.js';
import { addImpulses, loadChanges, loadGaps, loadLaws, loadOutside, loadVerticals, storeImpulses } from './load-rows.js';
import { Loops } from './loops.js';
import { applyToLinks, pushContacts, pushJoints, setMomentum } from './momentum.js';
import { RowLaws } from './row-laws.js';
import { LawSearch } from './search-laws.js';
import { TouredContacts } from './toured-contacts.js';

/** After so many changes of pieces, they are searched for (search-laws.ts), by so many steps at the most. */
const MOST_CHANGES = 10;
const MOST_SEARCH_STEPS = 100;
/** How often laws and contacts are solved in turn, at the most. */
const MOST_ROUNDS = 20;
/** Sweeps before laws are asked again: contacts that converge on pieces which do not stand would use up all sweeps. */
const FIRST_SWEEPS = 6;

export class TreeSolver {
  /** Factorisations of the last solve, beside the one it began with. */
  factorisations = 0;
  /** How far the row is from its law that is furthest, after the last solve: 0 where all pieces stand [m/s or rad/s]. */
  unsettled = 0;

  readonly #forest = new Forest();
  readonly #loops = new Loops();
  readonly #laws = new RowLaws();
  readonly #search = new LawSearch();
  readonly #contacts = new TouredContacts();
  /** Whether contacts are prepared with the last factorisation. */
  #arePrepared = false;
  readonly #revision: Revision = { changes: 0, distance: 0 };

  /** Finds trees and loops; to be called when blocks or bodies may have changed. */
  plan(problem: TreeProblem): void {
    this.#forest.plan.update(problem);
  }

  /** Adds M^-1 J^T lambda of all rows and contacts to the velocities. */
  applyImpulses(problem: TreeProblem): void {
    const forest = this.#forest;
    this.#gather(problem);
    forest.impulse.fill(0, 0, 6 * forest.plan.links);
    pushJoints(forest, problem, 1, forest.impulse);
    pushContacts(forest, problem, VELOCITY_ROWS, 1, forest.impulse);
    applyToLinks(forest, forest.impulse, problem.u);
  }

  /**
   * Factorises with the rows on the pieces they were on, or with locked rows alone; to be called when inertias, Jacobians, laws or
   * contacts have changed.
   */
  factor(problem: TreeProblem, ofLockedAlone = false): void {
    this.#gather(problem);
    startPieces(this.#forest, this.#laws, problem);
    if (ofLockedAlone) releaseRows(this.#laws, problem);
    this.#factorAgain(problem);
  }

  /**
   * Solves rows and contacts from `u`, which holds the impulses of both already (applyImpulses), with the factor. Sweeps over contacts
   * end when one changes no relative velocity by more than `tolerance` [m/s], or after `iterations` in all. Writes velocities,
   * impulses and pieces. Returns how many sweeps it took.
   */
  solve(problem: TreeProblem, iterations: number, tolerance: number, pyramid: boolean): number {
    const forest = this.#forest;
    this.factorisations = 0;
    setMomentum(forest, problem.u, forest.free);
    pushJoints(forest, problem, -1, forest.free);
    pushContacts(forest, problem, VELOCITY_ROWS, -1, forest.free);
    let sweeps = 0;
    let most = FIRST_SWEEPS;
    for (let round = 0; ; round++) {
      this.#settle(problem);
      if (problem.contactCount === 0) return sweeps;
      const allowed = Math.min(most, iterations - sweeps);
      const taken = this.#sweep(problem, allowed, tolerance, pyramid);
      sweeps += taken;
      this.#solveRows(problem);
      const haveStrayed = this.#haveStrayed(problem, false);
      const haveConverged = taken < allowed || sweeps === iterations;
      if (round === MOST_ROUNDS || (!haveStrayed && haveConverged)) return sweeps;
      if (!haveStrayed) most *= 2;
    }
  }

  /**
   * Displacements `d`, six numbers a body, with the factor: rows on vertical pieces mend their gap, one number a row, where it is
   * finite; all else holds still. Contacts keep GAP + J d from being negative, by CORRECTION_LAMBDA, which `d` holds already.
   */
  project(problem: TreeProblem, d: Float64Array, gap: Float64Array, iterations: number, couplingGap?: Float64Array): void {
    const forest = this.#forest;
    const { outside } = forest;
    setMomentum(forest, d, outside);
    loadGaps(forest, this.#loops, gap, couplingGap);
    closeRows(forest, this.#loops, d);
    if (problem.contactCount === 0) return;
    pushContacts(forest, problem, POSITION_ROWS, -1, outside);
    this.#loadContacts(problem, d, POSITION_ROWS);
    for (let i = 0; i < iterations && sweepTourOfGaps(forest, this.#contacts, 0); i++);
    this.#contacts.store(problem, POSITION_ROWS);
    pushContacts(forest, problem, POSITION_ROWS, 1, outside);
    closeRows(forest, this.#loops, d);
  }

  /** Brings rows on vertical pieces to their velocities, without contacts; adds to their impulses. */
  projectVelocities(problem: TreeProblem, u: Float64Array): void {
    setMomentum(this.#forest, u, this.#forest.outside);
    loadVerticals(this.#forest, this.#loops, this.#laws, problem, u);
    closeRows(this.#forest, this.#loops, u);
    addImpulses(this.#forest, this.#loops, problem);
  }

  /**
   * Changes J u of active rows by `changes`, one number a row, without contacts; adds to their impulses. Rows where it is not finite
   * hold still.
   */
  solveRows(problem: TreeProblem, u: Float64Array, changes: Float64Array, couplingChanges?: Float64Array): void {
    setMomentum(this.#forest, u, this.#forest.outside);
    loadChanges(this.#forest, this.#loops, u, changes, couplingChanges);
    closeRows(this.#forest, this.#loops, u);
    addImpulses(this.#forest, this.#loops, problem);
  }

  /** Rows that are beyond a limit by more than `least` are held there from now on, with a new factorisation where that is new. */
  meetLimits(problem: TreeProblem, beyond: Float64Array, least: number): void {
    if (meetLimits(this.#laws, problem, beyond, least)) this.#factorAgain(problem);
  }

  /** How far contacts, and rows whose pieces did not stand, are from what they should do, after a solve [m/s or rad/s]. */
  residual(problem: TreeProblem, pyramid: boolean): number {
    if (problem.contactCount === 0) return this.unsettled;
    return Math.max(this.unsettled, contactResidual(problem, this.#contacts, pyramid));
  }

  #gather(problem: TreeProblem): void {
    const { blocks } = problem;
    this.#forest.reserve(blocks.count > 0 ? blocks.firstRow[blocks.count] : 0);
    gatherInertias(this.#forest, problem);
  }

  #factorAgain(problem: TreeProblem): void {
    this.factorisations++;
    this.#arePrepared = false;
    factorForest(this.#forest, problem, this.#laws.softness);
    this.#loops.factor(this.#forest, problem, this.#laws.softness);
  }

  /** All rows exactly, on their pieces, with contacts as they are. */
  #solveRows(problem: TreeProblem): void {
    loadLaws(this.#forest, this.#loops, this.#laws, problem);
    loadOutside(this.#forest, this.#laws, problem);
    closeRows(this.#forest, this.#loops, problem.u);
    storeImpulses(this.#forest, this.#loops, problem);
  }

  /** Contacts are prepared once a factorisation. */
  #loadContacts(problem: TreeProblem, u: Float64Array, rows: RowSet): void {
    if (!this.#arePrepared) this.#contacts.prepare(this.#forest, this.#loops, problem);
    this.#arePrepared = true;
    this.#contacts.load(this.#forest, problem, u, rows);
  }

  /** Sweeps over contacts, which write their impulses alone. */
  #sweep(problem: TreeProblem, iterations: number, tolerance: number, pyramid: boolean): number {
    this.#loadContacts(problem, problem.u, VELOCITY_ROWS);
    let sweeps = 0;
    while (sweeps < iterations) {
      sweeps++;
      if (!sweepTour(this.#forest, this.#contacts, pyramid, tolerance)) break;
    }
    this.#contacts.store(problem, VELOCITY_ROWS);
    return sweeps;
  }

  /** Finds the pieces of all rows, with contacts as they are. */
  #settle(problem: TreeProblem): void {
    for (let change = 0; change < MOST_CHANGES; change++) {
      this.#solveRows(problem);
      if (!this.#haveStrayed(problem, true)) return;
      this.#factorAgain(problem);
    }
    this.#search.begin(this.#laws, problem);
    this.#factorAgain(problem);
    this.#solveRows(problem);
    for (let step = 0; step < MOST_SEARCH_STEPS; step++) {
      this.#search.beginStep(this.#laws, problem);
      this.#factorAgain(problem);
      this.#solveRows(problem);
      this.#search.endStep(this.#laws, this.#loops, problem);
      if (!this.#haveStrayed(problem, false)) return;
    }
  }

  /** Whether rows are not on their pieces; if asked for, they are put on those that they are led to. */
  #haveStrayed(problem: TreeProblem, move: boolean): boolean {
    revisePieces(this.#forest, this.#laws, problem, move, this.#revision);
    this.unsettled = this.#revision.distance;
    return this.#revision.changes > 0;
  }
}
