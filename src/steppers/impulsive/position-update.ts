// Where bodies go at the end of a stretch of time, in the way of the authors' earlier work (Optimization-Based
// Animation, 2001): of all positions where no contact is closer than touching, to first order, those nearest to where
// the velocities lead. Velocities are left alone. They keep bodies apart by themselves as a rule, so that this mends
// what turning and rounding leave, and what users have put into each other.
//
// Where we differ: what cannot be parted must not be thrown. Opposite walls that are both too near leave no room, and
// normals that are not quite opposite turn a boundless squeeze into a long way. So contacts give a little, which evens
// out what is squeezed, and no point of a body is moved farther by a program than its group overlaps.

import { ImpulseAssembly } from '../../contact-problem/impulse-assembly.js';
import * as layout from '../../solvers/contact-record.js';
import { grown } from '../../solvers/quadratic/grown.js';
import type { StructuredQP } from '../../solvers/quadratic/structured-qp.js';
import type { RecordSite } from '../problem-site.js';
import { type GroupContacts, IGNORED } from './group-contacts.js';

const { RECORD_LENGTH } = layout;

/** How much contacts give: what is mended lacks about this share of it [1]. */
const SOFTNESS = 1e-3;
/**
 * KKT residual at which the program is solved, and above which it is not acted upon, in units of the largest overlap
 * [1].
 */
const TOLERANCE = 1e-5;
const USABLE = 1e-3;
/** A gap that will be short of closed by less than this share of what counts as closed need not be mended [1]. */
const HAIR = 1e-3;
/** Most programs: gaps that the first one closes are taken into the second. */
const MOST_ROUNDS = 2;

/** For contacts that are in the program, 1, or CLOSING where it is for them that it is solved. */
const CLOSING = 2;

export class PositionUpdate {
  readonly #site: RecordSite;
  readonly #qp: StructuredQP;
  readonly #program = new ImpulseAssembly();
  readonly #options = { tolerance: TOLERANCE, iterations: 0, warmStart: false, softness: SOFTNESS };
  /** By contact. */
  #chosen = new Int32Array(0);

  constructor(site: RecordSite, qp: StructuredQP) {
    this.#site = site;
    this.#qp = qp;
  }

  /** Adds to the corrections of so many bodies what keeps the contacts of their group from overlapping after dt [s]. */
  keepApart(contacts: GroupContacts, bodyCount: number, dt: number): void {
    const { correction } = contacts.nodes;
    this.#chosen = grown(this.#chosen, contacts.arrays.count);
    this.#chosen.fill(0, 0, contacts.arrays.count);
    let deepest = 0;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const depth = this.#chooseClosing(contacts, dt, round === 0 ? HAIR : 1);
      if (depth === 0) return;
      deepest = Math.max(deepest, depth);
      if (!this.#solve(contacts, bodyCount, dt)) return;
      const { problem, rows } = this.#program;
      const share = Math.min(1, deepest / farthestMove(this.#program, contacts.arrays.record));
      for (let body = 0; body < problem.bodies; body++) {
        for (let c = 0; c < 6; c++) correction[6 * rows[body] + c] += share * problem.velocity[6 * body + c];
      }
    }
  }

  /**
   * Chooses the contacts whose gaps would be short of closed after dt [s], by more than `share` of what counts as
   * closed, as the bodies move and are corrected by now. Returns the deepest of new ones, 0 where there are none [m].
   * What touches passes on what pushes it, and is chosen with them.
   */
  #chooseClosing(contacts: GroupContacts, dt: number, share: number): number {
    const chosen = this.#chosen;
    let deepest = 0;
    for (let i = 0; i < contacts.arrays.count; i++) {
      if (contacts.state[i] === IGNORED || !contacts.isActive(i)) continue;
      const depth = -contacts.gapAfter(i, dt);
      const isClosing = depth > share * contacts.closed[i];
      if (isClosing && chosen[i] !== CLOSING) deepest = Math.max(deepest, depth);
      if (isClosing) chosen[i] = CLOSING;
      else if (contacts.touching[i] === 1 && chosen[i] === 0) chosen[i] = 1;
    }
    return deepest;
  }

  /** Solves for the smallest displacements that part what was chosen. Returns whether there is a solution. */
  #solve(contacts: GroupContacts, bodyCount: number, dt: number): boolean {
    const { problem: records, settings, report } = this.#site;
    const { problem } = this.#program;
    this.#program.begin(contacts.nodes.inverseMass.length, bodyCount, contacts.arrays.count);
    for (let i = 0; i < contacts.arrays.count; i++) {
      if (this.#chosen[i] === 0) continue;
      const contact = this.#program.add(records, i, contacts.nodes, false);
      problem.friction[contact] = 0;
      problem.drift[3 * contact] = contacts.gapAfter(i, dt);
    }
    problem.velocity.fill(0, 0, 6 * problem.bodies);
    this.#options.iterations = settings['impulsive.iterations'];
    report.impulsive.positionQPs++;
    return this.#qp.solve(problem, this.#options).residual <= USABLE;
  }
}

/** The farthest that a solution moves a point of a contact [m]. */
function farthestMove({ problem, contacts: indices }: ImpulseAssembly, record: Float64Array): number {
  let farthest = 0;
  for (let i = 0; i < problem.contacts; i++) {
    const k = indices[i] * RECORD_LENGTH;
    for (let side = 0; side < 2; side++) {
      const body = problem.movers[2 * i + side];
      if (body < 0) continue;
      let squared = 0;
      for (let row = 0; row < 3; row++) {
        const sign = side === 0 ? -1 : 1;
        let way = 0;
        for (let c = 0; c < 3; c++) {
          way += sign * record[k + layout.NORMAL + 3 * row + c] * problem.velocity[6 * body + c];
          way += record[k + layout.ANGULAR + 6 * row + 3 * side + c] * problem.velocity[6 * body + 3 + c];
        }
        squared += way * way;
      }
      farthest = Math.max(farthest, squared);
    }
  }
  return Math.sqrt(farthest);
}
