// The choices of scheduler, stepper and solver by name, and which go together.

import { InputError, show } from './input/fields.js';
import { fixedStep } from './schedulers/fixed-step.js';
import type { Scheduler } from './schedulers/scheduler.js';
import { conjugateGradient } from './solvers/conjugate-gradient.js';
import { direct } from './solvers/direct.js';
import { projectedJacobi, successiveOverRelaxation } from './solvers/relaxed-sweeps.js';
import type { QuadraticSolver, Solver } from './solvers/solver.js';
import { projectedGaussSeidel, structuredQP } from './solvers/solver.js';
import { gatedShockPropagation } from './steppers/gated-shock-propagation.js';
import { impulseBasedShockPropagation } from './steppers/impulse-based-shock-propagation.js';
import { impulsiveSuite } from './steppers/impulsive/impulsive-suite.js';
import { velocityBasedShockPropagation } from './steppers/shock-propagation.js';
import { smallSteps } from './steppers/small-steps.js';
import type { Stepper } from './steppers/stepper.js';
import { velocityDynamics } from './steppers/velocity-dynamics.js';

export const METHODS = {
  gsp: gatedShockPropagation,
  ncp: velocityDynamics,
  substeps: smallSteps,
  vsp: velocityBasedShockPropagation,
  isp: impulseBasedShockPropagation,
  impulsive: impulsiveSuite,
} as const satisfies Record<string, Stepper>;
export const SCHEDULERS = { fixed: fixedStep } as const satisfies Record<string, Scheduler>;
export const SOLVERS = {
  pgs: projectedGaussSeidel,
  jacobi: projectedJacobi,
  sor: successiveOverRelaxation,
  nncg: conjugateGradient,
  direct,
  qp: structuredQP,
} as const satisfies Record<string, Solver | QuadraticSolver>;

export type MethodName = keyof typeof METHODS;
export type SchedulerName = keyof typeof SCHEDULERS;
export type SolverName = keyof typeof SOLVERS;

export const DEFAULT_METHOD: MethodName = 'gsp';
export const DEFAULT_SCHEDULER: SchedulerName = 'fixed';

/** The solver of a method when none is chosen: the first that it works with. */
export function defaultSolverOf(stepper: Stepper): SolverName {
  // Of a stepper from elsewhere it may be any name: that it fits is checked by name.
  return stepper.solvers[0] as SolverName;
}

/** Throws unless the three work together. */
export function checkCombination(scheduler: Scheduler, stepper: Stepper, solver: Solver | QuadraticSolver): void {
  if (!stepper.solvers.includes(solver.name)) {
    throw new InputError(
      `solver is ${show(solver.name)}, but method ${stepper.name} works with ${stepper.solvers.map(show).join(', ')}.`,
    );
  }
  if (!scheduler.steppers.includes(stepper.name)) {
    throw new InputError(
      `method is ${show(stepper.name)}, but scheduler ${scheduler.name} works with ${scheduler.steppers.map(show).join(', ')}.`,
    );
  }
}
