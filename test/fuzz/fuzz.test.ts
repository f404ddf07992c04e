// The fuzz run in short: some cases of every kind, each from a seed.

import { describe, expect, it } from 'vitest';
import { KINDS, runCase } from '../../fuzz/cases.mjs';
import { Dice } from '../../fuzz/dice.mjs';
import { runPlain } from '../../fuzz/kinds/mechanisms.mjs';
import { isOwn } from '../../fuzz/oracle.mjs';
import { GLTF_SCENE, GLTF_SKINNED, glbOf } from '../../fuzz/sample-files.mjs';
import { MESH_SCENE, METHOD_NAMES, makeWorld, SCENE } from '../../fuzz/sample-world.mjs';
import { readGltfScene } from '../../src/gltf/index.js';
import { checkScene } from '../../src/index.js';
import { readMesh } from '../../src/mesh-files/index.js';
import { METHODS } from '../../src/methods.js';

/** Cases of a kind for each of its shares in a run; a seed of its own each, none of those that a run begins with. */
const CASES = 12;
const FIRST_SEED = 1e6;

describe('fuzz', () => {
  it.each(Object.entries(KINDS))(
    '%s: every case is refused by a sentence or done, without a crash, a NaN or a trace',
    async (kind, share) => {
      const failures: string[] = [];
      for (let seed = FIRST_SEED; seed < FIRST_SEED + CASES * share; seed++) {
        const failure = await runCase(kind, seed);
        if (failure !== undefined) failures.push(`${kind}:${seed}: ${failure}`);
      }
      expect(failures).toEqual([]);
    },
  );

  it('rooms by vsp: layers give no energy', async () => {
    expect(await runCase('rooms', 320)).toBeUndefined();
  });

  it('rooms keep what tumbles between their walls: meshes, meshes at hulls, and coins at meshes', async () => {
    for (const seed of [708, 1496, 1790, 2825, 50037, 50233])
      expect(await runCase('rooms', seed), `rooms:${seed}`).toBeUndefined();
  });

  it('a ball joint that slides along its cone gains no energy from the limit, though friction and a spring act there', () => {
    expect(() => runPlain(new Dice(5233))).not.toThrow();
  });

  it('what is changed is right before it is: scenes and files are accepted, and worlds of all methods step', async () => {
    for (const scene of [SCENE, MESH_SCENE]) checkScene(scene);
    expect((await readGltfScene(glbOf(GLTF_SCENE))).bodies?.length).toBe(5);
    expect((await readMesh(glbOf(GLTF_SKINNED))).triangles.length).toBe(12);
    expect(METHOD_NAMES).toEqual(Object.keys(METHODS));
    for (const method of METHOD_NAMES) makeWorld(method).step(0.01);
  });

  it('tells its own errors from those of the engine that runs it', () => {
    const foreign = () => (undefined as unknown as { x: { y: number } }).x.y;
    const caught = (deed: () => unknown): unknown => {
      try {
        return deed();
      } catch (error) {
        return error;
      }
    };
    expect(isOwn(caught(foreign))).toBe(false);
    expect(isOwn(caught(() => new Float64Array(-1)))).toBe(false);
    expect(isOwn(caught(() => JSON.parse('{')))).toBe(false);
    expect(isOwn(new Error('It is not sound: Cannot read properties of undefined.'))).toBe(false);
    expect(isOwn(caught(() => checkScene({})))).toBe(true);
  });
});
