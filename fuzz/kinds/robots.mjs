// URDF and MJCF files with bytes, numbers and elements changed; what can be read is finite, is checked as a scene, and stepped.

import { checkScene, Simulation } from '../../dist/src/index.js';
import { readMjcf, readUrdf } from '../../dist/src/robots/index.js';
import { mutateBytes, mutateNumbers } from '../mutate.mjs';
import { attempt, attemptLater, expectSound, Finding, Thrown } from '../oracle.mjs';
import { FILES } from '../sample-files.mjs';
import { MJCF, URDF } from '../sample-robots.mjs';

export async function run(dice) {
  const isUrdf = dice.chance(0.4);
  const text = changedText(isUrdf ? URDF : MJCF, dice);
  const options = dice.chance(0.9) ? plainOptions(dice) : dice.anyValue();
  const read = isUrdf ? readUrdf : readMjcf;
  const robot = (await attemptLater(`${read.name}()`, () => read(text, options)))?.value;
  if (robot === undefined) return;
  JSON.stringify(robot, (key, value) => {
    if (typeof value === 'number' && !Number.isFinite(value)) throw new Finding(`${key} is ${value}`);
    return value;
  });
  const scene = attempt('checkScene()', undefined, () => checkScene(robot.scene))?.value;
  if (scene === undefined || dice.chance(0.5)) return;
  const { world } = new Simulation(scene);
  for (let i = 0; i < 3 && attempt('step()', undefined, () => world.step(0.005)) !== undefined; i++);
  expectSound(world);
}

function plainOptions(dice) {
  return {
    ...(dice.chance(0.8) && { resolve: resolver(dice) }),
    ...(dice.chance(0.3) && { meshes: 'trees' }),
    ...(dice.chance(0.3) && { fixedLinks: 'keep' }),
    ...(dice.chance(0.3) && { upAxis: 'y' }),
    ...(dice.chance(0.2) && { isFixed: dice.chance(0.5) }),
    ...(dice.chance(0.1) && { coordinates: { j1: dice.edgeNumber() } }),
  };
}

function resolver(dice) {
  const [, file] = dice.pick(FILES);
  return dice.pick([
    () => file,
    async () => file,
    () => new TextEncoder().encode(MJCF),
    () => dice.anyValue(),
    () => {
      throw new Thrown('from resolve');
    },
  ]);
}

function changedText(base, dice) {
  let text = base;
  for (let changes = 1 + dice.below(3); changes > 0; changes--)
    text = dice.pick([
      () => mutateNumbers(text, dice, 1),
      () => new TextDecoder().decode(mutateBytes(new TextEncoder().encode(text), dice, 1)),
      () => changeElement(text, dice),
      () => changeAttribute(text, dice),
    ])();
  return text;
}

/** An element goes, comes twice, or is another's. */
function changeElement(text, dice) {
  const elements = [...text.matchAll(/<\w+[^<>]*\/>/g)];
  if (elements.length === 0) return text;
  const [{ 0: found, index }, { 0: other }] = [dice.pick(elements), dice.pick(elements)];
  return text.slice(0, index) + dice.pick(['', found + found, other, found + other]) + text.slice(index + found.length);
}

/** An attribute goes, or has another's name or value. */
function changeAttribute(text, dice) {
  const attributes = [...text.matchAll(/(\w+)="([^"]*)"/g)];
  if (attributes.length === 0) return text;
  const [{ 0: found, 1: name, 2: value, index }, { 1: otherName, 2: otherValue }] = [
    dice.pick(attributes),
    dice.pick(attributes),
  ];
  const changed = dice.pick(['', `${name}="${otherValue}"`, `${otherName}="${value}"`, `${name}=""`]);
  return text.slice(0, index) + changed + text.slice(index + found.length);
}
