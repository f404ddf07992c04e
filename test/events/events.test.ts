// Events: table 3 and section 4 of the contact graph paper.

import { describe, expect, it } from 'vitest';
import { EVENT_KINDS, Events } from '../../src/events/events.js';
import type { Settings } from '../../src/settings.js';
import type { Handle } from '../../src/world.js';
import { World } from '../../src/world.js';
import { ball, cube, GROUND, Pipeline } from '../detection/contact-graph/parts.js';

const STEP = 1 / 64;
const WEIGHTLESS = { gravity: [0, 0, 0] } as const;
const ALL = { 'events.persistent': 'on' } as const;

/** The events that are waiting, as "kind a b", names for nodes. */
function said(world: World, names: Record<number, string> = {}): string[] {
  const nameOf = new Map([...world.graph.nodes()].map(({ id, name }) => [id, name]));
  const show = (id: number) => (id === -1 ? '' : ` ${names[id] ?? nameOf.get(id) ?? id}`);
  return [...world.events].map(({ kind, a, b }) => `${kind}${show(a)}${show(b)}`);
}

/** Runs steps and returns what was said in each, runs of the same left out but the first. */
function story(world: World, steps: number): string[] {
  const chapters: string[] = [];
  for (let i = 0; i < steps; i++) {
    world.step(STEP);
    const chapter = said(world).join(', ');
    if (chapter !== chapters.at(-1)) chapters.push(chapter);
  }
  return chapters;
}

describe('the nine kinds of event', () => {
  it('are those of table 3', () => {
    expect(EVENT_KINDS).toHaveLength(9);
    expect(new Set(EVENT_KINDS).size).toBe(9);
  });

  it('a ball falls on the ground, rests, and is removed', () => {
    const world = new World({ settings: ALL });
    world.createBody({ ...GROUND, shapes: [{ kind: 'box', size: [4, 1, 4], position: [0, -0.5, 0] }] });
    const body = world.createBody(ball([0, 1.03, 0], { name: 'ball' }));
    expect(story(world, 100)).toEqual([
      '',
      // The boxes reach ahead by what the ball may move in a step.
      'new-proximity ground ball',
      'new-touching ground ball, persistent-proximity ground ball',
      'persistent-touching ground ball, persistent-proximity ground ball',
    ]);
    const names = { [body.id]: 'ball' };
    body.remove();
    world.step(STEP);
    expect(said(world, names)).toEqual(['vanishing-touching ground ball', 'vanishing-proximity ground ball']);
    world.step(STEP);
    expect(said(world)).toEqual([]);
  });

  it('a ball bounces off: touching vanishes, and proximity with it or after it', () => {
    const world = new World();
    world.createMaterial('default', { restitution: 1 });
    world.createBody({ ...GROUND, shapes: [{ kind: 'box', size: [4, 1, 4], position: [0, -0.5, 0] }] });
    world.createBody(ball([0, 1.5, 0], { name: 'ball' }));
    const chapters = story(world, 80);
    const kinds = chapters.flatMap((chapter) => chapter.split(', ')).map((event) => event.split(' ')[0]);
    expect(kinds.filter((kind) => kind === 'new-touching').length).toBeGreaterThanOrEqual(1);
    expect(kinds.indexOf('vanishing-touching')).toBeGreaterThan(kinds.indexOf('new-touching'));
    expect(kinds.indexOf('vanishing-proximity')).toBeGreaterThan(kinds.indexOf('new-proximity'));
  });

  it('a body passes through a trigger', () => {
    const world = new World({ settings: WEIGHTLESS });
    world.createTrigger({ name: 'gate', shapes: [{ kind: 'box', size: [1, 4, 4] }] });
    world.createBody(ball([-3, 0, 0], { name: 'ball', velocity: [8, 0, 0] }));
    const inAt: number[] = [];
    const outAt: number[] = [];
    for (let i = 0; i < 60; i++) {
      world.step(STEP);
      for (const { kind, time } of world.events) (kind === 'in-trigger' ? inAt : outAt).push(time);
      expect(said(world).every((event) => event === 'in-trigger gate ball' || event === 'out-trigger gate ball')).toBe(true);
    }
    // The ball's rim is at -0.5 after 2 m, an eighth of a metre a step, and its back at 0.5 after 4 m.
    expect(inAt).toEqual([16 * STEP]);
    expect(outAt).toEqual([33 * STEP]);
  });

  it('a body that starts inside a trigger and one that is removed there', () => {
    const world = new World({ settings: WEIGHTLESS });
    world.createTrigger({ name: 'gate', shapes: [{ kind: 'sphere', radius: 2 }] });
    const body = world.createBody(ball([0, 0, 0], { name: 'ball' }));
    expect(story(world, 5)).toEqual(['in-trigger gate ball', '']);
    const names = { [body.id]: 'ball' };
    body.remove();
    world.step(STEP);
    expect(said(world, names)).toEqual(['out-trigger gate ball']);
  });

  it('proximity without touching: boxes overlap where bodies do not', () => {
    const world = new World({ settings: { ...WEIGHTLESS, ...ALL } });
    world.createBody(ball([0, 0, 0], { name: 'a' }));
    // Along the diagonal the balls are a third of a metre apart, their boxes inside each other.
    world.createBody(ball([0.8, 0.8, 0.8], { name: 'b', velocity: [8, 0, 0] }));
    expect(story(world, 20)).toEqual(['new-proximity a b', 'persistent-proximity a b', 'vanishing-proximity a b', '']);
  });

  it('a body is switched passive and back while touching', () => {
    const world = new World({ settings: WEIGHTLESS });
    world.createBody(cube([0, 0, 0], { name: 'a' }));
    const b = world.createBody(cube([0, 1.002, 0], { name: 'b' }));
    world.step(STEP);
    b.active = false;
    world.step(STEP);
    expect(said(world)).toEqual(['vanishing-touching a b', 'vanishing-proximity a b']);
    world.step(STEP);
    expect(said(world)).toEqual([]);
    b.active = true;
    world.step(STEP);
    expect(said(world)).toEqual(['new-touching a b', 'new-proximity a b']);
  });

  it('bodies that become one composite have nothing between them any more', () => {
    const world = new World({ settings: WEIGHTLESS });
    const a = world.createBody(cube([0, 0, 0], { name: 'a' }));
    const b = world.createBody(cube([0, 1.002, 0], { name: 'b' }));
    world.step(STEP);
    const composite = world.createComposite({ members: [a, b] });
    world.step(STEP);
    expect(said(world)).toEqual(['vanishing-touching a b', 'vanishing-proximity a b']);
    composite.remove();
    world.step(STEP);
    expect(said(world)).toEqual(['new-touching a b', 'new-proximity a b']);
  });

  it('a timer ticks at exact times, several times a step or once in many', () => {
    const world = new World({ settings: { events: 'queue' } });
    const timers: Record<string, Handle> = {
      often: world.createTimer({ name: 'often', period: STEP / 4 }),
      late: world.createTimer({ name: 'late', period: 0.25, start: 0.125 }),
      now: world.createTimer({ name: 'now', period: 10, start: 0 }),
    };
    for (let i = 0; i < 64; i++) world.step(STEP);
    const times = (name: string) =>
      world.events.count === 0 ? [] : [...world.events].filter(({ a }) => a === timers[name].id).map(({ time }) => time);
    expect(times('often')).toEqual(Array.from({ length: 255 }, (_, i) => ((i + 1) * STEP) / 4));
    expect(times('late')).toEqual([0.125, 0.375, 0.625, 0.875]);
    expect(times('now')).toEqual([0]);
    expect([...world.events].every(({ kind, b }) => kind === 'timer-tick' && b === -1)).toBe(true);
  });

  it('a timer that was passive does not make up for the ticks it missed', () => {
    const world = new World();
    const timer = world.createTimer({ period: STEP, name: 'timer' });
    timer.active = false;
    for (let i = 0; i < 10; i++) world.step(STEP);
    timer.active = true;
    world.step(STEP);
    expect([...world.events].map(({ time }) => time)).toEqual([10 * STEP]);
  });

  it('off: nothing is said', () => {
    const world = new World({ settings: { events: 'off' } });
    world.createTimer({ period: STEP });
    world.createBody(GROUND);
    const body = world.createBody(cube([0, 0.5, 0]));
    for (let i = 0; i < 3; i++) world.step(STEP);
    body.remove();
    world.step(STEP);
    expect(world.events.count).toBe(0);
  });
});

describe('safe delivery', () => {
  it('gives what changed since the last step, stamped with the time of detection', () => {
    const world = new World({ settings: WEIGHTLESS });
    world.createBody(cube([0, 0, 0], { name: 'a' }));
    const b = world.createBody(cube([0, 5, 0], { name: 'b' }));
    world.step(STEP);
    b.position = [0, 1.002, 0];
    world.step(STEP);
    expect(said(world)).toEqual(['new-touching a b', 'new-proximity a b']);
    expect([...world.events].map(({ time }) => time)).toEqual([STEP, STEP]);
    expect(world.events.countOf('new-touching')).toBe(1);
    const edge = [...world.graph.edges()][0];
    expect(edge.marks).toEqual(['new-touching', 'new-proximity']);
  });

  it('keeps what came between steps for the next, once', () => {
    const world = new World({ settings: WEIGHTLESS });
    const a = world.createBody(cube([0, 0, 0]));
    world.createBody(cube([0, 1.002, 0]));
    world.step(STEP);
    a.remove();
    world.step(STEP);
    expect([...world.events].map(({ kind }) => kind)).toEqual(['vanishing-touching', 'vanishing-proximity']);
    world.step(STEP);
    expect(world.events.count).toBe(0);
  });

  it.each(['take', 'clear'] as const)('goes on rightly when the user calls %s between steps', (way) => {
    const world = new World({ settings: { ...WEIGHTLESS, ...ALL } });
    const a = world.createBody(cube([0, 0, 0], { name: 'a' }));
    world.createBody(cube([0, 1.002, 0], { name: 'b' }));
    for (let i = 0; i < 3; i++) {
      world.step(STEP);
      expect(said(world)).toEqual(['touching', 'proximity'].map((what) => `${i === 0 ? 'new' : 'persistent'}-${what} a b`));
      world.events[way]();
      expect(world.events.count).toBe(0);
    }
    const names = { [a.id]: 'a' };
    a.remove();
    world.step(STEP);
    expect(said(world, names)).toEqual(['vanishing-touching a b', 'vanishing-proximity a b']);
  });
});

/** A little of everything, in queue mode: a bounce, a trigger, a timer, bodies that part. */
function busyWorld(settings: Partial<Settings> = {}): World {
  const world = new World({ settings: { events: 'queue', ...ALL, ...settings } });
  world.createBody({ ...GROUND, shapes: [{ kind: 'box', size: [9, 1, 9], position: [0, -0.5, 0] }] });
  world.createTimer({ name: 'timer', period: 0.05 });
  world.createTrigger({ name: 'gate', shapes: [{ kind: 'box', size: [1, 1, 9] }], position: [2, 0.5, 0] });
  for (let i = 0; i < 4; i++) world.createBody(ball([0.9 * i, 0.6 + 0.5 * i, 0], { velocity: [2, 0, 0], name: `ball-${i}` }));
  for (let i = 0; i < 3; i++) world.createBody(cube([0, 0.5 + i, 3], { name: `cube-${i}`, velocity: [i, 0, 0] }));
  return world;
}

describe('queued delivery', () => {
  it('keeps everything with its time until taken', () => {
    const world = busyWorld();
    for (let i = 0; i < 30; i++) world.step(STEP);
    const all = [...world.events];
    expect(new Set(all.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(6);
    expect(all.at(0)?.time).toBe(0);
    expect(all.at(-1)?.time).toBe(29 * STEP);
    expect(world.events.take()).toEqual(all);
    expect(world.events.count).toBe(0);
  });

  it('says the same as safe delivery, step by step', () => {
    const queued = busyWorld();
    const safe = busyWorld({ events: 'safe' });
    const delivered = [];
    for (let i = 0; i < 40; i++) {
      queued.step(STEP);
      safe.step(STEP);
      delivered.push(...safe.events);
    }
    expect([...queued.events]).toEqual(delivered);
  });

  it('is unwound by a restore, and running on again says exactly the same', () => {
    for (const at of [0, 1, 7, 20]) {
      const world = busyWorld();
      for (let i = 0; i < at; i++) world.step(STEP);
      const before = [...world.events];
      const snapshot = world.snapshot();
      for (let i = 0; i < 25; i++) world.step(STEP);
      const all = [...world.events];
      expect(all.length).toBeGreaterThan(before.length);
      world.restore(snapshot);
      expect([...world.events]).toEqual(before);
      for (let i = 0; i < 25; i++) world.step(STEP);
      expect([...world.events]).toEqual(all);
    }
  });

  it('keeps, through a restore, what was said before the snapshot by a removal at the same time', () => {
    const world = busyWorld();
    for (let i = 0; i < 20; i++) world.step(STEP);
    (world.find('cube-0') as Handle).remove();
    const before = [...world.events];
    const snapshot = world.snapshot();
    for (let i = 0; i < 5; i++) world.step(STEP);
    const all = [...world.events];
    world.restore(snapshot);
    expect([...world.events]).toEqual(before);
    for (let i = 0; i < 5; i++) world.step(STEP);
    expect([...world.events]).toEqual(all);
  });

  it('takes back a removal after the snapshot', () => {
    const world = busyWorld();
    for (let i = 0; i < 20; i++) world.step(STEP);
    const before = [...world.events];
    const snapshot = world.snapshot();
    (world.find('cube-0') as Handle).remove();
    world.step(STEP);
    world.restore(snapshot);
    expect([...world.events]).toEqual(before);
  });
});

describe('safe delivery and restore', () => {
  it('what came between the last step and the snapshot is delivered after a restore too', () => {
    const world = busyWorld({ events: 'safe' });
    for (let i = 0; i < 20; i++) world.step(STEP);
    (world.find('cube-0') as Handle).remove();
    const snapshot = world.snapshot();
    world.step(STEP);
    const first = [...world.events];
    world.restore(snapshot);
    world.step(STEP);
    expect([...world.events]).toEqual(first);
  });

  it('each step says the same when done again', () => {
    const world = busyWorld({ events: 'safe' });
    for (let i = 0; i < 30; i++) {
      const snapshot = world.snapshot();
      world.step(STEP);
      const first = [...world.events];
      world.restore(snapshot);
      world.step(STEP);
      expect([...world.events]).toEqual(first);
    }
  });
});

describe('unwinding alone', () => {
  it('brings back what had been reported of each edge at that time', () => {
    const pipeline = new Pipeline();
    const events = new Events(pipeline.detection, { 'events.persistent': 'off' });
    const rows = [0, 1.002, 5].map((y) => pipeline.bodies.addBody(cube([0, y, 0])));
    const trigger = pipeline.bodies.addTrigger({ shapes: [{ kind: 'sphere', radius: 1 }], position: [0, 5, 0] });
    expect(trigger).toBe(3);
    /** The third body's way; it never gets so far that an edge is removed. */
    const heights = [5, 2.004, 2.5, 2.004, 4, 3.5, 2.006, 2.6];
    const reported = () => {
      const { reportedProximity, reportedTouching, nodes } = pipeline.graph.edges.columns;
      const flags: Record<string, number[]> = {};
      for (const edge of pipeline.edges()) {
        flags[`${nodes[2 * edge]}-${nodes[2 * edge + 1]}`] = [reportedProximity[edge], reportedTouching[edge]];
      }
      return flags;
    };
    const flagsBefore: Record<string, number[]>[] = [];
    heights.forEach((y, time) => {
      flagsBefore.push(reported());
      pipeline.move(rows[2], [0, y, 0]);
      pipeline.detect();
      events.generate(time, false);
    });
    for (let time = heights.length - 1; time >= 0; time--) {
      events.unwind(time);
      const now = reported();
      for (const [edge, flags] of Object.entries(now)) expect([edge, flags]).toEqual([edge, flagsBefore[time][edge] ?? [0, 0]]);
      expect([...events].every((event) => event.time < time)).toBe(true);
    }
    expect(events.count).toBe(0);
  });
});
