// Where nothing can be compiled: worlds step all the same, and say that their bits are others. In processes of their own, since
// what is compiled once is kept.

import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

/** A pile that sweeps, by each method: what it is swept by, and its hash, after what `prepare` did to the surroundings. */
function stepIn(prepare: string): { steps: { method: string; kernel: string; hash: string }[]; warnings: string } {
  const program = `
    ${prepare}
    const { METHODS, World } = await import('./dist/src/index.js');
    const steps = [];
    for (const method of Object.keys(METHODS)) {
      const world = new World({ stepper: METHODS[method] });
      world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
      for (let i = 0; i < 12; i++)
        world.createBody({ position: [0.3 * (i % 3), 0.6 + 0.9 * i, 0.2 * (i % 2)], shapes: [{ kind: 'box', size: [1, 0.8, 0.9] }] });
      for (let i = 0; i < 60; i++) world.step(1 / 60);
      steps.push({ method, kernel: world.kernel, hash: world.hash() });
    }
    console.log(JSON.stringify(steps));
  `;
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  expect(stderr + status).toMatch(/0$/);
  return { steps: JSON.parse(stdout), warnings: stderr };
}

describe('without a compiled kernel', () => {
  const compiled = stepIn('');

  it.each([
    ['WebAssembly is missing', 'delete globalThis.WebAssembly;'],
    [
      'a content security policy forbids to compile',
      "WebAssembly.Module = class { constructor() { throw new WebAssembly.CompileError('refused'); } };",
    ],
    ['there are no vectors', 'WebAssembly.validate = () => false;'],
  ])('%s: every method steps, and what has other bits says so', (_, prepare) => {
    const { steps, warnings } = stepIn(prepare);
    expect(warnings).toContain('"reference-"');
    expect(warnings.match(/drystone:/g)).toHaveLength(1);
    steps.forEach(({ method, kernel, hash }, i) => {
      expect([method, kernel]).toEqual([method, method === 'gsp' ? 'reference' : 'none']);
      if (method !== 'gsp') expect([method, hash]).toEqual([method, compiled.steps[i].hash]);
      else expect(hash).toMatch(/^reference-[0-9a-f]{16}$/);
    });
  });

  it('with one: nothing is said', () => {
    expect(compiled.warnings).toBe('');
    expect(compiled.steps[0]).toMatchObject({ method: 'gsp', kernel: 'compiled' });
    for (const { hash } of compiled.steps) expect(hash).toMatch(/^[0-9a-f]{16}$/);
  });
});
