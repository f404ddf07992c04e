// Convex shapes whose faces move inward: what is left is what was deeper than that, however wide and thin the shape is.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Vec3 } from '../../src/math/vector.js';
import { dot, vectorAt } from '../../src/math/vector.js';
import { ConvexHull } from '../../src/shapes/convex-hull.js';
import { drawIn, erode, takeMiddle } from '../../src/shapes/erode.js';
import { PlacedShape } from '../../src/shapes/placed-shape.js';
import { BOX, CAPSULE, HULL, SPHERE } from '../../src/shapes/shape-kinds.js';

function hullOf(points: Vec3[]): PlacedShape {
  const shape = new PlacedShape();
  shape.kind = HULL;
  shape.hull = ConvexHull.fromPoints(points);
  return shape;
}

const cornersOf = ([a, b, c]: Vec3): Vec3[] =>
  [-a, a].flatMap((x) => [-b, b].flatMap((y) => [-c, c].map((z): Vec3 => [x, y, z])));

const verticesOf = ({ vertices, vertexCount }: ConvexHull): Vec3[] =>
  Array.from({ length: vertexCount }, (_, i) => vectorAt(vertices, 3 * i));

/** How far a point is inside of the nearest face; below 0 outside. */
function depthIn({ facePlanes, faceCount }: ConvexHull, point: Vec3): number {
  return Math.min(
    ...Array.from({ length: faceCount }, (_, f) => facePlanes[4 * f + 3] - dot(vectorAt(facePlanes, 4 * f), point)),
  );
}

function meanOf(hull: ConvexHull): Vec3 {
  const points = verticesOf(hull);
  return [0, 1, 2].map((k) => points.reduce((sum, p) => sum + p[k], 0) / points.length) as Vec3;
}

it('a hull that is a thin plate loses as much of its width as of its thickness, as a box does', () => {
  const plate = hullOf(cornersOf([3, 0.01, 2]));
  erode(plate, plate, 0.009);
  const box = new PlacedShape();
  box.kind = BOX;
  [box.a, box.b, box.c] = [3, 0.01, 2];
  erode(box, box, 0.009);
  const size = [0, 1, 2].map((k) => Math.max(...verticesOf(plate.hull as ConvexHull).map((p) => p[k])));
  [box.a, box.b, box.c].forEach((half, k) => void expect(size[k]).toBeCloseTo(half, 12));
  expect(box.a).toBeCloseTo(2.991, 12);
});

it('what is left of a hull is what is deeper in it than that: its corners are, and no point beyond is lost', () => {
  const number = fc.double({ min: -1, max: 1, noNaN: true });
  const points = fc.array(fc.tuple(number, number, number), { minLength: 12, maxLength: 30 });
  const flatness = fc.constantFrom(1, 0.1, 1e-3);
  fc.assert(
    fc.property(points, flatness, fc.double({ min: 0.02, max: 0.99, noNaN: true }), points, (cloud, flat, share, probes) => {
      const flattened = cloud.map(([x, y, z]): Vec3 => [x, y, flat * z]);
      let whole: PlacedShape;
      try {
        whole = hullOf(flattened);
      } catch {
        return; // The points span no volume.
      }
      const hull = whole.hull as ConvexHull;
      const mean = meanOf(hull);
      const thickness = depthIn(hull, mean);
      fc.pre(thickness > 1e-3 * flat);
      const shape = hullOf(flattened);
      erode(shape, whole, share * thickness);
      const inner = shape.hull as ConvexHull;
      for (const corner of verticesOf(inner)) expect(Math.abs(depthIn(hull, corner) - share * thickness)).toBeLessThan(1e-6);
      for (const [x, y, z] of probes) {
        const probe: Vec3 = [mean[0] + 0.5 * x, mean[1] + 0.5 * y, mean[2] + 0.5 * flat * z];
        const beyond = depthIn(hull, probe) - share * thickness;
        if (Math.abs(beyond) > 1e-6) expect(depthIn(inner, probe) > 0).toBe(beyond > 0);
      }
    }),
    { numRuns: 200 },
  );
});

it('corners that are drawn in move by the depth at the most, and by half of what there is', () => {
  const plate = hullOf(cornersOf([3, 0.01, 2]));
  const before = verticesOf(plate.hull as ConvexHull);
  drawIn(plate, 0.009);
  const after = verticesOf(plate.hull as ConvexHull);
  for (let i = 0; i < before.length; i++) expect(Math.hypot(...before[i].map((x, k) => x - after[i][k]))).toBeCloseTo(0.009, 12);
  const ball = new PlacedShape();
  [ball.kind, ball.a] = [SPHERE, 0.4];
  drawIn(ball, 0.3);
  expect(ball.a).toBeCloseTo(0.2, 15);
});

it('the middle of a shape is a ball about the mean of its corners, or about its place', () => {
  const hull = hullOf(cornersOf([1, 2, 3]).map(([x, y, z]) => [x + 1, y, z]));
  hull.x = 10;
  takeMiddle(hull, hull, 0.1);
  expect([hull.kind, hull.a, hull.y, hull.z]).toEqual([SPHERE, 0.1, 0, 0]);
  expect(hull.x).toBeCloseTo(11, 12);
  const rod = new PlacedShape();
  [rod.kind, rod.x] = [CAPSULE, 2];
  takeMiddle(rod, rod, 0.1);
  expect([rod.kind, rod.x]).toEqual([SPHERE, 2]);
});
