import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Manifold, Reduction, reduce } from '../../../src/detection/contact-determination/manifold.js';
import { Random } from '../../../src/math/random.js';
import type { Vec3 } from '../../../src/math/vector.js';
import { areaAround, runs } from '../narrow-phase/placing.js';

const reduction = new Reduction();

/** Leaves at most `most` contacts, by an envelope [m]. */
function reduceTo(most: number, m: Manifold, envelope: number): void {
  reduction.envelope = envelope;
  reduce(reduction, m, most);
}

const UP: Vec3 = [0, 1, 0];

function polygon(count: number, pointAt: (i: number) => [number, number], gapAt: (i: number) => number): Manifold {
  const m = new Manifold();
  m.count = count;
  for (let i = 0; i < count; i++) {
    const [x, z] = pointAt(i);
    const gap = gapAt(i);
    m.pointA.set([x, 0, z], 3 * i);
    m.pointB.set([x, gap, z], 3 * i);
    m.gap[i] = gap;
    m.feature[i] = 100 + i;
  }
  return m;
}
const pointsOf = (m: Manifold) => Array.from({ length: m.count }, (_, i): Vec3 => [m.pointA[3 * i], 0, m.pointA[3 * i + 2]]);

describe('reduction', () => {
  test('few enough points are left as they are', () => {
    const m = polygon(
      8,
      (i) => [i, i * i],
      () => 0,
    );
    reduceTo(8, m, 0.01);
    expect([...m.feature.slice(0, m.count)]).toEqual([100, 101, 102, 103, 104, 105, 106, 107]);
  });

  // of an ellipse no eight points keep more than 0.9003
  test('the deepest point comes first and nine tenths of the area stay', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0x7fffffff }), fc.integer({ min: 9, max: 24 }), (seed, count) => {
        const random = new Random(seed);
        const angles = Array.from({ length: count }, () => random.uniform(0, 2 * Math.PI));
        const [long, wide] = [random.uniform(0.5, 2), random.uniform(0.5, 2)];
        const m = polygon(
          count,
          (i) => [long * Math.cos(angles[i]), wide * Math.sin(angles[i])],
          () => random.uniform(-1, 1),
        );
        const before = areaAround(pointsOf(m), UP);
        const deepest = Math.min(...m.gap.slice(0, count));
        reduceTo(8, m, 0.001);
        expect(m.count).toBe(8);
        expect(m.gap[0]).toBeLessThan(deepest + 1e-5);
        expect(areaAround(pointsOf(m), UP)).toBeGreaterThan(0.9 * before);
        for (let i = 0; i < 8; i++) expect(m.pointB[3 * i + 1]).toBe(m.gap[i]);
        expect(new Set(m.feature.slice(0, 8)).size).toBe(8);
      }),
      runs(300),
    );
  });

  test('of the most points there may be, nearly as much as eight can keep', () => {
    const m = polygon(
      64,
      (i) => [Math.cos((i * Math.PI) / 32), Math.sin((i * Math.PI) / 32)],
      () => 0,
    );
    reduceTo(8, m, 0.001);
    expect(areaAround(pointsOf(m), UP)).toBeGreaterThan(0.9 * Math.PI);
  });

  test('to four, a square with a crowded edge keeps its corners', () => {
    const m = polygon(
      12,
      (i) => (i < 4 ? [i & 1 ? 1 : -1, i & 2 ? 1 : -1] : [-1 + i / 6, -1]),
      (i) => (i === 0 ? -1 : 0),
    );
    reduceTo(4, m, 0.01);
    expect([...m.feature.slice(0, 4)].sort()).toEqual([100, 101, 102, 103]);
    expect(m.feature[0]).toBe(100);
  });

  test('to one, the deepest; to two, the one farthest from it as well', () => {
    const make = () =>
      polygon(
        10,
        (i) => [i, 0.01 * i * i],
        (i) => (i === 2 ? -1 : 0),
      );
    const one = make();
    reduceTo(1, one, 0.01);
    expect([one.count, one.feature[0]]).toEqual([1, 102]);
    const two = make();
    reduceTo(2, two, 0.01);
    expect([two.count, two.feature[0], two.feature[1]]).toEqual([2, 102, 109]);
  });

  test('points in one line keep their ends', () => {
    const m = polygon(
      10,
      (i) => [i, 2 * i],
      () => 0,
    );
    reduceTo(4, m, 0.01);
    expect([...m.feature.slice(0, m.count)].sort()).toEqual([100, 109]);
  });
});
