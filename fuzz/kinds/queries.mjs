// Queries of a world, right, almost right and wrong, at present and at earlier moments: none changes the world, none answers with a number
// that is none, and what is nearest of all is what is found first.

import { Hits, World } from '../../dist/src/index.js';
import { mutate } from '../mutate.mjs';
import { attempt, Finding } from '../oracle.mjs';
import { makeWorld } from '../sample-world.mjs';

export function run(dice) {
  const world = makeWorld('ncp');
  const past = world.snapshot();
  for (let i = 0; i < 3; i++) attempt('step(0.01)', world, () => world.step(0.01));
  const before = world.hash();
  for (let i = 0; i < 12; i++) {
    const queries = dice.chance(0.3) ? world.at(past) : world.queries;
    const [name, args] = dice.pick(QUESTIONS)(dice, world);
    const given = dice.chance(0.5) ? args : args.map((value) => spoil(dice, value));
    const answer = attempt(`${name}(...)`, world, () => queries[name](...given));
    if (answer !== undefined) expectNumbers(name, answer.value);
  }
  for (let i = 0; i < 4; i++) expectFirst(world, dice);
  if (world.hash() !== before) throw new Finding('a query has changed the world');
}

function spoil(dice, value) {
  if (dice.chance(0.6)) return value;
  if (dice.chance(0.5)) return dice.anyValue();
  return typeof value === 'object' && value !== null && !(value instanceof Hits)
    ? mutate(value, dice, 1, () => dice.anyValue())
    : dice.anyValue();
}

const shapeOf = (dice) =>
  dice.pick([
    { kind: 'sphere', radius: dice.magnitude(1e-3, 10) },
    { kind: 'box', size: [dice.magnitude(1e-3, 5), 1, 0.2] },
    { kind: 'capsule', radius: 0.2, length: dice.magnitude(1e-3, 5) },
    { kind: 'cylinder', radius: 0.3, height: 0.7, orientation: dice.turn() },
    { kind: 'hull', points: Array.from({ length: 6 }, () => dice.vector(1)) },
    { kind: 'mesh', mesh: 'tetrahedron' },
  ]);
const optionsOf = (dice, world) =>
  dice.pick([
    undefined,
    { maxDistance: dice.magnitude(1e-3, 1e3) },
    { kinds: ['rigid', 'fixed'], triggers: true },
    { except: world.find('rod'), inside: 'pass' },
    { only: [world.find('ground'), world.find('gate')] },
    { filter: (body) => body.id % 2 === 0 },
    { filter: () => dice.anyValue() },
    { filter: () => world.queries.castRayAny([0, 0, 0], [1, 0, 0]) },
    { filter: () => world.step(0.01) },
  ]);
const poseOf = (dice) => ({ position: dice.vector(4), orientation: dice.turn() });
const many = (dice, count) => Float64Array.from({ length: 3 * count }, () => dice.between(-4, 4));

const QUESTIONS = [
  ...['castRay', 'castRayAll', 'castRayAny', 'castSegment', 'castSegmentAll', 'castSegmentAny'].map((name) => (dice, world) => [
    name,
    [dice.vector(5), dice.vector(5), optionsOf(dice, world)],
  ]),
  ...['castShape', 'castShapeAll', 'castShapeAny'].map((name) => (dice, world) => [
    name,
    [shapeOf(dice), poseOf(dice), dice.vector(9), optionsOf(dice, world)],
  ]),
  ...['overlapShape', 'overlapShapeAny'].map((name) => (dice, world) => [
    name,
    [shapeOf(dice), poseOf(dice), optionsOf(dice, world)],
  ]),
  ...['overlapBox', 'overlapBoxAny'].map((name) => (dice, world) => [name, [dice.vector(2), [3, 3, 3], optionsOf(dice, world)]]),
  ...['closestPoint', 'closestPointAll', 'pointInside', 'pointInsideAny'].map((name) => (dice, world) => [
    name,
    [dice.vector(4), optionsOf(dice, world)],
  ]),
  (dice, world) => ['castRays', [many(dice, 5), many(dice, 5), new Hits(dice.pick([4, 5, 6])), optionsOf(dice, world)]],
  (dice, world) => ['castShapes', [shapeOf(dice), many(dice, 5), many(dice, 5), new Hits(5), optionsOf(dice, world)]],
  (dice, world) => ['closestPoints', [many(dice, 5), new Hits(5), optionsOf(dice, world)]],
  (dice) => ['hitOf', [new Hits(3), dice.below(4)]],
];

function expectNumbers(name, answer) {
  for (const hit of Array.isArray(answer) ? answer : [answer]) {
    if (hit?.distance === undefined) continue;
    const numbers = [hit.distance, hit.fraction, ...hit.point, ...hit.normal];
    if (!numbers.every(Number.isFinite)) throw new Finding(`${name} answers ${JSON.stringify(hit.point)} at ${hit.distance}`);
    const length = Math.hypot(...hit.normal);
    if (Math.abs(length - 1) > 1e-6) throw new Finding(`${name} answers with a normal of length ${length}`);
  }
}

/** @param {World} world */
function expectFirst(world, dice) {
  const [origin, direction] = [dice.vector(5), dice.vector(1)];
  if (direction.every((x) => x === 0)) return;
  const [first, all] = [world.queries.castRay(origin, direction), world.queries.castRayAll(origin, direction)];
  if (first?.distance !== all[0]?.distance || first?.body.id !== all[0]?.body.id)
    throw new Finding(`the first hit of a ray is at ${first?.distance}, and of all the nearest at ${all[0]?.distance}`);
}
