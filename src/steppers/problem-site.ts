// The workspace of methods that write the contacts of an island as records.

import { carryLoads } from '../contact-problem/carry-loads.js';
import { reserveProblem } from '../contact-problem/contact-problem.js';
import { ContactPlacing, placeContacts } from '../contact-problem/place-contacts.js';
import { ContactProblem } from '../contact-problem/problem-table.js';
import { clearTorques } from '../contact-problem/resistances.js';
import { Spin } from '../contact-problem/spinning-contacts.js';
import type { Detection } from '../detection/detection.js';
import type { Profiler } from '../phases.js';
import type { Settings } from '../settings.js';
import { PositionProjection } from '../solvers/project-positions.js';
import type { Solver, SolverWorkspace, VelocityProblem } from '../solvers/solver.js';
import type { State } from '../state/state.js';
import { Approach } from './bounces.js';
import type { Site, StepReport } from './stepper.js';

// Sites are classes, of which a method that has more extends one. Where fields are added to an object that is there, by Object.assign
// or a spread, V8 makes a dictionary of it, or a hidden class for every world, and reads each field slowly.

/** What a method has that writes the contacts of an island as records. */
export class RecordSite {
  readonly state: State;
  readonly detection: Detection;
  readonly profiler: Profiler;
  readonly report: StepReport;
  readonly settings: Settings;
  /** The records of the island at hand. */
  readonly problem: ContactProblem;
  /** The arrays handed to the solver; one object, filled anew for each island. */
  readonly arrays: VelocityProblem = {
    count: 0,
    record: new Float64Array(),
    movers: new Int32Array(),
    u: new Float64Array(),
    omega: 1,
  };
  /** For where the contacts are. */
  readonly placing = new ContactPlacing();

  constructor({ state, detection, profiler, report }: Site) {
    this.state = state;
    this.detection = detection;
    this.profiler = profiler;
    this.report = report;
    this.settings = state.settings;
    this.problem = new ContactProblem(state.memory);
  }
}

/** And solves them for velocities. */
export class ProblemSite extends RecordSite {
  readonly solver: SolverWorkspace;
  /** For what overlaps. */
  readonly projection = new PositionProjection();
  /** For what arrives at a surface within the step. */
  readonly approach = new Approach();
  /** For what spins fast. */
  readonly spin = new Spin();
  /** An impulse and an angular impulse on one body [N s, N m s]. */
  readonly wrench = new Float64Array(6);

  constructor(site: Site) {
    super(site);
    // A solver of velocities, since the combination was checked.
    this.solver = (site.solver as Solver).makeWorkspace();
  }
}

/** Where the contacts of all islands are, and room for the records of the largest. */
export function placeAllContacts({ detection, problem, placing, settings, profiler, report }: RecordSite, dt: number): void {
  reserveProblem(problem, detection);
  profiler.enter('contact-problem');
  clearTorques(detection);
  carryLoads(detection, dt);
  report.penetration = Math.max(report.penetration, placeContacts(placing, detection, dt, settings));
}
