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

export const METHODS: Readonly<Record<string, Stepper>> = {
  gsp: gatedShockPropagation,
  ncp: velocityDynamics,
  substeps: smallSteps,
  vsp: velocityBasedShockPropagation,
  isp: impulseBasedShockPropagation,
  impulsive: impulsiveSuite,
};
export const SCHEDULERS: Readonly<Record<string, Scheduler>> = { fixed: fixedStep };
export const SOLVERS: Readonly<
  Record<'pgs' | 'jacobi' | 'sor' | 'nncg' | 'direct', Solver> &
    Record<'qp', QuadraticSolver> &
    Record<string, Solver | QuadraticSolver>
> = {
  pgs: projectedGaussSeidel,
  jacobi: projectedJacobi,
  sor: successiveOverRelaxation,
  nncg: conjugateGradient,
  direct,
  qp: structuredQP,
};

export const DEFAULT_METHOD = 'gsp';
export const DEFAULT_SCHEDULER = 'fixed';

/** The solver of a method when none is chosen: the first that it works with. */
export function defaultSolverOf(stepper: Stepper): string {
  return stepper.solvers[0];
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
