// Bodies that become others between steps: against worlds that were made so, by closed forms, and back in time.

import { describe, expect, it } from 'vitest';
import type { Body, BodyDescriptor, ShapeDescriptor, Vec3 } from '../../src/index.js';
import { METHODS, SCHEDULERS, World } from '../../src/index.js';
import type { MethodName } from '../../src/methods.js';
import { ball, cube, GROUND } from '../detection/contact-graph/parts.js';

const DT = 1 / 100;
const G = 10;
const NAMES = Object.keys(METHODS) as MethodName[];
const worldOf = (method: MethodName, options: ConstructorParameters<typeof World>[0] = {}): World =>
  new World({ ...options, stepper: METHODS[method], settings: { gravity: [0, -G, 0], ...options.settings } });
const run = (world: World, seconds: number): void => {
  for (let i = 0; i < Math.round(seconds / DT); i++) world.step(DT);
};
const motionOf = ({ position, orientation, velocity, angularVelocity }: Body) => ({
  position,
  orientation,
  velocity,
  angularVelocity,
});

describe('a body moved by a function', () => {
  it('goes on by the orientation it has, however that was rounded', () => {
    const world = new World();
    for (let i = 0; i < 100; i++) {
      const body = world.createBody({
        ...cube([0, 0, 0]),
        kind: 'scripted',
        orientation: [Math.sin(i), Math.cos(2 * i), Math.sin(3 * i + 1), 0.7],
        motion: { kind: 'function', pose: (time, position) => (position[1] += time) },
      });
      world.moveTo(body, [i, 0, 0], body.orientation);
      world.step(DT);
      expect(body.position[0]).toBe(i);
      world.remove(body);
    }
  });
});

describe('a body of another kind', () => {
  it.each(NAMES)('%s: stops where it becomes fixed, carries, and falls on from rest once it is rigid again', (method) => {
    const world = worldOf(method);
    const body = world.createBody(cube([0, 10, 0]));
    run(world, 0.5);
    const { position } = body;
    body.kind = 'fixed';
    expect([body.kind, body.mass]).toEqual(['fixed', 0]);
    const rider = world.createBody(ball([0, position[1] + 1, 0]));
    run(world, 0.5);
    expect(body.position).toEqual(position);
    expect(rider.position[1]).toBeCloseTo(position[1] + 1, 3);
    rider.remove();
    body.kind = 'rigid';
    expect(body.mass).toBeCloseTo(1000, 9);
    run(world, 0.5);
    expect(body.position[1]).toBeCloseTo(position[1] - 0.5 * G * 0.25, 9);
  });

  it.each(NAMES)(
    '%s: goes where it is told once it is scripted, and keeps the velocity it had there when it is let go',
    (method) => {
      const world = worldOf(method, { settings: { gravity: [0, 0, 0] } });
      const body = world.createBody(cube([0, 0, 0]));
      const pushed = world.createBody(ball([1, 0, 0]));
      body.kind = 'scripted';
      for (let i = 1; i <= 50; i++) {
        body.moveTo([0.02 * i, 0, 0]);
        world.step(DT);
      }
      expect(body.position[0]).toBeCloseTo(1, 9);
      expect(pushed.position[0]).toBeGreaterThan(1.9);
      world.changeBody(body, { kind: 'rigid', mass: 3 });
      expect([body.kind, body.mass]).toEqual(['rigid', 3]);
      expect(body.velocity[0]).toBeCloseTo(2, 9);
    },
  );

  it('follows a motion that it is given with it', () => {
    const world = worldOf('gsp');
    const body = world.createBody(cube([0, 3, 0]));
    world.changeBody(body, { kind: 'scripted', motion: { kind: 'oscillation', translation: [1, 0, 0], frequency: 1 } });
    run(world, 0.25);
    expect(body.position[0]).toBeCloseTo(1, 9);
    expect(body.position[1]).toBe(3);
  });

  it('tells that it touches another fixed body no more', () => {
    const world = worldOf('gsp', { settings: { events: 'queue' } });
    world.createBody(GROUND);
    const body = world.createBody(cube([0, 0.5, 0]));
    run(world, 0.1);
    world.events.take();
    body.kind = 'fixed';
    run(world, 0.1);
    expect(world.events.take().map(({ kind }) => kind)).toContain('vanishing-touching');
    expect([...world.graph.edgesOf(body)]).toEqual([]);
  });
});

describe('a body of other shapes', () => {
  const shapes: ShapeDescriptor[] = [
    { kind: 'box', size: [1, 0.4, 1] },
    { kind: 'sphere', radius: 0.3, position: [0.6, 0, 0] },
  ];
  it.each(NAMES)('%s: moves as one that was made with them: same bits', (method) => {
    const world = worldOf(method);
    world.createBody(GROUND);
    const body = world.createBody(cube([0, 2, 0], { velocity: [1, 0, 0], angularVelocity: [0, 2, 1], density: 500 }));
    body.shapes = shapes;
    const twin = worldOf(method);
    twin.createBody(GROUND);
    const made: BodyDescriptor = { position: [0, 2, 0], shapes, density: 500 };
    const other = twin.createBody(made);
    // The matter at the former centre of mass goes on as it did.
    other.velocity = body.velocity;
    other.angularVelocity = body.angularVelocity;
    expect(body.mass).toBeCloseTo(other.mass, 9);
    for (let i = 0; i < 3; i++) expect(body.centerOfMass[i]).toBeCloseTo(other.centerOfMass[i], 12);
    const arm = body.centerOfMass.map((x, i) => x - [0, 2, 0][i]) as Vec3;
    expect(body.velocity[1]).toBeCloseTo(1 * arm[0], 12);
    other.mass = body.mass;
    run(world, 1);
    run(twin, 1);
    expect(body.position[1]).toBeCloseTo(other.position[1], 6);
    expect(body.position[0]).toBeCloseTo(other.position[0], 6);
  });

  it.each(NAMES)('%s: is carried where its new shapes touch, and lets down what stood on it', (method) => {
    const world = worldOf(method);
    world.createBody(GROUND);
    const lower = world.createBody(cube([0, 0.5, 0]));
    const upper = world.createBody(cube([0, 1.5, 0]));
    run(world, 0.5);
    lower.shapes = [{ kind: 'box', size: [1, 0.5, 1] }];
    expect(lower.mass).toBeCloseTo(500, 9);
    run(world, 1.5);
    expect(lower.position[1]).toBeCloseTo(0.25, 2);
    expect(upper.position[1]).toBeCloseTo(1, 2);
  });

  it('wakes what sleeps on it', () => {
    const world = worldOf('gsp', { settings: { 'sleeping.enabled': 'on' } });
    world.createBody(GROUND);
    const shelf = world.createBody(cube([0, 0.5, 0], { kind: 'fixed' }));
    const box = world.createBody(cube([0, 1.5, 0]));
    run(world, 2);
    expect(box.sleep.asleep).toBe(true);
    shelf.shapes = [{ kind: 'box', size: [1, 0.5, 1] }];
    run(world, 1);
    expect(box.position[1]).toBeCloseTo(1.25, 2);
  });

  it('is seen so by queries, and answers with its shapes', () => {
    const world = worldOf('gsp');
    const body = world.createBody(cube([0, 0, 0]));
    expect(world.queries.castRay([0, 5, 0], [0, -1, 0], { maxDistance: 10 })?.distance).toBeCloseTo(4.5, 9);
    body.shapes = [{ kind: 'sphere', radius: 1 }];
    expect(world.queries.castRay([0, 5, 0], [0, -1, 0], { maxDistance: 10 })?.distance).toBeCloseTo(4, 9);
    expect(body.shapes.map(({ kind }) => kind)).toEqual(['sphere']);
  });
});

describe('time', () => {
  const change = (world: World, i: number): void => {
    const [a, b] = [world.find('a') as Body, world.find('b') as Body];
    if (i === 10) a.kind = 'fixed';
    if (i === 20) b.shapes = [{ kind: 'capsule', radius: 0.3, length: 0.5 }];
    if (i === 30)
      world.changeBody(a, { kind: 'scripted', motion: { kind: 'oscillation', translation: [0, 0.2, 0], frequency: 2 } });
    if (i === 45) a.kind = 'rigid';
  };
  const make = (options: ConstructorParameters<typeof World>[0], method: MethodName): World => {
    const world = worldOf(method, options);
    world.createBody(GROUND);
    world.createBody(cube([0, 0.6, 0], { name: 'a' }));
    world.createBody(ball([0.1, 1.7, 0], { name: 'b' }));
    return world;
  };
  it.each(NAMES)('%s: goes back over changes, and on again to the same hash; bytes too', (method) => {
    const world = make({}, method);
    const [hashes, snapshots]: [string[], ReturnType<World['snapshot']>[]] = [[], []];
    for (let i = 0; i < 60; i++) {
      change(world, i);
      snapshots.push(world.snapshot());
      world.step(DT);
      hashes.push(world.hash());
    }
    for (const at of [40, 5, 25, 12]) {
      world.restore(snapshots[at]);
      for (let i = at; i < 60; i++) {
        if (i > at) change(world, i);
        world.step(DT);
        expect(world.hash()).toBe(hashes[i]);
      }
    }
    expect((world.find('a') as Body).kind).toBe('rigid');
  });

  it('of a history goes back over them too', () => {
    const world = make({ history: { seconds: 10 } }, 'gsp');
    const hashes: string[] = [];
    const times: number[] = [];
    for (let i = 0; i < 60; i++) {
      times.push(world.time);
      change(world, i);
      world.step(DT);
      hashes.push(world.hash());
    }
    world.rewind(times[25]);
    for (let i = 25; i < 60; i++) {
      change(world, i);
      world.step(DT);
      expect(world.hash()).toBe(hashes[i]);
    }
  });

  it.each(['retroactive', 'conservative', 'timewarp'] as const)('%s: lets a body fall, stop and fall again', (scheduler) => {
    const world = make({ scheduler: SCHEDULERS[scheduler] }, 'gsp');
    const b = world.find('b') as Body;
    run(world, 0.2);
    b.kind = 'fixed';
    const { position } = b;
    run(world, 0.2);
    expect(b.position).toEqual(position);
    b.position = [5, 5, 0];
    b.kind = 'rigid';
    run(world, 0.5);
    expect(b.position[1]).toBeCloseTo(5 - 0.5 * G * 0.25, 6);
  });
});

describe('bad input', () => {
  const refusals: [string, (world: World, body: Body) => void][] = [
    [
      'kind',
      (_, body) => {
        body.kind = 'liquid' as 'rigid';
      },
    ],
    [
      'shapes',
      (_, body) => {
        body.shapes = [{ kind: 'sphere', radius: -1 }];
      },
    ],
    [
      'half-space',
      (_, body) => {
        body.shapes = [{ kind: 'half-space' }];
      },
    ],
    [
      'empty',
      (_, body) => {
        body.shapes = [];
      },
    ],
    [
      'mesh',
      (_, body) => {
        body.shapes = [{ kind: 'mesh', mesh: 'none' }];
      },
    ],
    ['motion', (world, body) => world.changeBody(body, { motion: { kind: 'oscillation', frequency: 1 } })],
    ['density', (world, body) => world.changeBody(body, { mass: 1, density: 1 })],
    ['colour', (world, body) => world.changeBody(body, { colour: 'red' } as object)],
    ['change', (world, body) => world.changeBody(body, undefined as unknown as object)],
    ['another world', (_, body) => new World().changeBody(body, { kind: 'fixed' })],
  ];
  it.each(refusals)('of %s is refused by a sentence, and changes nothing', (named, attempt) => {
    const world = worldOf('gsp');
    const body = world.createBody(cube([0, 1, 0]));
    run(world, 0.1);
    const before = [world.hash(), motionOf(body), body.shapes];
    expect(() => attempt(world, body)).toThrow(named);
    expect([world.hash(), motionOf(body), body.shapes]).toEqual(before);
    world.step(DT);
  });

  it('is a part of a composite, a link, and what a joint holds to the world', () => {
    const world = worldOf('gsp');
    const [a, b, c] = [0, 2, 4].map((x) => world.createBody(cube([x, 1, 0])));
    world.createComposite({ members: [a, b] });
    expect(() => {
      a.kind = 'fixed';
    }).toThrow('part of a composite');
    world.createJoint({ kind: 'ball', bodyB: c, anchor: [4, 2, 0] });
    expect(() => {
      c.kind = 'fixed';
    }).toThrow('one of the two must move');
    c.shapes = [{ kind: 'sphere', radius: 0.5 }];
    run(world, 0.2);
    expect(c.position.every(Number.isFinite)).toBe(true);
  });
});
