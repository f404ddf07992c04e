// The arrays of a factorised forest. Links are in the order of the plan, and active rows in the order of their links, so that all
// that a walk needs lies in its way.

import { grown } from '../quadratic/grown.js';
import { ForestPlan } from './plan-forest.js';

export class Forest {
  readonly plan = new ForestPlan();

  /** One a link, and one more behind the last: its first active row. */
  firstActive = new Int32Array(0);
  /** One a link: where the velocities of its body and of the other end of its block are in `u`. */
  at = new Int32Array(0);
  otherAt = new Int32Array(0);
  /** Inertia and its inverse, by mass and tensor, seven numbers a link. */
  inertia = new Float64Array(0);
  inverse = new Float64Array(0);
  /** 36 numbers a link: H', the mass of a link with what hangs on it; its inverse; A^-1; X; Phi. */
  mass = new Float64Array(0);
  inverseMass = new Float64Array(0);
  inverseA = new Float64Array(0);
  carry = new Float64Array(0);
  response = new Float64Array(0);
  /** Whether Phi is that of the last factorisation. */
  hasResponses = false;
  /** Six numbers a link: impulse from outside and from below; velocity that answers it. */
  impulse = new Float64Array(0);
  answer = new Float64Array(0);
  /** Six numbers a link: its momentum were there no rows and contacts; with all but the active rows. */
  free = new Float64Array(0);
  outside = new Float64Array(0);

  /** One an active row: its number among the problem's rows; its softness. */
  rowOf = new Int32Array(0);
  softness = new Float64Array(0);
  /** Six numbers an active row: J of the link and of the other end; H'^-1 J^T of the link; a row of A^-1 J of the other end. */
  own = new Float64Array(0);
  other = new Float64Array(0);
  turned = new Float64Array(0);
  reach = new Float64Array(0);
  /** One an active row: what J du + softness dlambda is to be, and dlambda. */
  wanted = new Float64Array(0);
  change = new Float64Array(0);
  /** One an active row: what J u + softness lambda is to be, and lambda, while rows are being closed (close-rows.ts). */
  goal = new Float64Array(0);
  carried = new Float64Array(0);
  readonly missed = new Float64Array(2);

  /** Makes room for the links of the plan and for so many active rows. */
  reserve(rows: number): void {
    const links = this.plan.links + 1;
    this.firstActive = grown(this.firstActive, links + 1);
    this.at = grown(this.at, links);
    this.otherAt = grown(this.otherAt, links);
    this.inertia = grown(this.inertia, 7 * links);
    this.inverse = grown(this.inverse, 7 * links);
    this.mass = grown(this.mass, 36 * links);
    this.inverseMass = grown(this.inverseMass, 36 * links);
    this.inverseA = grown(this.inverseA, 36 * links);
    this.carry = grown(this.carry, 36 * links);
    this.response = grown(this.response, 36 * links);
    this.impulse = grown(this.impulse, 6 * links);
    this.answer = grown(this.answer, 6 * links);
    this.free = grown(this.free, 6 * links);
    this.outside = grown(this.outside, 6 * links);
    this.rowOf = grown(this.rowOf, rows);
    this.softness = grown(this.softness, rows);
    this.own = grown(this.own, 6 * rows);
    this.other = grown(this.other, 6 * rows);
    this.turned = grown(this.turned, 6 * rows);
    this.reach = grown(this.reach, 6 * rows);
    this.wanted = grown(this.wanted, rows);
    this.change = grown(this.change, rows);
    this.goal = grown(this.goal, rows);
    this.carried = grown(this.carried, rows);
    this.impulse.fill(0, 0, 6 * links);
    this.answer.fill(0, 0, 6 * links);
  }
}
