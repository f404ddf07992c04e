// What a stepper is: what one island undergoes in a step of time. A stepper is a description; `make` puts it to work on a state,
// with a workspace of its own.

import type { Detection } from '../detection/detection.js';
import type { Island } from '../detection/islands/island.js';
import type { Profiler } from '../phases.js';
import type { QuadraticSolver, Solver, SolverAbility } from '../solvers/solver.js';
import type { SpeedupName } from '../speedups.js';
import type { State } from '../state/state.js';

/** What a stepper is put to work on. */
export interface Site {
  readonly state: State;
  /** What the last detection has found of the state: contacts and islands. */
  readonly detection: Detection;
  /** One that has the ability the stepper needs. */
  readonly solver: Solver | QuadraticSolver;
  readonly profiler: Profiler;
  /** What the step did, to be added to. */
  readonly report: StepReport;
}

/** What a step did, as numbers. */
export interface StepReport {
  /** Contact points. */
  contacts: number;
  /** Contact groups. */
  groups: number;
  /** Most iterations of the solver that a group took. */
  iterations: number;
  /**
   * Merit theta (38) after the solve, over all groups; of the compiled kernel that of the diagonally scaled problem, as
   * its last sweep found it [J].
   */
  residual: number;
  /** Deepest penetration found at the beginning of the step [m]. */
  penetration: number;
  /** Pairs of bodies the narrow phase was run on. */
  narrowPhaseTests: number;
  /** Pairs of bodies it was skipped for, their placement being unchanged. */
  narrowPhaseSkipped: number;
  /** Bodies asleep: frozen, by methods that freeze bodies. */
  asleep: number;
  /** What the impulsive suite did. */
  impulsive: ImpulsiveReport;
}

/** The impulsive suite by its steps. */
export interface ImpulsiveReport {
  /** Collisions resolved one by one. */
  bounces: number;
  /** Collision QPs solved, and contacts in them. */
  collisionQPs: number;
  collisionContacts: number;
  /** Static contact QPs solved, and contacts in them. */
  staticQPs: number;
  staticContacts: number;
  /** QPs of positions solved. */
  positionQPs: number;
}

/**
 * What a scheduler offers beyond one detection and one step of every island: a second detection in a step; that a step
 * is one stretch of all bodies, so that some can be left alone (sleeping); that some bodies can be stepped once more
 * without the others (rollback).
 */
export type SchedulerOffer = 'second-detection' | 'one-stretch' | 'some-bodies';

/**
 * The kinds of constraint that a stepper may know: contacts, joints with their limits and motors, axes of bodies that are locked, and
 * the friction of contacts against rolling and spinning.
 */
export type BlockKind = 'contact' | 'joint' | 'lock' | 'resistance';

export interface StepperNeeds {
  /** What it asks of its solver. */
  readonly solver: SolverAbility;
  /** What it asks of the scheduler. */
  readonly scheduler?: readonly SchedulerOffer[];
}

export interface Stepper {
  readonly name: string;
  readonly needs: StepperNeeds;
  /** The constraints it knows; contacts alone when left out. A world by it refuses others. */
  readonly blocks?: readonly BlockKind[];
  /** The speed-ups of the contact graph paper that it knows beyond caching; a world by it refuses to switch on others. */
  readonly speedups?: readonly SpeedupName[];
  make(site: Site): StepperAtWork;
}

/** A stepper with the workspace that it has in one world. */
export interface StepperAtWork extends IslandStepper {
  /** Whether its sweeps are compiled, where it has such: the reference in TypeScript gives other bits. */
  readonly hasKernel?: boolean;
  /**
   * Whether it solves impacts to their end by itself, however fast they are and however long the row that they go through. With
   * continuous detection, those of others are solved before they see them (fast-impacts.ts).
   */
  readonly solvesImpacts?: boolean;
  /** What is done once for all islands when they have been stepped. */
  finish?(dt: number): void;
  /**
   * Whether bodies that are awake may touch such as sleep: it takes these for fixed, and wakes them where they lose their balance
   * (subgroups.ts).
   */
  readonly watchesSleepers?: boolean;
  /**
   * Rows of bodies, if any, that the last step treated in one problem although they are of different islands: what becomes of one
   * depends on the others. Rollback redoes them together.
   */
  listTogether?(): Int32Array | undefined;
  /** Whether the last step passed over all islands, since it would have found what the one before did. */
  isIdle?(): boolean;
  /**
   * The rest of the step, for methods that have one: what islands undergo after another detection, where the step has brought the
   * bodies. The islands are those of that detection. Asks the scheduler for a `second-detection`.
   */
  readonly settling?: IslandStepper;
}

export interface IslandStepper {
  /** What is done once for all islands, after detection, before a step of dt [s]. */
  begin(dt: number): void;
  /**
   * Advances the bodies of an island from time t by dt [s]; an island without edges is a body, or several, that touch
   * nothing.
   */
  step(island: Island, t: number, dt: number): void;
}
