// What a solver of contact problems is: numerics on plain arrays, which knows nothing of bodies.

import { sweepVelocities } from './kernels/sweep-velocities.js';
import { merit, sweepPositions } from './projected-gauss-seidel.js';
import { StructuredQP } from './quadratic/structured-qp.js';

/** A problem as plain arrays: `count` records (contact-record.ts), two offsets into `u` a contact, and the velocities. */
export interface VelocityProblem {
  count: number;
  record: Float64Array;
  movers: Int32Array;
  u: Float64Array;
  /** How far solvers by successive over-relaxation go of each step; 1 when left out [1]. */
  omega?: number;
}

/**
 * What a solver can do:
 * - `velocities`: solves the velocity problem (38), as far as its iterations go;
 * - `sweeps`: the same, and one iteration is one pass over the contacts, after which impulses and velocities fit each other;
 * - `gauss-seidel`: its iterations are those of projected Gauss-Seidel, which methods also have in other forms, such as a kernel;
 * - `quadratic-programs`: solves quadratic programs.
 */
export type SolverAbility = 'velocities' | 'sweeps' | 'gauss-seidel' | 'quadratic-programs';

/** What solves contact problems in one world: it owns the room that it works in. */
export interface SolverWorkspace {
  /**
   * Iterates on the velocities and impulses, which start from what is in the arrays, until an iteration changes no relative
   * velocity by more than `tolerance` [m/s] or `iterations` are done. Returns how many were.
   */
  solveVelocities(problem: VelocityProblem, iterations: number, tolerance: number, pyramid: boolean): number;
  /** Iterates on the displacements `u` that mend penetration. */
  solvePositions(problem: VelocityProblem, iterations: number): void;
  /** The merit theta (38) of the problem as it stands. */
  merit(problem: VelocityProblem, pyramid: boolean): number;
}

/** A solver of contact problems, by name; each world has a workspace of its own. */
export interface Solver {
  readonly name: string;
  readonly abilities: readonly SolverAbility[];
  makeWorkspace(): SolverWorkspace;
}

/** A solver of quadratic programs (quadratic/impulse-problem.ts), by name; each world has a workspace of its own. */
export interface QuadraticSolver {
  readonly name: string;
  readonly abilities: readonly SolverAbility[];
  makeWorkspace(): StructuredQP;
}

export const structuredQP: QuadraticSolver = {
  name: 'qp',
  abilities: ['quadratic-programs'],
  makeWorkspace: () => new StructuredQP(),
};

/** Sweeps of projected Gauss-Seidel need no room: worlds may share this. */
export const gaussSeidelSweeps: SolverWorkspace = {
  solveVelocities({ count, record, movers, u }, iterations, tolerance, pyramid) {
    let done = 0;
    while (done < iterations) {
      done++;
      if (!sweepVelocities(count, record, movers, u, pyramid, tolerance)) break;
    }
    return done;
  },
  solvePositions({ count, record, movers, u }, iterations) {
    let isChanged = true;
    for (let i = 0; i < iterations && isChanged; i++) isChanged = sweepPositions(count, record, movers, u);
  },
  merit({ count, record, movers, u }, pyramid) {
    return merit(count, record, movers, u, pyramid);
  },
};

export const projectedGaussSeidel: Solver = {
  name: 'pgs',
  abilities: ['velocities', 'sweeps', 'gauss-seidel'],
  makeWorkspace: () => gaussSeidelSweeps,
};
