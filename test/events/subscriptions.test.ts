// Subscriptions: who hears what, in which order, and what happens to whom when a subscriber throws.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventFilter, EventKind, WorldEvent } from '../../src/index.js';
import { EVENT_KINDS, METHODS, SCHEDULERS, World } from '../../src/index.js';
import type { SchedulerName } from '../../src/methods.js';
import { ball, cube, GROUND } from '../detection/contact-graph/parts.js';

const STEP = 1 / 64;

const lineOf = ({ kind, a, b, time, contact }: WorldEvent): string => JSON.stringify([kind, a, b, time, contact]);

/** A world in which random bodies of random categories fall through a trigger, with a timer. */
function randomWorld(seed: number, settings: ConstructorParameters<typeof World>[0] = {}): World {
  const world = new World(settings);
  let state = seed >>> 0;
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  world.createMaterial('default', { restitution: 0.5 });
  world.createBody({ ...GROUND, category: 8 });
  world.createTimer({ name: 'timer', period: 0.03 });
  world.createTrigger({ name: 'gate', shapes: [{ kind: 'box', size: [9, 0.5, 9] }], position: [0, 1.2, 0] });
  for (let i = 0; i < 8; i++) {
    const make = random() < 0.5 ? ball : cube;
    const position: [number, number, number] = [3 * random(), 0.6 + 0.8 * i * random(), 3 * random()];
    world.createBody(make(position, { name: `body-${i}`, category: 1 << Math.floor(3 * random()), velocity: [random(), 0, 0] }));
  }
  return world;
}

describe('subscribers', () => {
  it('hear what filtering the list after each step gives, in its order: random worlds, kinds, bodies and categories', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e6 }),
        fc.subarray([...EVENT_KINDS], { minLength: 1 }),
        fc.option(fc.subarray([0, 1, 2, 3, 4, 5, 6, 7], { minLength: 1 }), { nil: undefined }),
        fc.option(fc.integer({ min: 1, max: 15 }), { nil: undefined }),
        fc.constantFrom('safe' as const, 'queue' as const),
        (seed, kinds, indices, category, events) => {
          const world = randomWorld(seed, { settings: { events } });
          const of = indices?.map((i) => [...world.bodies()][i + 1]);
          const filter: EventFilter = { ...(of && { of }), ...(category !== undefined && { category }) };
          const heard: string[] = [];
          world.events.on(kinds, (event) => heard.push(lineOf(event)), filter);
          const expected: string[] = [];
          for (let i = 0; i < 40; i++) {
            world.step(STEP);
            for (const event of events === 'queue' ? world.events.take() : world.events) {
              const nodes = [event.nodeA, event.nodeB];
              if (!kinds.includes(event.kind)) continue;
              if (of && !nodes.some((node) => of.some((body) => body === node))) continue;
              if (category !== undefined && !nodes.some((node) => node && (node.category & category) !== 0)) continue;
              expected.push(lineOf(event));
            }
          }
          expect(heard).toEqual(expected);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('are called in the order in which they came, and no more once they have left', () => {
    const world = new World();
    world.createTimer({ period: STEP, start: 0 });
    const heard: string[] = [];
    world.events.on('timer-tick', () => heard.push('first'));
    const stop = world.events.on(['timer-tick', 'new-touching'], () => heard.push('second'));
    world.events.on('timer-tick', () => heard.push('third'));
    world.step(STEP);
    expect(heard).toEqual(['first', 'second', 'third']);
    stop();
    stop();
    world.step(STEP);
    expect(heard.slice(3)).toEqual(['first', 'third']);
  });

  it('hear what was raised between two steps, such as by a removal, with the next', () => {
    for (const events of ['safe', 'queue'] as const) {
      const world = new World({ settings: { gravity: [0, 0, 0], events } });
      world.createBody(cube([0, 0, 0]));
      const b = world.createBody(cube([0, 1.002, 0]));
      const heard: string[] = [];
      world.events.on('vanishing-touching', ({ kind, nodeA, nodeB }) => heard.push(`${kind} ${nodeA?.kind} ${nodeB?.kind}`));
      world.step(STEP);
      b.remove();
      const snapshot = world.snapshot();
      world.step(STEP);
      world.step(STEP);
      expect(heard).toEqual(['vanishing-touching rigid undefined']);
      world.restore(snapshot);
      world.step(STEP);
      expect(heard).toHaveLength(2);
    }
  });

  it('may change the world, and the next step goes by it; time they must leave alone', () => {
    const world = new World({ history: { seconds: 1 } });
    world.createBody(GROUND);
    const body = world.createBody(ball([0, 0.6, 0], { name: 'ball' }));
    const refused: string[] = [];
    world.step(STEP);
    const snapshot = world.snapshot();
    world.events.on('new-touching', ({ nodeB }) => {
      for (const act of [
        () => world.step(STEP),
        () => world.restore(snapshot),
        () => world.rewind(0),
        () => world.input(body, () => {}),
      ]) {
        try {
          act();
        } catch (error) {
          refused.push((error as Error).message);
        }
      }
      nodeB?.remove();
    });
    for (let i = 0; i < 20; i++) world.step(STEP);
    expect(body.isAlive).toBe(false);
    expect(refused).toEqual(Array(4).fill('The world is telling its events; step it, restore it or rewind it after that.'));
    expect(world.stepCount).toBe(21);
  });
});

describe('a subscriber that throws', () => {
  it('leaves the step taken, is named in a sentence, and the others are called all the same', () => {
    const [world, twin] = [0, 1].map(() => randomWorld(7, { settings: { 'events.persistent': 'on' } }));
    const heard: EventKind[] = [];
    let throwing = 0;
    world.events.on('new-touching', () => {
      throw new Error('boom');
    });
    world.events.on(EVENT_KINDS, ({ kind }) => heard.push(kind));
    const expected: EventKind[] = [];
    for (let i = 0; i < 60; i++) {
      twin.step(STEP);
      expected.push(...[...twin.events].map(({ kind }) => kind));
      const before = world.stepCount;
      try {
        world.step(STEP);
      } catch (error) {
        throwing++;
        expect((error as Error).message).toBe(
          `A subscriber to new-touching has thrown after step ${i + 1}, which is taken: boom.`,
        );
        expect(((error as Error).cause as Error).message).toBe('boom');
      }
      expect(world.stepCount).toBe(before + 1);
      expect(world.hash()).toBe(twin.hash());
    }
    expect(throwing).toBeGreaterThan(0);
    expect(heard).toEqual(expected);
  });
});

describe('a step that fails', () => {
  it('is told to nobody', () => {
    const world = new World();
    world.createBody(GROUND);
    world.createBody(ball([0, 0.505, 0]));
    const clock = { fails: false };
    const pose = () => {
      if (clock.fails) throw new Error('no pose');
    };
    world.createBody({ ...cube([9, 9, 9]), kind: 'scripted', motion: { kind: 'function', pose } });
    const heard: string[] = [];
    world.events.on('new-touching', (event) => heard.push(lineOf(event)));
    clock.fails = true;
    for (let i = 0; i < 3; i++) expect(() => world.step(STEP)).toThrow('no pose');
    expect(heard).toEqual([]);
    expect(world.stepCount).toBe(0);
    clock.fails = false;
    for (let i = 0; i < 3; i++) world.step(STEP);
    expect(heard).toHaveLength(1);
  });
});

describe('persistent events', () => {
  it('are raised only where somebody asks, by the setting or by a subscription, and change no bit of the state', () => {
    const asked = randomWorld(3, { settings: { 'events.persistent': 'on' } });
    const quiet = randomWorld(3);
    const heard = randomWorld(3);
    let count = 0;
    let of = 0;
    heard.events.on(['persistent-touching', 'persistent-proximity'], () => count++);
    for (let i = 0; i < 100; i++) {
      for (const world of [asked, quiet, heard]) world.step(STEP);
      of += asked.events.countOf('persistent-touching') + asked.events.countOf('persistent-proximity');
      const rest = [...asked.events].filter(({ kind }) => !kind.startsWith('persistent'));
      expect([...quiet.events].map(lineOf)).toEqual(rest.map(lineOf));
      expect([...heard.events].map(lineOf)).toEqual([...asked.events].map(lineOf));
      expect(quiet.hash()).toBe(asked.hash());
    }
    expect(of).toBeGreaterThan(100);
    expect(count).toBe(of);
  });
});

describe('schedulers of time', () => {
  it.each(Object.keys(SCHEDULERS) as SchedulerName[])('%s: subscribers hear the final history, once, in order', (name) => {
    const make = (events: 'queue' | 'safe') => {
      const world = new World({ stepper: METHODS.gsp, scheduler: SCHEDULERS[name], settings: { gravity: [0, 0, 0], events } });
      world.createMaterial('default', { restitution: 0.8, friction: 0.2 });
      for (let i = 0; i < 5; i++) world.createBody(ball([1.3 * i, 0.1 * i, 0], { velocity: [6 - 4 * i, 0, 0] }));
      return world;
    };
    const [queued, safe] = [make('queue'), make('safe')];
    const heard: [string[], string[]] = [[], []];
    [queued, safe].forEach((world, k) => {
      world.events.on(EVENT_KINDS, (event) => heard[k].push(lineOf(event)));
    });
    for (let i = 0; i < 60; i++) {
      queued.step(1 / 30);
      safe.step(1 / 30);
    }
    // What the queue holds at the end is the history, and nothing that was tried and taken back.
    expect(heard[0].filter((line) => !line.includes('persistent'))).toEqual(
      [...queued.events].map(lineOf).filter((line) => !line.includes('persistent')),
    );
    const times = [...queued.events].map(({ time }) => time);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(queued.events.countOf('new-touching')).toBeGreaterThan(3);
    if (name !== 'fixed')
      expect(heard[1].filter((line) => line.includes('new-t'))).toEqual(heard[0].filter((line) => line.includes('new-t')));
  });
});

describe('history', () => {
  it('rewound steps that are taken again are told again, alike', () => {
    const world = randomWorld(11, { history: { seconds: 5 } });
    const heard: string[] = [];
    world.events.on(EVENT_KINDS, (event) => heard.push(lineOf(event)));
    for (let i = 0; i < 30; i++) world.step(STEP);
    const { length } = heard;
    const hash = world.hash();
    world.rewind(0);
    for (let i = 0; i < 30; i++) world.step(STEP);
    expect(world.hash()).toBe(hash);
    expect(heard.slice(length)).toEqual(heard.slice(0, length));
  });

  it('a late input calls nobody; the queue has the history as it is then', () => {
    const [late, prompt] = [0, 1].map(() => randomWorld(5, { history: { seconds: 5 }, settings: { events: 'queue' } }));
    const heard: string[] = [];
    const kinds = EVENT_KINDS.filter((kind) => !kind.startsWith('persistent'));
    late.events.on(kinds, (event) => heard.push(lineOf(event)));
    const push = (world: World, time: number) => {
      const body = [...world.bodies()][3];
      world.input(body, () => body.applyImpulse([0, 900, 0]), { time });
    };
    for (let i = 0; i < 30; i++) {
      if (i === 10) push(prompt, 10 * STEP);
      for (const world of [late, prompt]) world.step(STEP);
    }
    const { length } = heard;
    push(late, 10 * STEP);
    expect(heard).toHaveLength(length);
    expect(late.hash()).toBe(prompt.hash());
    expect([...late.events].map(lineOf).sort()).toEqual([...prompt.events].map(lineOf).sort());
    for (const world of [late, prompt]) world.step(STEP);
    const told = heard.slice(length);
    expect(told).toEqual([...late.events].map(lineOf).slice(-told.length));
  });
});

describe('bad input', () => {
  it.each([
    [
      'a kind that there is not',
      (world: World) => world.events.on('boom' as EventKind, () => {}),
      /^kinds is "boom", but must be one of /,
    ],
    ['no kind', (world: World) => world.events.on(undefined as unknown as EventKind, () => {}), /^kinds is undefined/],
    ['no function', (world: World) => world.events.on('new-touching', 3 as never), /^callback is 3, but must be a function\.$/],
    [
      'a mask of another type',
      (world: World) => world.events.on('new-touching', () => {}, { category: '1' as never }),
      /^filter\.category is "1"/,
    ],
    [
      'a body by name',
      (world: World) => world.events.on('new-touching', () => {}, { of: 'a' as never }),
      /^filter\.of is "a", but must be/,
    ],
    [
      'a stranger',
      (world: World) => world.events.on('new-touching', () => {}, { of: new World().createTimer({ period: 1 }) }),
      /of another world/,
    ],
    [
      'a field that there is not',
      (world: World) => world.events.on('new-touching', () => {}, { body: 1 } as never),
      /^filter\.body is not known/,
    ],
  ])('%s is refused by a sentence, and nobody is subscribed', (_, act, words) => {
    const world = new World();
    expect(() => act(world)).toThrow(words);
    world.createTimer({ period: STEP, start: 0 });
    world.step(STEP);
    expect(world.events.count).toBe(1);
  });
});
