// Categories and masks: who meets whom, against a look at all pairs; what changes when they, or rules and triggers, are
// changed later, and who wakes.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Body } from '../../../src/index.js';
import { METHODS, World } from '../../../src/index.js';
import type { MethodName } from '../../../src/methods.js';
import { ball, cube, GROUND } from './parts.js';

const STEP = 1 / 64;
const WEIGHTLESS = { gravity: [0, 0, 0] } as const;
const bits = fc.oneof(fc.integer({ min: 0, max: 7 }), fc.constantFrom(0x80000001, 0x80000000, 0xffffffff));

/** Whether two may meet. */
const meet = (a: { category: number; mask: number }, b: { category: number; mask: number }): boolean =>
  (a.category & b.mask) !== 0 && (b.category & a.mask) !== 0;

/** The pairs of bodies that touch and of a trigger and those in it, by a look at all pairs: balls of radius 1/2. */
function touching(world: World): string[] {
  const found: string[] = [];
  for (const edge of world.graph.edges()) if (edge.state !== 'separated') found.push(`${edge.a} ${edge.b}`);
  return found.sort();
}

describe('masks', () => {
  it('let meet whom they should and nobody else: random worlds, changed in between', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({ x: fc.integer({ min: 0, max: 6 }), z: fc.integer({ min: 0, max: 3 }), category: bits, mask: bits }),
          {
            minLength: 2,
            maxLength: 12,
          },
        ),
        fc.array(fc.record({ i: fc.nat(11), category: bits, mask: bits }), { maxLength: 4 }),
        fc.record({ category: bits, mask: bits }),
        (given, changes, gate) => {
          const world = new World({ settings: WEIGHTLESS });
          const trigger = world.createTrigger({ shapes: [{ kind: 'sphere', radius: 2 }], ...gate });
          // Thirty centimetres apart, so that neighbours are in each other and others are far.
          const balls = given.map(({ x, z, category, mask }) =>
            world.createBody({
              ...ball([1.3 * x, 0, 1.3 * z]),
              kind: 'rigid',
              category,
              mask,
              shapes: [{ kind: 'sphere', radius: 0.7 }],
            }),
          );
          const check = (): void => {
            world.detect();
            const expected: string[] = [];
            const all: readonly { id: number; category: number; mask: number; position: readonly number[]; reach: number }[] = [
              { id: trigger.id, category: trigger.category, mask: trigger.mask, position: [0, 0, 0], reach: 2 },
              ...balls.map((body) => ({
                id: body.id,
                category: body.category,
                mask: body.mask,
                position: body.position,
                reach: 0.7,
              })),
            ];
            all.forEach((a, i) => {
              for (const b of all.slice(i + 1)) {
                const distance = Math.hypot(...a.position.map((x, k) => x - b.position[k]));
                if (distance < a.reach + b.reach && meet(a, b)) expected.push(`${a.id} ${b.id}`);
              }
            });
            expect(touching(world)).toEqual(expected.sort());
          };
          check();
          for (const { i, category, mask } of changes) {
            const body = balls[i % balls.length];
            body.category = category;
            body.mask = mask;
            check();
          }
          trigger.mask = 0;
          check();
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each(Object.keys(METHODS) as MethodName[])(
    '%s: a box falls through a ground that it does not meet, and stands on it else',
    (name) => {
      for (const mask of [1, 2]) {
        const world = new World({ stepper: METHODS[name] });
        world.createBody({ ...GROUND, category: 2 });
        const body = world.createBody(cube([0, 0.5, 0], { mask }));
        for (let i = 0; i < 64; i++) world.step(STEP);
        if (mask === 2) expect(body.position[1]).toBeCloseTo(0.5, 3);
        else expect(body.position[1]).toBeLessThan(-3);
      }
    },
  );

  it('are state: snapshots, hashes and rewinding have them', () => {
    const world = new World({ history: { seconds: 2 } });
    world.createBody(GROUND);
    const body = world.createBody(cube([0, 0.5, 0]));
    for (let i = 0; i < 5; i++) world.step(STEP);
    const [hash, snapshot, time] = [world.hash(), world.snapshot(), world.time];
    body.mask = 4;
    expect(world.hash()).not.toBe(hash);
    for (let i = 0; i < 5; i++) world.step(STEP);
    const fallen = world.hash();
    world.rewind(time);
    expect([body.mask, world.hash()]).toEqual([0xffffffff, hash]);
    body.mask = 4;
    for (let i = 0; i < 5; i++) world.step(STEP);
    expect(world.hash()).toBe(fallen);
    world.restore(snapshot);
    expect([body.mask, world.hash()]).toEqual([0xffffffff, hash]);
  });

  it('wake what sleeps on a ground that it no longer meets, and end its touching with an event', () => {
    for (const whose of ['ground', 'box'] as const) {
      const world = new World({ settings: { 'sleeping.enabled': 'on' } });
      const bodies = { ground: world.createBody(GROUND), box: world.createBody(cube([0, 0.5, 0])) };
      for (let i = 0; i < 200 && !bodies.box.sleep.asleep; i++) world.step(STEP);
      expect(bodies.box.sleep.asleep).toBe(true);
      bodies[whose].mask = 0;
      expect(bodies.box.sleep).toMatchObject({ asleep: false, why: 'changed' });
      world.step(STEP);
      expect(world.events.countOf('vanishing-touching')).toBe(1);
      for (let i = 0; i < 30; i++) world.step(STEP);
      expect(bodies.box.position[1]).toBeLessThan(0);
    }
  });

  it.each([
    [
      'a text',
      (body: Body) => Object.assign(body, { mask: '3' }),
      /^mask is "3", but must be a whole number of at least 0 and of at most 4294967295\.$/,
    ],
    ['a fraction', (body: Body) => Object.assign(body, { category: 0.5 }), /^category is 0\.5/],
    ['too many bits', (body: Body) => Object.assign(body, { category: 2 ** 32 }), /^category is 4294967296/],
    [
      'a rule',
      ({ world }: Body) => Object.assign((world as World).createRule({ kind: 'ignore', between: ['box'] }), { mask: 1 }),
      /is given to a rule/,
    ],
  ])('%s is refused by a sentence, and nothing changes', (_, act, words) => {
    const world = new World();
    const body = world.createBody(cube([0, 0.5, 0], { name: 'box' }));
    expect(() => act(body)).toThrow(words);
    expect([body.category, body.mask]).toEqual([1, 0xffffffff]);
  });
});

describe('rules and triggers changed later', () => {
  it('a rule gets other bodies and another kind: contacts come and go with the next step', () => {
    const world = new World({ settings: WEIGHTLESS });
    const [a, b, c] = [0, 1, 2].map((i) => world.createBody(cube([0, 1.002 * i, 0], { name: 'abc'[i] })));
    const rule = world.createRule({ kind: 'ignore', between: [a], and: [b] });
    const pairs = (): string[] =>
      [
        ...[...world.graph.edges()]
          .filter(({ state }) => state !== 'separated')
          .map((edge) => `${world.body(edge.a)?.name}${world.body(edge.b)?.name}`),
      ].sort();
    world.step(STEP);
    expect(pairs()).toEqual(['bc']);
    world.changeRule(rule, { and: [c], between: ['b'] });
    world.step(STEP);
    expect(pairs()).toEqual(['ab']);
    expect([...world.events].map(({ kind }) => kind).filter((kind) => kind.endsWith('touching'))).toEqual([
      'new-touching',
      'vanishing-touching',
    ]);
    world.changeRule(rule, { kind: 'only' });
    world.step(STEP);
    expect(pairs()).toEqual(['bc']);
    const hash = world.hash();
    expect(() => world.changeRule(rule, { between: [] })).toThrow(/^change\.between is/);
    expect(() => world.changeRule(rule, { kind: 'never' as 'only' })).toThrow(/^change\.kind is "never"/);
    expect(() => world.changeRule(a, { kind: 'only' })).toThrow(/is a rigid, but must be a rule\.$/);
    expect(world.hash()).toBe(hash);
  });

  it('wakes what it is about, former bodies and new ones', () => {
    const world = new World({ settings: { 'sleeping.enabled': 'on' } });
    const ground = world.createBody(GROUND);
    const [a, b, c] = [0, 3, 6].map((x) => world.createBody(cube([x, 0.5, 0])));
    const other = world.createBody(cube([50, 0.5, 0]));
    const rule = world.createRule({ kind: 'ignore', between: [a], and: [other] });
    for (let i = 0; i < 200 && !c.sleep.asleep; i++) world.step(STEP);
    expect([a, b, c].map(({ sleep }) => sleep.asleep)).toEqual([true, true, true]);
    world.changeRule(rule, { between: [b], and: [ground] });
    expect([a, b, c].map(({ sleep }) => sleep.asleep)).toEqual([false, false, true]);
    for (let i = 0; i < 40; i++) world.step(STEP);
    expect(b.position[1]).toBeLessThan(0);
    expect(a.position[1]).toBeCloseTo(0.5, 6);
  });

  it('a trigger is put elsewhere: what it left is out, what it came to is in', () => {
    const world = new World({ settings: WEIGHTLESS });
    const gate = world.createTrigger({ shapes: [{ kind: 'sphere', radius: 1 }] });
    const bodies = [world.createBody(ball([0, 0, 0])), world.createBody(ball([9, 0, 0]))];
    world.step(STEP);
    expect([...world.events].map(({ kind, nodeB }) => [kind, nodeB])).toEqual([['in-trigger', bodies[0]]]);
    world.setPose(gate, [9, 0, 0], [0, 0, 0, 1]);
    world.step(STEP);
    expect([...world.events].map(({ kind, nodeB }) => [kind, nodeB])).toEqual([
      ['out-trigger', bodies[0]],
      ['in-trigger', bodies[1]],
    ]);
  });
});
