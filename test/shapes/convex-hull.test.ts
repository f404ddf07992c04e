import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/input/fields.js';
import { Random } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vector.js';
import { add, cross, dot, length, scale, subtract, transformPoint } from '../../src/math/vector.js';
import { ConvexHull } from '../../src/shapes/convex-hull.js';
import { boxCorners, boxSurface, cornersOf, direction, expectHullOf, facesOf, pose } from './hull-samples.js';

function sphere(random: Random, count: number): Vec3[] {
  return Array.from({ length: count }, () => direction(random));
}

function jittered(random: Random, points: readonly Readonly<Vec3>[], size: number): Vec3[] {
  return points.map((point) => add(point, scale(direction(random), size)));
}

function shuffled<T>(random: Random, items: readonly T[]): T[] {
  const mixed = [...items];
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = random.uint32() % (i + 1);
    [mixed[i], mixed[j]] = [mixed[j], mixed[i]];
  }
  return mixed;
}

describe('known solids', () => {
  it('gives a cube six square faces, twelve edges and its corners in the order given', () => {
    const points = boxCorners(2, 2, 2);
    const hull = ConvexHull.fromPoints(points);
    expectHullOf(points, hull, 1e-15);
    expect(cornersOf(hull)).toEqual(points);
    expect(hull.edges.length / 4).toBe(12);
    const faces = facesOf(hull);
    expect(faces.map((face) => face.loop.length)).toEqual([4, 4, 4, 4, 4, 4]);
    expect(faces.map((face) => face.normal.join()).sort()).toEqual(
      ['-1,0,0', '0,-1,0', '0,0,-1', '0,0,1', '0,1,0', '1,0,0'].sort(),
    );
    expect(faces.map((face) => face.offset)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it.each([
    [
      'tetrahedron',
      [
        [1, 1, 1],
        [1, -1, -1],
        [-1, 1, -1],
        [-1, -1, 1],
      ],
      [4, 6, 4],
    ],
    [
      'octahedron',
      [
        [1, 0, 0],
        [-1, 0, 0],
        [0, 1, 0],
        [0, -1, 0],
        [0, 0, 1],
        [0, 0, -1],
      ],
      [6, 12, 8],
    ],
    [
      'pyramid',
      [
        [1, 0, 1],
        [1, 0, -1],
        [-1, 0, -1],
        [-1, 0, 1],
        [0, 2, 0],
        [0, 0, 0],
      ],
      [5, 8, 5],
    ],
    [
      'wedge',
      [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 3],
        [1, 0, 3],
        [0, 1, 3],
        [0.5, 0.5, 1],
      ],
      [6, 9, 5],
    ],
  ] as [string, Vec3[], number[]][])('counts corners, edges and faces of a %s', (_, points, counts) => {
    const hull = ConvexHull.fromPoints(points);
    expectHullOf(points, hull, 1e-15);
    expect([hull.vertexCount, hull.edges.length / 4, hull.faceCount]).toEqual(counts);
  });

  it('merges the ends of a rotated prism of 24 sides', () => {
    const random = new Random(3);
    const placed = pose(random);
    const points: Vec3[] = [];
    for (let i = 0; i < 24; i++) {
      const angle = (2 * Math.PI * i) / 24;
      for (const y of [-1, 1]) points.push(transformPoint(placed, [Math.cos(angle), y, Math.sin(angle)]));
    }
    const hull = ConvexHull.fromPoints(points);
    expectHullOf(points, hull, 1e-14);
    expect([hull.vertexCount, hull.faceCount]).toEqual([48, 26]);
  });
});

describe('superfluous points', () => {
  it.each([
    ['cube', [1, 1, 1]],
    ['plate', [1, 1e-4, 1]],
    ['rod', [1e-4, 1, 1e-4]],
    ['lath', [1e4, 1, 30]],
  ] as [string, Vec3][])('leaves eight corners of a %s with 300 points on its faces and edges, however placed', (_, size) => {
    const random = new Random(11);
    for (let round = 0; round < 12; round++) {
      const placed = pose(random);
      const onSurface = shuffled(random, boxSurface(random, 300, size));
      const points = round === 0 ? onSurface : onSurface.map((point) => transformPoint(placed, point));
      const hull = ConvexHull.fromPoints(points);
      expectHullOf(points, hull, 1e-11);
      expect([hull.vertexCount, hull.edges.length / 4, hull.faceCount]).toEqual([8, 12, 6]);
    }
  });

  it('drops repeated points, and points apart by less than the tolerance', () => {
    const random = new Random(5);
    const cube = boxCorners(1, 1, 1);
    const points = [...cube, ...cube, ...jittered(random, cube, 1e-12), [0, 0, 0] as Vec3];
    const hull = ConvexHull.fromPoints(points);
    expectHullOf(points, hull, 3e-12);
    expect([hull.vertexCount, hull.faceCount]).toEqual([8, 6]);
  });

  it('keeps a bump well above the tolerance and drops one well below', () => {
    const cube = boxCorners(1, 1, 1);
    expect(ConvexHull.fromPoints([...cube, [0.1, 0.5 + 1e-7, 0]]).faceCount).toBe(9);
    expect(ConvexHull.fromPoints([...cube, [0.1, 0.5 + 1e-11, 0]]).faceCount).toBe(6);
  });

  it.each([1e-6, 1e-8, 3e-9, 1e-9, 3e-10, 1e-11])('stays sound with every point off by %d', (noise) => {
    const random = new Random(8);
    for (let round = 0; round < 40; round++) {
      const placed = pose(random);
      const points = jittered(random, boxSurface(random, 60, [1, 1, 1]), noise).map((point) => transformPoint(placed, point));
      expectHullOf(points, ConvexHull.fromPoints(points), 1e-8);
    }
  });

  // Seeds at which true corners were lost to a narrow face, or all points of a cluster at once, or a corner kept on an edge.
  it.each([46, 1196, 1951])('keeps the corners of a cube at the ends of narrow faces (seed %d)', (seed) => {
    const random = new Random(seed);
    const points = boxSurface(random, 40, [1, 1, 1]).map((point) =>
      add(point, scale(direction(random), random.uniform(0, 3e-9))),
    );
    expectHullOf(points, ConvexHull.fromPoints(points), 5e-9);
  });

  it.each([94, 241, 397, 4923])('keeps one point of each cluster at a corner (seed %d)', (seed) => {
    const random = new Random(seed);
    const points: Vec3[] = [];
    for (let i = 0; i < 20; i++) {
      const node: Vec3 = [random.uint32() % 4, random.uint32() % 4, random.uint32() % 4];
      for (let j = 0; j < 3; j++) points.push(add(node, scale(direction(random), random.uniform(0, 1e-8))));
    }
    expectHullOf(points, ConvexHull.fromPoints(points), 5e-9);
  });

  it.each([1e-3, 1e-5, 1e-7])('finds both sides of a set only %d thick', (thickness) => {
    const random = new Random(21);
    for (let round = 0; round < 20; round++) {
      const placed = pose(random);
      const points = Array.from({ length: 40 }, () => {
        const flat: Vec3 = [random.uniform(-1, 1), thickness * random.uniform(-1, 1), random.uniform(-1, 1)];
        return transformPoint(placed, flat);
      });
      expectHullOf(points, ConvexHull.fromPoints(points), 1e-8);
    }
  });
});

describe('any points', () => {
  const lattice = fc.array(fc.tuple(fc.nat(4), fc.nat(4), fc.nat(4)), { minLength: 4, maxLength: 60 });
  const coordinate = fc.double({ min: -10, max: 10, noNaN: true });
  const scattered = fc.array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 4, maxLength: 60 });

  function spansVolume(points: readonly Readonly<Vec3>[]): boolean {
    const spans = points.map((point) => subtract(point, points[0]));
    return spans.some((u) => spans.some((v) => spans.some((w) => Math.abs(dot(u, cross(v, w))) > 1e-3)));
  }

  it('of a lattice give a sound hull', () => {
    fc.assert(
      fc.property(lattice, (points) => {
        fc.pre(spansVolume(points));
        expectHullOf(points, ConvexHull.fromPoints(points), 1e-13);
      }),
    );
  });

  it('of a rotated lattice give as many corners and faces as the lattice itself', () => {
    fc.assert(
      fc.property(lattice, fc.nat(), (points, seed) => {
        fc.pre(spansVolume(points));
        const placed = pose(new Random(seed));
        const moved = points.map((point) => transformPoint(placed, point));
        const before = ConvexHull.fromPoints(points);
        const after = ConvexHull.fromPoints(moved);
        expectHullOf(moved, after, 1e-13);
        expect([after.vertexCount, after.faceCount]).toEqual([before.vertexCount, before.faceCount]);
      }),
    );
  });

  it('at random give a sound hull', () => {
    fc.assert(
      fc.property(scattered, (points) => {
        fc.pre(spansVolume(points));
        expectHullOf(points, ConvexHull.fromPoints(points), 1e-8);
      }),
    );
  });

  it('enclose the volume of the tetrahedra over the faces, which is also a third of the flux of x', () => {
    fc.assert(
      fc.property(lattice, (points) => {
        fc.pre(spansVolume(points));
        const hull = ConvexHull.fromPoints(points);
        const corners = cornersOf(hull);
        const inside = scale(corners.reduce(add), 1 / corners.length);
        let tetrahedra = 0;
        let flux = 0;
        for (const { loop, normal, offset } of facesOf(hull)) {
          let area: Vec3 = [0, 0, 0];
          for (let i = 1; i + 1 < loop.length; i++) {
            const [a, b, c] = [corners[loop[0]], corners[loop[i]], corners[loop[i + 1]]];
            area = add(area, scale(cross(subtract(b, a), subtract(c, a)), 0.5));
            tetrahedra += dot(subtract(a, inside), cross(subtract(b, inside), subtract(c, inside))) / 6;
          }
          expect(dot(normal, area)).toBeCloseTo(length(area), 10);
          flux += (offset * length(area)) / 3;
        }
        expect(tetrahedra).toBeGreaterThan(0);
        expect(flux).toBeCloseTo(tetrahedra, 9);
      }),
    );
  });

  it('give the same bits again, and the same corners in another order', () => {
    const random = new Random(77);
    const points = sphere(random, 200);
    const first = ConvexHull.fromPoints(points);
    expect(ConvexHull.fromPoints(points)).toEqual(first);
    const mixed = ConvexHull.fromPoints(shuffled(random, points));
    expect(cornersOf(mixed).map(String).sort()).toEqual(cornersOf(first).map(String).sort());
    expect(mixed.faceCount).toBe(first.faceCount);
  });
});

describe('many points', () => {
  it('on a sphere are all corners of triangles with every point behind', () => {
    const points = sphere(new Random(1), 1000);
    const hull = ConvexHull.fromPoints(points);
    expectHullOf(points, hull, 1e-14);
    expect([hull.vertexCount, hull.faceCount]).toEqual([1000, 1996]);
  });

  it('in a ball have the corners that brute force finds', () => {
    const random = new Random(2);
    const points = Array.from({ length: 1000 }, () => scale(direction(random), random.uniform()));
    const hull = ConvexHull.fromPoints(points);
    expectHullOf(points, hull, 1e-14);
    // A point that is furthest in any direction at all must be a corner.
    const corners = new Set(cornersOf(hull).map(String));
    for (let i = 0; i < 2000; i++) {
      const along = direction(random);
      const furthest = points.reduce((best, point) => (dot(along, point) > dot(along, best) ? point : best));
      expect(corners).toContain(String(furthest));
    }
  });

  it('up to 2000 on a sphere keep the surface closed', () => {
    const hull = ConvexHull.fromPoints(sphere(new Random(4), 2000));
    expect(hull.vertexCount - hull.edges.length / 4 + hull.faceCount).toBe(2);
    expect(hull.vertexCount).toBe(2000);
  });
});

describe('refusals', () => {
  const square: Vec3[] = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [1, 1, 0],
  ];

  it.each([
    ['too few points', square.slice(0, 3), 'points has 3 entries, but a convex hull needs at least 4.'],
    [
      'a coordinate that is no number',
      [...square, [1, Number.NaN, 2]],
      'points[4] is [1, NaN, 2], but every coordinate must be a finite number.',
    ],
    [
      'an infinite coordinate',
      [[0, 0, -Infinity], ...square],
      'points[0] is [0, 0, -Infinity], but every coordinate must be a finite number.',
    ],
    [
      'one place',
      [
        [1, 2, 3],
        [1, 2, 3],
        [1, 2, 3],
        [1, 2, 3],
      ],
      'points are all at [1, 2, 3], but a convex hull needs points that span a volume.',
    ],
    [
      'one line',
      [
        [0, 0, 0],
        [1, 2, 3],
        [2, 4, 6],
        [-1, -2, -3],
      ],
      'points has 4 entries all on one line, but a convex hull needs points that span a volume.',
    ],
    [
      'one plane',
      [...square, [0.3, 0.2, 1e-10]],
      'points has 5 entries all in one plane, but a convex hull needs points that span a volume.',
    ],
  ] as [string, Vec3[], string][])('%s', (_, points, message) => {
    expect(() => ConvexHull.fromPoints(points)).toThrow(new InputError(message));
  });
});
