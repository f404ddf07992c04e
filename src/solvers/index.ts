// drystone/solvers: numerics on plain arrays.

export * as contactRecord from './contact-record.js';
export { applyImpulses, merit, sweepPositions, sweepVelocities } from './projected-gauss-seidel.js';
export type { Solver, VelocityProblem } from './solver.js';
export { projectedGaussSeidel } from './solver.js';
