// What a stepper is: what one contact group undergoes in a step of time.

import type { ContactProblem } from '../contact-problem/contact-problem.js';
import type { ContactStream } from '../contact-problem/contact-stream.js';
import type { Balance } from '../contact-problem/keep-balance.js';
import type { SecondLook } from '../contact-problem/second-look.js';
import type { SupportGraph } from '../contact-problem/support/support-graph.js';
import type { Detection } from '../detection/detection.js';
import type { Profiler } from '../phases.js';
import type { Settings } from '../settings.js';
import type { StructuredQP } from '../solvers/quadratic/structured-qp.js';
import type { Solver, VelocityProblem } from '../solvers/solver.js';
import type { SparseNewton } from '../solvers/sparse-newton.js';

/** Everything a stepper works on. */
export interface StepContext {
  readonly detection: Detection;
  readonly problem: ContactProblem;
  readonly stream: ContactStream;
  readonly support: SupportGraph;
  readonly solver: Solver;
  /** The solver of quadratic programs, for methods that have some. */
  readonly qp: StructuredQP;
  /** For groups that sweeps do not solve. */
  readonly newton: SparseNewton;
  /** For what comes to where nobody looked. */
  readonly look: SecondLook;
  /** For what groups keep as wholes. */
  readonly balance: Balance;
  readonly settings: Settings;
  readonly profiler: Profiler;
  readonly report: StepReport;
  /** The arrays handed to the solver; one object, filled anew for each group. */
  readonly arrays: VelocityProblem;
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
   * Merit theta (38) after the solve, over all groups; of the compiled kernel that of the diagonally scaled problem, as its last sweep
   * found it [J].
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

export interface Stepper {
  readonly name: string;
  /** Names of the solvers it works with. */
  readonly solvers: readonly string[];
  /** Whether it sweeps by the compiled kernel where there is one: its reference then gives other bits. */
  readonly hasKernel?: boolean;
  /** What is done once for all groups, after detection. */
  assemble(context: StepContext, dt: number): void;
  /** Advances the bodies of group number `group`; the last group is the bodies that touch nothing that moves. */
  stepGroup(context: StepContext, group: number, dt: number): void;
  /** What is done once for all groups when they have been stepped. */
  finish?(context: StepContext, dt: number): void;
  /**
   * The rest of the step, for methods that have one: what a group undergoes after another detection, where the step has brought
   * the bodies. The groups are those of that detection.
   */
  settleGroup?(context: StepContext, group: number, dt: number): void;
}
