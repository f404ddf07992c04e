// A world goes back to an earlier step bit for bit, and on from there the same way, whatever happened in between.

import { describe, expect, it } from 'vitest';
import { METHODS, SCHEDULERS, World } from '../../src/index.js';
import { DT, makeCrowd, makePiles, makeRoom, NAMES, push } from './scenes.js';

describe.each(NAMES)('%s', (method) => {
  it('goes back to any step, and takes the same way again', () => {
    const { world, bodies } = makeCrowd(5, { stepper: METHODS[method], history: { seconds: 10 } });
    const hashes = [world.hash()];
    const step = (i: number) => {
      if (i % 7 === 3) bodies[i % 8].applyForce([0, 500, 100]);
      world.step(DT);
    };
    for (let i = 0; i < 50; i++) {
      step(i);
      hashes.push(world.hash());
    }
    for (const target of [44, 43, 20, 21 - 1, 7, 0]) {
      const time = target * DT + 1e-9;
      if (world.stepCount < target) for (let i = world.stepCount; i < target; i++) step(i);
      world.rewind(time);
      expect(world.stepCount).toBe(target);
      expect(world.hash(), `step ${target}`).toBe(hashes[target]);
      for (let i = target; i < target + 5; i++) {
        step(i);
        expect(world.hash(), `step ${i} after ${target}`).toBe(hashes[i + 1]);
      }
    }
  });
});

it('a time between two steps is that of the earlier one, and now is as the last step left it', () => {
  const { world, bodies } = makePiles(1, { history: { seconds: 1 } });
  for (let i = 0; i < 10; i++) world.step(DT);
  const hash = world.hash();
  bodies[0].applyImpulse([100, 0, 0]);
  world.rewind(world.time);
  expect(world.hash()).toBe(hash);
  world.rewind(0.0599);
  expect(world.stepCount).toBe(5);
});

it('brings back what was removed, takes back what was made, and puts joints that broke together', () => {
  const world = new World({ history: { seconds: 5 } });
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  const box = { shapes: [{ kind: 'box', size: [1, 1, 1] }] } as const;
  world.createBody({ name: 'first', position: [0, 2, 0], ...box });
  const hung = world.createBody({ name: 'hung', position: [5, 4, 0], ...box });
  world.createJoint({ name: 'hook', kind: 'ball', bodyB: hung, anchor: [5, 5, 0], breakForce: 20000 });
  const hashes: string[] = [];
  const run = (steps: number) => {
    for (let i = 0; i < steps; i++) {
      world.step(DT);
      hashes[world.stepCount] = world.hash();
    }
  };
  run(10);
  world.createBody({ name: 'second', position: [0, 4, 0], ...box });
  run(10);
  world.find('first')?.remove();
  run(10);
  hung.applyForce([0, -1e6, 0]);
  run(10);
  expect(world.findJoint('hook')?.isBroken).toBe(true);
  for (const [step, names] of [
    [25, ['hung', 'second']],
    [15, ['first', 'hung', 'second']],
    [5, ['first', 'hung']],
  ] as const) {
    world.rewind(step * DT + 1e-9);
    expect(world.hash()).toBe(hashes[step]);
    expect([...world.bodies()].flatMap(({ name }) => name ?? []).sort()).toEqual(names);
    expect(world.findJoint('hook')?.isBroken).toBe(false);
    world.step(DT);
    expect(world.hash()).toBe(hashes[step + 1]);
  }
});

it('events of a queue after the time are taken back', () => {
  const make = () => makeCrowd(2, { settings: { events: 'queue' }, history: { seconds: 5 } }).world;
  const [world, other] = [make(), make()];
  for (let i = 0; i < 40; i++) world.step(DT);
  for (let i = 0; i < 25; i++) other.step(DT);
  world.rewind(0.25 + 1e-9);
  expect([...world.events]).toEqual([...other.events]);
  for (const one of [world, other]) one.step(DT);
  expect([...world.events]).toEqual([...other.events]);
});

describe('what a history takes', () => {
  it('it begins at most an eighth earlier than asked for, and no later', () => {
    const { world } = makePiles(2, { history: { seconds: 0.4 } });
    for (let i = 0; i < 200; i++) {
      world.step(DT);
      const back = world.time - (world.history?.from ?? 0);
      if (i >= 40) expect(back).toBeGreaterThanOrEqual(0.4 - 1e-9);
      expect(back).toBeLessThan(0.4 + 0.05 + 2 * DT);
    }
  });

  it('a world at rest takes no more than one keyframe', () => {
    const [resting, falling] = [0.5, 20].map((y) => {
      const { world } = makePiles(0, { history: { seconds: 1 } });
      for (let i = 0; i < 20; i++) world.createBody({ position: [3 * i, y, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] });
      return world;
    });
    const bytes: number[] = [];
    for (let i = 0; i < 300; i++) {
      resting.step(DT);
      if (i < 150) falling.step(DT);
      bytes.push(resting.history?.bytes ?? 0);
    }
    expect(bytes[299]).toBe(bytes[150]);
    expect(falling.history?.bytes).toBeGreaterThan(4 * bytes[299]);
    // A step more, where times are rounded.
    expect(resting.history?.from).toBeGreaterThan(2 - 1.5 * DT);
    expect(resting.history?.from).toBeLessThan(2 + 1e-9);
    const hash = resting.hash();
    resting.rewind(2.5);
    for (let i = resting.stepCount; i < 300; i++) resting.step(DT);
    expect(resting.hash()).toBe(hash);
  });

  it('where memory is short, the world can go back less far', () => {
    const [wide, narrow] = [64, 1].map((megabytes) => makePiles(20, { history: { seconds: 2, megabytes } }).world);
    for (let i = 0; i < 100; i++) for (const world of [wide, narrow]) world.step(DT);
    expect(wide.history?.from).toBe(0);
    expect(narrow.history?.from).toBeGreaterThan(0.5);
    expect(narrow.history?.bytes).toBeLessThan(2 << 20);
    narrow.rewind(narrow.history?.from ?? 0);
    wide.rewind(narrow.time);
    expect(narrow.hash()).toBe(wide.hash());
  });
});

describe('is refused by a sentence, and changes nothing', () => {
  const { world } = makePiles(1, { history: { seconds: 0.2 } });
  for (let i = 0; i < 60; i++) world.step(DT);
  const hash = world.hash();

  it.each([
    [0.1, 'time is 0.1, but must be from '],
    [7, 'which is now.'],
    [Number.NaN, 'time is NaN, but must be from '],
    ['soon' as never, 'time is "soon", but must be from '],
  ])('time %s', (time, sentence) => {
    expect(() => world.rewind(time)).toThrow(sentence);
    expect(world.hash()).toBe(hash);
  });

  it('a world without a history', () => {
    expect(() => new World().rewind(0)).toThrow('This world keeps no history; make it with the option history');
    expect(new World().history).toBeUndefined();
  });

  it('a history that is none', () => {
    expect(() => new World({ history: { seconds: -1 } })).toThrow('options.history.seconds is -1, but must be');
    expect(() => new World({ history: {} as never })).toThrow('seconds');
  });

  it('a late input by a scheduler that cannot step some bodies without the others', () => {
    const scheduler = { ...SCHEDULERS.fixed, offers: ['second-detection'] } as const;
    const { world: own, bodies } = makePiles(1, { scheduler, history: { seconds: 1 } });
    for (let i = 0; i < 3; i++) own.step(DT);
    const before = own.hash();
    expect(() => own.input(bodies[0], push, { time: 0.005 })).toThrow('does not offer "some-bodies"');
    expect(own.hash()).toBe(before);
    own.input(bodies[0], push);
    expect(own.hash()).not.toBe(before);
  });

  it('a restore begins a new history', () => {
    const { world: other } = makePiles(1, { history: { seconds: 1 } });
    const start = other.snapshot();
    for (let i = 0; i < 5; i++) other.step(DT);
    const later = other.snapshot();
    other.restore(start);
    other.restore(later);
    expect(() => other.rewind(0.02)).toThrow('where the history begins');
    other.step(DT);
    other.rewind(0.05 + 1e-9);
    expect(other.hash()).toBe(makeHash(later));
  });
});

function makeHash(snapshot: ReturnType<World['snapshot']>): string {
  const { world } = makePiles(1, {});
  world.restore(snapshot);
  return world.hash();
}

it('a world in which balls go from impact to impact goes back to the same bits', () => {
  const { world } = makeRoom(8, { history: { seconds: 1 } });
  const hashes = [world.hash()];
  for (let i = 0; i < 20; i++) {
    world.step(DT);
    hashes.push(world.hash());
  }
  for (const step of [13, 4, 0]) {
    world.rewind(step * DT + 1e-9);
    expect(world.hash()).toBe(hashes[step]);
    for (let i = step; i < 20; i++) world.step(DT);
    expect(world.hash()).toBe(hashes[20]);
  }
});

it.each(['timewarp', 'retroactive', 'conservative'] as const)(
  '%s: a world of groups and flights goes back to the same bits',
  (name) => {
    const { world } = makePiles(3, { scheduler: SCHEDULERS[name], history: { seconds: 1 } });
    world.createBody({ position: [-1, 1, 0], velocity: [8, 2, 0], shapes: [{ kind: 'sphere', radius: 0.3 }] });
    const hashes = [world.hash()];
    for (let i = 0; i < 40; i++) {
      world.step(DT);
      hashes.push(world.hash());
    }
    for (const step of [31, 12, 1, 0]) {
      world.rewind(step * DT + 1e-9);
      expect(world.hash()).toBe(hashes[step]);
      for (let i = step; i < 40; i++) {
        world.step(DT);
        expect(world.hash()).toBe(hashes[i + 1]);
      }
    }
  },
);
