// The solvers that worlds can be made with, against each other: on records at random, and in small scenes.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SCENES } from '../../scenes/index.js';
import { METHODS, SOLVERS, solversOf } from '../../src/index.js';
import type { SolverName } from '../../src/methods.js';
import { Simulation } from '../../src/scene/simulation.js';
import * as R from '../../src/solvers/contact-record.js';
import type { BoxedProblem, Solution, VelocityProblem } from '../../src/solvers/index.js';
import {
  assembleProblem,
  solveByConjugateGradient,
  solveByGaussSeidel,
  solveByOverRelaxation,
  VELOCITY_ROWS,
} from '../../src/solvers/index.js';
import { expectClose } from '../numerics/conditions.js';
import { randomProblem } from './random-contacts.js';

const NAMES = ['pgs', 'jacobi', 'sor', 'nncg', 'direct'] as const;
const pgs = SOLVERS.pgs.makeWorkspace();

function lambdasOf({ count, record }: VelocityProblem): number[] {
  return Array.from({ length: count }, (_, i) => [
    ...record.subarray(i * R.RECORD_LENGTH + R.LAMBDA, i * R.RECORD_LENGTH + R.LAMBDA + 3),
  ]).flat();
}

/** The same problem again, so that one solver's work is not seen by the next. */
function copyOf({ count, record, movers, u }: VelocityProblem): VelocityProblem {
  return { count, record: record.slice(), movers, u: u.slice() };
}

it('the library knows them by name, and plain velocity dynamics works with all', () => {
  for (const name of NAMES) expect(SOLVERS[name].name).toBe(name);
  expect(solversOf(METHODS.ncp)).toEqual([...NAMES]);
});

describe('on records at random', () => {
  it.each(['jacobi', 'sor', 'nncg', 'direct'] as const)('%s comes to the same velocities as pgs', (name) => {
    const solver = SOLVERS[name].makeWorkspace();
    let compared = 0;
    fc.assert(
      fc.property(fc.nat(1e6), fc.integer({ min: 1, max: 5 }), fc.boolean(), (seed, contacts, pyramid) => {
        const problem: VelocityProblem = { ...randomProblem(seed, contacts, 5, 0.3), omega: 1.2 };
        const reference = copyOf(problem);
        if (pgs.solveVelocities(reference, 20000, 1e-14, pyramid) === 20000) return;
        const found = { ...copyOf(problem), omega: 1.2 };
        if (solver.solveVelocities(found, 20000, 1e-14, pyramid) === 20000) return;
        compared++;
        expectClose(found.u, reference.u, 1e-6);
        expect(solver.merit(found, pyramid)).toBeLessThan(1e-16);
      }),
      { numRuns: 80, seed: 2 },
    );
    expect(compared).toBeGreaterThan(70);
  });

  it.each([false, true])('the sweeps are those of the matrix solvers, iterate by iterate, with pyramid = %s', (pyramid) => {
    for (let seed = 0; seed < 20; seed++) {
      const start: VelocityProblem = { ...randomProblem(seed, 6, 5, 0.4), omega: 1.3 };
      const { problem } = assembleProblem(start, VELOCITY_ROWS, pyramid);
      const iterations = 12;
      const twins = {
        pgs: solveByGaussSeidel(problem, { iterations }),
        sor: solveByOverRelaxation(problem, { iterations, omega: 1.3 }),
        nncg: solveByConjugateGradient(problem, { iterations }),
      };
      for (const [name, { lambda }] of Object.entries(twins) as [keyof typeof twins, Solution][]) {
        const found = { ...copyOf(start), omega: 1.3 };
        SOLVERS[name].makeWorkspace().solveVelocities(found, iterations, 0, pyramid);
        const largest = Math.max(...lambda);
        expectClose(lambdasOf(found), lambda, 1e-10 * (1 + largest));
      }
    }
  });

  it('a warm start is part of the velocities: what is assembled is the problem without it', () => {
    const cold = randomProblem(4, 6, 5, 0.4);
    const warm = copyOf(cold);
    pgs.solveVelocities(warm, 5, 0, false);
    const [a, b] = [cold, warm].map((arrays) => assembleProblem(arrays, VELOCITY_ROWS, false));
    expectClose(b.problem.b, a.problem.b, 1e-12);
    expect(b.problem.A.value).toEqual(a.problem.A.value);
    expect(b.lambda).toEqual(Float64Array.from(lambdasOf(warm)));
  });

  it('jacobi lowers the energy of frictionless problems with every sweep, however many contacts push a body', () => {
    const jacobi = SOLVERS.jacobi.makeWorkspace();
    for (let seed = 0; seed < 10; seed++) {
      const problem = randomProblem(seed, 60, 4, 0);
      const { problem: matrix } = assembleProblem(problem, VELOCITY_ROWS, true);
      let previous = 0;
      for (let sweep = 0; sweep < 30; sweep++) {
        jacobi.solveVelocities(problem, 1, 0, true);
        // (42) without gamma, and with the half that its gradient asks for.
        const lambda = Float64Array.from(lambdasOf(problem));
        const value = energy(matrix, lambda);
        expect(value).toBeLessThanOrEqual(previous + 1e-12);
        previous = value;
      }
      expect(previous).toBeLessThan(0);
    }
  });

  it.each(NAMES)('%s leaves contacts that must not act alone, and takes what they have', (name) => {
    const problem: VelocityProblem = { ...randomProblem(9, 3, 4, 0.4), omega: 1.2 };
    const k = R.RECORD_LENGTH;
    problem.record[k + R.BIAS] = Number.POSITIVE_INFINITY;
    const without = copyOf(problem);
    problem.record[k + R.LAMBDA] = 2;
    pgs.solveVelocities(without, 20000, 1e-14, false);
    // Two newton-seconds more in the velocities, as a warm start puts them there.
    addImpulse(problem, 1, 2);
    SOLVERS[name].makeWorkspace().solveVelocities(problem, 20000, 1e-14, false);
    expect(problem.record[k + R.LAMBDA]).toBe(0);
    expectClose(problem.u, without.u, 1e-6);
  });

  it.each(NAMES)('%s opens all gaps that are closed too far, by displacements alone (46)', (name) => {
    const problem: VelocityProblem = { ...randomProblem(9, 4, 5, 0), omega: 1.2 };
    problem.u.fill(0);
    [-0.01, -0.002, 0.5, Number.POSITIVE_INFINITY].forEach((gap, i) => {
      problem.record[i * R.RECORD_LENGTH + R.GAP] = gap;
    });
    const reference = copyOf(problem);
    pgs.solvePositions(reference, 20000);
    SOLVERS[name].makeWorkspace().solvePositions(problem, name === 'direct' ? 20 : 20000);
    expectClose(problem.u, reference.u, 1e-9);
    expect(Math.max(...problem.u)).toBeGreaterThan(1e-4);
  });
});

/** lambda.b + lambda.A lambda / 2. */
function energy({ A, b }: BoxedProblem, lambda: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < b.length; i++) {
    sum += lambda[i] * b[i];
    for (let k = A.start[i]; k < A.start[i + 1]; k++) sum += 0.5 * lambda[i] * A.value[k] * lambda[A.column[k]];
  }
  return sum;
}

/** What an impulse along the normal of contact i does to the velocities. */
function addImpulse({ record, movers, u }: VelocityProblem, i: number, impulse: number): void {
  const k = i * R.RECORD_LENGTH;
  for (let j = 0; j < 3; j++) {
    u[movers[2 * i] + j] -= impulse * record[k + R.INVERSE_MASS_A] * record[k + R.NORMAL + j];
    u[movers[2 * i] + 3 + j] += impulse * record[k + R.TURN + j];
    u[movers[2 * i + 1] + j] += impulse * record[k + R.INVERSE_MASS_B] * record[k + R.NORMAL + j];
    u[movers[2 * i + 1] + 3 + j] += impulse * record[k + R.TURN + 3 + j];
  }
}

describe('in scenes', () => {
  /** Positions after some steps, with iterations enough. */
  function run(scene: string, options: object, solver: SolverName, steps: number, settings: object): Simulation {
    const simulation = new Simulation(SCENES[scene].make({ seed: 1, ...options }), { method: 'ncp', solver, settings });
    for (let step = 0; step < steps; step++) simulation.step();
    return simulation;
  }
  const positionsOf = ({ world }: Simulation) => [...world.bodies()].flatMap((body) => [...body.position]);

  it.each(['jacobi', 'sor', 'nncg', 'direct'] as const)(
    '%s moves balls and boxes as pgs does, where all have converged',
    (solver) => {
      for (const [scene, options, steps] of [
        ['cs-stack', {}, 12],
        ['ball-grid', { side: 2 }, 15],
        ['lintel', {}, 8],
      ] as const) {
        const settings = { 'ncp.tolerance': 1e-9, 'ncp.iterations': solver === 'direct' ? 50 : 20000 };
        const reference = run(scene, options, 'pgs', steps, { ...settings, 'ncp.iterations': 20000 });
        const found = run(scene, options, solver, steps, settings);
        expectClose(positionsOf(found), positionsOf(reference), 1e-5);
      }
    },
  );

  it('direct holds a stack with a top 1000 times heavier where it is, to rounding', () => {
    const start = positionsOf(run('heavy-on-light', { ratio: 1000 }, 'direct', 0, {}));
    const simulation = run('heavy-on-light', { ratio: 1000 }, 'direct', 25, { 'ncp.tolerance': 0 });
    expectClose(positionsOf(simulation), start, 1e-9);
    expect(simulation.world.report.residual).toBeLessThan(1e-18);
    expect(simulation.world.kineticEnergy()).toBeLessThan(1e-12);
  });

  it('nncg leaves a hundredth or less of the residual of pgs on a stack, at the same number of sweeps', () => {
    const settings = { 'ncp.iterations': 30, 'ncp.tolerance': 0 };
    const [sweeps, conjugate] = (['pgs', 'nncg'] as const).map(
      (solver) => run('box-stack', { count: 15 }, solver, 30, settings).world.report.residual,
    );
    expect(conjugate).toBeLessThan(0.01 * sweeps);
  });

  it.each(NAMES)('%s gives the same bits again', (solver) => {
    const hashes = [0, 1].map(() => run('stack', {}, solver, 25, {}).world.hash());
    expect(hashes[0]).toBe(hashes[1]);
  });

  it('omega is a setting, and one that makes no sense is refused', () => {
    const residuals = [0.5, 1, 1.3].map((omega) => run('box-stack', { count: 6 }, 'sor', 6, { 'sor.omega': omega }).world.hash());
    expect(new Set(residuals).size).toBe(3);
    for (const omega of [0, 2, -1, Number.NaN]) {
      expect(() => run('stack', {}, 'sor', 0, { 'sor.omega': omega })).toThrow(
        /^settings\.sor\.omega is .*, but must be a finite number above 0 and of at most 1\.99\.$/,
      );
    }
  });
});
