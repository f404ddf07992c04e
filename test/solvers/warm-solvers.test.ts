// The solvers that sweep allocate nothing once warm. Measured in a process of its own, since a test runner allocates.

import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

const PROBE = `
  import { wall } from './dist/scenes/index.js';
  import { Simulation } from './dist/src/index.js';
  const results = {};
  for (const solver of ['jacobi', 'sor', 'nncg']) {
    const settings = { 'ncp.iterations': 10, 'ncp.tolerance': 0 };
    const { world } = new Simulation(wall({ seed: 1, courses: 6, length: 8 }), { method: 'ncp', solver, settings });
    for (let i = 0; i < 600; i++) world.step(0.01);
    gc(); gc();
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < 300; i++) world.step(0.01);
    results[solver] = { allocated: process.memoryUsage().heapUsed - before, contacts: world.report.contacts };
  }
  console.log(JSON.stringify(results));
`;

describe('300 warm steps of a wall, ten sweeps each', () => {
  // Space for new objects large enough that no collection happens on the way: the difference is all that was allocated.
  const flags = ['--expose-gc', '--max-semi-space-size=128', '--min-semi-space-size=128', '--input-type=module', '--eval', PROBE];
  const results = JSON.parse(execFileSync(process.execPath, flags, { encoding: 'utf8' }));

  it.each(['jacobi', 'sor', 'nncg'])('by %s allocate nothing for each contact', (solver) => {
    expect(results[solver].contacts).toBeGreaterThan(300);
    // One number a contact and sweep would be more than 14 MB, one a contact and step 1.4 MB.
    expect(results[solver].allocated).toBeLessThan(1024 * 1024);
  });
});
