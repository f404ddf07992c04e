// The workspace of the impulsive suite.

import type { StructuredQP } from '../../solvers/quadratic/structured-qp.js';
import type { QuadraticSolver } from '../../solvers/solver.js';
import type { RecordSite } from '../problem-site.js';
import { makeRecordSite } from '../problem-site.js';
import type { Site } from '../stepper.js';

export interface ImpulsiveSite extends RecordSite {
  /** Solves the quadratic programs. */
  readonly qp: StructuredQP;
}

export function makeImpulsiveSite(site: Site): ImpulsiveSite {
  // A solver of quadratic programs, since the combination was checked.
  return { ...makeRecordSite(site), qp: (site.solver as QuadraticSolver).makeWorkspace() };
}
