// Runs that have one world, one after the other, have the bits of runs that have a world each: whatever scene, method and seed.

import { describe, expect, it } from 'vitest';
import { ReusedWorld } from '../../cli/sweep/reused-world.js';
import { CONTROLS, SCENES } from '../../scenes/index.js';
import type { Scene, World } from '../../src/index.js';
import { METHODS, type MethodName, Simulation } from '../../src/index.js';

/** Smaller than they are, where a scene is large or its own step long. */
const SMALL: Record<string, Record<string, number | string>> = {
  silo: { count: 60 },
  cubeglass: { count: 60 },
  field: { stacks: 6 },
  'roof-tower': { layers: 6 },
  gas: { count: 60 },
  ragdolls: { count: 2 },
  robots: { count: 2 },
  avalanche: { count: 30 },
  diku: { count: 20 },
  atoms: { balls: 30, molecules: 10 },
  bullet: { plates: 10 },
  chain: { links: 20 },
  cars: { count: 1, pendulums: 20 },
  tower: { layers: 4 },
  walker: { count: 1 },
};
const STEPS = 12;

function hashAfter(scene: Scene, worlds?: ReusedWorld, method?: MethodName): { hash: string; world: World } {
  const simulation = new Simulation(scene, { controls: CONTROLS, ...(method && { method }) }, worlds?.build);
  for (let i = 0; i < STEPS; i++) simulation.step();
  return { hash: simulation.world.hash(), world: simulation.world };
}

/** Those whose bodies have no meshes and stand on no surface; the others have a world each. */
const NAMES = Object.keys(SCENES).filter((name) => {
  const { meshes, surfaces } = SCENES[name].make({ seed: 1, ...SMALL[name] });
  return meshes === undefined && surfaces === undefined;
});

describe('a world that is used again', () => {
  it.each(NAMES)('has the bits of a new one: %s', (name) => {
    const scenes = [1, 2, 1].map((seed) => SCENES[name].make({ seed, ...SMALL[name] }));
    const worlds = new ReusedWorld();
    const reused = scenes.map((scene) => hashAfter(scene, worlds));
    expect(reused.map(({ hash }) => hash)).toEqual(scenes.map((scene) => hashAfter(scene).hash));
    expect(new Set(reused.map(({ world }) => world)).size).toBe(1);
  });

  it.each(Object.keys(METHODS) as MethodName[])('has the bits of a new one after larger and smaller scenes: %s', (method) => {
    const scenes = [30, 5, 12].map((count) => SCENES['box-stack'].make({ seed: count, count, noise: 1 }));
    const worlds = new ReusedWorld();
    for (const scene of [...scenes, ...scenes]) {
      expect(hashAfter(scene, worlds, method).hash).toBe(hashAfter(scene, undefined, method).hash);
    }
  });

  it('is another one for other materials, settings, methods and meshes, and after drop()', () => {
    const worlds = new ReusedWorld();
    const scene = SCENES['box-stack'].make({ seed: 1, count: 3 });
    const icy = { ...scene, materials: { ...scene.materials, stone: { friction: 0 } } };
    const light = { ...scene, settings: { ...scene.settings, gravity: [0, -1, 0] as const } };
    const torus = SCENES['torus-on-post'].make({ seed: 1 });
    const kinds: [Scene, MethodName?][] = [[scene], [icy], [light], [scene, 'ncp'], [torus], [torus], [scene]];
    const seen = kinds.map(([kind, method]) => hashAfter(kind, worlds, method));
    expect(seen.map(({ hash }) => hash)).toEqual(kinds.map(([kind, method]) => hashAfter(kind, undefined, method).hash));
    worlds.drop();
    expect(new Set([...seen.map(({ world }) => world), hashAfter(scene, worlds).world]).size).toBe(kinds.length + 1);
  });
});
