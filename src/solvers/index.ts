/**
 * drystone/solvers: numerics on plain arrays.
 *
 * @module drystone/solvers
 */

export { conjugateGradient } from './conjugate-gradient.js';
export * as contactRecord from './contact-record.js';
export { direct } from './direct.js';
export { sweepVelocities } from './kernels/sweep-velocities.js';
export type { MatrixAnalysis } from './matrix/analysis.js';
export { analyseMatrix, iterationMatrix } from './matrix/analysis.js';
export type { AssembledProblem } from './matrix/assemble.js';
export { assembleProblem } from './matrix/assemble.js';
export type { BoxedProblem, BoxedProblemParts } from './matrix/boxed-problem.js';
export { checkProblem, computeW, makeBoxedProblem } from './matrix/boxed-problem.js';
export { plotConvergence } from './matrix/convergence-plot.js';
export type { Complex } from './matrix/eigenvalues.js';
export { eigenvaluesOf, spectralRadius } from './matrix/eigenvalues.js';
export type { Solution, SolveOptions, StopReason } from './matrix/iteration.js';
export { plotMatrices } from './matrix/matrix-plot.js';
export { computeMerit, computeResidual } from './matrix/merit.js';
export type { NewtonOptions } from './matrix/newton.js';
export { solveByNewton } from './matrix/newton.js';
export { solveByConjugateGradient } from './matrix/nonsmooth-conjugate-gradient.js';
export type { ScaledProblem } from './matrix/scaling.js';
export { relaxProblem, scaleDiagonally } from './matrix/scaling.js';
export type { Entry, SparseMatrix } from './matrix/sparse-matrix.js';
export { makeSparseMatrix, rowsOfSparse, sparseOfRows } from './matrix/sparse-matrix.js';
export type { OverRelaxationOptions, SplittingOptions } from './matrix/splitting.js';
export { solveByGaussSeidel, solveByJacobi, solveByOverRelaxation } from './matrix/splitting.js';
export { applyImpulses, merit, sweepPositions } from './projected-gauss-seidel.js';
export type { ImpulseProblem } from './quadratic/impulse-problem.js';
export type { QPOptions, QPReport } from './quadratic/structured-qp.js';
export { StructuredQP } from './quadratic/structured-qp.js';
export { projectedJacobi, successiveOverRelaxation } from './relaxed-sweeps.js';
export type { RowSet } from './row-set.js';
export { POSITION_ROWS, VELOCITY_ROWS } from './row-set.js';
export type { Solver, SolverWorkspace, VelocityProblem } from './solver.js';
export { projectedGaussSeidel } from './solver.js';
