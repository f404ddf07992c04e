// Who imports one scene does not pay for all of them.

import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { describe, expect, it } from 'vitest';
import * as scenes from '../../scenes/index.js';

const SCENES = fileURLToPath(new URL('../../dist/scenes/index.js', import.meta.url));
/** Those with a mesh bring what makes it. */
const WITH_MESHES = ['cowPile', 'diku', 'jackBowl', 'meshZoo', 'nutAndBolt', 'ringChain', 'torusOnPost'];
/** [bytes]; the vehicle brings what describes and checks one. */
const limitOf = (name: string) => ({ meshZoo: 30_000, vehicle: 18_000 })[name] ?? (WITH_MESHES.includes(name) ? 15_000 : 8000);

/** Bytes of a program that uses one export of drystone/scenes, as a bundler makes it. */
async function bundle(name: string): Promise<string> {
  const entry = {
    name: 'entry',
    resolveId: (id: string) => (id === 'entry' ? '\0entry' : id === 'drystone/scenes' ? SCENES : null),
    load: (id: string) => (id === '\0entry' ? `import { ${name} } from 'drystone/scenes'; console.log(${name});` : null),
  };
  const { output } = await build({ input: 'entry', plugins: [entry], write: false, output: { format: 'esm', minify: true } });
  return output[0].code;
}

describe('a bundle with one scene', () => {
  const names = Object.keys(scenes).filter(
    (name) => /^[a-z]/.test(name) && !['loadOn', 'isInsideGlass', 'seedField'].includes(name),
  );

  it('there are as many as scenes', () => expect(names.length).toBe(Object.keys(scenes.SCENES).length));

  it.each(names)('%s is small', async (name) => {
    const code = await bundle(name);
    expect(code.length).toBeGreaterThan(500);
    expect(code.length).toBeLessThan(limitOf(name));
  });

  it('all of them by name are two kilobytes each', async () => {
    expect((await bundle('SCENES')).length).toBeLessThan(2000 * names.length);
  });
});
