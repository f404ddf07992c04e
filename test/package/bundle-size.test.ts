// Who imports one scene does not pay for all of them, and who imports the engine does not pay for what is beside it.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'rolldown';
import { beforeAll, describe, expect, it } from 'vitest';
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

describe('an entry point', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const { exports, peerDependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  /** Most bytes that each may add to the engine, and the engine itself, minified and compressed. */
  const LIMITS: Record<string, number> = {
    '.': 470_000,
    './scenes': 46_000,
    './solvers': 12_000,
    './mesh-files': 80_000,
    './robots': 110_000,
    './gltf': 150_000,
    './three': 8_000,
    './react': 8_000,
    './worker': 8_000,
    './threads': 8_000,
    './gpu': 40_000,
  };
  /** The modules of the engine, which the other entry points share with it. */
  const ofEngine = new Set<string>();
  const isPeer = (id: string) => Object.keys(peerDependencies).some((name) => id === name || id.startsWith(`${name}/`));

  async function sizeOf(entry: string): Promise<number> {
    const { output } = await build({
      input: `${root}${exports[entry].default}`,
      external: (id) => isPeer(id) || id.startsWith('node:') || ofEngine.has(id),
      write: false,
      logLevel: 'silent',
      output: { format: 'esm', minify: true, codeSplitting: false },
    });
    if (entry === '.') for (const id of output[0].moduleIds) ofEngine.add(id);
    return gzipSync(output[0].code).length;
  }

  let engine: number;
  beforeAll(async () => {
    engine = await sizeOf('.');
  });

  it('has its limit', () => {
    const entries = Object.keys(exports).filter((entry) => exports[entry].default !== undefined);
    expect(entries.sort()).toEqual(Object.keys(LIMITS).sort());
    expect(engine).toBeGreaterThan(LIMITS['.'] / 2);
    expect(engine).toBeLessThan(LIMITS['.']);
  });

  it('leaves the GPU out of the engine', () => {
    expect([...ofEngine].filter((id) => /src[\\/]gpu[\\/]/.test(id))).toEqual([]);
  });

  it.each(Object.keys(LIMITS).filter((entry) => entry !== '.'))('%s adds little', async (entry) => {
    const size = await sizeOf(entry);
    expect(size).toBeLessThan(LIMITS[entry]);
    // A limit that is far away does not tell when something large comes in.
    expect(size).toBeGreaterThan(LIMITS[entry] / 3);
  });
});
