// A warm step allocates nothing that stays, and next to nothing that does not. Measured in a process of its own, since a test
// runner allocates.

import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

const PROBE = `
  import { wall } from './dist/scenes/index.js';
  import { Simulation } from './dist/src/index.js';
  const { world } = new Simulation(wall({ seed: 1 }));
  for (let i = 0; i < 2500; i++) world.step(0.01);
  let allocated = Infinity, kept = Infinity;
  // The least of some batches: when code is compiled is up to the machine.
  for (let batch = 0; batch < 4; batch++) {
    gc(); gc();
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < 1000; i++) world.step(0.01);
    allocated = Math.min(allocated, process.memoryUsage().heapUsed - before);
    gc(); gc();
    kept = Math.min(kept, process.memoryUsage().heapUsed - before);
  }
  console.log(JSON.stringify({ allocated, kept, contacts: world.report.contacts }));
`;

describe('1000 warm steps of the wall', () => {
  // Space for new objects large enough that no collection happens on the way: the difference is all that was allocated.
  const flags = ['--expose-gc', '--max-semi-space-size=128', '--min-semi-space-size=128', '--input-type=module', '--eval', PROBE];
  const { allocated, kept, contacts } = JSON.parse(execFileSync(process.execPath, flags, { encoding: 'utf8' }));

  it('grow the heap by less than 64 KB', () => {
    expect(contacts).toBeGreaterThan(1500);
    expect(kept).toBeLessThan(64 * 1024);
  });

  it('allocate nothing for each body or contact', () => {
    // One number a contact and step would be more than 20 MB; what remains are a few numbers a step in code that runs too seldom
    // to be compiled.
    expect(allocated).toBeLessThan(2 * 1024 * 1024);
  });
});
