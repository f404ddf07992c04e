// What a scheduler is: how time advances.

import type { StepContext, Stepper } from '../steppers/stepper.js';

/** The parts of a step that a scheduler puts in order. */
export interface Stages extends StepContext {
  readonly stepper: Stepper;
  /** Rotation matrices and inertias from poses, velocities of scripted bodies for the step from the present time. */
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
  /** Names of the steppers it works with. */
  readonly steppers: readonly string[];
  advance(stages: Stages, dt: number): void;
}
