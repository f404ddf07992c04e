// The workspace of methods that write the contacts of an island as records.

import { carryLoads } from '../contact-problem/carry-loads.js';
import { reserveProblem } from '../contact-problem/contact-problem.js';
import { ContactPlacing, placeContacts } from '../contact-problem/place-contacts.js';
import { ContactProblem } from '../contact-problem/problem-table.js';
import { clearTorques } from '../contact-problem/resistances.js';
import { Spin } from '../contact-problem/spinning-contacts.js';
import type { Settings } from '../settings.js';
import { PositionProjection } from '../solvers/project-positions.js';
import type { Solver, SolverWorkspace, VelocityProblem } from '../solvers/solver.js';
import { Approach } from './bounces.js';
import type { Site } from './stepper.js';

/** What a method has that writes the contacts of an island as records. */
export interface RecordSite extends Site {
  readonly settings: Settings;
  /** The records of the island at hand. */
  readonly problem: ContactProblem;
  /** The arrays handed to the solver; one object, filled anew for each island. */
  readonly arrays: VelocityProblem;
  /** For where the contacts are. */
  readonly placing: ContactPlacing;
}

/** And solves them for velocities. */
export interface ProblemSite extends Omit<RecordSite, 'solver'> {
  readonly solver: SolverWorkspace;
  /** For what overlaps. */
  readonly projection: PositionProjection;
  /** For what arrives at a surface within the step. */
  readonly approach: Approach;
  /** For what spins fast. */
  readonly spin: Spin;
  /** An impulse and an angular impulse on one body [N s, N m s]. */
  readonly wrench: Float64Array;
}

// Sites are made without spreading others into them: V8 would give each a hidden class of its own, and compile the method anew for every
// world.

export function makeRecordSite({ state, detection, solver, profiler, report }: Site): RecordSite {
  const none = new Float64Array();
  return {
    state,
    detection,
    solver,
    profiler,
    report,
    settings: state.settings,
    problem: new ContactProblem(state.memory),
    arrays: { count: 0, record: none, movers: new Int32Array(), u: none, omega: 1 },
    placing: new ContactPlacing(),
  };
}

export function makeProblemSite(site: Site): ProblemSite {
  // A solver of velocities, since the combination was checked.
  const solver = (site.solver as Solver).makeWorkspace();
  return Object.assign(makeRecordSite(site), {
    solver,
    projection: new PositionProjection(),
    approach: new Approach(),
    spin: new Spin(),
    wrench: new Float64Array(6),
  });
}

/** Where the contacts of all islands are, and room for the records of the largest. */
export function placeAllContacts(
  { detection, problem, placing, settings, profiler, report }: Omit<RecordSite, 'solver'>,
  dt: number,
): void {
  reserveProblem(problem, detection);
  profiler.enter('contact-problem');
  clearTorques(detection);
  carryLoads(detection, dt);
  report.penetration = Math.max(report.penetration, placeContacts(placing, detection, dt, settings));
}
