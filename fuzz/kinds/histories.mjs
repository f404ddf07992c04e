// Worlds with histories: times that are good, bad and on the edge, targets and functions of inputs that are none or do what they
// should not, differences of snapshots that were altered, cut, sealed again or passed through JSON. What is taken comes out as
// if it had come in time.

import { decodeDifference, encodeDifference, World } from '../../dist/src/index.js';
import { attempt, expectSameAgain, expectSound, Finding, Thrown } from '../oracle.mjs';
import { changeEncoded } from '../resealed.mjs';
import { METHOD_NAMES, makeWorld } from '../sample-world.mjs';

const DT = 0.01;

export function run(dice) {
  const settings = { events: dice.pick(['safe', 'queue', 'off']), 'detection.continuous': dice.pick([0, 1, 8]) };
  const scheduler = dice.pick(['fixed', 'fixed', 'timewarp', 'retroactive', 'conservative']);
  const world = makeWorld(dice.pick(METHOD_NAMES), settings, { seconds: dice.pick([0.02, 0.05, 1]) }, scheduler);
  for (let i = dice.below(12); i >= 0; i--) {
    attempt('step()', world, () => world.step(dice.pick([DT, DT, 0.004])));
    if (dice.chance(0.2)) changeOtherwise(world, dice);
  }
  for (let i = dice.below(3); i >= 0; i--) dice.pick([rewind, takeInput, takeInput, sendDifference, makeHistory])(world, dice);
  attempt('step()', world, () => world.step(DT));
  expectSound(world);
  expectSameAgain(world, DT);
}

/** Something comes, goes or changes between steps, by no input. */
function changeOtherwise(world, dice) {
  const rod = world.find('rod');
  const deed = dice.pick([
    () => world.createBody({ position: [dice.between(-2, 2), 4, 0], shapes: [{ kind: 'sphere', radius: 0.3 }] }),
    () => rod?.remove(),
    () => rod?.applyImpulse([1, 2, 3]),
    () => world.set('gravity', dice.vector(10)),
    () => world.createMaterial('ice', { friction: dice.between(0, 1) }),
    () => world.restore(world.snapshot()),
    () => world.detect(),
  ]);
  attempt(`${deed} between steps`, world, deed);
}

/** A time that can be reached, lies on the edge, or cannot be. */
function someTime(world, dice) {
  const { from } = world.history;
  return dice.pick([
    () => dice.between(from, world.time),
    () => dice.between(from, world.time),
    () => dice.pick([from, world.time, from - 1e-12, world.time + 1e-12, from - DT, world.time + DT]),
    () => dice.edgeNumber(),
    () => dice.anyValue(),
  ])();
}

function rewind(world, dice) {
  const time = someTime(world, dice);
  const isDone =
    attempt(
      () => `rewind(${String(time)})`,
      world,
      () => world.rewind(time),
    ) !== undefined;
  if (isDone && !(world.time <= time)) throw new Finding(`rewind(${time}) has gone to ${world.time}`);
}

function takeInput(world, dice) {
  const bodies = [...world.bodies()];
  const target = dice.chance(0.85) ? dice.pick([...bodies, world.find('pair'), world.find('arm')]) : dice.anyValue();
  let calls = 0;
  const wrongAt = dice.pick([-1, -1, 0, 1]);
  const impulse = dice.chance(0.9) ? dice.vector(50) : dice.anyValue();
  const change = (one) => {
    (one.links?.[0] ?? one).applyImpulse?.(impulse);
    if (calls++ === wrongAt) misbehave(world, dice);
  };
  const options = dice.chance(0.9) ? { time: someTime(world, dice), order: dice.below(3) } : dice.anyValue();
  attempt('input()', world, () => world.input(target, dice.chance(0.95) ? change : dice.anyValue(), options));
  calls = wrongAt + 1;
}

/** What no function of an input may do. */
function misbehave(world, dice) {
  const deed = dice.pick([
    () => world.step(DT),
    () => world.rewind(world.time),
    () => world.input([...world.bodies()][2], () => {}),
    () => world.createBody({ shapes: [{ kind: 'sphere', radius: 1 }] }),
    () => world.set('gravity', [0, 1, 0]),
    () => world.restore(world.snapshot()),
    () => [...world.bodies()][2].remove(),
    () => world.events.take(),
    () => {
      throw new Thrown('from an input');
    },
  ]);
  deed();
}

function sendDifference(world, dice) {
  const base = world.snapshot();
  attempt('step()', world, () => world.step(DT));
  const other = world.snapshot();
  const bytes = attempt('encodeDifference()', world, () => encodeDifference(base, other))?.value;
  if (bytes === undefined) return;
  const changed = dice.pick([
    () => bytes,
    () => changeEncoded(bytes, dice),
    () => changeEncoded(bytes, dice),
    () => bytes.slice(0, dice.below(bytes.length)),
    () => flipped(bytes, dice),
    () => JSON.parse(JSON.stringify(bytes)),
    () => dice.anyValue(),
  ])();
  const of = dice.pick([
    () => base,
    () => base,
    () => base,
    () => other,
    () => JSON.parse(JSON.stringify(base)),
    () => dice.anyValue(),
  ])();
  const received = attempt('decodeDifference()', world, () => decodeDifference(of, changed))?.value;
  if (received === undefined) return;
  attempt('restore()', world, () => world.restore(received));
  if (changed === bytes && world.hash() !== hashOf(world, other)) throw new Finding('a difference gives another world');
}

function hashOf(world, snapshot) {
  world.restore(snapshot);
  return world.hash();
}

function flipped(bytes, dice) {
  const copy = bytes.slice();
  copy[dice.below(copy.length)] ^= 1 << dice.below(8);
  return copy;
}

function makeHistory(_, dice) {
  const value = dice.chance(0.7) ? { seconds: dice.edgeNumber(), megabytes: dice.edgeNumber() } : dice.anyValue();
  attempt('new World()', undefined, () => new World({ history: value }));
}
