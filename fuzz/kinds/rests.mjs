// Worlds that come to rest and are disturbed again: one passes over what it can by rest(), its twin takes every step, and both are the
// same to the bit, whatever is done to them between.

import { encodeSnapshot, METHODS, World } from '../../dist/src/index.js';
import { attempt, expectSound, Finding, fingerprint } from '../oracle.mjs';
import { TREE } from '../sample-world.mjs';

const DT = 0.01;
/** Steps between two deeds. */
const STRETCHES = [1, 40, 150];

export function run(dice) {
  const method = dice.chance(0.85) ? 'gsp' : dice.pick(Object.keys(METHODS));
  const settings = {
    events: dice.pick(['safe', 'safe', 'queue', 'off']),
    'detection.continuous': dice.pick([0, 1, 1, 8]),
    'sleeping.enabled': dice.chance(0.1) ? 'on' : 'off',
  };
  const bodies = Array.from({ length: 1 + dice.below(3) }, (_, i) => someBody(dice, i));
  const [rested, stepped] = [0, 1].map(() => makeWorld(method, settings, bodies));
  for (let deeds = dice.below(5); deeds >= 0; deeds--) {
    advance(rested, stepped, rested.stepCount + dice.pick(STRETCHES), dice);
    const deed = someDeed(dice);
    for (const world of [rested, stepped]) attempt('a deed', world, () => deed(world));
    compare(rested, stepped, deed);
  }
  attempt('rest()', rested, () =>
    rested.rest(dice.pick([DT, dice.edgeNumber(), dice.anyValue()]), dice.pick([1, dice.edgeNumber()])),
  );
  expectSound(rested);
}

function makeWorld(method, settings, bodies) {
  const world = new World({ stepper: METHODS[method], settings });
  world.createMesh('tetrahedron', TREE);
  world.createBody({ kind: 'fixed', name: 'ground', shapes: [{ kind: 'half-space' }] });
  for (const body of bodies) world.createBody(body);
  return world;
}

/** On the ground or above it, most of them where they come to rest soon. */
function someBody(dice, i) {
  const shape = dice.pick([
    { kind: 'box', size: [1, 0.6, 1] },
    { kind: 'box', size: [1, 0.6, 1] },
    { kind: 'box', size: [1, 0.6, 1] },
    { kind: 'cylinder', radius: 0.5, height: 0.6 },
    { kind: 'sphere', radius: 0.3 },
    { kind: 'mesh', mesh: 'tetrahedron' },
  ]);
  return {
    position: [dice.pick([0, 0, 3]), 0.3 + 0.6 * i + dice.pick([0, 0, 0, 0.01]), dice.pick([0, 0, 0.1])],
    shapes: [shape],
  };
}

function advance(rested, stepped, until, dice) {
  while (rested.stepCount < until) {
    rested.step(DT);
    rested.rest(DT, dice.pick([1, 3, Math.max(0, until - rested.stepCount)]));
  }
  while (stepped.stepCount < rested.stepCount) stepped.step(DT);
  compare(rested, stepped, 'steps');
}

function compare(rested, stepped, what) {
  const [a, b] = [rested, stepped].map((world) => [world.hash(), world.time, JSON.stringify(world.report), fingerprint(world)]);
  if (JSON.stringify(a) !== JSON.stringify(b)) throw new Finding(`after ${what} a world that rested is another one`);
  const [x, y] = [rested, stepped].map((world) => Buffer.from(encodeSnapshot(world.snapshot())));
  if (!x.equals(y)) throw new Finding(`after ${what} a world that rested has another snapshot`);
}

/** Something that is done to both alike. */
function someDeed(dice) {
  const which = dice.below(6);
  const body = (world) => [...world.bodies()].filter(({ kind }) => kind === 'rigid')[which];
  const [blow, gravity, place] = [dice.vector(dice.pick([0.01, 1, 50])), dice.pick([-9.81, -1, 0]), dice.vector(2)];
  return dice.pick([
    () => {},
    (world) => body(world)?.applyImpulse(blow),
    (world) => body(world)?.applyForce(blow),
    (world) => body(world)?.remove(),
    (world) => world.set('gravity', [0, gravity, 0]),
    (world) => world.createBody({ position: [place[0], 4, place[2]], shapes: [{ kind: 'sphere', radius: 0.3 }] }),
    (world) => world.createTrigger({ position: place, shapes: [{ kind: 'box', size: [2, 2, 2] }] }),
    (world) => world.createTimer({ period: 0.07 }),
    (world) => world.restore(world.snapshot()),
    (world) => world.detect(),
    (world) => world.events.take(),
    (world) => world.createJoint({ kind: 'fixed', bodyA: body(world), bodyB: 'ground', anchor: place }),
    (world) => {
      const one = body(world);
      if (one !== undefined) one.active = !one.active;
    },
    (world) => world.step(DT / 2),
  ]);
}
