// What holds of the default method holds of the others: the same bits from version to version, in another process and after going
// back in time, and warm steps that allocate nothing. Golden hashes are renewed as those of golden.test.ts are.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { SCENES } from '../../scenes/index.js';
import type { MethodName } from '../../src/methods.js';
import { Simulation } from '../../src/scene/simulation.js';

const METHODS = ['substeps', 'vsp', 'isp', 'impulsive'] as const;
const NAMES = ['box-stack', 'ball-grid', 'diku', 'cs-stack', 'office-toy', 'arch'];
const STEPS = 50;
const FILE = fileURLToPath(new URL('method-hashes.json', import.meta.url));
const update = process.env.UPDATE_GOLDEN === '1';
const golden: Record<string, Record<string, string>> = JSON.parse(readFileSync(FILE, 'utf8'));
const found: Record<string, Record<string, string>> = {};

function simulate(name: string, method: MethodName): string {
  const simulation = new Simulation(SCENES[name].make({ seed: 1 }), { method });
  for (let step = 0; step < STEPS; step++) simulation.step();
  return simulation.world.hash();
}

describe.each(METHODS)('method %s', (method) => {
  it.each(NAMES)(`gives %s its golden hash after ${STEPS} steps`, (name) => {
    found[method] = { ...found[method], [name]: simulate(name, method) };
    if (!update) expect(found[method][name]).toBe(golden[method]?.[name]);
  });

  it('gives the same bits in another process', () => {
    const code = `
      import { SCENES } from './dist/scenes/index.js';
      import { Simulation } from './dist/src/index.js';
      const simulation = new Simulation(SCENES.diku.make({ seed: 1 }), { method: '${method}' });
      for (let step = 0; step < ${STEPS}; step++) simulation.step();
      console.log(simulation.world.hash());`;
    const there = execFileSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8' });
    expect(there.trim()).toBe(simulate('diku', method));
  });

  it.each(NAMES)('%s: every step, redone, gives the same hash', (name) => {
    const { world, dt } = new Simulation(SCENES[name].make({ seed: 3 }), { method });
    for (let step = 0; step < 25; step++) {
      const before = world.snapshot();
      world.step(dt);
      const hash = world.hash();
      world.step(dt);
      world.restore(before);
      world.step(dt);
      expect(world.hash()).toBe(hash);
    }
  });

  // The impulsive suite freezes what is warm; what its QPs allocate is measured in warm-solvers.test.ts.
  it.skipIf(method === 'impulsive')('allocates nothing for each body or contact in a warm step, and keeps nothing', () => {
    // V8 compiles anew, and allocates meanwhile, whenever a branch is first taken, at any time: the calmest of many stretches counts.
    const probe = `
      import { wall } from './dist/scenes/index.js';
      import { Simulation } from './dist/src/index.js';
      const { world } = new Simulation(wall({ seed: 1, courses: 4, length: 40 }), { method: '${method}' });
      const steps = (count) => {
        const before = process.memoryUsage().heapUsed;
        for (let i = 0; i < count; i++) world.step(0.01);
        return process.memoryUsage().heapUsed - before;
      };
      steps(300);
      gc(); gc();
      const allocated = Math.min(...Array.from({ length: 20 }, () => steps(20)));
      const kept = Math.min(...Array.from({ length: 3 }, () => {
        gc(); gc();
        const before = process.memoryUsage().heapUsed;
        steps(100);
        gc(); gc();
        return process.memoryUsage().heapUsed - before;
      }));
      console.log(JSON.stringify({ allocated, kept, contacts: world.report.contacts }));`;
    // Space for new objects large enough that no collection happens on the way: the difference is all that was allocated.
    const flags = [
      '--expose-gc',
      '--max-semi-space-size=128',
      '--min-semi-space-size=128',
      '--input-type=module',
      '--eval',
      probe,
    ];
    const { allocated, kept, contacts } = JSON.parse(execFileSync(process.execPath, flags, { encoding: 'utf8' }));
    expect(contacts).toBeGreaterThan(1200);
    // Half of what one number (16 bytes) a contact and step would be; a few numbers a sweep, boxed where a call was not inlined, are
    // a fifth of it.
    expect(allocated).toBeLessThan(8 * contacts * 20);
    expect(kept).toBeLessThan(64 * 1024);
  });
});

afterAll(() => {
  if (update) writeFileSync(FILE, `${JSON.stringify(found, null, 2)}\n`);
});
