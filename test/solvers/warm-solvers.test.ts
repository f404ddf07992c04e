// The solvers that sweep allocate nothing once warm. Measured in a process of its own, since a test runner allocates, and on the
// problem of one step, again and again, since a world may allocate as well.

import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

const PROBE = `
  import { boxStack, wall } from './dist/scenes/index.js';
  import { METHODS, SOLVERS, World } from './dist/src/index.js';
  import { StructuredQP } from './dist/src/solvers/index.js';
  const pgs = SOLVERS.pgs.makeWorkspace();
  const world = new World({ stepper: METHODS.ncp, solver: { ...SOLVERS.pgs, makeWorkspace: () => ({ ...pgs, solveVelocities: keep }) } });
  for (const body of wall({ seed: 1 }).bodies) world.createBody({ ...body, material: 'default' });
  let problem;
  function keep({ count, record, movers, u }, ...rest) {
    if (count > 0) problem = { count, record: record.slice(), movers: movers.slice(), u: u.slice(), omega: 1.3 };
    return pgs.solveVelocities({ count, record, movers, u }, ...rest);
  }
  world.step(0.01);
  const SOLVES = 20;
  const results = {};
  for (const name of ['jacobi', 'sor', 'nncg']) {
    const solver = SOLVERS[name].makeWorkspace();
    const repeat = (times) => {
      for (let i = 0; i < times; i++) {
        solver.solveVelocities(problem, 20, 0, i % 2 === 0);
        solver.solvePositions(problem, 5);
      }
    };
    results[name] = { allocated: Infinity, contacts: problem.count, solves: SOLVES };
    // The least of some batches: when code is compiled is up to the machine.
    for (let batch = 0; batch < 8; batch++) {
      gc(); gc();
      const before = process.memoryUsage().heapUsed;
      repeat(SOLVES);
      results[name].allocated = Math.min(results[name].allocated, process.memoryUsage().heapUsed - before);
    }
  }
  const boxes = new World({ stepper: METHODS.impulsive });
  for (const body of boxStack({ seed: 1 }).bodies) boxes.createBody({ ...body, material: 'default' });
  const [static100] = boxes.impulseProblems(0.01).concat(stepAndTake(boxes));
  function stepAndTake(world) { world.step(0.01); return world.impulseProblems(0.01); }
  const qp = new StructuredQP();
  const velocity = static100.velocity.slice();
  results.qp = { allocated: Infinity, contacts: static100.contacts, solves: SOLVES };
  for (let batch = 0; batch < 30; batch++) {
    gc(); gc();
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < SOLVES; i++) {
      static100.velocity.set(velocity);
      qp.solve(static100);
    }
    results.qp.allocated = Math.min(results.qp.allocated, process.memoryUsage().heapUsed - before);
  }
  console.log(JSON.stringify(results));
`;

describe('Warm solves of the problem of the wall', () => {
  // Space for new objects large enough that no collection happens on the way: the difference is all that was allocated.
  const flags = ['--expose-gc', '--max-semi-space-size=128', '--min-semi-space-size=128', '--input-type=module', '--eval', PROBE];
  const results = JSON.parse(execFileSync(process.execPath, flags, { encoding: 'utf8' }));

  it.each(['jacobi', 'sor', 'nncg'])('by %s allocate nothing for each contact', (solver) => {
    const { allocated, contacts, solves } = results[solver];
    expect(contacts).toBeGreaterThan(1500);
    // One number (16 bytes) a contact and solve would be as much, one a contact and sweep 25 times that. Whether a call is inlined,
    // and so whether the few numbers a sweep hands over are boxed, is up to the machine: a sixth of this bound.
    expect(allocated).toBeLessThan(16 * contacts * solves);
  });

  it('of quadratic programs allocate little, and nothing for each iteration and contact', () => {
    const { allocated, contacts, solves } = results.qp;
    expect(contacts).toBe(100);
    // A few objects to check what is given; one number a contact and iteration would be more than ten times this.
    expect(allocated).toBeLessThan(200 * contacts * solves);
  });
});
