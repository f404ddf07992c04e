// Gauss-Seidel sweeps with momentum: each starts from where the impulses come to when they go on as they went in the last sweep, by
// the factor by which its steps were shorter than those of the sweep before. Where steps shrink evenly, that is the first term of
// what is left. It starts afresh where steps grow (O'Donoghue and Candes, "Adaptive restart for accelerated gradient schemes",
// 2015). What is returned comes out of a sweep, and keeps its limits. The twin of sweepUntil() of the compiled kernel.

import { INVERSE_DIAGONAL, LAMBDA, RECORD_LENGTH, TANGENT_STEP } from './contact-record.js';
import { sweepVelocities } from './kernels/sweep-velocities.js';
import { applyRow } from './projected-gauss-seidel.js';
import { grown } from './quadratic/grown.js';
import type { VelocityProblem } from './solver.js';

const ROWS = 3;

export class CarriedSweeps {
  /** By row: the impulses that the last sweep started from, and those after the one before [N s]. */
  #start = new Float64Array(0);
  #former = new Float64Array(0);

  /**
   * Sweeps until no velocity changes by more than the tolerance [m/s]; after `iterations` sweeps a coarse tolerance is enough, and
   * after `longest` sweeps it ends. Returns how many sweeps it took.
   */
  sweepUntil(problem: VelocityProblem, iterations: number, tolerance: number, longest: number, coarse: number): number {
    const { count, record, movers, u } = problem;
    this.#start = grown(this.#start, ROWS * count);
    this.#former = grown(this.#former, ROWS * count);
    let further = 0;
    let last = Number.POSITIVE_INFINITY;
    let done = 0;
    while (done < longest) {
      done++;
      this.#carryOn(problem, further);
      if (!sweepVelocities(count, record, movers, u, false, done < iterations ? tolerance : coarse)) break;
      const step = this.#lengthOfStep(problem);
      further = step < last ? Math.sqrt(step / last) : 0;
      last = step;
    }
    return done;
  }

  #carryOn({ count, record, movers, u }: VelocityProblem, further: number): void {
    const start = this.#start;
    const former = this.#former;
    for (let i = 0; i < count; i++) {
      const k = i * RECORD_LENGTH;
      for (let row = 0; row < ROWS; row++) {
        const lambda = record[k + LAMBDA + row];
        const way = further === 0 ? 0 : further * (lambda - former[ROWS * i + row]);
        if (way !== 0) applyRow(record, k, row, way, u, movers[2 * i], movers[2 * i + 1]);
        record[k + LAMBDA + row] = start[ROWS * i + row] = lambda + way;
        former[ROWS * i + row] = lambda;
      }
    }
  }

  /** What the sweep has changed, squared, as an energy [J]. */
  #lengthOfStep({ count, record }: VelocityProblem): number {
    let sum = 0;
    for (let i = 0; i < count; i++) {
      const k = i * RECORD_LENGTH;
      for (let row = 0; row < ROWS; row++) {
        const step = record[k + LAMBDA + row] - this.#start[ROWS * i + row];
        // Of the two tangents by the larger eigenvalue of their block, which does not depend on which two they are.
        sum += (step * step) / record[k + (row === 0 ? INVERSE_DIAGONAL : TANGENT_STEP)];
      }
    }
    return sum;
  }
}
