// Joints of an island without contacts: locked rows, loops, gears and laws, against their equations written out densely.

import { describe, expect, it } from 'vitest';
import type { TreeProblem } from '../../../src/solvers/tree/joint-block.js';
import * as layout from '../../../src/solvers/tree/joint-block.js';
import { TreeSolver } from '../../../src/solvers/tree/tree-solver.js';
import { denseRows, dot, lawError, momentumError, ProblemMaker } from './random-trees.js';

function solve(problem: TreeProblem, solver = new TreeSolver()): TreeSolver {
  solver.plan(problem);
  solver.factor(problem);
  solver.solve(problem, 0, 0, false);
  return solver;
}

/** A forest of random kinds of joints; some trees hang on the ground. */
function randomForest(seed: number, links: number, masses: () => number = () => 1): ProblemMaker {
  const maker = new ProblemMaker(seed);
  for (let i = 0; i < links; i++) {
    const position = maker.vector();
    const body = maker.addBody(masses(), position);
    const parent = maker.draw() < -0.7 ? links : maker.whole(i + 1);
    if (parent === body) continue;
    const [along, about] = [
      [3, 3],
      [3, 2],
      [2, 3],
      [3, 0],
      [3, 1],
      [1, 2],
      [0, 0],
    ][maker.whole(7)];
    const ends: [number, number] = maker.draw() < 0 ? [parent, body] : [body, parent];
    maker.addJoint(ends, maker.vector(), along, about);
  }
  return maker;
}

function largestVelocityOfLocked(problem: TreeProblem): number {
  const { blocks, couplings, u } = problem;
  const rows = denseRows(problem);
  let largest = 0;
  for (let r = 0; r < blocks.firstRow[blocks.count]; r++) {
    const k = r * layout.ROW_LENGTH;
    if (blocks.row[k + layout.LOWEST] === blocks.row[k + layout.HIGHEST]) {
      largest = Math.max(largest, Math.abs(dot(rows[r], u) - blocks.row[k + layout.LOWEST]));
    }
  }
  for (let i = 0; i < couplings.count; i++) {
    largest = Math.max(largest, Math.abs(dot(rows[blocks.firstRow[blocks.count] + i], u) + couplings.bias[i]));
  }
  return largest;
}

describe('forests of joints', () => {
  it('hold all locked rows, by impulses of these rows alone', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const maker = randomForest(seed, 1 + (seed % 17));
      maker.anchors = 2;
      const problem = maker.make();
      const before = problem.u.slice();
      solve(problem);
      expect(largestVelocityOfLocked(problem), `seed ${seed}`).toBeLessThan(1e-12);
      expect(momentumError(problem, before), `seed ${seed}`).toBeLessThan(1e-12);
    }
  });
});

describe('loops', () => {
  it('close, whichever bodies they are between', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const maker = randomForest(seed, 3 + (seed % 12));
      for (let i = 0; i < 1 + (seed % 3); i++) {
        const a = maker.whole(maker.bodies.length);
        const b = (a + 1 + maker.whole(maker.bodies.length)) % (maker.bodies.length + 1);
        maker.addJoint([a, b], maker.vector(), maker.whole(3), maker.whole(2));
      }
      const problem = maker.make();
      const before = problem.u.slice();
      solve(problem);
      expect(largestVelocityOfLocked(problem), `seed ${seed}`).toBeLessThan(1e-11);
      expect(momentumError(problem, before), `seed ${seed}`).toBeLessThan(1e-12);
    }
  });
});

describe('laws', () => {
  it('hold on random trees with limits, motors, springs and friction', () => {
    let factorisations = 0;
    let most = 0;
    for (let seed = 1; seed <= 200; seed++) {
      const maker = randomForest(seed, 2 + (seed % 10));
      for (const block of maker.blocks) {
        // No more than three turning rows, which would depend on each other.
        for (let turning = block.rows.filter(({ j }) => j[6] === 0 && j[7] === 0).length; turning < 3; turning++) {
          const axis = maker.direction();
          const lowest = maker.draw() < 0 ? maker.draw(-0.5, 0) : Number.NEGATIVE_INFINITY;
          block.rows.push({
            j: maker.about(axis),
            lowest,
            highest: maker.draw() < 0 ? maker.draw(0, 0.5) : Number.POSITIVE_INFINITY,
            force: maker.draw() < 0 ? maker.draw(-0.1, 0.1) : 0,
            slope: maker.draw() < 0 ? maker.draw(0, 0.1) : 0,
            motorSpeed: maker.draw(),
            motorSlope: maker.draw() < 0 ? maker.draw(0, 1) : Number.POSITIVE_INFINITY,
            motorLimit: maker.draw() < 0 ? maker.draw(0, 0.1) : 0,
            friction: maker.draw() < 0 ? maker.draw(0, 0.05) : 0,
          });
        }
      }
      const problem = maker.make();
      const before = problem.u.slice();
      const solver = solve(problem);
      expect(solver.unsettled, `seed ${seed}`).toBe(0);
      expect(largestVelocityOfLocked(problem), `seed ${seed}`).toBeLessThan(1e-11);
      expect(momentumError(problem, before), `seed ${seed}`).toBeLessThan(1e-12);
      for (let r = 0; r < problem.blocks.firstRow[problem.blocks.count]; r++) {
        expect(lawError(problem, r), `seed ${seed} row ${r}`).toBeLessThan(1e-9);
      }
      factorisations += solver.factorisations + 1;
      most = Math.max(most, solver.factorisations + 1);
    }
    // Newton takes few; one row at a time is the exception.
    expect(factorisations / 200).toBeLessThan(4);
    expect(most).toBeLessThan(30);
  });

  it.each([
    ['open', false],
    ['closed to loops', true],
  ])('hold on chains %s whose joints come to their stops all at once', (_name, isClosed) => {
    for (let seed = 1; seed <= 6; seed++) {
      const maker = new ProblemMaker(seed);
      const links = 15;
      for (let i = 0; i < links; i++) {
        maker.addBody(1, [0.5 * i, 0.1 * maker.draw(), 0]);
        const axes = maker.axes();
        const block = maker.addJoint([i === 0 ? links : i - 1, i], [0.5 * i - 0.25, 0, 0], 3, 2, axes);
        const motor = { motorSpeed: 1, motorSlope: 0.1, motorLimit: 0.05 };
        block.rows.push({ j: maker.about(axes[0]), lowest: -0.1, highest: 0.1, ...motor, friction: 0.01 });
      }
      if (isClosed) maker.addJoint([links - 1, links], [0.5 * links, 0, 0], 2, 0);
      const problem = maker.make();
      const before = problem.u.slice();
      const solver = solve(problem);
      expect(solver.unsettled, `seed ${seed}`).toBeLessThan(1e-9);
      expect(largestVelocityOfLocked(problem), `seed ${seed}`).toBeLessThan(1e-11);
      expect(momentumError(problem, before), `seed ${seed}`).toBeLessThan(1e-11);
      for (let r = 0; r < problem.blocks.firstRow[problem.blocks.count]; r++) {
        expect(lawError(problem, r), `seed ${seed} row ${r}`).toBeLessThan(1e-9);
      }
    }
  });
});
