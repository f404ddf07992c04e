// Worlds do not know of each other: a solver has a workspace for each, and what one does while another is at work changes nothing there.

import { describe, expect, it } from 'vitest';
import { SOLVERS } from '../../src/index.js';
import type { VelocityProblem } from '../../src/solvers/index.js';
import { PositionProjection } from '../../src/solvers/project-positions.js';
import { randomProblem } from './random-contacts.js';

const NAMES = ['pgs', 'jacobi', 'sor', 'nncg', 'direct'] as const;

/** The same problem, of which `read` is told whenever a solver reads it. */
function watched(problem: VelocityProblem, read: () => void): VelocityProblem {
  return {
    ...problem,
    get count() {
      read();
      return problem.count;
    },
  };
}

function makeProblem(seed: number, omega: number): VelocityProblem {
  return { ...randomProblem(seed, 12, 5, 0.4), omega };
}

describe('a solve inside of another', () => {
  it.each(NAMES)('by %s leaves that one its bits', (name) => {
    const alone = makeProblem(1, 1.3);
    SOLVERS[name].makeWorkspace().solveVelocities(alone, 9, 0, false);

    const inner = SOLVERS[name].makeWorkspace();
    const disturbed = makeProblem(1, 1.3);
    let depth = 0;
    const outer = watched(disturbed, () => {
      if (depth++ === 0) inner.solveVelocities(makeProblem(4, 0.6), 4, 1e-3, true);
      depth--;
    });
    SOLVERS[name].makeWorkspace().solveVelocities(outer, 9, 0, false);
    expect(disturbed.u).toEqual(alone.u);
    expect(disturbed.record).toEqual(alone.record);
  });

  it('leaves a projection that finds no room its bits', () => {
    const alone = makeProblem(2, 1);
    const pgs = SOLVERS.pgs.makeWorkspace();
    new PositionProjection().project(pgs, alone, 6, 0);

    const inner = new PositionProjection();
    const disturbed = makeProblem(2, 1);
    let depth = 0;
    const outer = watched(disturbed, () => {
      if (depth++ === 0) inner.project(pgs, makeProblem(3, 1), 6, 0);
      depth--;
    });
    new PositionProjection().project(pgs, outer, 6, 0);
    expect(disturbed.u).toEqual(alone.u);
    expect(disturbed.record).toEqual(alone.record);
  });
});
