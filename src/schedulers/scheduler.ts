// What a scheduler is: how time advances.

import type { ContactGroups } from '../detection/contact-graph/groups.js';
import type { SchedulerOffer, StepperAtWork } from '../steppers/stepper.js';

/** The parts of a step that a scheduler puts in order. */
export interface Stages {
  readonly stepper: StepperAtWork;
  /** The present time [s]. */
  readonly time: number;
  /** The islands of the last detection. */
  readonly islands: ContactGroups;
  /** Controls of multibodies, rotation matrices and inertias from poses, velocities of scripted bodies, for the step from the present time. */
  prepare(dt: number): void;
  /** Detection at the present time, with the contacts that the next dt [s] may need. */
  detect(dt: number): void;
  /** Detection at the end of a step of dt [s], where the bodies have come to; the time is still that of its beginning. */
  detectAgain(dt: number): void;
  /** Scripted bodies and members of composites to the end of the step, and the time with them. */
  conclude(dt: number): void;
}

export interface Scheduler {
  readonly name: string;
  /** What it offers to steppers that need it. */
  readonly offers: readonly SchedulerOffer[];
  advance(stages: Stages, dt: number): void;
}
