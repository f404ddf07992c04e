// When events are said to be: in the order of time, at the time of the detection that found them, and what time taken back does to them.

import { describe, expect, it } from 'vitest';
import type { MethodName } from '../../src/methods.js';
import { METHODS } from '../../src/methods.js';
import type { Body } from '../../src/world.js';
import { World } from '../../src/world.js';
import { ball, cube, GROUND } from '../detection/contact-graph/parts.js';

const STEP = 1 / 64;
const WEIGHTLESS = { gravity: [0, 0, 0] } as const;
/** Those with a second detection in every step. */
const NAMES = Object.keys(METHODS) as MethodName[];
const TWICE = NAMES.filter((method) => METHODS[method].needs.scheduler?.includes('second-detection'));

describe('two timers in one step', () => {
  function ticking(): World {
    const world = new World({ settings: { events: 'queue' } });
    world.createTimer({ name: 'late', period: 1, start: 0.9 * STEP });
    world.createTimer({ name: 'often', period: STEP / 4, start: STEP / 4 });
    world.createTimer({ name: 'often too', period: STEP / 4, start: STEP / 4 });
    return world;
  }

  it('tick in the order of time, those of one time in that of the timers', () => {
    const world = ticking();
    for (let i = 0; i < 3; i++) world.step(STEP);
    const ticks = [...world.events].map(({ a, time }) => [time, a]);
    expect(ticks.length).toBe(1 + 2 * 11);
    expect(ticks).toEqual([...ticks].sort(([t, a], [u, b]) => t - u || a - b));
  });

  it('of which unwinding leaves exactly those before a time', () => {
    for (let k = 0; k < 9; k++) {
      const world = ticking();
      for (let i = 0; i < 2; i++) world.step(STEP);
      const all = [...world.events];
      const time = (k * STEP) / 4;
      world.events.unwind(time);
      expect([...world.events]).toEqual(all.filter((event) => event.time < time));
    }
  });
});

describe('methods that detect twice a step', () => {
  it('are here', () => expect(TWICE.length).toBeGreaterThanOrEqual(1));

  it.each(TWICE)('%s: a trigger is entered when the body is there, not a step before', (method) => {
    for (const events of ['queue', 'safe'] as const) {
      const world = new World({ stepper: METHODS[method], settings: { ...WEIGHTLESS, events } });
      // Something that touches, so that there is something to settle.
      world.createBody(GROUND);
      world.createBody(cube([0, 0.5, 9]));
      world.createTrigger({ name: 'gate', shapes: [{ kind: 'box', size: [1, 1, 1] }], position: [3, 3, 0] });
      const speed = 8;
      world.createBody(ball([0, 3, 0], { velocity: [speed, 0, 0] }));
      // The front of the ball reaches the gate after 2 m.
      const reached = 2 / speed;
      const entered: number[] = [];
      for (let i = 0; i < 40; i++) {
        world.step(STEP);
        for (const { kind, time } of events === 'queue' ? world.events.take() : world.events)
          if (kind === 'in-trigger') entered.push(time);
      }
      expect(entered).toHaveLength(1);
      expect(entered[0]).toBeGreaterThanOrEqual(reached - 1e-9);
      expect(entered[0]).toBeLessThanOrEqual(reached + STEP + 1e-9);
    }
  });

  it.each(NAMES)('%s: a ball that bounces at once has touched', (method) => {
    for (const events of ['queue', 'safe'] as const) {
      const world = new World({ stepper: METHODS[method], settings: { ...WEIGHTLESS, events } });
      world.createMaterial('rubber', { friction: 0, restitution: 1 });
      world.createBody({ ...GROUND, material: 'rubber' });
      // At the surface when it is first detected, gone a step later.
      world.createBody(ball([0, 0.501, 0], { velocity: [0, -20, 0], material: 'rubber' }));
      const said: string[] = [];
      for (let i = 0; i < 4; i++) {
        world.step(STEP);
        for (const { kind } of events === 'queue' ? world.events.take() : world.events) said.push(kind);
      }
      expect([method, said.filter((kind) => kind === 'new-touching').length]).toEqual([method, 1]);
      expect([method, said.filter((kind) => kind === 'vanishing-touching').length]).toEqual([method, 1]);
    }
  });

  it.each(TWICE)('%s: times never go back in the queue', (method) => {
    const world = new World({ stepper: METHODS[method], settings: { events: 'queue' } });
    world.createBody(GROUND);
    world.createTimer({ period: 0.4 * STEP });
    for (let i = 0; i < 4; i++) world.createBody(cube([0.2 * i, 0.6 + 1.1 * i, 0]));
    for (let i = 0; i < 40; i++) world.step(STEP);
    const times = [...world.events].map(({ time }) => time);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });
});

describe('time taken back', () => {
  function passing(): World {
    const world = new World({ settings: { ...WEIGHTLESS, events: 'queue', 'events.persistent': 'on' } });
    world.createBody(cube([0, 0, 0], { name: 'a' }));
    world.createBody(cube([0, 1.3, 0], { name: 'b', velocity: [0, -2, 0] }));
    return world;
  }
  const marksOf = (world: World) => world.graph.edgeBetween(world.find('a') as Body, world.find('b') as Body)?.marks ?? [];

  it('unwinding leaves the marks of the last events that are left', () => {
    const world = passing();
    const marks: (readonly string[])[] = [];
    for (let i = 0; i < 12; i++) {
      marks.push(marksOf(world));
      world.step(STEP);
    }
    expect(new Set(marks.map(String)).size).toBeGreaterThan(2);
    for (let i = 11; i >= 1; i--) {
      world.events.unwind(i * STEP);
      expect([i, marksOf(world)]).toEqual([i, marks[i]]);
    }
  });

  it('going forward again, to a later snapshot, brings back the queue it had', () => {
    const world = passing();
    for (let i = 0; i < 3; i++) world.step(STEP);
    const early = world.snapshot();
    const earlyQueue = [...world.events];
    for (let i = 0; i < 9; i++) world.step(STEP);
    const late = world.snapshot();
    const lateQueue = [...world.events];
    expect(lateQueue.length).toBeGreaterThan(earlyQueue.length + 3);
    world.restore(early);
    expect([...world.events]).toEqual(earlyQueue);
    world.restore(late);
    expect([...world.events]).toEqual(lateQueue);
    // What was taken stays taken, and what comes then comes once.
    world.restore(early);
    world.events.take();
    world.restore(late);
    expect([...world.events]).toEqual(lateQueue.slice(earlyQueue.length));
    world.restore(early);
    expect([...world.events]).toEqual([]);
    for (let i = 0; i < 9; i++) world.step(STEP);
    expect([...world.events]).toEqual(lateQueue.slice(earlyQueue.length));
  });
});
