// The arrays of a factorised forest. Links are in the order of the plan, and each has room for six active rows, so that all that a
// walk needs lies in its way, and a part that is factorised again moves nothing of the others.

import { grown } from '../quadratic/grown.js';
import { ForestPlan } from './plan-forest.js';

export class Forest {
  readonly plan = new ForestPlan();

  /** One a link: how many active rows its block has; they are the first of its six. */
  active = new Int32Array(0);
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
  /** One a part: whether Phi is that of its last factorisation. */
  hasResponses = new Int32Array(0);
  /** Six numbers a link: impulse from outside and from below; velocity that answers it. */
  impulse = new Float64Array(0);
  answer = new Float64Array(0);
  /** Six numbers a link: its momentum were there no rows and contacts; were there no rows; with all but the active rows. */
  free = new Float64Array(0);
  pushed = new Float64Array(0);
  outside = new Float64Array(0);

  /** Six a link, one an active row: its number among the problem's rows; its softness. */
  rowOf = new Int32Array(0);
  softness = new Float64Array(0);
  /** 36 a link, six an active row: J of the link and of the other end; H'^-1 J^T of the link; a row of A^-1 J of the other end. */
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

  /** Makes room for the links of the plan. */
  reserve(): void {
    const links = this.plan.links + 1;
    if (this.at.length >= links) return;
    this.active = grown(this.active, links);
    this.at = grown(this.at, links);
    this.otherAt = grown(this.otherAt, links);
    this.hasResponses = grown(this.hasResponses, links);
    this.rowOf = grown(this.rowOf, 6 * links);
    this.inertia = grown(this.inertia, 7 * links);
    this.inverse = grown(this.inverse, 7 * links);
    for (const name of MATRICES) this[name] = grown(this[name], 36 * links);
    for (const name of VECTORS) this[name] = grown(this[name], 6 * links);
  }
}

const MATRICES = ['mass', 'inverseMass', 'inverseA', 'carry', 'response', 'own', 'other', 'turned', 'reach'] as const;
const VECTORS = ['impulse', 'answer', 'free', 'pushed', 'outside', 'softness', 'wanted', 'change', 'goal', 'carried'] as const;
