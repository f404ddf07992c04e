// Limits that contacts drive links against: both are solved together, whoever is first.

import { expect, it } from 'vitest';
import type { TreeProblem } from '../../../src/solvers/tree/joint-block.js';
import { HIGHEST, isLocked, LAMBDA, LOWEST, ROW_LENGTH } from '../../../src/solvers/tree/joint-block.js';
import { TreeSolver } from '../../../src/solvers/tree/tree-solver.js';
import { denseRows, dot, momentumError, ProblemMaker } from './random-trees.js';

/**
 * Trees of five links on hinges with narrow limits, one above the other, that touch each other and the ground; or
 * themselves as well.
 */
function makeHeap(seed: number, areFolded = false): TreeProblem {
  const maker = new ProblemMaker(seed);
  const trees = 4;
  const links = 5;
  const ground = trees * links;
  for (let tree = 0; tree < trees; tree++) {
    for (let i = 0; i < links; i++) {
      const body = maker.addBody(i === 0 ? 4 : maker.draw(0.1, 1), [0.4 * i + 0.1 * maker.draw(), maker.draw(), 0.3 * tree]);
      if (i === 0) continue;
      const axes = maker.axes();
      const block = maker.addJoint([body - 1 - maker.whole(i), body], [0.4 * i - 0.2, 0, 0.3 * tree], 3, 2, axes);
      block.rows.push({ j: maker.about(axes[0]), lowest: maker.draw(-0.5, 0), highest: maker.draw(0, 0.5) });
    }
  }
  for (let body = 0; body < ground; body++) {
    const below = body < links ? ground : body - links;
    for (let i = 0; i < 2; i++) {
      const [x, y, z] = maker.positionOf(body);
      const point: [number, number, number] = [x + 0.1 * maker.draw(), y + 0.1 * maker.draw(), z - 0.1];
      maker.touches.push({ bodies: [below, body], point, normal: [0, 0, 1], friction: 0.5 });
    }
  }
  for (let tree = 0; areFolded && tree < trees; tree++) {
    const bodies: [number, number] = [tree * links + 1, tree * links + 4];
    maker.touches.push({ bodies, point: maker.positionOf(bodies[0]), normal: maker.direction(), friction: 0.5 });
  }
  const problem = maker.make();
  for (let body = 0; body < ground; body++) problem.u[6 * body + 2] -= 5;
  return problem;
}

/** The largest velocity by which a limit misses its law: beyond it, or away from it while it pushes. */
function overrunOf(problem: TreeProblem): number {
  const { blocks, u } = problem;
  const rows = denseRows(problem);
  let largest = 0;
  for (let r = 0; r < blocks.firstRow[blocks.count]; r++) {
    const [lowest, highest, lambda] = [LOWEST, HIGHEST, LAMBDA].map((k) => blocks.row[r * ROW_LENGTH + k]);
    const w = dot(rows[r], u);
    largest = Math.max(largest, lowest - w, w - highest);
    if (isLocked(blocks.row, r)) continue;
    if (lambda > 1e-9) largest = Math.max(largest, w - lowest);
    if (lambda < -1e-9) largest = Math.max(largest, highest - w);
  }
  return largest;
}

it('limits and contacts agree in heaps of links on hinges', () => {
  for (let seed = 1; seed <= 10; seed++) {
    const problem = makeHeap(seed);
    const before = problem.u.slice();
    const solver = new TreeSolver();
    solver.plan(problem);
    solver.factor(problem);
    solver.solve(problem, 4000, 1e-6, false);
    // Where limits go to and fro with the contacts, 0.1 to 1 m/s is left however often contacts are swept.
    expect(solver.residual(problem, false), `seed ${seed}`).toBeLessThan(0.03);
    expect(overrunOf(problem), `seed ${seed}`).toBeLessThan(1e-3);
    expect(momentumError(problem, before), `seed ${seed}`).toBeLessThan(1e-12);
  }
});

it('heaps are swept to the same bits with and without the compiled kernel', () => {
  const compiled = new TreeSolver();
  const plain = new TreeSolver(false);
  for (let seed = 1; seed <= 10; seed++) {
    const [first, second] = [compiled, plain].map((solver) => {
      const problem = makeHeap(seed, true);
      const d = new Float64Array(problem.u.length);
      solver.plan(problem);
      solver.factor(problem);
      solver.solve(problem, 30, 1e-6, seed % 2 === 0);
      solver.project(problem, d, new Float64Array(problem.blocks.row.length), 5);
      return [...problem.u, ...problem.record, ...problem.blocks.row, ...d];
    });
    expect([seed, first]).toEqual([seed, second]);
  }
});
