// The compiled kernel of forests gives the same bits as the walks in TypeScript.

import { expect, it } from 'vitest';
import type { TreeProblem } from '../../../src/solvers/tree/joint-block.js';
import { TreeSolver } from '../../../src/solvers/tree/tree-solver.js';
import { ProblemMaker } from './random-trees.js';

const KINDS: readonly (readonly [number, number])[] = [
  [3, 3],
  [3, 2],
  [2, 3],
  [3, 0],
  [3, 1],
  [1, 2],
  [0, 0],
];

/** A forest of random kinds of joints with limits and motors, with contacts, and every other time with a loop. */
function randomProblem(seed: number): TreeProblem {
  const maker = new ProblemMaker(seed);
  const links = 2 + (seed % 13);
  maker.anchors = 1;
  for (let i = 0; i < links; i++) {
    maker.addBody(10 ** maker.draw(-2, 2), maker.vector());
    const parent = i === 0 || maker.draw() < -0.7 ? links : maker.whole(i);
    const [along, about] = KINDS[maker.whole(KINDS.length)];
    const block = maker.addJoint([parent, i], maker.vector(), along, about);
    if (along === 3 && about < 3)
      block.rows.push({ j: maker.about([0, 1, 0]), lowest: -1, highest: 0.1, motorSpeed: 1, motorSlope: 0.1, motorLimit: 0.2 });
    maker.touches.push({ bodies: [links, i], point: maker.vector(), normal: [0, 0, 1], friction: 0.4, gap: -0.001 });
  }
  if (seed % 2 === 0) maker.addJoint([links, links - 1], maker.vector(), 2, 0);
  return maker.make();
}

function solve(solver: TreeSolver, problem: TreeProblem): number[] {
  const d = new Float64Array(problem.u.length);
  const gap = new Float64Array(1000).fill(1e-3);
  solver.plan(problem);
  solver.factor(problem);
  solver.applyImpulses(problem);
  solver.solve(problem, 20, 1e-9, false);
  solver.project(problem, d, gap, 5);
  solver.solveRows(problem, problem.u, gap);
  return [...problem.u, ...problem.blocks.row, ...problem.record, ...d, solver.residual(problem, false)];
}

it('forests with laws, contacts and loops are solved to the same bits with and without the compiled kernel', () => {
  const compiled = new TreeSolver();
  const plain = new TreeSolver(false);
  for (let seed = 1; seed <= 60; seed++) {
    expect([seed, solve(compiled, randomProblem(seed))]).toEqual([seed, solve(plain, randomProblem(seed))]);
  }
});
