// Step two of the impulsive suite: the collision QP of section 4.1, for collisions that the sequential ones have left.
//
// Where we differ from the paper: bounces give back no more energy than stopping took (energy-limit.ts). Where a bounce
// is impossible (a ball between two walls that it touches both), the program is solved without bouncing.

import { thaw } from '../../bodies/frozen.js';
import { ImpulseAssembly } from '../../contact-problem/impulse-assembly.js';
import type { RecordSite } from '../problem-site.js';
import { energyAllowed, keepBefore, limitEnergy, Outcome } from './energy-limit.js';
import { isSlow } from './freezing.js';
import type { GroupContacts } from './group-contacts.js';
import { type ProgramSolver, USABLE, writeImpulses, writeVelocities } from './program-solver.js';
import type { Measures } from './sequential-collisions.js';

export class CollisionProgram {
  readonly #site: RecordSite;
  readonly #solver: ProgramSolver;
  readonly #program = new ImpulseAssembly();
  /** Without impulses, and without bouncing. */
  readonly #before = new Outcome();
  readonly #stopped = new Outcome();

  constructor(site: RecordSite, solver: ProgramSolver) {
    this.#site = site;
    this.#solver = solver;
  }

  /**
   * Resolves the collisions of a group of so many bodies together: without bouncing, and with it, as far as the energy
   * allows.
   */
  resolve(contacts: GroupContacts, bodyCount: number, measures: Measures): void {
    const { profiler, report } = this.#site;
    const { problem } = this.#program;
    const { slowest } = measures;
    const before = this.#before;
    const stopped = this.#stopped;
    profiler.enter('collision-qp');
    this.#gather(contacts, bodyCount);
    keepBefore(before, problem);
    if (!this.#solver.solveSafely(problem, before, false, slowest)) return;
    stopped.keep(problem);
    this.#gather(contacts, bodyCount);
    if (this.#askForBounces(contacts, slowest)) {
      const outcome = this.#solver.solveLevel(problem, false, slowest);
      if (outcome.residual > USABLE) stopped.recall(problem);
      else limitEnergy(problem, stopped, energyAllowed(problem, before, stopped, contacts.restitution, this.#program.contacts));
    } else {
      stopped.recall(problem);
    }
    report.impulsive.collisionQPs++;
    report.impulsive.collisionContacts += problem.contacts;
    writeVelocities(this.#program, contacts.nodes);
    writeImpulses(this.#program, contacts.impulses);
    this.#thawStruck(contacts, measures.fall);
  }

  #gather(contacts: GroupContacts, bodyCount: number): void {
    const { detection, problem } = this.#site;
    this.#program.begin(detection.rowCount, bodyCount, contacts.arrays.count);
    for (let i = 0; i < contacts.arrays.count; i++) {
      if (contacts.touching[i] !== 0 && contacts.isActive(i)) this.#program.add(problem, i, contacts.nodes, true);
    }
  }

  /**
   * Lets what closes faster than `slowest` [m/s] leave as Newton's law (13) has it. Returns whether something bounces.
   */
  #askForBounces(contacts: GroupContacts, slowest: number): boolean {
    const { problem, contacts: indices } = this.#program;
    let isBouncing = false;
    for (let i = 0; i < problem.contacts; i++) {
      const closing = contacts.closingSpeed(indices[i]);
      if (closing <= slowest) continue;
      const e = contacts.restitution[indices[i]];
      problem.bound[i] = e * closing;
      isBouncing ||= e > 0;
    }
    return isBouncing;
  }

  /** Thaws frozen bodies to which the program has given more energy than (15) allows. */
  #thawStruck({ nodes }: GroupContacts, fall: number): void {
    const { problem, rows } = this.#program;
    for (let body = 0; body < problem.bodies; body++) {
      if (nodes.frozen[rows[body]] !== 0 && !isSlow(nodes, rows[body], fall)) thaw(nodes, rows[body]);
    }
  }
}
