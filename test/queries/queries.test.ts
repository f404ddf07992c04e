// What all queries share: filters, batches, earlier moments, changes between queries, callbacks, and what is refused.

import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { Hit, Vec3 } from '../../src/index.js';
import { Body, Hits, InputError, Random, World } from '../../src/index.js';
import { DART, randomTurn, randomVector, SHAPES } from './twins.js';

function makeWorld() {
  const random = new Random(31);
  const world = new World();
  world.createMesh('dart', { vertices: DART.vertices, triangles: DART.triangles, error: 0.05 });
  world.createBody({ kind: 'fixed', name: 'ground', position: [0, -4, 0], shapes: [{ kind: 'half-space' }] });
  const kinds = Object.values(SHAPES).filter(({ kind }) => kind !== 'half-space');
  for (let i = 0; i < 30; i++) {
    const kind = (['rigid', 'fixed', 'scripted'] as const)[i % 3];
    const motion =
      kind === 'scripted' ? { kind: 'oscillation' as const, frequency: 1, translation: [1, 0, 0] as Vec3 } : undefined;
    const shapes = [kinds[i % kinds.length]];
    world.createBody({
      kind,
      position: randomVector(random, 4),
      orientation: randomTurn(random),
      shapes,
      ...(motion && { motion }),
    });
  }
  return { world, random };
}

const place = (hit: Hit | undefined) => hit && { ...hit, body: hit.body.id };

describe('filters', () => {
  const world = new World();
  const box = { kind: 'box', size: [1, 1, 1] } as const;
  const [a, b] = [0, 2].map((y) => world.createBody({ kind: 'fixed', position: [0, y, 0], shapes: [box] }));
  const c = world.createBody({ position: [0, 4, 0], shapes: [box] });
  const trigger = world.createTrigger({ position: [0, 6, 0], shapes: [box] });
  const d = world.createBody({ position: [0, 8, 0], shapes: [box], active: false });
  const down = (options?: Parameters<World['queries']['castRay']>[2]) =>
    world.queries.castRay([0, 10, 0], [0, -1, 0], options)?.body.id;

  it('leave out passive bodies, and triggers unless they are asked for', () => {
    expect(down()).toBe(c.id);
    expect(down({ triggers: true })).toBe(trigger.id);
    d.active = true;
    expect(down()).toBe(d.id);
    d.active = false;
    expect(down()).toBe(c.id);
  });

  it('see by body, by kind and by function', () => {
    expect(down({ except: c })).toBe(b.id);
    expect(down({ except: [c, b] })).toBe(a.id);
    expect(down({ only: [a, b] })).toBe(b.id);
    expect(down({ kinds: ['fixed'] })).toBe(b.id);
    expect(down({ kinds: [] })).toBeUndefined();
    expect(down({ filter: (body) => (body as Body).position[1] < 1 })).toBe(a.id);
    expect(world.queries.castRayAll([0, 10, 0], [0, -1, 0], { kinds: ['fixed'], except: b }).map(({ body }) => body.id)).toEqual([
      a.id,
    ]);
    expect(world.queries.overlapBox([-1, -1, -1], [1, 9, 1], { kinds: ['rigid'] }).map(({ body }) => body.id)).toEqual([c.id]);
  });

  it('see by category, as it is now and as it was in a snapshot', () => {
    expect(down({ category: 1 })).toBe(c.id);
    expect(down({ category: 6 })).toBeUndefined();
    expect(down({ category: 0 })).toBeUndefined();
    const before = world.snapshot();
    [a.category, b.category, c.category, trigger.category] = [6, 2, 0, 0x80000000];
    expect(down({ category: 2 })).toBe(b.id);
    expect(down({ category: 4 })).toBe(a.id);
    expect(down({ category: 2, except: b })).toBe(a.id);
    expect(down({ category: 0x80000000, triggers: true })).toBe(trigger.id);
    expect(down({ category: 0x80000000 })).toBeUndefined();
    // All categories are not the same as whatever category: c is in none.
    expect(down({ category: 0xffffffff })).toBe(b.id);
    expect(down()).toBe(c.id);
    expect(world.at(before).castRay([0, 10, 0], [0, -1, 0], { category: 1 })?.body.id).toBe(c.id);
    world.restore(before);
  });

  it('see as a body that looks, by the masks of both', () => {
    const before = world.snapshot();
    expect(down({ as: c })).toBe(b.id);
    [b.category, c.mask] = [4, 2 | 1];
    expect(down({ as: c })).toBe(a.id);
    [b.category, b.mask] = [1, 8];
    expect(down({ as: c })).toBe(a.id);
    c.category = 8;
    expect(down({ as: c })).toBe(b.id);
    expect(down({ as: c, except: b })).toBe(a.id);
    expect(down({ as: b })).toBe(c.id);
    expect(down({ as: b, except: c })).toBeUndefined();
    expect(world.at(before).castRay([0, 10, 0], [0, -1, 0], { as: b })?.body.id).toBe(c.id);
    world.restore(before);
  });

  it('are not asked of what is not met, and may change nothing', () => {
    const asked: number[] = [];
    world.queries.castRayAny([5, 10, 0], [0, -1, 0], { filter: ({ id }) => asked.push(id) > 0 });
    expect(asked).toEqual([]);
    const before = world.hash();
    const move = () => {
      c.position = [9, 9, 9];
      return true;
    };
    expect(() => down({ filter: move })).toThrow('The world is in the middle of a step');
    expect(() => down({ filter: () => down() === a.id })).toThrow('A query is under way');
    expect(() => down({ filter: () => 1 as unknown as boolean })).toThrow('what options.filter returns is 1');
    expect(world.hash()).toBe(before);
    expect(down()).toBe(c.id);
  });

  it('hand out bodies as bodies and triggers as what they are', () => {
    expect(world.queries.castRay([0, 10, 0], [0, -1, 0])?.body).toBeInstanceOf(Body);
    expect(world.queries.castRay([0, 10, 0], [0, -1, 0], { triggers: true })?.body.kind).toBe('trigger');
  });
});

describe('batches', () => {
  const { world, random } = makeWorld();
  const count = 300;
  const origins = new Float64Array(3 * count).map(() => random.uniform(-6, 6));
  const ways = new Float64Array(3 * count).map(() => random.uniform(-4, 4));
  const hits = new Hits(count);
  const at = (list: Float64Array, i: number) => [...list.slice(3 * i, 3 * i + 3)] as Vec3;

  it('of rays answer as each ray alone', () => {
    const found = world.queries.castRays(origins, ways, hits);
    const alone = Array.from({ length: count }, (_, i) => world.queries.castRay(at(origins, i), at(ways, i)));
    expect(found).toBe(alone.filter((hit) => hit !== undefined).length);
    expect(Array.from({ length: count }, (_, i) => world.queries.hitOf(hits, i))).toEqual(alone);
  });

  it('of shapes answer as each shape alone', () => {
    const shape = { kind: 'capsule', radius: 0.2, length: 0.6, orientation: [0.6, 0, 0, 0.8] } as const;
    world.queries.castShapes(shape, origins, ways, hits);
    for (let i = 0; i < count; i++) {
      const alone = world.queries.castShape(shape, { position: at(origins, i) }, at(ways, i));
      expect(place(world.queries.hitOf(hits, i))).toEqual(place(alone && { ...alone, fraction: 0 }));
    }
  });

  it('of closest points answer as each point alone', () => {
    world.queries.closestPoints(Float32Array.from(origins), hits, { maxDistance: 1 });
    for (let i = 0; i < count; i++) {
      const alone = world.queries.closestPoint(at(Float64Array.from(Float32Array.from(origins)), i), { maxDistance: 1 });
      expect(place(world.queries.hitOf(hits, i))).toEqual(place(alone && { ...alone, fraction: 0 }));
    }
  });
});

describe('earlier moments', () => {
  const { world, random } = makeWorld();
  const rays = Array.from({ length: 100 }, () => ({ o: randomVector(random, 6), d: randomVector(random, 1) }));
  const look = (queries: World['queries']) => rays.map(({ o, d }) => place(queries.castRay(o, d)));

  it('answer as the world did then, and leave it alone', () => {
    const before = look(world.queries);
    const snapshot = world.snapshot();
    for (let i = 0; i < 40; i++) world.step(1 / 60);
    const removed = [...world.bodies()][3];
    removed.remove();
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'sphere', radius: 2 }] });
    const [now, hash] = [look(world.queries), world.hash()];
    expect(now).not.toEqual(before);
    const then = world.at(snapshot);
    expect(look(then)).toEqual(before);
    expect(world.hash()).toBe(hash);
    expect(look(world.queries)).toEqual(now);
    // What is gone since was there, and says that it is gone.
    const hits = then.closestPointAll([0, 0, 0]);
    expect(hits.find(({ body }) => body.id === removed.id)?.body.isAlive).toBe(false);
    expect(then.castRay([0, 9, 0], [0, -1, 0], { except: removed })).toBeDefined();
    const change = () => {
      removed.world.setActive([...world.bodies()][0], false);
      return true;
    };
    expect(() => then.castRay([0, 9, 0], [0, -1, 0], { filter: change })).toThrow('The world is in the middle of a step');
    expect(world.hash()).toBe(hash);
    world.restore(snapshot);
    expect(look(world.queries)).toEqual(before);
  });
});

describe('the present state', () => {
  it('is seen at once after steps and changes', () => {
    const world = new World();
    const ball = world.createBody({ position: [0, 5, 0], shapes: [{ kind: 'sphere', radius: 1 }] });
    const below = () => world.queries.castRay([0, 10, 0], [0, -1, 0])?.distance;
    expect(below()).toBe(4);
    ball.position = [0, 3, 0];
    expect(below()).toBe(6);
    world.step(0.1);
    expect(below()).toBe(9 - ball.position[1]);
    const other = world.createBody({ kind: 'fixed', position: [0, 8, 0], shapes: [{ kind: 'sphere', radius: 1 }] });
    expect(below()).toBe(1);
    other.remove();
    expect(below()).toBe(9 - ball.position[1]);
  });

  it('is seen within a step by what is called there', () => {
    const world = new World();
    const seen: (number | undefined)[] = [];
    const pose = (t: number, position: Vec3) => {
      seen.push(world.queries.castRay([5, 10, 0], [0, -1, 0])?.distance);
      position[0] = t;
    };
    world.createBody({ position: [5, 0, 0], velocity: [0, 1, 0], gravityScale: 0, shapes: [{ kind: 'sphere', radius: 1 }] });
    world.createBody({ kind: 'scripted', shapes: [], motion: { kind: 'function', pose } });
    for (let i = 0; i < 3; i++) world.step(0.5);
    // Each step asks the motion for where it ends, while bodies are still where it begins.
    expect(seen.at(-1)).toBe(8);
    expect(world.queries.castRay([5, 10, 0], [0, -1, 0])?.distance).toBe(7.5);
  });

  it('has members of composites and all shapes of a body', () => {
    const world = new World();
    const [a, b] = [-2, 2].map((x) => world.createBody({ position: [x, 0, 0], shapes: [{ kind: 'sphere', radius: 1 }] }));
    world.createComposite({ members: [a, b] });
    expect(world.queries.castRayAll([-9, 0, 0], [1, 0, 0]).map(({ body }) => body.id)).toEqual([a.id, b.id]);
    const shapes = [0, 1].map((i) => ({ kind: 'sphere' as const, radius: 0.5, position: [0, 0, 3 * i] as Vec3 }));
    const two = world.createBody({ kind: 'fixed', position: [0, 9, 0], shapes });
    expect(world.queries.castRayAll([0, 9, -9], [0, 0, 1]).map(({ body, shape }) => [body.id, shape])).toEqual([
      [two.id, 0],
      [two.id, 1],
    ]);
  });
});

describe('bad input', () => {
  const { world } = makeWorld();
  const other = new World();
  const foreign = other.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  const gone = world.createBody({ shapes: [{ kind: 'sphere', radius: 1 }] });
  gone.remove();
  const { queries } = world;
  const ball = { kind: 'sphere', radius: 1 } as const;
  const pose = { position: [0, 0, 0] as Vec3 };
  const any = (value: unknown) => value as never;

  it.each<[string, () => unknown]>([
    ['direction is [0, 0, 0], but must be longer than 0', () => queries.castRay([0, 0, 0], [0, 0, 0])],
    ['origin[1] is NaN', () => queries.castRay([0, NaN, 0], [1, 0, 0])],
    ['direction is undefined', () => queries.castRay([0, 0, 0], any(undefined))],
    ['to is [1, 2, 3], but must be another point', () => queries.castSegment([1, 2, 3], [1, 2, 3])],
    ['shape.radius is -1', () => queries.castShape({ kind: 'sphere', radius: -1 }, pose, [1, 0, 0])],
    ['shape.kind is "half-space"', () => queries.castShape(any({ kind: 'half-space' }), pose, [1, 0, 0])],
    ['shape.kind is "mesh"', () => queries.overlapShape(any({ kind: 'mesh', mesh: 'dart' }), pose)],
    ['pose.position is missing', () => queries.overlapShape(ball, any({}))],
    ['displacement is [0, 0, 0]', () => queries.castShape(ball, pose, [0, 0, 0])],
    ['max[1] is 0, but must be above min[1]', () => queries.overlapBox([0, 0, 0], [1, 0, 1])],
    ['options.maxDistance is -1', () => queries.castRay([0, 0, 0], [1, 0, 0], { maxDistance: -1 })],
    ['options.kinds[0] is "ball"', () => queries.castRay([0, 0, 0], [1, 0, 0], { kinds: [any('ball')] })],
    ['options.kinds is 3', () => queries.castRay([0, 0, 0], [1, 0, 0], { kinds: any(3) })],
    ['options.as is 7', () => queries.castRay([0, 0, 0], [1, 0, 0], { as: any(7) })],
    ['options.as is of another world', () => queries.castRay([0, 0, 0], [1, 0, 0], { as: foreign })],
    ['options.category is "all"', () => queries.castRay([0, 0, 0], [1, 0, 0], { category: any('all') })],
    ['options.category is 1.5', () => queries.castRay([0, 0, 0], [1, 0, 0], { category: 1.5 })],
    ['options.mask is not a field', () => queries.castRay([0, 0, 0], [1, 0, 0], any({ mask: 'all' }))],
    ['options is an object', () => queries.castRay([0, 0, 0], [1, 0, 0], any(new Float64Array(3)))],
    ['options.inside is "no"', () => queries.castRay([0, 0, 0], [1, 0, 0], { inside: any('no') })],
    ['options.except is of another world', () => queries.castRay([0, 0, 0], [1, 0, 0], { except: foreign })],
    ['options.except is the body of id', () => queries.castRay([0, 0, 0], [1, 0, 0], { except: gone })],
    ['options.only[0] is 7', () => queries.castRay([0, 0, 0], [1, 0, 0], { only: [any(7)] })],
    ['options.filter is 1', () => queries.castRay([0, 0, 0], [1, 0, 0], { filter: any(1) })],
    ['directions.length is 3, but must be 6', () => queries.castRays([0, 0, 0, 1, 1, 1], [1, 0, 0], new Hits(2))],
    ['directions[3 .. 5] is [0, 0, 0]', () => queries.castRays([0, 0, 0, 1, 1, 1], [1, 0, 0, 0, 0, 0], new Hits(2))],
    ['origins.length is 4', () => queries.castRays([0, 0, 0, 1], [1, 0, 0], new Hits(2))],
    ['origins[2] is NaN', () => queries.castRays([0, 0, NaN], [1, 0, 0], new Hits(2))],
    ['hits.capacity is 1, but must be at least 2', () => queries.castRays([0, 0, 0, 1, 1, 1], [1, 0, 0, 1, 0, 0], new Hits(1))],
    ['points is "abc"', () => queries.closestPoints(any('abc'), new Hits(1))],
    ['snapshot', () => world.at(any({}))],
  ])('%s', (sentence, ask) => {
    const before = world.hash();
    expect(ask).toThrow(InputError);
    expect(ask).toThrow(sentence);
    expect(world.hash()).toBe(before);
    expect(queries.castRay([0, 20, 0], [0, -1, 0])).toBeDefined();
  });
});

/** [bytes] */
const MOST_BYTES = 200;

describe('warm batches', () => {
  it('allocate nothing a query', () => {
    const probe = `
      import { wall } from './dist/scenes/index.js';
      import { Hits, Simulation } from './dist/src/index.js';
      const { world } = new Simulation(wall({ seed: 1 }));
      const count = 2000;
      const origins = new Float64Array(3 * count).map((_, k) => k % 3 === 1 ? 1 + (k % 7) : (k % 11) - 5);
      const ways = new Float64Array(3 * count).map((_, k) => Math.sin(k) * 6);
      const hits = new Hits(count);
      const asked = {
        rays: () => world.queries.castRays(origins, ways, hits),
        balls: () => world.queries.castShapes({ kind: 'sphere', radius: 0.2 }, origins, ways, hits),
        boxes: () => world.queries.castShapes({ kind: 'box', size: [0.2, 0.3, 0.4] }, origins, ways, hits),
        points: () => world.queries.closestPoints(origins, hits),
      };
      const bytes = {};
      for (let round = 0; round < 80; round++) {
        world.step(0.01);
        for (const [kind, ask] of Object.entries(asked)) {
          if (round >= 70) gc();
          const before = process.memoryUsage().heapUsed;
          ask();
          const each = (process.memoryUsage().heapUsed - before) / count;
          if (round >= 70) bytes[kind] = Math.min(bytes[kind] ?? Infinity, each);
        }
      }
      console.log(JSON.stringify(bytes));
    `;
    const flags = [
      '--expose-gc',
      '--max-semi-space-size=128',
      '--min-semi-space-size=128',
      '--input-type=module',
      '--eval',
      probe,
    ];
    // A hit as an object takes more than 300 bytes. Which calls that return a number, 16 bytes, V8 inlines differs from process to process.
    let least: Record<string, number> = { rays: Infinity, balls: Infinity, boxes: Infinity, points: Infinity };
    for (let tries = 0; tries < 3 && Math.max(...Object.values(least)) >= MOST_BYTES; tries++) {
      const bytes = JSON.parse(execFileSync(process.execPath, flags, { encoding: 'utf8' }));
      least = Object.fromEntries(Object.entries(least).map(([kind, value]) => [kind, Math.min(value, bytes[kind])]));
    }
    for (const [kind, bytes] of Object.entries(least)) expect(bytes, kind).toBeLessThan(MOST_BYTES);
  });
});
