// Overlaps, closest points and points inside, against twins that look at every shape.

import { describe, expect, it } from 'vitest';
import type { ConvexDescriptor, Feature, Hit, Vec3 } from '../../src/index.js';
import { Random, World } from '../../src/index.js';
import { add, closestOnTriangle, DART, len, mul, randomTurn, randomVector, SHAPES, solidOf, sub, toLocal } from './twins.js';

const KINDS = Object.entries(SHAPES);

function makeWorld(seed: number) {
  const random = new Random(seed);
  const world = new World();
  world.createMesh('dart', { vertices: DART.vertices, triangles: DART.triangles, error: 0.05 });
  const solids = KINDS.flatMap(([kind, shape]) =>
    Array.from({ length: kind === 'half-space' ? 1 : 4 }, () => {
      const position: Vec3 = kind === 'half-space' ? [0, -4, 0] : randomVector(random, 3);
      const orientation = kind === 'half-space' ? ([0, 0, 0, 1] as const) : randomTurn(random);
      const body = world.createBody({ kind: 'fixed', position, orientation: [...orientation], shapes: [shape] });
      const { distance } = solidOf(shape);
      return { kind, body, distance: (p: Vec3) => distance(toLocal(p, position, orientation)), position };
    }),
  );
  return { world, random, solids };
}

describe('closest points', () => {
  const { world, random, solids } = makeWorld(21);
  const points = Array.from({ length: 1000 }, () => randomVector(random, 5));

  it('are on the surface of the nearest shape, as far away as its signed distance says', () => {
    for (const point of points) {
      const hits = world.queries.closestPointAll(point);
      expect(hits).toHaveLength(solids.length);
      for (const hit of hits) {
        const solid = solids[hit.body.row];
        // A hull's twin knows the sign alone.
        if (solid.kind === 'hull') expect(Math.sign(solid.distance(point))).toBe(Math.sign(hit.distance));
        else expect(Math.abs(solid.distance(point) - hit.distance)).toBeLessThan(1e-12);
        expect(Math.abs(solid.distance(hit.point))).toBeLessThan(1e-12);
        expect(len(sub(add(hit.point, mul(hit.normal, hit.distance)), point))).toBeLessThan(1e-12);
        expect(hit.inside).toBe(hit.distance < 0);
      }
      expect(hits.map(({ distance }) => distance)).toEqual(hits.map(({ distance }) => distance).sort((a, b) => a - b));
      expect(world.queries.closestPoint(point)).toEqual(hits[0]);
    }
  });

  it('are those within the distance that is asked for', () => {
    for (const point of points.slice(0, 200)) {
      const all = world.queries.closestPointAll(point);
      expect(world.queries.closestPointAll(point, { maxDistance: 1 })).toEqual(
        all.filter(({ distance }) => distance <= 1).map((hit) => ({ ...hit, fraction: hit.distance })),
      );
    }
  });

  it('name faces, edges and vertices of a box', () => {
    const own = new World();
    own.createBody({ kind: 'fixed', shapes: [{ kind: 'box', size: [2, 2, 2] }] });
    const featureAt = (point: Vec3) => own.queries.closestPoint(point)?.feature;
    expect(featureAt([0.2, 3, 0.1])).toEqual({ kind: 'face', index: 3 });
    expect(featureAt([-3, 0.5, 0.1])).toEqual({ kind: 'face', index: 0 });
    // Along x, above in y and below in z.
    expect(featureAt([0.2, 3, -3])).toEqual({ kind: 'edge', index: 1 });
    expect(featureAt([3, 3, -3])).toEqual({ kind: 'vertex', index: 3 });
  });

  it('name the triangle, edge or vertex of a mesh', () => {
    const own = new World();
    own.createMesh('dart', { vertices: DART.vertices, triangles: DART.triangles, error: 0.05 });
    own.createBody({ kind: 'fixed', shapes: [{ kind: 'mesh', mesh: 'dart' }] });
    expect(own.queries.closestPoint([0, 5, 0])?.feature).toEqual({ kind: 'vertex', index: 0 });
    const kinds = new Set<string>();
    for (const point of points) {
      const hit = own.queries.closestPoint(point) as Hit;
      const { kind, index } = hit.feature as Feature;
      kinds.add(kind);
      if (kind === 'vertex') expect(len(sub(DART.points[index], hit.point))).toBeLessThan(1e-8);
      const triangle = kind === 'edge' ? Math.floor(index / 3) : index;
      if (kind === 'vertex') continue;
      const [a, b, c] = DART.faces[triangle].map((v) => DART.points[v]);
      expect(len(sub(closestOnTriangle(point, a, b, c), hit.point))).toBeLessThan(1e-9);
    }
    expect([...kinds].sort()).toEqual(['edge', 'face', 'vertex']);
  });

  it('tell what a point is inside', () => {
    let count = 0;
    for (const point of points) {
      const expected = solids.filter(({ distance }) => distance(point) <= 0).map(({ body }) => body.id);
      expect(world.queries.pointInside(point).map(({ body }) => body.id)).toEqual(expected);
      expect(world.queries.pointInsideAny(point)).toBe(expected.length > 0);
      count += expected.length;
    }
    expect(count).toBeGreaterThan(100);
  });
});

describe('overlaps', () => {
  const { world, random, solids } = makeWorld(22);

  it('of balls are those whose signed distance is less than the radius', () => {
    let count = 0;
    for (let i = 0; i < 1000; i++) {
      const position = randomVector(random, 4);
      const radius = random.uniform(0.05, 1.5);
      const found = world.queries.overlapShape({ kind: 'sphere', radius }, { position });
      // The distance to a hull is that of its closest point, which is tested above.
      const distances = world.queries.closestPointAll(position);
      const near = distances.filter(({ distance }) => distance <= radius).map(({ body }) => body.row);
      expect(found.map(({ body }) => body.row)).toEqual(near.sort((a, b) => a - b));
      expect(world.queries.overlapShapeAny({ kind: 'sphere', radius }, { position })).toBe(near.length > 0);
      count += near.length;
    }
    expect(count).toBeGreaterThan(900);
  });

  it.each(KINDS.filter(([kind]) => kind !== 'half-space' && kind !== 'mesh'))(
    'of a %s hold a common point, and none else does',
    (_, shape) => {
      for (let i = 0; i < 100; i++) {
        const position = randomVector(random, 4);
        const orientation = randomTurn(random);
        const { distance } = solidOf(shape);
        const own = (p: Vec3) => distance(toLocal(p, position, orientation));
        const found = new Set(
          world.queries.overlapShape(shape as ConvexDescriptor, { position, orientation }).map(({ body }) => body.row),
        );
        for (let j = 0; j < 60; j++) {
          const p = add(position, randomVector(random, 1));
          if (own(p) > 0) continue;
          for (const solid of solids) if (solid.distance(p) < 0) expect(found.has(solid.body.row)).toBe(true);
        }
        // By the other way round: one that is found is not parted from the shape by more than rounding.
        for (const { body } of [...found].map((row) => solids[row])) {
          const cast = world.queries.castShape(shape as ConvexDescriptor, { position, orientation }, [0, 1e-9, 0], {
            only: body,
          });
          expect(cast?.inside).toBe(true);
        }
      }
    },
  );

  it('of an axis-aligned box are those of the box as a shape', () => {
    for (let i = 0; i < 200; i++) {
      const min = randomVector(random, 4);
      const size: Vec3 = [random.uniform(0.1, 2), random.uniform(0.1, 2), random.uniform(0.1, 2)];
      const found = world.queries.overlapBox(min, add(min, size));
      expect(found).toEqual(world.queries.overlapShape({ kind: 'box', size }, { position: add(min, mul(size, 0.5)) }));
      expect(world.queries.overlapBoxAny(min, add(min, size))).toBe(found.length > 0);
    }
  });
});
