// What a scheduler is: how time advances. Time is the scheduler's alone: below it every body has a time of its own
// (column `time` of the nodes), a stretch of a step may be of some bodies, and what they undergo does not depend on
// where in time the others are.

import type { Detection } from '../detection/detection.js';
import type { HeldEvents } from '../detection/held-events.js';
import type { ContactGroups } from '../detection/islands/island.js';
import type { Impacts } from '../detection/time-of-impact/impacts.js';
import type { State } from '../state/state.js';
import type { FastImpacts } from '../steppers/fast-impacts.js';
import type { SchedulerOffer, StepperAtWork } from '../steppers/stepper.js';
import type { TimeStatistics } from './time/statistics.js';

/** The parts of a step that a scheduler puts in order. */
export interface Stages {
  /** For schedulers that save the motion of bodies and put it back (state/body-motion.ts). */
  readonly state: State;
  readonly stepper: StepperAtWork;
  /** Where the bodies at hand are in time, or were when the stretch began: at first all, at the time of the world [s]. */
  readonly time: number;
  /** The islands of the last detection: all bodies at hand, and no others. */
  readonly islands: ContactGroups;
  /** Whether a history is written, which needs to know where bodies were on their way through a step. */
  readonly keepsWays: boolean;
  /** Continuous detection: what bodies hit in the time to come that detection would not see. */
  readonly impacts: Impacts;
  /** Continuous detection: impacts of what touches by now, and is fast. */
  readonly fastImpacts: FastImpacts;
  /**
   * Puts scripted bodies where they are at one time [s], with the velocities that take them to another [s] within dt
   * [s], for whoever looks ahead.
   */
  aim(begin: number, end: number, dt: number): void;
  /** Moves some bodies, which nothing touches, each from its own time to a later one [s]: no stretch, and no detection. */
  fly(movers: Int32Array, end: number): void;
  /** Lets some bodies wait where they are until a time [s]. */
  wait(movers: Int32Array, end: number): void;
  /** After a step of all bodies or of some, from one time to another [s]: what has passed something is put back to it. */
  lookBack(begin: number, end: number, movers?: ArrayLike<number>): void;
  /**
   * Ends a step of dt [s] that was taken in stretches: scripted bodies are at its end, with its velocities, and events
   * are those of one step.
   */
  settle(begin: number, end: number, dt: number): void;
  /**
   * Begins a stretch of dt [s] of all bodies, or of those with these rows (`movers` of the islands): they are at hand
   * until the next begins. They must be whole islands, at one time. Controls of multibodies are called. Scripted bodies
   * come to that time, and get the velocities of the stretch. The stretch ends at `end` [s], if not just dt later:
   * times that are reached in steps of different lengths differ by rounding.
   */
  prepare(dt: number, movers?: ArrayLike<number>, end?: number): void;
  /** Detection of the bodies at hand, with the contacts that the next dt [s] may need. All other pairs stay as they are. */
  detect(dt: number): void;
  /**
   * Detection at the end of a stretch of dt [s], where the bodies at hand have come to; the time is still that of its
   * beginning.
   */
  detectAgain(dt: number): void;
  /** Ends the stretch of dt [s]: the bodies at hand are at its end, and the forces on them are used up. */
  conclude(dt: number): void;
  /**
   * All bodies have come to a time [s], however that was: it is the time of the world from then on. The same of some, by
   * the rows of their movers, while the world is ahead of them.
   */
  meet(time: number, movers?: ArrayLike<number>): void;
  /** From here on the events of stretches are written to a list instead of being told; told as ever where none is given. */
  holdEvents(held?: HeldEvents): void;
  /** Tells events that were held back, of a history that is final. */
  tellEvents(held: HeldEvents): void;
}

/** A scheduler with what it keeps of one world. */
export interface SchedulerAtWork {
  /**
   * Takes all bodies to one later time, as a rule dt [s] further. Where it offers `some-bodies`, it can do the same
   * with some, by the rows of their movers, which are at one time, up to an end [s]. They meet nobody else in that time.
   */
  advance(stages: Stages, dt: number, movers?: ArrayLike<number>, end?: number): void;
  /**
   * Whether it tells the events of a step itself (`tellEvents`), instead of what the step has left being compared with
   * what was last told.
   */
  readonly tellsEvents?: boolean;
  /**
   * Boxes about what the shapes of each row have passed through in the last step [m], where a history asks for them
   * (`Stages.keepsWays`); undefined where bodies went the shortest way.
   */
  readonly ways?: Float64Array | undefined;
  /** What it has done so far, of schedulers of time. */
  readonly statistics?: TimeStatistics;
  /** Where its bodies are in time, of schedulers of time. */
  readonly localTimes?: LocalTimes;
}

/** Where bodies are in times of their own, between two steps of the world. Bodies go by their rows. */
export interface LocalTimes {
  /**
   * How far a body has been simulated [s]: its local virtual time. Nobody is behind the time of the world, which is
   * GVT. Time warp goes ahead with bodies that fly: what is ahead may be undone. All others are at the time of the
   * world.
   */
  localTimeOf(row: number): number;
  /** Whether a body was rolled back in the last step, however often. */
  wasRolledBack(row: number): boolean;
  /**
   * Room that the pools of states have, by name [1], and that of the states of groups [bytes]: it stays as it is when a
   * world goes on as it did.
   */
  readonly pools: Readonly<Record<string, number>>;
}

interface SchedulerDescription {
  readonly name: string;
  /** What it offers to steppers that need it. */
  readonly offers: readonly SchedulerOffer[];
}

/** A scheduler that keeps nothing from step to step is at work as it is. */
export interface Scheduler extends SchedulerDescription, SchedulerAtWork {}

/** One that does is put to work on each world. */
export interface TimeScheduler extends SchedulerDescription {
  make(detection: Detection): SchedulerAtWork;
}
