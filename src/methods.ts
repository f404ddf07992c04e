// Schedulers, steppers and solvers by name, and the check of which go together.

import { InputError, show } from './input/fields.js';
import { fixedStep } from './schedulers/fixed-step.js';
import type { Scheduler, TimeScheduler } from './schedulers/scheduler.js';
import { makeConservative } from './schedulers/time/conservative.js';
import { makeRetroactive } from './schedulers/time/retroactive.js';
import { makeTimeWarp } from './schedulers/time/time-warp.js';
import { conjugateGradient } from './solvers/conjugate-gradient.js';
import { direct } from './solvers/direct.js';
import { projectedJacobi, successiveOverRelaxation } from './solvers/relaxed-sweeps.js';
import type { QuadraticSolver, Solver, SolverAbility } from './solvers/solver.js';
import { projectedGaussSeidel, structuredQP } from './solvers/solver.js';
import { gatedShockPropagation } from './steppers/gsp/gated-shock-propagation.js';
import { impulsiveSuite } from './steppers/impulsive/impulsive-suite.js';
import { impulseBasedShockPropagation } from './steppers/layers/impulse-based-shock-propagation.js';
import { velocityBasedShockPropagation } from './steppers/layers/shock-propagation.js';
import type { Stepper } from './steppers/stepper.js';
import { smallSteps } from './steppers/substeps/small-steps.js';
import { velocityDynamics } from './steppers/velocity-dynamics.js';

export const METHODS = {
  gsp: gatedShockPropagation,
  ncp: velocityDynamics,
  substeps: smallSteps,
  vsp: velocityBasedShockPropagation,
  isp: impulseBasedShockPropagation,
  impulsive: impulsiveSuite,
} as const satisfies Record<string, Stepper>;
export const SCHEDULERS = {
  fixed: fixedStep,
  retroactive: makeRetroactive(),
  conservative: makeConservative(),
  timewarp: makeTimeWarp(),
} as const satisfies Record<string, Scheduler | TimeScheduler>;
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

/** The names of the solvers that a method works with, in the order of SOLVERS. */
export function solversOf({ needs }: Stepper): SolverName[] {
  return (Object.keys(SOLVERS) as SolverName[]).filter((name) => canDo(SOLVERS[name], needs.solver));
}

/** The default solver of a method: the first that it works with. */
export function defaultSolverOf(stepper: Stepper): SolverName {
  const [first] = solversOf(stepper);
  if (first === undefined)
    throw new InputError(`Method ${show(stepper.name)} needs a solver of ${show(stepper.needs.solver)}, and there is none here.`);
  return first;
}

function canDo(solver: Solver | QuadraticSolver, ability: SolverAbility): boolean {
  return (solver.abilities as readonly SolverAbility[]).includes(ability);
}

/** Throws unless scheduler, stepper and solver work together. */
export function checkCombination(scheduler: Scheduler | TimeScheduler, stepper: Stepper, solver: Solver | QuadraticSolver): void {
  if (!canDo(solver, stepper.needs.solver)) {
    throw new InputError(
      `solver is ${show(solver.name)}, but method ${stepper.name} works with ${solversOf(stepper).map(show).join(', ')}.`,
    );
  }
  for (const need of stepper.needs.scheduler ?? []) {
    if (scheduler.offers.includes(need)) continue;
    throw new InputError(
      `method is ${show(stepper.name)}, which needs ${show(need)}, but scheduler ${show(scheduler.name)} offers ${scheduler.offers.map(show).join(', ') || 'nothing of the kind'}.`,
    );
  }
}
