// An island with joints: one factorisation over the forest of its joints, loops and gears by a Schur complement over
// it, laws of rows by an active set, contacts swept with the exact response of all of it. Without contacts each part of
// the forest is on its own: in a heap of ragdolls only those are factorised and solved again whose rows have left their
// pieces.

import { grown } from '../quadratic/grown.js';
import type { RowSet } from '../row-set.js';
import { POSITION_ROWS, VELOCITY_ROWS } from '../row-set.js';
import { AcceptedState, meritOf } from './accepted-state.js';
import { closeRows } from './close-rows.js';
import { contactResidual } from './contact-residual.js';
import { factorPart, gatherInertias, isFactored, solveForest } from './factor-forest.js';
import { meetLimits, putOnPieces, type Revision, releaseRows, revisePieces, startPieces } from './find-pieces.js';
import { Forest } from './forest.js';
import type { TreeProblem } from './joint-block.js';
import {
  addImpulses,
  isLooped,
  loadChanges,
  loadGaps,
  loadLaws,
  loadVerticals,
  storeImpulses,
  takeChanges,
} from './load-rows.js';
import { Loops } from './loops.js';
import { applyToLinks, pushContacts, pushJoints, setMomentum } from './momentum.js';
import { RowLaws } from './row-laws.js';
import { LawSearch } from './search-laws.js';
import { sweepContacts, sweepGaps } from './sweep-contacts.js';
import { SweptRows } from './swept-rows.js';
import { TouredContacts } from './toured-contacts.js';
import { RowYield } from './yield-rows.js';

/** After so many changes of pieces, they are searched for (search-laws.ts), by so many steps at the most. */
const MOST_CHANGES = 10;
const MOST_SEARCH_STEPS = 100;
/** How often laws and contacts are solved in turn, at the most. */
const MOST_ROUNDS = 20;
/** Sweeps before laws are asked again: contacts that converge on pieces which do not stand would use up all sweeps. */
const FIRST_SWEEPS = 6;
/** Shares of the way of a round that made impulses worse, of which the best is taken [1]. */
const STEPS_BACK = [0.75, 0.5, 0.25, 0.125, 0.0625];
/** A round goes on where it can go on to this share of its own way [1]. */
const WORTHWHILE = 2;
/** Where no larger share of the parts than this has left its pieces, the next sweeps are twice as many [1]. */
const FEW = 1 / 8;

export class TreeSolver {
  /** Factorisations of parts in the last solve, beside those it began with. */
  factorisations = 0;
  /** How far the row is from its law that is furthest, after the last solve: 0 where all pieces stand [m/s or rad/s]. */
  unsettled = 0;

  readonly #forest: Forest;
  readonly #loops = new Loops();
  readonly #laws = new RowLaws();
  readonly #search = new LawSearch();
  readonly #contacts: TouredContacts;
  /** Whether contacts have been swept in this solve; rows that leave their pieces after that are swept with them. */
  #haveSwept = false;
  readonly #swept = new SweptRows();
  readonly #yield = new RowYield();
  readonly #accepted = new AcceptedState();
  /** Whether contacts are in order. */
  #areSorted = false;
  /**
   * One a part, and one for the ground: 1 where pieces are not known to stand; where contacts are not prepared with its
   * factorisation.
   */
  #isOpen = new Int32Array(1);
  #isStale = new Int32Array(1);
  readonly #revision: Revision = { changes: 0, distance: 0 };

  /** Without the compiled kernel unless `isCompiled`. */
  constructor(isCompiled = true) {
    this.#forest = new Forest(isCompiled);
    this.#contacts = new TouredContacts(isCompiled);
  }

  /** Finds trees and loops; to be called when blocks or bodies may have changed. */
  plan(problem: TreeProblem): void {
    const { plan } = this.#forest;
    plan.update(problem);
    this.#forest.reserve();
    this.#isOpen = grown(this.#isOpen, plan.partCount + 1);
    this.#isStale = grown(this.#isStale, plan.partCount + 1);
  }

  /** Adds M^-1 J^T lambda of all rows and contacts to the velocities. */
  applyImpulses(problem: TreeProblem): void {
    const forest = this.#forest;
    gatherInertias(forest, problem);
    forest.impulse.fill(0, 0, 6 * forest.plan.links);
    pushJoints(forest, problem, 1, forest.impulse);
    pushContacts(forest, problem, VELOCITY_ROWS, 1, forest.impulse);
    applyToLinks(forest, forest.impulse, problem.u);
  }

  /**
   * Factorises with the rows on the pieces they were on, or with locked rows alone; to be called when inertias,
   * Jacobians, laws or contacts have changed. Where only laws have, `areRowsKept` says so: parts in which the same rows
   * are as soft as before are as they were.
   */
  factor(problem: TreeProblem, ofLockedAlone = false, areRowsKept = false): void {
    if (!areRowsKept) gatherInertias(this.#forest, problem);
    startPieces(this.#forest, this.#laws, problem);
    if (ofLockedAlone) releaseRows(this.#laws, problem);
    this.#areSorted = false;
    // Those of the problem before; the part with loops brings its own.
    this.#loops.count = 0;
    this.#isStale[this.#forest.plan.partCount] = 0;
    for (let part = 0; part < this.#forest.plan.partCount; part++) {
      if (areRowsKept && isFactored(this.#forest, problem, this.#laws.softness, part)) this.#isStale[part] = 1;
      else this.#factorPart(problem, part);
    }
  }

  /**
   * Solves rows and contacts from `u`, which holds the impulses of both already (applyImpulses), with the factor.
   * Sweeps over contacts end when one changes no relative velocity by more than `tolerance` [m/s], or after
   * `iterations` in all. Writes velocities, impulses and pieces. Returns how many sweeps it took.
   */
  solve(problem: TreeProblem, iterations: number, tolerance: number, pyramid: boolean): number {
    const forest = this.#forest;
    this.factorisations = 0;
    setMomentum(forest, problem.u, forest.free);
    pushJoints(forest, problem, -1, forest.free);
    pushContacts(forest, problem, VELOCITY_ROWS, -1, forest.free);
    let sweeps = 0;
    let most = FIRST_SWEEPS;
    let haveConverged = false;
    this.#haveSwept = false;
    this.#accepted.forget(problem);
    for (let round = 0; ; round++) {
      this.#pushContactsFrom(problem);
      const strayed = this.#settle(problem, round > 0);
      if (problem.contactCount === 0) return sweeps;
      this.#acceptRound(problem, strayed > 0, haveConverged);
      if (round > 0) {
        if (sweeps === iterations || round > MOST_ROUNDS || (haveConverged && strayed === 0)) break;
        if (strayed <= FEW * forest.plan.partCount) most *= 2;
      }
      this.#yieldToContacts(problem, tolerance, pyramid);
      const allowed = Math.min(most, iterations - sweeps);
      const taken = this.#sweep(problem, allowed, tolerance, pyramid);
      sweeps += taken;
      haveConverged = taken < allowed;
    }
    this.#endSweptRows(problem);
    return sweeps;
  }

  /**
   * Displacements `d`, six numbers a body, with the factor: rows on vertical pieces mend their gap, one number a row, where it is
   * finite; all else holds still. Contacts keep GAP + J d from being negative, by CORRECTION_LAMBDA, which `d` holds already.
   */
  project(problem: TreeProblem, d: Float64Array, gap: Float64Array, iterations: number, couplingGap?: Float64Array): void {
    const forest = this.#forest;
    const { plan, outside } = forest;
    setMomentum(forest, d, outside);
    for (let part = 0; part < plan.partCount; part++) {
      loadGaps(forest, this.#loops, gap, couplingGap, part);
      closeRows(forest, this.#loops, d, part);
    }
    if (problem.contactCount === 0) return;
    pushContacts(forest, problem, POSITION_ROWS, -1, outside);
    this.#loadContacts(problem, d, POSITION_ROWS);
    for (let i = 0; i < iterations && sweepGaps(forest, this.#contacts, 0); i++);
    this.#contacts.store(problem, POSITION_ROWS);
    pushContacts(forest, problem, POSITION_ROWS, 1, outside);
    for (let part = 0; part < plan.partCount; part++) closeRows(forest, this.#loops, d, part);
  }

  /** Takes over what rows are to do on the pieces they are on, where their laws alone have changed. */
  aim({ blocks }: TreeProblem): void {
    for (let r = 0; r < blocks.firstRow[blocks.count]; r++) this.#laws.setPiece(blocks.row, r, blocks.piece[r]);
  }

  /** Brings rows on vertical pieces to their velocities, without contacts; adds to their impulses. */
  projectVelocities(problem: TreeProblem, u: Float64Array): void {
    const forest = this.#forest;
    setMomentum(forest, u, forest.outside);
    for (let part = 0; part < forest.plan.partCount; part++) {
      loadVerticals(forest, this.#loops, this.#laws, problem, u, part);
      closeRows(forest, this.#loops, u, part);
      addImpulses(forest, this.#loops, problem, part);
    }
  }

  /**
   * Changes J u of active rows by `changes`, one number a row, without contacts; adds to their impulses. Rows where it
   * is not finite hold still, and so do parts in which all changes are within `least`. One solve will do: changes are
   * small beside the velocities, and so is what rounding leaves of them.
   */
  solveRows(problem: TreeProblem, u: Float64Array, changes: Float64Array, couplingChanges?: Float64Array, least = 0): void {
    const forest = this.#forest;
    const { partCount, firstLink } = forest.plan;
    for (let part = 0; part < partCount; part++) {
      if (!loadChanges(forest, this.#loops, changes, couplingChanges, least, part)) continue;
      if (isLooped(forest, part)) this.#loops.solveAll(forest, firstLink[part + 1]);
      else solveForest(forest, firstLink[part], firstLink[part + 1]);
      takeChanges(forest, this.#loops, problem, u, part);
    }
  }

  /** Rows that are beyond a limit by more than `least` are held there from now on, with a new factorisation where that is new. */
  meetLimits(problem: TreeProblem, beyond: Float64Array, least: number): void {
    const { plan } = this.#forest;
    this.#isOpen.fill(0);
    meetLimits(plan, this.#laws, problem, beyond, least, this.#isOpen);
    this.#factorOpen(problem);
  }

  /** How far contacts, and rows whose pieces did not stand, are from what they should do, after a solve [m/s or rad/s]. */
  residual(problem: TreeProblem, pyramid: boolean): number {
    if (problem.contactCount === 0) return this.unsettled;
    return Math.max(this.unsettled, contactResidual(problem, this.#contacts, pyramid));
  }

  #factorPart(problem: TreeProblem, part: number): void {
    this.factorisations++;
    this.#isStale[part] = 1;
    factorPart(this.#forest, problem, this.#laws.softness, part);
    if (isLooped(this.#forest, part)) this.#loops.factor(this.#forest, problem, this.#laws.softness);
  }

  /** All rows of a part exactly, on their pieces, with contacts as they are. */
  #solvePart(problem: TreeProblem, part: number): void {
    loadLaws(this.#forest, this.#loops, this.#laws, problem, part);
    closeRows(this.#forest, this.#loops, problem.u, part);
    storeImpulses(this.#forest, this.#loops, problem, part);
  }

  #loadContacts(problem: TreeProblem, u: Float64Array, rows: RowSet): void {
    this.#prepareContacts(problem);
    this.#contacts.load(this.#forest, problem, u, rows);
  }

  /** Contacts are prepared once a factorisation of their parts. */
  #prepareContacts(problem: TreeProblem): void {
    if (!this.#areSorted) this.#contacts.begin(this.#forest, problem);
    this.#areSorted = true;
    this.#contacts.prepare(this.#forest, this.#loops, problem, this.#isStale);
    this.#isStale.fill(0);
  }

  /** Sweeps over contacts, which write their impulses alone. */
  #sweep(problem: TreeProblem, iterations: number, tolerance: number, pyramid: boolean): number {
    this.#loadContacts(problem, problem.u, VELOCITY_ROWS);
    this.#haveSwept = true;
    this.#swept.gather(this.#forest, this.#loops, this.#laws, problem);
    let sweeps = 0;
    while (sweeps < iterations) {
      sweeps++;
      let haveChanged = sweepContacts(this.#forest, this.#contacts, pyramid, tolerance);
      if (this.#swept.count > 0 && this.#swept.sweep(this.#forest, this.#contacts, this.#laws, problem, tolerance))
        haveChanged = true;
      if (!haveChanged) break;
    }
    this.#contacts.store(problem, VELOCITY_ROWS);
    return sweeps;
  }

  /** What comes after a solve is to know rows that were swept on the pieces that they have come to. */
  #endSweptRows(problem: TreeProblem): void {
    const { plan } = this.#forest;
    this.#isOpen.fill(0);
    putOnPieces(plan, this.#laws, problem, this.#isOpen);
    this.#factorOpen(problem);
  }

  /** Rows that hold a velocity by a limited force let contacts move where they could not (yield-rows.ts). */
  #yieldToContacts(problem: TreeProblem, tolerance: number, pyramid: boolean): void {
    const forest = this.#forest;
    this.#prepareContacts(problem);
    if (!this.#yield.findStuck(forest, this.#contacts, problem, tolerance, this.#isOpen)) return;
    if (!this.#yield.release(forest, this.#laws, problem, this.#isOpen)) return;
    this.#factorOpen(problem);
    this.#sweep(problem, FIRST_SWEEPS, tolerance, pyramid);
    this.#pushContactsFrom(problem);
    this.#solveOpen(problem);
    this.#yield.takeSides(this.#laws, problem);
    this.#factorOpen(problem);
    this.#solveOpen(problem);
  }

  /**
   * Finds velocities and the pieces of all rows, with contacts as they are, and notes what rows carry before they leave
   * their pieces if asked to. Returns in how many parts rows had to leave their pieces.
   */
  #settle(problem: TreeProblem, notesRows = false): number {
    const { partCount } = this.#forest.plan;
    this.unsettled = 0;
    let strayed = 0;
    let areUnsettled = false;
    for (let part = 0; part < partCount; part++) {
      let changes = 0;
      this.#isOpen[part] = 0;
      for (; changes < MOST_CHANGES; changes++) {
        this.#solvePart(problem, part);
        if (notesRows && changes === 0) this.#noteRows(problem, part);
        if (!this.#haveStrayed(problem, part, true)) break;
        this.#factorPart(problem, part);
      }
      if (changes > 0) strayed++;
      if (changes < MOST_CHANGES) continue;
      this.#isOpen[part] = 1;
      areUnsettled = true;
    }
    if (areUnsettled) this.#searchPieces(problem);
    return strayed;
  }

  #noteRows(problem: TreeProblem, part: number): void {
    const { plan } = this.#forest;
    for (let k = plan.firstLink[part]; k < plan.firstLink[part + 1]; k++)
      if (plan.block[k] >= 0) this.#accepted.noteRows(problem, plan.block[k]);
    if (isLooped(this.#forest, part)) for (let l = 0; l < plan.loopCount; l++) this.#accepted.noteRows(problem, plan.loop[l]);
  }

  /** The sure way, for the parts that are open. */
  #searchPieces(problem: TreeProblem): void {
    const { plan } = this.#forest;
    this.#search.begin(this.#laws, plan, this.#isOpen, problem);
    this.#solveOpenAgain(problem);
    for (let step = 0; step < MOST_SEARCH_STEPS; step++) {
      this.#search.beginStep(this.#laws, problem);
      this.#solveOpenAgain(problem);
      this.#search.endStep(this.#laws, this.#loops, problem);
      this.unsettled = 0;
      let haveStrayed = false;
      for (let part = 0; part < plan.partCount; part++) {
        if (this.#isOpen[part] === 1 && this.#haveStrayed(problem, part, false)) haveStrayed = true;
      }
      if (!haveStrayed) return;
    }
  }

  #solveOpenAgain(problem: TreeProblem): void {
    this.#factorOpen(problem);
    this.#solveOpen(problem);
  }

  #factorOpen(problem: TreeProblem): void {
    for (let part = 0; part < this.#forest.plan.partCount; part++) if (this.#isOpen[part] === 1) this.#factorPart(problem, part);
  }

  #solveOpen(problem: TreeProblem): void {
    for (let part = 0; part < this.#forest.plan.partCount; part++) if (this.#isOpen[part] === 1) this.#solvePart(problem, part);
  }

  /** Takes over what a round has come to, or another place on its way (accepted-state.ts). */
  #acceptRound(problem: TreeProblem, haveStrayed: boolean, haveConverged: boolean): void {
    const accepted = this.#accepted;
    const merit = meritOf(this.#forest, this.#laws, problem);
    if (haveStrayed && merit > accepted.merit) {
      this.#stepBack(problem);
      return;
    }
    if (!haveStrayed && !haveConverged && accepted.merit < Number.POSITIVE_INFINITY && this.#swept.count === 0) {
      accepted.noteContacts(problem);
      const share = accepted.findShare(this.#laws, problem, merit, WORTHWHILE);
      if (share >= WORTHWHILE) {
        const further = this.#goTo(problem, share);
        if (further < merit) {
          accepted.take(problem, further);
          return;
        }
        this.#goTo(problem, 1);
      }
    }
    accepted.take(problem, merit);
  }

  /** Takes a part of the way of a round that made impulses worse, or none, with those rows swept that have left their pieces. */
  #stepBack(problem: TreeProblem): void {
    const accepted = this.#accepted;
    accepted.noteContacts(problem);
    let best = 0;
    let least = accepted.merit;
    for (const share of STEPS_BACK) {
      const merit = this.#goTo(problem, share);
      if (!(merit < least)) continue;
      best = share;
      least = merit;
    }
    const merit = this.#goTo(problem, best);
    if (best > 0) accepted.take(problem, merit);
  }

  /** Goes to a share of the way of the round at hand. Returns f there [J]. */
  #goTo(problem: TreeProblem, share: number): number {
    this.#accepted.goTo(this.#laws, problem, share);
    this.#pushContactsFrom(problem);
    this.#settle(problem);
    return meritOf(this.#forest, this.#laws, problem);
  }

  /** Momenta of links with the impulses of contacts as they are. */
  #pushContactsFrom(problem: TreeProblem): void {
    const forest = this.#forest;
    for (let i = 0; i < 6 * forest.plan.links; i++) forest.pushed[i] = forest.free[i];
    pushContacts(forest, problem, VELOCITY_ROWS, 1, forest.pushed);
  }

  /** Whether rows of a part are not on their pieces; if asked for, they are put on those that they are led to. */
  #haveStrayed(problem: TreeProblem, part: number, move: boolean): boolean {
    const revision = this.#revision;
    revision.changes = 0;
    revision.distance = 0;
    revisePieces(this.#forest, this.#laws, problem, part, move, this.#haveSwept, revision);
    if (!move) this.unsettled = Math.max(this.unsettled, revision.distance);
    return revision.changes > 0;
  }
}
