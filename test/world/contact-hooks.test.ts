// Contact hooks against twins: worlds whose materials and rules say from the beginning what a hook says of each pair.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Body, ContactPair } from '../../src/index.js';
import { METHODS, SCHEDULERS, World } from '../../src/index.js';
import type { MethodName } from '../../src/methods.js';
import { ball, cube, GROUND } from '../detection/contact-graph/parts.js';

const DT = 1 / 64;
const NAMES = Object.keys(METHODS) as MethodName[];

/** Some bodies above the ground, each of a material of its own. */
function pile(method: MethodName, places: readonly number[], history?: { seconds: number }): World {
  const world = new World({ stepper: METHODS[method], ...(history && { history }) });
  places.forEach((_, i) => {
    world.createMaterial(`m${i}`, { friction: 0.5, restitution: 0.3 });
  });
  world.createMaterial('ground', { friction: 0.5, restitution: 0.3 });
  world.createBody({ ...GROUND, material: 'ground' });
  places.forEach((x, i) => {
    world.createBody(
      (i % 2 === 0 ? ball : cube)([0.3 * x, 0.55 + 1.05 * i, 0.1 * x], { material: `m${i}`, velocity: [x, 0, 0] }),
    );
  });
  return world;
}

const frictionOf = (i: number, j: number): number => ((3 * i + 5 * j) % 7) / 7;
const restitutionOf = (i: number, j: number): number => ((5 * i + 2 * j) % 4) / 5;
const isRefused = (i: number, j: number): boolean => i > 0 && (i + j) % 3 === 0;
const indexOf = ({ bodyA, bodyB }: ContactPair, bodies: readonly Body[]): [number, number] => [
  bodies.indexOf(bodyA),
  bodies.indexOf(bodyB),
];
const motionOf = (world: World) =>
  [...world.bodies()].map(({ position, orientation, velocity }) => [position, orientation, velocity]);

describe('a hook that says what materials could say', () => {
  it.each(NAMES)('%s: gives the same bits as these materials: random piles', (method) => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -2, max: 2 }), { minLength: 1, maxLength: 5 }), (places) => {
        const [hooked, twin] = [pile(method, places), pile(method, places)];
        const bodies = [...hooked.bodies()];
        hooked.hookContacts((pair) => {
          const [i, j] = indexOf(pair, bodies);
          pair.friction = frictionOf(i, j);
          pair.restitution = restitutionOf(i, j);
        });
        const names = ['ground', ...places.map((_, i) => `m${i}`)];
        names.forEach((a, i) => {
          names.forEach((b, j) => {
            if (i < j) twin.setMaterialPair(a, b, { friction: frictionOf(i, j), restitution: restitutionOf(i, j) });
          });
        });
        for (let i = 0; i < 40; i++) for (const world of [hooked, twin]) world.step(DT);
        expect(hooked.hash()).toBe(twin.hash());
      }),
      { numRuns: 6 },
    );
  });
});

describe('a hook that refuses pairs', () => {
  it.each(NAMES)('%s: lets bodies move as rules do that ignore these pairs', (method) => {
    const places = [0, 1, -1, 0, 1];
    const [hooked, twin] = [pile(method, places), pile(method, places)];
    const bodies = [...hooked.bodies()];
    const twins = [...twin.bodies()];
    hooked.hookContacts((pair) => {
      if (isRefused(...indexOf(pair, bodies))) pair.refuse();
    });
    // Their hashes differ by the hook alone, which is no state.
    twin.hookContacts(() => {});
    twins.forEach((a, i) => {
      twins.forEach((b, j) => {
        if (i < j && isRefused(i, j)) twin.createRule({ kind: 'ignore', between: [a], and: [b] });
      });
    });
    for (let i = 0; i < 60; i++) {
      for (const world of [hooked, twin]) world.step(DT);
      expect(motionOf(hooked)).toEqual(motionOf(twin));
    }
  });
});

describe('closed forms', () => {
  it.each(NAMES)('%s: a box on a floor that the hook makes slippery slides on; with friction mu it slows by mu g', (method) => {
    for (const mu of [0, 0.2]) {
      const world = new World({ stepper: METHODS[method], settings: { gravity: [0, -10, 0] } });
      world.createBody(GROUND);
      const body = world.createBody(cube([0, 0.5, 0], { velocity: [4, 0, 0] }));
      world.hookContacts((pair) => {
        pair.friction = mu;
      });
      for (let i = 0; i < 64; i++) world.step(DT);
      expect(Math.abs(body.velocity[0] - (4 - mu * 10))).toBeLessThan(0.12);
    }
  });
});

describe('time', () => {
  it.each(['gsp', 'ncp'] as const)('%s: rewinding, restoring and late inputs give the same hash', (method) => {
    const make = () => {
      const world = pile(method, [0, 1, -1, 2], { seconds: 3 });
      const bodies = [...world.bodies()];
      // Of the time, of velocities and of who it is: all of it is state.
      world.hookContacts((pair) => {
        const [i, j] = indexOf(pair, bodies);
        pair.friction = pair.time > 0.4 ? 0.1 : frictionOf(i, j);
        if (pair.bodyB.velocity[0] > 1.5 && i > 0) pair.refuse();
      });
      return { world, bodies };
    };
    const { world, bodies } = make();
    for (let i = 0; i < 20; i++) world.step(DT);
    const snapshot = world.snapshot();
    const { time } = world;
    for (let i = 0; i < 30; i++) world.step(DT);
    const hash = world.hash();
    world.rewind(time);
    for (let i = 0; i < 30; i++) world.step(DT);
    expect(world.hash()).toBe(hash);
    const push = (body: Body) => body.applyImpulse([0, 300, 0]);
    world.input(bodies[2], push, { time: 30 * DT });
    const prompt = make();
    for (let i = 0; i < 50; i++) {
      if (i === 30) prompt.world.input(prompt.bodies[2], push, { time: 30 * DT });
      prompt.world.step(DT);
    }
    expect(world.hash()).toBe(prompt.world.hash());
    world.restore(snapshot);
    for (let i = 0; i < 30; i++) world.step(DT);
    expect(world.hash()).toBe(hash);
  });

  it('what a hook says of bodies at rest counts from the step on in which it says it', () => {
    const world = new World({ settings: { gravity: [2, -10, 0] } });
    world.createBody(GROUND);
    const body = world.createBody(cube([0, 0.5, 0]));
    world.hookContacts((pair) => {
      pair.friction = pair.time >= 1 ? 0 : 0.5;
    });
    for (let i = 0; i < 64; i++) world.step(DT);
    expect(body.velocity).toEqual([0, 0, 0]);
    for (let i = 0; i < 32; i++) world.step(DT);
    expect(body.velocity[0]).toBeCloseTo(2 * 0.5, 6);
  });
});

describe('a hook in a world that sleeps', () => {
  it.each(NAMES)('%s: gives the same bits as materials, and is asked again of what wakes', (method) => {
    const [hooked, twin] = [pile(method, [0, 1, 0]), pile(method, [0, 1, 0])];
    const bodies = [...hooked.bodies()];
    const names = ['ground', 'm0', 'm1', 'm2'];
    let asked = 0;
    hooked.hookContacts((pair) => {
      const [i, j] = indexOf(pair, bodies);
      asked++;
      pair.friction = 0.3 + frictionOf(i, j) / 2;
    });
    names.forEach((a, i) => {
      names.forEach((b, j) => {
        if (i < j) twin.setMaterialPair(a, b, { friction: 0.3 + frictionOf(i, j) / 2 });
      });
    });
    for (const world of [hooked, twin]) {
      world.set('sleeping.enabled', 'on');
      for (let i = 0; i < 400; i++) world.step(DT);
    }
    expect(hooked.hash()).toBe(twin.hash());
    const [before, asleep] = [asked, bodies.filter(({ sleep }) => sleep.asleep).length];
    // Balls roll on.
    if (method === 'gsp') expect(asleep).toBeGreaterThan(0);
    for (const world of [hooked, twin]) {
      const body = [...world.bodies()][2];
      body.velocity = [1, 2, 0];
      const snapshot = world.snapshot();
      for (let i = 0; i < 40; i++) world.step(DT);
      const hash = world.hash();
      world.restore(snapshot);
      for (let i = 0; i < 40; i++) world.step(DT);
      expect(world.hash()).toBe(hash);
    }
    expect(asked).toBeGreaterThan(before);
    expect(hooked.hash()).toBe(twin.hash());
  });
});

describe('a hook that is wrong', () => {
  it.each([
    [
      'throws',
      () => {
        throw new Error('boom');
      },
      'A contact hook has thrown in step 11, which is not taken: boom',
    ],
    [
      'gives no number',
      (pair: ContactPair) => {
        pair.friction = '1' as never;
      },
      'A contact hook has thrown in step 11, which is not taken: friction is "1", but must be a finite number of at least 0.',
    ],
    [
      'gives too much',
      (pair: ContactPair) => {
        pair.restitution = 2;
      },
      'A contact hook has thrown in step 11, which is not taken: restitution is 2, but must be a finite number of at least 0 and of at most 1.',
    ],
    [
      'changes the world',
      ({ bodyB }: ContactPair) => bodyB.remove(),
      'A contact hook has thrown in step 11, which is not taken: The world is in the middle of a step; change it between steps.',
    ],
  ])('%s: the step is not taken, and the world is as it was', (_, hook, words) => {
    const [world, twin] = [pile('gsp', [0, 1, -1]), pile('gsp', [0, 1, -1])];
    for (let i = 0; i < 10; i++) for (const one of [world, twin]) one.step(DT);
    const unhook = world.hookContacts(hook);
    const hash = world.hash();
    for (let i = 0; i < 3; i++) expect(() => world.step(DT)).toThrow(words);
    expect([world.hash(), world.stepCount]).toEqual([hash, 10]);
    unhook();
    unhook();
    for (let i = 0; i < 20; i++) for (const one of [world, twin]) one.step(DT);
    expect(world.hash()).toBe(twin.hash());
  });

  it.each(NAMES)('%s: lets a fast body pass a thin wall that it refuses, and no other', (method) => {
    for (const isOpen of [true, false]) {
      const world = new World({ stepper: METHODS[method], settings: { gravity: [0, 0, 0] } });
      const wall = world.createBody({ kind: 'fixed', shapes: [{ kind: 'box', size: [0.05, 2, 2] }] });
      const bullet = world.createBody({
        position: [-1.3, 0, 0],
        velocity: [100, 0, 0],
        shapes: [{ kind: 'sphere', radius: 0.02 }],
      });
      world.hookContacts((pair) => {
        if (isOpen && [pair.bodyA, pair.bodyB].includes(wall)) pair.refuse();
      });
      for (let i = 0; i < 10; i++) world.step(DT);
      expect(bullet.position[0] > 0.05).toBe(isOpen);
      if (isOpen) expect(bullet.velocity).toEqual([100, 0, 0]);
    }
  });

  it('is refused where it cannot be asked, and what cannot be with it is refused', () => {
    for (const name of ['timewarp', 'conservative', 'retroactive'] as const)
      expect(() => new World({ scheduler: SCHEDULERS[name] }).hookContacts(() => {})).toThrow(`with the scheduler ${name}`);
    expect(() => new World({ settings: { 'detection.continuous': 4 } }).hookContacts(() => {})).toThrow('detection.continuous');
    expect(() => new World().hookContacts(3 as never)).toThrow('hook is 3, but must be a function.');
    const world = new World();
    const unhook = world.hookContacts(() => {});
    expect(() => world.set('detection.continuous', 2)).toThrow('detection.continuous is above 1');
    expect(world.settings['detection.continuous']).toBe(1);
    unhook();
    world.set('detection.continuous', 2);
  });
});
