// The same scene, seed and version give the same bits: in two processes, in Node and in a context that has nothing but the
// language.

import { execFileSync } from 'node:child_process';
import { createContext, runInContext } from 'node:vm';
import { rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';
import { arch, diku, wall } from '../../scenes/index.js';
import { Simulation } from '../../src/scene/simulation.js';

const SCENES = { wall, arch, diku };
const STEPS = 60;

const HASHES = `
  import * as scenes from './scenes/index.js';
  import { Simulation } from './src/index.js';
  const hashes = {};
  for (const name of ['wall', 'arch', 'diku']) {
    const simulation = new Simulation(scenes[name]({ seed: 7 }));
    hashes[name] = [];
    for (let step = 0; step < ${STEPS}; step++) {
      simulation.step();
      hashes[name].push(simulation.world.hash());
    }
  }
`;

function hashesHere(): Record<string, string[]> {
  const hashes: Record<string, string[]> = {};
  for (const [name, make] of Object.entries(SCENES)) {
    const simulation = new Simulation(make({ seed: 7 }));
    hashes[name] = Array.from({ length: STEPS }, () => {
      simulation.step();
      return simulation.world.hash();
    });
  }
  return hashes;
}

describe('state hashes', () => {
  const here = hashesHere();

  it('differ from step to step', () => {
    for (const hashes of Object.values(here)) expect(new Set(hashes).size).toBe(STEPS);
  });

  it('are the same in another process that runs the built package', () => {
    const code = `${HASHES.replaceAll("'./", "'./dist/")} console.log(JSON.stringify(hashes));`;
    const there = execFileSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8' });
    expect(JSON.parse(there)).toEqual(here);
  });

  it('are the same where there is only what browsers share with Node', async () => {
    const bundle = await rolldown({
      input: 'hashes',
      platform: 'browser',
      plugins: [
        {
          name: 'hashes',
          resolveId: (id, importer) =>
            id === 'hashes' ? `${process.cwd()}/dist/hashes.js` : importer === undefined ? id : undefined,
          load: (id) => (id.endsWith('/dist/hashes.js') ? `${HASHES} export default hashes;` : undefined),
        },
      ],
    });
    const { output } = await bundle.generate({ format: 'iife', name: 'bundle', exports: 'default' });
    // No process, no require, no performance: a page's worker has more than this.
    const { WebAssembly } = globalThis as unknown as { WebAssembly: object };
    const context = createContext({ TextEncoder, TextDecoder, WebAssembly });
    runInContext(`${output[0].code}; globalThis.result = JSON.stringify(bundle);`, context);
    expect(JSON.parse(context.result as string)).toEqual(here);
  });
});
