// A structured QP that keeps every problem it is given, as it was before: for tests and for whoever wants to look at them.

import type { ImpulseProblem } from './impulse-problem.js';
import { ROWS_LENGTH } from './impulse-problem.js';
import type { QPOptions, QPReport } from './structured-qp.js';
import { StructuredQP } from './structured-qp.js';

export class RecordingQP extends StructuredQP {
  readonly problems: ImpulseProblem[] = [];

  override solve(problem: ImpulseProblem, options?: QPOptions): Readonly<QPReport> {
    this.problems.push(copyProblem(problem));
    return super.solve(problem, options);
  }
}

/** Arrays of just the length that the problem needs. */
function copyProblem(problem: ImpulseProblem): ImpulseProblem {
  const { bodies, contacts } = problem;
  return {
    bodies,
    inverseMass: problem.inverseMass.slice(0, bodies),
    inverseInertia: problem.inverseInertia.slice(0, 6 * bodies),
    velocity: problem.velocity.slice(0, 6 * bodies),
    contacts,
    movers: problem.movers.slice(0, 2 * contacts),
    rows: problem.rows.slice(0, ROWS_LENGTH * contacts),
    drift: problem.drift.slice(0, 3 * contacts),
    friction: problem.friction.slice(0, contacts),
    bound: problem.bound.slice(0, contacts),
    impulse: problem.impulse.slice(0, 3 * contacts),
  };
}
