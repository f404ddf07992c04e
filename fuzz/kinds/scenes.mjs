// Scene files: valid ones with other types, numbers, names, nesting, fields missing or too many, and texts that are no JSON.

import { checkScene, parseScene, Simulation } from '../../dist/src/index.js';
import { mutate, mutateBytes } from '../mutate.mjs';
import { attempt, expectSound } from '../oracle.mjs';
import { MESH_SCENE, METHOD_NAMES, SCENE } from '../sample-world.mjs';

export function run(dice) {
  const base = dice.chance(0.03) ? MESH_SCENE : SCENE;
  const asText = dice.chance(0.5);
  const scene = asText ? mutate(base, dice, 1 + dice.below(4)) : mutate(base, dice, 1 + dice.below(4), () => dice.anyValue());
  const read = attempt('reading the scene', undefined, () =>
    asText ? parseScene(textOf(scene, dice), 'a.json') : checkScene(scene),
  );
  if (read === undefined) return;
  const options = dice.chance(0.7) ? { method: dice.pick(METHOD_NAMES) } : {};
  const simulation = attempt('new Simulation()', undefined, () => new Simulation(read.value, options))?.value;
  if (simulation === undefined) return;
  for (let i = 0; i < 2; i++) if (attempt('Simulation.step()', undefined, () => simulation.step()) === undefined) break;
  expectSound(simulation.world);
}

/** Now and then with a few bytes changed, or a key given twice. */
function textOf(scene, dice) {
  const text = JSON.stringify(scene) ?? '';
  if (dice.chance(0.1)) return text.replace('{', `{${text.slice(1, 12)},`);
  if (!dice.chance(0.15)) return text;
  return new TextDecoder().decode(mutateBytes(new TextEncoder().encode(text), dice, 1 + dice.below(3)));
}
