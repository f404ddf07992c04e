// Step three of the impulsive suite: the static QP of section 4.2, which is the collision QP without restitution, after
// gravity. Of contacts that touch, and of open ones that would be closed: once what they hold is stopped, others may
// come into reach of it.
//
// Where we differ from the paper: what no contact holds falls along the parabola.

import { ImpulseAssembly } from '../../contact-problem/impulse-assembly.js';
import { gravityOfStep } from '../../settings.js';
import { grown } from '../../solvers/quadratic/grown.js';
import type { RecordSite } from '../problem-site.js';
import type { AwakeBodies } from './awake-bodies.js';
import { keepBefore, Outcome } from './energy-limit.js';
import { addImpulse, type GroupContacts, OPEN } from './group-contacts.js';
import { type ProgramSolver, writeImpulses, writeVelocities } from './program-solver.js';
import type { Flight } from './time-of-impact.js';

/** Most times that the program is solved in a stretch, with the gaps that what it holds lets others close. */
const MOST_REACH_ROUNDS = 4;
/** What changes by less than this share of what gravity adds in a step falls freely [1]. */
const FREELY = 1e-6;
/** A gap that will be short of closed by less than this share of what counts as closed is closed [1]. */
const HAIR = 1e-3;

export class StaticContacts {
  readonly #site: RecordSite;
  readonly #solver: ProgramSolver;
  readonly #program = new ImpulseAssembly();
  readonly #before = new Outcome();
  /** By contact of the group: 1 for open ones that the program must not let close. */
  #reached = new Int32Array(0);

  constructor(site: RecordSite, solver: ProgramSolver) {
    this.#site = site;
    this.#solver = solver;
  }

  /**
   * Lets forces act on the awake bodies of a group for dt [s], and holds what contacts hold. What hits slower than
   * `slowest` [m/s] is no collision.
   */
  resolve(contacts: GroupContacts, awake: AwakeBodies, flight: Flight, dt: number, slowest: number): void {
    const { detection, settings, profiler, report } = this.#site;
    const { problem } = this.#program;
    profiler.enter('static-qp');
    awake.accelerate(contacts.nodes, settings, dt);
    followFlight(contacts, awake, flight);
    this.#reached = grown(this.#reached, contacts.arrays.count);
    this.#reached.fill(0, 0, contacts.arrays.count);
    const rounds = settings['impulsive.programs'] === 'one-of-each' ? 1 : MOST_REACH_ROUNDS;
    this.#findReached(contacts, dt);
    this.#gather(contacts, awake.count, dt);
    report.contacts += problem.contacts;
    for (let round = 0; problem.contacts > 0; round++) {
      report.impulsive.staticQPs++;
      report.impulsive.staticContacts += problem.contacts;
      keepBefore(this.#before, problem);
      if (!this.#solver.solveSafely(problem, this.#before, true, slowest)) {
        // Nothing is known of what contacts bear.
        this.#program.begin(detection.rowCount, 0, 0);
        return;
      }
      writeVelocities(this.#program, contacts.nodes);
      this.#stopFalling(contacts, awake, flight, dt);
      if (!this.#findReached(contacts, dt) || round === rounds - 1) break;
      awake.fallAgain(contacts.nodes);
      this.#gather(contacts, awake.count, dt);
    }
    writeImpulses(this.#program, contacts.impulses);
  }

  #gather(contacts: GroupContacts, bodyCount: number, dt: number): void {
    const { detection, problem } = this.#site;
    const program = this.#program;
    program.begin(detection.rowCount, bodyCount, contacts.arrays.count);
    for (let i = 0; i < contacts.arrays.count; i++) {
      if ((contacts.touching[i] === 0 && this.#reached[i] === 0) || !contacts.isActive(i)) continue;
      const contact = program.add(problem, i, contacts.nodes, false);
      // An open gap may close, and no more.
      if (this.#reached[i] === 1) program.problem.drift[3 * contact] += contacts.gap[i] / dt;
    }
  }

  /**
   * Marks open gaps that would be closed within dt [s], and more, as bodies move by now. Returns whether there are new
   * ones.
   */
  #findReached(contacts: GroupContacts, dt: number): boolean {
    let isAny = false;
    for (let i = 0; i < contacts.arrays.count; i++) {
      if (contacts.state[i] !== OPEN || this.#reached[i] === 1 || !contacts.isActive(i)) continue;
      if (contacts.gapAfter(i, dt) >= -HAIR * contacts.closed[i]) continue;
      this.#reached[i] = 1;
      isAny = true;
    }
    return isAny;
  }

  /** What static contacts hold does not fall along a parabola. */
  #stopFalling({ nodes }: GroupContacts, { rows, count, falling }: AwakeBodies, flight: Flight, dt: number): void {
    const { velocity, correction } = nodes;
    const least = FREELY * gravityOfStep(this.#site.settings, dt);
    for (let i = 0; i < count; i++) {
      const row = rows[i];
      if (!flight.flies(row)) continue;
      for (let c = 0; c < 3; c++) {
        if (Math.abs(velocity[6 * row + c] - falling[6 * i + c]) > least) correction.fill(0, 6 * row, 6 * row + 3);
      }
    }
  }

  /**
   * What static contacts bear, as if for a whole step of which they did so for 1 / `share`, is what the next one starts
   * from.
   */
  storeLoads(contacts: GroupContacts, share: number): void {
    const { detection, problem: records } = this.#site;
    const { problem, contacts: indices } = this.#program;
    const { record, contact: rows } = records.table.columns;
    const { load } = detection.graph.contacts.columns;
    for (let i = 0; i < records.table.size; i++) if (contacts.isActive(i)) load.fill(0, 4 * rows[i], 4 * rows[i] + 4);
    for (let i = 0; i < problem.contacts; i++) {
      addImpulse(record, indices[i], problem.impulse, 3 * i, share, load, 4 * rows[indices[i]]);
    }
  }
}

/** What flies moves by the mean of its velocities, unless static contacts hold it after all. */
function followFlight({ nodes }: GroupContacts, { rows, count }: AwakeBodies, flight: Flight): void {
  const { flight: parabola, correction } = nodes;
  for (let i = 0; i < count; i++) {
    const k = 6 * rows[i];
    if (flight.flies(rows[i])) for (let c = 0; c < 3; c++) correction[k + c] = parabola[k + 3 + c];
    parabola.fill(0, k + 3, k + 6);
  }
}
