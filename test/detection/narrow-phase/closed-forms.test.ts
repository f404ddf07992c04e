import { describe, expect, test } from 'vitest';
import { PrincipalContact } from '../../../src/detection/narrow-phase/principal-contact.js';
import type { Vec3 } from '../../../src/math/vector.js';
import { axisAngle, IDENTITY } from '../../../src/math/vector.js';
import type { PlacedShape } from '../../../src/shapes/placed-shape.js';
import { box, capsule, closest, cylinder, halfSpace, hull, place, readContact, sphere } from './placing.js';

const contact = new PrincipalContact();
const LYING = axisAngle([0, 0, 1], Math.PI / 2);

function expectContact(a: PlacedShape, b: PlacedShape, gap: number, n: Vec3, atA?: Vec3): void {
  expect(closest(a, b, 10, contact)).toBe(true);
  const found = readContact(contact);
  expect(found.gap).toBeCloseTo(gap, 12);
  for (let k = 0; k < 3; k++) expect(found.n[k]).toBeCloseTo(n[k], 12);
  for (let k = 0; k < 3; k++) expect(found.b[k]).toBeCloseTo(found.a[k] + found.gap * found.n[k], 12);
  if (atA) for (let k = 0; k < 3; k++) expect(found.a[k]).toBeCloseTo(atA[k], 12);
}

describe('spheres', () => {
  test('and a sphere: centre distance less radii', () => {
    expectContact(place(sphere(1)), place(sphere(0.5), [0, 3, 4]), 3.5, [0, 0.6, 0.8], [0, 0.6, 0.8]);
    expectContact(place(sphere(1)), place(sphere(0.5), [1, 0, 0]), -0.5, [1, 0, 0], [1, 0, 0]);
  });
  test('and a capsule: beside its segment, and beyond its end', () => {
    expectContact(place(sphere(0.5), [2, 0.3, 0]), place(capsule(0.25, 1)), 1.25, [-1, 0, 0], [1.5, 0.3, 0]);
    expectContact(place(sphere(0.5), [0, 3, 0]), place(capsule(0.25, 1)), 1.75, [0, -1, 0], [0, 2.5, 0]);
  });
  test('and a box: over a face, an edge and a corner, and inside', () => {
    expectContact(place(sphere(0.5), [0.2, 2, 0.1]), place(box(2, 2, 2)), 0.5, [0, -1, 0], [0.2, 1.5, 0.1]);
    expectContact(place(sphere(1), [4, 5, 0]), place(box(2, 2, 2)), 4, [-0.6, -0.8, 0]);
    const s = 1 / Math.sqrt(3);
    expectContact(place(sphere(1), [2, 2, 2]), place(box(2, 2, 2)), Math.sqrt(3) - 1, [-s, -s, -s]);
    expectContact(place(sphere(0.1), [0.2, 0.7, -0.1]), place(box(2, 2, 2)), -0.4, [0, -1, 0], [0.2, 0.6, -0.1]);
  });
  test('and a cylinder: over the cap, beside, over the rim, and inside', () => {
    expectContact(place(sphere(0.5), [0.2, 2, 0]), place(cylinder(1, 2)), 0.5, [0, -1, 0]);
    expectContact(place(sphere(0.5), [0, 0.5, -3]), place(cylinder(1, 2)), 1.5, [0, 0, 1]);
    expectContact(place(sphere(1), [4, 5, 0]), place(cylinder(1, 2)), 4, [-0.6, -0.8, 0]);
    expectContact(place(sphere(0.1), [0.9, 0.2, 0]), place(cylinder(1, 2)), -0.2, [-1, 0, 0]);
  });
});

describe('capsules', () => {
  test('crossing at a distance, end to end, and parallel', () => {
    expectContact(place(capsule(0.25, 2)), place(capsule(0.25, 2), [0, 0, 2], LYING), 1.5, [0, 0, 1], [0, 0, 0.25]);
    expectContact(place(capsule(0.25, 2)), place(capsule(0.25, 2), [0, 4, 0]), 1.5, [0, 1, 0], [0, 1.25, 0]);
    expectContact(place(capsule(0.25, 2)), place(capsule(0.5, 2), [1, 1, 0]), 0.25, [1, 0, 0], [0.25, 0.5, 0]);
  });
  test('whose segments cross are parted across both', () => {
    expect(closest(place(capsule(0.25, 2)), place(capsule(0.25, 2), [0, 0, 0], LYING), 1, contact)).toBe(true);
    expect(contact.gap).toBeCloseTo(-0.5, 12);
    expect(Math.abs(contact.nz)).toBeCloseTo(1, 12);
  });
});

describe('half-space', () => {
  const ground = () => place(halfSpace(), [0, 1, 0]);
  const tilted = axisAngle([0, 0, 1], 0.3);
  test.each([
    ['sphere', sphere(0.5), IDENTITY, 0.5],
    ['box on its face', box(2, 1, 2), IDENTITY, 0.5],
    ['tilted box', box(2, 1, 2), tilted, Math.sin(0.3) + 0.5 * Math.cos(0.3)],
    ['standing capsule', capsule(0.25, 2), IDENTITY, 1.25],
    ['lying capsule', capsule(0.25, 2), LYING, 0.25],
    ['standing cylinder', cylinder(0.5, 2), IDENTITY, 1],
    ['lying cylinder', cylinder(0.5, 2), LYING, 0.5],
    ['tilted cylinder', cylinder(0.5, 2), tilted, 0.5 * Math.sin(0.3) + Math.cos(0.3)],
    [
      'hull',
      hull([
        [0, -0.7, 0],
        [1, 1, 0],
        [-1, 1, 0],
        [0, 1, 1],
      ]),
      IDENTITY,
      0.7,
    ],
  ])('%s', (_, shape, orientation, below) => {
    expectContact(place(shape, [3, 2, -5], orientation), ground(), 1 - below, [0, -1, 0]);
    expectContact(ground(), place(shape, [3, 2, -5], orientation), 1 - below, [0, 1, 0]);
    expectContact(place(shape, [3, -100, -5], orientation), ground(), -101 - below, [0, -1, 0]);
  });
  test('beyond the envelope', () => {
    expect(closest(place(sphere(0.5), [0, 2, 0]), ground(), 0.49, contact)).toBe(false);
  });
});

describe('boxes', () => {
  test('over a face, apart and inside each other', () => {
    expectContact(place(box(2, 2, 2)), place(box(1, 1, 1), [0.3, 1.6, 0.2]), 0.1, [0, 1, 0]);
    expectContact(place(box(2, 2, 2)), place(box(1, 1, 1), [0.3, 1.4, 0.2]), -0.1, [0, 1, 0]);
    expectContact(place(box(1, 1, 1)), place(box(9, 1, 9), [0, -0.9, 0]), -0.1, [0, -1, 0]);
  });
  test('edge to edge and corner to corner the distance is that of the edges and corners', () => {
    expectContact(place(box(2, 2, 2)), place(box(2, 2, 2), [2.3, 2.4, 0.5]), 0.5, [0.6, 0.8, 0]);
    const s = 1 / Math.sqrt(3);
    expectContact(place(box(2, 2, 2)), place(box(2, 2, 2), [3, 3, 3]), Math.sqrt(3), [s, s, s], [1, 1, 1]);
  });
  test('crossing edges', () => {
    // A balances on an edge along z, B hangs by an edge along x: the edges meet in the origin's line
    const half = Math.SQRT2 / 2;
    const a = place(box(1, 1, 1), [0, 0, 0], axisAngle([0, 0, 1], Math.PI / 4));
    const b = (y: number) => place(box(1, 1, 1), [0, y, 0], axisAngle([1, 0, 0], Math.PI / 4));
    expectContact(a, b(2 * half + 0.1), 0.1, [0, 1, 0], [0, half, 0]);
    expectContact(a, b(2 * half - 0.1), -0.1, [0, 1, 0], [0, half, 0]);
  });
});
