// The nonsmooth nonlinear conjugate gradient method (Silcowitz-Hansen, Niebe and Erleben, 2010) on contact records: Gauss-Seidel
// sweeps that carry on along the direction of those before. matrix/nonsmooth-conjugate-gradient.ts is the same on plain matrices,
// and says where both differ from the paper.

import { INVERSE_DIAGONAL, RECORD_LENGTH } from './contact-record.js';
import { sweepVelocities } from './kernels/sweep-velocities.js';
import { applyRow, sweepPositions } from './projected-gauss-seidel.js';
import { grown } from './quadratic/grown.js';
import type { RowSet } from './row-set.js';
import { POSITION_ROWS, VELOCITY_ROWS } from './row-set.js';
import type { Solver, SolverWorkspace, VelocityProblem } from './solver.js';
import { gaussSeidelSweeps } from './solver.js';

export const conjugateGradient: Solver = {
  name: 'nncg',
  abilities: ['velocities'],
  makeWorkspace: () => new ConjugateGradient(),
};

class ConjugateGradient implements SolverWorkspace {
  /** By row: the lambdas before a sweep, the direction of the last ones, and how far along it the next goes on [N s]. */
  #before = new Float64Array(0);
  #direction = new Float64Array(0);
  #carriedOn = new Float64Array(0);
  readonly merit = gaussSeidelSweeps.merit;

  solveVelocities(problem: VelocityProblem, iterations: number, tolerance: number, pyramid: boolean): number {
    const { count, record, movers, u } = problem;
    this.#forget(problem, VELOCITY_ROWS);
    let previousNorm = Number.POSITIVE_INFINITY;
    let done = 0;
    while (done < iterations) {
      done++;
      this.#carryOn(problem, VELOCITY_ROWS);
      if (!sweepVelocities(count, record, movers, u, pyramid, tolerance)) break;
      previousNorm = this.#turn(problem, VELOCITY_ROWS, previousNorm);
    }
    return done;
  }

  solvePositions(problem: VelocityProblem, iterations: number): void {
    const { count, record, movers, u } = problem;
    this.#forget(problem, POSITION_ROWS);
    let previousNorm = Number.POSITIVE_INFINITY;
    for (let i = 0; i < iterations; i++) {
      this.#carryOn(problem, POSITION_ROWS);
      sweepPositions(count, record, movers, u);
      previousNorm = this.#turn(problem, POSITION_ROWS, previousNorm);
    }
  }

  /** No direction yet. */
  #forget({ count }: VelocityProblem, { rows }: RowSet): void {
    const n = rows * count;
    this.#before = grown(this.#before, n);
    this.#direction = grown(this.#direction, n);
    this.#carriedOn = grown(this.#carriedOn, n);
    this.#direction.fill(0, 0, n);
    this.#carriedOn.fill(0, 0, n);
  }

  /** Goes on along the last direction, and remembers from where the sweep starts. */
  #carryOn({ count, record, movers, u }: VelocityProblem, { rows, lambda }: RowSet): void {
    const before = this.#before;
    const carriedOn = this.#carriedOn;
    for (let i = 0; i < count; i++) {
      const k = i * RECORD_LENGTH;
      for (let row = 0; row < rows; row++) {
        const way = carriedOn[rows * i + row];
        if (way !== 0) {
          record[k + lambda + row] += way;
          applyRow(record, k, row, way, u, movers[2 * i], movers[2 * i + 1]);
        }
        before[rows * i + row] = record[k + lambda + row];
      }
    }
  }

  /** The next direction by Fletcher and Reeves' rule, from how far the sweep went; returns that, squared, as an energy [J]. */
  #turn({ count, record }: VelocityProblem, { rows, lambda }: RowSet, previousNorm: number): number {
    const before = this.#before;
    const direction = this.#direction;
    const carriedOn = this.#carriedOn;
    let norm = 0;
    for (let i = 0; i < count; i++) {
      const k = i * RECORD_LENGTH;
      for (let row = 0; row < rows; row++) {
        const step = record[k + lambda + row] - before[rows * i + row];
        norm += (step * step) / record[k + INVERSE_DIAGONAL + row];
      }
    }
    // Where the steps grow, the old direction has nothing to say any more.
    const isShrinking = norm < previousNorm;
    const beta = isShrinking ? norm / previousNorm : 0;
    for (let i = 0; i < count; i++) {
      const k = i * RECORD_LENGTH;
      for (let row = 0; row < rows; row++) {
        const at = rows * i + row;
        carriedOn[at] = beta * direction[at];
        direction[at] = isShrinking ? carriedOn[at] + record[k + lambda + row] - before[at] : 0;
      }
    }
    return norm;
  }
}
