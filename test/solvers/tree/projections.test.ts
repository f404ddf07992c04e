// What is done with the factor of an island beside its solve: projections of displacements and velocities, and steps of Newton.

import { describe, expect, it } from 'vitest';
import * as contact from '../../../src/solvers/contact-record.js';
import type { TreeProblem } from '../../../src/solvers/tree/joint-block.js';
import * as layout from '../../../src/solvers/tree/joint-block.js';
import { TreeSolver } from '../../../src/solvers/tree/tree-solver.js';
import { denseRows, dot, momentumError, ProblemMaker } from './random-trees.js';

/** Six links on the ground with a loop, a spring of a joint that turns, two free bodies and some contacts. */
function makeProblem(seed: number, touches: number): TreeProblem {
  const maker = new ProblemMaker(seed);
  const ground = 8;
  for (let i = 0; i < 8; i++) maker.addBody(maker.draw(0.5, 2), maker.vector());
  const kinds = [
    [3, 2],
    [3, 0],
    [2, 3],
    [3, 1],
    [3, 2],
    [3, 2],
  ];
  kinds.forEach(([along, about], i) => {
    const block = maker.addJoint([i === 0 ? ground : maker.whole(i), i], maker.vector(), along, about);
    if (i === 0) block.rows.push({ j: maker.about(maker.direction()), slope: 0.3 });
  });
  maker.addJoint([5, ground], maker.vector(), 2, 0);
  for (let i = 0; i < touches; i++) {
    const a = maker.whole(8);
    const b = (a + 1 + maker.whole(8)) % 9;
    maker.touches.push({
      bodies: [a, b],
      point: maker.vector(),
      normal: maker.direction(),
      friction: 0.3,
      gap: maker.draw(-0.02, 0.05),
    });
  }
  return maker.make();
}

function jointRows(problem: TreeProblem): number[][] {
  return denseRows(problem).slice(0, problem.blocks.firstRow[problem.blocks.count]);
}
const isLocked = ({ blocks }: TreeProblem, r: number): boolean => layout.isLocked(blocks.row, r);

function factorised(problem: TreeProblem): TreeSolver {
  const solver = new TreeSolver();
  solver.plan(problem);
  solver.factor(problem);
  return solver;
}

/** M d, six numbers a body. */
function momentumOf({ movers, inertia }: TreeProblem, d: Float64Array): number[] {
  return Array.from({ length: movers }, (_, body) => {
    const [m, xx, yy, zz, xy, xz, yz] = inertia.subarray(7 * body, 7 * body + 7);
    const [vx, vy, vz, x, y, z] = d.subarray(6 * body, 6 * body + 6);
    return [m * vx, m * vy, m * vz, xx * x + xy * y + xz * z, xy * x + yy * y + yz * z, xz * x + yz * y + zz * z];
  }).flat();
}

describe('a projection of displacements', () => {
  it('mends the gaps of joints by the least displacement', () => {
    const problem = makeProblem(1, 0);
    const solver = factorised(problem);
    const rows = jointRows(problem);
    const gap = Float64Array.from(rows, (_, r) => 0.01 * Math.sin(7 * r + 1));
    gap[3] = Number.NaN;
    const d = new Float64Array(problem.u.length);
    solver.project(problem, d, gap, 0);
    rows.forEach((row, r) => {
      if (isLocked(problem, r)) expect(dot(row, d)).toBeCloseTo(r === 3 ? 0 : -gap[r], 13);
    });
    // The least in the norm of M: across to all that the joints allow, and the spring does not feel.
    const free = problem.u.slice();
    problem.blocks.row[5 * layout.ROW_LENGTH + layout.LOWEST] = 0;
    problem.blocks.row[5 * layout.ROW_LENGTH + layout.HIGHEST] = 0;
    solver.factor(problem);
    solver.projectVelocities(problem, free);
    expect(Math.abs(dot(momentumOf(problem, d), free.subarray(0, 6 * problem.movers)))).toBeLessThan(1e-14);
  });

  it('moves contacts out of each other, and keeps the joints', () => {
    for (let seed = 1; seed <= 30; seed++) {
      const problem = makeProblem(seed, 5);
      const solver = factorised(problem);
      const d = new Float64Array(problem.u.length);
      solver.project(problem, d, new Float64Array(40), 2000);
      jointRows(problem).forEach((row, r) => {
        if (isLocked(problem, r)) expect(Math.abs(dot(row, d)), `seed ${seed}`).toBeLessThan(1e-13);
      });
      const rows = denseRows(problem).slice(jointRows(problem).length);
      for (let i = 0; i < problem.contactCount; i++) {
        const k = i * contact.RECORD_LENGTH;
        const gap = problem.record[k + contact.GAP] + dot(rows[3 * i], d);
        expect(gap, `seed ${seed}`).toBeGreaterThan(-1e-9);
        expect(gap * problem.record[k + contact.CORRECTION_LAMBDA], `seed ${seed}`).toBeLessThan(1e-9);
      }
    }
  });
});

describe('a projection of velocities', () => {
  it('keeps locked rows by impulses that it adds to theirs, and changes nothing the second time', () => {
    const problem = makeProblem(2, 0);
    const before = problem.u.slice();
    const solver = factorised(problem);
    solver.projectVelocities(problem, problem.u);
    jointRows(problem).forEach((row, r) => {
      if (isLocked(problem, r)) expect(Math.abs(dot(row, problem.u))).toBeLessThan(1e-13);
    });
    expect(momentumError(problem, before)).toBeLessThan(1e-13);
    const once = problem.u.slice();
    solver.projectVelocities(problem, problem.u);
    for (let i = 0; i < once.length; i++) expect(problem.u[i]).toBeCloseTo(once[i], 13);
  });
});

describe("a step of Newton's", () => {
  it('changes the velocities of rows by what is given, and leaves laws as they are', () => {
    const problem = makeProblem(3, 0);
    const before = problem.u.slice();
    const solver = factorised(problem);
    solver.solve(problem, 0, 0, false);
    const rows = jointRows(problem);
    const old = rows.map((row) => dot(row, problem.u));
    const changes = Float64Array.from(rows, (_, r) => (r === 2 ? Number.POSITIVE_INFINITY : 0.1 * Math.cos(5 * r)));
    changes[5] = Number.NaN;
    solver.solveRows(problem, problem.u, changes);
    rows.forEach((row, r) => {
      if (isLocked(problem, r)) expect(dot(row, problem.u) - old[r]).toBeCloseTo(r === 2 ? 0 : changes[r], 12);
    });
    // The damper, row 5, still does what its law says.
    expect(problem.blocks.row[5 * layout.ROW_LENGTH + layout.LAMBDA]).toBeCloseTo(-0.3 * dot(rows[5], problem.u), 12);
    expect(momentumError(problem, before)).toBeLessThan(1e-12);
  });
});

describe('impulses of before', () => {
  it('lead to the same velocities, in less sweeps', () => {
    const problem = makeProblem(4, 5);
    const free = problem.u.slice();
    const solver = factorised(problem);
    const sweeps = solver.solve(problem, 1000, 1e-12, false);
    const cold = problem.u.slice();
    problem.u.set(free);
    solver.applyImpulses(problem);
    for (let i = 0; i < cold.length; i++) expect(problem.u[i]).toBeCloseTo(cold[i], 11);
    expect(solver.solve(problem, 1000, 1e-12, false)).toBeLessThan(Math.min(sweeps, 3));
    for (let i = 0; i < cold.length; i++) expect(problem.u[i]).toBeCloseTo(cold[i], 10);
  });

  it('and what a solver did before do not change a bit of the next solve', () => {
    const one = makeProblem(5, 5);
    const other = makeProblem(5, 5);
    factorised(one).solve(one, 50, 1e-9, false);
    const used = factorised(makeProblem(6, 4));
    used.solve(makeProblem(6, 4), 50, 1e-9, false);
    used.plan(other);
    used.factor(other);
    used.solve(other, 50, 1e-9, false);
    expect(other.u).toEqual(one.u);
    expect(other.record).toEqual(one.record);
    expect(other.blocks).toEqual(one.blocks);
  });
});
