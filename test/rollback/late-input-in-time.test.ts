// Late inputs under the schedulers of time: only what a change may have reached is redone, and the world is, bit for bit,
// as if the change had come in time.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Body, TimeScheduler } from '../../src/index.js';
import { METHODS, World } from '../../src/index.js';
import { addLattice, addRoom, adversarial, allSchedulers, emptyWorld } from '../schedulers/time/worlds.js';
import type { Scene } from './scenes.js';
import { DEEDS, DEEDS_OF_MOVERS, DT, eventsOf, makeCrowd, makePiles, push, runInTime, runLate } from './scenes.js';

const SCHEDULERS: [string, () => TimeScheduler][] = [
  ['timewarp', () => allSchedulers().timewarp],
  ['timewarp, events at random', () => adversarial(0.05, 3)],
  ['retroactive', () => allSchedulers().retroactive],
  ['conservative', () => allSchedulers().conservative],
];

describe.each(SCHEDULERS)('%s', (_, make) => {
  it('of piles apart only one is redone', () => {
    const [late, inTime] = [{ seconds: 1 }, undefined].map((history) => makePiles(3, { scheduler: make(), history }));
    const plans = [{ at: 5, arrives: 20, body: 7, deed: push }];
    expect(runLate(late, plans, 20)).toBe(5 * 15);
    runInTime(inTime, plans, 20);
    expect(late.world.hash()).toBe(inTime.world.hash());
    for (const { world } of [late, inTime]) for (let i = 0; i < 3; i++) world.step(DT);
    expect(late.world.hash()).toBe(inTime.world.hash());
  });

  it('in a crowd what is hit joins, and the world is as if all had come in time; its events too', () => {
    const plans = [
      { at: 8, arrives: 15, body: 3, deed: DEEDS[0] },
      { at: 3, arrives: 16, body: 1, deed: DEEDS_OF_MOVERS[2] },
      { at: 8, arrives: 17, body: 3, deed: DEEDS[1] },
      { at: 18, arrives: 18, body: 0, deed: DEEDS_OF_MOVERS[0] },
    ];
    for (const events of ['safe', 'queue'] as const) {
      const settings = { events };
      const stepper = METHODS.gsp;
      const [late, inTime] = [{ seconds: 1 }, undefined].map((history) =>
        makeCrowd(4, { stepper, history, settings, scheduler: make() }),
      );
      runLate(late, plans, 20);
      runInTime(inTime, plans, 20);
      expect(late.world.hash(), events).toBe(inTime.world.hash());
      expect(eventsOf(late.world), events).toEqual(eventsOf(inTime.world));
    }
  });
});

/** A gas: nothing of it stays together. */
function makeGas(scheduler: TimeScheduler, history?: { seconds: number }): Scene {
  const world = emptyWorld(scheduler, 1, 0.1, {}, history);
  addRoom(world, 1);
  addLattice(world, 3, 1, () => [{ kind: 'sphere', radius: 0.06 }]);
  return { world, bodies: [...world.bodies()].filter(({ kind }) => kind === 'rigid') };
}

it('any inputs that come in any order, any time late: in a crowd and in a gas', () => {
  const plan = fc.record({ from: fc.nat(24), late: fc.nat(24), body: fc.nat(7), deed: fc.nat(7) });
  const property = fc.property(
    fc.integer({ min: 1, max: 1000 }),
    fc.array(plan, { minLength: 1, maxLength: 3 }),
    (seed, given) => {
      const plans = given.map(({ from, late, body, deed }) => {
        return { at: from, arrives: Math.min(25, from + late), body, deed: [...DEEDS, ...DEEDS_OF_MOVERS][deed] };
      });
      for (const makeScene of [
        (history?: { seconds: number }) =>
          makeCrowd(seed, { stepper: METHODS.gsp, history, scheduler: allSchedulers().timewarp }),
        (history?: { seconds: number }) => makeGas(allSchedulers().timewarp, history),
      ]) {
        const [late, inTime] = [makeScene({ seconds: 1 }), makeScene()];
        runLate(late, plans, 25);
        runInTime(inTime, plans, 25);
        expect(late.world.hash()).toBe(inTime.world.hash());
        expect(eventsOf(late.world)).toEqual(eventsOf(inTime.world));
      }
    },
  );
  fc.assert(property, { numRuns: 4, seed: 7 });
});

it.each([
  ['hit in the old history and missed in the new one', 0, 0.76],
  ['missed in the old history and hit in the new one', 0.76, 0],
])('what a ball that is back after each step has met on its way: %s', (_, before, after) => {
  const speedOf = (side: number) => [390, 0, side] as const;
  const makeScene = (history?: { seconds: number }): Scene => {
    const world = emptyWorld(allSchedulers().timewarp, 1, 0, {}, history);
    const wall = [{ kind: 'box', size: [0.2, 2, 2] }] as const;
    for (const x of [-1.1, 1.1]) world.createBody({ kind: 'fixed', position: [x, 0, 0], shapes: wall });
    const shapes = [{ kind: 'sphere', radius: 0.025 }] as const;
    // In a step of 0.01 s it goes to the wall, to the other one, and back to where it was.
    const ball = world.createBody({ position: [0.5, 0, 0], velocity: speedOf(before), shapes });
    const target = world.createBody({ position: [-0.5, 0.3, 0], velocity: [0, -1, 0], shapes });
    return { world, bodies: [ball, target] };
  };
  const deed = (body: Body) => {
    body.velocity = speedOf(after);
  };
  const plans = [{ at: 1, arrives: 40, body: 0, deed }];
  const [late, inTime] = [makeScene({ seconds: 1 }), makeScene()];
  expect(runLate(late, plans, 40)).toBeGreaterThan(39 + 5);
  runInTime(inTime, plans, 40);
  expect(late.world.hash()).toBe(inTime.world.hash());
});

it('an input whose step cannot be taken changes nothing', () => {
  const world = new World({ scheduler: allSchedulers().timewarp, history: { seconds: 1 } });
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  const boxes = [0, 1, 2].map((i) => world.createBody({ position: [0, 0.5 + i, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] }));
  for (let i = 0; i < 20; i++) world.step(DT);
  const hash = world.hash();
  const bad = (body: Body) => {
    body.applyImpulse([1e300, 0, 0]);
    body.applyForce([1e308, 0, 0]);
  };
  expect(() => world.input(boxes[1], bad, { time: 0.05 })).toThrow();
  expect(world.hash()).toBe(hash);
  expect(() =>
    world.input(
      boxes[1],
      () => {
        throw new Error('no');
      },
      { time: 0.05 },
    ),
  ).toThrow('no');
  expect(world.hash()).toBe(hash);
  world.step(DT);
  world.rewind(world.time - DT);
  expect(world.hash()).toBe(hash);
});
