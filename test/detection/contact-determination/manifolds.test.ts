import { describe, expect, test } from 'vitest';
import { Manifold } from '../../../src/detection/contact-determination/manifold.js';
import { PrincipalContact } from '../../../src/detection/narrow-phase/principal-contact.js';
import { Random } from '../../../src/math/random.js';
import type { Vec3 } from '../../../src/math/vector.js';
import { axisAngle, multiply } from '../../../src/math/vector.js';
import type { PlacedShape } from '../../../src/shapes/placed-shape.js';
import {
  areaAround,
  box,
  boxHull,
  capsule,
  closest,
  cylinder,
  determineContacts,
  halfSpace,
  hull,
  place,
  randomPoint,
  randomUnit,
  sphere,
} from '../narrow-phase/placing.js';

const principal = new PrincipalContact();
const LYING = axisAngle([0, 0, 1], Math.PI / 2);
const UP: Vec3 = [0, 1, 0];

interface Found {
  points: Vec3[];
  gaps: number[];
  features: number[];
  normal: Vec3;
}

function contacts(a: PlacedShape, b: PlacedShape, envelope = 0.01, maxContacts = 8): Found {
  const m = new Manifold();
  if (!closest(a, b, envelope, principal)) return { points: [], gaps: [], features: [], normal: UP };
  determineContacts(a, b, principal, envelope, maxContacts, m);
  const points = Array.from({ length: m.count }, (_, i): Vec3 => [m.pointA[3 * i], m.pointA[3 * i + 1], m.pointA[3 * i + 2]]);
  return { points, gaps: [...m.gap.slice(0, m.count)], features: [...m.feature.slice(0, m.count)], normal: [m.nx, m.ny, m.nz] };
}

const sorted = (features: readonly number[]) => [...features].sort((p, q) => p - q);

function expectPoints(found: Found, expected: readonly Vec3[], digits = 9): void {
  expect(found.points).toHaveLength(expected.length);
  for (const p of expected) {
    const nearest = Math.min(...found.points.map((q) => Math.max(...p.map((x, k) => Math.abs(x - q[k])))));
    expect(nearest).toBeLessThan(10 ** -digits);
  }
}

describe.each([
  ['boxes', box],
  ['hulls', boxHull],
])('%s face to face', (_, make) => {
  test('aligned: the four corners', () => {
    for (const height of [1.005, 1, 0.999]) {
      const found = contacts(place(make(1, 1, 1)), place(make(1, 1, 1), [0, height, 0]));
      expectPoints(found, [
        [-0.5, 0.5, -0.5],
        [0.5, 0.5, -0.5],
        [-0.5, 0.5, 0.5],
        [0.5, 0.5, 0.5],
      ]);
      for (const gap of found.gaps) expect(gap).toBeCloseTo(height - 1, 12);
      expect(found.normal[1]).toBeCloseTo(1, 12);
    }
  });

  test('turned by 45 degrees: the octagon', () => {
    const found = contacts(place(make(1, 1, 1)), place(make(1, 1, 1), [0, 0.999, 0], axisAngle(UP, Math.PI / 4)));
    const t = Math.SQRT2 / 2 - 0.5;
    expectPoints(
      found,
      [-1, 1].flatMap((s): Vec3[] => [
        [0.5 * s, 0.5, t],
        [0.5 * s, 0.5, -t],
        [t, 0.5, 0.5 * s],
        [-t, 0.5, 0.5 * s],
      ]),
    );
    expect(new Set(found.features).size).toBe(8);
  });

  test('offset: the overlap rectangle', () => {
    const found = contacts(place(make(1, 1, 1)), place(make(1, 1, 1), [0.3, 1, 0.6]));
    expectPoints(found, [
      [-0.2, 0.5, 0.1],
      [0.5, 0.5, 0.1],
      [-0.2, 0.5, 0.5],
      [0.5, 0.5, 0.5],
    ]);
  });

  test('small on large and large on small: the small face', () => {
    const corners = (y: number): Vec3[] => [
      [0.2, y, 0.2],
      [0.4, y, 0.2],
      [0.2, y, 0.4],
      [0.4, y, 0.4],
    ];
    const small = () => place(make(0.2, 0.2, 0.2), [0.3, 0.1, 0.3]);
    const large = () => place(make(2, 1, 2), [0, -0.5, 0]);
    expectPoints(contacts(large(), small()), corners(0));
    expectPoints(contacts(small(), large()), corners(0));
  });

  test('turned and offset: the area of the overlap polygon by sampling', () => {
    const random = new Random(5);
    for (let i = 0; i < 30; i++) {
      const orientation = axisAngle(UP, random.uniform(0, 3));
      const [x, z] = [random.uniform(-0.4, 0.4), random.uniform(-0.4, 0.4)];
      const found = contacts(place(make(1, 1, 1)), place(make(1, 1, 1), [x, 1, z], orientation));
      const m = place(box(1, 1, 1), [x, 1, z], orientation).r;
      let inside = 0;
      const samples = 200;
      for (let u = 0; u < samples; u++) {
        for (let v = 0; v < samples; v++) {
          const du = (u + 0.5) / samples - 0.5 - x;
          const dv = (v + 0.5) / samples - 0.5 - z;
          if (Math.abs(m[0] * du + m[6] * dv) < 0.5 && Math.abs(m[2] * du + m[8] * dv) < 0.5) inside++;
        }
      }
      expect(areaAround(found.points, UP)).toBeCloseTo(inside / samples ** 2, 2);
    }
  });

  test('faces that share only an edge give its two ends, or a corner its point', () => {
    const edge = contacts(place(make(1, 1, 1)), place(make(1, 1, 1), [1, 1, 0.25]));
    expectPoints(
      edge,
      [
        [0.5, 0.5, -0.25],
        [0.5, 0.5, 0.5],
      ],
      4,
    );
    const corner = contacts(place(make(1, 1, 1)), place(make(1, 1, 1), [1, 1, 1]));
    expectPoints(corner, [[0.5, 0.5, 0.5]], 4);
  });

  test('edge past edge within the envelope: the two ends of the shared stretch', () => {
    const found = contacts(place(make(1, 1, 1)), place(make(1, 1, 1), [1.003, 1.004, 0.25]));
    expectPoints(
      found,
      [
        [0.5, 0.5, -0.25],
        [0.5, 0.5, 0.5],
      ],
      6,
    );
    for (const gap of found.gaps) expect(gap).toBeCloseTo(0.005, 9);
  });

  test('an edge on a face: two points, a corner on a face: one', () => {
    const height = 0.5 + Math.SQRT2 / 2;
    const edge = contacts(place(make(2, 1, 2)), place(make(1, 1, 1), [0, height, 0], axisAngle([0, 0, 1], Math.PI / 4)));
    expectPoints(
      edge,
      [
        [0, 0.5, -0.5],
        [0, 0.5, 0.5],
      ],
      6,
    );
    const down = axisAngle([1, 0, -1], 0.9553166181245093);
    const corner = contacts(place(make(2, 1, 2)), place(make(1, 1, 1), [0, 0.5 + Math.sqrt(3) / 2, 0], down));
    expectPoints(corner, [[0, 0.5, 0]], 6);
  });

  test('crossing edges: one point, parallel edges: two', () => {
    const tilt = axisAngle([0, 0, 1], Math.PI / 4);
    const a = place(make(1, 1, 1), [0, 0, 0], tilt);
    const crossing = contacts(a, place(make(1, 1, 1), [0, Math.SQRT2, 0], axisAngle([1, 0, 0], Math.PI / 4)));
    expectPoints(crossing, [[0, Math.SQRT2 / 2, 0]], 6);
    const parallel = contacts(a, place(make(1, 1, 1), [0, Math.SQRT2 + 1e-4, 0.25], tilt));
    expectPoints(
      parallel,
      [
        [0, Math.SQRT2 / 2, -0.25],
        [0, Math.SQRT2 / 2, 0.5],
      ],
      6,
    );
  });

  test('tilted within the envelope: all four corners with their own gaps, those beyond dropped', () => {
    const tilted = (angle: number) =>
      contacts(place(make(2, 1, 2)), place(make(1, 1, 1), [0, 1, 0], axisAngle([0, 0, 1], angle)));
    const small = tilted(0.005);
    expect(small.points).toHaveLength(4);
    expect(Math.max(...small.gaps) - Math.min(...small.gaps)).toBeCloseTo(0.005, 6);
    expect(tilted(0.05).points).toHaveLength(2);
  });
});

describe('round shapes', () => {
  test('a sphere has one contact', () => {
    for (const floor of [place(box(2, 1, 2)), place(cylinder(1, 1)), place(boxHull(2, 1, 2)), place(halfSpace(), [0, 0.5, 0])]) {
      expectPoints(contacts(floor, place(sphere(0.5), [0.2, 1, 0.1])), [[0.2, 0.5, 0.1]]);
    }
  });

  test('a capsule lying on a face: two, standing: one', () => {
    for (const floor of [place(box(4, 1, 4)), place(boxHull(4, 1, 4)), place(cylinder(3, 1)), place(halfSpace(), [0, 0.5, 0])]) {
      const found = contacts(place(capsule(0.5, 1), [0, 1, 0], LYING), floor);
      expectPoints(found, [
        [-0.5, 0.5, 0],
        [0.5, 0.5, 0],
      ]);
      expectPoints(contacts(place(capsule(0.5, 1), [0.1, 1.5, 0.1]), floor), [[0.1, 0.5, 0.1]]);
    }
  });

  test('a capsule that sticks out over the edge of a face: its end and the edge', () => {
    const found = contacts(place(box(2, 1, 2)), place(capsule(0.5, 1), [0.8, 0.999, 0], LYING));
    expectPoints(found, [
      [0.3, 0.5, 0],
      [1, 0.5, 0],
    ]);
  });

  test('capsules along each other: the ends of the shared stretch', () => {
    const found = contacts(place(capsule(0.5, 2), [0, 0, 0], LYING), place(capsule(0.25, 2), [0.5, 0.75, 0], LYING));
    expectPoints(found, [
      [-0.5, 0.5, 0],
      [1, 0.5, 0],
    ]);
    const near = contacts(
      place(capsule(0.5, 2), [0, 0, 0], LYING),
      place(capsule(0.25, 2), [0.5, 0.75, 0], multiply(axisAngle(UP, 0.02), LYING)),
    );
    expect(near.points.length).toBeGreaterThanOrEqual(2);
    const crossed = contacts(
      place(capsule(0.5, 2), [0, 0, 0], LYING),
      place(capsule(0.25, 2), [0, 0.75, 0], axisAngle([1, 0, 0], Math.PI / 2)),
    );
    expectPoints(crossed, [[0, 0.5, 0]]);
  });

  test('a cylinder stands on eight points of its rim, and lies on two', () => {
    for (const floor of [place(box(4, 1, 4)), place(boxHull(4, 1, 4)), place(cylinder(3, 1)), place(halfSpace(), [0, 0.5, 0])]) {
      const standing = contacts(place(cylinder(0.5, 1), [0, 1, 0]), floor);
      expect(standing.points).toHaveLength(8);
      for (const p of standing.points) expect(Math.sqrt(p[0] ** 2 + p[2] ** 2)).toBeCloseTo(0.5, 9);
      expect(areaAround(standing.points, UP)).toBeGreaterThan(0.85 * Math.PI * 0.25);
      expectPoints(contacts(place(cylinder(0.5, 1), [0, 1, 0], LYING), floor), [
        [-0.5, 0.5, 0],
        [0.5, 0.5, 0],
      ]);
    }
  });

  test('a tilted cylinder has the exact lowest point of its rim', () => {
    for (const floor of [place(box(4, 1, 4)), place(halfSpace(), [0, 0.5, 0])]) {
      for (const angle of [0.001, 0.01, 0.1, 0.4, 1, 1.5]) {
        const lowest = 0.5 * Math.sin(angle) + 0.5 * Math.cos(angle);
        // tilted about an axis between the fixed points of the rim
        const found = contacts(place(cylinder(0.5, 1), [0, 0.5 + lowest, 0], axisAngle([1, 0, 0.3], angle)), floor);
        expect(Math.min(...found.gaps)).toBeCloseTo(0, 9);
        const deepest = found.points[found.gaps.indexOf(Math.min(...found.gaps))];
        expect(deepest[1]).toBeCloseTo(0.5, 9);
      }
    }
  });

  test('cylinders side by side touch along two ends', () => {
    const found = contacts(place(cylinder(0.5, 2)), place(cylinder(0.5, 2), [1, 0.5, 0]));
    expectPoints(found, [
      [0.5, -0.5, 0],
      [0.5, 1, 0],
    ]);
  });

  test('a corner over the cap but outside the polygon of the rim is still met', () => {
    // at 15 degrees the polygon is 0.0170 inside the rim
    const [x, z] = [0.49 * Math.cos(Math.PI / 12), 0.49 * Math.sin(Math.PI / 12)];
    const down: Vec3[] = [
      [0, 0, 0],
      [0.2, 1, 0.2],
      [-0.2, 1, 0.2],
      [0, 1, -0.3],
    ];
    const found = contacts(place(cylinder(0.5, 1)), place(hull(down), [x, 0.5 - 1e-3, z]));
    expect(found.points).toHaveLength(1);
    expect(found.gaps[0]).toBeCloseTo(-1e-3, 9);
  });
});

describe('half-space', () => {
  test('a box on its face, its edge, its corner', () => {
    const floor = () => place(halfSpace());
    expect(contacts(place(box(1, 2, 3), [0, 1, 0]), floor()).points).toHaveLength(4);
    expect(contacts(place(box(1, 1, 1), [0, Math.SQRT2 / 2, 0], axisAngle([0, 0, 1], Math.PI / 4)), floor()).points).toHaveLength(
      2,
    );
    expect(contacts(place(box(1, 1, 1), [0, 0.8, 0], axisAngle([1, 0, -1], 0.9)), floor(), 0.001).points).toHaveLength(1);
  });
});

describe('names', () => {
  const stacks: [string, PlacedShape, (p: Vec3, axis: Vec3, angle: number) => PlacedShape][] = [
    ['box on box', place(box(1, 1, 1)), (p, axis, angle) => place(box(1, 1, 1), p, axisAngle(axis, angle))],
    ['hull on hull', place(boxHull(1, 1, 1)), (p, axis, angle) => place(boxHull(1, 1, 1), p, axisAngle(axis, angle))],
    ['box on hull', place(boxHull(1, 1, 1)), (p, axis, angle) => place(box(1, 1, 1), p, axisAngle(axis, angle))],
    ['box on half-space', place(halfSpace(), [0, 0.5, 0]), (p, axis, angle) => place(box(1, 1, 1), p, axisAngle(axis, angle))],
    [
      'capsule on box',
      place(box(4, 1, 4)),
      (p, axis, angle) => place(capsule(0.5, 1), p, multiply(axisAngle(axis, angle), LYING)),
    ],
    [
      'cylinder on box',
      place(box(4, 1, 4)),
      (p, axis, angle) => place(cylinder(0.5, 1), p, multiply(axisAngle(axis, angle), LYING)),
    ],
  ];
  test.each(stacks)('%s: the same when the pose jitters by 1e-6', (_, a, b) => {
    for (const offset of [
      [0, 0.9995, 0],
      [0.3, 0.9995, 0.2],
    ] as Vec3[]) {
      const still = contacts(a, b(offset, UP, 0));
      expect(new Set(still.features).size).toBe(still.features.length);
      const random = new Random(8);
      for (let i = 0; i < 100; i++) {
        const [x, y, z] = randomPoint(random, 1e-6);
        const jittered = contacts(
          a,
          b([offset[0] + x, offset[1] + y, offset[2] + z], randomUnit(random), random.uniform(-1e-6, 1e-6)),
        );
        expect(sorted(jittered.features)).toEqual(sorted(still.features));
      }
    }
  });

  test('a face turned about the normal keeps its names while the same edges cross', () => {
    const at = (angle: number) => contacts(place(box(1, 1, 1)), place(box(1, 1, 1), [0, 0.999, 0], axisAngle(UP, angle)));
    expect(sorted(at(Math.PI / 4).features)).toEqual(sorted(at(Math.PI / 4 - 0.1).features));
    expect(sorted(at(Math.PI / 4).features)).toEqual(sorted(at(Math.PI / 4 + 0.1).features));
  });

  test('swapped shapes of different kinds have the same contacts the other way round', () => {
    const a = place(box(1, 1, 1));
    const b = place(boxHull(1, 1, 1), [0.3, 0.999, 0.2], axisAngle(UP, 0.3));
    const here = contacts(a, b);
    const there = contacts(b, a);
    expect(there.normal).toEqual(here.normal.map((x) => -x));
    expect(there.gaps).toEqual(here.gaps);
    expect(new Set(there.features).size).toBe(there.features.length);
  });
});
