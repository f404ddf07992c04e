// Rays against every kind of shape, against twins that sample the way or look at every triangle.

import { describe, expect, it } from 'vitest';
import type { Hit, ShapeDescriptor, Vec3 } from '../../src/index.js';
import { Random, World } from '../../src/index.js';
import {
  add,
  cross,
  DART,
  dot,
  firstTriangle,
  firstZero,
  least,
  len,
  mul,
  randomTurn,
  randomVector,
  SHAPES,
  solidOf,
  sub,
  toLocal,
  unit,
} from './twins.js';

const RAYS = 1000;
const FAR = 8;
const SAMPLES = 200;

function worldWith(shape: ShapeDescriptor, position: Vec3, orientation: readonly [number, number, number, number]) {
  const world = new World();
  world.createMesh('dart', { vertices: DART.vertices, triangles: DART.triangles, error: 0.05 });
  const body = world.createBody({ kind: 'fixed', position, orientation: [...orientation], shapes: [shape] });
  return { world, body };
}

describe.each(Object.entries(SHAPES))('rays against a %s', (kind, shape) => {
  const random = new Random(7);
  const position = randomVector(random, 1);
  const orientation = randomTurn(random);
  const { world, body } = worldWith(shape, position, orientation);
  const { distance } = solidOf(shape);
  const depthAt = (p: Vec3) => distance(toLocal(p, position, orientation));

  it(`meet it where ${RAYS} twins do, with the normal of the surface`, () => {
    let hits = 0;
    for (let i = 0; i < RAYS; i++) {
      const origin = add(position, mul(unit(randomVector(random, 1)), random.uniform(0.5, 3)));
      const target = add(position, randomVector(random, 0.9));
      const direction = mul(sub(target, origin), random.uniform(0.1, 5));
      const along = unit(direction);
      const at = (t: number) => depthAt(add(origin, mul(along, t)));
      const hit = world.queries.castRay(origin, direction, { maxDistance: FAR });
      if (at(0) < 0) {
        expect(hit).toMatchObject({ distance: 0, inside: true, feature: undefined });
        expect(world.queries.castRay(origin, direction, { inside: 'pass' })).toBeUndefined();
        continue;
      }
      const local = [toLocal(origin, position, orientation), toLocal(add(position, along), position, orientation)] as const;
      const expected = kind === 'mesh' ? firstTriangle(...local) : firstZero(at, FAR, SAMPLES);
      if (hit === undefined) {
        // What the samples pass over is touched no deeper than between two of them.
        expect(expected).toBe(Infinity);
        continue;
      }
      hits++;
      if (expected === Infinity) expect(least(at, FAR, SAMPLES)).toBeLessThan(0.05);
      else expect(Math.abs(hit.distance - expected)).toBeLessThan(1e-9);
      expect(hit.body.id).toBe(body.id);
      expect(Math.abs(depthAt(hit.point))).toBeLessThan(1e-12);
      checkNormal(hit, depthAt);
      expect(dot(hit.normal, along)).toBeLessThanOrEqual(1e-12);
      expect(hit.fraction).toBeCloseTo(hit.distance / FAR, 14);
    }
    expect(hits).toBeGreaterThan(RAYS / 3);
  });

  it('are met from 1e6 m away as from near', () => {
    for (let i = 0; i < 50; i++) {
      const direction = unit(randomVector(random, 1));
      const near = sub(position, mul(direction, 3));
      const first = world.queries.castRay(near, direction);
      const second = world.queries.castRay(sub(near, mul(direction, 1e6)), direction);
      expect(second === undefined).toBe(first === undefined);
      if (first !== undefined && second !== undefined && !first.inside && !second.inside)
        expect(len(sub(first.point, second.point))).toBeLessThan(1e-8);
    }
  });

  it('say which feature they met', () => {
    for (let i = 0; i < 100; i++) {
      const origin = add(position, mul(unit(randomVector(random, 1)), 3));
      const hit = world.queries.castRay(origin, sub(position, origin));
      if (hit === undefined || hit.inside) continue;
      expect(hit.feature?.kind).toBe('face');
      checkFace(kind, hit, toLocal(add(position, hit.normal), position, orientation), toLocal(hit.point, position, orientation));
    }
  });
});

/** The surface is square to the normal: beside the hit it is as near as its curve lets it be. */
function checkNormal({ point, normal }: Hit, depthAt: (p: Vec3) => number): void {
  expect(Math.abs(len(normal) - 1)).toBeLessThan(1e-12);
  const step = 1e-6;
  const out = depthAt(add(point, mul(normal, step)));
  const into = depthAt(sub(point, mul(normal, step)));
  expect(Math.abs(out - step)).toBeLessThan(1e-9);
  expect(Math.abs(into + step)).toBeLessThan(1e-9);
}

function checkFace(kind: string, hit: Hit, n: Vec3, p: Vec3): void {
  const index = hit.feature?.index as number;
  if (kind === 'box') expect([-1, 1][index % 2]).toBe(Math.round(n[index >> 1]));
  if (kind === 'cylinder') expect(index).toBe(Math.abs(n[1]) < 0.5 ? 0 : n[1] < 0 ? 1 : 2);
  if (kind === 'capsule') expect(index).toBe(Math.abs(p[1]) <= 0.55 ? 0 : p[1] < 0 ? 1 : 2);
  if (kind === 'mesh') {
    const [a, b, c] = DART.faces[index].map((v) => DART.points[v]);
    expect(len(sub(unit(cross(sub(b, a), sub(c, a))), n))).toBeLessThan(1e-12);
    expect(Math.abs(dot(sub(p, a), n))).toBeLessThan(1e-12);
  }
}

describe('rays in a world of many', () => {
  const random = new Random(11);
  const world = new World();
  world.createMesh('dart', { vertices: DART.vertices, triangles: DART.triangles, error: 0.05 });
  const kinds = Object.values(SHAPES).filter(({ kind }) => kind !== 'half-space');
  for (let i = 0; i < 60; i++) {
    const shapes = Array.from({ length: 1 + (i % 3) }, (_, j) => ({
      ...kinds[(i + j) % kinds.length],
      position: randomVector(random, 0.6),
    }));
    const kind = (['rigid', 'fixed'] as const)[i % 2];
    world.createBody({ kind, name: `body ${i}`, position: randomVector(random, 8), orientation: randomTurn(random), shapes });
  }
  world.createBody({ kind: 'fixed', position: [0, -9, 0], shapes: [{ kind: 'half-space' }] });
  const bodies = [...world.bodies()];
  const rays = Array.from({ length: 300 }, () => {
    const o = randomVector(random, 12);
    return { o, d: mul(sub(randomVector(random, 6), o), random.uniform(0.1, 0.3)) };
  });

  it('meet what is nearest of what they meet of each body alone', () => {
    let count = 0;
    for (const { o, d } of rays) {
      const alone = bodies.flatMap((only) => world.queries.castRayAll(o, d, { only }));
      alone.sort((a, b) => a.distance - b.distance || a.body.row - b.body.row || a.shape - b.shape);
      expect(world.queries.castRayAll(o, d)).toEqual(alone);
      expect(world.queries.castRay(o, d)).toEqual(alone[0]);
      expect(world.queries.castRayAny(o, d)).toBe(alone.length > 0);
      count += alone.length;
    }
    expect(count).toBeGreaterThan(300);
  });

  it('end where a segment ends', () => {
    for (const { o, d } of rays) {
      const to = add(o, mul(d, 6));
      const within = world.queries.castRayAll(o, d).filter(({ distance }) => distance <= len(mul(d, 6)));
      const found = world.queries.castSegmentAll(o, to);
      expect(found.map(({ body, shape }) => [body.id, shape])).toEqual(within.map(({ body, shape }) => [body.id, shape]));
      for (const [i, { distance, fraction }] of found.entries()) {
        expect(distance).toBeCloseTo(within[i].distance, 10);
        expect(fraction).toBeCloseTo(distance / len(mul(d, 6)), 12);
      }
      expect(world.queries.castSegmentAny(o, to)).toBe(found.length > 0);
    }
  });

  it('are the same after bodies have moved as in a world that was made so', () => {
    const other = new World();
    other.createMesh('dart', { vertices: DART.vertices, triangles: DART.triangles, error: 0.05 });
    const moved = new Random(3);
    for (const body of bodies) {
      if (body.shapes[0].kind === 'half-space') continue;
      body.position = randomVector(moved, 8);
      body.orientation = randomTurn(moved);
    }
    for (const { name, kind, position, orientation, shapes } of bodies)
      other.createBody({ name: name ?? 'ground', kind: kind as 'rigid', position, orientation, shapes });
    for (const { o, d } of rays) {
      const here = world.queries.castRay(o, d);
      const there = other.queries.castRay(o, d);
      expect(here?.body.name ?? 'ground').toBe(there?.body.name ?? 'ground');
      if (here !== undefined) expect(here.distance).toBeCloseTo(there?.distance as number, 9);
    }
  });

  it('take the body, then the shape, of the lower number where two are as near', () => {
    const twins = new World();
    const shapes = [{ kind: 'box', size: [1, 1, 1] } as const, { kind: 'box', size: [1, 1, 1] } as const];
    const first = twins.createBody({ kind: 'fixed', shapes });
    twins.createBody({ kind: 'fixed', shapes });
    const hit = twins.queries.castRay([0, 5, 0], [0, -1, 0]);
    expect([hit?.body.id, hit?.shape, hit?.distance]).toEqual([first.id, 0, 4.5]);
    expect(twins.queries.castRayAll([0, 5, 0], [0, -1, 0]).map(({ body, shape }) => [body.row, shape])).toEqual([
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ]);
  });
});
