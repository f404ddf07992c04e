import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vector.js';
import { add, dot, length, scale } from '../../src/math/vector.js';
import type { PlacedShape } from '../../src/shapes/placed-shape.js';
import { BOX, CAPSULE, CYLINDER, HALF_SPACE, HULL, SHAPE_KINDS, SPHERE } from '../../src/shapes/shape-kinds.js';
import { signedDistance } from '../../src/shapes/signed-distance.js';
import {
  axisOf,
  box,
  boxHull,
  capsule,
  climb,
  cylinder,
  hull,
  place,
  randomPoint,
  randomQuat,
  randomShape,
  randomUnit,
  reach,
  sphere,
} from '../detection/narrow-phase/placing.js';

function measure(shape: PlacedShape, point: Readonly<Vec3>): { distance: number; gradient: Vec3 } {
  const out = new Float64Array(4);
  signedDistance(shape, Float64Array.from(point), out);
  return { distance: out[0], gradient: [out[1], out[2], out[3]] };
}

const BOUNDED = [SPHERE, BOX, CAPSULE, CYLINDER, HULL];
const named = (kinds: number[]) => kinds.map((kind) => [SHAPE_KINDS[kind], kind] as const);

describe.each(named(BOUNDED))('the signed distance from a %s', (_, kind) => {
  // For a convex set it is the largest of n.p - h(n) over all unit vectors n, h being how far the shape reaches along n: outside
  // and inside alike.
  it('is reached along its gradient, and along no other direction is it more', () => {
    const random = new Random(3);
    let inside = 0;
    for (let round = 0; round < 400; round++) {
      const shape = place(randomShape(random, kind), randomPoint(random, 2), randomQuat(random));
      const point = add([shape.x, shape.y, shape.z], randomPoint(random, round % 2 === 0 ? 0.5 : 1.5));
      const { distance, gradient } = measure(shape, point);
      expect(length(gradient)).toBeCloseTo(1, 12);
      expect(dot(gradient, point) - reach(shape, gradient)).toBeCloseTo(distance, 11);
      const speck = place(sphere(0), point);
      for (let i = 0; i < 10; i++) expect(climb(shape, speck, randomUnit(random), random, 60)).toBeLessThan(distance + 1e-12);
      expect(climb(shape, speck, add(gradient, scale(randomUnit(random), 0.3)), random, 60)).toBeLessThan(distance + 1e-12);
      if (distance < 0) inside++;
    }
    expect(inside).toBeGreaterThan(50);
    expect(inside).toBeLessThan(350);
  });

  it('grows by one a metre along its gradient, and vanishes at the nearest point of the surface', () => {
    const random = new Random(4);
    for (let round = 0; round < 200; round++) {
      const shape = place(randomShape(random, kind), randomPoint(random, 2), randomQuat(random));
      const point = add([shape.x, shape.y, shape.z], randomPoint(random, 1.5));
      const { distance, gradient } = measure(shape, point);
      expect(measure(shape, add(point, scale(gradient, -distance))).distance).toBeCloseTo(0, 11);
      if (distance > 0) expect(measure(shape, add(point, scale(gradient, 0.7))).distance).toBeCloseTo(distance + 0.7, 11);
    }
  });
});

describe('the signed distance', () => {
  it('of a half-space is the height above its surface', () => {
    const random = new Random(5);
    const shape = place({ kind: HALF_SPACE }, [1, 2, 3], randomQuat(random));
    const normal = axisOf(shape, 1);
    expect(measure(shape, add([1, 2, 3], scale(normal, -4)))).toEqual({
      distance: expect.closeTo(-4, 12),
      gradient: normal.map((value) => expect.closeTo(value, 14)),
    });
  });

  it.each([
    ['a box', box(2, 4, 6)],
    ['a hull of the same corners', boxHull(2, 4, 6)],
  ])('of %s goes by the nearest face, edge or corner', (_, shape) => {
    const placed = place(shape, [10, 0, 0]);
    expect(measure(placed, [10.5, 0, 0])).toEqual({ distance: -0.5, gradient: [1, 0, 0] });
    expect(measure(placed, [10, 5, 1])).toEqual({ distance: 3, gradient: [0, 1, 0] });
    const edge = measure(placed, [7, 6, 1]);
    expect(edge.distance).toBeCloseTo(Math.sqrt(20), 14);
    expect(edge.gradient[0]).toBeCloseTo(-2 / Math.sqrt(20), 14);
    expect(edge.gradient[1]).toBeCloseTo(4 / Math.sqrt(20), 14);
    const corner = measure(placed, [12, 4, -5]);
    expect(corner.distance).toBeCloseTo(3, 14);
    corner.gradient.forEach((value, k) => {
      expect(value).toBeCloseTo([1 / 3, 2 / 3, -2 / 3][k], 14);
    });
  });

  it.each([
    ['the centre of a ball', sphere(2), [0, 0, 0], -2],
    ['the axis of a capsule', capsule(0.5, 2), [0, 0.7, 0], -0.5],
    ['the axis of a cylinder', cylinder(0.5, 4), [0, 0.7, 0], -0.5],
    ['the axis of a cylinder above its cap', cylinder(0.5, 4), [0, 3, 0], 1],
    ['the rim of a cylinder', cylinder(0.5, 4), [0.5, 2, 0], 0],
    ['an edge of a box', box(2, 2, 2), [1, 1, 0.3], 0],
    ['a corner of a hull', boxHull(2, 2, 2), [1, 1, 1], 0],
    ['an edge of a hull', boxHull(2, 2, 2), [1, 1, 0.3], 0],
  ] as const)('has a direction of its own in %s', (_, shape, point, expected) => {
    const { distance, gradient } = measure(place(shape), point as Vec3);
    expect(distance).toBe(expected);
    expect(length(gradient)).toBeCloseTo(1, 14);
  });

  it('of a hull of many faces is that of the ball it nearly is', () => {
    const random = new Random(8);
    const shape = place(hull(Array.from({ length: 300 }, () => randomUnit(random))));
    for (let round = 0; round < 100; round++) {
      const point = scale(randomUnit(random), random.uniform(1, 3));
      const { distance } = measure(shape, point);
      expect(distance).toBeGreaterThanOrEqual(length(point) - 1 - 1e-12);
      expect(distance).toBeLessThan(length(point) - 1 + 0.05);
    }
  });
});
