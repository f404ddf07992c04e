// The workspace of the impulsive suite: what it knows of the group at hand, by its purpose, and a workspace for each of
// its steps.

import { Carrying } from '../../contact-problem/carrying.js';
import type { QuadraticSolver } from '../../solvers/solver.js';
import { RecordSite } from '../problem-site.js';
import type { Site } from '../stepper.js';
import { AwakeBodies } from './awake-bodies.js';
import { CollisionProgram } from './collision-program.js';
import { GroupContacts } from './group-contacts.js';
import { PositionUpdate } from './position-update.js';
import { ProgramSolver } from './program-solver.js';
import type { Measures } from './sequential-collisions.js';
import { SequentialCollisions } from './sequential-collisions.js';
import { StaticContacts } from './static-contacts.js';
import { Flight } from './time-of-impact.js';

export class ImpulsiveSite extends RecordSite {
  readonly contacts: GroupContacts;
  readonly awake = new AwakeBodies();
  /** For what is frozen. */
  readonly carrying = new Carrying();
  readonly flight = new Flight();
  /** What is slow in the stretch of time at hand. */
  readonly measures: Measures = { slowest: 0, fall: 0 };
  readonly sequentialCollisions = new SequentialCollisions();
  readonly collisionProgram: CollisionProgram;
  readonly staticContacts: StaticContacts;
  readonly positions: PositionUpdate;

  constructor(site: Site) {
    super(site);
    // A solver of quadratic programs, since the combination was checked.
    const qp = (site.solver as QuadraticSolver).makeWorkspace();
    const solver = new ProgramSolver(qp, this.settings, this.report);
    this.contacts = new GroupContacts(this);
    this.collisionProgram = new CollisionProgram(this, solver);
    this.staticContacts = new StaticContacts(this, solver);
    this.positions = new PositionUpdate(this, qp);
  }
}
