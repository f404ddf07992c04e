// Descriptors are read once: what a property says later, or what happens to a list afterwards, makes no difference.

import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/input/fields.js';
import { readOnce } from '../../src/input/read-once.js';
import { World } from '../../src/world.js';

const BOX = { kind: 'box', size: [1, 1, 1] } as const;

/** A descriptor whose property says something else from the given reading on. */
function changing<T extends object>(descriptor: T, key: string, from: number, later: unknown): T {
  const value = (descriptor as Record<string, unknown>)[key];
  let reads = 0;
  return Object.defineProperty({ ...descriptor }, key, { enumerable: true, get: () => (reads++ < from ? value : later) });
}

describe('what users give', () => {
  it.each([
    ['name', ['a', 'list']],
    ['position', 5],
    ['shapes', 'none'],
    ['density', Number.NaN],
    ['material', 7],
  ])('%s of a body that changes between two readings is the one that was checked', (key, later) => {
    const good = { name: 'box', position: [0, 1, 0], shapes: [BOX], density: 500, material: 'default' } as const;
    const world = new World();
    const twin = new World();
    twin.createBody(good);
    world.createBody(changing(good, key, 1, later));
    expect(world.hash()).toBe(twin.hash());
    expect(world.find('box')).toBeDefined();
  });

  it('a property that throws leaves no trace', () => {
    const world = new World();
    const before = world.hash();
    const thrown = new Error('mine');
    const descriptor = {
      shapes: [BOX],
      get density(): number {
        throw thrown;
      },
    };
    expect(() => world.createBody(descriptor)).toThrow(thrown);
    expect([world.hash(), world.graph.nodeCount]).toEqual([before, 0]);
  });

  it('of what is nested without end, or contains itself, is refused', () => {
    const round: Record<string, unknown> = { shapes: [BOX] };
    round.position = [round, round, round];
    expect(() => new World().createBody(round as never)).toThrow(InputError);
    let deep: unknown = 1;
    for (let i = 0; i < 1e5; i++) deep = [deep];
    expect(() => new World().createBody({ shapes: [BOX], position: deep } as never)).toThrow(InputError);
    expect(() => new World().createMaterial('x', JSON.parse('{"__proto__": {"friction": 1}}'))).toThrow(
      /__proto__ is not a field/,
    );
  });

  it('handles, typed arrays and motions by functions are what they are', () => {
    const motion = { kind: 'function', pose: () => {} };
    const array = new Float64Array(3);
    const world = new World();
    const body = world.createBody({ shapes: [BOX] });
    const copy = readOnce({ motion, array, body, list: [1, [2]] });
    expect([copy.motion, copy.array, copy.body]).toEqual([motion, array, body]);
    expect(copy.motion).toBe(motion);
    expect(copy.body).toBe(body);
    expect(copy.list).toEqual([1, [2]]);
  });
});

describe('options and hooks', () => {
  it('a stepper, scheduler or solver that is none is refused', () => {
    for (const stepper of [{ name: 'x' }, { name: 'x', needs: { solver: 'sweeps' } }, { name: 'x', needs: 5, make() {} }])
      expect(() => new World({ stepper: stepper as never })).toThrow(
        /^options\.stepper is an object, but must be a stepper such as/,
      );
    expect(() => new World({ scheduler: { name: 'fixed', offers: [] } as never })).toThrow(InputError);
    expect(() => new World({ solver: { name: 'pgs' } as never })).toThrow(InputError);
    expect(() => new World().set(Symbol('x') as never, 1 as never)).toThrow(
      'name is a symbol, but must be the name of a setting.',
    );
  });

  it('a clock that gives no number fails the step, and the world stays as it was', () => {
    const world = new World();
    world.createBody({ shapes: [BOX] });
    const before = world.hash();
    for (const now of [10n, Symbol('x'), Object.create(null), undefined]) {
      world.profiler.clock = () => now as never;
      expect(() => world.step(0.01)).toThrow(/^clock\(\) is .*, but must be a number of milliseconds\.$/);
      expect(world.hash()).toBe(before);
    }
    world.profiler.clock = null;
    world.step(0.01);
  });

  it.each(['clock', 'probe'] as const)('a %s that goes on failing leaves the world to be stepped on', (hook) => {
    const make = () => {
      const world = new World();
      world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
      for (let i = 0; i < 3; i++) world.createBody({ position: [0, 0.6 + 1.1 * i, 0], shapes: [BOX] });
      for (let i = 0; i < 5; i++) world.step(0.01);
      return world;
    };
    const [world, twin] = [make(), make()];
    let calls = 0;
    const failing = () => {
      if (++calls > 4) throw new Error('mine');
      return calls;
    };
    for (const deed of [() => world.detect(), () => world.step(0.01), () => world.contactProblems(0.01)]) {
      calls = 0;
      world.profiler[hook] = failing;
      expect(deed).toThrow('mine');
      world.profiler[hook] = null;
      expect(world.hash()).toBe(twin.hash());
    }
    world.step(0.01);
    twin.step(0.01);
    expect(world.hash()).toBe(twin.hash());
  });

  it('events are named by their number, and taken back from a time', () => {
    const world = new World();
    world.createTimer({ period: 0.01 });
    world.step(0.02);
    expect(world.events.at(0).kind).toBe('timer-tick');
    for (const index of [-1, 2, 0.5, Number.NaN, Object.create(null)]) expect(() => world.events.at(index)).toThrow(/^index is /);
    for (const time of [Number.NaN, Object.create(null), 'x'])
      expect(() => world.events.unwind(time as never)).toThrow(/^time is /);
  });

  it('a look at the problems of a step leaves the events of the last one to be read', () => {
    for (const events of ['safe', 'queue'] as const) {
      const world = new World({ settings: { events } });
      world.createTimer({ period: 0.01 });
      world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
      world.createBody({ position: [0, 0.5, 0], shapes: [BOX] });
      world.step(0.02);
      const before = [...world.events];
      expect(before.length).toBeGreaterThan(2);
      world.contactProblems(0.01);
      expect([...world.events]).toEqual(before);
    }
  });
});
