// Queries of surfaces, against twins that look at every triangle.

import { describe, expect, it } from 'vitest';
import type { ConvexDescriptor, SurfaceDescriptor, Vec3 } from '../../src/index.js';
import { Random, World } from '../../src/index.js';
import { bumpy, gridMesh, heightsOf, nearestOn } from '../shapes/surface-samples.js';
import { add, cross, dot, len, mul, randomTurn, SHAPES, sub, unit } from './twins.js';

const HEIGHTS = heightsOf(16, 13, [0.4, 0.5], bumpy);
const MESH = gridMesh(HEIGHTS);
const corner = (v: number): Vec3 => MESH.vertices.slice(3 * v, 3 * v + 3) as Vec3;
const FACES: Vec3[][] = [];
for (let t = 0; t < MESH.triangles.length; t += 3) FACES.push(MESH.triangles.slice(t, t + 3).map(corner));

const CASTERS = Object.values(SHAPES).filter(({ kind }) => kind !== 'half-space' && kind !== 'mesh') as ConvexDescriptor[];

function worldWith(surface: SurfaceDescriptor): World {
  const world = new World();
  world.createSurface('s', surface);
  world.createBody({ kind: 'fixed', name: 's', shapes: [{ kind: 'surface', surface: 's' }] });
  return world;
}

/** Where a ray passes a triangle, and whether from its front; by Cramer's rule. */
function passed(origin: Vec3, way: Vec3, [a, b, c]: Vec3[]): { distance: number; isFront: boolean } | undefined {
  const n = cross(sub(b, a), sub(c, a));
  const along = dot(n, way);
  const distance = dot(n, sub(a, origin)) / along;
  if (!(distance >= 0)) return undefined;
  const p = add(origin, mul(way, distance));
  const inside = [
    [a, b],
    [b, c],
    [c, a],
  ].every(([u, v]) => dot(n, cross(sub(v, u), sub(p, u))) >= 0);
  return inside ? { distance, isFront: along < 0 } : undefined;
}

describe.each(['front', 'both'] as const)('an open mesh of which one can touch: %s', (sides) => {
  const world = worldWith({ ...MESH, sides });
  const random = new Random(11);
  const anywhere = (far: number): Vec3 => [random.uniform(-far, far), random.uniform(-2, 2), random.uniform(-far, far)];

  it('is met by 1000 rays where the first of all its triangles is', () => {
    let hits = 0;
    for (let round = 0; round < 1000; round++) {
      const origin = anywhere(3);
      const way = unit(sub(anywhere(3), origin));
      const all = FACES.map((face) => passed(origin, way, face)).filter((hit) => hit !== undefined);
      const seen = all.filter(({ isFront }) => isFront || sides === 'both').map(({ distance }) => distance);
      const hit = world.queries.castRay(origin, way);
      if (seen.length === 0) expect(hit).toBeUndefined();
      else {
        hits++;
        expect(hit?.distance).toBeCloseTo(Math.min(...seen), 9);
        expect(dot(hit?.normal as Vec3, way)).toBeLessThan(0);
      }
    }
    expect(hits).toBeGreaterThan(200);
  });

  it('is as far from points as the nearest of all its triangles', () => {
    for (let round = 0; round < 200; round++) {
      const p = anywhere(4);
      const hit = world.queries.closestPoint(p);
      const expected = Math.min(...FACES.map((face) => nearestOn(p, face)));
      expect(hit?.distance).toBeCloseTo(expected, 10);
      expect(len(sub(p, hit?.point as Vec3))).toBeCloseTo(expected, 10);
      expect(hit?.inside).toBe(false);
    }
  });

  it('is met by balls on their way where they touch it first', () => {
    const radius = 0.3;
    for (let round = 0; round < 100; round++) {
      const x = random.uniform(-2, 2);
      const z = random.uniform(-2, 2);
      const hit = world.queries.castShape({ kind: 'sphere', radius }, { position: [x, 3, z] }, [1.2, -6, 0.6]);
      const way = unit([0.2, -1, 0.1]);
      const centre = add([x, 3, z], mul(way, hit?.distance as number));
      expect(Math.min(...FACES.map((face) => nearestOn(centre, face)))).toBeCloseTo(radius, 7);
      const from = world.queries.castShape({ kind: 'sphere', radius }, { position: [x, -3, z] }, [0, 6, 0]);
      if (sides === 'front') expect(from).toBeUndefined();
      else expect(from?.normal[1]).toBeLessThan(0);
    }
  });
});

describe('the ground of a heightfield', () => {
  const world = worldWith(HEIGHTS);
  it('has an inside below it, for points, rays and shapes', () => {
    const { queries } = world;
    expect(queries.castRay([0.1, -2, 0.2], [0, 1, 0])).toMatchObject({ inside: true, distance: 0 });
    expect(queries.castRay([9, -2, 0.2], [0, 1, 0])).toBeUndefined();
    expect(queries.closestPoint([0.1, -2, 0.2])?.distance).toBeLessThan(-1);
    expect(queries.closestPoint([0.1, 2, 0.2])?.distance).toBeGreaterThan(1);
    const ball = { kind: 'sphere', radius: 0.1 } as const;
    expect(queries.overlapShape(ball, { position: [0.3, -4, 0.1] })).toHaveLength(1);
    expect(queries.overlapShape(ball, { position: [0.3, bumpy(0.3, 0.1), 0.1] })).toHaveLength(1);
    expect(queries.overlapShape(ball, { position: [0.3, 2, 0.1] })).toHaveLength(0);
  });

  it('has of shapes at its rim those whose middle is below it, or that are on a triangle, for overlaps and casts alike', () => {
    const random = new Random(12);
    const found = { inside: 0, outside: 0 };
    for (const shape of CASTERS) {
      for (let i = 0; i < 200; i++) {
        const position: Vec3 = [random.uniform(2.5, 3.7), random.uniform(-3, 1), random.uniform(-3.5, 3.5)];
        const pose = { position, orientation: randomTurn(random) };
        const overlaps = world.queries.overlapShapeAny(shape, pose);
        // Downwards, against the fronts of all triangles.
        const way: Vec3 = [random.uniform(-1e-7, 1e-7), -1e-6, random.uniform(-1e-7, 1e-7)];
        expect(world.queries.castShape(shape, pose, way)?.inside ?? false).toBe(overlaps);
        if (shape.kind !== 'hull' && world.queries.pointInsideAny(position)) expect(overlaps).toBe(true);
        found[overlaps ? 'inside' : 'outside']++;
      }
    }
    expect(Math.min(found.inside, found.outside)).toBeGreaterThan(200);
  });

  it('is as far from a box as is measured between bodies', () => {
    const box = world.createBody({ position: [0.2, 6, 0.3], shapes: [{ kind: 'sphere', radius: 0.5 }] });
    const gap = world.closestPoints(box, world.find('s') as typeof box)?.gap;
    expect(gap).toBeCloseTo(Math.min(...FACES.map((face) => nearestOn([0.2, 6, 0.3], face))) - 0.5, 9);
    world.remove(box);
  });

  it('is found at the moment of a snapshot', () => {
    expect(world.at(world.snapshot()).castRay([0.1, 4, 0.2], [0, -1, 0])?.distance).toBe(
      world.queries.castRay([0.1, 4, 0.2], [0, -1, 0])?.distance,
    );
  });
});
