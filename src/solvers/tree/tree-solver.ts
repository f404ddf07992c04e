// An island with joints: one factorisation over the forest of its joints, loops and gears by a Schur complement over it, laws of rows
// by an active set, contacts swept with the forest's exact response.

import * as contact from '../contact-record.js';
import { closeRows } from './close-rows.js';
import { factorForest, gatherInertias } from './factor-forest.js';
import { type Revision, revisePieces, startPieces } from './find-pieces.js';
import { Forest } from './forest.js';
import type { TreeProblem } from './joint-block.js';
import { addImpulses, loadChanges, loadLaws, loadOutside, loadVerticals, storeImpulses } from './load-rows.js';
import { Loops } from './loops.js';
import { applyToLinks, pushContacts, pushJoints, setMomentum } from './momentum.js';
import { RowLaws } from './row-laws.js';

/** After so many changes of pieces, rows change theirs one at a time; after so many more, they stay as they are. */
const CHANGES_AT_ONCE = 15;
const MOST_CHANGES = 100;

export class TreeSolver {
  residual = 0;
  project(..._: unknown[]): void {}

  /** Factorisations of the last solve, beside the one it began with. */
  factorisations = 0;
  /** How far the row is from its law that is furthest, after the last solve: 0 where all pieces stand [m/s or rad/s]. */
  unsettled = 0;

  readonly #forest = new Forest();
  readonly #loops = new Loops();
  readonly #laws = new RowLaws();
  readonly #revision: Revision = { changes: 0, row: -1, piece: -1, distance: 0 };

  /** Finds trees and loops; to be called when blocks or bodies may have changed. */
  plan(problem: TreeProblem): void {
    this.#forest.plan.update(problem);
  }

  /** Factorises with the rows on the pieces they were on; to be called when inertias, Jacobians or laws have changed. */
  factor(problem: TreeProblem): void {
    this.#gather(problem);
    startPieces(this.#forest, this.#laws, problem);
    this.#factorAgain(problem);
  }

  /**
   * Solves rows and contacts from `u`, which holds the impulses of both already (applyImpulses), with the factor. Writes velocities,
   * impulses and pieces. Returns how many sweeps over contacts it took.
   */
  solve(problem: TreeProblem, _iterations: number, _tolerance: number, _pyramid: boolean): number {
    const forest = this.#forest;
    this.factorisations = 0;
    setMomentum(forest, problem.u, forest.free);
    pushJoints(forest, problem, -1, forest.free);
    pushContacts(forest, problem, 3, contact.LAMBDA, -1, forest.free);
    for (let changes = 0; ; changes++) {
      loadLaws(forest, this.#loops, this.#laws, problem);
      loadOutside(forest, this.#laws, problem);
      closeRows(forest, this.#loops, problem.u);
      storeImpulses(forest, this.#loops, problem);
      if (changes > MOST_CHANGES || this.#settled(problem, changes >= CHANGES_AT_ONCE)) return 0;
    }
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

  /** Adds M^-1 J^T lambda of all rows and contacts to the velocities. */
  applyImpulses(problem: TreeProblem): void {
    const forest = this.#forest;
    this.#gather(problem);
    forest.impulse.fill(0, 0, 6 * forest.plan.links);
    pushJoints(forest, problem, 1, forest.impulse);
    pushContacts(forest, problem, 3, contact.LAMBDA, 1, forest.impulse);
    applyToLinks(forest, forest.impulse, problem.u);
  }

  #gather(problem: TreeProblem): void {
    const { blocks } = problem;
    this.#forest.reserve(blocks.count > 0 ? blocks.firstRow[blocks.count] : 0);
    gatherInertias(this.#forest, problem);
  }

  /** Whether all rows are on the right pieces; where not, they are moved there, and all is factorised again. */
  #settled(problem: TreeProblem, oneAtATime: boolean): boolean {
    revisePieces(this.#forest, this.#laws, problem, oneAtATime, this.#revision);
    this.unsettled = this.#revision.distance;
    if (this.#revision.changes === 0) return true;
    this.#factorAgain(problem);
    this.factorisations++;
    return false;
  }

  #factorAgain(problem: TreeProblem): void {
    factorForest(this.#forest, problem, this.#laws.softness);
    this.#loops.factor(this.#forest, problem, this.#laws.softness);
  }
}
