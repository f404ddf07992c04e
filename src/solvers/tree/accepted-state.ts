// What rounds of sweeps and of pieces must not make worse. Impulses of rows and contacts are the minimum of
//   f = 1/2 u^T M u + the sum of (bias + velocity of the anchor) lambda - the sum of the energy of rows (RowLaws.findEnergy),
// with u the velocities that they give. Sweeps on pieces that stand go down. But a limit that is held pulls as well, until the
// pieces are asked for again: where a contact pushes against it and hardly anything moves, both grow with every
// sweep. Once the limit lets go, the contact's impulse is left, and its bodies are thrown off. So where rows leave
// their pieces and f has risen, a part of the way is taken, or none.
//
// Fingers that a motor closes about a box push it to and fro between them, and their impulses grow by the same little in
// every sweep until the motor gives way. Where rows have kept their pieces, f is quadratic along the way of a round. The
// round goes on as far as that falls and all rows keep their pieces.

import * as contact from '../contact-record.js';
import { rowVelocity } from '../projected-gauss-seidel.js';
import { grown } from '../quadratic/grown.js';
import type { Forest } from './forest.js';
import { J_A, J_B, LAMBDA, ROW_LENGTH, type TreeProblem } from './joint-block.js';
import { setMomentum } from './momentum.js';
import { CHANGE, ENERGY, LINE_LAMBDA, ROOM, type RowLaws } from './row-laws.js';

/**
 * A round goes on by so many times its own way at the most [1]. Contacts between links that hardly part change f by no
 * more than rounding: beyond this, a row that gives way in the end is no bound.
 */
const FURTHEST = 1000;

/** Impulses: one a row, and three a contact. */
class Impulses {
  rows = new Float64Array(0);
  contacts = new Float64Array(0);

  reserve({ blocks, contactCount }: TreeProblem): void {
    this.rows = grown(this.rows, blocks.firstRow[blocks.count]);
    this.contacts = grown(this.contacts, 3 * contactCount);
  }

  saveRows({ blocks }: TreeProblem, block: number): void {
    for (let r = blocks.firstRow[block]; r < blocks.firstRow[block + 1]; r++) this.rows[r] = blocks.row[r * ROW_LENGTH + LAMBDA];
  }

  saveContacts({ contactCount, record }: TreeProblem): void {
    for (let i = 0; i < contactCount; i++) {
      const k = i * contact.RECORD_LENGTH + contact.LAMBDA;
      for (let j = 0; j < 3; j++) this.contacts[3 * i + j] = record[k + j];
    }
  }
}

export class AcceptedState {
  /** f of the round that was accepted last [J]. */
  merit = Number.POSITIVE_INFINITY;
  readonly #accepted = new Impulses();
  /** Where the sweeps of the round at hand have led, with rows on the pieces that they were on. */
  readonly #led = new Impulses();

  /** Any round is better than none. */
  forget(problem: TreeProblem): void {
    this.merit = Number.POSITIVE_INFINITY;
    this.#accepted.reserve(problem);
    this.#led.reserve(problem);
  }

  /** Takes over the impulses of a problem, of which f is known. */
  take(problem: TreeProblem, merit: number): void {
    this.merit = merit;
    for (let block = 0; block < problem.blocks.count; block++) this.#accepted.saveRows(problem, block);
    this.#accepted.saveContacts(problem);
  }

  /** Notes what the rows of a block carry before they are asked for their pieces. */
  noteRows(problem: TreeProblem, block: number): void {
    this.#led.saveRows(problem, block);
  }

  /** Notes what contacts carry after the sweeps. */
  noteContacts(problem: TreeProblem): void {
    this.#led.saveContacts(problem);
  }

  /** Goes a share of the way from what was accepted to where the sweeps have led, or beyond; swept rows begin there. */
  goTo(laws: RowLaws, { blocks, contactCount, record }: TreeProblem, share: number): void {
    const { rows, contacts } = this.#accepted;
    for (let r = 0; r < blocks.firstRow[blocks.count]; r++) {
      blocks.row[r * ROW_LENGTH + LAMBDA] = rows[r] + share * (this.#led.rows[r] - rows[r]);
      if (laws.isSwept[r] === 1) laws.sweepRow(blocks.row, r);
    }
    for (let i = 0; i < contactCount; i++) {
      const k = i * contact.RECORD_LENGTH + contact.LAMBDA;
      for (let j = 0; j < 3; j++)
        record[k + j] = contacts[3 * i + j] + share * (this.#led.contacts[3 * i + j] - contacts[3 * i + j]);
      if (share > 1) keepInCone(record, i * contact.RECORD_LENGTH);
    }
  }

  /**
   * How far f falls along the way of a round in which rows have kept their pieces and none was swept, with the f that it
   * came to; 1 where the round ended [1].
   */
  findShare(laws: RowLaws, problem: TreeProblem, merit: number, worthwhile: number): number {
    const room = this.#roomOfContacts(problem);
    if (1 + room < worthwhile) return 1;
    const slope = this.#slopeOf(problem);
    if (!(slope < 0)) return 1;
    const curvature = 2 * (this.merit - merit + slope);
    const fall = curvature > 0 ? -slope / curvature : Number.POSITIVE_INFINITY;
    if (1 + fall < worthwhile) return 1;
    // Where no row gives way in the end, contacts may press on what nothing moves: their impulses have no bound.
    const roomOfRows = this.#roomOfRows(laws, problem);
    return roomOfRows < Number.POSITIVE_INFINITY ? 1 + Math.min(fall, room, roomOfRows, FURTHEST) : 1;
  }

  /** How many times the way of the round contacts can go on until one presses no more [1]. */
  #roomOfContacts({ contactCount }: TreeProblem): number {
    const led = this.#led.contacts;
    const from = this.#accepted.contacts;
    let room = Number.POSITIVE_INFINITY;
    for (let i = 0; i < 3 * contactCount; i += 3) if (led[i] < from[i]) room = Math.min(room, led[i] / (from[i] - led[i]));
    return room;
  }

  /** The same until a row leaves its piece. */
  #roomOfRows(laws: RowLaws, { blocks }: TreeProblem): number {
    let room = Number.POSITIVE_INFINITY;
    for (let r = 0; r < blocks.firstRow[blocks.count]; r++) {
      laws.line[LINE_LAMBDA] = this.#led.rows[r];
      laws.line[CHANGE] = this.#led.rows[r] - this.#accepted.rows[r];
      laws.findRoom(blocks.row, r, blocks.piece[r]);
      room = Math.min(room, laws.line[ROOM]);
    }
    return room;
  }

  /** How f changes where the round has come to, along its way: rows are where f is least [J]. */
  #slopeOf({ contactCount, contactMovers, record, u, slip }: TreeProblem): number {
    let slope = 0;
    for (let i = 0; i < contactCount; i++) {
      const k = i * contact.RECORD_LENGTH;
      for (let row = 0; row < 3; row++) {
        const change = this.#led.contacts[3 * i + row] - this.#accepted.contacts[3 * i + row];
        if (change === 0) continue;
        const bias = row === 0 ? record[k + contact.BIAS] : slip !== undefined ? slip[2 * i + row - 1] : 0;
        slope += change * (bias + rowVelocity(record, k, row, u, contactMovers[2 * i], contactMovers[2 * i + 1]));
      }
    }
    return slope;
  }
}

/** Friction beyond the cone of the contact at record[k ..] is shortened. */
function keepInCone(record: Float64Array, k: number): void {
  const at = k + contact.LAMBDA;
  record[at] = Math.max(0, record[at]);
  const limit = record[k + contact.FRICTION] * record[at];
  const length = Math.sqrt(record[at + 1] * record[at + 1] + record[at + 2] * record[at + 2]);
  if (length <= limit) return;
  for (let j = 1; j < 3; j++) record[at + j] *= limit / length;
}

/** f, for velocities that are those of the impulses [J]. */
export function meritOf(forest: Forest, laws: RowLaws, problem: TreeProblem): number {
  const { plan, impulse } = forest;
  const { u, couplings } = problem;
  let merit = 0;
  setMomentum(forest, u, impulse);
  for (let k = 0; k < plan.links; k++) {
    for (let j = 0; j < 6; j++) merit += 0.5 * impulse[6 * k + j] * u[6 * plan.body[k] + j];
  }
  for (let i = 0; i < couplings.count; i++) merit += couplings.bias[i] * couplings.lambda[i];
  return merit + meritOfRows(laws, problem) + meritOfContacts(problem);
}

function meritOfRows(laws: RowLaws, { movers, u, blocks }: TreeProblem): number {
  const { ends, firstRow, row } = blocks;
  let merit = 0;
  for (let block = 0; block < blocks.count; block++) {
    for (let r = firstRow[block]; r < firstRow[block + 1]; r++) {
      const lambda = row[r * ROW_LENGTH + LAMBDA];
      if (lambda === 0) continue;
      laws.findEnergy(row, r);
      merit -= laws.line[ENERGY];
      for (let side = 0; side < 2; side++) {
        const body = ends[2 * block + side];
        if (body < movers || isStill(u, 6 * body)) continue;
        const k = r * ROW_LENGTH + (side === 0 ? J_A : J_B);
        for (let j = 0; j < 6; j++) merit += lambda * row[k + j] * u[6 * body + j];
      }
    }
  }
  return merit;
}

/** Whether the body whose six velocities are at u[at ..] stands. */
function isStill(u: Float64Array, at: number): boolean {
  for (let j = at; j < at + 6; j++) if (u[j] !== 0) return false;
  return true;
}

function meritOfContacts({ movers, u, contactCount, contactMovers, record, slip }: TreeProblem): number {
  let merit = 0;
  for (let i = 0; i < contactCount; i++) {
    const k = i * contact.RECORD_LENGTH;
    // A contact that presses nothing may be out of reach: its bias is infinite.
    if (record[k + contact.LAMBDA] === 0) continue;
    merit += record[k + contact.BIAS] * record[k + contact.LAMBDA];
    if (slip !== undefined) for (let j = 0; j < 2; j++) merit += slip[2 * i + j] * record[k + contact.LAMBDA + 1 + j];
    for (let side = 0; side < 2; side++) {
      const at = contactMovers[2 * i + side];
      if (at < 6 * movers || isStill(u, at)) continue;
      for (let line = 0; line < 3; line++) {
        const direction = k + contact.NORMAL + 3 * line;
        const turn = k + contact.ANGULAR + 6 * line + 3 * side;
        let w = 0;
        for (let j = 0; j < 3; j++) w += (2 * side - 1) * record[direction + j] * u[at + j] + record[turn + j] * u[at + 3 + j];
        merit += w * record[k + contact.LAMBDA + line];
      }
    }
  }
  return merit;
}
