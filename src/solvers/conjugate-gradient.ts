// The nonsmooth nonlinear conjugate gradient method (Silcowitz-Hansen, Niebe and Erleben, 2010) on contact records: Gauss-Seidel
// sweeps that carry on along the direction of those before. matrix/nonsmooth-conjugate-gradient.ts is the same on plain matrices,
// and says where both differ from the paper.

import { INVERSE_DIAGONAL, RECORD_LENGTH } from './contact-record.js';
import { applyRow, sweepPositions, sweepVelocities } from './projected-gauss-seidel.js';
import type { RowSet } from './row-set.js';
import { POSITION_ROWS, VELOCITY_ROWS } from './row-set.js';
import type { Solver, VelocityProblem } from './solver.js';
import { projectedGaussSeidel } from './solver.js';

/** By row: the lambdas before a sweep, the direction of the last ones, and how far along it the next goes on [N s]. */
let before = new Float64Array();
let direction = new Float64Array();
let carriedOn = new Float64Array();

export const conjugateGradient: Solver = {
  name: 'nncg',
  abilities: ['velocities'],
  solveVelocities(problem, iterations, tolerance, pyramid) {
    const { count, record, movers, u } = problem;
    forget(problem, VELOCITY_ROWS);
    let previousNorm = Number.POSITIVE_INFINITY;
    let done = 0;
    while (done < iterations) {
      done++;
      carryOn(problem, VELOCITY_ROWS);
      if (!sweepVelocities(count, record, movers, u, pyramid, tolerance)) break;
      previousNorm = turn(problem, VELOCITY_ROWS, previousNorm);
    }
    return done;
  },
  solvePositions(problem, iterations) {
    const { count, record, movers, u } = problem;
    forget(problem, POSITION_ROWS);
    let previousNorm = Number.POSITIVE_INFINITY;
    for (let i = 0; i < iterations; i++) {
      carryOn(problem, POSITION_ROWS);
      sweepPositions(count, record, movers, u);
      previousNorm = turn(problem, POSITION_ROWS, previousNorm);
    }
  },
  merit: projectedGaussSeidel.merit,
};

/** No direction yet. */
function forget({ count }: VelocityProblem, { rows }: RowSet): void {
  const n = rows * count;
  if (before.length < n) {
    before = new Float64Array(2 * n);
    direction = new Float64Array(2 * n);
    carriedOn = new Float64Array(2 * n);
  }
  direction.fill(0, 0, n);
  carriedOn.fill(0, 0, n);
}

/** Goes on along the last direction, and remembers from where the sweep starts. */
function carryOn({ count, record, movers, u }: VelocityProblem, { rows, lambda }: RowSet): void {
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
function turn({ count, record }: VelocityProblem, { rows, lambda }: RowSet, previousNorm: number): number {
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
