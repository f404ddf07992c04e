import { describe, expect, test } from 'vitest';
import { PrincipalContact } from '../../../src/detection/narrow-phase/principal-contact.js';
import { Random } from '../../../src/math/random.js';
import type { Vec3 } from '../../../src/math/vector.js';
import { axisAngle, IDENTITY, length } from '../../../src/math/vector.js';
import type { PlacedShape } from '../../../src/shapes/placed-shape.js';
import type { Shape } from './placing.js';
import {
  box,
  boxHull,
  capsule,
  closest,
  cylinder,
  halfSpace,
  hull,
  place,
  randomQuat,
  readContact,
  sampledGap,
  separation,
  signedDistance,
  sphere,
} from './placing.js';

const contact = new PrincipalContact();
const SHAPES: Record<string, Shape> = {
  sphere: sphere(0.5),
  box: box(1, 1.2, 1.4),
  capsule: capsule(0.3, 1),
  cylinder: cylinder(0.5, 1),
  hull: boxHull(1, 1.2, 1.4),
};
const PAIRS = Object.keys(SHAPES).flatMap((p) => Object.keys(SHAPES).map((q) => [p, q] as const));

/** Finite, of unit length, and with the gap that its own normal says, to `tolerance` [m]. */
function expectSound(a: PlacedShape, b: PlacedShape, tolerance: number): number {
  expect(closest(a, b, 1e9, contact)).toBe(true);
  const { n, a: atA, b: atB, gap } = readContact(contact);
  for (const value of [...n, ...atA, ...atB, gap]) expect(Number.isFinite(value)).toBe(true);
  expect(length(n)).toBeCloseTo(1, 12);
  expect(Math.abs(separation(a, b, n) - gap)).toBeLessThanOrEqual(tolerance);
  return gap;
}

describe('coincident centres', () => {
  test.each(PAIRS)('%s in %s, aligned', (p, q) => {
    const a = place(SHAPES[p]);
    const b = place(SHAPES[q]);
    const gap = expectSound(a, b, 1e-9);
    expect(gap).toBeLessThan(-0.5);
    expect(gap).toBeGreaterThan(sampledGap(a, b, new Random(1)) - 1e-9);
  });
  test.each(PAIRS)('%s in %s, turned', (p, q) => {
    const random = new Random(7);
    for (let i = 0; i < 20; i++) {
      const a = place(SHAPES[p], [0.1, 0.2, 0.3], randomQuat(random));
      const b = place(SHAPES[q], [0.1, 0.2, 0.3], randomQuat(random));
      // boxes prefer faces by up to a hundredth of the depth
      const gap = expectSound(a, b, p === 'box' && q === 'box' ? 0.02 : 1e-9);
      expect(gap).toBeGreaterThan(sampledGap(a, b, random) - 0.02);
    }
  });
  test.each(Object.keys(SHAPES))('%s with its centre on the plane', (p) => {
    expect(expectSound(place(SHAPES[p], [0, 0, 0]), place(halfSpace()), 1e-12)).toBeLessThan(-0.2);
  });
});

describe('exactly touching', () => {
  const LYING = axisAngle([0, 0, 1], Math.PI / 2);
  test.each<[string, PlacedShape, PlacedShape]>([
    ['equal boxes', place(box(1, 1, 1)), place(box(1, 1, 1), [0, 1, 0])],
    ['boxes that share an edge only', place(box(1, 1, 1)), place(box(1, 1, 1), [1, 1, 0])],
    ['boxes that share a corner only', place(box(1, 1, 1)), place(box(1, 1, 1), [1, 1, 1])],
    ['box corner on an edge', place(box(1, 1, 1)), place(box(1, 1, 1), [0.5, 0.5 + 0.5 * Math.sqrt(3), 0], corner())],
    ['hulls on faces', place(boxHull(1, 1, 1)), place(boxHull(1, 1, 1), [0.3, 1, 0.2])],
    ['hulls that share an edge only', place(boxHull(1, 1, 1)), place(boxHull(1, 1, 1), [1, 1, 0])],
    ['hulls that share a corner only', place(boxHull(1, 1, 1)), place(boxHull(1, 1, 1), [1, 1, 1])],
    ['standing cylinder on a box', place(box(2, 1, 2)), place(cylinder(0.5, 1), [0, 1, 0])],
    ['lying cylinder on a box', place(box(2, 1, 2)), place(cylinder(0.5, 1), [0, 1, 0], LYING)],
    ['cylinders cap to cap', place(cylinder(0.5, 1)), place(cylinder(0.5, 1), [0.1, 1, 0])],
    ['cylinders side by side', place(cylinder(0.5, 1)), place(cylinder(0.5, 1), [1, 0, 0])],
    ['cylinder side on a hull', place(boxHull(2, 1, 2)), place(cylinder(0.5, 1), [0, 1, 0], LYING)],
    ['capsule on a box', place(box(2, 1, 2)), place(capsule(0.5, 1), [0, 1, 0], LYING)],
    ['capsule segment in a box face', place(box(2, 1, 2)), place(capsule(0.5, 1), [0, 0.5, 0], LYING)],
    ['sphere centre on a box face', place(box(2, 1, 2)), place(sphere(0.5), [0, 0.5, 0])],
  ])('%s', (name, a, b) => {
    const gap = expectSound(a, b, 1e-8);
    expect(gap).toBeCloseTo(name.includes('segment') || name.includes('centre') ? -0.5 : 0, 8);
    const { a: atA, b: atB } = readContact(contact);
    expect(Math.abs(signedDistance(a, atA))).toBeLessThan(1e-8);
    expect(Math.abs(signedDistance(b, atB))).toBeLessThan(1e-8);
  });

  test('stacked boxes keep an upright normal through the touching height', () => {
    for (const height of [1 - 1e-3, 1 - 1e-6, 1 - 1e-9, 1 - 1e-12, 1, 1 + 1e-12, 1 + 1e-9, 1 + 1e-6, 1 + 1e-3]) {
      for (const make of [box, boxHull]) {
        const gap = expectSound(place(make(1, 1, 1)), place(make(1, 1, 1), [0.25, height, 0.1]), 1e-12);
        expect(gap).toBeCloseTo(height - 1, 12);
        expect(contact.ny).toBeCloseTo(1, 12);
      }
      const gap = expectSound(place(box(2, 1, 2)), place(cylinder(0.5, 1), [0.25, height, 0.1]), 1e-12);
      expect(gap).toBeCloseTo(height - 1, 12);
      expect(contact.ny).toBeCloseTo(1, 12);
    }
  });
});

/** The turn that puts a cube's corner straight down. */
function corner() {
  return axisAngle([1, 0, -1], Math.PI - 0.9553166181245093);
}

describe('inside', () => {
  test.each(PAIRS)('a small %s near the face of a large %s leaves by the face', (p, q) => {
    const large: Shape =
      q === 'sphere'
        ? sphere(50)
        : q === 'capsule'
          ? capsule(50, 100)
          : q === 'cylinder'
            ? cylinder(50, 100)
            : q === 'box'
              ? box(100, 100, 100)
              : boxHull(100, 100, 100);
    // 2 m below the surface on the x axis
    const a = place(SHAPES[p], [48, 0.5, 0.25]);
    const gap = expectSound(a, place(large), 1e-8);
    expect(gap).toBeLessThan(-2);
    expect(gap).toBeGreaterThan(-2.9);
    expect(contact.nx).toBeLessThan(-0.99);
  });
});

describe('extreme sizes', () => {
  const small = 1e-3;
  test.each<[string, Shape, number]>([
    ['sphere', sphere(small / 2), small / 2],
    ['box', box(small, small, small), small / 2],
    ['capsule', capsule(small / 2, small), small],
    ['cylinder', cylinder(small / 2, small), small / 2],
    ['hull', boxHull(small, small, small), small / 2],
  ])('a %s of 1 mm on 1 km', (_, shape, below) => {
    const floors: [string, PlacedShape][] = [
      ['box', place(box(1000, 1000, 1000), [0, -500, 0])],
      ['hull', place(boxHull(1000, 1000, 1000), [0, -500, 0])],
      ['cylinder', place(cylinder(500, 1000), [0, -500, 0])],
      ['sphere', place(sphere(500), [0, -500, 0])],
      ['capsule', place(capsule(500, 1000), [0, -1000, 0])],
      ['half-space', place(halfSpace())],
    ];
    for (const gap of [1e-4, 0, -1e-4]) {
      for (const [floor, placed] of floors) {
        const x = floor === 'sphere' || floor === 'capsule' ? 0 : 123.4;
        // the surface of the round floors falls away by less than a nanometre under the small shape
        expect(expectSound(place(shape, [x, below + gap, 0]), placed, 1e-7)).toBeCloseTo(gap, 7);
        expect(contact.ny).toBeLessThan(-0.999);
      }
    }
  });

  test('very flat boxes and needles', () => {
    const flat = box(1, 0.001, 1);
    for (const [x, z] of [
      [0, 0],
      [0.3, 0.2],
      [0.99, 0],
      [0.999, 0.999],
    ]) {
      const gap = expectSound(place(flat), place(flat, [x, 0.0009, z]), 1e-12);
      expect(gap).toBeCloseTo(-0.0001, 12);
      expect(contact.ny).toBeCloseTo(1, 12);
    }
    expect(expectSound(place(flat), place(flat, [0, 0, 0], axisAngle([0, 1, 0], 0.4)), 1e-12)).toBeCloseTo(-0.001, 12);
    const needle = boxHull(1, 0.001, 0.001);
    const crossed = place(needle, [0, 0.0012, 0], axisAngle([0, 1, 0], Math.PI / 2));
    expect(expectSound(place(needle), crossed, 1e-12)).toBeCloseTo(0.0002, 12);
    const through = place(needle, [0, 0.0008, 0], axisAngle([0, 1, 0], Math.PI / 2));
    expect(expectSound(place(needle), through, 1e-10)).toBeCloseTo(-0.0002, 10);
    const disc = cylinder(1, 0.001);
    expect(expectSound(place(disc), place(disc, [0.5, 0.0008, 0]), 1e-10)).toBeCloseTo(-0.0002, 10);
    const rod = cylinder(0.001, 1);
    expect(expectSound(place(rod), place(rod, [0.0015, 0.5, 0]), 1e-9)).toBeCloseTo(-0.0005, 9);
  });

  test('needle-like hulls of random orientation', () => {
    const random = new Random(3);
    const tetrahedron: Vec3[] = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 0.001, 0],
      [0, 0, 0.001],
    ];
    for (let i = 0; i < 200; i++) {
      const a = place(hull(tetrahedron), [0, 0, 0], randomQuat(random));
      const b = place(hull(tetrahedron), [0.1 * random.uniform(-1, 1), 0.1 * random.uniform(-1, 1), 0], randomQuat(random));
      expectSound(a, b, 1e-9);
    }
  });
});

test('the same call gives the same bits, whatever was asked in between', () => {
  const random = new Random(9);
  const a = place(boxHull(1, 2, 1), [0, 0, 0], randomQuat(random));
  const b = place(cylinder(0.5, 1), [0.4, 0.9, 0], randomQuat(random));
  expect(closest(a, b, 1, contact)).toBe(true);
  const first = JSON.stringify(readContact(contact));
  closest(place(boxHull(3, 1, 1)), place(boxHull(1, 1, 1), [0.5, 0.5, 0.5], IDENTITY), 1, contact);
  closest(place(capsule(1, 1)), place(cylinder(1, 1), [3, 0, 0]), 10, contact);
  expect(closest(a, b, 1, contact)).toBe(true);
  expect(JSON.stringify(readContact(contact))).toBe(first);
});
