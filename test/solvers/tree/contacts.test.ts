// Contacts of an island with joints: on links, between links of one tree and of two, with free bodies and with anchors,
// with loops.

import { describe, expect, it } from 'vitest';
import * as contact from '../../../src/solvers/contact-record.js';
import type { TreeProblem } from '../../../src/solvers/tree/joint-block.js';
import { TreeSolver } from '../../../src/solvers/tree/tree-solver.js';
import { denseRows, dot, momentumError, ProblemMaker } from './random-trees.js';

function randomIsland(seed: number, links: number, touches: number, loops: number): ProblemMaker {
  const maker = new ProblemMaker(seed);
  maker.anchors = 2;
  for (let i = 0; i < links; i++) maker.addBody(maker.draw(0.5, 2), maker.vector());
  for (let i = 0; i < links; i++) {
    // Some bodies begin a tree of their own, and some of these are no tree at all.
    const parent = maker.draw() < -0.6 ? links : maker.draw() < -0.4 ? -1 : maker.whole(i + 1);
    if (parent === i || parent < 0) continue;
    const [along, about] = [
      [3, 2],
      [3, 0],
      [2, 3],
      [3, 1],
    ][maker.whole(4)];
    maker.addJoint(maker.draw() < 0 ? [parent, i] : [i, parent], maker.vector(), along, about);
  }
  for (let i = 0; i < loops; i++) {
    const a = maker.whole(links);
    maker.addJoint([a, (a + 1 + maker.whole(links)) % (links + 1)], maker.vector(), 1 + maker.whole(2), 0);
  }
  for (let i = 0; i < touches; i++) {
    const a = maker.whole(links);
    const b = (a + 1 + maker.whole(links + 1)) % (links + 2);
    maker.touches.push({
      bodies: maker.draw() < 0 ? [a, b] : [b, a],
      point: maker.vector(),
      normal: maker.direction(),
      friction: maker.whole(2) * 0.2,
      // Not below 0: standing still is always allowed.
      bias: maker.draw() < -0.8 ? Number.POSITIVE_INFINITY : Math.max(0, 0.2 * maker.draw()),
    });
  }
  return maker;
}

/** The largest velocity by which a contact misses Signorini's and Coulomb's conditions, or its joints their rows. */
function errorOf(problem: TreeProblem): number {
  const { u, blocks, record, contactCount } = problem;
  const rows = denseRows(problem);
  const joints = blocks.count > 0 ? blocks.firstRow[blocks.count] : 0;
  let largest = 0;
  for (let i = 0; i < contactCount; i++) {
    const k = i * contact.RECORD_LENGTH;
    const [n, t1, t2] = record.subarray(k + contact.LAMBDA, k + contact.LAMBDA + 3);
    const [wn, w1, w2] = [0, 1, 2].map((row) => dot(rows[joints + 3 * i + row], u));
    const bias = record[k + contact.BIAS];
    expect(n).toBeGreaterThanOrEqual(0);
    if (bias === Number.POSITIVE_INFINITY) {
      expect([n, t1, t2]).toEqual([0, 0, 0]);
      continue;
    }
    largest = Math.max(largest, -(wn + bias), n > 0 ? Math.abs(wn + bias) : 0);
    const limit = record[k + contact.FRICTION] * n;
    const size = Math.hypot(t1, t2);
    expect(size).toBeLessThanOrEqual(limit + 1e-12);
    if (size < limit * (1 - 1e-9)) largest = Math.max(largest, Math.hypot(w1, w2));
    // On its rim friction opposes the sliding.
    else if (limit > 1e-9) largest = Math.max(largest, Math.abs(w1 * t2 - w2 * t1) / size, (w1 * t1 + w2 * t2) / size);
  }
  return largest;
}

function largestOfJoints(problem: TreeProblem): number {
  const joints = problem.blocks.count > 0 ? problem.blocks.firstRow[problem.blocks.count] : 0;
  const rows = denseRows(problem).slice(0, joints);
  return Math.max(0, ...rows.map((row) => Math.abs(dot(row, problem.u))));
}

describe('contacts on random islands', () => {
  it.each([
    ['of forests', 0],
    ['with loops', 2],
  ])('%s are solved to the tolerance, and joints exactly', (_name, loops) => {
    for (let seed = 1; seed <= 60; seed++) {
      const problem = randomIsland(seed, 3 + (seed % 9), 2 + (seed % 7), loops).make();
      const before = problem.u.slice();
      const solver = new TreeSolver();
      solver.plan(problem);
      solver.factor(problem);
      const sweeps = solver.solve(problem, 20000, 1e-11, false);
      const message = `seed ${seed}, ${sweeps} sweeps`;
      expect(sweeps, message).toBeLessThan(20000);
      expect(errorOf(problem), message).toBeLessThan(1e-8);
      expect(solver.residual(problem, false), message).toBeLessThan(1e-8);
      expect(largestOfJoints(problem), message).toBeLessThan(1e-12);
      expect(momentumError(problem, before), message).toBeLessThan(1e-12);
    }
  });

  it('are solved as by a new solver, whatever the solver had before', () => {
    const solver = new TreeSolver();
    const solve = (by: TreeSolver, problem: TreeProblem) => {
      by.plan(problem);
      by.factor(problem);
      by.solve(problem, 50, 1e-9, false);
      return problem;
    };
    for (let seed = 1; seed <= 20; seed++) {
      const make = () => randomIsland(seed, 3 + (seed % 9), 2 + (seed % 7), 0).make();
      solve(solver, randomIsland(seed, 12, 8, 2).make());
      const { u, record } = solve(solver, make());
      const fresh = solve(new TreeSolver(), make());
      expect(u, `seed ${seed}`).toEqual(fresh.u);
      expect(record, `seed ${seed}`).toEqual(fresh.record);
    }
  });
});
