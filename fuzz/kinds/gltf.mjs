// glTF files with rigid bodies, their JSON and their bytes changed: each is refused by a sentence, or makes a scene that can be run.

import { readGltfScene } from '../../dist/src/gltf/index.js';
import { Simulation } from '../../dist/src/index.js';
import { mutate, mutateBytes } from '../mutate.mjs';
import { attempt, attemptLater, Finding } from '../oracle.mjs';
import { GLTF_SCENE, glbOf } from '../sample-files.mjs';

const STEPS = 3;

export async function run(dice) {
  const changes = 1 + dice.below(3);
  const bytes = dice.chance(0.8) ? glbOf(mutate(GLTF_SCENE, dice, changes)) : mutateBytes(glbOf(GLTF_SCENE), dice, changes);
  const options = dice.chance(0.5) ? { name: 'a file.glb' } : {};
  const scene = (await attemptLater('readGltfScene()', () => readGltfScene(bytes, options)))?.value;
  if (scene === undefined) return;
  const simulation = attempt('new Simulation()', undefined, () => new Simulation(scene))?.value;
  if (simulation === undefined) return;
  for (let i = 0; i < STEPS; i++) attempt('step()', simulation.world, () => simulation.step());
  for (const { position } of simulation.world.bodies())
    if (!position.every(Number.isFinite)) throw new Finding('a body is at no place');
}
