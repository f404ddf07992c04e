// The quadratic programs that scenes really pose, taken from worlds on their way, against the KKT conditions and the oracle.

import { beforeAll, describe, expect, it } from 'vitest';
import { SCENES } from '../../../scenes/index.js';
import { Simulation } from '../../../src/scene/simulation.js';
import type { ImpulseProblem } from '../../../src/solvers/index.js';
import { StructuredQP } from '../../../src/solvers/index.js';
import { kineticEnergy, worstResidual } from './kkt.js';
import type { Oracle } from './oracle.js';
import { loadOracle } from './oracle.js';
import { copyProblem } from './problems.js';

const CASES: [string, Record<string, unknown>, number[]][] = [
  ['stack', {}, [5, 20, 60]],
  ['cs-stack', { gap: 0.1 }, [5, 20, 60]],
  ['cubejam', {}, [60, 120, 240]],
  ['cubeglass', { count: 60 }, [20, 40, 60]],
  ['office-toy', {}, [2, 4]],
  ['unstable-spheres', {}, [5, 60]],
  ['revival-chain', {}, [10, 60, 62]],
];
/** Larger ones take the oracle minutes [1]. */
const MOST_CONTACTS = 60;

let askOracle: Oracle;
beforeAll(async () => {
  askOracle = await loadOracle();
});

/** With c_b = 0, so that there are collision QPs, and with all bodies awake. */
function takeProblems(name: string, options: Record<string, unknown>, steps: readonly number[]): ImpulseProblem[] {
  const settings = { 'impulsive.bounces': 0, 'impulsive.freezing': 'off' } as const;
  const simulation = new Simulation(SCENES[name].make({ seed: 1, ...options }), { method: 'impulsive', dt: 1 / 30, settings });
  const problems: ImpulseProblem[] = [];
  for (let step = 1; step <= Math.max(...steps); step++) {
    simulation.addDueBodies();
    if (steps.includes(step)) problems.push(...simulation.world.impulseProblems(1 / 30));
    simulation.world.step(1 / 30);
  }
  return problems;
}

describe.each(CASES)('the problems of %s', (name, options, steps) => {
  const problems = takeProblems(name, options, steps);

  it('are some', () => {
    expect(problems.length).toBeGreaterThan(0);
    expect(Math.max(...problems.map((problem) => problem.contacts))).toBeGreaterThan(0);
  });

  it('are solved to all conditions of optimality, and never gain kinetic energy without bounces', () => {
    for (const problem of problems) {
      const qp = new StructuredQP();
      const solved = copyProblem(problem);
      const { status, residual } = qp.solve(solved);
      // What overlaps on two sides cannot be parted: the suite lets contacts give there.
      if (status === 'infeasible') {
        expect(problem.friction.every((mu) => mu === 0)).toBe(true);
        continue;
      }
      expect(status).toBe('solved');
      expect(residual).toBeLessThanOrEqual(1e-8);
      expect(worstResidual(problem, solved, qp)).toBeLessThanOrEqual(1e-8);
      if (problem.bound.some((bound) => bound > 0) || problem.drift.some((v) => v !== 0)) continue;
      const before = kineticEnergy(problem, problem.velocity);
      expect(kineticEnergy(problem, solved.velocity)).toBeLessThanOrEqual(before * (1 + 1e-12));
    }
  });

  it('have the objective that the oracle finds, to 1e-6', () => {
    const small = problems.filter(({ contacts }) => contacts <= MOST_CONTACTS);
    for (const problem of small) {
      const truth = askOracle(problem);
      if (truth.status !== 'solved') continue;
      const { objective } = new StructuredQP().solve(copyProblem(problem));
      const energy = kineticEnergy(problem, problem.velocity);
      expect(Math.abs(objective - truth.objective)).toBeLessThanOrEqual(
        1e-6 * Math.max(Math.abs(truth.objective), 1e-3 * energy),
      );
    }
  });

  it('leave the world as it was', () => {
    const settings = { 'impulsive.bounces': 0 } as const;
    const { world } = new Simulation(SCENES[name].make({ seed: 1, ...options }), { method: 'impulsive', dt: 1 / 30, settings });
    for (let i = 0; i < 10; i++) world.step(1 / 30);
    const hash = world.hash();
    world.impulseProblems(1 / 30);
    expect(world.hash()).toBe(hash);
  });
});
