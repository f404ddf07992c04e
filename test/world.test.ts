// The world as a whole: what it refuses, and the order of what it raises.

import { describe, expect, it } from 'vitest';
import type { Snapshot } from '../src/recording/snapshot.js';
import { parseScene } from '../src/scene/load-scene.js';
import type { Body, WorldOptions } from '../src/world.js';
import { World } from '../src/world.js';

const BALL = { shapes: [{ kind: 'sphere', radius: 0.5 }] } as const;

describe('a world', () => {
  it.each<[string, unknown, RegExp]>([
    ['no object', null, /^options is null, but must be an object/],
    [
      'an option that is a setting',
      { gravity: [0, 0, 0] },
      /^options\.gravity is not an option of a world; allowed are settings/,
    ],
    ['a stepper that is none', { stepper: {} }, /^options\.stepper is an object, but must be a stepper/],
    ['an unknown setting', { settings: { 'ncp.sweeps': 3 } }, /^settings\.ncp\.sweeps is not a setting; allowed are gravity/],
    [
      'a setting out of range',
      { settings: { 'ncp.iterations': 0 } },
      /^settings\.ncp\.iterations is 0, but must be a whole number of at least 1/,
    ],
  ])('refuses %s', (_, options, sentence) => {
    expect(() => new World(options as WorldOptions)).toThrow(sentence);
  });

  it.each<[string, (world: World) => void, RegExp]>([
    ['to remove nothing', (world) => world.remove(undefined as unknown as Body), /^handle is undefined, but must be/],
    [
      'to restore what is no snapshot',
      (world) => world.restore({} as Snapshot),
      /^snapshot is an object, but must be one that snapshot\(\)/,
    ],
    ['a step of nothing', (world) => world.step(0), /^dt is 0, but must be a finite number of at least 1e-9/],
    ['a step too long for any use', (world) => world.step(1e9), /^dt is 1000000000, but must be/],
  ])('refuses %s, and stays as it was', (_, act, sentence) => {
    const world = new World();
    world.createBody(BALL);
    const hash = world.hash();
    expect(() => act(world)).toThrow(sentence);
    expect(world.hash()).toBe(hash);
  });

  it('refuses to be changed in the middle of a step, by a motion for instance', () => {
    for (const meddle of [
      (world: World) => world.step(0.01),
      (world: World) => world.createBody(BALL),
      (world: World) => world.restore(world.snapshot()),
    ]) {
      const world = new World();
      let armed = false;
      world.createBody({
        ...BALL,
        kind: 'scripted',
        motion: {
          kind: 'function',
          pose: () => {
            if (armed) meddle(world);
          },
        },
      });
      armed = true;
      expect(() => world.step(0.01)).toThrow('in the middle of a step');
      armed = false;
      expect(() => world.step(0.01)).not.toThrow();
    }
  });

  it('raises events in the order of time, so that the queue can be unwound to any moment', () => {
    const world = new World({ settings: { events: 'queue' } });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    world.createBody({ ...BALL, position: [0, 0.6, 0] });
    world.createTimer({ period: 0.004, start: 0.002 });
    for (let step = 0; step < 20; step++) world.step(0.01);
    const times = [...world.events].map(({ time }) => time);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    world.events.unwind(0.0515);
    expect([...world.events].every(({ time }) => time < 0.0515)).toBe(true);
    expect(world.events.countOf('timer-tick')).toBe(13);
  });
});

describe('a scene that is no text', () => {
  it('is refused', () => {
    expect(() => parseScene(undefined as unknown as string)).toThrow(/^The scene is undefined, but must be a text/);
  });
});
