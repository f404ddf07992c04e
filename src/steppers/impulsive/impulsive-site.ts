// The workspace of the impulsive suite: what it knows of the group at hand, by its purpose, and a workspace for each of
// its steps.

import { Carrying } from '../../contact-problem/carrying.js';
import type { QuadraticSolver } from '../../solvers/solver.js';
import type { RecordSite } from '../problem-site.js';
import { makeRecordSite } from '../problem-site.js';
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

export interface ImpulsiveSite extends RecordSite {
  readonly contacts: GroupContacts;
  readonly awake: AwakeBodies;
  /** For what is frozen. */
  readonly carrying: Carrying;
  readonly flight: Flight;
  /** What is slow in the stretch of time at hand. */
  readonly measures: Measures;
  readonly sequentialCollisions: SequentialCollisions;
  readonly collisionProgram: CollisionProgram;
  readonly staticContacts: StaticContacts;
  readonly positions: PositionUpdate;
}

export function makeImpulsiveSite(site: Site): ImpulsiveSite {
  const records = makeRecordSite(site);
  // A solver of quadratic programs, since the combination was checked.
  const qp = (site.solver as QuadraticSolver).makeWorkspace();
  const solver = new ProgramSolver(qp, records.settings, records.report);
  return Object.assign(records, {
    contacts: new GroupContacts(records),
    awake: new AwakeBodies(),
    carrying: new Carrying(),
    flight: new Flight(),
    measures: { slowest: 0, fall: 0 },
    sequentialCollisions: new SequentialCollisions(),
    collisionProgram: new CollisionProgram(records, solver),
    staticContacts: new StaticContacts(records, solver),
    positions: new PositionUpdate(records, qp),
  });
}
